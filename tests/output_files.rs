//! The files that commands write: none is replaced without `--force`, and what stands in the way is said before
//! the work.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{Run, refuse, run};

/// Commands that write the file `@`, and its name where the command completes it.
const WRITERS: [(&str, &str, &str); 9] = [
    ("selfplay --games 2 --ply 0 --seed 1 --variant draughts-6 --out @", "--out", ""),
    ("match self:depth=0 self:depth=0 --games 2 --seed 1 --variant draughts-6 --out @", "--out", ""),
    ("complexity game-tree --games 1 --plies 0 --seed 1 --variant draughts-6 --plot @", "--plot", ""),
    ("lab nim 3 --svg @", "--svg", ""),
    ("lab tictactoe --svg @", "--svg", ""),
    ("lab hex 1 2 --svg @", "--svg", ""),
    ("tune samples --games 2 --nodes 9 --seed 1 --variant checkers-6 --out @", "--out", ""),
    ("tune features --games 40 --nodes 9 --seed 1 --variant checkers-6 --out @", "--out", ""),
    (
        "solve --variant checkers-6 --fen W:WK16:B2 --pieces 0 --no-tables --certificate @",
        "--certificate",
        "-white-win.cert",
    ),
];

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may never have been there.
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("it can be made");
    path
}

/// The words of a command that writes this file.
fn words<'a>(command: &'a str, file: &'a str) -> Vec<&'a str> {
    command.split_whitespace().map(|word| if word == "@" { file } else { word }).collect()
}

#[test]
fn no_file_is_replaced_without_force() {
    let folder = folder("output-exists");
    for (number, (command, flag, rest)) in WRITERS.into_iter().enumerate() {
        let file = folder.join(number.to_string()).display().to_string();
        let written = format!("{file}{rest}");
        fs::write(&written, "years of work").expect("it can be written");
        let words = words(command, &file);
        refuse(&words, &format!("{flag} '{written}': the file exists; --force replaces it"));
        assert_eq!(fs::read_to_string(&written).expect("it is there"), "years of work", "{command}");
        let Run { code, errors, .. } = run(&[&words[..], &["--force"]].concat(), "");
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{command}");
        assert_ne!(fs::read(&written).expect("it is there"), b"years of work", "{command}");
    }
}

#[test]
fn a_missing_folder_is_said_before_the_work_and_names_the_file() {
    let shards = [
        ("selfplay --games 2 --ply 0 --shard 1/2 --out @", "--out", ""),
        ("complexity game-tree --games 1 --plies 0 --out @", "--out", ""),
        ("perft 3 --shard 1/2 --out @", "--out", ""),
        ("tune samples --games 2 --shard 1/2 --out @", "--out", ""),
        ("lab hex 2 2 --search-weights --steps 1 --state @", "--state", ""),
    ];
    for (command, flag, rest) in WRITERS.into_iter().chain(shards) {
        let rest = if rest.is_empty() { "" } else { "-white-safe.cert" };
        let reason = format!("{flag} '/no/such/file{rest}': there is no folder '/no/such'");
        refuse(&words(command, "/no/such/file"), &reason);
        refuse(&words(command, "/dev/null/file"), &format!("{flag} '/dev/null/file{rest}': Not a directory"));
    }
    refuse(&words("lab nim 3 --svg @", "/"), "--svg '/': this is a folder");
}

#[test]
fn a_device_is_written_to() {
    for command in ["lab nim 3 --svg @", "tune samples --games 1 --nodes 9 --variant checkers-6 --out @"] {
        let Run { code, errors, .. } = run(&words(command, "/dev/null"), "");
        assert_eq!((code, errors.as_str()), (Some(0), ""), "{command}");
    }
}

/// A finished match, and the journal that a match with another seed leaves if it is killed at once.
#[test]
fn games_are_replaced_by_those_of_another_match_only_with_force() {
    let folder = folder("output-matches");
    let out = folder.join("games.pdn").display().to_string();
    let (journal, common) = (format!("{out}.journal"), "--games 2 --variant draughts-6 --out @");
    let command = |seed: u32| format!("match self:depth=0 self:depth=0 --seed {seed} {common}");
    let (one, two) = (command(1), command(2));
    let (one, two) = (words(&one, &out), words(&two, &out));
    assert_eq!(run(&one, "").code, Some(0));
    let games = fs::read(&out).expect("games");
    refuse(&one, "the file exists; --force replaces it");
    refuse(&two, "the file exists; --force replaces it");
    assert!(!Path::new(&journal).exists());
    let killed = "{\"command\":\"match\",\"variant\":\"draughts-6\",\"seed\":9,\"jobs\":2,\"settings\":\"\",\"shard\":\"1/1\"}\n";
    fs::write(&journal, killed).expect("it can be written");
    refuse(&two, "the file exists; --force replaces it");
    fs::write(&journal, format!("{killed}{{\"job\":0}}\n")).expect("it can be written");
    refuse(&two, "holds the results of another run (seed 9, not 2)");
    assert_eq!(fs::read(&out).expect("games"), games);
    assert_eq!(run(&[&two[..], &["--force"]].concat(), "").code, Some(0));
    assert_ne!(fs::read(&out).expect("games"), games);
}

#[test]
fn a_shard_of_another_run_is_replaced_only_with_force() {
    let folder = folder("output-shard");
    let out = folder.join("shard").display().to_string();
    let one = words("selfplay --games 4 --ply 0 --seed 1 --variant draughts-6 --shard 1/2 --out @", &out);
    let two = words("selfplay --games 4 --ply 1 --seed 1 --variant draughts-6 --shard 1/2 --out @", &out);
    assert_eq!(run(&one, "").code, Some(0));
    refuse(&two, "(--ply 0, not 1); choose another file, or --force to replace it");
    assert_eq!(run(&[&two[..], &["--force"]].concat(), "").code, Some(0));
    refuse(&one, "(--ply 1, not 0)");
    fs::write(&out, "no results at all\n").expect("it can be written");
    refuse(&one, "line 1 is not part of a results file");
    assert_eq!(run(&[&one[..], &["--force"]].concat(), "").code, Some(0));
}

#[test]
fn games_that_are_merged_do_not_replace_others() {
    let folder = folder("output-merged");
    let file = |name: &str| folder.join(name).display().to_string();
    let (shard, out) = (file("shard"), file("games.pdn"));
    let words = words("selfplay --games 2 --ply 0 --variant draughts-6 --shard 1/1 --out @", &shard);
    assert_eq!(run(&words, "").code, Some(0));
    fs::write(&out, "years of work").expect("it can be written");
    let merge = ["selfplay", "--merge", &shard, "--out", &out];
    refuse(&merge, "the file exists; --force replaces it");
    assert_eq!(run(&[&merge[..], &["--force"]].concat(), "").code, Some(0));
}

#[test]
fn a_state_of_another_search_is_replaced_only_with_force() {
    let file = folder("output-state").join("state").display().to_string();
    let search = |size: &str| format!("lab hex {size} --search-weights --steps 1 --seed 1 --state @");
    let (small, large) = (search("2 2"), search("2 3"));
    assert_ne!(run(&words(&small, &file), "").code, Some(2));
    refuse(&words(&large, &file), "; --force begins anew");
    assert_ne!(run(&[&words(&large, &file)[..], &["--force"]].concat(), "").code, Some(2));
    fs::write(&file, "something else").expect("it can be written");
    refuse(&words(&large, &file), "not the state of a search");
    assert_ne!(run(&[&words(&large, &file)[..], &["--force"]].concat(), "").code, Some(2));
}

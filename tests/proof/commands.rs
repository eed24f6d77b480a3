//! `solve` and `verify`, as people and scripts run them.

use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;

use serde_json::{Value, json};

use super::certificates::Parts;
use crate::program::{Run, refuse, run_with_cache};

/// A folder for one test, empty at first.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("proofs-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the folder for tests is there");
    path
}

/// Runs a command in which `@` stands for a folder. It makes the tables that it needs there.
fn run_in(folder: &Path, words: &str) -> Run {
    let words = words.replace('@', folder.to_str().expect("a name"));
    run_with_cache(&folder.join("cache"), &words.split_whitespace().collect::<Vec<_>>(), "")
}

/// The only object that a command prints before it ends with this code.
#[track_caller]
fn object(folder: &Path, words: &str, code: i32) -> Value {
    let run = run_in(folder, &format!("{words} --tables @ --json"));
    assert_eq!((run.code, run.errors.as_str()), (Some(code), ""), "{words}: {run:?}");
    serde_json::from_str(&run.output).expect("an object")
}

/// Builds the small tables of the folder.
#[track_caller]
fn build(folder: &Path) {
    let run = run_in(folder, "tables build --variant checkers-6 --pieces 3 --tables @");
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{run:?}");
}

const WON: &str = "--variant checkers-6 --fen W:WK16,K17,K18:B2,K3 --pieces 3";

#[test]
fn a_win_is_proven_written_down_and_verified() {
    let folder = folder("win");
    build(&folder);
    let answer = object(&folder, &format!("solve {WON} --certificate @/it"), 0);
    assert_eq!((&answer["value"], &answer["proven"]), (&json!("win"), &json!(true)));
    assert!(answer["moves"].as_array().is_some_and(|moves| moves.iter().any(|mv| mv["value"] == "win")));
    let file = folder.join("it-white-win.cert");
    let written = &answer["certificates"][0];
    assert_eq!(written["file"], json!(file.to_str()));
    let verdict = object(&folder, "verify @/it-white-win.cert", 0);
    assert_eq!(verdict["ok"], json!(true));
    assert_eq!(verdict["positions"], written["positions"]);
    assert_eq!(
        (&verdict["unreachable"], &verdict["side"], &verdict["claim"], &verdict["tables"]),
        (&json!(0), &json!("white"), &json!("win"), &json!(3))
    );
    let hashes = verdict["table_hashes"].as_object().expect("hashes");
    let of_a_slice = |hash: &Value| hash.as_str().is_some_and(|hash| hash.len() == 64);
    assert!(hashes.len() == 16 && hashes.values().all(of_a_slice), "{hashes:?}");
}

#[test]
fn goals_hold_are_refuted_or_stay_open() {
    let folder = folder("goals");
    let goal = |words: &str, code| object(&folder, &format!("solve {words}"), code);
    let holds = |answer: Value| (answer["holds"].clone(), answer["value"].clone(), answer["proven"].clone());
    let (win, unknown) = (json!("win"), json!("unknown"));
    let yes = goal(&format!("{WON} --goal win"), 0);
    assert_eq!(holds(yes), (json!(true), win.clone(), json!(true)));
    let yes = goal(&format!("{WON} --goal safe"), 0);
    assert_eq!(holds(yes), (json!(true), unknown.clone(), json!(true)));
    let no = goal(&format!("{WON} --goal safe --side black"), 1);
    assert_eq!(holds(no), (json!(false), win, json!(true)));
    let open = goal("--variant draughts-12 --nodes 10 --goal win --pieces 0", 3);
    assert_eq!(holds(open), (Value::Null, unknown.clone(), json!(false)));
    let open = goal("--variant draughts-12 --nodes 10 --pieces 0", 3);
    assert_eq!((&open["value"], &open["proven"]), (&unknown, &json!(false)));
}

#[test]
fn tables_that_a_named_folder_lacks_are_built_for_this_run_only() {
    let folder = folder("lacking");
    let run = run_in(&folder, &format!("solve {WON} --tables @ --json"));
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{run:?}");
    assert!(run.output.contains(r#""value":"win""#) && run.output.contains(r#""tables":3"#), "{run:?}");
    assert_eq!(run.tables.len(), 1, "{run:?}");
    let [no, yes] = ["no endgame tables of checkers-6", "those of up to 3 pieces were built for this run"];
    assert!(run.tables[0].contains(no) && run.tables[0].contains(yes), "{run:?}");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0, "nothing is made in it");
}

#[test]
fn what_is_wrong_with_a_certificate_is_named() {
    let folder = folder("wrong");
    build(&folder);
    object(&folder, &format!("solve {WON} --certificate @/it"), 0);
    let parts = Parts::of(&fs::read_to_string(folder.join("it-white-win.cert")).expect("it is written"));
    let check = |line: usize, with: &str| {
        let mut changed = parts.clone();
        changed.header[line - 1] = with.to_owned();
        fs::write(folder.join("it.cert"), changed.text()).expect("it can be written");
        let verdict = object(&folder, "verify @/it.cert", 1);
        assert_eq!((&verdict["ok"], &verdict["line"]), (&json!(false), &json!(line)), "{verdict}");
        assert_eq!(verdict["text"], json!(with));
        assert!(verdict["reason"].is_string());
    };
    check(1, "remise certificate 7");
    check(2, "variant checkers");
    check(2, "variant english");
    check(5, "tables x");
    check(6, "root W:WK18,K17,K16:B2,K3");
}

#[test]
fn what_cannot_be_opened_is_bad_input() {
    let folder = folder("closed");
    build(&folder);
    object(&folder, &format!("solve {WON} --certificate @/it"), 0);
    let refused = |words: &str, texts: &[&str]| {
        let run = run_in(&folder, words);
        assert_eq!((run.code, run.output.as_str()), (Some(2), ""), "{run:?}");
        assert_eq!(run.errors.lines().count(), 1, "{run:?}");
        assert!(texts.iter().all(|text| run.errors.contains(text)), "{run:?}");
    };
    refused("verify @/none.cert --tables @", &["none.cert"]);
    refused("verify @ --tables @", &["proofs-closed"]);
    refused("verify @/it-white-win.cert --tables @/nowhere", &["0101"]);
    refused("verify @/it-white-win.cert --no-tables", &["table"]);
    let table = folder.join("checkers-6").join("2010.dtw");
    let mut bytes = fs::read(&table).expect("the table is there");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&table, bytes).expect("it can be written");
    refused("verify @/it-white-win.cert --tables @", &["2010"]);
    refused("solve --goal drawn", &["drawn"]);
    refused("solve --variant checkers-6 --fen W:W1:B", &["square 1"]);
}

/// The folder of a run cannot be known in advance, so that nothing can be put in its place.
#[cfg(unix)]
#[test]
fn a_planted_folder_for_temporary_tables_is_neither_used_nor_removed() {
    let folder = folder("planted");
    let (temporary, target) = (folder.join("tmp"), folder.join("target"));
    for plant in [
        "mkdir \"$0/remise-$$\" && echo 1 > \"$0/remise-$$/kept\"",
        "ln -s \"$0/../target\" \"$0/remise-$$\"",
    ] {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&temporary).expect("a folder");
        fs::create_dir_all(&target).expect("a folder");
        fs::write(target.join("kept"), "1").expect("a file");
        fs::write(folder.join("file"), "").expect("a file");
        let script = format!("{plant} && exec \"$@\"");
        let mut command = Command::new("sh");
        command.arg("-c").arg(script).arg(&temporary).arg(env!("CARGO_BIN_EXE_remise"));
        command.args(["solve", "--variant", "draughts-6", "--pieces", "2", "--fen", "W:WK1:BK18", "--json"]);
        // The default folder cannot be written.
        let output = command.env("XDG_CACHE_HOME", folder.join("file")).env("TMPDIR", &temporary).output();
        let output = output.expect("the program runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("\"tables\":2"), "{plant}: {text}{}", String::from_utf8_lossy(&output.stderr));
        let names = |folder: &Path| {
            fs::read_dir(folder)
                .expect("a folder")
                .map(|entry| entry.expect("an entry").path())
                .collect::<Vec<_>>()
        };
        let planted = names(&temporary);
        assert_eq!(planted.len(), 1, "{plant}: {planted:?}");
        assert_eq!(names(&planted[0]), [planted[0].join("kept")], "{plant}");
    }
}

/// Killer draughts takes more positions than the limit; it is told as far as it got.
#[test]
fn all_games_of_a_size_are_solved_with_their_first_moves() {
    let folder = folder("all-games");
    let run = run_in(&folder, "solve --all-games --size 6 --nodes 800000 --certificate @/all --json");
    assert_eq!((run.code, run.errors.as_str()), (Some(3), ""), "{run:?}");
    let games: Vec<Value> =
        run.output.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let solved = |game: &str| {
        let game = games.iter().find(|line| line["variant"] == game).expect("a line of each game");
        let moves = game["moves"].as_array().expect("moves").iter();
        let values = moves.map(|mv| format!(", {} {}", mv["move"], mv["value"]));
        format!("{}{}", game["value"], values.collect::<String>()).replace('"', "")
    };
    assert_eq!(
        ["draughts-6", "checkers-6", "breakthrough-6", "losing-6"].map(solved),
        [
            "draw, 13-10 draw, 14-11 draw, 15-12 draw, 13-11 draw, 14-12 draw",
            "draw, 5-7 draw, 6-8 draw, 4-7 draw, 5-8 loss, 6-9 loss",
            "loss, 13-10 loss, 14-11 loss, 15-12 loss, 13-11 loss, 14-12 loss",
            "win, 13-10 win, 14-11 loss, 15-12 win, 13-11 loss, 14-12 loss",
        ]
    );
    for line in games.iter().filter(|line| line["proven"] == true) {
        for place in line["moves"].as_array().expect("moves").iter().chain([line]) {
            let certificates = place["certificates"].as_array().expect("a list");
            // A draw has two certificates, a win one.
            assert_eq!(certificates.len(), if place["value"] == "draw" { 2 } else { 1 }, "{place}");
            certificates.iter().for_each(|certificate| check(&folder, certificate));
        }
    }
    assert!(folder.join("all-checkers-6-5-8-white-win.cert").is_file());
    let again = run_in(&folder, "solve --all-games --size 6 --certificate @/all");
    assert_eq!(again.code, Some(2), "{again:?}");
    assert!(again.errors.contains("the file exists; --force replaces it"), "{again:?}");
}

/// Verifies the file of a certificate.
#[track_caller]
fn check(folder: &Path, certificate: &Value) {
    let path = certificate["file"].as_str().expect("a file");
    let verdict = run_in(folder, &format!("verify {path} --json"));
    let verdict: Value = serde_json::from_str(&verdict.output).expect("an object");
    assert_eq!(
        (&verdict["ok"], &verdict["positions"], &verdict["claim"]),
        (&json!(true), &certificate["positions"], &certificate["claim"]),
        "{path}"
    );
}

#[test]
fn games_that_are_not_decided_are_told_as_far_as_they_got() {
    let folder = folder("all-games-undecided");
    let words = "solve --all-games --size 6 --pieces 2 --nodes 1000";
    let run = run_in(&folder, words);
    assert_eq!((run.code, run.errors.as_str()), (Some(3), ""), "{run:?}");
    assert!(run.output.contains("checkers-6: undecided; 1000 positions over tables of 2 pieces"), "{run:?}");
    assert!(run.output.contains("      5-7 unknown\n"), "{run:?}");
    refuse(&["solve", "--all-games", "--size", "7"], "--size 7: no game has a board of 7 rows");
    refuse(&["solve", "--size", "6"], "--all-games");
    refuse(&["solve", "--all-games", "--goal", "win"], "--goal");
    refuse(&["solve", "--all-games", "--variant", "russian"], "--variant");
}

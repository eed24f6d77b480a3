//! Long jobs in shards, in several sittings, and killed in between.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{Run, refuse, run};

const OURS: &str = env!("CARGO_BIN_EXE_remise");

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may never have been there.
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("it can be made");
    path
}

#[track_caller]
fn output(words: &[&str]) -> String {
    let Run { output, errors, code, .. } = run(words, "");
    assert_eq!((errors.as_str(), code), ("", Some(0)), "{words:?}");
    output
}

/// The lines without what differs from run to run.
fn timeless(output: &str) -> Vec<Value> {
    let mut lines: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for line in &mut lines {
        let object = line.as_object_mut().expect("an object");
        object.remove("seconds");
        object.remove("nps");
    }
    lines
}

/// The shards of a job, each done by a process of its own, make up the same as one run.
#[track_caller]
fn check(name: &str, words: &str, merge: &str) {
    let words: Vec<_> = words.split_whitespace().chain(["--json"]).collect();
    let folder = folder(&format!("shards-{name}"));
    let mut files = Vec::new();
    let mut running = Vec::new();
    for shard in 1..=3 {
        let file = folder.join(format!("{shard}.jsonl")).display().to_string();
        let mut command = Command::new(OURS);
        command.args(&words).args(["--shard", &format!("{shard}/3"), "--out", &file]).stdout(Stdio::null());
        running.push(command.spawn().expect("the program starts"));
        files.push(file);
    }
    for mut shard in running {
        assert!(shard.wait().expect("it ends").success());
    }
    let mut merging: Vec<_> = merge.split_whitespace().chain(["--json", "--merge"]).collect();
    merging.extend(files.iter().rev().map(String::as_str));
    assert_eq!(timeless(&output(&merging)), timeless(&output(&words)));

    let without =
        [&merge.split_whitespace().collect::<Vec<_>>()[..], &["--merge", &files[0], &files[2]]].concat();
    let Run { errors, code, .. } = run(&without, "");
    assert!(code == Some(2) && errors.contains("jobs are missing, beginning with job 1"), "{errors}");
}

#[test]
fn games_in_shards_are_those_of_one_run() {
    check("selfplay", "selfplay --games 13 --ply 2 --variant draughts-6 --seed 5", "selfplay");
    let claimed = "selfplay --never-lose --games 13 --ply 1 --plies 6 --variant checkers-8 --seed 5";
    check("selfplay-never-lose", claimed, "selfplay");
}

#[test]
fn the_game_tree_in_shards_is_that_of_one_run() {
    let words = "complexity game-tree --games 5 --plies 0-3 --variant checkers-6 --seed 5";
    check("game-tree", words, "complexity game-tree");
}

#[test]
fn perft_in_shards_is_that_of_one_run() {
    check("perft", "perft 5 --variant russian", "perft");
    check("perft-divide", "perft 4 --divide --variant draughts-8", "perft --divide");
    check("perft-shallow", "perft 2 --variant draughts-6", "perft");
}

/// The leaves were counted before: there is no speed.
#[test]
fn merged_counts_have_no_time() {
    let file = folder("shards-timeless").join("shard").display().to_string();
    output(&["perft", "3", "--variant", "draughts-6", "--shard", "1/1", "--out", &file]);
    let told = output(&["perft", "--merge", &file]);
    let words: Vec<Vec<_>> = told.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(words.iter().map(|words| words.len()).collect::<Vec<_>>(), [4, 4, 4], "{told}");
    assert_eq!(words[2][..2], ["depth", "3"]);
    let json = output(&["perft", "--merge", &file, "--json"]);
    let line: Value = serde_json::from_str(json.lines().next().expect("a line")).expect("JSON");
    assert_eq!((&line["seconds"], &line["nps"]), (&Value::Null, &Value::Null));
}

#[test]
fn shards_of_different_jobs_are_not_added_up() {
    let folder = folder("shards-different");
    let shard = |seed: u32| {
        let file = folder.join(format!("{seed}.jsonl")).display().to_string();
        let words = format!(
            "selfplay --games 4 --ply 0 --variant draughts-6 --seed {seed} --shard {seed}/2 --out {file}"
        );
        output(&words.split_whitespace().collect::<Vec<_>>());
        file
    };
    let (one, two) = (shard(1), shard(2));
    let Run { errors, code, .. } = run(&["selfplay", "--merge", &one, &two], "");
    assert!(code == Some(2) && errors.contains("seed 2, not 1"), "{errors}");
    let Run { errors, code, .. } = run(&["perft", "--merge", &one], "");
    assert!(code == Some(2) && errors.lines().count() == 1, "{errors}");
}

/// Kills a job after its first lines, and starts it again.
#[track_caller]
fn check_killed(name: &str, words: &str) {
    let folder = folder(&format!("killed-{name}"));
    let file = |name: &str| folder.join(name).display().to_string();
    let words: Vec<_> = words.split_whitespace().chain(["--json", "--out"]).collect();
    let whole = output(&[&words[..], &[&file("whole.pdn")]].concat());

    let out = file("killed.pdn");
    let killed = [&words[..], &[&out]].concat();
    let mut program =
        Command::new(OURS).args(&killed).stdout(Stdio::piped()).spawn().expect("the program starts");
    let lines = BufReader::new(program.stdout.take().expect("an output")).lines();
    let seen = lines.take(5).map(|line| line.expect("text")).collect::<Vec<_>>();
    program.kill().expect("it can be killed");
    program.wait().expect("it ends");
    assert_eq!(seen, whole.lines().take(5).collect::<Vec<_>>());
    let journal = fs::read_to_string(file("killed.pdn.journal")).expect("there is a journal");
    assert!(journal.lines().count() > 5, "{journal}");
    // A line that was being written.
    fs::write(file("killed.pdn.journal"), journal + "{\"job\":7,\"mov").expect("it can be written");

    assert_eq!(output(&killed), whole);
    assert_eq!(fs::read(file("killed.pdn")).expect("games"), fs::read(file("whole.pdn")).expect("games"));
    assert!(!Path::new(&file("killed.pdn.journal")).exists());
}

#[test]
fn a_killed_run_loses_nothing() {
    check_killed("selfplay", "selfplay --games 60 --ply 3 --variant draughts-6 --seed 5");
    check_killed("match", "match self self:depth=2 --games 60 --ply 3 --variant draughts-6 --seed 5");
    let claimed =
        "match self:never-lose self:depth=2 --games 60 --ply 3 --plies 20 --variant checkers-8 --seed 5";
    check_killed("match-never-lose", claimed);
}

#[test]
fn a_killed_annotation_of_games_goes_on() {
    let games = folder("annotation").join("games.pdn").display().to_string();
    output(&[
        "selfplay",
        "--games",
        "40",
        "--ply",
        "1",
        "--variant",
        "draughts-6",
        "--seed",
        "5",
        "--out",
        &games,
    ]);
    check_killed("annotation", &format!("pdn analyse {games} --nodes 300"));
}

#[test]
fn a_journal_of_another_run_is_not_used() {
    let folder = folder("journal-other");
    let out = folder.join("games.pdn").display().to_string();
    let journal = format!("{out}.journal");
    fs::write(&journal, "{\"command\":\"selfplay\",\"variant\":\"draughts-6\",\"seed\":1,\"jobs\":2,\"settings\":\"\",\"shard\":\"1/1\"}\n{\"job\":0}\n")
        .expect("it can be written");
    let words =
        ["selfplay", "--games", "2", "--ply", "1", "--variant", "draughts-6", "--seed", "2", "--out", &out];
    let Run { errors, code, .. } = run(&words, "");
    assert!(code == Some(2) && errors.contains("another run (seed 1, not 2)"), "{errors}");
    fs::write(&journal, "nonsense\n").expect("it can be written");
    let Run { errors, code, .. } = run(&words, "");
    assert!(code == Some(2) && errors.contains("line 1"), "{errors}");
}

#[test]
fn the_job_for_slurm_does_its_shard() {
    let folder = folder("slurm");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/slurm-array.sh");
    for task in ["1", "2"] {
        let mut command = Command::new("sh");
        command.arg(&script).envs([("SLURM_ARRAY_TASK_ID", task), ("SLURM_ARRAY_TASK_COUNT", "2")]);
        command.env("REMISE", OURS).env("RESULTS", &folder);
        command.envs([("VARIANT", "draughts-6"), ("GAMES", "3"), ("PLIES", "0-1"), ("SEED", "4")]);
        assert!(command.stdout(Stdio::null()).status().expect("there is a shell").success());
    }
    let shard = |number: u32| folder.join(format!("shard-{number}-of-2.jsonl")).display().to_string();
    let merged = output(&["complexity", "game-tree", "--json", "--merge", &shard(1), &shard(2)]);
    let words = "complexity game-tree --variant draughts-6 --games 3 --plies 0-1 --seed 4 --json";
    assert_eq!(merged, output(&words.split_whitespace().collect::<Vec<_>>()));
}

#[test]
fn a_run_that_goes_on_has_the_seed_that_it_began_with() {
    let out = folder("seed-kept").join("part.jsonl").display().to_string();
    let words = ["selfplay", "--games", "4", "--ply", "0", "--shard", "1/2", "--json", "--out", &out];
    let first = output(&[&words[..], &["--seed", "9"]].concat());
    assert_eq!(output(&words), first);
    assert!(first.contains("\"seed\":9"), "{first}");
}

#[test]
fn a_journal_without_a_whole_line_is_begun_again() {
    let out = folder("journal-unbegun").join("games.pdn").display().to_string();
    fs::write(format!("{out}.journal"), "{\"command\":\"selfp").expect("it can be written");
    let games = output(&["selfplay", "--games", "2", "--ply", "0", "--seed", "1", "--json", "--out", &out]);
    assert_eq!(games.lines().count(), 3);
    fs::write(format!("{out}.journal"), "something else").expect("it can be written");
    let Run { code, errors, .. } = run(&["selfplay", "--games", "2", "--ply", "0", "--out", &out], "");
    assert!(
        code == Some(2) && errors.contains("line 1 is not part of a results file: it is incomplete"),
        "{errors}"
    );
}

#[test]
fn results_that_another_process_writes_to_are_left_alone() {
    let out = folder("shards-locked").join("games.pdn").display().to_string();
    let journal = File::create(format!("{out}.journal")).expect("a file");
    journal.lock().expect("no other thread has it");
    let words = ["--games", "2", "--variant", "draughts-6", "--ply", "1", "--out", &out];
    for command in [&["selfplay"][..], &["match", "self", "self"]] {
        refuse(&[command, &words].concat(), "is in use by another process");
    }
    drop(journal);
    output(&[&["selfplay"][..], &words].concat());
}

#[test]
fn a_match_that_cannot_begin_leaves_the_games_of_the_last_one() {
    let folder = folder("shards-refused");
    let out = folder.join("games.pdn").display().to_string();
    let words = ["--games", "2", "--variant", "draughts-6", "--ply", "1", "--out", &out];
    let played = |second: &'static str| [&["match", "self", second, "--force"][..], &words].concat();
    output(&played("self"));
    let games = fs::read(&out).expect("games");
    refuse(&played("nothing-like-this"), "nothing-like-this");
    assert_eq!(fs::read(&out).expect("games"), games);
    // Nothing stands in the way of the right command.
    output(&played("self:depth=2"));
    assert_ne!(fs::read(&out).expect("games"), games);
}

#[test]
fn other_openings_make_another_job() {
    let folder = folder("shards-openings");
    let file = |name: &str| folder.join(name).display().to_string();
    let (openings, out) = (file("openings.fen"), file("shard.jsonl"));
    let words = "selfplay --games 4 --ply 1 --variant draughts-6 --shard 1/2 --openings".split_whitespace();
    let words: Vec<_> = words.chain([openings.as_str(), "--out", &out]).collect();
    fs::write(&openings, "W:W18,K17:B1\n").expect("it can be written");
    output(&words);
    output(&words);
    fs::write(&openings, "W:WK18:BK1\n").expect("it can be written");
    refuse(&words, "holds the results of another run (openings");
}

#[test]
fn only_shards_of_the_same_command_are_merged_and_none_is_overwritten() {
    let folder = folder("shards-commands");
    let file = |name: &str| folder.join(name).display().to_string();
    let (games, leaves) = (file("games.jsonl"), file("leaves.jsonl"));
    let variant = ["--variant", "draughts-6", "--shard", "1/1", "--out"];
    output(&[&["selfplay", "--games", "2", "--ply", "0"][..], &variant, &[&games]].concat());
    output(&[&["perft", "3"][..], &variant, &[&leaves]].concat());
    refuse(&["selfplay", "--merge", &leaves], "these are results of 'perft', not of selfplay");
    refuse(&["perft", "--merge", &games], "these are results of 'selfplay', not of perft");
    let before = fs::read(&games).expect("results");
    refuse(&["selfplay", "--merge", &games, "--out", &games], "is one of the files to merge");
    assert_eq!(fs::read(&games).expect("results"), before);
}

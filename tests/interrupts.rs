//! Signals: long commands end with what they know.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::program::{Dialogue, Run, hear_signals, run};

/// What a command writes after a signal, which it gets when it has written this many lines.
#[track_caller]
fn interrupted(words: &[&str], lines: usize) -> Vec<Value> {
    let (lines, errors) = ended(words, lines, Signal::INT, 130);
    assert!(errors.starts_with("remise: interrupted") && errors.lines().count() == 1, "{errors}");
    lines
}

#[track_caller]
fn ended(words: &[&str], lines: usize, signal: Signal, expected: i32) -> (Vec<Value>, String) {
    let dialogue = Dialogue::start(words);
    (0..lines).for_each(|_| drop(dialogue.line()));
    dialogue.signal(signal);
    let Run { output, errors, code, .. } = dialogue.rest();
    assert_eq!(code, Some(expected), "{words:?}: {errors}");
    (output.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect(), errors)
}

/// A match whose first two games end after a move, and whose third one takes hours.
fn endless_match(folder: &Path) -> Vec<String> {
    let openings = folder.join("openings");
    fs::write(&openings, "W:W11:B8\nW:W13-18:B1-6\n").expect("it can be written");
    let words = "match self self --variant draughts-6 --time 9999 --games 8 --seed 1 --json --openings";
    let words = words.split(' ').map(str::to_owned);
    words.chain([openings.to_str().expect("text").to_owned()]).collect()
}

fn borrowed(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

#[test]
fn a_match_ends_with_the_games_that_are_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = endless_match(folder.path());
    let check = |signal, code| {
        let (lines, errors) = ended(&borrowed(&words), 2, signal, code);
        let [total] = &lines[..] else { panic!("{lines:?}") };
        assert_eq!(errors, "remise: interrupted\n");
        assert_eq!([&total["games"], &total["wins"], &total["losses"]], [2, 1, 1], "{total}");
        assert_eq!(total["interrupted"], true, "{total}");
    };
    check(Signal::INT, 130);
    check(Signal::TERM, 143);
}

#[test]
fn an_interrupted_match_resumes() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("games.pdn");
    let mut words = endless_match(folder.path());
    words.extend(["--out".to_owned(), out.to_str().expect("text").to_owned()]);
    for _ in 0..2 {
        let (lines, errors) = ended(&borrowed(&words), 2, Signal::INT, 130);
        assert_eq!((lines.len(), &lines[0]["games"]), (1, &2.into()));
        assert_eq!(errors, "remise: interrupted; the same command resumes\n");
        assert_eq!(fs::read_to_string(&out).expect("games").matches("[Event").count(), 2);
        let journal = fs::read_to_string(folder.path().join("games.pdn.journal")).expect("a journal");
        assert_eq!(journal.lines().count(), 3, "{journal}");
    }
}

#[test]
fn a_match_does_not_wait_for_an_engine_that_does_not_answer() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/faulty.sh");
    let engine = format!("sh {} hang", script.display());
    let words = ["match", &engine, "self:depth=1", "--variant", "draughts-6", "--json", "--patience", "9999"];
    let lines = interrupted(&words, 0);
    assert!(lines.iter().all(|line| line["games"] == 0), "{lines:?}");
}

#[test]
fn a_round_robin_ends_with_its_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let engines = folder.path().join("engines.toml");
    let engine = |name| format!("[[engine]]\nname = \"{name}\"\ncommand = \"self\"\n");
    fs::write(&engines, ["a", "b", "c"].map(engine).concat()).expect("it can be written");
    let mut words = endless_match(folder.path());
    words.splice(1..3, ["--round-robin".to_owned(), engines.to_str().expect("text").to_owned()]);
    let lines = interrupted(&borrowed(&words), 2);
    let points: Vec<_> = lines.iter().map(|line| line["points"].as_f64()).collect();
    assert_eq!(points, [Some(1.0), Some(1.0), Some(0.0)], "{lines:?}");
}

#[test]
fn self_play_ends_with_its_totals() {
    let words = "selfplay --variant draughts-6 --games 1000000 --ply 1 --seed 1 --json";
    let lines = interrupted(&words.split(' ').collect::<Vec<_>>(), 3);
    let total = lines.last().expect("a total");
    assert!(total["games"].as_u64().is_some_and(|games| (3..1_000_000).contains(&games)), "{total}");
    assert_eq!(total["interrupted"], true);
}

#[test]
fn an_analysis_ends_with_its_best_move() {
    for more in ["--lines=1", "--never-lose"] {
        let lines = interrupted(&["analyse", "--time", "9999", "--json", "--no-tables", more], 2);
        let last = lines.last().expect("a result");
        assert!(last["best"].is_string() && last["depth"].as_u64() >= Some(2), "{last}");
    }
}

#[test]
fn a_proof_ends_undecided() {
    let lines = interrupted(&["solve", "--json", "--pieces", "0"], 0);
    assert_eq!((&lines[0]["value"], &lines[0]["proven"]), (&"unknown".into(), &false.into()));
    assert!(lines[0]["moves"].as_array().is_some_and(|moves| moves.len() == 9), "{lines:?}");
}

#[test]
fn the_experiment_ends_with_the_estimates_of_its_games() {
    let words = "complexity game-tree --variant draughts-6 --games 2 --plies 0-30 --seed 1 --json";
    let lines = interrupted(&words.split(' ').collect::<Vec<_>>(), 3);
    assert!(lines.last().expect("a total")["b"].is_number(), "{lines:?}");
}

#[test]
fn a_build_of_tables_ends_with_those_that_are_complete() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let words = ["tables", "build", "--variant", "draughts-8", "--pieces", "5", "--json", "--tables", path];
    let lines = interrupted(&words, 3);
    let total = lines.last().expect("a total");
    assert!(total["slices"].as_u64().is_some_and(|slices| (3..50).contains(&slices)), "{total}");
    let names = fs::read_dir(folder.path().join("draughts-8")).expect("a folder");
    let names: Vec<_> = names.map(|entry| entry.expect("a file").file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().contains("tmp")), "{names:?}");
}

#[test]
fn samples_are_kept_for_the_next_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("samples");
    let words = "tune samples --variant draughts-6 --games 1000000 --nodes 100 --json --out";
    let words: Vec<_> = words.split(' ').chain(out.to_str()).collect();
    let lines = interrupted(&words, 0);
    assert!(lines[0]["games"].is_u64() && !out.exists(), "{lines:?}");
}

#[test]
fn a_search_for_weights_ends_with_the_best() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("state");
    let words = ["lab", "hex", "2", "2", "--search-weights", "--time", "9999", "--json", "--seed", "1"];
    let words: Vec<_> = words.into_iter().chain(["--state", state.to_str().expect("text")]).collect();
    let lines = interrupted(&words, 0);
    assert_eq!((lines.len(), &lines[0]["found"]), (1, &false.into()));
    assert!(state.exists());
}

#[test]
fn a_command_that_tells_as_it_goes_ends_at_once() {
    for words in ["perft 40 --json", "bench --json"] {
        let words: Vec<_> = words.split(' ').collect();
        let (lines, errors) = ended(&words, usize::from(words[0] == "perft"), Signal::INT, 130);
        assert!(lines.len() < 40 && errors.is_empty(), "{errors}");
    }
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    // Nobody writes to it, so the command never gets to its first game.
    let openings = folder.path().join("openings");
    let made = Command::new("mkfifo").arg(&openings).status();
    assert!(made.expect("there is such a program").success());
    let words = ["match", "self", "self", "--games", "2", "--openings", openings.to_str().expect("text")];
    let mut dialogue = Dialogue::start(&words);
    dialogue.signal(Signal::INT);
    while !dialogue.has_ended() {
        thread::sleep(Duration::from_millis(5));
        dialogue.kill(Signal::INT);
    }
    let Run { output, errors, code, .. } = dialogue.rest();
    assert_eq!((output.as_str(), errors.as_str(), code), ("", "", Some(130)));
}

#[test]
fn a_reader_that_has_gone_does_not_hide_the_signal() {
    let folder = tempfile::tempdir().expect("a folder");
    hear_signals();
    let mut command = Command::new(env!("CARGO_BIN_EXE_remise"));
    command.args(endless_match(folder.path())).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut program = command.spawn().expect("the program starts");
    let mut lines = BufReader::new(program.stdout.take().expect("an output")).lines();
    (0..2).for_each(|_| drop(lines.next().expect("a game").expect("text")));
    drop(lines);
    kill_process(Pid::from_child(&program), Signal::INT).expect("it has not been waited for");
    assert_eq!(program.wait().expect("it ends").code(), Some(130));
}

#[test]
fn a_session_is_ended_by_the_system() {
    for words in ["hub", "uci"] {
        let mut dialogue = Dialogue::start(&[words]);
        dialogue.send(words);
        dialogue.line();
        dialogue.kill(Signal::INT);
        assert_eq!(dialogue.rest().code, None, "{words}");
    }
}

#[test]
fn an_interrupted_count_of_positions_resumes() {
    let folder = tempfile::tempdir().expect("a folder");
    let state = folder.path().join("count.state");
    let words = "complexity reachable --variant checkers-6 --fen W:W14,16:B1,5 --json --save-every 0 --state";
    let words: Vec<_> = words.split(' ').chain([state.to_str().expect("text")]).collect();
    let dialogue = Dialogue::start(&words);
    while !state.exists() {
        thread::sleep(Duration::from_millis(1));
    }
    dialogue.signal(Signal::INT);
    let Run { output, errors, code, .. } = dialogue.rest();
    let line: Value = serde_json::from_str(&output).expect("a line of JSON");
    assert_eq!((errors.as_str(), code), ("remise: interrupted; the same command resumes\n", Some(130)));
    let found = line["found"].as_u64().expect("a number");
    let whole = |words: &[&str]| -> Value {
        let Run { output, .. } = run(words, "");
        serde_json::from_str(&output).expect("a line of JSON")
    };
    let reachable = whole(&words)["reachable"].as_u64().expect("a number");
    assert!(found < reachable, "{found} of {reachable}");
    assert_eq!(whole(&words[..words.len() - 4])["reachable"], reachable);
}

#[test]
fn a_match_does_not_wait_for_a_dxp_partner_that_does_not_answer() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let engine = format!("dxp:127.0.0.1:{port},minutes=1");
    let words = ["match", "self:depth=1", &engine, "--games", "2", "--ballots", "0", "--patience", "9999"];
    let dialogue = Dialogue::start(&words);
    let (partner, _) = listener.accept().expect("a connection");
    dialogue.signal(Signal::INT);
    let Run { errors, code, .. } = dialogue.rest();
    assert_eq!(code, Some(130), "{errors}");
    drop(partner);
}

#[test]
fn a_repeated_request_to_end_is_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = endless_match(folder.path());
    for _ in 0..3 {
        let dialogue = Dialogue::start(&borrowed(&words));
        (0..2).for_each(|_| drop(dialogue.line()));
        dialogue.signal(Signal::TERM);
        dialogue.kill(Signal::TERM);
        let Run { output, errors, code, .. } = dialogue.rest();
        assert_eq!((errors.as_str(), code), ("remise: interrupted\n", Some(143)));
        let total: Value = serde_json::from_str(&output).expect("a total");
        assert_eq!(total["games"], 2);
    }
}

/// Interrupts a command when this file is there, and expects that the same command resumes.
#[track_caller]
fn resumes(words: &[&str], file: &Path) {
    let dialogue = Dialogue::start(words);
    while !file.exists() {
        thread::sleep(Duration::from_millis(1));
    }
    dialogue.signal(Signal::INT);
    let Run { errors, code, .. } = dialogue.rest();
    assert_eq!(
        (errors.as_str(), code),
        ("remise: interrupted; the same command resumes\n", Some(130)),
        "{words:?}"
    );
}

#[test]
fn commands_whose_steps_are_on_disk_say_that_they_resume() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("text").to_owned();
    let (counts, generations, games) = (path("counts"), path("generations"), path("games.pdn"));
    resumes(&["perft", "30", "--shard", "1/2", "--out", &counts], Path::new(&counts));
    let words = "tune generations --variant draughts-6 --games 1000000 --nodes 100";
    let words: Vec<_> = words.split(' ').chain([generations.as_str()]).collect();
    resumes(&words, &Path::new(&generations).join("001"));
    fs::write(&games, "1. 32-28 19-23 *\n").expect("it can be written");
    let out = path("out.pdn");
    let words = ["pdn", "analyse", &games, "--time", "9999", "--out", &out];
    resumes(&words, Path::new(&(out.clone() + ".journal")));
}

#[test]
fn an_analysis_of_a_file_ends_with_the_game_that_it_is_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pdn");
    fs::write(&file, "1. 32-28 *\n\n1. 31-26 *\n").expect("it can be written");
    let words = ["analyse", file.to_str().expect("text"), "--time", "9999", "--json", "--no-tables"];
    let lines = interrupted(&words, 2);
    let last = lines.last().expect("a result");
    assert!(last["best"].is_string() && last["game"] == 1, "{last}");
    assert!(lines.iter().all(|line| line["game"] != 2), "{lines:?}");
}

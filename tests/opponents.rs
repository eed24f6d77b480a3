//! Matches against other programs, well-behaved and not.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::program::{Run, refuse, run};

const OURS: &str = env!("CARGO_BIN_EXE_remise");

/// A command that starts an engine which plays badly.
fn faulty(rest: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/faulty.sh");
    format!("sh {} {rest}", script.display())
}

/// What a match writes, as JSON.
#[track_caller]
fn played(engines: [&str; 2], words: &str) -> Vec<Value> {
    let rest = "match --variant draughts-6 --depth 2 --seed 1 --json";
    let words: Vec<_> = rest.split_whitespace().chain(words.split_whitespace()).chain(engines).collect();
    let Run { output, errors, code, .. } = run(&words, "");
    assert_eq!((errors.as_str(), code), ("", Some(0)), "{words:?}");
    output.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// The engine loses all games with this reason, whatever its color, and the match goes on.
#[track_caller]
fn check(fault: &str, reason: &str, told: &str, patience: &str) {
    let lines = played(["self", &faulty(fault)], &format!("--games 3 --patience {patience}"));
    let results: Vec<_> = lines[..3].iter().map(|line| line["result"].as_str().expect("a text")).collect();
    assert_eq!(results, ["2-0", "0-2", "2-0"], "{lines:?}");
    for line in &lines[..3] {
        assert_eq!(line["reason"], reason, "{line}");
        assert!(line["fault"].as_str().is_some_and(|fault| fault.contains(told)), "{line}");
    }
    assert_eq!((&lines[3]["wins"], &lines[3]["losses"]), (&3.into(), &0.into()));
}

#[test]
fn an_engine_that_hangs_loses_and_is_started_again() {
    check("hang", "hang", "no answer in", "1 --concurrency 3");
}

#[test]
fn an_engine_that_crashes_loses_and_is_started_again() {
    check("crash", "crash", "exit status: 3", "60");
    check("signal", "crash", "signal: 9", "60");
    check("close", "crash", "closed its output", "60");
    check("close-both", "crash", "closed its ", "60");
}

#[test]
fn an_engine_that_says_something_else_than_a_move_hangs() {
    // They only wait, so they can wait together.
    std::thread::scope(|scope| {
        for fault in ["info-only", "pong-only", "garbage", "partial", "bestmove"] {
            scope.spawn(move || check(fault, "hang", "no answer in", "1 --concurrency 3"));
        }
    });
}

#[test]
fn an_engine_that_plays_an_illegal_move_loses() {
    check("illegal", "illegal-move", "'32-27x1' is not a legal move", "60");
    check("nonsense", "illegal-move", "'what?' is not a legal move", "60");
    check("other-board", "illegal-move", "'50-44' is not a legal move", "60");
    check("twice", "illegal-move", "'1-1' is not a legal move", "60");
    check("long-move", "illegal-move", "…' is not a legal move", "60");
    check("binary-move", "illegal-move", "is not a legal move", "60");
}

#[test]
fn an_engine_that_finds_no_move_or_complains_loses() {
    for fault in ["nothing", "empty", "nul", "open-quote", "unfinished"] {
        check(fault, "crash", "found no move", "60");
    }
    check("complain", "crash", "bad position", "60");
}

#[test]
fn what_an_engine_says_reaches_the_terminal_escaped() {
    check("escapes", "illegal-move", r"'\u{1b}[2J\u{1b}]0;title\u{7}' is not a legal move", "60");
    check("complain-badly", "crash", r"bad\u{1b}[31m\u{7} position", "60");
    let engine = faulty("complain-badly");
    let words = ["match", "self", &engine, "--variant", "draughts-6", "--ply", "1", "--games", "2"];
    let Run { output, .. } = run(&words, "");
    assert!(output.contains(r"bad\u{1b}[31m\u{7} position"), "{output}");
    assert!(!output.contains(|letter: char| letter.is_control() && letter != '\n'), "{output:?}");
}

#[test]
fn an_engine_that_answers_too_late_loses_on_time() {
    let engine = faulty("slow");
    let rest = ["match", "self:depth=1", &engine, "--variant", "draughts-6", "--games", "2"];
    let time = ["--time", "0.01", "--tolerance", "0.1", "--seed", "1", "--json"];
    let Run { output, .. } = run(&[&rest[..], &time[..]].concat(), "");
    for line in output.lines().take(2) {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(line["reason"], "time", "{line}");
    }
}

/// A clock of processor time: an engine that sleeps has used none, and loses by its move, which is illegal.
#[test]
#[cfg(target_os = "linux")]
fn with_a_clock_of_processor_time_sleep_costs_nothing() {
    let reason = |fault: &str, words: &str| {
        let engine = faulty(fault);
        let rest = "match self:depth=1 --variant draughts-6 --games 1 --seed 1 --json";
        let words = rest.split(' ').chain(words.split(' ')).chain([engine.as_str()]);
        let Run { output, errors, .. } = run(&words.collect::<Vec<_>>(), "");
        let line: Value = serde_json::from_str(output.lines().next().expect("a game")).expect("JSON");
        assert_eq!(errors, "");
        line["reason"].as_str().expect("a text").to_owned()
    };
    for limit in ["--time 0.05 --tolerance 0.15", "--clock 0.05 --tolerance 0.15"] {
        assert_eq!(reason("slow", &format!("{limit} --cpu-clock")), "illegal-move");
        assert_eq!(reason("slow", limit), "time");
        for fault in ["burn", "burn-child"] {
            assert_eq!(reason(fault, &format!("{limit} --cpu-clock")), "time", "{fault}");
        }
    }
}

#[test]
fn a_clock_of_processor_time_needs_a_limit_of_time_and_one_thread() {
    refuse(&["match", "self", "self", "--cpu-clock", "--depth", "2"], "--cpu-clock needs --time or --clock");
    let engines = ["match", "self", "self:threads=2", "--cpu-clock", "--time", "1"];
    refuse(&engines, "'self:threads=2': --cpu-clock measures one thread of the built-in engine");
}

#[test]
fn an_engine_that_does_not_get_ready_is_not_played() {
    let refused = |fault: &str, patience: &str, reason: &str| {
        let engine = faulty(fault);
        let words = ["match", "self", &engine, "--variant", "draughts-6", "--ply", "1"];
        let Run { output, errors, code, .. } =
            run(&[&words[..], &["--games", "2", "--json", "--patience", patience]].concat(), "");
        assert_eq!((output.as_str(), code), ("", Some(2)), "{fault}");
        assert!(errors.lines().count() == 1 && errors.contains(reason), "{fault}: {errors}");
    };
    refused("early-exit", "60", "the program ended (exit status: 7)");
    refused("early-close", "60", "closed its output");
    refused("early-flood", "60", "too much output");
    refused("error-at-init", "60", r"the engine reported an error: no\u{1b}[31m\u{7} such");
    std::thread::scope(|scope| {
        for fault in ["early-silence", "early-garbage", "blind", "no-ready", "no-pong", "wrong-pong"] {
            scope.spawn(move || refused(fault, "1", "no answer in"));
        }
    });
}

/// A command that starts our engine between filters.
fn between(kind: &str, rest: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/between.sh");
    format!("sh {} {kind} {OURS} {rest}", script.display())
}

#[test]
fn answers_that_nobody_asked_for_are_not_taken_for_later_ones() {
    let games = |engine: &str| {
        let words =
            "match self:depth=1 --variant draughts-6 --games 2 --depth 1 --seed 1 --json --patience 60";
        let Run { output, code, .. } =
            run(&[&words.split_whitespace().collect::<Vec<_>>()[..], &[engine]].concat(), "");
        assert_eq!(code, Some(0), "{engine}");
        let lines = output.lines().take(2).map(|line| serde_json::from_str(line).expect("JSON"));
        let lines: Vec<Value> = lines.collect();
        let told = |line: &Value| (line["result"].clone(), line["plies"].clone(), line["reason"].clone());
        lines
            .iter()
            .inspect(|line| assert_eq!(line["fault"], Value::Null, "{line}"))
            .map(told)
            .collect::<Vec<_>>()
    };
    let clean = games(&format!("{OURS} hub"));
    let kinds = [
        "twice",
        "many",
        "info-after",
        "ready-twice",
        "pong-twice",
        "wait-twice",
        "nonsense",
        "carriage",
        "early-done",
        "early-level",
        "at-new-game",
        "ignores-quit",
    ];
    for kind in kinds {
        assert_eq!(games(&between(kind, "")), clean, "{kind}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_engine_leaves_no_process_behind() {
    let mark = fresh("left-behind");
    let engine = between("child", &mark.display().to_string());
    let words = ["match", "self", &engine, "--variant", "draughts-6", "--ply", "1", "--games", "2"];
    let Run { code, .. } = run(&words, "");
    assert_eq!(code, Some(0));
    let child = fs::read_to_string(&mark).expect("the number of a process");
    let command = Path::new("/proc").join(child.trim()).join("cmdline");
    // It may be a zombie for a while, and then it has no command.
    while fs::read(&command).is_ok_and(|words| !words.is_empty()) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

#[test]
fn an_engine_that_played_an_illegal_move_is_started_again() {
    let mark = fresh("illegal-once");
    let engine = faulty(&format!("illegal {} {OURS}", mark.display()));
    let lines = played(["self", &engine], "--games 2");
    assert_eq!(lines[0]["reason"], "illegal-move");
    assert_eq!(lines[1]["fault"], Value::Null, "{:?}", lines[1]);
}

#[test]
fn an_engine_that_floods_its_output_loses() {
    check("flood", "flood", "too much output", "60");
    check("endless", "flood", "too much output", "60");
    check("empty-lines", "flood", "too much output", "60");
    check("binary", "flood", "too much output", "60");
}

#[test]
fn an_engine_that_fails_once_plays_the_next_game() {
    for fault in ["crash", "hang", "flood"] {
        let mark = fresh(&format!("failed-once-{fault}"));
        let engine = faulty(&format!("{fault} {} {OURS}", mark.display()));
        let lines = played(["self", &engine], "--games 2 --patience 3");
        assert_eq!(lines[0]["result"], "2-0");
        assert_ne!(lines[0]["reason"], "no-move");
        assert_eq!(lines[1]["fault"], Value::Null, "{:?}", lines[1]);
    }
}

/// A path where nothing is.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It may never have been there.
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn two_programs_play_whole_games() {
    let engine = format!("{OURS} hub");
    let lines = played([&engine, "self:depth=1"], "--games 4");
    for line in &lines[..4] {
        assert_eq!(line["fault"], Value::Null, "{line}");
        assert!(line["plies"].as_u64().expect("a number") > 8, "{line}");
    }
}

#[test]
fn a_clock_that_runs_out_loses_the_game() {
    let rest = ["match", "self:depth=1", &faulty("hang"), "--variant", "draughts-6", "--games", "1"];
    let clock = ["--clock", "0.2", "--tolerance", "0.1", "--patience", "0.2", "--seed", "1", "--json"];
    let Run { output, .. } = run(&[&rest[..], &clock[..]].concat(), "");
    let line: Value = serde_json::from_str(output.lines().next().expect("a game")).expect("JSON");
    assert_eq!((&line["result"], &line["reason"]), (&"2-0".into(), &"hang".into()));
}

#[test]
fn an_engine_that_cannot_be_started_is_named() {
    refuse(&["match", "self", "/no/such/engine hub"], "cannot start /no/such/engine");
    refuse(&["match", "self", "false"], "false: the program ended");
    refuse(&["match", "self", "dxp:localhost:27531"], "DXP has only whole minutes for a game");
    for clock in ["90", "60+1"] {
        let words = ["match", "self", "dxp:localhost:27531", "--clock", clock];
        refuse(&words, "DXP has only whole minutes for a game");
    }
    let words = ["match", "self", "dxp:localhost:1,minutes=0", "--patience", "0.1"];
    refuse(&words, "cannot connect to localhost");
    refuse(&[&words[..], &["--concurrency", "2"]].concat(), "--concurrency: ");
    refuse(&["match", "self", "'open"], "a quote is not closed");
}

#[test]
fn each_engine_of_a_round_robin_plays_every_other() {
    let file = fresh("round-robin.toml");
    let engines = format!(
        "[[engine]]\nname = \"deep\"\ncommand = \"self:depth=4\"\n[[engine]]\nname = \"lots\"\ncommand = \
         \"self:depth=0\"\n[[engine]]\nname = \"hub\"\ncommand = \"{OURS} hub\"\nparams = {{ hash = 2 }}\n"
    );
    fs::write(&file, engines).expect("it can be written");
    let path = file.display().to_string();
    let words = "match --variant draughts-6 --depth 2 --games 4 --seed 1 --json --round-robin";
    let words: Vec<_> = words.split_whitespace().chain([path.as_str()]).collect();
    let Run { output, errors, code, .. } = run(&words, "");
    assert_eq!((errors.as_str(), code), ("", Some(0)));
    let lines: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3 * 4 + 3);
    assert_eq!((&lines[12]["name"], &lines[12]["rank"]), (&"deep".into(), &1.into()));
    assert_eq!(lines[14]["name"], "lots");
    let points: f64 = lines[12..].iter().filter_map(|line| line["points"].as_f64()).sum();
    assert_eq!(points, 12.0);
}

#[test]
fn engines_are_checked_before_the_openings() {
    let file = fresh("unready.toml");
    let path = file.display().to_string();
    let text = "[[engine]]\nname = \"a\"\ncommand = \"self\"\n[[engine]]\nname = \"b\"\ncommand = \"/no/such/engine\"\n";
    fs::write(&file, text).expect("it can be written");
    let openings = "--openings=/no/such/openings";
    refuse(&["match", "self:dept=7", "self", openings], "'dept=7': unknown key");
    refuse(&["match", "self", "/no/such/engine hub", openings], "cannot start /no/such/engine");
    refuse(&["match", "--round-robin", &path, openings], "b: ");
    refuse(&["match", "self", "self", openings], "/no/such/openings");
}

#[test]
fn a_file_that_names_no_engines_is_refused() {
    let file = fresh("bad-round-robin.toml");
    let path = file.display().to_string();
    let texts = [
        ("", "missing field `engine`"),
        ("[[engine]]\nname = \"a\"\ncommand = \"self\"\n", "at least two engines"),
        (
            "[[engine]]\nname = \"a\"\ncommand = \"self\"\n[[engine]]\nname = \"a\"\ncommand = \"self\"\n",
            "'a'",
        ),
        ("[[engine]]\nname = \"a\"\ncomand = \"self\"\n", "unknown field"),
        ("[[engine", "line 1: "),
    ];
    for (text, reason) in texts {
        fs::write(&file, text).expect("it can be written");
        refuse(&["match", "--round-robin", &path], reason);
    }
    refuse(&["match", "--round-robin", "/no/such/file.toml"], "/no/such/file.toml");
}

#[test]
fn an_engine_that_complains_about_its_parameters_is_not_played() {
    let file = fresh("parameters.toml");
    let path = file.display().to_string();
    let text = format!(
        "[[engine]]\nname = \"a\"\ncommand = \"self\"\n[[engine]]\nname = \"b\"\n\
         command = \"{OURS} hub\"\nparams = {{ level = 33 }}\n"
    );
    fs::write(&file, text).expect("it can be written");
    let words = ["match", "--round-robin", &path, "--games", "2", "--ply", "1"];
    refuse(&words, "the engine reported an error: level: expected an integer from 0 to 20, not '33'");
}

/// The results and lengths of games on 100 squares, which are played alike whatever version of Hub the second
/// engine speaks.
fn results(second: &str, more: &str) -> Vec<(String, u64)> {
    let rest = "match --games 2 --plies 24 --seed 1 --json";
    let words: Vec<_> =
        rest.split_whitespace().chain(more.split_whitespace()).chain(["self", second]).collect();
    let Run { output, errors, code, .. } = run(&words, "");
    assert_eq!((errors.as_str(), code), ("", Some(0)), "{words:?}");
    let lines = output.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"));
    let games = lines.filter(|line| line["game"].is_u64());
    games
        .map(|game| {
            assert_eq!(game["fault"], Value::Null);
            (game["result"].to_string(), game["plies"].as_u64().expect("a number"))
        })
        .collect()
}

#[test]
fn an_engine_of_version_1_plays_as_one_of_version_2() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/version1.sh");
    let old = format!("hub1:sh {} {OURS}", script.display());
    let games = results(&old, "--depth 2 --params-b depth=1");
    assert_eq!(games.len(), 2);
    assert_eq!(games, results("self:depth=1", "--depth 2"));
    refuse(
        &["match", "self", &old, "--variant", "russian"],
        "version 1 of Hub knows only international draughts",
    );
    refuse(&["match", "self", &old, "--nodes", "100"], "version 1 of Hub has no limit of nodes");
    refuse(
        &["match", "self", &old, "--time", "1", "--nodes-b", "100"],
        "version 1 of Hub has no limit of nodes",
    );
}

#[test]
fn each_engine_of_a_match_may_have_its_own_nodes() {
    let ours = format!("{OURS} hub");
    let games = results(&ours, "--nodes-a 300 --nodes-b 50");
    assert_eq!(games, results("self:nodes=50", "--nodes 300"));
    refuse(&["match", "self", "self", "--nodes-a", "0"], "--nodes-a");
}

#[test]
fn parameters_of_a_match_are_those_of_programs() {
    let ours = format!("{OURS} hub");
    let complaint = "level: expected an integer from 0 to 20, not '33'";
    refuse(&["match", "self", &ours, "--ply", "1", "--params-b", "hash=2,level=33"], complaint);
    refuse(&["match", &ours, "self", "--ply", "1", "--params-a", "level=33"], complaint);
    refuse(&["match", "self", "self", "--params-b", "hash=2"], "the built-in engine has no parameters");
    refuse(&["match", "self", &ours, "--params-b", "hash"], "expected NAME=VALUE");
}

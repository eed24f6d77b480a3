//! The help of each command: the options that it knows, what it requires, and examples that work.

use std::path::Path;
use std::process::Command;

use crate::program::{Dialogue, refuse, run};

/// The common options, each with a value.
const COMMON: &[&str] = &[
    "--variant draughts-6",
    "--fen W:W13:B4",
    "--json",
    "--threads 2",
    "--seed 1",
    "--hash 1",
    "--tables tables",
    "--no-tables",
    "--force",
    "--log session.log",
];

/// The common options that each command knows. The examples of the commands run in this order, in one folder.
const KNOWN: &[(&str, &str)] = &[
    ("", "--variant --fen --threads --seed --hash --tables --no-tables --force"),
    ("perft", "--variant --fen --json --threads --hash --force"),
    ("moves", "--variant --fen --json"),
    ("analyse", "--variant --fen --json --threads --hash --tables --no-tables"),
    ("bench", "--variant --json --threads"),
    ("solve", "--variant --fen --json --threads --hash --tables --no-tables --force"),
    ("verify", "--json --tables --no-tables"),
    ("lab nim", "--json --force"),
    ("lab hex", "--json --seed --force"),
    ("lab tictactoe", "--json --force"),
    ("lab wintree", "--json --seed --force"),
    ("selfplay", "--variant --fen --json --threads --seed --hash --tables --no-tables --force"),
    ("match", "--variant --fen --json --threads --seed --hash --tables --no-tables --force"),
    ("ballots", "--variant --fen --json"),
    ("complexity upper-bound", "--json"),
    ("complexity reachable", "--variant --fen --json --threads --force"),
    ("complexity game-tree", "--variant --json --threads --seed --hash --tables --no-tables --force"),
    ("watch", "--variant --fen --threads --seed --hash --tables --no-tables --force"),
    ("play", "--variant --fen --threads --seed --hash --tables --no-tables --force"),
    ("board", "--variant --fen --tables --no-tables --force"),
    ("serve", "--threads --seed --hash --tables --no-tables --log"),
    ("hub", "--variant --threads --seed --hash --tables --no-tables --log"),
    ("uci", "--variant --threads --seed --hash --tables --no-tables --log"),
    ("dxp", "--variant --json --threads --seed --hash --tables --no-tables --log --force"),
    ("tune samples", "--variant --json --threads --seed --tables --no-tables --force"),
    ("tune fit", "--json --threads --seed --force"),
    ("tune report", "--json"),
    ("tune generations", "--variant --json --threads --seed --hash --tables --no-tables --force"),
    ("tune features", "--variant --json --threads --seed --force"),
    ("pdn check", "--variant --json --threads"),
    ("pdn stats", "--variant --json --threads"),
    ("pdn convert", "--variant --json --threads --force"),
    ("pdn split", "--json --force"),
    ("pdn analyse", "--variant --json --threads --hash --tables --no-tables --force"),
    ("tables build", "--variant --json --threads --tables"),
    ("tables info", "--variant --json --tables"),
    ("tables check", "--variant --json --threads --tables"),
    ("tables probe", "--variant --fen --json --tables"),
];

/// The long help of a command.
#[track_caller]
fn help(command: &str) -> String {
    let words: Vec<_> = command.split_whitespace().chain(["--help"]).collect();
    let run = run(&words, "");
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{command}");
    assert!(run.output.lines().all(|line| line.chars().count() <= 100), "{}", run.output);
    run.output
}

/// The options that a help describes.
fn options(help: &str) -> Vec<&str> {
    let described = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    described.filter_map(|line| line.split(", ").last()?.split(' ').next()).collect()
}

#[test]
fn the_help_of_a_command_has_the_common_options_that_it_knows() {
    // The help of the program lists the options of all commands.
    for (command, known) in KNOWN.iter().filter(|(command, _)| !command.is_empty()) {
        let help = help(command);
        for option in COMMON.iter().filter_map(|option| option.split(' ').next()) {
            let is_known = known.split(' ').any(|known| known == option);
            assert_eq!(options(&help).contains(&option), is_known, "{command}: {option} in {help}");
        }
    }
}

#[test]
fn a_command_refuses_a_position_json_and_no_tables_if_it_does_not_know_them() {
    for (command, known) in KNOWN {
        // What the command requires.
        let required = match *command {
            "perft" => "1",
            "verify" | "tune report" | "pdn check" | "pdn stats" | "pdn split" | "pdn analyse" => "file",
            "pdn convert" => "file --to fen",
            "lab nim" => "3",
            "lab hex" => "2 2",
            "selfplay" => "--games 1 --ply 0",
            "match" => "self self",
            "complexity game-tree" => "--games 1",
            "complexity reachable" => "--variant draughts-6 --fen W:W4:B15",
            "tune samples" => "--games 1 --out file",
            "tune fit" => "file --out file",
            "tune generations" => "folder",
            "tables build" => "--pieces 2",
            _ => "",
        };
        for option in COMMON {
            let (name, _) = option.split_once(' ').unwrap_or((option, ""));
            let is_ignored = match name {
                "--fen" | "--json" => false,
                "--no-tables" => !command.starts_with("tables"),
                _ => true,
            };
            if !is_ignored && !known.split(' ').any(|known| known == name) {
                let reason = format!("{name}: {}", format!("remise {command}").trim_end());
                for words in
                    [format!("{command} {required} {option}"), format!("{option} {command} {required}")]
                {
                    refuse(&words.split_whitespace().collect::<Vec<_>>(), &reason);
                }
            }
        }
    }
}

#[test]
fn scripts_may_give_the_other_common_options_to_every_command() {
    let common = ["--variant", "draughts-6", "--threads", "2", "--seed", "1", "--hash", "1"];
    for command in [
        "moves --no-tables",
        "perft 2 --no-tables",
        "ballots --plies 1",
        "lab nim 3",
        "complexity upper-bound",
    ] {
        let words: Vec<_> = command.split_whitespace().chain(common).collect();
        let run = run(&words, "");
        assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{command}");
    }
}

#[test]
fn what_is_required_and_what_is_the_default_is_said() {
    let check = |command: &str, texts: &[&str]| {
        let words = help(command).split_whitespace().collect::<Vec<_>>().join(" ");
        for text in texts {
            assert!(words.contains(text), "{command} does not say {text}: {words}");
        }
    };
    check("tables build", &["Maximum number of pieces [required]", "[default: dtw]"]);
    check("perft", &["at least 1 [required, except with --merge]", "hash table in MiB [default: no table]"]);
    check(
        "selfplay",
        &["Number of games [required, except with --merge]", "[default: 2]", "[default: none]"],
    );
    check("match", &["[required, except with --round-robin]", "hash table in MiB [default: 16]"]);
    check("verify", &["zstd or not [required]"]);
    check("solve", &["[default: half of the free memory]"]);
    check("analyse", &["Seconds [default: 5,", "[default: 64]", "[default: the user's cache folder]"]);
    check("watch", &["Number of random plies at the start [default: 2, or 0 with --fen]"]);
    check("tune fit", &["[required]", "[default: 8]"]);
}

/// The examples of a help.
fn examples(help: &str) -> Vec<String> {
    let (_, examples) = help.split_once("Examples:\n").expect("there are examples");
    let mut lines: Vec<String> = Vec::new();
    for line in examples.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("  remise ") {
            Some(words) => lines.push(words.to_owned()),
            // The rest of a long line.
            None => lines.last_mut().expect("a command").extend([" ", line.trim()]),
        }
    }
    lines
}

#[test]
fn each_help_has_two_examples_that_work() {
    let folder = tempfile::tempdir().expect("a folder");
    for (command, _) in KNOWN {
        let examples = examples(&help(command));
        assert_eq!(examples.len(), 2, "{command}: {examples:?}");
        // One listens for the other one.
        let listener = (*command == "dxp").then(|| {
            let words = shlex::split(&examples[0]).expect("quotes are closed");
            let words: Vec<_> = words.iter().map(String::as_str).collect();
            let listener = Dialogue::start(&words);
            assert!(listener.line().starts_with("listening at "), "{words:?}");
            (listener, examples[0].clone())
        });
        for example in examples {
            assert!(example.starts_with(command), "{command}: {example}");
            if *command == "serve" {
                let words = shlex::split(&example).expect("quotes are closed");
                let words: Vec<_> = words.iter().map(String::as_str).collect();
                assert!(Dialogue::start(&words).line().starts_with("http://127.0.0.1:"), "{words:?}");
            } else if listener.as_ref().is_none_or(|(_, first)| *first != example) {
                run_in(folder.path(), &example);
            }
        }
        if let Some((listener, _)) = listener {
            listener.end();
        }
    }
}

/// Runs the program without input.
#[track_caller]
fn run_in(folder: &Path, example: &str) {
    let program = Path::new(env!("CARGO_BIN_EXE_remise"));
    let here = program.parent().expect("the program is in a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([here.to_owned()].into_iter().chain(std::env::split_paths(&path)));
    let output = Command::new(program)
        .args(shlex::split(example).expect("quotes are closed"))
        .current_dir(folder)
        .env("PATH", path.expect("a path"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{example}: {output:?}");
}

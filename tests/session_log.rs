//! The log of a session: what operators read when an interface swallows standard error.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::program::{cache_home, is_like, refuse};

const HUB: &str = "hub\nset-param name=hash value=8\ninit\nlevel depth=3\ngo think\n";
const UCI: &str = "uci\nsetoption name Hash value 8\nisready\ngo depth 3\n";

/// What a session logs on standard error.
fn errors(words: &[&str], level: &str, input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_remise"));
    command.args(words).args(["--variant", "draughts-6"]).env("XDG_CACHE_HOME", cache_home());
    match level {
        "" => command.env_remove("RUST_LOG"),
        _ => command.env("RUST_LOG", level),
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    std::io::Write::write_all(&mut child.stdin.take().expect("an input"), input.as_bytes())
        .expect("it listens");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// The lines of a log without time and source, each of which has both.
#[track_caller]
fn lines<'a>(log: &'a str, level: &str) -> Vec<&'a str> {
    let of_level = log.lines().filter_map(|line| {
        assert!(is_like(line, "[20*-*-*T*:*:*.*Z * remise*] *"), "{line}");
        let (head, text) = line.split_once("] ").expect("a head");
        head.contains(&format!(" {level} ")).then_some(text)
    });
    of_level.collect()
}

/// The log tells the version and the settings, what tables there are, each search and its result.
#[track_caller]
fn check(log: &str) {
    let version = env!("CARGO_PKG_VERSION");
    let expected = [
        format!(
            "Remise {version}: variant draughts-6, hash 64 MiB, threads 1, level 20, never lose false, tables /*"
        ),
        format!(
            "Remise {version}: variant draughts-6, hash 8 MiB, threads 1, level 20, never lose false, tables /*"
        ),
        "endgame tables of draughts-6: all up to 4 pieces, * files in /*".to_owned(),
        "search to think, depth 3".to_owned(),
        "*-*: score *.*, depth 3, * nodes, * s".to_owned(),
    ];
    let mut found = lines(log, "INFO");
    // The engine reports its tables in its own thread.
    found.sort_by_key(|line| expected.iter().position(|expected| is_like(line, expected)));
    assert_eq!(found.len(), expected.len(), "{log}");
    assert!(found.iter().zip(&expected).all(|(line, expected)| is_like(line, expected)), "{log}");
}

#[test]
fn operators_read_versions_settings_tables_searches_and_results() {
    for (protocol, input) in [("hub", HUB), ("uci", UCI)] {
        check(&errors(&[protocol], "info", input));
        assert_eq!(errors(&[protocol], "", input), "");
    }
}

#[test]
fn developers_read_the_lines_of_the_protocol() {
    let log = errors(&["hub"], "remise=debug", HUB);
    let said = lines(&log, "DEBUG");
    for line in ["> hub", "> go think", "< wait", "< ready"] {
        assert!(said.contains(&line), "{line}: {log}");
    }
    assert!(said.iter().any(|line| is_like(line, "< done move=*")), "{log}");
}

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn the_log_can_be_a_file_that_grows() {
    let path = file("session.log");
    let name = path.to_str().expect("a name");
    let words = ["hub", "--log", name];
    // An argument after `hub` would be a parameter of the protocol.
    let words = [words[1], words[2], words[0]];
    assert_eq!(errors(&words, "", HUB), "");
    let log = fs::read_to_string(&path).expect("the log");
    check(&log);
    assert_eq!(errors(&words, "warn", HUB), "");
    assert_eq!(fs::read_to_string(&path).expect("the log"), log, "RUST_LOG chooses the level");
    assert_eq!(errors(&words, "", HUB), "");
    assert!(fs::read_to_string(&path).expect("the log").starts_with(&log), "it is appended");
    refuse(&["moves", "--log", "/nowhere/at/all.log"], "--log '/nowhere/at/all.log': No such file");
}

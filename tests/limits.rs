//! Input without end, more work than can be listed, and a system that refuses threads and memory.

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

/// A command with at most this number of KiB of address space.
fn limited(kib: usize, words: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {kib} && exec \"$0\" \"$@\""));
    command.arg(env!("CARGO_BIN_EXE_remise")).args(words.split_whitespace());
    // The allocator reserves much address space for each thread.
    command.env("MALLOC_ARENA_MAX", "1").stdin(Stdio::null());
    command
}

/// Runs a command that ends with this code and one line on standard error that contains a text.
#[track_caller]
fn refuse(kib: usize, words: &str, reason: &str) {
    let Output { status, stderr, .. } = limited(kib, words).output().expect("the program runs");
    let error = String::from_utf8_lossy(&stderr);
    assert_eq!(status.code(), Some(2), "{words}: {error}");
    assert!(error.lines().count() == 1 && error.contains(reason), "{words}: {error}");
}

const GIBIBYTE: usize = 1 << 20;

#[test]
fn a_file_without_end_is_refused_in_words() {
    let limit = "MiB, which is the limit";
    refuse(GIBIBYTE, "selfplay --games 1 --ply 1 --openings /dev/zero", limit);
    refuse(GIBIBYTE, "match --round-robin /dev/zero", limit);
    refuse(GIBIBYTE, "lab hex 2 2 --search-weights --state /dev/zero", limit);
    refuse(GIBIBYTE, "lab wintree /dev/zero", limit);
    refuse(GIBIBYTE, "selfplay --merge /dev/zero", limit);
    refuse(GIBIBYTE, "perft 1 --shard 1/1 --out /dev/zero", limit);
    let output = limited(GIBIBYTE, "verify /dev/zero").output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.starts_with(b"rejected at line 1, "), "{output:?}");
}

#[test]
fn four_billion_games_are_not_listed() {
    let words = "selfplay --games 4294967295 --ply 1 --plies 2 --variant draughts-6 --json --no-tables";
    let mut child = limited(GIBIBYTE, words).stdout(Stdio::piped()).spawn().expect("the program runs");
    let line = BufReader::new(child.stdout.take().expect("a pipe")).lines().next();
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    assert!(line.expect("a game").expect("text").starts_with("{\"game\":1,"));
}

#[test]
fn a_thread_that_cannot_start_is_an_error() {
    let words = "selfplay --games 1000 --ply 1 --plies 2 --variant draughts-6 --threads 256 --hash 1";
    refuse(GIBIBYTE, words, "cannot start thread");
    refuse(60_000, "analyse --depth 1 --variant draughts-6 --no-tables", "cannot start a thread");
}

#[test]
fn a_proof_that_needs_more_memory_than_there_is_is_undecided() {
    let words = "solve --variant checkers-8 --pieces 0 --hash 100000 --goal win --json";
    let output = limited(60_000, words).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(output.stdout.starts_with(b"{"), "{output:?}");
}

//! Lines that make no sense.

use remise_protocol::{hub, uci};

use super::dice::Dice;

const LINES: usize = 50_000;

/// Parts of lines, and what could break them.
const PARTS: &[&str] = &[
    "pos",
    "level",
    "go",
    "set-param",
    "info",
    "param",
    "id",
    "done",
    "error",
    "position",
    "setoption",
    "fen",
    "startpos",
    "moves",
    "name",
    "value",
    "type",
    "int",
    "depth",
    "time",
    "score",
    "pv",
    "searchmoves",
    "wtime",
    "perft",
    "bench",
    "infinite",
    "=",
    "=",
    "=",
    "\"",
    "\"",
    "'",
    " ",
    " ",
    " ",
    "\t",
    "\0",
    "\r",
    "\n",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\u{a0}",
    "\u{301}",
    "é",
    "🙂",
    "-1",
    "1e308",
    "1e-999",
    "nan",
    "inf",
    ",",
    ".",
    "-",
    "99999999999999999999",
    "18446744073709551615",
    "32-28",
    "\u{fffd}",
    "\u{10ffff}",
];

#[test]
fn random_parts_do_no_harm() {
    let mut dice = Dice::new(3);
    for _ in 0..LINES {
        let line: String = (0..dice.below(20)).map(|_| dice.pick(PARTS)).collect();
        check(&line);
    }
}

#[test]
fn a_command_and_random_parts_do_no_harm() {
    let mut dice = Dice::new(4);
    for _ in 0..LINES {
        let line =
            (0..dice.below(20)).fold(dice.pick(PARTS).to_owned() + " ", |line, _| line + dice.pick(PARTS));
        check(&line);
    }
}

#[test]
fn random_bytes_do_no_harm() {
    let mut dice = Dice::new(5);
    for _ in 0..LINES {
        let bytes: Vec<u8> = (0..dice.below(40)).map(|_| dice.below(256) as u8).collect();
        check(&String::from_utf8_lossy(&bytes));
    }
}

/// The answer to any line is one line, and reading that line back gives the same answer.
#[track_caller]
fn check(line: &str) {
    match line.parse::<hub::Command>() {
        Ok(command) => {
            let written = one_line(&command.to_string());
            let again: hub::Command = written.parse().expect(&written);
            assert_eq!(again.to_string(), written, "{line:?}");
        }
        Err(error) => harmless(&error.to_string()),
    }
    let written = one_line(&hub::Message::parse(line).to_string());
    assert_eq!(hub::Message::parse(&written).to_string(), written, "{line:?}");
    if let Err(error) = line.parse::<uci::Command>() {
        harmless(&error.to_string());
    }
}

#[track_caller]
fn one_line(text: &str) -> String {
    assert!(!text.contains(|character: char| character.is_control()), "{text:?}");
    text.to_owned()
}

#[track_caller]
fn harmless(error: &str) {
    one_line(error);
    assert!(!error.contains('"') && error.chars().count() < 80, "{error:?}");
}

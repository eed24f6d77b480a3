//! `remise lab` as scripts see it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn run(words: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_remise"));
    command.arg("lab").args(words.split_whitespace());
    command.output().expect("the program runs")
}

/// The lines that it writes with `--json`, and how it ends.
#[track_caller]
fn check(words: &str, exit: i32, expected: &[Value]) {
    let output = run(&format!("{words} --json"));
    let text = String::from_utf8(output.stdout).expect("JSON is text");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines, expected, "{words}");
    assert_eq!(output.status.code(), Some(exit), "{words}");
    assert!(output.stderr.is_empty(), "{words}");
}

/// The one line that says what was wrong.
#[track_caller]
fn check_error(words: &str, expected: &str) {
    let output = run(words);
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("remise: {expected}\n"), "{words}");
    assert_eq!(output.status.code(), Some(2), "{words}");
}

/// A file of this test, not there yet.
fn new_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn nim_is_a_line_a_position() {
    let line = |position: &str, value: &str, remoteness: u32| json!({"position": position, "value": value, "remoteness": remoteness});
    check(
        "nim 3",
        0,
        &[line("3", "loss", 2), line("2", "win", 1), line("1", "win", 1), line("0", "loss", 0)],
    );
    let output = run("nim --json");
    let text = String::from_utf8(output.stdout).expect("JSON is text");
    assert_eq!(text.lines().count(), 11);
    assert_eq!(text.lines().next(), Some(r#"{"position":"10","value":"win","remoteness":7}"#));
}

#[test]
fn tic_tac_toe_is_one_line() {
    check("tictactoe", 0, &[json!({"value": "tie", "remoteness": 9, "positions": 5478})]);
}

#[test]
fn hex_is_solved_or_checked() {
    let solved = json!({"rows": 3, "cols": 3, "value": "win", "remoteness": 5, "positions": 5514});
    check("hex 3 3", 0, &[solved]);
    let holds = json!({"rows": 3, "cols": 6, "strategy": "potential", "chains": 124, "potential": 0.945_312_5,
        "holds": true, "positions": 9094, "losing_line": null});
    check("hex 3 6 --check", 0, std::slice::from_ref(&holds));
    check("hex 3 6 --strategy potential", 0, &[holds]);
    let loses = json!({"rows": 2, "cols": 2, "strategy": "potential", "chains": 3, "potential": 0.75,
        "holds": false, "positions": null, "losing_line": [1, 2, 0]});
    check("hex 2 2 --check", 1, &[loses]);
    let pairing = json!({"rows": 4, "cols": 5, "strategy": "pairing", "chains": null, "potential": null,
        "holds": true, "positions": 59049, "losing_line": null});
    check("hex 4 5 --check --strategy pairing", 0, &[pairing]);
}

#[test]
fn people_see_the_losing_line() {
    let output = run("hex 2 2 --check");
    let expected = "2×2, 3 minimal chains, potential 0.75
Down loses, Across has the odd numbers: b1 a2 a1
   3   1
     2   .
";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn weights_are_searched_for_and_the_search_goes_on() {
    let state = new_file("climb.json");
    let words = format!("hex 2 2 --search-weights --steps 5 --seed 1 --json --state {}", state.display());
    for steps in [5, 10] {
        let output = run(&words);
        let text = String::from_utf8(output.stdout).expect("JSON is text");
        let line: Value = serde_json::from_str(text.lines().next().expect("a line")).expect("JSON");
        let said = [&line["steps"], &line["found"], &line["seed"], &line["denominator"]];
        assert_eq!(said, [&json!(steps), &json!(false), &json!(1), &json!(64)]);
        assert_eq!(output.status.code(), Some(3));
    }
    let other = words.replace("--seed 1", "--seed 2");
    let refused = "it does not belong to a search on this board with this seed";
    check_error(&other, &format!("{}: {refused}", state.display()));
}

#[test]
fn weights_that_were_found_can_be_checked() {
    let output = run("hex 3 4 --search-weights --json");
    assert_eq!(output.status.code(), Some(0), "one half a cell holds at once");
    let output = run("hex 2 2 --weights 20,30,30,20");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn pictures_are_written() {
    for (number, words) in ["nim", "tictactoe", "hex 2 2", "hex 3 3", "hex 3 3 --check"].iter().enumerate() {
        let file = new_file(&format!("picture-{number}.svg"));
        run(&format!("{words} --svg {}", file.display()));
        let text = fs::read_to_string(&file).expect("a picture");
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{words}");
    }
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let too_large = "4×5 is too large to be solved, which goes up to 16 cells; --check takes a larger one";
    check_error("hex 4 5", too_large);
    check_error("hex 9 9", "a Hex board has 1 to 32 cells, not 9×9");
    check_error("hex 3 3 --strategy pairing", "the pairing strategy needs a board of n×(n+1) cells, not 3×3");
    check_error("hex 2 2 --weights 1,2", "--weights takes 4 numbers from 1 to 63, one a cell");
    let output = run("hex 2 2 --svg /nowhere/at/all.svg");
    assert!(
        String::from_utf8_lossy(&output.stderr).starts_with("remise: cannot write /nowhere/at/all.svg: ")
    );
    assert_eq!(output.status.code(), Some(2));
}

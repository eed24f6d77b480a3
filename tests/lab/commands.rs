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
Down loses; Across has the odd numbers: b1 a2 a1
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
    let refused = "it belongs to a search on another board or with another seed";
    check_error(&other, &format!("--state '{}': {refused}; --force begins anew", state.display()));
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
    let commands = [
        ("nim", 0),
        ("tictactoe", 0),
        ("hex 2 2", 0),
        ("hex 3 3", 0),
        ("hex 3 3 --check", 1),
        ("hex 3 4 --strategy pairing", 0),
        ("wintree --seed 1", 0),
    ];
    for (number, (words, exit)) in commands.into_iter().enumerate() {
        let file = new_file(&format!("picture-{number}.svg"));
        let output = run(&format!("{words} --svg {}", file.display()));
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(exit), &b""[..]), "{words}");
        let text = fs::read_to_string(&file).expect("a picture");
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{words}");
    }
}

/// The counterexample to the printed ordering.
const COUNTEREXAMPLE: &str = "# vertex 3 turns black while vertex 1 is searched
0 first -> 1 3
1 second -> 2 0
2 first -> 3
3 second = first
";

fn wintree_file(name: &str, text: &str) -> String {
    let file = new_file(name);
    fs::write(&file, text).expect("the folder for tests exists");
    file.display().to_string()
}

#[test]
fn wintree_shows_where_the_printed_ordering_is_wrong() {
    let file = wintree_file("counterexample.txt", COUNTEREXAMPLE);
    let output = run(&format!("wintree {file} --printed"));
    let expected = "Wins of first from vertex 0: NIL, 4 visits, printed ordering
vertex  player  mark        value       moves
     0  first   NIL         win in 1    1 3
     1  second  NIL         loss in 2   2 0
     2  first   TRUE in 1   win in 1    3
     3  second  TRUE in 0   loss in 0
NIL paths from the root: 0 1
Draw strategy of second: 1→0
Wrong mark: vertex 0 is NIL, but its value is win in 1
Wrong mark: vertex 1 is NIL, but its value is loss in 2
";
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(1));
    let output = run(&format!("wintree {file}"));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.starts_with("Wins of first from vertex 0: TRUE in 1, 4 visits, repaired ordering\n"),
        "{text}"
    );
    assert!(text.ends_with("Winning line: 0 3\nAll marks agree with retrograde analysis\n"), "{text}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn wintree_is_one_json_object() {
    let file = wintree_file("one.txt", "0 second -> 1 0\n1 first = second\n");
    let vertex = |vertex: u32, player: &str, moves: &[u32], value: &str, remoteness: u32| {
        json!({"vertex": vertex,
        "player": player, "moves": moves, "mark": "false", "distance": null, "value": value, "remoteness": remoteness})
    };
    let expected = json!({"ordering": "repaired", "player": "first", "root": 0, "mark": "false", "distance": null,
        "visits": 2, "vertices": [vertex(0, "second", &[1, 0], "win", 1), vertex(1, "first", &[], "loss", 0)],
        "winning_line": [], "nil_paths": [], "draw_strategy": [{"vertex": 0, "move": 1}], "wrong_marks": []});
    check(&format!("wintree {file}"), 0, &[expected]);
}

#[test]
fn wintree_on_a_random_graph_depends_on_the_seed_alone() {
    let words = "wintree --seed 7 --vertices 12 --moves 3 --json";
    let [first, second] =
        [run(words), run(words)].map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    assert_eq!(first, second);
    let line: Value = serde_json::from_str(&first).expect("JSON");
    assert_eq!((&line["seed"], line["vertices"].as_array().map(Vec::len)), (&json!(7), Some(12)));
}

#[test]
fn wintree_names_what_is_wrong_with_a_graph() {
    let file = wintree_file("wrong.txt", "0 first -> 1\n");
    check_error(
        &format!("wintree {file}"),
        &format!("{file}: a move leads from vertex 0 to vertex 1, which does not exist"),
    );
    let file = wintree_file("right.txt", "0 first = none\n");
    check_error(&format!("wintree {file} --root 1"), "--root: the graph has no vertex 1");
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let too_large = "4×5 is too large to solve: the limit is 16 cells; --check accepts larger boards";
    check_error("hex 4 5", too_large);
    check_error("hex 9 9", "a Hex board has 1 to 32 cells, not 9×9");
    check_error("hex 3 3 --strategy pairing", "the pairing strategy needs a board of n×(n+1) cells, not 3×3");
    check_error("hex 2 2 --weights 1,2", "--weights needs 4 numbers from 1 to 63, one for each cell");
    check_error(
        "hex 2 2 --svg /nowhere/at/all.svg",
        "--svg '/nowhere/at/all.svg': there is no folder '/nowhere/at'",
    );
}

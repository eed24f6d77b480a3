//! The commands, as people and scripts run them.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::program::{is_like, run};

/// What a command prints when all goes well.
#[track_caller]
fn output(words: &[&str], input: &str) -> String {
    let run = run(words, input);
    assert_eq!((run.code, run.errors.as_str()), (Some(0), ""), "{words:?} {run:?}");
    run.output
}

/// The command prints lines like these, where `*` stands for any text.
#[track_caller]
fn check(words: &str, expected: &[&str]) {
    let words: Vec<_> = words.split_whitespace().collect();
    let printed = output(&words, "");
    let lines: Vec<_> = printed.lines().collect();
    let are_like = lines.iter().zip(expected).all(|(line, pattern)| is_like(line, pattern));
    assert!(are_like && lines.len() == expected.len(), "{words:?}\n{printed}\nis not\n{expected:#?}");
}

/// The command is refused: nothing is printed but one line, which has all of these texts.
#[track_caller]
fn check_refused(words: &[&str], texts: &[&str]) {
    let run = run(words, "");
    assert_eq!((run.code, run.output.as_str()), (Some(2), ""), "{words:?}");
    assert!(run.errors.starts_with("remise: ") && run.errors.ends_with('\n'), "{words:?} {run:?}");
    assert_eq!(run.errors.lines().count(), 1, "{words:?} {run:?}");
    assert!(!run.errors.trim_end().contains(char::is_control), "{words:?} {run:?}");
    for text in texts {
        assert!(run.errors.contains(text), "{words:?} has no {text}: {}", run.errors);
    }
}

/// The JSON objects that a command prints, one a line.
#[track_caller]
fn objects(words: &str) -> Vec<Value> {
    let words: Vec<_> = words.split_whitespace().chain(["--json"]).collect();
    let printed = output(&words, "");
    printed.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

/// The nodes of each depth.
#[track_caller]
fn counts(words: &str) -> Vec<u64> {
    let depths = objects(words).into_iter().filter(|line| line.get("depth").is_some());
    depths.map(|line| line["nodes"].as_u64().expect("a number")).collect()
}

#[test]
fn perft_prints_a_line_a_depth() {
    check(
        "perft 4",
        &[
            "depth   1                        9 leaves * s * */s",
            "depth   2                       81 leaves * s * */s",
            "depth   3                      658 leaves * s * */s",
            "depth   4                     4265 leaves * s * */s",
        ],
    );
}

#[test]
fn perft_prints_an_object_a_depth() {
    for (index, line) in objects("perft 3").iter().enumerate() {
        assert_eq!((&line["depth"], &line["nodes"]), (&json!(index + 1), &json!([9, 81, 658][index])));
        assert!(line["seconds"].is_f64() && line["nps"].is_f64(), "{line}");
        assert_eq!(line.as_object().map(serde_json::Map::len), Some(4), "{line}");
    }
}

#[test]
fn all_ways_of_counting_count_the_same() {
    let expected = [14, 55, 1168, 5432, 87195];
    let fen = "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46";
    for flags in [
        "",
        "--rulebook",
        "--make-leaves",
        "--threads 2",
        "--hash 1",
        "--threads 2 --hash 2 --make-leaves",
        "--divide",
        "--divide --rulebook",
        "--variant international --seed 1",
    ] {
        assert_eq!(counts(&format!("perft 5 {flags} --fen {fen}")), expected, "{flags}");
    }
}

#[test]
fn divide_shares_the_last_depth_among_the_moves() {
    let lines = objects("perft 3 --variant draughts-6 --divide");
    let moves = ["13-10", "14-11", "15-12", "13-11", "14-12"];
    let nodes = [24, 18, 23, 18, 23];
    assert_eq!(lines.len(), 2 + moves.len() + 1);
    for (index, line) in lines[2..7].iter().enumerate() {
        assert_eq!(line, &json!({"move": moves[index], "nodes": nodes[index]}));
    }
    assert_eq!(lines[7]["nodes"], json!(nodes.iter().sum::<i32>()));
    check(
        "perft 1 --variant russian --divide --fen W:Wa3:Bb4",
        &["        a3:c5                    1", "depth   1                        1 leaves *"],
    );
}

#[test]
fn every_game_is_known_by_all_its_names() {
    let by_size = |size| match size {
        6 => [5, 25, 106],
        8 => [7, 49, 302],
        10 => [9, 81, 658],
        12 => [11, 121, 1222],
        _ => [13, 169, 2042],
    };
    for size in [6, 8, 10, 12, 14] {
        for kind in ["draughts", "checkers"] {
            assert_eq!(counts(&format!("perft 3 --variant {kind}-{size}")), by_size(size), "{kind}-{size}");
        }
    }
    for (name, size) in [
        ("brazilian", 8),
        ("russian", 8),
        ("english", 8),
        ("international", 10),
        ("normal", 10),
        ("standard", 10),
        ("canadian", 12),
        ("Brazilian", 8),
        ("DRAUGHTS-12", 12),
        ("damas", 8),
        ("64", 8),
        ("American", 8),
        ("checkers", 8),
        ("shashki", 8),
        ("draughts", 10),
        ("100", 10),
        ("144", 12),
    ] {
        assert_eq!(counts(&format!("perft 3 --variant={name}")), by_size(size), "{name}");
    }
}

#[test]
fn a_mistyped_name_is_answered_with_the_nearest() {
    check_refused(&["analize"], &["'analize'", "did you mean 'analyse'?"]);
    check_refused(&["tables", "bild"], &["'bild'", "did you mean 'build'?"]);
    check_refused(&["analyse", "--dpeth", "3"], &["'--dpeth'", "did you mean '--depth'?"]);
    check_refused(&["tables", "build", "--pieces", "3", "--kind", "dtm"], &["did you mean 'dtw'?"]);
    let variant = |name: &str, texts: &[&str]| check_refused(&["moves", "--variant", name], texts);
    variant("brasilian", &["'brasilian'", "did you mean brazilian?"]);
    variant("Ameriacn", &["did you mean american?", "--help lists the variants"]);
    let far = run(&["moves", "--variant", "chess"], "").errors;
    assert!(far.contains("--help lists the variants") && !far.contains("did you mean"), "{far}");
    let far = run(&["frobnicate"], "").errors;
    assert!(far.contains("'frobnicate'") && !far.contains("did you mean"), "{far}");
}

#[test]
fn a_count_that_does_not_fit_is_an_error() {
    let words = "perft 60 --json --variant draughts-6 --fen W:WK1:BK18 --hash 16";
    let run = run(&words.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(run.code, Some(2));
    assert_eq!(run.errors, "remise: at depth 29 the number of leaves exceeds 64 bits\n");
    let last = run.output.lines().last().expect("the depths before");
    assert!(last.starts_with(r#"{"depth":28,"nodes":12715336480254948911,"#), "{last}");
}

#[test]
fn no_leaves_are_counted_when_the_game_is_over() {
    assert_eq!(counts("perft 3 --fen W:W:B1"), [0, 0, 0]);
    assert_eq!(counts("perft 3 --divide --fen B:W50:B"), [0, 0, 0]);
}

fn entry(mv: &str, from: u32, to: u32, captured: &[u32], promotes: bool) -> Value {
    json!({"move": mv, "from": from, "to": to, "captured": captured, "promotes": promotes})
}

#[test]
fn moves_are_numbers_in_json_and_as_people_write_them() {
    let listing = |words: &str, fen: &str, turn: &str, moves: &[Value]| {
        let expected = json!({"fen": fen, "turn": turn, "moves": moves, "result": null});
        assert_eq!(objects(words), [expected], "{words}");
    };
    let twins =
        [entry("4x27x38x15", 4, 15, &[13, 20, 32], false), entry("4x31x42x15", 4, 15, &[13, 20, 37], false)];
    listing("moves --fen W:WK4:B13,20,32,37", "W:WK4:B13,20,32,37", "white", &twins);
    listing("moves --fen W:W6:B", "W:W6:B", "white", &[entry("6-1", 6, 1, &[], true)]);
    let black = [entry("10x17", 10, 17, &[14], false)];
    listing("moves --variant english --fen B:W14:B10", "B:W14:B10", "black", &black);
    let crown = [entry("b6:d8", 9, 2, &[6], true)];
    listing("moves --variant russian --fen W:Wb6:Bc7", "W:W9:B6", "white", &crown);
    let crown = [entry("b6xd8", 9, 2, &[6], true)];
    listing("moves --variant brazilian --fen W:Wb6:Bc7", "W:W9:B6", "white", &crown);
    let far = [entry("67-61", 67, 61, &[], false)];
    listing("moves --variant canadian --fen W:W67:B", "W:W67:B", "white", &far);
}

#[test]
fn the_start_is_listed_when_no_position_is_given() {
    let start = &objects("moves")[0];
    let fen = "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50\
               :B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20";
    assert_eq!((&start["fen"], &start["turn"]), (&json!(fen), &json!("white")));
    assert_eq!(start["moves"].as_array().map(Vec::len), Some(9));
    assert_eq!(objects("moves --fen W:W31-50:B1-20")[0], *start);
    assert_eq!(objects("moves --variant checkers-10")[0]["turn"], "black");
}

#[test]
fn a_game_that_is_over_has_a_result_and_no_moves() {
    let over = |fen: &str, turn: &str, winner: &str| {
        let expected = json!({"fen": fen, "turn": turn, "moves": [], "result": winner});
        assert_eq!(objects(&format!("moves --fen {fen}")), [expected]);
    };
    over("W:W:B1", "white", "black");
    over("B:W50:B", "black", "white");
    over("W:W26:B16,17,21", "white", "black");
}

#[test]
fn people_see_the_board_and_the_moves() {
    check(
        "moves --variant draughts-6 --fen W:W4,K18:B9,11",
        &[
            "    ┌──────────────────┐",
            "  1 │    ·     ·     · │ 3",
            "  4 │ w     ·     ·    │ 6",
            "  7 │    ·     ·     b │ 9",
            " 10 │ ·     b     ·    │ 12",
            " 13 │    ·     ·     · │ 15",
            " 16 │ ·     ·    (W)   │ 18",
            "    └──────────────────┘",
            "",
            "white is to move and has 1 move:",
            "  18x7  captures 11",
        ],
    );
    let printed = output(&["moves", "--fen", "W:W6,7:B"], "");
    assert!(printed.contains("has 3 moves:\n  7-1  promotes\n"), "{printed}");
    let printed = output(&["moves", "--fen", "W:WK4:B13,20,32,37"], "");
    assert!(printed.ends_with("  4x31x42x15  captures 13, 20, 37\n"), "{printed}");
    let printed = output(&["moves", "--variant", "russian", "--fen", "W:Wc3,e3:Bd4,f6"], "");
    assert!(printed.contains("  c3:g7  captures f6, d4\n"), "{printed}");
    let printed = output(&["moves", "--fen", "W:W:B1"], "");
    assert!(printed.ends_with("white is to move and has no move: black wins\n"), "{printed}");
}

#[test]
fn a_game_can_be_watched_to_its_end() {
    let words = ["watch", "--variant", "draughts-6", "--seed", "1", "--depth", "3"];
    let printed = output(&words, "");
    let lines: Vec<_> = printed.lines().collect();
    assert_eq!(lines[0], "draughts-6, seed 1");
    assert!(lines.iter().any(|line| is_like(line, "    1. * random")), "{printed}");
    assert!(lines.iter().any(|line| is_like(line, "    2. * depth 3*")), "{printed}");
    let last = lines[lines.len() - 1];
    assert!(is_like(last, "White wins: *") || is_like(last, "Black wins: *") || is_like(last, "Draw*"));
    assert!(!printed.contains("\n\n\n"), "{printed}");
    assert_eq!(output(&words, ""), printed, "the same seed shows the same game");
}

#[test]
fn watching_can_begin_and_end_where_one_likes() {
    let words = "watch --variant english --fen W:WK10,13,14:B5 --nodes 1000 --seed 5";
    let printed = without_boards(&output(&words.split(' ').collect::<Vec<_>>(), ""));
    let lines =
        ["checkers-8, seed 5", "  1... 13-9         wins in 1  depth *", "White wins: Black has no move."];
    assert!(is_like(&printed, &lines.join("\n")), "{printed}");
    let printed = output(&["watch", "--random-plies", "5", "--plies", "3", "--time", "0"], "");
    assert_eq!(printed.matches(" random\n").count(), 3, "{printed}");
    assert!(printed.ends_with(" random\nThe game is not over.\n"), "{printed}");
}

fn without_boards(printed: &str) -> String {
    let is_board = |line: &&str| line.contains(['│', '┌', '└']) || line.is_empty();
    printed.lines().filter(|line| !is_board(line)).collect::<Vec<_>>().join("\n")
}

/// What the console says to these lines, without the boards.
#[track_caller]
fn console(words: &[&str], lines: &[&str]) -> String {
    let printed = output(words, &lines.join("\n"));
    assert!(!printed.contains("\n\n\n"), "{printed}");
    without_boards(&printed)
}

#[track_caller]
fn check_console(words: &[&str], lines: &[&str], expected: &[&str]) {
    let said = console(words, lines);
    assert!(is_like(&said, &expected.join("\n")), "{said}\nis not\n{expected:#?}");
}

#[test]
fn the_console_says_why_a_move_is_refused() {
    check_console(
        &["play", "--depth", "1"],
        &["32-27x", "99-98", "20-24", "31-22", "36-31", "28-23", "frog", "5", "1-", "", "quit", "moves"],
        &[
            "You play white. Type a move, such as 31-26, or help.",
            "'32-27x': expected a move, such as 32-28 or c3-d4; help lists the commands",
            "'99-98': there is no square 99 on the 10×10 board",
            "'20-24': the piece on 20 is black, but white is to move",
            "'31-22': the piece on 31 cannot go to 22",
            "'36-31': 31 is occupied",
            "'28-23': no piece stands on 28",
            "'frog': expected a move, such as 32-28 or c3-d4; help lists the commands",
            "'5': a move needs at least two squares",
            "'1-': expected a move, such as 32-28 or c3-d4; help lists the commands",
        ],
    );
    check_console(
        &["play", "--fen", "W:W28,31,44:B22,23,13"],
        &["31-26", "28x17", "28x19"],
        &[
            "You play white. *",
            "'31-26': white has to capture",
            "'28x17': a capture of 2 pieces is obligatory",
            "'28x19': a capture of 2 pieces is obligatory",
        ],
    );
}

#[test]
fn a_person_can_move_take_back_and_ask() {
    check_console(
        &["play", "--variant", "russian", "--depth", "3", "--fen", "W:Wb6,g1:Bh8,h4"],
        &["undo", "B6-C7", "fen", "Undo", "fen", "hint", "moves", "new", "fen", "go", "fen", "exit"],
        &[
            "You play white. Type a move, such as b6-a7, or help.",
            "      a  b  c  d  e  f  g  h",
            "you have not moved yet",
            "      a  b  c  d  e  f  g  h",
            "  1... h4-g3        -*depth 3   c7-b8 g3-h2",
            "      a  b  c  d  e  f  g  h",
            "W:W6,32:B4,24",
            "      a  b  c  d  e  f  g  h",
            "W:W9,32:B4,20",
            "    1. b6-c7        +*depth 3   h4-g3 c7-b8",
            "b6-a7 g1-f2 b6-c7 g1-h2",
            "You play white.",
            "      a  b  c  d  e  f  g  h",
            "W:W9,32:B4,20",
            "You play black.",
            "    1. b6-c7        +*depth 3   *",
            "      h  g  f  e  d  c  b  a",
            "B:W6,32:B4,20",
        ],
    );
}

#[test]
fn a_person_can_play_to_the_end_and_begin_again() {
    check_console(
        &["play", "--variant", "checkers-8", "--depth", "3", "--fen", "W:WK10,13,14:B5"],
        &["13-9", "moves", "hint", "13-9", "undo", "fen", "new", "14-10", "board"],
        &[
            "You play white. *",
            "White wins: Black has no move.",
            "there is no legal move",
            "there is no legal move",
            "White wins: Black has no move. Type new or undo.",
            "W:WK10,13,14:B5",
            "You play white.",
            "'14-10': 10 is occupied",
        ],
    );
}

/// At level 0 the opponent looks one ply ahead, and chooses with an error.
#[test]
fn a_hint_does_not_depend_on_the_level() {
    let hint = |level: &str, seed: &str| {
        let words = ["play", "--variant", "draughts-6", "--depth", "5", "--level", level, "--seed", seed];
        console(&words, &["hint"]).lines().last().expect("a hint").to_owned()
    };
    let best = hint("20", "1");
    assert!(best.contains("depth 5"), "{best}");
    for seed in ["1", "2", "3", "4"] {
        assert_eq!(hint("0", seed), best);
    }
}

#[test]
fn a_person_can_play_the_other_color() {
    check_console(
        &["play", "--color", "black", "--depth", "1", "--fen", "W:W31:B20"],
        &["20-25", "fen"],
        &["You play black. *", "    1. *", "    2. *", "B:W*:B25"],
    );
}

#[test]
fn help_is_there_in_the_console_and_a_line_may_be_anything() {
    let said = console(&["play"], &["help", &"x".repeat(2_000_000), "?"]);
    for command in ["moves", "hint", "board", "new", "undo", "go", "fen", "save", "lights", "quit"] {
        assert_eq!(said.matches(&format!("  {command} ")).count(), 2, "{command} in {said}");
    }
    assert!(said.contains("the line has 2000001 bytes; the maximum is 1048576"), "{said}");
    let printed = run(&["play"], &b"\xff\nfen\n"[..]).output;
    assert!(printed.contains("the line is not UTF-8 at byte 0\nW:W31,"), "{printed}");
}

#[test]
fn alone_the_program_is_the_console() {
    check_console(&[], &["fen"], &["You play white. *", "W:W31,*"]);
    check_console(&["--variant", "russian"], &["moves"], &["You play white. *", "*", "c3-b4 *"]);
}

#[test]
fn help_names_every_command_and_every_flag() {
    let shared = ["--variant", "--threads", "--help"];
    let thinking = ["--time", "--depth", "--nodes"];
    let check = |words: &[&str], flags: &[&str]| {
        let help = output(words, "");
        for flag in shared.iter().chain(flags) {
            assert!(help.contains(flag), "{words:?} does not name {flag}: {help}");
        }
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    };
    check(&["--help"], &["perft", "moves", "watch", "play", "hub", "uci", "--version", "brazilian"]);
    check(&["-h"], &["perft", "moves", "watch", "play", "hub", "uci", "--version", "brazilian"]);
    check(&["help", "perft"], &["[DEPTH]"]);
    check(&["perft", "--help"], &["[DEPTH]", "--divide", "--rulebook", "--make-leaves"]);
    check(&["watch", "--help"], &[&thinking[..], &["--random-plies", "--plies"]].concat());
    check(&["play", "--help"], &[&thinking[..], &["--color"]].concat());
    check(&["hub", "--help"], &["[PARAMETERS]", "--NAME=VALUE"]);
    check(&["uci", "--help"], &[]);
    self::check("--version", &["remise *.*.*"]);
}

#[test]
fn wrong_words_are_refused_in_one_line() {
    check_refused(&["tables"], &["a subcommand is required"]);
    check_refused(&["frobnicate"], &["'frobnicate'"]);
    check_refused(&["perft"], &["<DEPTH>"]);
    check_refused(&["perft", "0"], &["'0'", "[DEPTH]", "from 1 to 1000"]);
    check_refused(&["perft", "x"], &["'x'", "[DEPTH]"]);
    check_refused(&["perft", "2", "3"], &["'3'"]);
    check_refused(&["perft", "2", "--frob"], &["'--frob'"]);
    check_refused(&["perft", "2", "--rulebook", "--make-leaves"], &["--rulebook", "--make-leaves"]);
    check_refused(&["perft", "2", "--threads", "0"], &["--threads", "from 1 to 256"]);
    check_refused(&["perft", "2", "--hash", "0"], &["--hash", "from 1 to 1048576"]);
    check_refused(&["perft", "2", "--seed", "-3"], &["-3"]);
    check_refused(&["perft", "2", "--seed=x"], &["--seed", "'x'"]);
    check_refused(
        &["moves", "--variant", "chess"],
        &["invalid value for '--variant <NAME>': unknown variant 'chess'"],
    );
    check_refused(&["moves", "--variant"], &["--variant"]);
    check_refused(
        &["moves", "--fen", "Q:W1:B2"],
        &["remise: invalid value for '--fen <FEN>': 'Q:W1:B2' does not"],
    );
    check_refused(&["watch", "--depth", "0"], &["--depth", "at least 1"]);
    check_refused(&["watch", "--time", "soon"], &["--time", "seconds"]);
    check_refused(&["watch", "--random-plies", "101"], &["--random-plies", "from 0 to 100"]);
    check_refused(&["play", "--color", "red"], &["'red'", "white, black"]);
    check_refused(&["play", "--level", "21"], &["'21' for '--level <L>': expected an integer from 0 to 20"]);
    check_refused(&["tables", "build", "--pieces", "13"], &["--pieces", "from 2 to 12"]);
    check_refused(
        &["tables", "info", "--no-tables"],
        &["--no-tables: remise tables info does not use this option"],
    );
    check_refused(&["match", "self", "self", "--resign", "x"], &["--resign", "men from 0 to 1000"]);
    check_refused(&["lab", "hex", "3", "3", "--check", "--weights", "a"], &["--weights", "from 1 to 63"]);
    check_refused(&["hub", "frob"], &["'frob'", "--NAME=VALUE"]);
    check_refused(&["hub", "--level", "3"], &["expected --level=VALUE, one word, not '--level'"]);
    check_refused(&["perft", "3", "--shard", "5/2"], &["there is no shard 5 of 2", "comes first"]);
    check_refused(
        &["complexity", "game-tree", "--games", "2", "--plies", "5-2"],
        &["the least depth comes first, as in 2-5"],
    );
    check_refused(&["dxp", "--port", "70000"], &["from 0 to 65535"]);
    check_refused(&["match", "self", "nonsense"], &["remise: cannot start nonsense: "]);
    check_refused(
        &["moves", "--variant", "checkrs"],
        &["'checkrs'; did you mean checkers, checkers-6 or checkers-8?; --help lists the variants"],
    );
    check_refused(&["verify", "no such"], &["remise: 'no such': "]);
    check_refused(&["analyse", "no such"], &["remise: 'no such': "]);
    check_refused(&["pdn", "split", "x", "--out", "no/such"], &["--out 'no/such': there is no such folder"]);
    check_refused(&["perft", "--merge", "Cargo.toml"], &["'Cargo.toml': line 1", "it is not JSON"]);
    check_refused(
        &["tables", "build", "--pieces", "2", "--tables", "Cargo.toml"],
        &["--tables 'Cargo.toml': not a folder"],
    );
    check_refused(&["hub", "--threads=frob"], &["--threads", "'frob'"]);
    check_refused(&["hub", "--foo=bar", "--variant=chess"], &["--variant=chess", "unknown variant 'chess'"]);
    check_refused(&["hub", "--x=1", "--variant=a\nb\x1b[2J"], &[r"unknown variant 'a\nb\u{1b}[2J'"]);
    check_refused(&["hub", "--x=1", "--hash=a\nb"], &["--hash", r"'a\nb'"]);
    check_refused(&["uci", "frob"], &["'frob'"]);
    check_refused(&["a\x1b[31mb\nc\n\nd"], &[r"a\u{1b}[31mb\nc\n\nd"]);
    check_refused(&[&"x".repeat(10_000)], &["xxx…'"]);
}

#[test]
fn what_a_command_cannot_do_it_refuses() {
    for command in ["watch", "play", "hub", "uci"] {
        check_refused(&[command, "--json"], &["--json"]);
    }
    check_refused(&["--json"], &["--json"]);
    check_refused(&["hub", "--fen", "W:W31:B1"], &["--fen"]);
    check_refused(&["uci", "--fen", "W:W31:B1"], &["--fen"]);
}

#[test]
fn a_bad_position_is_refused_by_the_name_of_its_square() {
    for command in [&["moves"][..], &["moves", "--json"], &["perft", "3"], &["watch"], &["play"]] {
        let check =
            |fen: &str, text: &str| check_refused(&[command, &["--fen", fen]].concat(), &["--fen", text]);
        check("W:W1:B3", "a white man cannot stand on square 1,");
        check("W:W31:B50", "a black man cannot stand on square 50,");
        check("W:W31:B51", "there is no square 51 on the 10×10 board");
        check("W:W31,31:B1", "square 31 is occupied twice");
        check("W:W31:B1,K31", "square 31 is occupied twice");
        check("W:W31,x9:B1", "'x9' is not a square (entry 2 in the list of white pieces)");
        check("W:W31-28:B1", "the range 31-28 runs backwards");
        check("W:W:B", "there are no pieces");
        check("W:W31", "the list of black pieces is missing");
        check("31,32", "does not begin with the player to move");
        check("", "does not begin with the player to move");
        check("W:W31\n\n:B\u{1b}[2J", "is not a square");
    }
    check_refused(&["moves", "--variant", "russian", "--fen", "W:Wi1:Ba3"], &["i1"]);
    check_refused(&["moves", "--variant", "draughts-6", "--fen", "W:W19:B4"], &["no square 19", "6×6"]);
}

/// Reads one line of what a command prints and closes the pipe.
#[track_caller]
fn check_closed(words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_remise"));
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program: Child = command.spawn().expect("the program starts");
    let mut line = String::new();
    let output = program.stdout.take().expect("an output");
    BufReader::with_capacity(16, output).read_line(&mut line).expect("a line");
    assert!(!line.is_empty(), "{words:?}");
    let mut errors = String::new();
    program.stderr.take().expect("errors").read_to_string(&mut errors).expect("text");
    assert_eq!((program.wait().expect("an end").code(), errors.as_str()), (Some(0), ""), "{words:?}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    check_closed(&["perft", "1000", "--fen", "W:W:B1"]);
    check_closed(&["perft", "1000", "--fen", "W:W:B1", "--json"]);
    check_closed(&["watch", "--time", "0", "--variant", "draughts-14", "--no-tables"]);
}

#[test]
fn the_exit_code_is_set_when_standard_error_is_closed() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_remise"));
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let status = command.arg("frob").stderr(writer).status().expect("the program runs");
    assert_eq!(status.code(), Some(2));
}

#[test]
fn an_output_that_takes_nothing_is_an_error() {
    // Not every system has such a file.
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else { return };
    let mut command = Command::new(env!("CARGO_BIN_EXE_remise"));
    let run = command.arg("moves").stdout(full).output().expect("the program runs");
    assert_eq!(run.status.code(), Some(2));
    assert!(run.stderr.starts_with(b"remise: cannot write the output: "), "{run:?}");
}

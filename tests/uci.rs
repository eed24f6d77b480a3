//! Dialogues in UCI, as testers and scripts lead them.

use crate::program::{Dialogue, Run, is_report, run};

/// Follows a script. What is left when the input ends is silence.
#[track_caller]
fn check(words: &[&str], script: &str) {
    let mut dialogue = Dialogue::start(words);
    dialogue.follow(script);
    assert_eq!(dialogue.end(), [""; 0], "{script}");
}

#[test]
fn the_engine_introduces_itself() {
    let introduction = |variant: &str| {
        format!(
            "> uci
             < id name Remise *
             < id author *
             < option name Variant type combo default {variant} var draughts-6 * var russian *
             < option name UCI_Variant type combo default {variant} var draughts-6 * var russian *
             < option name Hash type spin default 64 min 1 max *
             < option name Threads type spin default 1 min 1 max *
             < option name Skill Level type spin default 20 min 0 max 20
             < option name MultiPV type spin default 1 min 1 max 64
             < option name Ponder type check default false
             < option name Move Overhead type spin default 0 min 0 max *
             < option name MoveFormat type combo default pdn var pdn var hub var compact
             < option name NeverLose type check default false
             < option name EGDBPath type string default *
             < option name Evaluation type combo default network var network var features var material
             < option name EvalFile type string default <empty>
             < option name Clear Hash type button
             < uciok
             > isready
             < readyok
             > quit"
        )
    };
    check(&["uci"], &introduction("draughts-10"));
    check(&[], &introduction("draughts-10"));
    check(&["uci", "--variant", "english"], &introduction("checkers-8"));
    check(&["--variant", "english"], &introduction("checkers-8"));
}

#[test]
fn the_game_is_chosen_by_any_name_in_any_case() {
    for (option, forced) in [
        ("name Variant value draughts-10", "32-28 19-23\n > go\n < bestmove 28x19*"),
        ("name variant value Brazilian", "c3-d4 f6-e5\n > go\n < bestmove d4xf6*"),
        ("name UCI_VARIANT value russian", "c3d4 f6e5\n > go\n < bestmove d4:f6*"),
        ("NAME uci_variant VALUE russian", "22-18 11-15\n > go\n < bestmove d4:f6*"),
        ("name Variant value canadian", "45-38 27-33\n > go\n < bestmove 38x27*"),
        ("name  UCI_Variant  value  english", "9-14 22-17 14-18\n > go\n < bestmove 23x14*"),
    ] {
        check(&["uci"], &format!("> setoption {option}\n > position startpos moves {forced}"));
    }
}

#[test]
fn options_are_read_in_any_case_and_named_when_they_are_wrong() {
    check(
        &["uci"],
        "> setoption name hash value 2
         > setoption name THREADS value 1
         > setoption name Ponder value true
         > setoption name clear hash
         > isready
         < readyok
         > setoption name Variant value chess
         < info string Variant: unknown variant 'chess'
         > setoption name Hash value 0
         < info string Hash: expected an integer from 1 to *, not '0'
         > setoption name Ponder value perhaps
         < info string Ponder: expected true or false, not 'perhaps'
         > setoption name Move Overhead value -1
         < info string Move Overhead: expected an integer from 0 to *, not '-1'
         > setoption name MoveFormat value uci
         < info string MoveFormat: expected pdn, hub or compact, not 'uci'
         > setoption name Evaluation value taste
         < info string Evaluation: expected one of network, features, material, not 'taste'
         > setoption name EvalFile value /no/file
         < info string EvalFile: '/no/file': *
         > setoption name Frob value 1
         < info string Frob: unknown option
         > setoption
         < info string setoption: expected a name
         > go depth 1
         < bestmove *",
    );
}

/// The reports and the answer of the search that this script begins.
#[track_caller]
fn search(dialogue: &mut Dialogue, script: &str) -> (Vec<String>, String) {
    dialogue.follow(script);
    let mut lines = dialogue.until("bestmove");
    let answer = lines.pop().expect("an answer");
    assert!(!lines.is_empty() && lines.iter().all(|line| is_report(line)), "{lines:?}");
    (lines, answer)
}

/// What follows a word.
#[track_caller]
fn after<'a>(line: &'a str, word: &str) -> &'a str {
    let mut words = line.split(' ').skip_while(|it| *it != word);
    words.nth(1).unwrap_or_else(|| panic!("{line} has no {word}"))
}

#[test]
fn reports_have_all_that_testers_read() {
    let mut dialogue = Dialogue::start(&["uci"]);
    let (reports, answer) = search(&mut dialogue, "> position startpos\n > go depth 5");
    for line in &reports {
        let names = ["seldepth", "multipv", "nodes", "nps", "hashfull", "time"];
        let numbers = names.map(|name| after(line, name).parse::<u64>());
        assert!(numbers.iter().all(Result::is_ok), "{line}");
        assert_eq!((after(line, "score"), after(line, "cp").parse::<i32>().is_ok()), ("cp", true), "{line}");
    }
    let last = &reports[reports.len() - 1];
    assert_eq!((after(last, "depth"), after(last, "pv")), ("5", after(&answer, "bestmove")));
    let (_, line) = last.split_once(" pv ").expect("a line");
    dialogue.follow(&format!("> position startpos moves {line}\n > isready\n < readyok"));
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn a_search_ends_at_its_limit() {
    let mut dialogue = Dialogue::start(&["uci"]);
    for limits in [
        "depth 3",
        "nodes 2000",
        "nodes 0",
        "movetime 10",
        "movetime 0",
        "wtime 50 btime 1000000000",
        "wtime 20 btime 20 winc 10 binc 10 movestogo 2",
        "wtime -50 btime -50 winc 10",
        "wtime 0",
        "depth 3 nodes 100000000 movetime 100000000",
        "mate 2 frob 3",
        "depth 2 infinite-ish",
    ] {
        search(&mut dialogue, &format!("> go {limits}"));
    }
    // Black's clock counts when Black is to move.
    search(&mut dialogue, "> position startpos moves 32-28\n > go btime 20 wtime 1000000000");
    assert_eq!(dialogue.end(), [""; 0]);
}

/// The answers after the lines, when the input ends and when the client quits.
#[track_caller]
fn check_answers(lines: &str, answers: usize) {
    for quit in ["", "> quit"] {
        let mut dialogue = Dialogue::start(&["uci"]);
        dialogue.follow(&format!("{lines}\n {quit}"));
        let rest = dialogue.end();
        let found = rest.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(found, answers, "{lines} {quit}: {rest:?}");
    }
}

#[test]
fn a_search_with_a_bad_number_is_refused_and_answered_once() {
    let mut lines = String::new();
    let numbers = ["depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo"];
    for (number, value) in numbers.into_iter().flat_map(|number| ["", "1x"].map(|value| (number, value))) {
        let refusal = format!("< info string {number}: '{value}' is not a valid number");
        lines += &format!("> go {number} {value}\n {refusal}\n < bestmove *\n > stop\n > ponderhit\n");
    }
    for purpose in ["infinite", "ponder", "searchmoves 32-28"] {
        lines += &format!("> go {purpose} depth x\n < info string *\n < bestmove *\n > stop\n");
    }
    // The answers come in the order of the searches.
    lines += "> position fen W:W12:B8\n > go infinite\n > go depth x\n < info string *\n > stop\n";
    check_answers(&format!("{lines}< bestmove 12x3\n < bestmove 12x3\n > isready\n < readyok"), 0);
}

#[test]
fn every_search_is_answered_once_at_the_end_of_the_input() {
    // The answer is known at once, and held back.
    let held = "> position fen W:W12:B8\n > go infinite\n < info depth 1 *\n > isready\n < readyok";
    check_answers(held, 1);
    check_answers(&format!("{held}\n > go ponder\n > go\n > go depth x"), 4);
    check_answers(&format!("{held}\n > stop\n < bestmove 12x3"), 0);
    check_answers("> position fen W:W:B1\n > go ponder\n > isready\n < readyok", 1);
    check_answers("> go infinite\n > go ponder\n > go", 3);
}

#[test]
fn a_position_is_the_start_or_a_fen_and_moves() {
    check(
        &["uci"],
        "> position startpos moves 32-28 19-23
         > go depth 3
         < info depth 1 * pv 28x19*
         < bestmove 28x19*
         > position fen B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29
         > go depth 2
         < bestmove *
         > position fen \"W:WK4:B13,20,32,37\" moves 4x27x38x15
         > go depth 2
         < bestmove 37-4*
         > position fen W:WK4:B13,20,32,37 moves 4x15x13x20x37
         > go depth 2
         < bestmove 32-3*
         > position fen W:W12:B8
         > go depth 9
         < info depth 1 * score mate 1 *
         < bestmove 12x3",
    );
}

#[test]
fn all_notations_are_read() {
    for moves in
        ["32-28 19-23", "3228 1923", "32x28 19x23", "32-28 19-23 28x19x23 14x23x19 33-28 23x32 37x28 18-23"]
    {
        check(&["uci"], &format!("> position startpos moves {moves}\n > go\n < bestmove 28x19*"));
    }
}

#[test]
fn a_search_without_end_waits_to_be_stopped() {
    check(
        &["uci"],
        "> position startpos moves 32-28 19-23
         > go infinite
         < info depth 5 *
         > isready
         < readyok
         > stop
         < bestmove 28x19*
         > stop
         > isready
         < readyok",
    );
    // All there is to know is known at once: the answer waits all the same.
    check(
        &["uci"],
        "> position fen W:W12:B8
         > go infinite depth 2
         < info depth 1 *
         > isready
         < readyok
         > stop
         < bestmove 12x3
         > go infinite
         > ponderhit
         > stop
         < bestmove 12x3
         > position fen W:W:B1
         > go infinite
         > isready
         < readyok
         > stop
         < bestmove (none)",
    );
}

#[test]
fn every_search_is_answered_once_and_in_order() {
    check(
        &["uci"],
        "> go infinite
         > stop
         > position startpos moves 32-28 19-23
         > go infinite
         < bestmove *
         < info depth 4 * pv 28x19 *
         > stop
         < bestmove 28x19*
         > go depth 2
         > position fen W:W12:B8
         > go depth 2
         < bestmove 28x19*
         < bestmove 12x3
         > go infinite depth 1
         > go depth 1
         < bestmove 12x3
         < bestmove 12x3
         > isready
         < readyok",
    );
}

#[test]
fn pondering_ends_after_the_hit() {
    check(
        &["uci"],
        "> position startpos moves 32-28
         > go ponder wtime 10 btime 10
         < info depth 8 *
         > ponderhit
         < bestmove *
         > go ponder depth 2
         < info depth 2 *
         > isready
         < readyok
         > ponderhit
         < bestmove *
         > go ponder
         < info depth 2 *
         > stop
         < bestmove *
         > ponderhit
         > isready
         < readyok",
    );
}

#[test]
fn only_some_moves_are_searched() {
    check(
        &["uci"],
        "> go depth 4 searchmoves 35-30 34-30
         < bestmove 3*-30 *
         > go searchmoves 35-30 depth 3
         < info depth 3 * pv 35-30 *
         < bestmove 35-30*
         > go depth 2 searchmoves 35-30 1-2
         < info string '1-2': *
         < bestmove 35-30*",
    );
}

#[test]
fn several_lines_are_reported_in_order() {
    check(
        &["uci"],
        "> setoption name MultiPV value 3
         > go depth 3
         < info depth 2 * multipv 1 *
         < info depth 2 * multipv 2 *
         < info depth 2 * multipv 3 *
         < info depth 3 * multipv 1 *
         < bestmove *
         > position startpos moves 32-28 19-23
         > go depth 1
         < info depth 1 * multipv 1 *
         < bestmove 28x19*",
    );
}

#[test]
fn a_game_that_is_over_has_no_move() {
    check(
        &["uci"],
        "> position fen W:W:B1
         > go depth 5
         < bestmove (none)
         > position fen W:W26:B16,17,21
         > go
         < bestmove (none)
         > setoption name Variant value english
         > position fen W:WK10,13,14:B5 moves 13-9
         > go movetime 10
         < bestmove (none)",
    );
}

#[test]
fn what_is_wrong_is_named_and_changes_nothing() {
    for (wrong, named) in [
        ("frobnicate now", "unknown command 'frobnicate'"),
        ("position", "position: expected startpos or fen"),
        ("position fen", "fen: expected a position"),
        ("position fen hello", "'hello' does not begin with *"),
        ("position fen W:W1:B5", "a white man cannot stand on square 1, *"),
        ("position fen W:W31:B51", "there is no square 51 on the 10×10 board"),
        ("position startpos moves 32-28 19-23 33-29 28x19", "'33-29': white has to capture"),
        ("position startpos moves 32-28 19-23 frob", "'frob': expected a move, *"),
        ("debug maybe", "debug: expected on or off"),
        ("bench 0", "bench: expected an integer from 1 to *, not '0'"),
        ("bench deep", "bench: expected a depth or nothing"),
        ("go perft 0", "perft: expected an integer from 1 to *, not '0'"),
    ] {
        check(
            &["uci"],
            &format!(
                "> position startpos moves 32-28 19-23
                 > {wrong}
                 < info string {named}
                 > go
                 < bestmove 28x19*"
            ),
        );
    }
}

#[test]
fn what_was_asked_is_done_when_the_engine_is_ready() {
    check(
        &["uci"],
        "> setoption name Hash value 3
         > ucinewgame
         > position fen nonsense
         > isready
         < info string * does not begin with the player to move, *
         < readyok",
    );
}

#[test]
fn lines_that_are_no_text_are_refused_and_empty_ones_ignored() {
    let mut dialogue = Dialogue::start(&["uci"]);
    dialogue.follow("> debug on\n > isready\n < readyok");
    dialogue.send("");
    dialogue.send("  \t \r");
    dialogue.send(b"isready \xff");
    dialogue.follow("< info string the line is not UTF-8 at byte 8");
    dialogue.send(vec![b'x'; 10_000_000]);
    dialogue.follow("< info string the line has 10000001 bytes; the maximum is 1048576");
    dialogue.follow("> isready\r\n < readyok");
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn the_end_of_the_input_ends_everything() {
    for last in ["go infinite", "go ponder", "go depth 60"] {
        for quit in ["", "> quit"] {
            let mut dialogue = Dialogue::start(&["uci"]);
            dialogue.follow(&format!("> {last}\n < info depth 2 *\n {quit}"));
            let rest = dialogue.end();
            assert!(rest.iter().all(|line| is_report(line) || line.starts_with("bestmove ")), "{rest:?}");
        }
    }
}

#[test]
fn what_is_proven_is_reported_before_the_move() {
    check(
        &["uci"],
        "> setoption name Variant value english
         > setoption name NeverLose value true
         > position fen W:WK1,K2:BK14
         > go depth 3
         < info string claim proven-win 33
         < bestmove *",
    );
}

#[test]
fn moves_are_written_as_the_client_reads_them() {
    let capture = "> position fen W:WK47:B13,18,20,30,33,42 moves\n > go depth 1";
    for (format, position, best) in [
        ("pdn", "startpos moves 32-28 19-23", "28x19"),
        ("Hub", "startpos moves 32-28 19-23", "28x19x23"),
        ("compact", "startpos moves 32-28 19-23", "2819"),
        ("compact", "fen W:W6:B7,20", "0601"),
    ] {
        check(
            &["uci"],
            &format!(
                "> setoption name MoveFormat value {format}
                 > position {position}
                 > go depth 2
                 < info depth 1 * pv {best}*
                 < bestmove {best}*"
            ),
        );
    }
    // What is written can be sent back, also where a path is needed.
    for format in ["pdn", "hub", "compact"] {
        let mut dialogue = Dialogue::start(&["uci"]);
        dialogue.follow(&format!("> setoption name MoveFormat value {format}\n {capture}"));
        let answer = dialogue.until("bestmove").pop().expect("an answer");
        let best = after(&answer, "bestmove").to_owned();
        dialogue.follow(&format!(
            "> position fen W:WK47:B13,18,20,30,33,42 moves {best}\n > isready\n < readyok"
        ));
        assert_eq!(dialogue.end(), [""; 0], "{format}");
    }
}

#[test]
fn the_overhead_is_taken_from_the_time() {
    let mut dialogue = Dialogue::start(&["uci"]);
    search(&mut dialogue, "> go movetime 10000\n < info depth 2 *\n > stop");
    // Nothing is left of the time: one iteration is made all the same.
    let script = "> setoption name Move Overhead value 10000\n > go movetime 10000";
    let (reports, _) = search(&mut dialogue, script);
    assert_eq!(reports.len(), 1, "{reports:?}");
    for clock in ["wtime 10000", "wtime 9000 winc 1000"] {
        search(&mut dialogue, &format!("> go {clock}"));
    }
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn the_evaluation_is_chosen() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eval/network/networks/draughts-10.net");
    check(
        &["uci"],
        &format!(
            "> setoption name Evaluation value material
             > eval
             < Evaluation: +0.00 (men, for the player to move)
             > position fen W:W31,32,33,34:B1,2,3
             > eval
             < Evaluation: +1.00 (men, for the player to move)
             > position fen B:W31,32,33,34:B1,2,3
             > eval
             < Evaluation: -1.00 (men, for the player to move)
             > setoption name evaluation value Features
             > setoption name EvalFile value {network}
             > setoption name EvalFile value <empty>
             > setoption name Variant value russian
             > setoption name EvalFile value {network}
             < info string EvalFile: *: this network is for \"draughts-10\", not for russian
             > go depth 2
             < bestmove *"
        ),
    );
}

#[test]
fn the_board_is_shown_with_its_position_and_key() {
    let mut dialogue = Dialogue::start(&["uci"]);
    let show = |dialogue: &mut Dialogue, position: &str| {
        dialogue.follow(&format!("> position {position}\n > d"));
        dialogue.until("Key: ")
    };
    let first = show(&mut dialogue, "startpos moves 32-28");
    assert!(first.iter().any(|line| line.starts_with("Fen: B:W28,31,33,34,")), "{first:?}");
    // The same position has the same key, and another one another.
    let same = show(&mut dialogue, "fen B:W28,31,33-50:B1-20");
    let other = show(&mut dialogue, "startpos moves 32-27");
    assert_eq!(first.last(), same.last());
    assert_ne!(first.last(), other.last());
    dialogue.follow("> setoption name Variant value russian\n > d");
    assert!(dialogue.until("Fen: ").last().expect("a line").starts_with("Fen: W:W21,22,23,24,"));
    dialogue.until("Key: ");
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn leaves_are_counted_for_each_move() {
    let mut dialogue = Dialogue::start(&["uci"]);
    for (script, moves, sum) in [
        ("> go perft 3", 9, 658),
        ("> setoption name Threads value 2\n > go perft 4", 9, 4265),
        (
            "> position startpos moves 32-28 19-23\n > setoption name MoveFormat value hub\n > go perft 1",
            1,
            1,
        ),
        ("> position fen W:W:B1\n > go perft 5", 0, 0),
    ] {
        dialogue.follow(script);
        let mut lines = dialogue.until("Nodes searched: ");
        assert_eq!(lines.pop().as_deref(), Some(format!("Nodes searched: {sum}").as_str()));
        let counts =
            lines.iter().map(|line| line.rsplit(": ").next().and_then(|count| count.parse::<u64>().ok()));
        assert_eq!((lines.len(), counts.sum::<Option<u64>>()), (moves, Some(sum)), "{lines:?}");
    }
    // There is no answer but the count.
    dialogue.follow("> isready\n < readyok");
    assert_eq!(dialogue.end(), [""; 0]);
}

#[test]
fn the_bench_is_that_of_the_command() {
    let Run { output, .. } = run(&["bench", "--depth", "3", "--variant", "russian", "--json"], "");
    let last = output.lines().last().expect("a line");
    let nodes = serde_json::from_str::<serde_json::Value>(last).expect("JSON")["nodes"].clone();
    let mut dialogue = Dialogue::start(&["uci", "--variant", "russian"]);
    dialogue.follow("> position startpos moves c3d4\n > go depth 2\n < bestmove *\n > bench 3");
    let lines = dialogue.until("Nodes searched: ");
    assert_eq!(lines.last(), Some(&format!("Nodes searched: {nodes}")));
    assert_eq!(lines.len(), output.lines().count() + 1);
    // It changes nothing for the session.
    dialogue.follow("> d");
    assert!(dialogue.until("Fen: ").last().expect("a line").starts_with("Fen: B:W18,21,23,24,"));
}

//! What interfaces and developers type.

use std::time::Duration;

use remise_protocol::uci::{Command, Go};

#[track_caller]
fn check(line: &str, expected: Command) {
    assert_eq!(line.parse(), Ok(expected), "{line}");
}

#[track_caller]
fn check_error(line: &str, expected: &str) {
    let error = line.parse::<Command>().expect_err(line);
    assert_eq!(error.to_string(), expected, "{line}");
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn position(fen: Option<&str>, moves: &[&str]) -> Command {
    Command::Position { fen: fen.map(str::to_owned), moves: owned(moves) }
}

fn set_option(name: &str, value: Option<&str>) -> Command {
    Command::SetOption { name: name.to_owned(), value: value.map(str::to_owned) }
}

#[test]
fn single_words_are_commands() {
    check("uci", Command::Uci);
    check("\u{feff}isready\r\n", Command::IsReady);
    check("ucinewgame", Command::NewGame);
    check(" stop ", Command::Stop);
    check("ponderhit", Command::PonderHit);
    check("quit", Command::Quit);
    check("d", Command::Display);
    check("eval", Command::Eval);
    check("bench", Command::Bench { depth: None });
    check("bench 12", Command::Bench { depth: Some(12) });
    check("go perft 5", Command::Go(Go { perft: Some(5), ..Go::default() }));
    check("debug on", Command::Debug);
    check("debug off", Command::Debug);
}

#[test]
fn an_unknown_command_is_named() {
    check_error("", "missing command");
    check_error("joho debug on", "unknown command 'joho'");
    check_error(&"x".repeat(10_000_000), &format!("unknown command '{}...'", "x".repeat(40)));
}

#[test]
fn an_incomplete_command_says_what_it_lacks() {
    check_error("bench deep", "bench: expected a depth or nothing");
    check_error("go perft deep", "perft: 'deep' is not a valid number");
    check_error("debug", "debug: expected on or off");
    check_error("setoption Hash 5", "setoption: expected a name");
    check_error("setoption name value 5", "setoption: expected a name");
    check_error("position", "position: expected startpos or fen");
    check_error("position moves 32-28", "position: expected startpos or fen");
    check_error("position fen moves 32-28", "fen: expected a position");
}

#[test]
fn options_keep_their_spelling() {
    check("setoption name hAsH value 64", set_option("hAsH", Some("64")));
    check("setoption NAME Skill  Level VALUE 5", set_option("Skill Level", Some("5")));
    check("setoption name Clear Hash", set_option("Clear Hash", None));
}

#[test]
fn option_values_keep_their_blanks() {
    check(
        "setoption name BookFile value  C:\\my  books\\b.bin ",
        set_option("BookFile", Some("C:\\my  books\\b.bin")),
    );
    check("setoption name BookFile value the value", set_option("BookFile", Some("the value")));
    check("setoption name BookFile value <empty>", set_option("BookFile", Some("")));
    check("setoption name BookFile value", set_option("BookFile", Some("")));
}

#[test]
fn a_position_is_the_start_or_a_fen() {
    check("position startpos", position(None, &[]));
    check("position startpos moves 32-28  19-23", position(None, &["32-28", "19-23"]));
    check("position fen W:W31,K32:B20", position(Some("W:W31,K32:B20"), &[]));
    check("position fen W:W31:B20 moves 31-27", position(Some("W:W31:B20"), &["31-27"]));
}

#[test]
fn a_fen_may_have_quotes_and_blanks() {
    check("position fen \"W:W31:B20\" moves 31-27", position(Some("W:W31:B20"), &["31-27"]));
    check("position fen W:W31:B20:H0:F1 +0 +0 moves", position(Some("W:W31:B20:H0:F1 +0 +0"), &[]));
}

#[test]
fn limits_are_read() {
    let expected = Go {
        depth: Some(9),
        nodes: Some(5_000_000_000),
        mate: Some(3),
        move_time: Some(Duration::from_millis(100)),
        white_time: Some(Duration::from_secs(60)),
        black_time: Some(Duration::from_millis(59_999)),
        white_increment: Some(Duration::from_secs(1)),
        black_increment: Some(Duration::ZERO),
        moves_to_go: Some(40),
        infinite: false,
        ponder: true,
        ..Go::default()
    };
    check(
        "go ponder depth 9 nodes 5000000000 mate 3 movetime 100 wtime 60000 btime 59999 winc 1000 binc 0 movestogo 40",
        Command::Go(expected),
    );
    check("go", Command::Go(Go::default()));
    check("go infinite", Command::Go(Go { infinite: true, ..Go::default() }));
}

#[test]
fn moves_to_search_end_at_the_next_limit() {
    let search_moves = owned(&["32-28", "31-27"]);
    check(
        "go searchmoves 32-28 31-27 depth 3",
        Command::Go(Go { depth: Some(3), search_moves, ..Go::default() }),
    );
    check("go searchmoves", Command::Go(Go::default()));
}

#[test]
fn unknown_words_are_skipped() {
    check("go fast depth 3 please", Command::Go(Go { depth: Some(3), ..Go::default() }));
}

#[test]
fn a_limit_needs_a_number() {
    check_error("go depth", "depth: '' is not a valid number");
    check_error("go nodes many", "nodes: 'many' is not a valid number");
    check_error("go wtime nan", "wtime: 'nan' is not a valid number");
    check_error("go depth -1", "depth: '-1' is not a valid number");
}

#[test]
fn extreme_numbers_are_clamped() {
    let millennium = Some(Duration::from_secs(u64::from(u32::MAX)));
    check(
        "go depth 99999999999 wtime -50 btime 99999999999999999999999",
        Command::Go(Go {
            depth: Some(u32::MAX),
            white_time: Some(Duration::ZERO),
            black_time: millennium,
            ..Go::default()
        }),
    );
}

#[test]
fn long_lines_are_read() {
    let line = format!("position startpos moves {}", "32-28 ".repeat(1_600_000));
    match line.parse() {
        Ok(Command::Position { moves, .. }) => assert_eq!(moves.len(), 1_600_000),
        other => panic!("{other:?}"),
    }
}

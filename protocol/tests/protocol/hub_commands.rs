//! What interfaces send, and how each of them sends it.

use remise_protocol::hub::{Command, Error, Go, Level};

#[track_caller]
fn check(line: &str, expected: Command) {
    assert_eq!(line.parse(), Ok(expected), "{line}");
}

#[track_caller]
fn check_error(line: &str, expected: &str) {
    let error = line.parse::<Command>().expect_err(line);
    assert_eq!(error.to_string(), expected, "{line}");
}

fn pos(position: Option<&str>, moves: &[&str]) -> Command {
    let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
    Command::Pos { position: position.map(str::to_owned), moves }
}

fn set_param(name: &str, value: &str) -> Command {
    Command::SetParam { name: name.to_owned(), value: value.to_owned() }
}

fn level(lines: &[&str]) -> Level {
    lines.iter().fold(Level::default(), |level, line| match line.parse() {
        Ok(Command::Level(later)) => level.and(later),
        other => panic!("{line}: {other:?}"),
    })
}

#[test]
fn words_without_arguments_are_commands() {
    check("hub", Command::Hub);
    check("init", Command::Init);
    check("new-game", Command::NewGame);
    check("ponder-hit", Command::PonderHit);
    check("stop", Command::Stop);
    check("ping", Command::Ping);
    check("quit", Command::Quit);
}

#[test]
fn commands_without_arguments_do_not_read_any() {
    check("init \"whatever = it is", Command::Init);
    check("stop now=please", Command::Stop);
}

#[test]
fn blanks_and_line_ends_do_not_matter() {
    check("  ping\r\n", Command::Ping);
    check("\tgo\u{a0} think ", Command::Go(Go::Think));
    check("set-param name = threads value =\t4", set_param("threads", "4"));
}

#[test]
fn a_byte_order_mark_is_a_blank() {
    check("\u{feff}hub\r", Command::Hub);
}

#[test]
fn an_empty_line_is_a_missing_command() {
    check_error("", "missing command");
    check_error(" \t\r\n", "missing command");
}

#[test]
fn an_unknown_command_is_named() {
    check_error("xyzzy name=1", "unknown command 'xyzzy'");
    check_error("hub=1", "unknown command 'hub=1'");
    check_error("HUB", "unknown command 'HUB'");
}

#[test]
fn an_error_fits_into_a_message() {
    check_error("say\"hi\"", "unknown command 'say'hi''");
    check_error("a\u{1}b", "unknown command 'a'");
    check_error("level depth=\"1\u{7}\"", "depth: '1 ' is not a valid number");
    check_error(&"é".repeat(100), &format!("unknown command '{}...'", "é".repeat(40)));
}

#[test]
fn a_parameter_may_have_any_name_and_value() {
    check("set-param name=initial-time value=180.0", set_param("initial-time", "180.0"));
    check("set-param name=bb-size value=0", set_param("bb-size", "0"));
    check(
        "set-param name=book-path value=\"/home/zoë/my books/a=b\"",
        set_param("book-path", "/home/zoë/my books/a=b"),
    );
    check("set-param value=normal name=variant", set_param("variant", "normal"));
}

#[test]
fn a_parameter_may_be_set_to_nothing() {
    check("set-param name=book value=\"\"", set_param("book", ""));
    check("set-param name=book value=", set_param("book", ""));
    check("set-param name=book", set_param("book", ""));
}

#[test]
fn a_parameter_without_a_name_is_an_error() {
    check_error("set-param value=5", "missing parameter name");
    check_error("set-param", "missing parameter name");
}

#[test]
fn an_open_quote_is_an_error() {
    check_error("set-param name=book value=\"my book", "missing closing quote");
    check_error("pos pos=\"W", "missing closing quote");
    assert_eq!("go \"".parse::<Command>(), Err(Error::OpenQuote));
}

#[test]
fn the_start_needs_no_position() {
    check("pos", pos(None, &[]));
    check("pos start", pos(None, &[]));
    check("pos start moves=\"32-28 19-23\"", pos(None, &["32-28", "19-23"]));
    check("pos moves=32-28", pos(None, &["32-28"]));
}

#[test]
fn a_position_is_not_interpreted() {
    check("pos pos=Wbbbeeewww", pos(Some("Wbbbeeewww"), &[]));
    check("pos pos=\"\" moves=\"\"", pos(Some(""), &[]));
    check(
        "pos pos=nonsense moves=\" 28x19x23  1-2\t26x26x4 \"",
        pos(Some("nonsense"), &["28x19x23", "1-2", "26x26x4"]),
    );
}

#[test]
fn limits_are_read() {
    let expected = Level {
        depth: Some(12),
        nodes: Some(5_000_000_000),
        move_time: Some(0.5),
        moves: Some(40),
        time: Some(291.587),
        inc: Some(1.0),
        infinite: false,
    };
    check(
        "level depth=12 nodes=5000000000 move-time=0.5 moves=40 time=291.587 inc=1",
        Command::Level(expected),
    );
    check("level infinite", Command::Level(Level::INFINITE));
    check("level", Command::Level(Level::default()));
}

#[test]
fn seconds_come_in_many_forms() {
    for (text, seconds) in [
        ("1e-05", 0.000_01),
        ("0.30000000000000004", 0.300_000_000_000_000_04),
        ("-0.95", -0.95),
        ("291,587", 291.587),
        ("0", 0.0),
        ("+5.", 5.0),
        ("\"7\"", 7.0),
    ] {
        let time = level(&[&format!("level time={text} inc=1")]).time;
        assert_eq!(time, Some(seconds), "{text}");
    }
}

#[test]
fn seconds_must_be_numbers() {
    for text in ["nan", "NaN", "inf", "-Infinity", "1e999", "soon", "1.234,5", "1:30", "0x10"] {
        check_error(
            &format!("level move-time={text}"),
            &format!("move-time: '{text}' is not a valid number"),
        );
    }
    check_error("level inc", "inc: '' is not a valid number");
}

#[test]
fn counts_that_are_too_large_are_the_largest() {
    assert_eq!(level(&["level depth=99999999999"]).depth, Some(u32::MAX));
    assert_eq!(level(&["level nodes=99999999999999999999999"]).nodes, Some(u64::MAX));
    assert_eq!(level(&["level nodes=1e6 moves=40.0"]).nodes, Some(1_000_000));
}

#[test]
fn counts_must_not_be_negative() {
    check_error("level depth=-1", "depth: '-1' is not a valid number");
    check_error("level moves=-0.5", "moves: '-0.5' is not a valid number");
    check_error("level nodes=12/20", "nodes: '12/20' is not a valid number");
}

#[test]
fn unknown_limits_are_ignored() {
    check("level handicap=3 ply=\"a b\" smart", Command::Level(Level::default()));
}

#[test]
fn the_last_value_of_a_limit_holds() {
    assert_eq!(level(&["level depth=3 depth=5"]).depth, Some(5));
    assert_eq!(level(&["level depth=3", "level depth=5"]).depth, Some(5));
}

#[test]
fn limits_of_several_lines_add_up() {
    let both = level(&["level handicap=1", "level nodes=100", "level depth=7", "level move-time=0.1"]);
    let expected = Level { nodes: Some(100), depth: Some(7), move_time: Some(0.1), ..Level::default() };
    assert_eq!(both, expected);
}

#[test]
fn infinite_lifts_earlier_limits_only() {
    assert_eq!(level(&["level depth=3 time=5", "level infinite"]), Level::INFINITE);
    assert_eq!(level(&["level depth=3 infinite"]), Level::INFINITE);
    assert_eq!(level(&["level infinite", "level handicap=2"]), Level::INFINITE);
    let three = Level { depth: Some(3), ..Level::default() };
    assert_eq!(level(&["level infinite", "level depth=3"]), three);
    assert_eq!(level(&["level infinite depth=3"]), three);
}

#[test]
fn to_go_is_to_think() {
    check("go", Command::Go(Go::Think));
    check("go think", Command::Go(Go::Think));
    check("go fast", Command::Go(Go::Think));
    check("go ponder", Command::Go(Go::Ponder));
    check("go analyze", Command::Go(Go::Analyze));
    check("go analyse", Command::Go(Go::Analyze));
}

#[test]
fn long_lines_are_read() {
    const MOVES: usize = 1_600_000; // 10 MB
    let line = format!("pos pos=W moves=\"{}\"", "32-28 ".repeat(MOVES));
    match line.parse() {
        Ok(Command::Pos { moves, .. }) => assert_eq!(moves.len(), MOVES),
        other => panic!("{other:?}"),
    }
    let word = "x".repeat(10_000_000);
    check_error(&word, &format!("unknown command '{}...'", &word[..40]));
    assert_eq!(level(&[&format!("level {}", "= ".repeat(5_000_000))]), Level::default());
}

//! Hub, version 1, as engines of the years before 2018 speak it.
//!
//! Its words have places instead of names, its times are whole milliseconds, and it knows neither variants nor
//! limits of nodes. It is written and read in terms of version 2.

use super::{Command, Go, Info, Level, Message};
use crate::Score;
use crate::line::{first_word, is_blank, on_one_line, real, small, whole, words};

/// The lines that say what a command says. There are none for a level of nodes only.
#[must_use]
pub fn lines(command: &Command) -> Vec<String> {
    match command {
        Command::Hub => vec!["hub".to_owned()],
        Command::Init => vec!["init".to_owned()],
        Command::SetParam { name, value } => vec![on_one_line(&format!("set {name} {value}"))],
        Command::NewGame => vec!["new".to_owned()],
        Command::Pos { position, moves } => {
            let position =
                position.as_deref().map_or("start".to_owned(), |letters| format!("pos {}", placed(letters)));
            [position].into_iter().chain(moves.iter().map(|mv| format!("move {mv}"))).collect()
        }
        Command::Level(level) => limits(level),
        Command::Go(Go::Think) => vec!["go".to_owned()],
        Command::Go(Go::Ponder) => vec!["ponder".to_owned()],
        Command::Go(Go::Analyze) => vec!["analyse".to_owned()],
        Command::PonderHit => vec!["ponder-hit".to_owned()],
        Command::Stop => vec!["stop".to_owned()],
        Command::Ping => vec!["ping".to_owned()],
        Command::Quit => vec!["quit".to_owned()],
    }
}

/// The letters of a position. The player to move, who comes first, is a small letter in version 1.
fn placed(letters: &str) -> String {
    let mut letters = letters.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

fn limits(level: &Level) -> Vec<String> {
    let millis = |seconds: f64| (seconds * 1000.0).round().max(0.0) as u64;
    let depth = level.depth.map(|depth| format!("depth {depth}"));
    let time = level.move_time.map(|time| format!("time {}", millis(time)));
    let clock = level.time.map(|time| {
        format!("level {} {} {}", level.moves.unwrap_or(0), millis(time), millis(level.inc.unwrap_or(0.0)))
    });
    [depth, time, clock].into_iter().flatten().collect()
}

/// What an engine said. As in version 2, a value that makes no sense is left out.
#[must_use]
pub fn parse(line: &str) -> Message {
    let (word, rest) = first_word(line);
    match word {
        "wait" => Message::Wait,
        "ready" => Message::Ready,
        "pong" => Message::Pong,
        "info" => Message::Info(info(rest)),
        "move" => {
            let mut moves = words(rest).map(str::to_owned);
            Message::Done { mv: moves.next(), ponder: moves.next() }
        }
        "error" => Message::Error(rest.trim_matches(is_blank).to_owned()),
        _ => Message::Other(on_one_line(line.trim_matches(is_blank))),
    }
}

/// Depth, mean depth, score in hundredths of a man, nodes, seconds, millions of nodes per second, moves.
fn info(text: &str) -> Info {
    let mut words = words(text);
    let mut next = || words.next().unwrap_or_default();
    Info {
        depth: small(next()),
        mean_depth: real(next()),
        score: real(next()).map(|hundredths| Score::from_men(hundredths / 100.0)),
        nodes: whole(next()),
        time: real(next()),
        nps: real(next()),
        pv: words.map(str::to_owned).collect(),
        ..Info::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_places_instead_of_names() {
        let said = |command| lines(&command).join("|");
        let param = Command::SetParam { name: "bb-size".to_owned(), value: "4".to_owned() };
        assert_eq!(said(param), "set bb-size 4");
        assert_eq!(said(Command::Pos { position: None, moves: vec![] }), "start");
        let moves = vec!["32-28".to_owned(), "19x30x24".to_owned()];
        assert_eq!(
            said(Command::Pos { position: Some("WbW".to_owned()), moves }),
            "pos wbW|move 32-28|move 19x30x24"
        );
        let level = Level { depth: Some(9), move_time: Some(0.1), ..Level::default() };
        assert_eq!(said(Command::Level(level)), "depth 9|time 100");
        let clock = Level { time: Some(60.0), inc: Some(0.6), ..Level::default() };
        assert_eq!(said(Command::Level(clock)), "level 0 60000 600");
        assert_eq!(said(Command::Level(Level { nodes: Some(5), ..Level::default() })), "");
        assert_eq!(said(Command::NewGame), "new");
        assert_eq!(said(Command::Go(Go::Think)), "go");
    }

    #[test]
    fn answers_are_those_of_version_2() {
        assert_eq!(parse("name Scan 2.0"), Message::Other("name Scan 2.0".to_owned()));
        assert_eq!(parse("wait"), Message::Wait);
        assert_eq!(parse("ready"), Message::Ready);
        assert_eq!(parse("pong"), Message::Pong);
        let done = Message::Done { mv: Some("32-28".to_owned()), ponder: Some("19-23".to_owned()) };
        assert_eq!(parse("move 32-28 19-23"), done);
        assert_eq!(parse("move"), Message::Done { mv: None, ponder: None });
        assert_eq!(parse("error illegal move"), Message::Error("illegal move".to_owned()));
    }

    #[test]
    fn the_progress_is_read_by_place() {
        let Message::Info(info) = parse("info 13 17.4 -25 123456 0.10 1.2 32-28 19-23") else {
            panic!("an info")
        };
        assert_eq!((info.depth, info.nodes, info.time), (Some(13), Some(123_456), Some(0.1)));
        assert_eq!(info.score, Some(Score::Men(-0.25)));
        assert_eq!(info.pv, ["32-28", "19-23"]);
        let Message::Info(info) = parse("info 3 x") else { panic!("an info") };
        assert_eq!((info.depth, info.mean_depth, info.score), (Some(3), None, None));
    }
}

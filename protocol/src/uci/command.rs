//! The commands of an interface.

use std::str::FromStr;

use super::{Error, Go};
use crate::line::{self, first_word, is_blank, words};

/// A line from the interface to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Introduce yourself and your options.
    Uci,
    /// Switch debugging output on or off.
    Debug,
    /// Answer when everything before is done.
    IsReady,
    /// Set an option.
    SetOption {
        /// Its name as it was written; the case of letters does not matter. May hold blanks.
        name: String,
        /// `None` for a button. May hold blanks; `<empty>` is the empty text.
        value: Option<String>,
    },
    /// A new game begins.
    NewGame,
    /// Set up a position.
    Position {
        /// A FEN. `None` for the initial position.
        fen: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// Search.
    Go(Go),
    /// Stop the search.
    Stop,
    /// The opponent has played the expected move.
    PonderHit,
    /// Show the board. Not part of the protocol, but developers expect it, and the next two commands.
    Display,
    /// Tell the static evaluation.
    Eval,
    /// Search fixed positions and tell the number of nodes.
    Bench {
        /// Depth in plies. `None` for the default.
        depth: Option<u32>,
    },
    /// Quit.
    Quit,
}

impl FromStr for Command {
    type Err = Error;

    fn from_str(line: &str) -> Result<Self, Error> {
        let (word, rest) = first_word(line);
        Ok(match word {
            "" => return Err(Error::Missing),
            "uci" => Self::Uci,
            "debug" => Self::debug(rest)?,
            "isready" => Self::IsReady,
            "setoption" => Self::set_option(rest)?,
            "ucinewgame" => Self::NewGame,
            "position" => Self::position(rest)?,
            "go" => Self::Go(Go::read(rest)?),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "d" => Self::Display,
            "eval" => Self::Eval,
            "bench" => Self::bench(rest)?,
            "quit" => Self::Quit,
            _ => return Err(Error::unknown(word)),
        })
    }
}

impl Command {
    fn debug(rest: &str) -> Result<Self, Error> {
        match words(rest).next() {
            Some("on" | "off") => Ok(Self::Debug),
            _ => Err(Error::Incomplete { command: "debug", expected: "on or off" }),
        }
    }

    fn bench(rest: &str) -> Result<Self, Error> {
        const INCOMPLETE: Error = Error::Incomplete { command: "bench", expected: "a depth or nothing" };
        let depth = words(rest).next().map(|word| line::small(word).ok_or(INCOMPLETE)).transpose()?;
        Ok(Self::Bench { depth })
    }

    /// The name ends at the word `value`; the value is the rest of the line, its blanks included.
    fn set_option(rest: &str) -> Result<Self, Error> {
        const INCOMPLETE: Error = Error::Incomplete { command: "setoption", expected: "a name" };
        let (word, rest) = first_word(rest);
        if !word.eq_ignore_ascii_case("name") {
            return Err(INCOMPLETE);
        }
        let (name, value) = match find_word(rest, "value") {
            Some((name, value)) => (name, Some(option_value(value))),
            None => (rest, None),
        };
        let name = words(name).collect::<Vec<_>>().join(" ");
        if name.is_empty() { Err(INCOMPLETE) } else { Ok(Self::SetOption { name, value }) }
    }

    /// A FEN ends at the word `moves`. It may stand in quotes.
    fn position(rest: &str) -> Result<Self, Error> {
        let (setup, moves) = find_word(rest, "moves").unwrap_or((rest, ""));
        let (word, fen) = first_word(setup);
        let fen = fen.trim_matches(|character| is_blank(character) || character == '"');
        let fen = match word {
            "startpos" => None,
            "fen" if fen.is_empty() => {
                return Err(Error::Incomplete { command: "fen", expected: "a position" });
            }
            "fen" => Some(fen.to_owned()),
            _ => return Err(Error::Incomplete { command: "position", expected: "startpos or fen" }),
        };
        Ok(Self::Position { fen, moves: words(moves).map(str::to_owned).collect() })
    }
}

/// What stands before and after a word, whatever the case of its letters.
fn find_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let mut rest = text;
    loop {
        let (found, after) = first_word(rest);
        if found.is_empty() {
            return None;
        }
        if found.eq_ignore_ascii_case(word) {
            let before = &text[..text.len() - after.len() - found.len()];
            return Some((before, after));
        }
        rest = after;
    }
}

fn option_value(text: &str) -> String {
    let text = text.trim_matches(is_blank);
    if text == "<empty>" { String::new() } else { text.to_owned() }
}

//! The commands of an interface.

use std::fmt;
use std::str::FromStr;

use super::words::{Arguments, Value, write_list};
use super::{Error, Level};
use crate::line::{first_word, words};

/// A line from the interface to the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Introduce yourself and your parameters, then wait.
    Hub,
    /// Parameters are set: get ready.
    Init,
    /// Set a parameter, declared or not, before `init` or later.
    SetParam {
        /// Its name.
        name: String,
        /// Its new value.
        value: String,
    },
    /// A new game begins.
    NewGame,
    /// Set up a position and forget all limits.
    Pos {
        /// The turn and a letter for each square. `None` for the initial position.
        position: Option<String>,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// Limits for the next search, on top of those that were sent before.
    Level(Level),
    /// Search.
    Go(Go),
    /// The opponent has played the expected move.
    PonderHit,
    /// Stop the search.
    Stop,
    /// Answer with `pong`.
    Ping,
    /// Quit.
    Quit,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Go {
    /// To play.
    #[default]
    Think,
    /// To use the opponent's time: the position is the one after the expected move.
    Ponder,
    /// To analyse: no book, and a full search even for a forced move.
    Analyze,
}

impl FromStr for Command {
    type Err = Error;

    fn from_str(line: &str) -> Result<Self, Error> {
        let (word, rest) = first_word(line);
        let arguments = Arguments::of(rest);
        Ok(match word {
            "" => return Err(Error::Missing),
            "hub" => Self::Hub,
            "init" => Self::Init,
            "set-param" => Self::set_param(arguments)?,
            "new-game" => Self::NewGame,
            "pos" => Self::pos(arguments)?,
            "level" => Self::Level(Level::read(arguments)?),
            "go" => Self::Go(Go::read(arguments)?),
            "ponder-hit" => Self::PonderHit,
            "stop" => Self::Stop,
            "ping" => Self::Ping,
            "quit" => Self::Quit,
            _ => return Err(Error::unknown(word)),
        })
    }
}

impl Command {
    fn set_param(arguments: Arguments<'_>) -> Result<Self, Error> {
        let (mut name, mut value) = ("", "");
        for argument in arguments {
            let argument = argument?;
            match argument.name {
                "name" => name = argument.value,
                "value" => value = argument.value,
                _ => {}
            }
        }
        if name.is_empty() {
            return Err(Error::MissingName);
        }
        Ok(Self::SetParam { name: name.to_owned(), value: value.to_owned() })
    }

    fn pos(arguments: Arguments<'_>) -> Result<Self, Error> {
        let (mut position, mut moves) = (None, "");
        for argument in arguments {
            let argument = argument?;
            match argument.name {
                "pos" => position = Some(argument.value.to_owned()),
                "moves" => moves = argument.value,
                _ => {}
            }
        }
        Ok(Self::Pos { position, moves: words(moves).map(str::to_owned).collect() })
    }
}

impl Go {
    fn read(mut arguments: Arguments<'_>) -> Result<Self, Error> {
        arguments.try_fold(Self::default(), |go, argument| {
            Ok(match argument?.name {
                "think" => Self::Think,
                "ponder" => Self::Ponder,
                "analyze" | "analyse" => Self::Analyze,
                _ => go,
            })
        })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hub => write!(f, "hub"),
            Self::Init => write!(f, "init"),
            Self::SetParam { name, value } => {
                write!(f, "set-param name={} value={}", Value(name), Value(value))
            }
            Self::NewGame => write!(f, "new-game"),
            Self::Pos { position, moves } => {
                match position {
                    Some(position) => write!(f, "pos pos={}", Value(position))?,
                    None => write!(f, "pos start")?,
                }
                write_list(f, "moves", moves)
            }
            Self::Level(level) => write!(f, "{level}"),
            Self::Go(go) => write!(f, "{go}"),
            Self::PonderHit => write!(f, "ponder-hit"),
            Self::Stop => write!(f, "stop"),
            Self::Ping => write!(f, "ping"),
            Self::Quit => write!(f, "quit"),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Think => "go think",
            Self::Ponder => "go ponder",
            Self::Analyze => "go analyze",
        })
    }
}

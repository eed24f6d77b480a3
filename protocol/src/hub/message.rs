//! The messages of an engine.

use std::fmt;

use super::words::{Argument, Arguments, Value, write_optional};
use super::{Info, Param};
use crate::line::{first_word, is_blank, on_one_line};

/// A line from the engine to the interface.
///
/// Written, it is one line without its end. Text that is not ours may hold what Hub cannot write:
/// quotes become single ones, control characters blanks.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// The identity of the engine.
    Id(Id),
    /// A parameter that can be set.
    Param(Param),
    /// Wait for parameters and `init`.
    Wait,
    /// Ready to play.
    Ready,
    /// The progress of the search.
    Info(Info),
    /// The search is over.
    Done {
        /// The move to play. `None` if the game is over.
        mv: Option<String>,
        /// The expected reply, to ponder on.
        ponder: Option<String>,
    },
    /// The answer to `ping`.
    Pong,
    /// A command was wrong.
    Error(String),
    /// Any other line, which interfaces ignore.
    Other(String),
}

/// The identity of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Id {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its author.
    pub author: Option<String>,
    /// Its country.
    pub country: Option<String>,
}

impl Message {
    /// What an engine said.
    ///
    /// Every line is something: a value that makes no sense is left out, and so is all that follows
    /// a quote that never closes.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let (word, rest) = first_word(line);
        let arguments = Arguments::of(rest).map_while(Result::ok);
        let other = || Self::Other(on_one_line(line.trim_matches(is_blank)));
        match word {
            "id" => Self::Id(Id::read(arguments)),
            "param" => Param::read(arguments).map_or_else(other, Self::Param),
            "wait" => Self::Wait,
            "ready" => Self::Ready,
            "info" => Self::Info(Info::read(arguments)),
            "done" => Self::done(arguments),
            "pong" => Self::Pong,
            "error" => Self::error(arguments, rest),
            _ => other(),
        }
    }

    fn done<'a>(arguments: impl Iterator<Item = Argument<'a>>) -> Self {
        let (mut mv, mut ponder) = (None, None);
        for Argument { name, value } in arguments.filter(|argument| !argument.value.is_empty()) {
            match name {
                "move" => mv = Some(value.to_owned()),
                "ponder" => ponder = Some(value.to_owned()),
                _ => {}
            }
        }
        Self::Done { mv, ponder }
    }

    /// Engines that do not name the argument mean the whole line.
    fn error<'a>(mut arguments: impl Iterator<Item = Argument<'a>>, rest: &str) -> Self {
        let message = arguments.find(|argument| argument.name == "message");
        let text = message.map_or(rest.trim_matches(is_blank), |argument| argument.value);
        Self::Error(text.to_owned())
    }
}

impl Id {
    fn read<'a>(arguments: impl Iterator<Item = Argument<'a>>) -> Self {
        let mut id = Self::default();
        for Argument { name, value } in arguments {
            match name {
                "name" => id.name = value.to_owned(),
                "version" => id.version = value.to_owned(),
                "author" => id.author = Some(value.to_owned()),
                "country" => id.country = Some(value.to_owned()),
                _ => {}
            }
        }
        id
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "{id}"),
            Self::Param(param) => write!(f, "{param}"),
            Self::Wait => write!(f, "wait"),
            Self::Ready => write!(f, "ready"),
            Self::Info(info) => write!(f, "{info}"),
            Self::Done { mv: None, .. } => write!(f, "done"),
            Self::Done { mv: Some(mv), ponder } => {
                write!(f, "done move={}", Value(mv))?;
                write_optional(f, "ponder", ponder.as_deref().map(Value))
            }
            Self::Pong => write!(f, "pong"),
            Self::Error(text) => write!(f, "error message={}", Value(text)),
            Self::Other(line) => write!(f, "{}", on_one_line(line)),
        }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "id name={} version={}", Value(&self.name), Value(&self.version))?;
        write_optional(f, "author", self.author.as_deref().map(Value))?;
        write_optional(f, "country", self.country.as_deref().map(Value))
    }
}

//! The messages of an engine.

use std::fmt;

use super::{Info, Setting};
use crate::line::on_one_line;

/// A line from the engine to the interface, written without its end.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// The name of the engine.
    Name(String),
    /// Its author.
    Author(String),
    /// An option that can be set.
    Option(Setting),
    /// All options are declared.
    UciOk,
    /// All earlier commands are done.
    ReadyOk,
    /// The progress of the search.
    Info(Info),
    /// A text for the user.
    Text(String),
    /// The search is over.
    BestMove {
        /// The move to play. `None` if the game is over.
        mv: Option<String>,
        /// The expected reply, to ponder on.
        ponder: Option<String>,
    },
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {}", on_one_line(name)),
            Self::Author(author) => write!(f, "id author {}", on_one_line(author)),
            Self::Option(setting) => write!(f, "{setting}"),
            Self::UciOk => write!(f, "uciok"),
            Self::ReadyOk => write!(f, "readyok"),
            Self::Info(info) => write!(f, "{info}"),
            Self::Text(text) => write!(f, "info string {}", on_one_line(text)),
            Self::BestMove { mv: None, .. } => write!(f, "bestmove (none)"),
            Self::BestMove { mv: Some(mv), ponder: None } => write!(f, "bestmove {}", on_one_line(mv)),
            Self::BestMove { mv: Some(mv), ponder: Some(ponder) } => {
                write!(f, "bestmove {} ponder {}", on_one_line(mv), on_one_line(ponder))
            }
        }
    }
}

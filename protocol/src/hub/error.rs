//! What can be wrong with a command.

use std::{error, fmt};

use crate::line::excerpt;

/// Why a line is not a command.
///
/// Its text is short and fits between the quotes of `error message="…"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The line is empty.
    Missing,
    /// No command begins with this word (its beginning, when it is long).
    Unknown(String),
    /// A quote opens and never closes.
    OpenQuote,
    /// A parameter is set, but which?
    MissingName,
    /// A limit has a value that is no number, or a negative one where none can be.
    BadNumber {
        /// The limit.
        key: &'static str,
        /// The beginning of the value.
        value: String,
    },
}

impl Error {
    pub(super) fn unknown(word: &str) -> Self {
        Self::Unknown(excerpt(word))
    }

    pub(super) fn bad_number(key: &'static str, value: &str) -> Self {
        Self::BadNumber { key, value: excerpt(value) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => write!(f, "missing command"),
            Self::Unknown(word) => write!(f, "unknown command '{word}'"),
            Self::OpenQuote => write!(f, "missing closing quote"),
            Self::MissingName => write!(f, "missing name of the parameter"),
            Self::BadNumber { key, value } => write!(f, "{key}: '{value}' is no valid number"),
        }
    }
}

impl error::Error for Error {}

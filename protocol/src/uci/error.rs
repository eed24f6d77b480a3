//! What can be wrong with a command.

use std::{error, fmt};

use crate::line::excerpt;

/// Why a line is not a command. Its text is short and on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The line is empty.
    Missing,
    /// No command begins with this word (its beginning, when it is long).
    Unknown(String),
    /// A command lacks what it cannot do without.
    Incomplete {
        /// The command.
        command: &'static str,
        /// What should have followed.
        expected: &'static str,
    },
    /// Where a number is due there is none.
    BadNumber {
        /// The word before.
        key: &'static str,
        /// The beginning of what stands there, empty at the end of the line.
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
            Self::Incomplete { command, expected } => write!(f, "{command}: expected {expected}"),
            Self::BadNumber { key, value } => write!(f, "{key}: '{value}' is no valid number"),
        }
    }
}

impl error::Error for Error {}

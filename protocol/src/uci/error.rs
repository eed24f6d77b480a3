//! The errors in commands.

use std::{error, fmt};

use crate::line::excerpt;

/// Why a line is not a command. Its text is short and on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The line is empty.
    Missing,
    /// No command has this name. Long names are cut.
    Unknown(String),
    /// A required argument is missing.
    Incomplete {
        /// The command.
        command: &'static str,
        /// What was expected.
        expected: &'static str,
    },
    /// An argument is not a valid number.
    BadNumber {
        /// The word before.
        key: &'static str,
        /// The beginning of the argument, empty at the end of the line.
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
            Self::BadNumber { key, value } => write!(f, "{key}: '{value}' is not a valid number"),
        }
    }
}

impl error::Error for Error {}

//! The errors in commands.

use crate::line::excerpt;

/// Why a line is not a command. Its text is short and on one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The line is empty.
    #[error("missing command")]
    Missing,
    /// No command has this name. Long names are cut.
    #[error("unknown command '{0}'")]
    Unknown(String),
    /// A required argument is missing.
    #[error("{command}: expected {expected}")]
    Incomplete {
        /// The command.
        command: &'static str,
        /// What was expected.
        expected: &'static str,
    },
    /// An argument of `go` is not a valid number.
    #[error("{key}: '{value}' is not a valid number")]
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

//! The errors in commands.

use std::{error, fmt};

use crate::line::excerpt;

/// Why a line is not a command.
///
/// Its text is short and fits between the quotes of `error message="…"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The line is empty.
    Missing,
    /// No command has this name. Long names are cut.
    Unknown(String),
    /// A quote opens and never closes.
    OpenQuote,
    /// The name of the parameter is missing.
    MissingName,
    /// The value of a limit is not a number, or is negative where it must not be.
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
            Self::BadNumber { key, value } => write!(f, "{key}: '{value}' is not a valid number"),
        }
    }
}

impl error::Error for Error {}

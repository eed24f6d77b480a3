//! The errors in commands.

use crate::line::excerpt;

/// Why a line is not a command.
///
/// Its text is short and fits between the quotes of `error message="…"`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The line is empty.
    #[error("missing command")]
    Missing,
    /// No command has this name. Long names are cut.
    #[error("unknown command '{0}'")]
    Unknown(String),
    /// A quote opens and never closes.
    #[error("missing closing quote")]
    OpenQuote,
    /// The name of the parameter is missing.
    #[error("missing parameter name")]
    MissingName,
    /// The value of a limit is not a number, or is negative where it must not be.
    #[error("{key}: '{value}' is not a valid number")]
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

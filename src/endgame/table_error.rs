//! Why a file is refused.

use std::io;

use thiserror::Error;

/// Why a file is refused.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A folder, or something else that is not a regular file.
    #[error("not a regular file")]
    NotAFile,
    /// The file does not start like a table.
    #[error("not a table")]
    NotATable,
    /// The version of the format is not supported.
    #[error("version {0} of the format is not supported")]
    Version(u16),
    /// The header is corrupt.
    #[error("the header is corrupt")]
    HeaderChecksum,
    /// A table, but not the one that the file name says.
    #[error("the file holds the table of another game, slice or kind")]
    Mismatch,
    /// The file is too short or too long.
    #[error("the length of the file does not match its header")]
    Length,
    /// The index is corrupt.
    #[error("the index is corrupt")]
    IndexChecksum,
    /// A block is corrupt.
    #[error("block {0} is corrupt")]
    Block(usize),
}

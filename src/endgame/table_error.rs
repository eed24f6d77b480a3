//! Why a file is refused.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::header::TableHeader;

const HEADER: usize = TableHeader::LENGTH;

/// Why a file is refused.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A folder, or something else that is not a regular file.
    #[error("not a regular file")]
    NotAFile,
    /// The file is shorter than the header of a table.
    #[error("too short: the file has {0} bytes, and the header of a table alone has {HEADER}")]
    Short(u64),
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
    #[error("{}: the file has {found} bytes instead of {expected}", if found < expected { "too short" } else { "too long" })]
    Length {
        /// The length of the file.
        found: u64,
        /// The length that the header states.
        expected: u64,
    },
    /// The lengths of the blocks do not add up to the length of the file.
    #[error("the index does not match the length of the file")]
    Index,
    /// The index is corrupt.
    #[error("the index is corrupt")]
    IndexChecksum,
    /// The file is no longer the one that was opened.
    #[error("the file was replaced by another one")]
    Replaced,
    /// A block is corrupt.
    #[error("block {0} is corrupt")]
    Block(usize),
}

impl TableError {
    /// Whether the system refused to open or read the file, which says nothing about its content.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        match self {
            Self::Io(error) => error.kind() != io::ErrorKind::UnexpectedEof,
            _ => false,
        }
    }
}

/// A table or a folder of tables that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot read '{}': {reason}", path.display())]
pub struct Unreadable {
    /// The file or folder.
    pub path: PathBuf,
    /// Why it cannot be read.
    pub reason: String,
}

impl Unreadable {
    pub(super) fn new(path: &Path, error: &TableError) -> Self {
        Self { path: path.to_owned(), reason: error.to_string() }
    }
}

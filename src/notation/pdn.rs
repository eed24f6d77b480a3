//! Games as text: Portable Draughts Notation, version 3.0 and older.
//!
//! [`read()`] parses a file without knowing the game, [`Style`] has the conventions of a game, and [`write()`]
//! makes text that other programs read. Whether the moves are legal is not checked here.

mod read;
mod style;
mod token;
mod write;

pub use read::{Flaw, Flawed, read};
pub use style::Style;
pub use write::{Record, write};

/// A game in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame {
    /// The number of its first line, counted from 1.
    pub line: usize,
    /// Names and values of tags, in their order.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PdnMove>,
    /// The result at the end of the moves, as written.
    pub result: Option<String>,
}

/// A move with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnMove {
    /// The move as written: `32-28`, `28 x 19`, `/FEN "…"/` without its slashes.
    pub text: String,
    /// The number of its line in the file, counted from 1.
    pub line: usize,
    /// Its marks of strength: `!`, `?!`.
    pub strength: String,
    /// Numeric annotation glyphs.
    pub glyphs: Vec<u32>,
    /// Comments after it.
    pub comments: Vec<String>,
    /// Variations that replace it.
    pub variations: Vec<Vec<PdnMove>>,
}

impl PdnGame {
    /// The value of a tag. The case of its name does not matter. Returns `None` if there is no such tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

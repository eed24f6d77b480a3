//! Games as text: Portable Draughts Notation, version 3.0 and what was written before.
//!
//! [`read()`] takes a file apart without knowing the game, [`Style`] knows how a game is called
//! and how its results are written, [`write()`] makes text that other programs read. Not about whether the
//! moves are legal.

mod read;
mod style;
mod token;
mod write;

pub use read::{Flaw, Flawed, read};
pub use style::Style;
pub use write::{Record, write};

/// A game as it stands in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The number of its first line, from 1.
    pub line: usize,
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// What was said before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<Entry>,
    /// The result that ends the moves, as it is written.
    pub result: Option<String>,
}

/// A move, and what was said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// As it is written: `32-28`, `28 x 19`, `/FEN "…"/` without its slashes.
    pub text: String,
    /// The number of its line in the file, from 1.
    pub line: usize,
    /// How good it is: `!`, `?!`.
    pub strength: String,
    /// Numeric annotation glyphs.
    pub glyphs: Vec<u32>,
    /// What was said after it.
    pub comments: Vec<String>,
    /// What could have been played in its place.
    pub variations: Vec<Vec<Entry>>,
}

impl Game {
    /// The value of a tag, whose name is taken in small or capital letters alike.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

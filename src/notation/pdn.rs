//! Games as text: Portable Draughts Notation, version 3.0 and older.
//!
//! [`Games`] reads the games of a file without knowing the rules, [`Replayed`] plays them, [`Style`] has the
//! conventions of a game, and [`write()`] makes text that other programs read.

mod encoding;
mod problem;
mod read;
mod replay;
mod style;
mod token;
mod words;
mod write;

use std::ops::Range;

pub use encoding::decode;
pub use problem::{Flaw, Flawed, Problem, Remark};
pub use read::{Games, read};
pub use replay::{Replayed, Segment};
pub use style::{GameType, Style};
pub use write::{Ending, Record, write};

/// A game in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame {
    /// The number of its first line, counted from 1.
    pub line: usize,
    /// Its place in the text, in bytes.
    pub bytes: Range<usize>,
    /// Names and values of tags, in their order.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub moves: Vec<PdnMove>,
    /// The result at the end of the moves, as written.
    pub result: Option<String>,
    /// What is wrong with the text.
    pub flaws: Vec<Flawed>,
}

/// A move with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnMove {
    /// The move as written: `32-28`, `28x19`, `-` or `...` if it is unknown, `FEN "…"` for a position that is
    /// set up.
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

    /// The position where the game begins, as written. Returns `None` if it is the initial position.
    #[must_use]
    pub fn fen(&self) -> Option<&str> {
        self.tag("FEN").filter(|fen| !fen.trim().is_empty())
    }

    /// Whether the text may have more moves than were read.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.flaws.iter().any(|flawed| flawed.flaw.hides_moves())
    }

    /// Whether there is nothing but flaws.
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_none()
    }
}

impl PdnMove {
    /// Whether it sets up a position instead of moving.
    #[must_use]
    pub fn is_setup(&self) -> bool {
        self.text.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("fen"))
    }

    /// Whether the text can be read as a move by itself: not a sign, nor the beginning or the end of a move.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let is_part = words::begins_with_sign(&self.text)
            || words::ends_with_sign(&self.text)
            || self.text.starts_with(['.', '…']);
        self.is_setup() || !(is_part || self.is_unknown())
    }

    /// Whether the move is not known: `-`, `--`, `...`.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        words::is_unknown(&self.text)
    }
}

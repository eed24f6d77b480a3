//! What can be wrong with a game in a file.

use crate::notation::{MoveError, Quote, SetupError};

/// A flaw in a text, with its line. The rest of the text is read nevertheless.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {flaw}")]
pub struct Flawed {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The flaw.
    pub flaw: Flaw,
}

/// A flaw in a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// A comment has no end.
    #[error("unterminated comment")]
    Unclosed,
    /// A tag is not a name with a value in quotes.
    #[error("{0} is not a tag: expected a name and a value in quotes")]
    BadTag(Quote),
    /// A closing bracket has no opening one.
    #[error("unmatched closing bracket")]
    StrayClose,
    /// A closing brace has no opening one.
    #[error("unmatched closing brace")]
    StrayBrace,
    /// A variation stands before any move.
    #[error("variation before the first move")]
    BadVariation,
    /// A variation has no end.
    #[error("unterminated variation")]
    OpenVariation,
    /// Variations are nested too deeply. The innermost are ignored.
    #[error("variations are nested more than {0} deep")]
    TooDeep(usize),
    /// A glyph or a mark stands before any move, or is not a number.
    #[error("{0} is not an annotation of a move, such as $1 or !?")]
    BadGlyph(Quote),
    /// A text that is no move, or is glued to one. It is read as a comment.
    #[error("{0} is read as a comment")]
    Remark(Quote),
}

impl Flaw {
    /// Whether moves may be missing because of it.
    #[must_use]
    pub const fn hides_moves(&self) -> bool {
        matches!(self, Self::Unclosed | Self::OpenVariation)
    }
}

/// Why a game cannot be replayed, or not to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The position where it begins, or one that is set up, is not a position of the game.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The tag GameType names a game with another board.
    #[error("GameType {0} is not a game on this board")]
    OtherBoard(Quote),
}

/// Something about a game that a reader should know, though it can be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Remark {
    /// The text has a flaw.
    #[error(transparent)]
    Flaw(#[from] Flawed),
    /// A move has several readings, and the moves after it fit only one of them.
    #[error("line {line}, ply {ply}: {text} is ambiguous; the moves after it decide for {mv}")]
    Resolved {
        /// The line of the move.
        line: usize,
        /// The ply, counted from 1.
        ply: usize,
        /// The move as written.
        text: Quote,
        /// The move in full.
        mv: String,
    },
    /// A move has several readings that the moves after it fit.
    #[error("line {line}, ply {ply}: {text} is ambiguous; {mv} is taken")]
    Ambiguous {
        /// The line of the move.
        line: usize,
        /// The ply, counted from 1.
        ply: usize,
        /// The move as written.
        text: Quote,
        /// The move that was taken.
        mv: String,
    },
    /// A move is not known, so that those after it cannot be played.
    #[error("line {line}, ply {ply}: the move is unknown")]
    Unknown {
        /// The line of the move.
        line: usize,
        /// The ply, counted from 1.
        ply: usize,
    },
    /// The position does not say who is to move. The first move does.
    #[error("the FEN does not say who is to move")]
    UnknownTurn,
    /// The tag Variant names no variant of this program.
    #[error("the variant {name} is unknown; the game is read as {taken}")]
    UnknownVariant {
        /// The tag's value.
        name: Quote,
        /// The variant whose rules are used.
        taken: &'static str,
    },
    /// The tag and the end of the moves name different results.
    #[error("the tag says {tag}, the moves end with {end}")]
    Results {
        /// The tag's value.
        tag: Quote,
        /// The result after the moves.
        end: Quote,
    },
    /// The result is none of the game.
    #[error("{0} is not a result of this game")]
    OddResult(Quote),
}

//! A position as someone describes it, before anybody knows whether it can be one.

use std::fmt;

use super::{NoSuchSquare, Quote, Square};
use crate::board::{Color, Game, Illegal, Piece, Placement, Position, Set};

/// Pieces on squares and a turn, in any game. It can say anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Who is to move.
    pub turn: Color,
    /// Which piece stands where.
    pub pieces: Vec<(Square, Piece)>,
}

impl Setup {
    /// The position of the game `G` that this describes.
    ///
    /// # Errors
    /// When it is not a position of that game.
    pub fn position<G: Game>(&self) -> Result<Position<G>, SetupError> {
        let mut placement = Placement::<G>::empty(self.turn);
        for &(square, piece) in &self.pieces {
            let cell = square.cell::<G>()?;
            if placement.occupied().contains(cell) {
                return Err(SetupError::Occupied { square });
            }
            placement.put(cell, piece);
        }
        Ok(Position::new(placement)?)
    }
}

/// Why a description is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The text is longer than any FEN.
    TooLong {
        /// Its length.
        bytes: usize,
        /// What would do.
        most: usize,
    },
    /// Nothing says whose turn it is.
    NoTurn {
        /// The text.
        text: Quote,
    },
    /// The text leaves open whose turn it is.
    TurnOpen,
    /// A list does not say whose pieces it holds.
    NoColor {
        /// The list.
        list: Quote,
    },
    /// A player has two lists.
    TwoLists {
        /// The player.
        color: Color,
    },
    /// A player has no list.
    NoList {
        /// The player.
        color: Color,
    },
    /// Something in a list is no square.
    NotASquare {
        /// What stands there.
        text: Quote,
        /// Whose list it is.
        color: Color,
        /// Its place in the list, from 1.
        place: usize,
    },
    /// A range ends before it begins.
    Backwards {
        /// Where it begins.
        first: usize,
        /// Where it ends.
        last: usize,
    },
    /// The board of the game has no such square.
    NoSuchSquare(NoSuchSquare),
    /// A square is named twice.
    Occupied {
        /// The square.
        square: Square,
    },
    /// The pieces cannot stand like this.
    Illegal(Illegal),
}

impl From<NoSuchSquare> for SetupError {
    fn from(error: NoSuchSquare) -> Self {
        Self::NoSuchSquare(error)
    }
}

impl From<Illegal> for SetupError {
    fn from(error: Illegal) -> Self {
        Self::Illegal(error)
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes, most } => {
                write!(f, "the text is too long for a FEN: it goes on after byte {most}, to byte {bytes}")
            }
            Self::NoTurn { text } => write!(f, "there is no turn, 'W:' or 'B:', in {text}"),
            Self::TurnOpen => write!(f, "the turn is '?', it has to be W or B"),
            Self::NoColor { list } => write!(f, "a list of pieces begins with W or B, unlike {list}"),
            Self::TwoLists { color } => write!(f, "there are two lists of {} pieces", color.name()),
            Self::NoList { color } => write!(f, "there is no list of {} pieces", color.name()),
            Self::NotASquare { text, color, place } => {
                write!(f, "{text} is not a square (place {place} in the list of {} pieces)", color.name())
            }
            Self::Backwards { first, last } => write!(f, "the range {first}-{last} runs backwards"),
            Self::NoSuchSquare(error) => error.fmt(f),
            Self::Occupied { square } => write!(f, "square {square} is occupied twice"),
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SetupError {}

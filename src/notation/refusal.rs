//! Errors about moves: why a text is not a legal move.

use super::{NoSuchSquare, Quote, Square};
use crate::board::Color;

/// A text that is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}: {reason}")]
pub struct MoveError {
    /// The text.
    pub text: Quote,
    /// Why it is refused.
    pub reason: Refusal,
}

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is longer than any move.
    #[error("too long for a move ({bytes} bytes)")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// It is not made of squares.
    #[error("expected a move, such as 32-28 or c3-d4")]
    NotAMove,
    /// It names one square, by number.
    #[error("a move needs at least two squares")]
    OneSquare,
    /// The board has no such square.
    #[error(transparent)]
    NoSuchSquare(#[from] NoSuchSquare),
    /// It names the destination only, and no piece can move there.
    #[error("no piece can go to {to}")]
    NoMoveTo {
        /// The destination.
        to: Square,
    },
    /// The origin is empty.
    #[error("no piece stands on {square}")]
    NoPiece {
        /// The origin.
        square: Square,
    },
    /// The piece is the opponent's.
    #[error("the piece on {square} is {}, but {} is to move", (!*.turn).name(), .turn.name())]
    NotYours {
        /// The origin.
        square: Square,
        /// The player to move.
        turn: Color,
    },
    /// The destination is occupied.
    #[error("{square} is occupied")]
    Occupied {
        /// The destination.
        square: Square,
    },
    /// There is such a capture, but on another route.
    #[error("no capture from {from} to {to} takes this route")]
    OtherRoute {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// There is such a capture, but of other pieces.
    #[error("no capture from {from} to {to} takes these pieces")]
    OtherPieces {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// A capture of more pieces is obligatory.
    #[error("a capture of {most} pieces is obligatory")]
    MorePieces {
        /// The number of captured pieces.
        most: u32,
    },
    /// A capture of a greater value is obligatory.
    #[error("a capture of a greater value is obligatory")]
    GreaterValue,
    /// A king has moved as often in a row as it may.
    #[error("the king on {square} has made {moves} moves in a row; now it may only capture")]
    RestingKing {
        /// The square of the king.
        square: Square,
        /// How many moves it has made.
        moves: u8,
    },
    /// A king that captures a king last has to stop right behind it.
    #[error("a king that captures a king last stops right behind it, not on {square}")]
    NotBehindKing {
        /// The square that is too far.
        square: Square,
    },
    /// The capture is not complete.
    #[error("the capture must continue from {square}")]
    Unfinished {
        /// The square where it can continue.
        square: Square,
    },
    /// A capture is obligatory.
    #[error("{} has to capture", .turn.name())]
    MustCapture {
        /// The player to move.
        turn: Color,
    },
    /// The piece cannot reach the destination.
    #[error("the piece on {from} cannot go to {to}")]
    Unreachable {
        /// The origin.
        from: Square,
        /// The destination.
        to: Square,
    },
    /// It can be more than one move.
    #[error("ambiguous: {}", alternatives(.readings, *.others))]
    Ambiguous {
        /// Some of these moves.
        readings: Vec<String>,
        /// The number of the others.
        others: usize,
    },
}

impl Refusal {
    /// How many readings of an ambiguous move an error names.
    pub(super) const READINGS: usize = 4;
}

fn alternatives(readings: &[String], others: usize) -> String {
    match others {
        0 => readings.join(" or "),
        _ => format!("{} or {others} others", readings.join(", ")),
    }
}

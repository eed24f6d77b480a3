//! Why a text is not a legal move, for the person who wrote it.

use std::fmt;

use super::{NoSuchSquare, Quote, Square, route};
use crate::board::{Cell, Color, Direction, Game, Move, Placement, Precedence, Set};

/// A text that is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The text.
    pub text: Quote,
    /// What is wrong about it.
    pub reason: Refusal,
}

/// What is wrong about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is longer than any move.
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// It is not made of squares.
    NotAMove,
    /// It names one square, by number.
    OneSquare,
    /// The board has no such square.
    NoSuchSquare(NoSuchSquare),
    /// It names where to go, and nobody can.
    NoMoveTo {
        /// Where to.
        to: Square,
    },
    /// Nothing stands where it begins.
    NoPiece {
        /// Where it begins.
        square: Square,
    },
    /// The piece is the opponent's.
    NotYours {
        /// Where it begins.
        square: Square,
        /// Who is to move.
        turn: Color,
    },
    /// A piece stands where it ends.
    Occupied {
        /// Where it ends.
        square: Square,
    },
    /// Such a capture exists, on other ways.
    OtherWay {
        /// Where it begins.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// Such a capture exists, and takes other pieces.
    OtherPieces {
        /// Where it begins.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// A capture that takes more pieces is obligatory.
    MorePieces {
        /// How many it takes.
        most: u32,
    },
    /// The capture is not over yet.
    Unfinished {
        /// Where it goes on.
        square: Square,
    },
    /// A capture is obligatory.
    MustCapture {
        /// Who is to move.
        turn: Color,
    },
    /// The piece does not come there.
    Unreachable {
        /// Where it begins.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// It can be more than one move.
    Ambiguous {
        /// Some of them.
        readings: Vec<String>,
        /// How many more there are.
        others: usize,
    },
}

impl Refusal {
    /// How many readings of an ambiguous move are named.
    pub(super) const READINGS: usize = 4;
}

/// What the squares of a move mean.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Where the piece goes.
    Path,
    /// From, to, and what is taken.
    Hub,
}

/// Why these cells, one or more, are no legal move.
pub(super) fn reason<G: Game>(
    placement: &Placement<G>,
    legal: &[Move<G>],
    cells: &[Cell],
    form: Form,
) -> Refusal {
    let (Some(&from), Some(&last)) = (cells.first(), cells.last()) else { return Refusal::NotAMove };
    let to = if form == Form::Hub { cells[1] } else { last };
    let [from_name, to_name] = [from, to].map(Square::of::<G>);
    if cells.len() == 1 {
        Refusal::NoMoveTo { to: to_name }
    } else if !placement.occupied().contains(from) {
        Refusal::NoPiece { square: from_name }
    } else if !placement.pieces(placement.turn).contains(from) {
        Refusal::NotYours { square: from_name, turn: placement.turn }
    } else if to != from && placement.occupied().contains(to) {
        Refusal::Occupied { square: to_name }
    } else if !legal.iter().any(|mv| mv.from == from && mv.to == to) {
        no_such_ends(placement, legal, from, to)
    } else if form == Form::Hub {
        Refusal::OtherPieces { from: from_name, to: to_name }
    } else {
        Refusal::OtherWay { from: from_name, to: to_name }
    }
}

/// Why no legal move of the piece on `from` ends on `to`, where nothing stands.
fn no_such_ends<G: Game>(placement: &Placement<G>, legal: &[Move<G>], from: Cell, to: Cell) -> Refusal {
    let [from_name, to_name] = [from, to].map(Square::of::<G>);
    let obligatory = legal.iter().map(|mv| mv.captured.count()).max().filter(|&most| most > 0);
    match obligatory {
        Some(most) if route::is_on_a_capture(placement, from, to) => match G::RULES.precedence {
            Precedence::Most => Refusal::MorePieces { most },
            Precedence::Free => Refusal::Unfinished { square: to_name },
        },
        Some(_) if can_go(placement, from, to) => Refusal::MustCapture { turn: placement.turn },
        _ => Refusal::Unreachable { from: from_name, to: to_name },
    }
}

/// Whether a quiet move leads there.
fn can_go<G: Game>(placement: &Placement<G>, from: Cell, to: Cell) -> bool {
    let is_king = placement.kings.contains(from);
    let directions = Direction::ALL
        .into_iter()
        .filter(|&direction| is_king || route::is_forward(placement.turn, direction));
    let reach = if is_king && G::RULES.flying_kings { usize::MAX } else { 1 };
    directions.into_iter().any(|direction| {
        let ahead = std::iter::successors(Some(from), |&cell| route::step::<G>(cell, direction));
        let free = ahead.skip(1).take(reach).take_while(|&cell| placement.free().contains(cell));
        free.into_iter().any(|cell| cell == to)
    })
}

impl From<NoSuchSquare> for Refusal {
    fn from(error: NoSuchSquare) -> Self {
        Self::NoSuchSquare(error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes } => write!(f, "{bytes} bytes are too many for a move"),
            Self::NotAMove => write!(f, "this is not a move, which looks like 32-28 or c3-d4"),
            Self::OneSquare => write!(f, "one square is not a move"),
            Self::NoSuchSquare(error) => error.fmt(f),
            Self::NoMoveTo { to } => write!(f, "no piece can go to {to}"),
            Self::NoPiece { square } => write!(f, "no piece stands on {square}"),
            Self::NotYours { square, turn } => {
                let (owner, turn) = ((!*turn).name(), turn.name());
                write!(f, "the piece on {square} is {owner}'s, and {turn} is to move")
            }
            Self::Occupied { square } => write!(f, "there is a piece on {square}"),
            Self::OtherWay { from, to } => write!(f, "no capture from {from} to {to} goes this way"),
            Self::OtherPieces { from, to } => write!(f, "no capture from {from} to {to} takes these pieces"),
            Self::MorePieces { most } => write!(f, "a capture of {most} pieces is obligatory"),
            Self::Unfinished { square } => write!(f, "a capture cannot end on {square} while it can go on"),
            Self::MustCapture { turn } => write!(f, "{} has to capture", turn.name()),
            Self::Unreachable { from, to } => write!(f, "the piece on {from} cannot go to {to}"),
            Self::Ambiguous { readings, others: 0 } => write!(f, "this can be {}", readings.join(" or ")),
            Self::Ambiguous { readings, others } => {
                write!(f, "this can be {} or {others} others", readings.join(", "))
            }
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.text, self.reason)
    }
}

impl std::error::Error for MoveError {}

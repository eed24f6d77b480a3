//! Writing moves.

use super::{Square, route};
use crate::board::{Cell, Game, Geometry, Move, MoveList, Notation, Placement, Set};

/// The shortest unambiguous text of a legal move, in the notation of the game.
#[must_use]
pub fn to_text<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> String {
    to_text_among(placement, &MoveList::legal(placement), mv)
}

/// The same, if the legal moves are already known.
#[must_use]
pub fn to_text_among<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> String {
    joined(mv, &shortest(placement, legal, mv))
}

/// The full path of a legal move: every cell where the piece turns, and those behind captured pieces where it
/// goes straight on. Among several routes it is the first in reading order.
#[must_use]
pub fn full_path<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> String {
    joined(mv, &path(placement, mv))
}

/// The shortest unambiguous text of a legal move without separators: two digits for each square.
#[must_use]
pub fn compact<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> String {
    let digits = |cell: &Cell| format!("{:02}", G::Board::square(*cell));
    shortest(placement, legal, mv).iter().map(digits).collect()
}

/// Origin and destination, or the full path if a different capture has the same.
fn shortest<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> Vec<Cell> {
    let is_twin =
        |other: &Move<G>| other.from == mv.from && other.to == mv.to && other.captured != mv.captured;
    if legal.iter().any(is_twin) { path(placement, mv) } else { vec![mv.from, mv.to] }
}

/// The full path of a move, which no other move shares. If none is found in reasonable time, the captured
/// squares follow as in Hub. This is unambiguous too, since these squares are occupied.
fn path<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> Vec<Cell> {
    if !mv.is_capture() {
        return vec![mv.from, mv.to];
    }
    let found = route::full_path(placement, mv);
    found.unwrap_or_else(|| [mv.from, mv.to].into_iter().chain(mv.captured.cells()).collect())
}

fn joined<G: Game>(mv: &Move<G>, cells: &[Cell]) -> String {
    let names: Vec<_> = cells.iter().map(|&cell| Square::of::<G>(cell).to_string()).collect();
    let sign = match G::NOTATION {
        _ if !mv.is_capture() => '-',
        Notation::Numeric => 'x',
        Notation::Algebraic { capture } => capture,
    };
    names.join(sign.encode_utf8(&mut [0; 4]))
}

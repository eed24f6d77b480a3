//! Moves as people write them.

use super::{Square, route};
use crate::board::{Cell, Game, Geometry, Move, MoveList, Notation, Placement, Set};

/// The shortest unambiguous text of a legal move, in the style of the game.
#[must_use]
pub fn to_text<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> String {
    to_text_among(placement, &MoveList::legal(placement), mv)
}

/// The same, when the legal moves are known already.
#[must_use]
pub fn to_text_among<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> String {
    joined(mv, &shortest(placement, legal, mv))
}

/// The full path of a legal move: every cell where it turns, and those behind the pieces when it goes
/// straight on. Of several routes it is the first in reading order.
#[must_use]
pub fn full_path<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> String {
    joined(mv, &path(placement, mv))
}

/// The shortest unambiguous text of a legal move without separators: two digits a square.
#[must_use]
pub fn compact<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> String {
    let digits = |cell: &Cell| format!("{:02}", G::Board::square(*cell));
    shortest(placement, legal, mv).iter().map(digits).collect()
}

/// From and to, or the full path when a different capture shares these two.
fn shortest<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> Vec<Cell> {
    let is_twin =
        |other: &Move<G>| other.from == mv.from && other.to == mv.to && other.captured != mv.captured;
    if legal.iter().any(is_twin) { path(placement, mv) } else { vec![mv.from, mv.to] }
}

/// A full path says what is taken and so belongs to one move only. When none is found in reasonable
/// time the captured squares are named as in Hub, which cannot be mistaken either: pieces stand there.
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

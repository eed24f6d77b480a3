//! Moves.

use super::{Cell, Game, Rank, Set, SetOf};

/// A move: its origin, its destination and the captured pieces.
///
/// Two captures with the same origin, destination and captured set are the same move, so the route is not
/// part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<G: Game> {
    /// The origin.
    pub from: Cell,
    /// The destination. It is the origin if a capture goes round and ends where it began.
    pub to: Cell,
    /// The rank of the piece before the move.
    pub mover: Rank,
    /// The rank of the piece after the move.
    pub arrives: Rank,
    /// The captured pieces.
    pub captured: SetOf<G>,
}

impl<G: Game> Move<G> {
    /// Whether it is a capture.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Whether a man becomes a king.
    #[must_use]
    pub fn promotes(&self) -> bool {
        self.mover != self.arrives
    }

    /// Whether no earlier position can occur again after it.
    #[must_use]
    pub fn is_irreversible(&self) -> bool {
        self.mover == Rank::Man || self.is_capture()
    }
}

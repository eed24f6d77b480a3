//! A move.

use super::{Cell, Game, Rank, Set, SetOf};

/// A move: from where, to where, and what it takes.
///
/// Two captures with the same origin, destination and captured set are one and the same move whatever
/// the route, so the route is not here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<G: Game> {
    /// Where the piece stood.
    pub from: Cell,
    /// Where it ends. A king's round trip ends where it began.
    pub to: Cell,
    /// What the piece was.
    pub mover: Rank,
    /// What it is when it arrives.
    pub arrives: Rank,
    /// The pieces that are taken.
    pub captured: SetOf<G>,
}

impl<G: Game> Move<G> {
    /// Whether it takes something.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Whether a man becomes a king.
    #[must_use]
    pub fn promotes(&self) -> bool {
        self.mover != self.arrives
    }

    /// Whether the position before it can never come back.
    #[must_use]
    pub fn is_irreversible(&self) -> bool {
        self.mover == Rank::Man || self.is_capture()
    }
}

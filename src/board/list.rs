//! A list of moves, lent by the caller.

use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use super::{Game, Move, Placement, movegen};

/// Moves enough for all positions of games that are played; what is beyond goes to the heap.
///
/// There is no useful bound: on 14×14 a king can have tens of thousands of ways to take the same
/// number of pieces. So the list does not overflow, it moves to where there is room.
#[derive(Clone, Debug)]
pub struct MoveList<G: Game> {
    few: ArrayVec<Move<G>, 128>,
    many: Vec<Move<G>>,
}

impl<G: Game> MoveList<G> {
    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { few: ArrayVec::new_const(), many: Vec::new() }
    }

    /// The legal moves of a placement. Where many lists are needed one is lent to [`movegen::moves`].
    #[must_use]
    pub fn legal(placement: &Placement<G>) -> Self {
        let mut list = Self::new();
        movegen::moves(placement, &mut list);
        list
    }

    /// Adds a move at the end.
    #[inline]
    pub fn push(&mut self, mv: Move<G>) {
        if !self.many.is_empty() || self.few.try_push(mv).is_err() {
            self.push_far(mv);
        }
    }

    #[cold]
    fn push_far(&mut self, mv: Move<G>) {
        if self.many.is_empty() {
            self.many.extend(self.few.drain(..));
        }
        self.many.push(mv);
    }

    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }

    /// Keeps the moves for which `keep` says so, in their order.
    pub fn retain(&mut self, keep: impl FnMut(&mut Move<G>) -> bool) {
        if self.many.is_empty() { self.few.retain(keep) } else { self.many.retain_mut(keep) }
    }
}

impl<G: Game> Default for MoveList<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Deref for MoveList<G> {
    type Target = [Move<G>];

    #[inline]
    fn deref(&self) -> &[Move<G>] {
        if self.many.is_empty() { &self.few } else { &self.many }
    }
}

impl<G: Game> DerefMut for MoveList<G> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move<G>] {
        if self.many.is_empty() { &mut self.few } else { &mut self.many }
    }
}

impl<'a, G: Game> IntoIterator for &'a MoveList<G> {
    type Item = &'a Move<G>;
    type IntoIter = std::slice::Iter<'a, Move<G>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

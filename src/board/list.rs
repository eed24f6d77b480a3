//! Lists of moves, allocated by the caller.

use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

use super::{Game, Move, Placement, movegen};

/// A list with room for the moves of practically every position; longer lists move to the heap.
///
/// There is no useful bound: on 14×14 a king can have tens of thousands of captures of the same number of
/// pieces.
#[derive(Clone, Debug)]
pub struct MoveList<G: Game> {
    inline: ArrayVec<Move<G>, 128>,
    heap: Vec<Move<G>>,
}

impl<G: Game> MoveList<G> {
    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { inline: ArrayVec::new_const(), heap: Vec::new() }
    }

    /// The legal moves of a placement. In a loop, reuse one list with [`movegen::moves`].
    #[inline]
    #[must_use]
    pub fn legal(placement: &Placement<G>) -> Self {
        let mut list = Self::new();
        movegen::moves(placement, &mut list);
        list
    }

    /// Adds a move at the end.
    #[inline]
    pub fn push(&mut self, mv: Move<G>) {
        if !self.heap.is_empty() || self.inline.try_push(mv).is_err() {
            self.push_to_heap(mv);
        }
    }

    #[cold]
    fn push_to_heap(&mut self, mv: Move<G>) {
        if self.heap.is_empty() {
            self.heap.extend(self.inline.drain(..));
        }
        self.heap.push(mv);
    }

    /// Removes all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.inline.clear();
        self.heap.clear();
    }

    /// Keeps the moves for which `keep` returns `true`, in their order.
    pub fn retain(&mut self, keep: impl FnMut(&mut Move<G>) -> bool) {
        if self.heap.is_empty() { self.inline.retain(keep) } else { self.heap.retain_mut(keep) }
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
        if self.heap.is_empty() { &self.inline } else { &self.heap }
    }
}

impl<G: Game> DerefMut for MoveList<G> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move<G>] {
        if self.heap.is_empty() { &mut self.inline } else { &mut self.heap }
    }
}

impl<'a, G: Game> IntoIterator for &'a MoveList<G> {
    type Item = &'a Move<G>;
    type IntoIter = std::slice::Iter<'a, Move<G>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

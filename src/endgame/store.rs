//! The values that generation works with, in memory.

use std::sync::atomic::{AtomicU8, Ordering};

use super::code::Code;
use super::combination::Order;
use super::index::Index;
use super::slice::Slice;
use crate::board::{Game, Placement, Set, SetOf};

/// The values of slices, each a byte a position.
#[derive(Default)]
pub(super) struct Store<G: Game> {
    /// By the number of the slice.
    slices: Vec<Option<Values<G>>>,
}

/// The values of one slice. Those of finished positions are read by all threads while the others are
/// written, each by one thread, and read by none: no lock is needed.
pub(super) struct Values<G: Game> {
    pub(super) index: Index<G>,
    bytes: Box<[AtomicU8]>,
}

impl<G: Game> Values<G> {
    /// A slice in which nothing is known yet.
    pub(super) fn new(slice: Slice) -> Self {
        let index = Index::new(slice);
        let bytes = (0..index.len()).map(|_| AtomicU8::new(Code::DRAW.0)).collect();
        Self { index, bytes }
    }

    #[inline(always)]
    pub(super) fn get(&self, number: usize) -> Code {
        Code(self.bytes[number].load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub(super) fn set(&self, number: usize, code: Code) {
        self.bytes[number].store(code.0, Ordering::Relaxed);
    }
}

impl<G: Game> Store<G> {
    pub(super) fn new() -> Self {
        Self { slices: (0..10_000).map(|_| None).collect() }
    }

    pub(super) fn insert(&mut self, values: Values<G>) {
        let number = values.index.slice().number();
        self.slices[number] = Some(values);
    }

    /// The values of a slice, as far as they are there.
    pub(super) fn get(&self, slice: Slice) -> Option<&Values<G>> {
        self.slices[slice.number()].as_ref()
    }

    /// What a placement is worth to `C`, who is to move. Its slice is there, unless somebody has no piece.
    #[inline(always)]
    pub(super) fn code<C: Order>(&self, placement: &Placement<G>) -> Code {
        let (own, theirs) = (placement.pieces(C::COLOR), placement.pieces(!C::COLOR));
        if own.is_empty() {
            return Code::LOST;
        }
        let count = |set: SetOf<G>| set.count() as usize;
        let (own_kings, their_kings) = (count(own & placement.kings), count(theirs & placement.kings));
        let number = 1000 * (count(own) - own_kings)
            + 100 * own_kings
            + 10 * (count(theirs) - their_kings)
            + their_kings;
        let values = self.slices[number].as_ref().expect("what a move leads to was made before");
        values.get(values.index.number::<C>(placement))
    }
}

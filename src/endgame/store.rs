//! The values that generation works with, in memory.

use std::sync::atomic::{AtomicU8, Ordering};

use super::combination::Perspective;
use super::encoded::EncodedValue;
use super::index::{Index, Pieces};
use super::slice::Slice;
use super::spec::GameSpec;
use crate::board::{Geometry, Set};

/// The values of slices, one byte per position.
pub(super) struct Store {
    /// By slice number.
    slices: Vec<Option<SliceValues>>,
}

/// The values of one slice.
///
/// No lock is needed: the values of finished positions are read by all threads, and each of the others is
/// written by one thread and read by none.
pub(super) struct SliceValues {
    pub(super) index: Index,
    bytes: Box<[AtomicU8]>,
}

impl SliceValues {
    /// A slice in which every value is a draw so far.
    pub(super) fn new(slice: Slice, spec: GameSpec) -> Self {
        let index = Index::new(slice, spec);
        let bytes = (0..index.len()).map(|_| AtomicU8::new(EncodedValue::DRAW.0)).collect();
        Self { index, bytes }
    }

    #[inline(always)]
    pub(super) fn get(&self, number: usize) -> EncodedValue {
        EncodedValue(self.bytes[number].load(Ordering::Relaxed))
    }

    #[inline(always)]
    pub(super) fn set(&self, number: usize, value: EncodedValue) {
        self.bytes[number].store(value.0, Ordering::Relaxed);
    }
}

impl Store {
    pub(super) fn new() -> Self {
        Self { slices: (0..Slice::NUMBERS).map(|_| None).collect() }
    }

    pub(super) fn insert(&mut self, values: SliceValues) {
        let number = values.index.slice().number();
        self.slices[number] = Some(values);
    }

    /// The values of a slice. Returns `None` if the store does not have them.
    pub(super) fn get(&self, slice: Slice) -> Option<&SliceValues> {
        self.slices[slice.number()].as_ref()
    }

    /// The value of a position for `C`, who is to move. Its slice must be in the store, unless a player has
    /// no piece.
    #[inline(always)]
    pub(super) fn value<B: Geometry, C: Perspective>(&self, pieces: &Pieces<B::Set>) -> EncodedValue {
        if pieces.own.is_empty() {
            return EncodedValue::LOST;
        }
        let values = self.slices[Slice::number_of(pieces)].as_ref();
        let values = values.expect("a move leads to a slice that was generated before");
        values.get(values.index.number::<B, C>(pieces))
    }
}

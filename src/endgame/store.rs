//! The values that generation works with, in memory.

use std::sync::atomic::{AtomicU8, Ordering};

use super::combination::Perspective;
use super::encoded::EncodedValue;
use super::format::Kind;
use super::index::{Index, Pieces};
use super::slice::Slice;
use super::spec::GameSpec;
use crate::board::{Geometry, Set};

/// The values of slices.
pub(super) struct Store {
    /// By slice number.
    slices: Vec<Option<SliceValues>>,
}

/// The values of one slice: a byte per position for distances, two bits for outcomes.
///
/// No lock is needed: the values of finished positions are read by all threads, and each of the others is
/// written by one thread and read by none. Only bytes that hold outcomes of several positions can have more than one
/// writer, and those are changed in one step.
pub(super) struct SliceValues {
    pub(super) index: Index,
    bytes: Box<[AtomicU8]>,
    is_packed: bool,
}

/// The number of outcomes in a byte.
const PACKED: usize = Kind::Wdl.positions_per_byte();

impl SliceValues {
    /// A slice in which every value is a draw so far.
    pub(super) fn new(slice: Slice, spec: GameSpec, kind: Kind) -> Self {
        let index = Index::new(slice, spec);
        let length = index.len().div_ceil(kind.positions_per_byte());
        let bytes = (0..length).map(|_| AtomicU8::new(EncodedValue::DRAW.0)).collect();
        Self { index, bytes, is_packed: kind == Kind::Wdl }
    }

    #[inline(always)]
    pub(super) fn get(&self, number: usize) -> EncodedValue {
        if self.is_packed {
            let byte = self.bytes[number / PACKED].load(Ordering::Relaxed);
            unpacked(byte >> shift(number))
        } else {
            EncodedValue(self.bytes[number].load(Ordering::Relaxed))
        }
    }

    #[inline(always)]
    pub(super) fn set(&self, number: usize, value: EncodedValue) {
        if self.is_packed {
            self.merge(number / PACKED, packed(value) << shift(number), LOWEST << shift(number));
        } else {
            self.bytes[number].store(value.0, Ordering::Relaxed);
        }
    }

    /// Sets the values from this number on.
    pub(super) fn set_from(&self, first: usize) -> ValueWriter<'_> {
        ValueWriter { values: self, number: first, byte: 0, mask: 0 }
    }

    /// Sets the bits of a mask in a byte, whatever other threads do with its other bits.
    fn merge(&self, at: usize, bits: u8, mask: u8) {
        let merged = |byte: u8| Some(byte & !mask | bits);
        // The closure always has a new value.
        let _ = self.bytes[at].fetch_update(Ordering::Relaxed, Ordering::Relaxed, merged);
    }
}

/// Writes the values of consecutive numbers, whole bytes at once. The last ones are written when it is dropped.
pub(super) struct ValueWriter<'a> {
    values: &'a SliceValues,
    /// The next number.
    number: usize,
    /// The outcomes of the current byte, and the bits that they take.
    byte: u8,
    mask: u8,
}

impl ValueWriter<'_> {
    #[inline(always)]
    pub(super) fn push(&mut self, value: EncodedValue) {
        if self.values.is_packed {
            self.byte |= packed(value) << shift(self.number);
            self.mask |= LOWEST << shift(self.number);
            self.number += 1;
            if self.number.is_multiple_of(PACKED) {
                self.flush();
            }
        } else {
            self.values.set(self.number, value);
            self.number += 1;
        }
    }

    /// The next number.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    fn flush(&mut self) {
        let at = self.number.saturating_sub(1) / PACKED;
        match self.mask {
            0 => {}
            u8::MAX => self.values.bytes[at].store(self.byte, Ordering::Relaxed),
            mask => self.values.merge(at, self.byte, mask),
        }
        (self.byte, self.mask) = (0, 0);
    }
}

impl Drop for ValueWriter<'_> {
    fn drop(&mut self) {
        self.flush();
    }
}

/// The bits of the first outcome of a byte.
const LOWEST: u8 = 3;

/// Where the outcome of a position begins in its byte.
#[inline(always)]
const fn shift(number: usize) -> usize {
    2 * (number % PACKED)
}

/// A value without distance, or [`EncodedValue::DONT_CARE`], in two bits.
#[inline(always)]
const fn packed(value: EncodedValue) -> u8 {
    value.0 & LOWEST
}

/// The value in the two lowest bits.
#[inline(always)]
const fn unpacked(bits: u8) -> EncodedValue {
    match bits & LOWEST {
        LOWEST => EncodedValue::DONT_CARE,
        value => EncodedValue(value),
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

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::board::Checkers;

    /// Neighbours in a byte are written by two threads, singly and in ranges that end inside of bytes.
    #[test]
    fn outcomes_of_one_byte_can_be_written_by_several_threads() {
        let slice: Slice = "2011".parse().expect("a slice");
        let [draw, loss, win] = [0, 1, 2].map(EncodedValue);
        let all = [draw, loss, win, EncodedValue::DONT_CARE];
        let value = |number: usize| all[(number / 3 + number / 7) % 4];
        for kind in Kind::ALL {
            let values = &SliceValues::new(slice, GameSpec::of(Checkers::<6>), kind);
            let length = values.index.len();
            thread::scope(|scope| {
                for part in 0..2 {
                    scope.spawn(move || {
                        for first in (0..length).step_by(5).skip(part).step_by(2) {
                            let numbers = first..length.min(first + 5);
                            // Something else stands there before.
                            numbers.clone().for_each(|number| values.set(number, all[number % 4]));
                            let mut writer = values.set_from(first);
                            numbers.for_each(|number| writer.push(value(number)));
                        }
                    });
                }
            });
            assert!((0..length).all(|number| values.get(number) == value(number)), "{kind:?}");
        }
    }
}

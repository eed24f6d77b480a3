//! A bucket queue of decided positions, by the distance to the end of the game.

use crate::board::Color;
use crate::endgame::combination::Perspective;
use crate::endgame::encoded::EncodedValue;

/// A bucket for each distance.
pub(super) struct Queue {
    buckets: Vec<Vec<Item>>,
    is_too_long: bool,
}

/// A position whose value has this distance. For a candidate, this is the value only if no better one is found
/// before its turn. Positions that are not candidates are in the queue once.
#[derive(Clone, Copy)]
pub(super) struct Item(u32);

impl Queue {
    pub(super) fn new() -> Self {
        Self { buckets: (0..=u8::MAX).map(|_| Vec::new()).collect(), is_too_long: false }
    }

    /// Whether a distance was added that does not fit into a byte.
    pub(super) fn is_too_long(&self) -> bool {
        self.is_too_long
    }

    #[inline(always)]
    pub(super) fn push(&mut self, value: EncodedValue, item: Item) {
        self.buckets[usize::from(value.0)].push(item);
    }

    /// The item at this place of a bucket.
    #[inline(always)]
    pub(super) fn item(&self, value: EncodedValue, place: usize) -> Option<Item> {
        self.buckets[usize::from(value.0)].get(place).copied()
    }

    /// Empties a bucket that has been processed.
    pub(super) fn clear(&mut self, value: EncodedValue) {
        let bucket = &mut self.buckets[usize::from(value.0)];
        self.is_too_long |= value == EncodedValue::TOO_LONG && !bucket.is_empty();
        bucket.clear();
    }
}

impl Item {
    const CANDIDATE: u32 = 1 << 31;
    const BLACK: u32 = 1 << 30;

    /// The position with this number and `C` to move.
    #[inline(always)]
    pub(super) fn new<C: Perspective>(number: usize, is_candidate: bool) -> Self {
        let black = if C::COLOR == Color::Black { Self::BLACK } else { 0 };
        Self(number as u32 | black | if is_candidate { Self::CANDIDATE } else { 0 })
    }

    #[inline(always)]
    pub(super) fn number(self) -> usize {
        (self.0 & (Self::BLACK - 1)) as usize
    }

    #[inline(always)]
    pub(super) fn turn(self) -> Color {
        if self.0 & Self::BLACK == 0 { Color::White } else { Color::Black }
    }

    #[inline(always)]
    pub(super) fn is_candidate(self) -> bool {
        self.0 & Self::CANDIDATE != 0
    }
}

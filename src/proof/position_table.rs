//! The position table: numbers of positions. Whole positions are compared, never hashes alone.

use std::collections::TryReserveError;

use super::{Domain, Packed};

/// Positions by number, and numbers by position.
pub(super) struct PositionTable<F: Domain> {
    /// The packed positions in the order of their numbers.
    words: Vec<u64>,
    /// An open-addressing hash table: half of the hash, and the number plus one. 0 if a slot is empty.
    slots: Vec<u64>,
    len: usize,
    game: F::Game,
}

impl<F: Domain> PositionTable<F> {
    const SMALLEST: usize = 1 << 10;

    pub(super) fn new(game: F::Game) -> Self {
        Self { words: Vec::new(), slots: vec![0; Self::SMALLEST], len: 0, game }
    }

    /// What all positions have in common.
    pub(super) fn game(&self) -> F::Game {
        self.game
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        8 * (self.words.capacity() + self.slots.len())
    }

    /// The position with this number.
    pub(super) fn vertex(&self, number: u32) -> F::Vertex {
        F::unpack(self.game, self.at(number))
    }

    fn at(&self, number: u32) -> &[u64] {
        &self.words[number as usize * F::WORDS..][..F::WORDS]
    }

    /// The number of a position.
    pub(super) fn find(&self, vertex: F::Vertex) -> Option<u32> {
        let words = F::pack(vertex);
        self.slot(&words[..F::WORDS], hash(&words[..F::WORDS])).ok()
    }

    /// The number of a position, or the empty slot for it.
    fn slot(&self, words: &[u64], hash: u64) -> Result<u32, usize> {
        let mut slot = self.first_slot(hash);
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return Err(slot);
            }
            if entry >> 32 == hash >> 32 && self.at(entry as u32 - 1) == words {
                return Ok(entry as u32 - 1);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    fn first_slot(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    /// Adds a new position and returns its number.
    ///
    /// # Errors
    /// If there is not enough memory. Then nothing has changed.
    pub(super) fn add(&mut self, vertex: F::Vertex) -> Result<u32, TryReserveError> {
        if 3 * (self.len + 1) > 2 * self.slots.len() {
            self.grow()?;
        }
        self.words.try_reserve(F::WORDS)?;
        let packed: Packed = F::pack(vertex);
        let words = &packed[..F::WORDS];
        let hash = hash(words);
        let number = self.len as u32;
        if let Err(slot) = self.slot(words, hash) {
            self.slots[slot] = hash >> 32 << 32 | u64::from(number + 1);
        }
        self.words.extend_from_slice(words);
        self.len += 1;
        Ok(number)
    }

    fn grow(&mut self) -> Result<(), TryReserveError> {
        let mask = 2 * self.slots.len() - 1;
        self.slots.try_reserve_exact(self.slots.len())?;
        self.slots.clear();
        self.slots.resize(mask + 1, 0);
        for (number, words) in (1..).zip(self.words.chunks_exact(F::WORDS)) {
            let hash = hash(words);
            let mut slot = hash as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = hash >> 32 << 32 | number;
        }
        Ok(())
    }
}

/// Hashes by multiplication with a 128-bit product folded to 64 bits.
fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0x9e37_79b9_7f4a_7c15, |hash, word| {
        let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93;
        (product >> 64) as u64 ^ product as u64
    })
}

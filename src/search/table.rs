//! The transposition table (TT): results of nodes that were searched before.
//!
//! All threads share it without a lock. An entry is two words, and the first is combined with the second by
//! exclusive or (Hyatt and Mann, 2002): an entry half overwritten by another thread does not match its key.

use std::collections::TryReserveError;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::{Bound, Depth, MoveCode, Window};
use crate::board::Key;
use crate::eval::Score;

/// The result of searching a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The depth to which the node was searched.
    pub depth: Depth,
    /// The score for the player to move. Distances of wins and losses are relative to the node.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// The best move, or [`MoveCode::NONE`].
    pub code: MoveCode,
}

impl Entry {
    /// Returns the score if the entry answers a search of this depth in this window by itself, else `None`.
    ///
    /// A bound that does not cut does not narrow the window either: the result could combine searches of
    /// different depths into a value that is wrong for each of them (Wesselink, Huizing and van de Wetering,
    /// *Formal verification of minimax algorithms*, 2025).
    #[must_use]
    pub fn cut(&self, window: Window, depth: Depth) -> Option<Score> {
        let answers = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        };
        (answers && self.depth >= depth).then_some(self.score)
    }

    fn pack(self, generation: u8) -> u64 {
        u64::from(self.code.0)
            | u64::from(self.score.hundredths() as u16) << 16
            | u64::from(self.depth.0) << 32
            | (self.bound as u64 + 1) << 40
            | u64::from(generation) << 48
    }

    fn unpack(word: u64) -> Option<Self> {
        let bound = match word >> 40 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let score = Score::from_hundredths((word >> 16) as i16);
        Some(Self { depth: Depth((word >> 32) as u8), score, bound, code: MoveCode(word as u16) })
    }
}

/// The transposition table.
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

/// The slots that a key can be stored in: one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// There is not enough memory for the table.
#[derive(Clone, Debug, thiserror::Error)]
#[error("a table of {mib} MiB is too large")]
pub struct TooLarge {
    mib: usize,
    #[source]
    cause: TryReserveError,
}

impl Table {
    /// An empty table of a size in MiB.
    ///
    /// # Errors
    /// [`TooLarge`] if there is not enough memory.
    pub fn new(mib: usize) -> Result<Self, TooLarge> {
        let count = mib.max(1).saturating_mul(1 << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|cause| TooLarge { mib, cause })?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, generation: AtomicU8::new(0) })
    }

    /// The size in MiB.
    #[must_use]
    pub fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Relaxed);
            slot.word.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Starts a new generation: entries of older searches are replaced first.
    pub fn start_search(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// The entry of the node with this key. Returns `None` if there is none.
    #[must_use]
    pub fn get(&self, key: TableKey) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| slot.get(key))
    }

    /// Stores an entry for the node with this key. It replaces an entry of the same node, or else the entry
    /// of lowest priority in the bucket. A bound does not replace a much deeper entry of the same node.
    pub fn set(&self, key: TableKey, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let slots = &self.bucket(key).0;
        let slot = slots.iter().find(|slot| slot.get(key).is_some());
        if entry.bound != Bound::Exact
            && slot.is_some_and(|slot| {
                slot.priority(generation)
                    >= CURRENT_SEARCH + u16::from(entry.depth.0) + REPLACEMENT_DEPTH_MARGIN
            })
        {
            return;
        }
        let slot = slot.or_else(|| slots.iter().min_by_key(|slot| slot.priority(generation)));
        slot.expect("a bucket has slots").set(key, entry.pack(generation));
    }

    /// How many slots hold an entry of the current search, per mille (hashfull).
    #[must_use]
    pub fn hashfull(&self) -> usize {
        let generation = self.generation.load(Relaxed);
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        sample.filter(|slot| slot.priority(generation) >= CURRENT_SEARCH).count()
    }

    fn bucket(&self, key: TableKey) -> &Bucket {
        let index = (u128::from(key.bucket) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("buckets", &self.buckets.len()).finish_non_exhaustive()
    }
}

/// The lowest priority of an entry of the current search.
const CURRENT_SEARCH: u16 = 256;
/// A bound does not replace an entry of its node that is deeper by at least this number of plies.
const REPLACEMENT_DEPTH_MARGIN: u16 = 3;

impl Slot {
    fn get(&self, key: TableKey) -> Option<Entry> {
        let word = self.word.load(Relaxed);
        if self.check.load(Relaxed) ^ word == key.check { Entry::unpack(word) } else { None }
    }

    fn set(&self, key: TableKey, word: u64) {
        self.check.store(key.check ^ word, Relaxed);
        self.word.store(word, Relaxed);
    }

    /// The replacement priority: low for entries of older searches, higher for deeper entries.
    fn priority(&self, generation: u8) -> u16 {
        let word = self.word.load(Relaxed);
        match Entry::unpack(word) {
            None => 0,
            Some(entry) if (word >> 48) as u8 == generation => CURRENT_SEARCH + u16::from(entry.depth.0),
            Some(entry) => 1 + u16::from(entry.depth.0),
        }
    }
}

/// A node's key in the table: 64 bits select the bucket, the other 64 verify the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableKey {
    bucket: u64,
    check: u64,
}

impl TableKey {
    /// The key of a node for searches with this salt. Searches with different salts do not share entries.
    #[must_use]
    pub fn new(key: Key, salt: Key) -> Self {
        Self { bucket: key.low() ^ salt.low(), check: key.high() ^ salt.high() }
    }

    /// The half that selects the bucket.
    pub(super) const fn bucket(self) -> u64 {
        self.bucket
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    const NO_SALT: Key = Key::of_turn(Color::White);

    fn key(number: u64) -> TableKey {
        TableKey::new(NO_SALT.salted(number), NO_SALT)
    }

    fn entry(depth: u8, score: Score, bound: Bound) -> Entry {
        Entry { depth: Depth(depth), score, bound, code: MoveCode(77) }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = Table::new(1).expect("one MiB");
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for score in [Score::DRAW, Score::LOST, Score::win_in(3), Score::estimate(-1)] {
                let stored = entry(127, score, bound);
                table.set(key(1), stored);
                assert_eq!(table.get(key(1)), Some(stored));
            }
        }
        assert_eq!(table.get(key(2)), None);
        assert_eq!(table.get(TableKey::new(NO_SALT.salted(1), NO_SALT.salted(9))), None);
        table.clear();
        assert_eq!(table.get(key(1)), None);
    }

    #[test]
    fn keys_that_differ_in_one_bit_do_not_match() {
        let table = Table::new(1).expect("one MiB");
        let (bucket, check) = (0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210);
        table.set(TableKey { bucket, check }, entry(3, Score::DRAW, Bound::Exact));
        assert!(table.get(TableKey { bucket, check }).is_some());
        for bit in 0..64 {
            let other = TableKey { bucket, check: check ^ 1 << bit };
            assert_eq!(table.get(other), None, "bit {bit}");
        }
        assert_eq!(table.get(TableKey { bucket: check, check: bucket }), None);
        for bits in [16, 32, 48] {
            let swapped = TableKey { bucket, check: check.rotate_left(bits) };
            assert_eq!(table.get(swapped), None, "{bits} bits");
        }
    }

    #[test]
    fn the_low_half_of_a_key_selects_the_bucket_and_the_high_half_verifies_it() {
        let (key, salt) = (NO_SALT.salted(1), NO_SALT.salted(9));
        let found = TableKey::new(key, salt);
        assert_eq!(found.bucket, key.low() ^ salt.low());
        assert_eq!(found.check, key.high() ^ salt.high());
        assert_ne!(found.bucket, found.check);
    }

    #[test]
    fn deep_entries_of_the_current_search_are_replaced_last() {
        let table = Table::new(1).expect("one MiB");
        for number in 0..100_000 {
            table.set(key(number), entry(3, Score::DRAW, Bound::Exact));
        }
        table.start_search();
        table.set(key(7), entry(9, Score::DRAW, Bound::Exact));
        for number in 100_000..200_000 {
            table.set(key(number), entry(3, Score::DRAW, Bound::Exact));
        }
        assert!(table.get(key(7)).is_some());
        assert!(table.hashfull() > 900, "{}", table.hashfull());
    }

    #[test]
    fn an_entry_cuts_only_by_itself() {
        let window = Window { alpha: Score::estimate(10), beta: Score::estimate(20) };
        let cut = |score, bound, depth| {
            entry(4, Score::estimate(score), bound).cut(window, Depth(depth)).map(Score::hundredths)
        };
        assert_eq!(cut(15, Bound::Exact, 4), Some(15));
        assert_eq!(cut(15, Bound::Exact, 5), None);
        assert_eq!(cut(15, Bound::Lower, 4), None);
        assert_eq!(cut(15, Bound::Upper, 4), None);
        assert_eq!(cut(20, Bound::Lower, 4), Some(20));
        assert_eq!(cut(10, Bound::Upper, 4), Some(10));
        assert_eq!(cut(10, Bound::Lower, 4), None);
    }
}

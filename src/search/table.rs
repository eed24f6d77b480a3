//! What is known of nodes that were searched before (the transposition table).
//!
//! All threads share it without a lock. An entry is two words, the second one mixed with the first:
//! an entry of which another thread has overwritten one half does not match any key.

use std::collections::TryReserveError;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use super::{Bound, Depth, MoveCode, Window};
use crate::board::Key;
use crate::eval::Score;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How deep it was searched.
    pub depth: Depth,
    /// What came of it, as the node sees it: a win counts its plies from there.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The best move.
    pub code: MoveCode,
}

impl Entry {
    /// The score when it answers a search of this depth in this window all by itself.
    ///
    /// This is all that an entry may do. A bound that does not cut does not narrow the window either:
    /// that would mix searches of different depths into a value that no search has.
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

/// The table.
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

/// Entries that compete for the same place: one line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// There is not so much memory.
#[derive(Clone, Debug)]
pub struct TooLarge {
    mib: usize,
    cause: TryReserveError,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a table of {} MiB is too large", self.mib)
    }
}

impl std::error::Error for TooLarge {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

impl Table {
    /// An empty table.
    ///
    /// # Errors
    /// When there is not so much memory.
    pub fn new(mib: usize) -> Result<Self, TooLarge> {
        let count = mib.max(1).saturating_mul(1 << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|cause| TooLarge { mib, cause })?;
        buckets.resize_with(count, Bucket::default);
        Ok(Self { buckets, generation: AtomicU8::new(0) })
    }

    /// How large it is.
    #[must_use]
    pub fn mib(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            slot.check.store(0, Relaxed);
            slot.word.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// From now on entries are those of a new search: older ones give way to them.
    pub fn start_search(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    /// What is known of the node with this key.
    #[must_use]
    pub fn get(&self, key: TableKey) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| slot.get(key))
    }

    /// Keeps an entry for the node with this key, in the place of an older one of the same node or of
    /// the one that is worth least. A bound does not take the place of one that is much deeper.
    pub fn set(&self, key: TableKey, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let slots = &self.bucket(key).0;
        let slot = slots.iter().find(|slot| slot.get(key).is_some());
        if entry.bound != Bound::Exact
            && slot.is_some_and(|slot| {
                slot.worth(generation) >= CURRENT_SEARCH + u16::from(entry.depth.0) + REPLACEMENT_DEPTH_MARGIN
            })
        {
            return;
        }
        let slot = slot.or_else(|| slots.iter().min_by_key(|slot| slot.worth(generation)));
        slot.expect("a bucket has slots").set(key, entry.pack(generation));
    }

    /// How many in a thousand places hold an entry of the present search.
    #[must_use]
    pub fn hashfull(&self) -> usize {
        let generation = self.generation.load(Relaxed);
        let sample = self.buckets.iter().take(250).flat_map(|bucket| &bucket.0);
        sample.filter(|slot| slot.worth(generation) >= CURRENT_SEARCH).count()
    }

    fn bucket(&self, key: TableKey) -> &Bucket {
        let index = (u128::from(key.place) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("buckets", &self.buckets.len()).finish_non_exhaustive()
    }
}

/// The least worth of an entry of the present search.
const CURRENT_SEARCH: u16 = 256;
/// Plies.
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

    /// Old entries are worth less than those of the present search, shallow ones less than deep ones.
    fn worth(&self, generation: u8) -> u16 {
        let word = self.word.load(Relaxed);
        match Entry::unpack(word) {
            None => 0,
            Some(entry) if (word >> 48) as u8 == generation => CURRENT_SEARCH + u16::from(entry.depth.0),
            Some(entry) => 1 + u16::from(entry.depth.0),
        }
    }
}

/// A node's key in the table: 64 bits say where its entry is, 64 others whether it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableKey {
    place: u64,
    check: u64,
}

impl TableKey {
    /// The key of a node for searches with this salt. Entries of different salts never meet.
    #[must_use]
    pub fn new(key: Key, salt: Key) -> Self {
        Self { place: key.low() ^ salt.low(), check: key.high() ^ salt.high() }
    }

    /// The half that says where the entry is.
    pub(super) const fn place(self) -> u64 {
        self.place
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
    fn what_is_stored_is_found() {
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
    fn keys_that_differ_in_one_bit_never_meet() {
        let table = Table::new(1).expect("one MiB");
        let (place, check) = (0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210);
        table.set(TableKey { place, check }, entry(3, Score::DRAW, Bound::Exact));
        assert!(table.get(TableKey { place, check }).is_some());
        for bit in 0..64 {
            let other = TableKey { place, check: check ^ 1 << bit };
            assert_eq!(table.get(other), None, "bit {bit}");
        }
        assert_eq!(table.get(TableKey { place: check, check: place }), None);
        for bits in [16, 32, 48] {
            let swapped = TableKey { place, check: check.rotate_left(bits) };
            assert_eq!(table.get(swapped), None, "{bits} bits");
        }
    }

    #[test]
    fn the_halves_of_a_key_are_its_place_and_its_check() {
        let (key, salt) = (NO_SALT.salted(1), NO_SALT.salted(9));
        let found = TableKey::new(key, salt);
        assert_eq!(found.place, key.low() ^ salt.low());
        assert_eq!(found.check, key.high() ^ salt.high());
        assert_ne!(found.place, found.check);
    }

    #[test]
    fn deep_entries_of_this_search_stay_longest() {
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

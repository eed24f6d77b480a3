//! Counts that were made before.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHasher;

use crate::board::{Game, Placement};

/// A table of counts, shared by threads. An entry holds the whole placement, so it is never mistaken
/// for another one.
#[derive(Debug)]
pub struct Table<G: Game> {
    shards: Vec<Mutex<Vec<Option<Entry<G>>>>>,
}

#[derive(Clone, Copy, Debug)]
struct Entry<G: Game> {
    placement: Placement<G>,
    depth: u32,
    count: u64,
}

/// There is no memory for a table of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoMemory {
    mebibytes: usize,
}

impl fmt::Display for NoMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no memory for a table of {} MiB", self.mebibytes)
    }
}

impl std::error::Error for NoMemory {}

/// So many that two threads seldom want the same one.
const SHARDS: usize = 1024;

impl<G: Game> Table<G> {
    /// An empty table of about this size.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn new(mebibytes: usize) -> Result<Self, NoMemory> {
        let bytes = mebibytes.saturating_mul(1 << 20);
        let entries = (bytes / size_of::<Option<Entry<G>>>() / SHARDS).max(1);
        // Asked for in one piece, memory that is not there is refused; piece by piece it may be promised.
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| NoMemory { mebibytes })?;
        Ok(Self { shards: (0..SHARDS).map(|_| Mutex::new(vec![None; entries])).collect() })
    }

    pub(super) fn get(&self, placement: &Placement<G>, depth: u32) -> Option<u64> {
        self.with(placement, depth, |entry| {
            entry
                .filter(|entry| entry.placement == *placement && entry.depth == depth)
                .map(|entry| entry.count)
        })
    }

    pub(super) fn put(&self, placement: &Placement<G>, depth: u32, count: u64) {
        self.with(placement, depth, |entry| *entry = Some(Entry { placement: *placement, depth, count }));
    }

    fn with<T>(
        &self,
        placement: &Placement<G>,
        depth: u32,
        work: impl FnOnce(&mut Option<Entry<G>>) -> T,
    ) -> T {
        let mut hasher = FxHasher::default();
        (placement, depth).hash(&mut hasher);
        let hash = hasher.finish() as usize;
        let mut shard = self.shards[hash % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        let place = hash / SHARDS % shard.len();
        work(&mut shard[place])
    }
}

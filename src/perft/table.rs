//! A table of counts, so that transpositions are counted once.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHasher;

use crate::board::{Game, Placement};

/// A table of counts, shared by threads. An entry holds the whole placement, so there are no hash
/// collisions.
#[derive(Debug)]
pub struct CountTable<G: Game> {
    shards: Vec<Mutex<Vec<Option<CountEntry<G>>>>>,
}

#[derive(Clone, Copy, Debug)]
struct CountEntry<G: Game> {
    placement: Placement<G>,
    depth: u32,
    count: u64,
}

/// There is not enough memory for a table of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not enough memory for a table of {mebibytes} MiB")]
pub struct NoMemory {
    mebibytes: usize,
}

/// The number of parts with a lock each: enough that two threads seldom need the same one.
const SHARDS: usize = 1024;

impl<G: Game> CountTable<G> {
    /// An empty table of about this size.
    ///
    /// # Errors
    /// If there is not enough memory for it.
    pub fn new(mebibytes: usize) -> Result<Self, NoMemory> {
        let bytes = mebibytes.saturating_mul(1 << 20);
        let entries = (bytes / size_of::<Option<CountEntry<G>>>() / SHARDS).max(1);
        // Reserved in one piece, missing memory is an error; in many pieces it may be overcommitted.
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
        self.with(placement, depth, |entry| {
            *entry = Some(CountEntry { placement: *placement, depth, count })
        });
    }

    fn with<T>(
        &self,
        placement: &Placement<G>,
        depth: u32,
        work: impl FnOnce(&mut Option<CountEntry<G>>) -> T,
    ) -> T {
        let mut hasher = FxHasher::default();
        (placement, depth).hash(&mut hasher);
        let hash = hasher.finish() as usize;
        let mut shard = self.shards[hash % SHARDS].lock().unwrap_or_else(PoisonError::into_inner);
        let index = hash / SHARDS % shard.len();
        work(&mut shard[index])
    }
}

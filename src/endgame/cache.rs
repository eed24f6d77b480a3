//! Blocks that were decoded, shared by all threads.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// As many blocks as there is room for. Each has one place, where a newer one takes over.
pub(super) struct Cache {
    places: Vec<Mutex<Option<Entry>>>,
}

struct Entry {
    key: BlockKey,
    content: Arc<[u8]>,
}

/// Which block of which table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockKey {
    pub(super) table: u32,
    pub(super) block: u32,
}

impl Cache {
    /// Room for so many blocks.
    pub(super) fn new(blocks: usize) -> Self {
        Self { places: (0..blocks.max(1)).map(|_| Mutex::new(None)).collect() }
    }

    /// A byte of a block, which `decode` makes if it is not there. None: it cannot be made.
    #[inline]
    pub(super) fn byte(
        &self,
        key: BlockKey,
        at: usize,
        decode: impl FnOnce() -> Option<Arc<[u8]>>,
    ) -> Option<u8> {
        let mut hasher = FxHasher::default();
        hasher.write_u64(u64::from(key.table) << 32 | u64::from(key.block));
        let number = ((u128::from(hasher.finish()) * self.places.len() as u128) >> 64) as usize;
        let place = &self.places[number];
        // A thread that panicked left a whole entry, or none.
        if let Some(entry) = place.lock().unwrap_or_else(PoisonError::into_inner).as_ref()
            && entry.key == key
        {
            return entry.content.get(at).copied();
        }
        let content = decode()?;
        let byte = content.get(at).copied();
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(Entry { key, content });
        byte
    }
}

//! Blocks that were decoded, shared by all threads.

use std::sync::{Arc, Mutex, PoisonError};

/// As many blocks as there is room for, in sets of a few that share a lock.
pub(super) struct Cache {
    sets: Vec<Mutex<Few>>,
}

/// The blocks of a set, in a ring in which a new one takes the place of the oldest.
#[derive(Default)]
struct Few {
    entries: [Option<Entry>; Cache::WAYS],
    oldest: usize,
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
    const WAYS: usize = 4;

    /// Room for so many blocks.
    pub(super) fn new(blocks: usize) -> Self {
        Self { sets: (0..blocks.div_ceil(Self::WAYS).max(1)).map(|_| Mutex::default()).collect() }
    }

    /// A byte of a block, which `decode` makes if it is not there. None: it cannot be made.
    #[inline]
    pub(super) fn byte(
        &self,
        key: BlockKey,
        at: usize,
        decode: impl FnOnce() -> Option<Arc<[u8]>>,
    ) -> Option<u8> {
        let set = &self.sets[((u128::from(key.mixed()) * self.sets.len() as u128) >> 64) as usize];
        // A thread that panicked left whole entries.
        if let Some(content) = set.lock().unwrap_or_else(PoisonError::into_inner).find(key) {
            return content.get(at).copied();
        }
        let content = decode()?;
        let byte = content.get(at).copied();
        set.lock().unwrap_or_else(PoisonError::into_inner).add(Entry { key, content });
        byte
    }
}

impl Few {
    #[inline(always)]
    fn find(&self, key: BlockKey) -> Option<&[u8]> {
        let entry = self.entries.iter().flatten().find(|entry| entry.key == key)?;
        Some(&entry.content)
    }

    fn add(&mut self, entry: Entry) {
        // Another thread may have added it in the meantime.
        if self.find(entry.key).is_none() {
            self.entries[self.oldest] = Some(entry);
            self.oldest = (self.oldest + 1) % Cache::WAYS;
        }
    }
}

impl BlockKey {
    /// Bits that neighbors do not have in common.
    #[inline(always)]
    fn mixed(self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let bits = (u64::from(self.table) << 32 | u64::from(self.block)).wrapping_mul(ODD);
        (bits ^ bits >> 32).wrapping_mul(ODD)
    }
}

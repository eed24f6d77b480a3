//! A set-associative cache of decoded blocks, shared by all threads.

use std::sync::{Arc, Mutex, PoisonError};

/// A cache of decoded blocks. Each set has its own lock.
pub(super) struct Cache {
    sets: Vec<Mutex<CacheSet>>,
}

/// The blocks of a set. A new block replaces the oldest one.
#[derive(Default)]
struct CacheSet {
    blocks: [Option<CachedBlock>; Cache::WAYS],
    oldest: usize,
}

struct CachedBlock {
    key: BlockKey,
    content: Arc<[u8]>,
}

/// Identifies a block of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockKey {
    pub(super) table: u32,
    pub(super) block: u32,
}

impl Cache {
    const WAYS: usize = 4;

    /// A cache with room for this number of blocks.
    pub(super) fn new(capacity: usize) -> Self {
        Self { sets: (0..capacity.div_ceil(Self::WAYS).max(1)).map(|_| Mutex::default()).collect() }
    }

    /// A byte of a block, which is decoded if it is not in the cache. Returns `None` if `decode` fails.
    pub(super) fn byte(
        &self,
        key: BlockKey,
        at: usize,
        decode: &dyn Fn() -> Option<Arc<[u8]>>,
    ) -> Option<u8> {
        let set = &self.sets[((u128::from(key.hash()) * self.sets.len() as u128) >> 64) as usize];
        // A thread that panicked cannot leave a block half written.
        if let Some(content) = set.lock().unwrap_or_else(PoisonError::into_inner).find(key) {
            return content.get(at).copied();
        }
        let content = decode()?;
        let byte = content.get(at).copied();
        set.lock().unwrap_or_else(PoisonError::into_inner).add(CachedBlock { key, content });
        byte
    }
}

impl CacheSet {
    #[inline(always)]
    fn find(&self, key: BlockKey) -> Option<&[u8]> {
        let block = self.blocks.iter().flatten().find(|block| block.key == key)?;
        Some(&block.content)
    }

    fn add(&mut self, block: CachedBlock) {
        // Another thread may have added it in the meantime.
        if self.find(block.key).is_none() {
            self.blocks[self.oldest] = Some(block);
            self.oldest = (self.oldest + 1) % Cache::WAYS;
        }
    }
}

impl BlockKey {
    /// A hash of the key.
    #[inline(always)]
    fn hash(self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let bits = (u64::from(self.table) << 32 | u64::from(self.block)).wrapping_mul(ODD);
        (bits ^ bits >> 32).wrapping_mul(ODD)
    }
}

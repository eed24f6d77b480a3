//! Reproducible random test data.

/// A generator of random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
///
/// It is written out because the crate has no use for a dependency on `rand`.
pub(crate) struct Dice(u64);

impl Dice {
    #[expect(clippy::print_stdout, reason = "a test that fails shows its seed")]
    pub(crate) fn new(seed: u64) -> Self {
        println!("seed {seed}");
        Self(seed)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, things: &[&'a T]) -> &'a T {
        things[self.below(things.len() as u64) as usize]
    }

    /// Returns `None` half of the time.
    pub(crate) fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| make(self))
    }

    /// Up to four things.
    pub(crate) fn some<T>(&mut self, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(5)).map(|_| make(self)).collect()
    }
}

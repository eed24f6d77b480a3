//! SplitMix64 (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, 2014): numbers that
//! look random, from numbers that need not.

/// The output of SplitMix64 for the state `number` + 1 steps after 0.
#[must_use]
pub(crate) const fn split_mix(number: u64) -> u64 {
    finish(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A seed for each part of what has a seed itself.
#[must_use]
pub(crate) const fn seed_of(seed: u64, part: u64) -> u64 {
    finish(seed.rotate_left(32) ^ part.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// The finalizer: every bit of the input changes half of the output.
const fn finish(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

//! Games between engines: who plays, from which openings, one game and many at a time.
//!
//! What comes of them is for the commands: `selfplay`, `match` and `complexity`.

pub(super) mod adjudication;
pub(super) mod duel;
pub(super) mod elo;
pub(super) mod entrant;
mod hub_player;
pub(super) mod journal;
pub(super) mod openings;
pub(super) mod own;
pub(super) mod pace;
pub(super) mod pdn_file;
pub(super) mod player;
pub(super) mod pool;
mod process;
pub(super) mod series;
pub(super) mod shard;
pub(super) mod sprt;

/// A seed for a part of what has a seed itself (SplitMix64; Steele, Lea, Flood, 2014).
pub(super) fn seed_of(seed: u64, part: u64) -> u64 {
    let mut bits = seed.rotate_left(32) ^ part.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

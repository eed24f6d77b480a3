//! The memory and disk space that a build takes.

use thiserror::Error;

use super::build::Build;
use super::combination::choose;
use super::format::Kind;
use super::slice::{Pair, Slice};
use super::spec::GameSpec;
use crate::board::Piece;

/// The resources that a build takes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Requirements {
    /// Memory: all values, and what the work on a pair takes while those before it are there.
    pub memory: u128,
    /// Disk space: a conservative estimate from typical compression ratios.
    pub disk: u128,
}

/// What there is too little of for a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Shortage {
    /// Memory, in bytes.
    #[error("the build needs {} MiB of memory, and {} MiB are free", mebibytes(*needed), mebibytes(*free))]
    Memory {
        /// What the build needs.
        needed: u128,
        /// What is free.
        free: u128,
    },
    /// Disk space, in bytes.
    #[error("the build may need {} MiB of disk space, and {} MiB are free", mebibytes(*needed), mebibytes(*free))]
    Disk {
        /// What the build may need.
        needed: u128,
        /// What is free.
        free: u128,
    },
    /// Numbers for the positions of a slice.
    #[error("slice {0} has too many positions for a table")]
    Index(Pair),
}

fn mebibytes(bytes: u128) -> u128 {
    bytes.div_ceil(1 << 20)
}

/// Levels with this number of positions take seconds to generate, so a checkpoint is worth its time.
pub(super) const CHECKPOINT_POSITIONS: usize = 1 << 24;

impl Requirements {
    /// The resources for all tables of a build.
    ///
    /// # Errors
    /// If a slice has too many positions for the index.
    pub(super) fn new(build: &Build, spec: GameSpec) -> Result<Self, Shortage> {
        let (mut memory, mut stored) = (0, 0);
        let pairs = build.pairs(spec);
        for &pair in &pairs {
            let positions = positions(pair, spec);
            let sets = king_placements(pair, spec);
            if positions >= 1 << 40 || sets >= 1 << 30 {
                return Err(Shortage::Index(pair));
            }
            stored += bytes_of_values(build.kind, positions);
            memory = memory.max(stored + working_memory(build, pair, positions, sets));
        }
        Ok(Self { memory, disk: disk_space(build.kind, spec, &pairs) })
    }

    /// Checks that the free resources suffice for the pairs that are missing.
    pub(super) fn check(&self, build: &Build, spec: GameSpec, missing: &[Pair]) -> Result<(), Shortage> {
        if missing.is_empty() {
            return Ok(());
        }
        let needed = self.memory;
        if let Some(free) = build.memory.map(u128::from).filter(|&free| free < needed) {
            return Err(Shortage::Memory { needed, free });
        }
        let needed = disk_space(build.kind, spec, missing);
        if let Some(free) = build.disk.map(u128::from).filter(|&free| free < needed) {
            return Err(Shortage::Disk { needed, free });
        }
        Ok(())
    }
}

/// The bytes that values take in memory.
fn bytes_of_values(kind: Kind, positions: u128) -> u128 {
    positions.div_ceil(kind.positions_per_byte() as u128)
}

/// The bytes that the work on a pair takes: the values for the file, a checkpoint, and for each thread the states of a
/// subslice with their queue. Without men there is only one subslice.
fn working_memory(build: &Build, pair: Pair, positions: u128, sets: u128) -> u128 {
    let threads = if pair.first().men() == 0 { 1 } else { build.threads as u128 };
    let men = pair.first().men() as u128;
    // The men's steps spread like a sum of independent numbers.
    let largest_level = positions / (1 + 2 * men.isqrt());
    bytes_of_values(build.kind, positions) + 2 * largest_level + 24 * sets * threads
}

/// A conservative estimate of the length of the files of these pairs, and of the checkpoint files: the largest one,
/// or all if they are kept to the end.
fn disk_space(kind: Kind, spec: GameSpec, pairs: &[Pair]) -> u128 {
    let sizes = || pairs.iter().map(|pair| positions(*pair, spec));
    let checkpoints = || sizes().filter(|positions| *positions >= CHECKPOINT_POSITIONS as u128);
    let (per_byte, checkpoints) = match kind {
        Kind::Dtw => (2, checkpoints().max().unwrap_or(0) / 2),
        Kind::Wdl => (16, checkpoints().sum::<u128>() / 6),
    };
    sizes().map(|positions| 1024 + positions / per_byte).sum::<u128>() + checkpoints
}

/// The number of positions of a pair.
pub(super) fn positions(pair: Pair, spec: GameSpec) -> u128 {
    pair.slices().into_iter().map(|slice: Slice| slice.positions_in(spec)).sum()
}

/// The ways to place the kings of both players with the men fixed. Two kings may share a square.
fn king_placements(pair: Pair, spec: GameSpec) -> u128 {
    let left = spec.squares().saturating_sub(pair.first().men());
    let sets = |piece| choose(left, pair.first().count(piece)) as u128;
    sets(Piece::WhiteKing).saturating_mul(sets(Piece::BlackKing))
}

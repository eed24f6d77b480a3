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
    /// Memory: one byte per position for all values, and the working memory of the largest pair.
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
        let (mut memory, mut largest) = (0, 0);
        let pairs = build.pairs();
        for &pair in &pairs {
            let positions = positions(pair, spec);
            let sets = king_placements(pair, spec);
            if positions >= 1 << 40 || sets >= 1 << 30 {
                return Err(Shortage::Index(pair));
            }
            memory += positions;
            largest = largest.max(2 * positions + 24 * sets * build.threads as u128);
        }
        Ok(Self { memory: memory + largest, disk: disk_space(build.kind, spec, &pairs) })
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

/// A conservative estimate of the length of the files of these pairs, and of the largest checkpoint file.
fn disk_space(kind: Kind, spec: GameSpec, pairs: &[Pair]) -> u128 {
    let positions_per_byte = if kind == Kind::Dtw { 2 } else { 16 };
    let files = pairs.iter().map(|pair| 1024 + positions(*pair, spec) / positions_per_byte);
    let largest = pairs.iter().map(|pair| positions(*pair, spec)).max().unwrap_or(0);
    files.sum::<u128>() + if largest < CHECKPOINT_POSITIONS as u128 { 0 } else { largest / 2 }
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

//! The memory and disk space that a build takes.

use super::build::{Build, BuildError};
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

/// Levels with this number of positions take seconds to generate, so a checkpoint is worth its time.
pub(super) const CHECKPOINT_POSITIONS: usize = 1 << 24;

impl Requirements {
    /// The resources for all tables of a build.
    ///
    /// # Errors
    /// If a slice has too many positions for the index.
    pub(super) fn new(build: &Build, spec: GameSpec) -> Result<Self, BuildError> {
        let (mut memory, mut largest) = (0, 0);
        let pairs = build.pairs();
        for &pair in &pairs {
            let positions = positions(pair, spec);
            let sets = king_placements(pair, spec);
            if positions >= 1 << 40 || sets >= 1 << 30 {
                return Err(BuildError::TooLarge(pair));
            }
            memory += positions;
            largest = largest.max(2 * positions + 24 * sets * build.threads as u128);
        }
        Ok(Self { memory: memory + largest, disk: disk_space(build.kind, spec, &pairs) })
    }

    /// Checks that the free resources suffice for the pairs that are missing.
    pub(super) fn check(&self, build: &Build, spec: GameSpec, missing: &[Pair]) -> Result<(), BuildError> {
        if missing.is_empty() {
            return Ok(());
        }
        if build.memory.is_some_and(|memory| u128::from(memory) < self.memory) {
            return Err(BuildError::Memory(*self));
        }
        let disk = disk_space(build.kind, spec, missing);
        if build.disk.is_some_and(|free| u128::from(free) < disk) {
            return Err(BuildError::Disk(Self { disk, ..*self }));
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

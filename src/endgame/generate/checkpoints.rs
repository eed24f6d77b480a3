//! Writes the values of finished levels to a checkpoint file, and restores them.

use std::ops::Range;

use super::levels::Levels;
use crate::board::{Black, Geometry, White};
use crate::endgame::checkpoint::{CheckpointFile, LevelRecord};
use crate::endgame::encoded::EncodedValue;
use crate::endgame::index::Men;
use crate::endgame::slice::Pair;
use crate::endgame::store::{SliceValues, Store};

/// The checkpoints of a pair that is being generated.
pub(super) struct Checkpoints<'a, B: Geometry> {
    levels: &'a Levels<B::Set>,
    /// All values, and the values for the file, of the slice and of its mirror.
    values: Vec<[&'a SliceValues; 2]>,
    policy: CheckpointPolicy,
    /// The levels that are finished but not written.
    pending: Range<usize>,
    /// The number of positions of these levels.
    positions: usize,
}

/// Where and how often checkpoints are written.
pub(in crate::endgame) struct CheckpointPolicy {
    /// `None` if no checkpoints are written.
    pub(in crate::endgame) file: Option<CheckpointFile>,
    /// The least number of positions for a checkpoint.
    pub(in crate::endgame) min_positions: usize,
    /// Whether the last levels are written too, so that all values can be restored.
    pub(in crate::endgame) to_the_end: bool,
}

impl CheckpointPolicy {
    /// No checkpoints.
    pub(in crate::endgame) const NONE: Self =
        Self { file: None, min_positions: usize::MAX, to_the_end: false };
}

impl<'a, B: Geometry> Checkpoints<'a, B> {
    pub(super) fn new(
        levels: &'a Levels<B::Set>,
        pair: Pair,
        (store, stored): (&'a Store, &'a [SliceValues]),
        policy: CheckpointPolicy,
    ) -> Self {
        let all = pair.slices().into_iter().map(|slice| store.get(slice).expect("the slices of the pair"));
        let values = all.zip(stored).map(Into::into).collect();
        Self { levels, values, policy, pending: 0..0, positions: 0 }
    }

    /// Restores the values of all checkpoints. Returns the number of levels and of positions.
    pub(super) fn restore(&mut self) -> (usize, usize) {
        let mut positions = 0;
        while let Some(record) = self.next() {
            self.read(&record);
            positions += record.bytes.len() / 2;
            self.pending = record.levels.end..record.levels.end;
        }
        (self.pending.end, positions)
    }

    /// The next record, if it continues where the last one ended.
    fn next(&mut self) -> Option<LevelRecord> {
        let (levels, values, start) = (self.levels, &self.values, self.pending.end);
        let length = |range: Range<usize>| {
            let follows = range.start == start && range.start < range.end && range.end <= levels.count();
            if follows { 2 * count::<B>(levels, values, range) } else { 0 }
        };
        self.policy.file.as_mut()?.next(&length).filter(|record| !record.bytes.is_empty())
    }

    fn read(&self, record: &LevelRecord) {
        let mut bytes = record.bytes.iter();
        for level in record.levels.clone() {
            for_each_range::<B>(self.levels, &self.values, level, &mut |[all, stored], numbers| {
                for (values, numbers) in [(all, numbers.clone()), (stored, numbers)] {
                    let mut writer = values.set_from(numbers.start);
                    bytes.by_ref().take(numbers.len()).for_each(|byte| writer.push(EncodedValue(*byte)));
                }
            });
        }
    }

    /// Notes that a level is finished. Writes a checkpoint if there are enough positions since the last one.
    pub(super) fn finish(&mut self, level: usize) {
        let Some(mut file) = self.policy.file.take() else { return };
        self.pending.end = level + 1;
        self.positions += count::<B>(self.levels, &self.values, level..level + 1);
        let is_last = self.policy.to_the_end && self.pending.end == self.levels.count();
        if self.positions >= self.policy.min_positions || is_last {
            let record = LevelRecord { levels: self.pending.clone(), bytes: self.bytes() };
            if file.add(&record).is_err() {
                return;
            }
            (self.pending, self.positions) = (level + 1..level + 1, 0);
        }
        self.policy.file = Some(file);
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2 * self.positions);
        for level in self.pending.clone() {
            for_each_range::<B>(self.levels, &self.values, level, &mut |[all, stored], numbers| {
                bytes.extend(numbers.clone().map(|number| all.get(number).0));
                bytes.extend(numbers.map(|number| stored.get(number).0));
            });
        }
        bytes
    }
}

/// The number of positions of these levels.
fn count<B: Geometry>(levels: &Levels<B::Set>, values: &[[&SliceValues; 2]], range: Range<usize>) -> usize {
    let mut positions = 0;
    for level in range {
        for_each_range::<B>(levels, values, level, &mut |_, numbers| positions += numbers.len());
    }
    positions
}

/// Calls `visit` with the values and the numbers of each subslice of a level, either player to move.
fn for_each_range<B: Geometry>(
    levels: &Levels<B::Set>,
    values: &[[&SliceValues; 2]],
    level: usize,
    visit: &mut dyn FnMut([&SliceValues; 2], Range<usize>),
) {
    levels.for_each(level, &mut |men: Men<B::Set>| {
        for (side, both) in values.iter().enumerate() {
            let index = &both[0].index;
            let first = match side {
                0 => index.first::<B, White>(men),
                _ => index.first::<B, Black>(men.exchanged()),
            };
            visit(*both, first..first + index.king_placements());
        }
    });
}

//! The values of levels as bytes, to be kept and put back.

use std::ops::Range;

use super::Levels;
use crate::board::{Black, Game, White};
use crate::endgame::code::Code;
use crate::endgame::index::Men;
use crate::endgame::slice::Pair;
use crate::endgame::spool::{Record, Spool};
use crate::endgame::store::{Store, Values};

/// The values of a pair that is being made.
pub(super) struct Saved<'a, G: Game> {
    levels: &'a Levels<G>,
    /// All values, and what will be in the file, of the slice and of its mirror.
    values: Vec<[&'a Values<G>; 2]>,
    keeping: Keeping,
    /// The levels that are finished and not kept yet.
    pending: Range<usize>,
    /// How many positions they have.
    positions: usize,
}

/// Where finished levels are kept, and when.
pub(in crate::endgame) struct Keeping {
    /// None: they are not.
    pub(in crate::endgame) spool: Option<Spool>,
    /// What has fewer positions is made again rather than kept.
    pub(in crate::endgame) least: usize,
}

impl Keeping {
    /// Nothing is kept.
    pub(in crate::endgame) const NOTHING: Self = Self { spool: None, least: usize::MAX };
}

impl<'a, G: Game> Saved<'a, G> {
    pub(super) fn new(
        levels: &'a Levels<G>,
        pair: Pair,
        (store, stored): (&'a Store<G>, &'a [Values<G>]),
        keeping: Keeping,
    ) -> Self {
        let all = pair.slices().into_iter().map(|slice| store.get(slice).expect("the slices that are made"));
        let values = all.zip(stored).map(Into::into).collect();
        Self { levels, values, keeping, pending: 0..0, positions: 0 }
    }

    /// Puts back what was kept. Says how many levels, and how many positions they have.
    pub(super) fn put_back(&mut self) -> (usize, usize) {
        let mut positions = 0;
        while let Some(record) = self.next() {
            self.read(&record);
            positions += record.bytes.len() / 2;
            self.pending = record.levels.end..record.levels.end;
        }
        (self.pending.end, positions)
    }

    /// The next record, if it goes on where the last one ended.
    fn next(&mut self) -> Option<Record> {
        let (levels, values, begin) = (self.levels, &self.values, self.pending.end);
        let length = |range: Range<usize>| {
            let follows = range.start == begin && range.start < range.end && range.end <= levels.count();
            if follows { 2 * count(levels, values, range) } else { 0 }
        };
        self.keeping.spool.as_mut()?.next(length).filter(|record| !record.bytes.is_empty())
    }

    fn read(&self, record: &Record) {
        let mut bytes = record.bytes.iter();
        for level in record.levels.clone() {
            places(self.levels, &self.values, level, |[all, stored], places| {
                for (values, places) in [(all, places.clone()), (stored, places)] {
                    bytes.by_ref().take(places.len()).zip(places).for_each(|(byte, place)| {
                        values.set(place, Code(*byte));
                    });
                }
            });
        }
    }

    /// A level is finished, and kept with those before it if that is worth it.
    pub(super) fn finish(&mut self, level: usize) {
        let Some(mut spool) = self.keeping.spool.take() else { return };
        self.pending.end = level + 1;
        self.positions += count(self.levels, &self.values, level..level + 1);
        if self.positions >= self.keeping.least {
            let record = Record { levels: self.pending.clone(), bytes: self.bytes() };
            if spool.add(&record).is_err() {
                return;
            }
            (self.pending, self.positions) = (level + 1..level + 1, 0);
        }
        self.keeping.spool = Some(spool);
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2 * self.positions);
        for level in self.pending.clone() {
            places(self.levels, &self.values, level, |[all, stored], places| {
                bytes.extend(places.clone().map(|place| all.get(place).0));
                bytes.extend(places.map(|place| stored.get(place).0));
            });
        }
        bytes
    }
}

/// How many positions these levels have.
fn count<G: Game>(levels: &Levels<G>, values: &[[&Values<G>; 2]], range: Range<usize>) -> usize {
    let mut positions = 0;
    for level in range {
        places(levels, values, level, |_, places| positions += places.len());
    }
    positions
}

/// Shows the values of a level, either player to move, block by block, and their places.
fn places<G: Game>(
    levels: &Levels<G>,
    values: &[[&Values<G>; 2]],
    level: usize,
    mut see: impl FnMut([&Values<G>; 2], Range<usize>),
) {
    levels.each(level, |men| {
        for (number, both) in values.iter().enumerate() {
            let index = &both[0].index;
            let first = match number {
                0 => index.first::<White>(men),
                _ => index.first::<Black>(Men { own: men.theirs, theirs: men.own }),
            };
            see(*both, first..first + index.ways_of_kings());
        }
    });
}

//! Builds one pair after the other: reads the table if there is one, and generates it otherwise.

use std::path::Path;

use super::{Build, BuildError, BuildEvent, is_valid};
use crate::endgame::checkpoint::CheckpointFile;
use crate::endgame::counts::Counts;
use crate::endgame::format::{Kind, TableId};
use crate::endgame::generate::{CheckpointPolicy, PairTask, RetrogradeSolver, Unfinished};
use crate::endgame::requirements::{CHECKPOINT_POSITIONS, positions};
use crate::endgame::slice::{Pair, Slice};
use crate::endgame::store::{SliceValues, Store};
use crate::endgame::table::PairTable;
use crate::endgame::writer::TableWriter;
use crate::interrupt;

/// A build in progress.
pub(super) struct PairBuilder<'a> {
    build: &'a Build,
    solver: RetrogradeSolver,
    folder: &'a Path,
    /// The values of all pairs so far.
    store: Store,
    done: u64,
    total: u64,
    on_event: &'a mut dyn FnMut(BuildEvent<'_>),
}

impl<'a> PairBuilder<'a> {
    /// Prepares to build these pairs, each after those that it depends on.
    pub(super) fn new(
        build: &'a Build,
        solver: RetrogradeSolver,
        pairs: &[Pair],
        folder: &'a Path,
        on_event: &'a mut dyn FnMut(BuildEvent<'_>),
    ) -> Self {
        let total = pairs.iter().map(|pair| positions(*pair, solver.spec) as u64).sum();
        Self { build, solver, folder, store: Store::new(), done: 0, total, on_event }
    }

    /// Puts the values of a pair into the store and into its file.
    pub(super) fn build(&mut self, pair: Pair) -> Result<(), BuildError> {
        let id = self.id(pair);
        if self.keeps_checkpoints() && CheckpointFile::exists(self.folder, id) && is_valid(self.folder, id) {
            self.compute(pair)?;
        } else if !self.open(pair).is_some_and(|table| self.read(&table, pair)) {
            return self.generate(pair);
        }
        // The values may be incomplete, and the next pairs need them.
        if interrupt::is_requested() {
            return Err(BuildError::Interrupted);
        }
        self.report(pair);
        Ok(())
    }

    fn id(&self, pair: Pair) -> TableId {
        self.build.id(self.solver.spec, pair)
    }

    fn open(&self, pair: Pair) -> Option<PairTable> {
        PairTable::open(self.folder, self.id(pair)).ok().flatten()
    }

    /// Reports a table that was built before.
    pub(super) fn report(&mut self, pair: Pair) {
        if let Some(table) = self.open(pair) {
            let counts: Vec<_> = table.counts().collect();
            (self.on_event)(BuildEvent::Finished { counts: &counts, bytes: table.bytes() });
        }
    }

    /// Reads the values of a pair from its table. Returns `false` if the table is corrupt.
    fn read(&mut self, table: &PairTable, pair: Pair) -> bool {
        let values: Vec<_> = pair
            .slices()
            .into_iter()
            .map(|slice| SliceValues::new(slice, self.solver.spec, self.build.kind))
            .collect();
        if !values.iter().all(|values| read_values(values, table)) {
            return false;
        }
        values.into_iter().for_each(|values| self.store.insert(values));
        let (task, solver) = (self.task(pair), self.solver);
        let (store, mut progress) =
            (&self.store, PairProgress { done: self.done, total: self.total, on_event: self.on_event });
        (solver.fill_captures)(store, task, &mut |positions| progress.add(positions));
        self.done += positions(pair, self.solver.spec) as u64;
        true
    }

    /// Whether checkpoints are kept until all tables are written.
    fn keeps_checkpoints(&self) -> bool {
        self.build.kind == Kind::Wdl
    }

    /// Puts the values of a pair into the store, those of checkpoints first. Returns the values for the file.
    fn compute(&mut self, pair: Pair) -> Result<Vec<SliceValues>, BuildError> {
        let (task, solver) = (self.task(pair), self.solver);
        let policy = self.checkpoint_policy(pair);
        let (store, mut progress) =
            (&mut self.store, PairProgress { done: self.done, total: self.total, on_event: self.on_event });
        let generated = (solver.generate)(store, task, policy, &mut |positions| progress.add(positions));
        let values = generated.map_err(|why| match why {
            Unfinished::TooLong => BuildError::TooLong(pair),
            Unfinished::Interrupted => BuildError::Interrupted,
        })?;
        self.done += positions(pair, solver.spec) as u64;
        Ok(values)
    }

    fn generate(&mut self, pair: Pair) -> Result<(), BuildError> {
        let (id, values) = (self.id(pair), self.compute(pair)?);
        let slices = self.count(pair);
        let counts = slices.iter().map(|(_, counts)| *counts).collect();
        let written = TableWriter { id, counts, values: &values }.write(self.folder, self.build.threads);
        let bytes = written.map_err(|error| BuildError::Io(id.path(self.folder), error))?;
        if !self.keeps_checkpoints() {
            CheckpointFile::remove(self.folder, id);
        }
        (self.on_event)(BuildEvent::Finished { counts: &slices, bytes });
        Ok(())
    }

    fn task(&self, pair: Pair) -> PairTask {
        PairTask { pair, kind: self.build.kind, threads: self.build.threads }
    }

    /// Small pairs have no checkpoints.
    fn checkpoint_policy(&self, pair: Pair) -> CheckpointPolicy {
        if positions(pair, self.solver.spec) < CHECKPOINT_POSITIONS as u128 {
            return CheckpointPolicy::NONE;
        }
        let file = CheckpointFile::open(self.folder, self.id(pair));
        CheckpointPolicy { file, min_positions: CHECKPOINT_POSITIONS, to_the_end: self.keeps_checkpoints() }
    }

    /// The statistics of a pair whose values are in the store.
    fn count(&self, pair: Pair) -> Vec<(Slice, Counts)> {
        let count = |slice| {
            let values = self.store.get(slice).expect("the slice was generated");
            let mut histogram = [0; 256];
            (0..values.index.len()).for_each(|number| histogram[usize::from(values.get(number).0)] += 1);
            (slice, Counts::of(&histogram, self.build.kind))
        };
        pair.slices().into_iter().map(count).collect()
    }
}

/// Adds up the progress inside a pair.
struct PairProgress<'a> {
    done: u64,
    total: u64,
    on_event: &'a mut dyn FnMut(BuildEvent<'_>),
}

impl PairProgress<'_> {
    fn add(&mut self, positions: usize) {
        self.done += positions as u64;
        (self.on_event)(BuildEvent::Progress { done: self.done, total: self.total });
    }
}

/// Reads the values of a slice. Returns `false` if a block is corrupt.
fn read_values(values: &SliceValues, table: &PairTable) -> bool {
    let slice = values.index.slice();
    let (mut last, mut content) = (usize::MAX, None);
    let mut writer = values.set_from(0);
    for number in 0..values.index.len() {
        let (block, place) = table.locate(slice, number);
        if block != last {
            (last, content) = (block, table.decode(block));
        }
        let byte = content.as_ref().and_then(|bytes| bytes.get(place / table.kind().positions_per_byte()));
        match byte.and_then(|&byte| table.value(byte, place)) {
            Some(value) => writer.push(value),
            None => return false,
        }
    }
    true
}

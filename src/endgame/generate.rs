//! Retrograde analysis: computes the values of a pair of slices from those of the slices that it leads to.
//!
//! Captures lead to fewer pieces, promotions to fewer men, and all other moves of men to men that have fewer
//! steps to go. So work goes by *level*, the steps that all men have left, and within a level by *subslice*:
//! all positions with the same men, either player to move. Only quiet moves of kings stay inside a subslice.
//! Subslices of one level do not depend on each other, so threads share them.
//!
//! A subslice is solved in two passes. The first visits each position once, and finds the best value after
//! captures and moves of men, and the number of moves of kings. The second visits the decided positions in
//! the order of their distance and retracts moves of kings: a position with a move to a lost one is won one
//! ply later, and a position is lost when its last move turns out to lead to a won one. Since distances come
//! in order, the first win that is found is the shortest, and the last losing move gives the longest loss.

mod checkpoints;
pub(super) mod kings;
pub(super) mod levels;
mod man_moves;
mod queue;
mod rules;
mod state;
mod subslice;

use self::checkpoints::Checkpoints;
use self::levels::Levels;
use self::rules::GameRules;
use self::subslice::SubsliceSolver;
use super::format::Kind;
use super::slice::{Pair, Slice};
use super::spec::GameSpec;
use super::store::{SliceValues, Store};
use crate::board::{Game, Geometry};
use crate::interrupt;

pub(super) use self::checkpoints::CheckpointPolicy;

/// Why the values of a pair are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfinished {
    /// A distance came up that does not fit into a byte.
    TooLong,
    /// The program was asked to end.
    Interrupted,
}

/// What to compute.
#[derive(Clone, Copy)]
pub(super) struct PairTask {
    pub(super) pair: Pair,
    pub(super) kind: Kind,
    pub(super) threads: usize,
}

/// Receives the numbers of positions that have been finished.
type OnPositions<'a> = &'a mut dyn FnMut(usize);

type Generate =
    fn(&mut Store, PairTask, CheckpointPolicy, OnPositions<'_>) -> Result<Vec<SliceValues>, Unfinished>;

/// Retrograde analysis of one game, behind function pointers.
#[derive(Clone, Copy)]
pub(super) struct RetrogradeSolver {
    pub(super) spec: GameSpec,
    /// Computes a pair and adds it to the store, starting from the last checkpoint.
    ///
    /// Returns the values for the file, with [`DONT_CARE`](super::encoded::EncodedValue::DONT_CARE) where the
    /// player to move must capture.
    pub(super) generate: Generate,
    /// Adds the values of positions with captures to a pair that was read from a file.
    pub(super) fill_captures: fn(&Store, PairTask, OnPositions<'_>),
}

impl RetrogradeSolver {
    pub(super) fn of<G: Game>(game: G) -> Self {
        Self {
            spec: GameSpec::of(game),
            generate: |store, task, policy, on_progress| {
                generate::<G::Board>(GameRules::with_spec::<G>(), store, task, policy, on_progress)
            },
            fill_captures: |store, task, on_progress| {
                fill_captures::<G::Board>(GameRules::with_spec::<G>(), store, task, on_progress);
            },
        }
    }
}

fn generate<B: Geometry>(
    game: (GameSpec, GameRules<B::Set>),
    store: &mut Store,
    task: PairTask,
    policy: CheckpointPolicy,
    on_progress: OnPositions<'_>,
) -> Result<Vec<SliceValues>, Unfinished> {
    let new_values = |slice: Slice| SliceValues::new(slice, game.0, task.kind);
    task.pair.slices().into_iter().for_each(|slice| store.insert(new_values(slice)));
    let stored: Vec<_> = task.pair.slices().into_iter().map(new_values).collect();
    let levels = Levels::of::<B>(task.pair.first());
    let mut checkpoints = Checkpoints::<B>::new(&levels, task.pair, (store, &stored), policy);
    let (done, positions) = checkpoints.restore();
    on_progress(positions);
    let mut solvers = solvers::<B>(game, task, store, &stored);
    for level in done..levels.count() {
        levels.run(level, &mut solvers, SubsliceSolver::solve, on_progress);
        if interrupt::is_requested() {
            return Err(Unfinished::Interrupted);
        }
        // Check before the checkpoint, since a build that resumes there could not notice it.
        if solvers.iter().any(SubsliceSolver::is_too_long) {
            return Err(Unfinished::TooLong);
        }
        checkpoints.finish(level);
    }
    drop((solvers, checkpoints));
    Ok(stored)
}

fn fill_captures<B: Geometry>(
    game: (GameSpec, GameRules<B::Set>),
    store: &Store,
    task: PairTask,
    on_progress: OnPositions<'_>,
) {
    let levels = Levels::of::<B>(task.pair.first());
    let mut solvers = solvers::<B>(game, task, store, &[]);
    for level in 0..levels.count() {
        levels.run(level, &mut solvers, SubsliceSolver::fill_captures, on_progress);
    }
}

/// A solver for each thread.
fn solvers<'a, B: Geometry>(
    game: (GameSpec, GameRules<B::Set>),
    task: PairTask,
    store: &'a Store,
    stored: &'a [SliceValues],
) -> Vec<SubsliceSolver<'a, B>> {
    (0..task.threads.max(1)).map(|_| SubsliceSolver::new(game, task, store, stored)).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::board::Checkers;
    use crate::endgame::checkpoint::CheckpointFile;
    use crate::endgame::format::TableId;

    /// All values of a pair and the values for its file, and the number of positions that were restored.
    fn generated(pair: Pair, policy: CheckpointPolicy) -> (Vec<u8>, usize) {
        let (solver, mut store) = (RetrogradeSolver::of(Checkers::<6>), Store::new());
        let task = |pair| PairTask { pair, kind: Kind::Dtw, threads: 1 };
        for before in (2..=pair.first().pieces()).flat_map(Pair::all).take_while(|before| *before != pair) {
            (solver.generate)(&mut store, task(before), CheckpointPolicy::NONE, &mut |_| ())
                .expect("short games");
        }
        let mut restored = None;
        let mut on_progress = |positions| {
            restored.get_or_insert(positions);
        };
        let stored =
            (solver.generate)(&mut store, task(pair), policy, &mut on_progress).expect("short games");
        let slices = pair.slices().into_iter().map(|slice| store.get(slice).expect("it was generated"));
        let values =
            slices.chain(&stored).flat_map(|values| (0..values.index.len()).map(|at| values.get(at).0));
        (values.collect(), restored.expect("the first report"))
    }

    fn policy(folder: &Path, pair: Pair) -> CheckpointPolicy {
        let id = TableId { spec: GameSpec::of(Checkers::<6>), kind: Kind::Dtw, pair };
        CheckpointPolicy { file: CheckpointFile::open(folder, id), min_positions: 1 << 12, to_the_end: false }
    }

    #[test]
    fn generation_resumes_from_the_last_valid_checkpoint() {
        let folder = std::env::temp_dir().join(format!("remise-levels-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for name in ["2011", "1111"] {
            let pair = Pair::of(name.parse().expect("a slice"));
            let (whole, none) = generated(pair, CheckpointPolicy::NONE);
            assert_eq!((generated(pair, policy(&folder, pair)), none), ((whole.clone(), 0), 0));
            let path = folder.join(format!("{name}.dtw.levels"));
            let checkpoint = fs::read(&path).expect("a checkpoint");
            for length in [0, 39, 40, 59, 61, checkpoint.len() / 2, checkpoint.len() - 1, checkpoint.len()] {
                fs::write(&path, &checkpoint[..length]).expect("it can be written");
                let (values, restored) = generated(pair, policy(&folder, pair));
                assert!(values == whole, "{name} cut to {length}");
                assert_eq!(restored > 0, length >= checkpoint.len() / 2, "{name} cut to {length}");
                assert!(fs::read(&path).expect("it is there") == checkpoint, "{name} cut to {length}");
            }
            let mut flipped = checkpoint.clone();
            flipped[checkpoint.len() / 3] ^= 1;
            fs::write(&path, flipped).expect("it can be written");
            assert!(generated(pair, policy(&folder, pair)).0 == whole, "{name} with a flipped bit");
        }
        fs::remove_dir_all(folder).expect("the folder of this test");
    }
}

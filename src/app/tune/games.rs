//! Games of the engine against itself, to learn from.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Sender, unbounded};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tuning::Sample;

use super::rows;
use crate::board::{Color, Game, History, MoveList, Outcome, Position, movegen};
use crate::eval::Weights;
use crate::search::{GameTree, Limits, Options, Query, Search, Signals, Table};

/// Which games.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) games: u32,
    /// For a move.
    pub(super) nodes: u64,
    /// How many moves are left to chance at first.
    pub(super) random_plies: usize,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

/// A game that is not over then is a draw.
const LONGEST: usize = 300;
/// A player loads so small a table into the processor's cache.
const TABLE_MIB: usize = 4;

/// The quiet positions of all games, in the order of the games whatever the number of threads. `hear` is
/// told how many games are done.
pub(super) fn samples<G: Game>(
    plan: &Plan,
    weights: &Weights,
    mut hear: impl FnMut(u64),
) -> impl Iterator<Item = Sample> {
    let (next, (games, heard)) = (AtomicU32::new(0), unbounded());
    let mut played: Vec<(u32, Vec<Sample>)> = Vec::new();
    thread::scope(|scope| {
        for _ in 0..plan.threads {
            let games = games.clone();
            scope.spawn(|| play_all::<G>(plan, weights, &next, games));
        }
        drop(games);
        for game in heard {
            played.push(game);
            hear(played.len() as u64);
        }
    });
    played.sort_by_key(|(number, _)| *number);
    played.into_iter().flat_map(|(_, samples)| samples)
}

/// Plays games as long as there are some that nobody plays.
fn play_all<G: Game>(plan: &Plan, weights: &Weights, next: &AtomicU32, games: Sender<(u32, Vec<Sample>)>) {
    let tree = GameTree::<G>::new(weights.clone());
    let table = Table::new(TABLE_MIB).expect("there is room for a small table");
    loop {
        let number = next.fetch_add(1, Relaxed);
        // Nobody listens any more when the program ends.
        if number >= plan.games || games.send((number, play(plan, &tree, &table, number))).is_err() {
            return;
        }
    }
}

/// Plays a game, and gives its quiet positions from where chance ended.
fn play<G: Game>(plan: &Plan, tree: &GameTree<G>, table: &Table, number: u32) -> Vec<Sample> {
    let mut chance = StdRng::seed_from_u64(plan.seed ^ u64::from(number) << 32);
    let mut position = Position::<G>::start();
    let mut history = History::new(&position);
    let mut quiet = Vec::new();
    table.clear();
    for ply in 0..LONGEST {
        if history.outcome(&position).is_some() {
            break;
        }
        let moves = MoveList::legal(position.placement());
        let mv = if ply < plan.random_plies {
            moves[chance.random_range(0..moves.len())]
        } else {
            if !movegen::must_capture(position.placement()) {
                quiet.push(position);
            }
            let limits = Limits { nodes: plan.nodes, ..Limits::NONE };
            let query = Query { root: &position, game: history.keys(), only: &[], lines: 1, limits };
            let mut search = Search::new(tree, table, Options::default(), Signals::NONE);
            search.deepen(&query, |_| ()).expect("the game is not over").pv[0]
        };
        position = position.play(&mv);
        history.push(&position);
    }
    let outcome = match history.outcome(&position) {
        Some(Outcome::Win(Color::White)) => 1.0,
        Some(Outcome::Win(Color::Black)) => 0.0,
        _ => 0.5,
    };
    quiet.iter().map(|position| rows::sample(position, outcome, number)).collect()
}

//! Games of the engine against itself, to learn from.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Sender, unbounded};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tuning::Sample;

use super::rows;
use crate::board::{Color, Outcome};
use crate::engine::{GameState, Searcher, Variant};
use crate::eval::Weights;
use crate::search::Limits;

/// Which games are played.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) variant: Variant,
    pub(super) games: u32,
    /// Nodes per move.
    pub(super) nodes: u64,
    /// Random moves at the start.
    pub(super) random_plies: usize,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

/// Plies after which a game counts as a draw.
const LONGEST: usize = 300;

/// The quiet positions of all games, in the order of the games for any number of threads. `hear` is called with
/// the number of finished games.
pub(super) fn samples(
    plan: &Plan,
    weights: &Weights,
    mut hear: impl FnMut(u64),
) -> impl Iterator<Item = Sample> {
    let (next, (games, heard)) = (AtomicU32::new(0), unbounded());
    let mut played: Vec<(u32, Vec<Sample>)> = Vec::new();
    thread::scope(|scope| {
        for _ in 0..plan.threads {
            let games = games.clone();
            scope.spawn(|| play_all(plan, weights, &next, games));
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

/// Plays games until all are taken.
fn play_all(plan: &Plan, weights: &Weights, next: &AtomicU32, games: Sender<(u32, Vec<Sample>)>) {
    let mut searcher = Searcher::new(plan.variant, weights);
    loop {
        let number = next.fetch_add(1, Relaxed);
        // The receiver is gone when the program ends.
        if number >= plan.games || games.send((number, play(plan, &mut searcher, number))).is_err() {
            return;
        }
    }
}

/// Plays a game, and returns its quiet positions after the random moves.
fn play(plan: &Plan, searcher: &mut Searcher, number: u32) -> Vec<Sample> {
    let mut random = StdRng::seed_from_u64(plan.seed ^ u64::from(number) << 32);
    let mut game = GameState::initial(plan.variant);
    let limits = Limits { nodes: plan.nodes, ..Limits::NONE };
    let mut quiet = Vec::new();
    searcher.clear();
    for ply in 0..LONGEST {
        if game.outcome().is_some() {
            break;
        }
        let mv = if ply < plan.random_plies {
            random.random_range(0..game.choices())
        } else {
            if !game.must_capture() {
                quiet.push(rows::row(&game));
            }
            searcher.best_move(&game, limits).expect("the game is not over")
        };
        game.play_nth(mv);
    }
    let outcome = match game.outcome() {
        Some(Outcome::Win(Color::White)) => 1.0,
        Some(Outcome::Win(Color::Black)) => 0.0,
        _ => 0.5,
    };
    quiet.into_iter().map(|row| rows::sample(row, outcome, number)).collect()
}

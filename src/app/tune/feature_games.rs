//! Games of the engine against itself, to learn from.
//!
//! The players of [`crate::matches`] use the weights that are built in. These games need the weights that are
//! to be improved, and the features of their positions, so they use the search directly.

use std::collections::HashSet;
use std::num::NonZero;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tuning::Sample;

use super::rows;
use crate::app::error::Error;
use crate::board::{Color, Outcome};
use crate::engine::{GameState, Searcher, Variant};
use crate::eval::Weights;
use crate::jobs::pool::{self, Flow};
use crate::search::Limits;

/// The games to play.
#[derive(Clone, Copy)]
pub(super) struct GamePlan {
    pub(super) variant: Variant,
    pub(super) games: u32,
    /// Nodes per move.
    pub(super) nodes: u64,
    /// The number of random moves at the start.
    pub(super) random_plies: usize,
    pub(super) seed: u64,
    pub(super) threads: NonZero<usize>,
}

/// The number of plies after which a game is a draw.
const LONGEST: usize = 300;

/// Plays the games. `take` gets the quiet positions of each, in the order of the games, or `None` for a game
/// that repeats an earlier one.
pub(super) fn play_all(
    plan: &GamePlan,
    weights: &Weights,
    mut take: impl FnMut(usize, Option<Vec<Sample>>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut seen = HashSet::new();
    let completion = pool::in_order(
        plan.games as usize,
        plan.threads,
        || Ok(Searcher::new(plan.variant, &weights.clone().into())),
        |searcher, number| Ok(Some(play(plan, searcher, number as u32))),
        |number, PlayedGame { moves, samples }| {
            take(number, seen.insert(moves).then_some(samples)).map(|()| Flow::GoOn)
        },
    )?;
    completion.required().map_err(Error::from)
}

/// A game: its moves, as numbers of legal moves, and its quiet positions after the random moves.
struct PlayedGame {
    moves: Vec<usize>,
    samples: Vec<Sample>,
}

/// Plays a game.
fn play(plan: &GamePlan, searcher: &mut Searcher, number: u32) -> PlayedGame {
    let mut random = StdRng::seed_from_u64(plan.seed ^ u64::from(number) << 32);
    let mut game = GameState::initial(plan.variant);
    let limits = Limits { nodes: plan.nodes, ..Limits::NONE };
    let (mut quiet, mut moves) = (Vec::new(), Vec::new());
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
            searcher.best_move(&game, limits).expect("the game is not over").number
        };
        game.play_nth(mv);
        moves.push(mv);
    }
    let outcome = match game.outcome() {
        Some(Outcome::Win(Color::White)) => 1.0,
        Some(Outcome::Win(Color::Black)) => 0.0,
        _ => 0.5,
    };
    let samples = quiet.into_iter().map(|row| rows::sample(row, outcome, number)).collect();
    PlayedGame { moves, samples }
}

//! Hill climbing for factors with which the potential player holds where one half for each cell fails.
//!
//! The score is the number of leaks: positions that can arise in which Across connects with one move. Without
//! leaks the strategy holds. Each step changes one or two factors and never accepts a worse score. After
//! [`PATIENCE`] steps without improvement the climb restarts at random factors.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::{CellSet, CellWeights, Hex, Potential, Stones, TooFine, WEIGHT_ONE, cells_of};
use crate::lab::TooMany;

/// The state of a climb: all that is needed to resume it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClimbState {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub columns: u32,
    /// The random seed.
    pub seed: u64,
    /// The number of steps so far.
    pub steps: u64,
    /// The last step that improved the score since the last restart.
    pub last_success: u64,
    /// The current factors.
    pub current: Scored,
    /// The best factors so far.
    pub best: Scored,
}

/// Factors and their score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scored {
    /// The factors of the cells in reading order, in 64ths.
    pub factors: Vec<u32>,
    /// The positions that can arise in which Across connects with one move.
    pub leaks: usize,
}

/// Why a climb cannot resume from a saved state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    /// It belongs to another climb.
    #[error("it belongs to a search on another board or with another seed")]
    Foreign,
    /// Factors are missing or too many, out of range, or not symmetric.
    #[error("the factors in `{0}` are not symmetric factors from 1 to {most} for each cell", most = WEIGHT_ONE - 1)]
    Factors(&'static str),
    /// The number of leaks is not that of the factors.
    #[error("the factors in `{field}` have {actual} leaks, not {stored}")]
    Leaks {
        /// The name of the field.
        field: &'static str,
        /// The number in the state.
        stored: usize,
        /// The number of leaks of the factors.
        actual: usize,
    },
    /// The best factors have more leaks than others of the climb.
    #[error("`best` is worse than `current` or than one half for each cell")]
    NotBest,
    /// No climb has these numbers of steps.
    #[error("`steps` {steps} and `last_success` {last_success} are inconsistent")]
    Steps {
        /// The number of steps.
        steps: u64,
        /// The last step that improved the score.
        last_success: u64,
    },
}

/// Why there is no climb on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoClimb {
    /// Its chains are too long for exact weights.
    #[error(transparent)]
    TooFine(TooFine),
    /// A step would exceed the limit of positions.
    #[error(transparent)]
    TooMany(TooMany),
}

/// A hill climb.
#[derive(Clone, Debug)]
pub struct Climb {
    hex: Hex,
    potential: Potential,
    state: ClimbState,
}

/// The most positions that a step visits.
const MOST_POSITIONS: usize = 2_000_000;

/// Steps without improvement before a restart.
const PATIENCE: u64 = 400;

impl Climb {
    /// A climb that starts with one half for every cell.
    ///
    /// # Errors
    /// If the chains of the board are too long for exact weights, or it has too many positions.
    pub fn new(hex: Hex, seed: u64) -> Result<Self, NoClimb> {
        let halves = CellWeights::halves(&hex);
        let potential = Potential::new(hex, &halves).map_err(NoClimb::TooFine)?;
        let leaks = Leaks::of(&hex, &potential).count(usize::MAX);
        let leaks = leaks.ok_or(NoClimb::TooMany(TooMany { limit: MOST_POSITIONS }))?;
        let start = Scored { factors: halves.factors().to_vec(), leaks };
        let state = ClimbState {
            rows: hex.rows(),
            columns: hex.columns(),
            seed,
            steps: 0,
            last_success: 0,
            current: start.clone(),
            best: start,
        };
        Ok(Self { hex, potential, state })
    }

    /// Resumes from the state of another climb on the same board with the same seed.
    ///
    /// # Errors
    /// If the state is not that of such a climb. All that can be known without repeating the climb is
    /// checked; leaks are counted again.
    pub fn resume(&mut self, state: ClimbState) -> Result<(), StateError> {
        let ClimbState { rows, columns, seed, .. } = state;
        if (rows, columns, seed) != (self.hex.rows(), self.hex.columns(), self.state.seed) {
            return Err(StateError::Foreign);
        }
        let ClimbState { steps, last_success, .. } = state;
        if steps.checked_sub(last_success).is_none_or(|since| since > PATIENCE) {
            return Err(StateError::Steps { steps, last_success });
        }
        let least = self.state.best.leaks;
        self.check_scored("current", &state.current)?;
        self.check_scored("best", &state.best)?;
        if state.best.leaks > least.min(state.current.leaks) {
            return Err(StateError::NotBest);
        }
        self.state = state;
        Ok(())
    }

    /// Checks factors, and that they have this score.
    fn check_scored(&mut self, field: &'static str, scored: &Scored) -> Result<(), StateError> {
        let weights = CellWeights::new(&self.hex, &scored.factors);
        let weights = weights.filter(|weights| weights.is_symmetric(&self.hex));
        let weights = weights.ok_or(StateError::Factors(field))?;
        let actual = self.score(&weights);
        if scored.leaks == actual {
            return Ok(());
        }
        Err(StateError::Leaks { field, stored: scored.leaks, actual })
    }

    /// The state.
    #[must_use]
    pub fn state(&self) -> &ClimbState {
        &self.state
    }

    /// The best factors so far.
    #[must_use]
    pub fn best(&self) -> CellWeights {
        CellWeights::new(&self.hex, &self.state.best.factors).expect("only factors of this board are stored")
    }

    /// Whether the best factors hold against every line.
    #[must_use]
    pub fn has_found(&self) -> bool {
        self.state.best.leaks == 0
    }

    /// Tries other factors. Each step has a random generator of its own, so an interruption does not change the
    /// course of a climb.
    pub fn step(&mut self) {
        self.state.steps += 1;
        let step_seed = self.state.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.state.steps;
        let mut rng = StdRng::seed_from_u64(step_seed);
        if self.state.steps - self.state.last_success > PATIENCE {
            self.restart(&mut rng);
        } else {
            self.try_change(&mut rng);
        }
        if self.state.current.leaks < self.state.best.leaks {
            self.state.best = self.state.current.clone();
        }
    }

    fn restart(&mut self, rng: &mut StdRng) {
        let mut weights = CellWeights::halves(&self.hex);
        for cell in 0..self.hex.cells() {
            weights.set(&self.hex, cell, rng.random_range(WEIGHT_ONE / 8..WEIGHT_ONE));
        }
        self.state.last_success = self.state.steps;
        let leaks = self.score(&weights);
        self.state.current = Scored { factors: weights.factors().to_vec(), leaks };
    }

    fn try_change(&mut self, rng: &mut StdRng) {
        let mut weights = CellWeights::new(&self.hex, &self.state.current.factors)
            .expect("only factors of this board are stored");
        for _ in 0..rng.random_range(1..=2) {
            let cell = rng.random_range(0..self.hex.cells());
            let factor = weights.factors()[cell as usize];
            let by = 1 + rng.random_range(0..WEIGHT_ONE / 4).min(rng.random_range(0..WEIGHT_ONE / 4));
            let changed = if rng.random() { factor + by } else { factor.saturating_sub(by) };
            weights.set(&self.hex, cell, changed.clamp(1, WEIGHT_ONE - 1));
        }
        let Some(leaks) = self.leaks(&weights, self.state.current.leaks) else { return };
        if leaks < self.state.current.leaks {
            self.state.last_success = self.state.steps;
        }
        self.state.current = Scored { factors: weights.factors().to_vec(), leaks };
    }

    /// The number of leaks. Factors with too many positions have the worst score.
    fn score(&mut self, weights: &CellWeights) -> usize {
        self.leaks(weights, usize::MAX).unwrap_or(usize::MAX)
    }

    fn leaks(&mut self, weights: &CellWeights, most: usize) -> Option<usize> {
        self.potential.reweigh(weights);
        Leaks::of(&self.hex, &self.potential).count(most)
    }
}

/// A traversal of all positions against a potential player that counts leaks.
struct Leaks<'a> {
    hex: &'a Hex,
    potential: &'a Potential,
    seen: FxHashSet<Stones>,
    found: usize,
    most: usize,
}

impl<'a> Leaks<'a> {
    fn of(hex: &'a Hex, potential: &'a Potential) -> Self {
        Self { hex, potential, seen: FxHashSet::default(), found: 0, most: 0 }
    }

    /// The number of leaks. Returns `None` if it is above `most`, or if there are too many positions.
    fn count(mut self, most: usize) -> Option<usize> {
        self.most = most;
        self.visit(Stones::NONE, self.potential.chains());
        (!self.is_enough()).then_some(self.found)
    }

    fn is_enough(&self) -> bool {
        self.found > self.most || self.seen.len() > MOST_POSITIONS
    }

    /// Visits a position with Across to move. `chains` contains all chains that Down has not blocked.
    fn visit(&mut self, stones: Stones, chains: &[CellSet]) {
        let live: Vec<CellSet> = chains.iter().copied().filter(|chain| chain & stones.down == 0).collect();
        if live.is_empty() {
            return;
        }
        if live.iter().any(|chain| (chain & !stones.across).count_ones() == 1) {
            self.found += 1;
            return;
        }
        for cell in cells_of(self.hex.all() & !stones.occupied()) {
            let taken = stones.with(cell);
            let next =
                taken.with(self.potential.heaviest(&live, taken).expect("at least two cells are empty"));
            if !self.is_enough() && self.seen.insert(next) {
                self.visit(next, &live);
            }
        }
    }
}

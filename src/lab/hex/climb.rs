//! A search for factors with which the potential player holds where one half a cell fails.
//!
//! The fewer positions can arise in which Across joins at once, the better; none at all, and the
//! strategy holds. Factors change a little at a time, never for the worse; after a while without
//! success the climb begins anew somewhere else.

use std::fmt;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::{CellSet, Hex, Potential, Stones, TooFine, WEIGHT_ONE, Weights, cells_of};
use crate::lab::TooMany;

/// How far a climb has come: all that is needed to go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClimbState {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub columns: u32,
    /// What the chances depend on.
    pub seed: u64,
    /// How many factors were tried.
    pub steps: u64,
    /// The last step that found something better on this hill.
    pub last_success: u64,
    /// Where the climb is.
    pub current: Scored,
    /// The best that was found on all hills.
    pub best: Scored,
}

/// Factors and what they are good for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scored {
    /// The factors of the cells in reading order, in 64ths.
    pub factors: Vec<u32>,
    /// The positions that can arise in which Across joins at once.
    pub leaks: usize,
}

/// A state that belongs to no climb on this board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign;

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it does not belong to a search on this board with this seed")
    }
}

impl std::error::Error for Foreign {}

/// Why there is no climb on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoClimb {
    /// Its chains are too long to be weighed.
    TooFine(TooFine),
    /// More can happen than a step may look at.
    TooMany(TooMany),
}

impl fmt::Display for NoClimb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFine(error) => error.fmt(f),
            Self::TooMany(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NoClimb {}

/// A climb.
#[derive(Clone, Debug)]
pub struct Climb {
    hex: Hex,
    potential: Potential,
    state: ClimbState,
}

/// The most positions that a step looks at.
const MOST_POSITIONS: usize = 2_000_000;

/// Steps without success before the climb begins anew.
const PATIENCE: u64 = 400;

impl Climb {
    /// A climb that starts with one half for every cell.
    ///
    /// # Errors
    /// When the board's chains are too long to be weighed, or too much can happen on it.
    pub fn new(hex: Hex, seed: u64) -> Result<Self, NoClimb> {
        let halves = Weights::halves(&hex);
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

    /// Goes on where another climb on the same board with the same seed was.
    ///
    /// # Errors
    /// When the state is not that of such a climb.
    pub fn resume(&mut self, state: ClimbState) -> Result<(), Foreign> {
        let same =
            (state.rows, state.columns, state.seed) == (self.hex.rows(), self.hex.columns(), self.state.seed);
        let is_kept = |scored: &Scored| {
            let weights = Weights::new(&self.hex, &scored.factors);
            weights.is_some_and(|weights| weights.is_symmetric(&self.hex))
        };
        if !same || !is_kept(&state.current) || !is_kept(&state.best) {
            return Err(Foreign);
        }
        self.state = state;
        Ok(())
    }

    /// How far it has come.
    #[must_use]
    pub fn state(&self) -> &ClimbState {
        &self.state
    }

    /// The best factors so far.
    #[must_use]
    pub fn best(&self) -> Weights {
        Weights::new(&self.hex, &self.state.best.factors).expect("only factors of this board are kept")
    }

    /// Whether they hold against every line.
    #[must_use]
    pub fn has_found(&self) -> bool {
        self.state.best.leaks == 0
    }

    /// Tries other factors. Each step has chances of its own, so that it matters nothing where a climb was
    /// interrupted.
    pub fn step(&mut self) {
        self.state.steps += 1;
        let chance_seed = self.state.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.state.steps;
        let mut chance = StdRng::seed_from_u64(chance_seed);
        if self.state.steps - self.state.last_success > PATIENCE {
            self.begin_anew(&mut chance);
        } else {
            self.try_change(&mut chance);
        }
        if self.state.current.leaks < self.state.best.leaks {
            self.state.best = self.state.current.clone();
        }
    }

    fn begin_anew(&mut self, chance: &mut StdRng) {
        let mut weights = Weights::halves(&self.hex);
        for cell in 0..self.hex.cells() {
            weights.set(&self.hex, cell, chance.random_range(WEIGHT_ONE / 8..WEIGHT_ONE));
        }
        self.state.last_success = self.state.steps;
        // Factors with which too much can happen are as bad as any.
        let leaks = self.leaks(&weights, usize::MAX).unwrap_or(usize::MAX);
        self.state.current = Scored { factors: weights.factors().to_vec(), leaks };
    }

    fn try_change(&mut self, chance: &mut StdRng) {
        let mut weights = Weights::new(&self.hex, &self.state.current.factors)
            .expect("only factors of this board are kept");
        for _ in 0..chance.random_range(1..=2) {
            let cell = chance.random_range(0..self.hex.cells());
            let factor = weights.factors()[cell as usize];
            let by = 1 + chance.random_range(0..WEIGHT_ONE / 4).min(chance.random_range(0..WEIGHT_ONE / 4));
            let changed = if chance.random() { factor + by } else { factor.saturating_sub(by) };
            weights.set(&self.hex, cell, changed.clamp(1, WEIGHT_ONE - 1));
        }
        let Some(leaks) = self.leaks(&weights, self.state.current.leaks) else { return };
        if leaks < self.state.current.leaks {
            self.state.last_success = self.state.steps;
        }
        self.state.current = Scored { factors: weights.factors().to_vec(), leaks };
    }

    fn leaks(&mut self, weights: &Weights, most: usize) -> Option<usize> {
        self.potential.reweigh(weights);
        Leaks::of(&self.hex, &self.potential).count(most)
    }
}

/// All that can arise against a potential player, and the positions where Across joins at once.
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

    /// How many there are. None: more than `most`, or too much can happen.
    fn count(mut self, most: usize) -> Option<usize> {
        self.most = most;
        self.visit(Stones::NONE, self.potential.chains());
        (!self.is_enough()).then_some(self.found)
    }

    fn is_enough(&self) -> bool {
        self.found > self.most || self.seen.len() > MOST_POSITIONS
    }

    /// Visits a position with Across to move, with the chains that Down has not touched.
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
            let next = taken.with(self.potential.heaviest(&live, taken).expect("two more cells are empty"));
            if !self.is_enough() && self.seen.insert(next) {
                self.visit(next, &live);
            }
        }
    }
}

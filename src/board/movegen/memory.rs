//! What was explored of the captures of one position, so that routes do not explode.

use rustc_hash::FxHashSet;

use super::captures::Chain;
use crate::board::{Cell, Direction, Game, Move, Rank, SetOf};

/// States of one piece's captures that were explored, kept once there is reason to fear that they come again.
///
/// A king can have millions of routes to a few thousand captured sets. How a chain goes on depends on
/// where it landed and on what it has captured, not on the route. So each such state is explored once,
/// and the work is bounded by the number of states. For a piece that captures its neighbours only, a
/// captured set with a given origin and destination is a set of edges of the graph of its landing cells
/// in which just these two have odd degree; there are at most 2 to the power of edges - cells + 1 of
/// them, 4096 on 14×14. A flying king has no such bound, but what it captures has to lie free.
pub(super) struct Memory<G: Game> {
    steps: u32,
    states: FxHashSet<State<G>>,
    ends: FxHashSet<(Cell, Cell, SetOf<G>)>,
}

#[derive(PartialEq, Eq, Hash)]
struct State<G: Game> {
    at: Cell,
    direction: Option<Direction>,
    rank: Rank,
    captured: SetOf<G>,
}

impl<G: Game> Default for Memory<G> {
    #[inline(always)]
    fn default() -> Self {
        Self { steps: 0, states: FxHashSet::default(), ends: FxHashSet::default() }
    }
}

impl<G: Game> Memory<G> {
    /// Most positions of games take fewer pieces than this in all their chains together, and never pay
    /// for a memory.
    const STEPS_BEFORE: u32 = 256;

    /// Whether a chain has been here with the same captured pieces.
    #[inline(always)]
    pub(super) fn is_explored(&mut self, chain: &Chain<G>, at: Cell, direction: Option<Direction>) -> bool {
        self.steps += 1;
        self.steps > Self::STEPS_BEFORE && !self.remember(chain, at, direction)
    }

    #[cold]
    fn remember(&mut self, chain: &Chain<G>, at: Cell, direction: Option<Direction>) -> bool {
        let Chain { rank, captured, .. } = *chain;
        self.states.insert(State { at, direction, rank, captured })
    }

    /// Whether the move is among those found before.
    pub(super) fn is_found(&mut self, mv: &Move<G>, found: &[Move<G>]) -> bool {
        if self.steps <= Self::STEPS_BEFORE {
            return found.contains(mv);
        }
        let end = |mv: &Move<G>| (mv.from, mv.to, mv.captured);
        if self.ends.is_empty() {
            self.ends.extend(found.iter().map(end));
        }
        !self.ends.insert(end(mv))
    }

    /// Another piece begins: its states are others.
    #[inline(always)]
    pub(super) fn forget_states(&mut self) {
        if self.steps > Self::STEPS_BEFORE {
            self.states.clear();
        }
    }

    /// All moves that were found are void.
    #[inline(always)]
    pub(super) fn forget_ends(&mut self) {
        if self.steps > Self::STEPS_BEFORE {
            self.ends.clear();
        }
    }
}

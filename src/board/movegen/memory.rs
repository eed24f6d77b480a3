//! What was explored of the captures of one position, so that routes do not explode.

use rustc_hash::FxHashSet;

use crate::board::{Cell, Direction, Game, Move, Rank, SetOf};

/// What the rest of a capture depends on, besides the piece that began it.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct State<G: Game> {
    /// Where the piece landed; the first cell behind its last victim, when it has a choice.
    pub(super) at: Cell,
    /// From where a flying king came.
    pub(super) direction: Option<Direction>,
    /// What it is.
    pub(super) rank: Rank,
    /// What it has captured.
    pub(super) captured: SetOf<G>,
}

/// What is remembered of the way.
pub(super) trait Recall<G: Game>: Default {
    /// Whether it is no use to go on from here.
    fn is_explored(&mut self, state: State<G>) -> bool;

    /// Whether the move is among those found before.
    fn is_found(&mut self, mv: &Move<G>, found: &[Move<G>]) -> bool;

    /// Another piece begins: its states are others.
    fn forget_states(&mut self);

    /// All moves that were found are void.
    fn forget_ends(&mut self);
}

/// Remembers nothing, and gives up when it has gone far: then there is reason to fear that the same
/// comes again and again.
#[derive(Default)]
pub(super) struct Forgetful {
    steps: u32,
}

impl Forgetful {
    /// Positions of games seldom take so many pieces in all their chains together.
    const MOST_STEPS: u32 = 512;

    /// Whether it did not go to the end.
    #[inline(always)]
    pub(super) fn gave_up(&self) -> bool {
        self.steps > Self::MOST_STEPS
    }
}

impl<G: Game> Recall<G> for Forgetful {
    #[inline(always)]
    fn is_explored(&mut self, _: State<G>) -> bool {
        self.steps += 1;
        self.gave_up()
    }

    #[inline(always)]
    fn is_found(&mut self, mv: &Move<G>, found: &[Move<G>]) -> bool {
        found.contains(mv)
    }

    #[inline(always)]
    fn forget_states(&mut self) {}

    #[inline(always)]
    fn forget_ends(&mut self) {}
}

/// Remembers all.
///
/// A king can have millions of routes to a few thousand captured sets. How a capture goes on depends on
/// where it landed and on what it has captured, not on the route. So each such state is explored once,
/// and the work is bounded by the number of states. For a piece that captures its neighbours only, a
/// captured set with a given origin and destination is a set of edges of the graph of its landing cells
/// in which just these two have odd degree; there are at most 2 to the power of edges - cells + 1 of
/// them, 4096 on 14×14. A flying king has no such bound, but what it captures has to lie free: the
/// hardest positions that were found on 14×14 have about a million states.
pub(super) struct Memory<G: Game> {
    states: FxHashSet<State<G>>,
    ends: FxHashSet<(Cell, Cell, SetOf<G>)>,
}

impl<G: Game> Default for Memory<G> {
    fn default() -> Self {
        Self { states: FxHashSet::default(), ends: FxHashSet::default() }
    }
}

impl<G: Game> Recall<G> for Memory<G> {
    fn is_explored(&mut self, state: State<G>) -> bool {
        !self.states.insert(state)
    }

    fn is_found(&mut self, mv: &Move<G>, _: &[Move<G>]) -> bool {
        !self.ends.insert((mv.from, mv.to, mv.captured))
    }

    fn forget_states(&mut self) {
        self.states.clear();
    }

    fn forget_ends(&mut self) {
        self.ends.clear();
    }
}

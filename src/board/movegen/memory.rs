//! Memory of explored captures, so that the number of routes does not explode.

use rustc_hash::FxHashSet;

use crate::board::{Cell, Direction, Game, Move, Rank, SetOf};

/// All that the rest of a capture depends on, apart from the capturing piece.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct CaptureState<G: Game> {
    /// The cell on which the piece landed; if it has a choice, the first one behind the captured piece.
    pub(super) at: Cell,
    /// The direction in which a flying king moved.
    pub(super) direction: Option<Direction>,
    /// The present rank of the piece.
    pub(super) rank: Rank,
    /// The pieces captured so far.
    pub(super) captured: SetOf<G>,
}

/// A memory of states and of complete captures.
pub(super) trait Recall<G: Game>: Default {
    /// Whether this state need not be explored.
    fn is_explored(&mut self, state: CaptureState<G>) -> bool;

    /// Whether the move was found before.
    fn is_found(&mut self, mv: &Move<G>, found: &[Move<G>]) -> bool;

    /// Forgets the states, as another piece has other ones.
    fn forget_states(&mut self);

    /// Forgets the moves that were found.
    fn forget_ends(&mut self);
}

/// No memory. It gives up after many steps, since then the same states may occur again and again.
#[derive(Default)]
pub(super) struct Forgetful {
    steps: u32,
}

impl Forgetful {
    /// Few positions of actual games need more steps for all their captures together.
    const MOST_STEPS: u32 = 512;

    /// Whether the search was not completed.
    #[inline(always)]
    pub(super) fn gave_up(&self) -> bool {
        self.steps > Self::MOST_STEPS
    }
}

impl<G: Game> Recall<G> for Forgetful {
    #[inline(always)]
    fn is_explored(&mut self, _: CaptureState<G>) -> bool {
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

/// A full memory.
///
/// A king can have millions of routes to a few thousand captured sets. How a capture continues depends on
/// the landing cell and the captured set, not on the route. So each such state is explored once, and the
/// number of states bounds the work. For a piece that does not fly, a captured set with a given origin and
/// destination is a set of edges of the graph of landing cells in which only these two have odd degree;
/// there are at most 2 to the power of edges - cells + 1 of them, 4096 on 14×14. For a flying king there is
/// no such bound, but the pieces that it captures need empty cells around them: the hardest known positions
/// on 14×14 have about a million states.
pub(super) struct Memory<G: Game> {
    states: FxHashSet<CaptureState<G>>,
    ends: FxHashSet<(Cell, Cell, SetOf<G>)>,
}

impl<G: Game> Default for Memory<G> {
    fn default() -> Self {
        Self { states: FxHashSet::default(), ends: FxHashSet::default() }
    }
}

impl<G: Game> Recall<G> for Memory<G> {
    fn is_explored(&mut self, state: CaptureState<G>) -> bool {
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

//! Memory of explored captures, so that the number of routes does not explode.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::Poll;
use crate::board::{Cell, Direction, Game, Geometry, Move, Rank, Set, SetOf};

/// All that the rest of a capture depends on, apart from the capturing piece.
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

impl<G: Game> CaptureState<G> {
    /// The bits of the cell, the direction and the rank.
    const SMALL: u32 = 7 + 4 + 1;

    /// The state as a number.
    fn number(&self) -> u128 {
        const {
            assert!(G::Board::HIGHEST as u32 + Self::SMALL < u128::BITS, "there is room for the captured set")
        };
        let direction = self.direction.map_or(0, |direction| direction as u128 + 1);
        let small = (self.at.index() as u128) << 5 | direction << 1 | self.rank as u128;
        self.captured.bits() << Self::SMALL | small
    }
}

/// A memory of states and of complete captures.
pub(super) trait Recall<G: Game> {
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
    /// The number of moves that take as long to compare as a step.
    const MOVES_COMPARED_IN_A_STEP: usize = 32;

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
        self.steps += (found.len() / Self::MOVES_COMPARED_IN_A_STEP) as u32;
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
pub(super) struct Memory<'a, 'b, G: Game> {
    states: FxHashSet<u128>,
    ends: FxHashSet<(Cell, Cell, SetOf<G>)>,
    /// The number of states until now.
    steps: u64,
    poll: &'a mut Poll<'b>,
    /// Whether `poll` has broken the search off.
    end: ControlFlow<()>,
}

impl<'a, 'b, G: Game> Memory<'a, 'b, G> {
    /// The number of states between two polls.
    const POLL_INTERVAL: u64 = 1024;

    pub(super) fn new(poll: &'a mut Poll<'b>) -> Self {
        let (states, ends) = (FxHashSet::default(), FxHashSet::default());
        Self { states, ends, steps: 0, poll, end: ControlFlow::Continue(()) }
    }

    /// Whether the search was broken off.
    pub(super) fn end(&self) -> ControlFlow<()> {
        self.end
    }

    fn must_end(&mut self) -> bool {
        if self.end.is_continue() && self.steps.is_multiple_of(Self::POLL_INTERVAL) {
            self.end = (self.poll)();
        }
        self.steps += 1;
        self.end.is_break()
    }
}

impl<G: Game> Recall<G> for Memory<'_, '_, G> {
    fn is_explored(&mut self, state: CaptureState<G>) -> bool {
        self.must_end() || !self.states.insert(state.number())
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

//! Captures generated one by one: chains of any length, promotion on the way, flying kings.

use std::ops::ControlFlow;

use super::Poll;
use super::direction_sets::reach;
use super::memory::{CaptureState, Forgetful, Memory, Recall};
use super::sides::Side;
use super::view::View;
use crate::board::{
    Cell, Direction, Game, Geometry, Move, MoveList, Precedence, Promotion, Rank, Set, SetOf,
};

/// Adds all captures of the player to move to an empty list. If `poll` breaks it off, the list stays empty.
#[inline(never)]
pub(super) fn captures<G: Game, C: Side>(
    view: &View<G, C>,
    poll: &mut Poll<'_>,
    found: &mut MoveList<G>,
) -> ControlFlow<()> {
    let mut captures = Captures::new(view, found, Forgetful::default());
    captures.find();
    if captures.recall.gave_up() {
        found.clear();
        return captures_with_memory(view, poll, found);
    }
    ControlFlow::Continue(())
}

/// The same for a position where many routes lead to the same states.
#[cold]
#[inline(never)]
fn captures_with_memory<G: Game, C: Side>(
    view: &View<G, C>,
    poll: &mut Poll<'_>,
    found: &mut MoveList<G>,
) -> ControlFlow<()> {
    let mut captures = Captures::new(view, found, Memory::new(poll));
    captures.find();
    let end = captures.recall.end();
    if end.is_break() {
        found.clear();
    }
    end
}

/// The search for all captures of the player to move.
struct Captures<'a, G: Game, C, R> {
    view: &'a View<G, C>,
    found: &'a mut MoveList<G>,
    /// The greatest value captured so far, in [`Captures::value`]'s units.
    most: u32,
    recall: R,
}

/// The value of a man and that of a king, a little less than two men however many there are. The mover counts less
/// than any difference between them.
const MAN: u32 = 256;
const KING: u32 = 2 * MAN - 2;

/// A capture in progress.
#[derive(Clone, Copy)]
struct Chain<G: Game> {
    from: Cell,
    mover: Rank,
    rank: Rank,
    captured: SetOf<G>,
    /// The cells on which the piece can land: the origin is one of them, captured cells are not.
    free: SetOf<G>,
}

/// A piece that a flying king can capture, and the empty cell next to it.
struct Target<S> {
    victim: S,
    behind: S,
}

impl<'a, G: Game, C: Side, R: Recall<G>> Captures<'a, G, C, R> {
    fn new(view: &'a View<G, C>, found: &'a mut MoveList<G>, recall: R) -> Self {
        Self { view, found, most: 0, recall }
    }

    fn find(&mut self) {
        for from in self.view.capturing_men().cells() {
            let chain = self.start(from, Rank::Man);
            self.jump(&chain, from);
        }
        for from in self.view.kings.cells() {
            let chain = self.start(from, Rank::King);
            if self.view.rules().flying_kings {
                self.fly_anywhere(&chain, from);
            } else {
                self.jump(&chain, from);
            }
        }
    }

    fn start(&mut self, from: Cell, mover: Rank) -> Chain<G> {
        self.recall.forget_states();
        let free = self.view.free | Set::of(from);
        Chain { from, mover, rank: mover, captured: Set::EMPTY, free }
    }

    /// Continues with a piece that does not fly. Returns whether it could.
    fn jump(&mut self, chain: &Chain<G>, at: Cell) -> bool {
        let mut continued = false;
        for &direction in self.view.rules().capture_lines.directions() {
            if chain.rank == Rank::Man && !self.view.man_captures(direction) {
                continue;
            }
            let next = self.view.next_cell(SetOf::<G>::of(at), direction);
            let victim = next & self.view.opponents & !chain.captured;
            if self.view.next_cell(victim, direction).meets(chain.free) {
                continued = true;
                self.land(chain.with(victim), at.moved(2 * direction.offset(G::Board::SIZE)));
            }
        }
        continued
    }

    /// Continues or ends a capture after a piece that does not fly has landed.
    fn land(&mut self, mut chain: Chain<G>, at: Cell) {
        let Chain { rank, captured, .. } = chain;
        if self.recall.is_explored(CaptureState { at, direction: None, rank, captured }) {
            return;
        }
        let promoted = chain.rank == Rank::Man && View::<G, C>::PROMOTION_ROW.contains(at);
        if promoted && self.view.rules().promotion == Promotion::EndsMove {
            return self.end(&chain, Set::of(at));
        }
        let continues = if promoted && self.view.rules().promotion == Promotion::InPassing {
            chain.rank = Rank::King;
            if self.view.rules().flying_kings { self.fly_anywhere(&chain, at) } else { self.jump(&chain, at) }
        } else {
            self.jump(&chain, at)
        };
        if !continues || self.shorter_ones_drop_out() {
            self.end(&chain, Set::of(at));
        }
    }

    /// Continues with a flying king in all directions. Returns whether it could.
    fn fly_anywhere(&mut self, chain: &Chain<G>, at: Cell) -> bool {
        self.fly(chain, at, self.view.rules().capture_lines.directions().iter().copied())
    }

    /// Continues with a flying king that turns. Returns whether it could. It cannot go back over the piece that it has
    /// just captured.
    fn turn(&mut self, chain: &Chain<G>, at: Cell, direction: Direction) -> bool {
        if self.view.captures_straight() {
            let ahead = |it: &Direction| *it != direction && *it != direction.reversed();
            self.fly(chain, at, Direction::EIGHT.into_iter().filter(ahead))
        } else {
            self.fly(chain, at, direction.across())
        }
    }

    /// Continues with a flying king in some directions. Returns whether it could.
    fn fly(&mut self, chain: &Chain<G>, at: Cell, directions: impl IntoIterator<Item = Direction>) -> bool {
        let mut continued = false;
        for direction in directions {
            let path = SetOf::<G>::of(at) | reach::<G>(at, direction, chain.free);
            if let Some(target) = self.target(chain, path, direction) {
                continued = true;
                self.strike(&chain.with(target.victim), target.behind, direction);
            }
        }
        continued
    }

    /// The piece next to `path` in a direction. Returns `None` if it cannot be captured.
    #[inline(always)]
    fn target(&self, chain: &Chain<G>, path: SetOf<G>, direction: Direction) -> Option<Target<SetOf<G>>> {
        let victim = self.view.next_cell(path, direction) & self.view.opponents & !chain.captured;
        let behind = self.view.next_cell(victim, direction) & chain.free;
        (!behind.is_empty()).then_some(Target { victim, behind })
    }

    /// Continues or ends a capture after a flying king has captured a piece, from each cell behind it.
    fn strike(&mut self, chain: &Chain<G>, behind: SetOf<G>, direction: Direction) {
        let (at, Chain { rank, captured, .. }) = (behind.first(), *chain);
        if self.recall.is_explored(CaptureState { at, direction: Some(direction), rank, captured }) {
            return;
        }
        let landings = behind | reach::<G>(behind.first(), direction, chain.free);
        let mut continues = false;
        // Straight on only once, not from each of the cells: it is the same capture.
        if let Some(target) = self.target(chain, landings, direction) {
            continues = true;
            self.strike(&chain.with(target.victim), target.behind, direction);
        }
        for at in landings.cells() {
            continues |= self.turn(chain, at, direction);
        }
        if !continues || self.shorter_ones_drop_out() {
            self.end(chain, self.view.last_landings(behind, landings, direction));
        }
    }

    /// Ends the capture on each of these cells.
    #[inline(always)]
    fn end(&mut self, chain: &Chain<G>, landings: SetOf<G>) {
        let count = chain.captured.count();
        if self.shorter_ones_drop_out() {
            let value = self.value(chain, count);
            if value < self.most {
                return;
            }
            if value > self.most {
                self.most = value;
                self.found.clear();
                self.recall.forget_ends();
            }
        }
        for to in landings.cells() {
            self.add(chain, to, count);
        }
    }

    /// Whether a capture that could go on is worth less than what it could become, and is not legal.
    #[inline(always)]
    fn shorter_ones_drop_out(&self) -> bool {
        matches!(self.view.rules().precedence, Precedence::Most | Precedence::Value)
    }

    /// What a capture of this number of pieces is worth. The capture of the greatest value is legal.
    #[inline(always)]
    fn value(&self, chain: &Chain<G>, count: u32) -> u32 {
        if self.view.rules().precedence == Precedence::Most {
            return count;
        }
        let kings = (chain.captured & self.view.opposing_kings).count();
        MAN * (count - kings) + KING * kings + u32::from(chain.mover == Rank::King)
    }

    #[inline(always)]
    fn add(&mut self, chain: &Chain<G>, to: Cell, count: u32) {
        let promoted = chain.rank == Rank::Man && View::<G, C>::PROMOTION_ROW.contains(to);
        let arrives = if promoted { Rank::King } else { chain.rank };
        let mv = Move { from: chain.from, to, mover: chain.mover, arrives, captured: chain.captured };
        if !self.is_known(&mv, count) {
            self.found.push(mv);
        }
    }

    /// Whether another route to the same move was found before. Two routes differ in the order of the
    /// captured pieces, which takes at least three of them along diagonals.
    fn is_known(&mut self, mv: &Move<G>, count: u32) -> bool {
        let fewest = if self.view.captures_straight() { 2 } else { 3 };
        count >= fewest && self.recall.is_found(mv, self.found)
    }
}

impl<G: Game> Chain<G> {
    fn with(&self, victim: SetOf<G>) -> Self {
        Self { captured: self.captured | victim, ..*self }
    }
}

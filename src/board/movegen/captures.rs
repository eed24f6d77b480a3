//! Captures one by one: chains of any length, promotions on the way, flying kings.

use super::memory::{Forgetful, Memory, Recall, State};
use super::sides::Side;
use super::view::{View, reach};
use crate::board::{
    Cell, Direction, Game, Geometry, Move, MoveList, Precedence, Promotion, Rank, Set, SetOf,
};

/// Gives all captures of the player to move to `take`.
#[inline(always)]
pub(super) fn with_captures<G: Game, C: Side, T>(view: &View<G, C>, take: impl FnOnce(&[Move<G>]) -> T) -> T {
    let mut captures = Captures::<G, C, Forgetful>::new(view);
    captures.find();
    if captures.recall.gave_up() { take(&remembered(view)) } else { take(&captures.found) }
}

/// The same for a position where the same comes again and again.
#[cold]
#[inline(never)]
fn remembered<G: Game, C: Side>(view: &View<G, C>) -> MoveList<G> {
    let mut captures = Captures::<G, C, Memory<G>>::new(view);
    captures.find();
    captures.found
}

/// Finds all captures of the player to move.
struct Captures<'a, G: Game, C, R> {
    view: &'a View<G, C>,
    found: MoveList<G>,
    /// The most pieces taken so far.
    most: u32,
    recall: R,
}

/// A capture that may go on.
#[derive(Clone, Copy)]
struct Chain<G: Game> {
    from: Cell,
    mover: Rank,
    rank: Rank,
    captured: SetOf<G>,
    /// The cells that a piece can land on: the origin is one of them, what was taken is not.
    free: SetOf<G>,
}

/// A piece that a flying king can take, and the free cell right behind it.
struct Prey<S> {
    victim: S,
    behind: S,
}

impl<'a, G: Game, C: Side, R: Recall<G>> Captures<'a, G, C, R> {
    fn new(view: &'a View<G, C>) -> Self {
        Self { view, found: MoveList::new(), most: 0, recall: R::default() }
    }

    fn find(&mut self) {
        for from in self.view.capturing_men().cells() {
            let chain = self.start(from, Rank::Man);
            self.walk(&chain, from);
        }
        for from in self.view.kings.cells() {
            let chain = self.start(from, Rank::King);
            if G::RULES.flying_kings {
                self.fly(&chain, from, Direction::ALL);
            } else {
                self.walk(&chain, from);
            }
        }
    }

    fn start(&mut self, from: Cell, mover: Rank) -> Chain<G> {
        self.recall.forget_states();
        let free = self.view.free | Set::of(from);
        Chain { from, mover, rank: mover, captured: Set::EMPTY, free }
    }

    /// Goes on with a piece that captures its neighbours only. Says whether it could.
    fn walk(&mut self, chain: &Chain<G>, at: Cell) -> bool {
        let mut went_on = false;
        for direction in Direction::ALL {
            if chain.rank == Rank::Man && !View::<G, C>::man_captures(direction) {
                continue;
            }
            let victim =
                View::<G, C>::step(SetOf::<G>::of(at), direction) & self.view.opponents & !chain.captured;
            if View::<G, C>::step(victim, direction).meets(chain.free) {
                went_on = true;
                self.land(chain.taking(victim), at.moved(2 * direction.offset(G::Board::SIZE)));
            }
        }
        went_on
    }

    /// A walking piece has landed behind a piece that it took.
    fn land(&mut self, mut chain: Chain<G>, at: Cell) {
        let Chain { rank, captured, .. } = chain;
        if self.recall.is_explored(State { at, direction: None, rank, captured }) {
            return;
        }
        let crowned = chain.rank == Rank::Man && View::<G, C>::PROMOTION_ROW.contains(at);
        if crowned && G::RULES.promotion == Promotion::EndsMove {
            return self.end(&chain, Set::of(at));
        }
        let goes_on = if crowned && G::RULES.promotion == Promotion::InPassing {
            chain.rank = Rank::King;
            if G::RULES.flying_kings { self.fly(&chain, at, Direction::ALL) } else { self.walk(&chain, at) }
        } else {
            self.walk(&chain, at)
        };
        if !goes_on || G::RULES.precedence == Precedence::Most {
            self.end(&chain, Set::of(at));
        }
    }

    /// Goes on with a flying king in some directions. Says whether it could.
    fn fly(&mut self, chain: &Chain<G>, at: Cell, directions: impl IntoIterator<Item = Direction>) -> bool {
        let mut went_on = false;
        for direction in directions {
            let path = SetOf::<G>::of(at) | reach::<G>(at, direction, chain.free);
            if let Some(prey) = self.prey(chain, path, direction) {
                went_on = true;
                self.strike(&chain.taking(prey.victim), prey.behind, direction);
            }
        }
        went_on
    }

    /// The piece next to `path` in a direction, when it can be taken.
    #[inline(always)]
    fn prey(&self, chain: &Chain<G>, path: SetOf<G>, direction: Direction) -> Option<Prey<SetOf<G>>> {
        let victim = View::<G, C>::step(path, direction) & self.view.opponents & !chain.captured;
        let behind = View::<G, C>::step(victim, direction) & chain.free;
        (!behind.is_empty()).then_some(Prey { victim, behind })
    }

    /// A flying king has taken a piece, and goes on from each cell `behind` it.
    fn strike(&mut self, chain: &Chain<G>, behind: SetOf<G>, direction: Direction) {
        let (at, Chain { rank, captured, .. }) = (behind.first(), *chain);
        if self.recall.is_explored(State { at, direction: Some(direction), rank, captured }) {
            return;
        }
        let landings = behind | reach::<G>(behind.first(), direction, chain.free);
        let mut goes_on = false;
        // Straight on once, not once for each cell on the way: it is the same capture.
        if let Some(prey) = self.prey(chain, landings, direction) {
            goes_on = true;
            self.strike(&chain.taking(prey.victim), prey.behind, direction);
        }
        for at in landings.cells() {
            goes_on |= self.fly(chain, at, direction.across());
        }
        if !goes_on || G::RULES.precedence == Precedence::Most {
            self.end(chain, landings);
        }
    }

    /// The capture may end on each of these cells.
    #[inline(always)]
    fn end(&mut self, chain: &Chain<G>, landings: SetOf<G>) {
        let count = chain.captured.count();
        if G::RULES.precedence == Precedence::Most {
            if count < self.most {
                return;
            }
            if count > self.most {
                self.most = count;
                self.found.clear();
                self.recall.forget_ends();
            }
        }
        for to in landings.cells() {
            self.add(chain, to, count);
        }
    }

    #[inline(always)]
    fn add(&mut self, chain: &Chain<G>, to: Cell, count: u32) {
        let crowned = chain.rank == Rank::Man && View::<G, C>::PROMOTION_ROW.contains(to);
        let arrives = if crowned { Rank::King } else { chain.rank };
        let mv = Move { from: chain.from, to, mover: chain.mover, arrives, captured: chain.captured };
        if !self.is_known(&mv, count) {
            self.found.push(mv);
        }
    }

    /// Whether another route to the same move was found. Two routes differ in the order in which they
    /// take the pieces; it needs three of them to be able to go round.
    fn is_known(&mut self, mv: &Move<G>, count: u32) -> bool {
        count >= 3 && self.recall.is_found(mv, &self.found)
    }
}

impl<G: Game> Chain<G> {
    fn taking(&self, victim: SetOf<G>) -> Self {
        Self { captured: self.captured | victim, ..*self }
    }
}

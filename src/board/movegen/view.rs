//! The board as the player to move sees it.

use std::marker::PhantomData;

use super::captures::with_captures;
use super::sides::Side;
use crate::board::{
    Cell, Direction, Game, Geometry, Move, Placement, Precedence, Promotion, Rank, Set, SetOf,
};

/// The pieces as the player to move sees them.
pub(super) struct View<G: Game, C> {
    pub(super) men: SetOf<G>,
    pub(super) kings: SetOf<G>,
    pub(super) opponents: SetOf<G>,
    pub(super) free: SetOf<G>,
    color: PhantomData<C>,
}

/// One set for each direction, in the order of [`Direction::ALL`].
type Fan<S> = [S; 4];

/// Asks for each direction; written out, so that each step is a shift by a constant.
#[inline(always)]
fn fan<T>(mut each: impl FnMut(Direction) -> T) -> [T; 4] {
    [each(Direction::UpLeft), each(Direction::UpRight), each(Direction::DownLeft), each(Direction::DownRight)]
}

#[inline(always)]
fn union<S: Set>(fan: &Fan<S>) -> S {
    fan[0] | fan[1] | fan[2] | fan[3]
}

#[inline(always)]
fn total<S: Set>(fan: &Fan<S>) -> u64 {
    u64::from(fan[0].count() + fan[1].count() + fan[2].count() + fan[3].count())
}

impl<G: Game, C: Side> View<G, C> {
    pub(super) const PROMOTION_ROW: SetOf<G> = match C::COLOR {
        crate::board::Color::White => G::Board::TOP,
        crate::board::Color::Black => G::Board::BOTTOM,
    };

    #[inline(always)]
    pub(super) fn of(placement: &Placement<G>) -> Self {
        debug_assert_eq!(placement.turn, C::COLOR, "the side is the player to move");
        let own = placement.pieces(C::COLOR);
        Self {
            men: own & !placement.kings,
            kings: own & placement.kings,
            opponents: placement.pieces(C::Other::COLOR),
            free: placement.free(),
            color: PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn step(set: SetOf<G>, direction: Direction) -> SetOf<G> {
        set.shifted(direction.offset(G::Board::SIZE))
    }

    #[inline(always)]
    fn is_forward(direction: Direction) -> bool {
        direction.is_down() == C::FORWARD[0].is_down()
    }

    /// Whether a man may capture that way.
    #[inline(always)]
    pub(super) fn man_captures(direction: Direction) -> bool {
        G::RULES.men_capture_backward || Self::is_forward(direction)
    }

    /// The opponents with a free cell behind them, seen in each direction.
    #[inline(always)]
    fn exposed(&self) -> Fan<SetOf<G>> {
        fan(|direction| self.opponents & Self::step(self.free, direction.reversed()))
    }

    /// The opponents that men can take.
    #[inline(always)]
    fn taken_by_men(&self, exposed: &Fan<SetOf<G>>) -> Fan<SetOf<G>> {
        fan(|direction| {
            if Self::man_captures(direction) {
                Self::step(self.men, direction) & exposed[direction as usize]
            } else {
                Set::EMPTY
            }
        })
    }

    /// The men that can capture.
    #[inline(always)]
    pub(super) fn capturing_men(&self) -> SetOf<G> {
        let taken = self.taken_by_men(&self.exposed());
        union(&fan(|direction| Self::step(taken[direction as usize], direction.reversed())))
    }

    /// The opponents that kings can take when they do not fly.
    #[inline(always)]
    fn taken_by_short_kings(&self, exposed: &Fan<SetOf<G>>) -> Fan<SetOf<G>> {
        fan(|direction| Self::step(self.kings, direction) & exposed[direction as usize])
    }

    /// Whether a flying king can take something.
    fn flying_king_captures(&self, exposed: &Fan<SetOf<G>>) -> bool {
        let pieces = G::Board::PLAYING & !self.free;
        self.kings.cells().any(|king| {
            let prey = fan(|direction| {
                let met = first_met::<G>(king, direction, pieces);
                met & exposed[direction as usize]
            });
            !union(&prey).is_empty()
        })
    }

    #[inline(always)]
    fn kings_capture(&self, exposed: &Fan<SetOf<G>>) -> bool {
        if self.kings.is_empty() {
            false
        } else if G::RULES.flying_kings {
            self.flying_king_captures(exposed)
        } else {
            !union(&self.taken_by_short_kings(exposed)).is_empty()
        }
    }

    #[inline(always)]
    pub(super) fn must_capture(&self) -> bool {
        let exposed = self.exposed();
        !union(&self.taken_by_men(&exposed)).is_empty() || self.kings_capture(&exposed)
    }

    #[inline(always)]
    pub(super) fn has_moves(&self) -> bool {
        let steps = fan(|direction| {
            let movers = if Self::is_forward(direction) { self.men | self.kings } else { self.kings };
            Self::step(movers, direction) & self.free
        });
        !union(&steps).is_empty() || self.must_capture()
    }

    /// Shows every move to `see`.
    #[inline(always)]
    pub(super) fn visit(&self, see: &mut impl FnMut(Move<G>)) {
        let exposed = self.exposed();
        let taken = self.taken_by_men(&exposed);
        if self.kings_capture(&exposed) {
            self.visit_captures_of_kings(&taken, &exposed, see);
        } else if union(&taken).is_empty() {
            self.visit_quiet(see);
        } else {
            self.visit_captures_of_men(&taken, &exposed, see);
        }
    }

    /// Shows every capture to `see`.
    #[inline(always)]
    pub(super) fn visit_captures(&self, see: &mut impl FnMut(Move<G>)) {
        let exposed = self.exposed();
        let taken = self.taken_by_men(&exposed);
        if self.kings_capture(&exposed) {
            self.visit_captures_of_kings(&taken, &exposed, see);
        } else if !union(&taken).is_empty() {
            self.visit_captures_of_men(&taken, &exposed, see);
        }
    }

    /// Shows the captures when kings have some. Those of kings that do not fly are seldom longer than one.
    #[inline(always)]
    fn visit_captures_of_kings(
        &self,
        taken: &Fan<SetOf<G>>,
        exposed: &Fan<SetOf<G>>,
        see: &mut impl FnMut(Move<G>),
    ) {
        if G::RULES.flying_kings {
            return self.visit_one_by_one(see);
        }
        let by_kings = self.taken_by_short_kings(exposed);
        if self.goes_on(&landings::<G>(taken), exposed)
            || !union(&Self::next_taken(&landings::<G>(&by_kings), exposed, |_| true)).is_empty()
        {
            return self.visit_one_by_one(see);
        }
        self.visit_single_captures(taken, Rank::Man, see);
        self.visit_single_captures(&by_kings, Rank::King, see);
    }

    #[inline(always)]
    fn visit_captures_of_men(
        &self,
        taken: &Fan<SetOf<G>>,
        exposed: &Fan<SetOf<G>>,
        see: &mut impl FnMut(Move<G>),
    ) {
        let landed = landings::<G>(taken);
        if !self.goes_on(&landed, exposed) {
            self.visit_single_captures(taken, Rank::Man, see);
        } else if self.is_longer_than_two(&landed, exposed) {
            self.visit_one_by_one(see);
        } else {
            self.visit_pairs(&landed, exposed, see);
        }
    }

    #[inline(never)]
    fn visit_one_by_one(&self, see: &mut impl FnMut(Move<G>)) {
        with_captures(self, |moves| moves.iter().for_each(|mv| see(*mv)));
    }

    #[inline(always)]
    fn visit_single_captures(&self, taken: &Fan<SetOf<G>>, mover: Rank, see: &mut impl FnMut(Move<G>)) {
        fan(|direction| {
            let offset = direction.offset(G::Board::SIZE);
            for victim in taken[direction as usize].cells() {
                see(Self::capture(victim.moved(-offset), victim.moved(offset), mover, Set::of(victim)));
            }
        });
    }

    #[inline(always)]
    fn visit_quiet(&self, see: &mut impl FnMut(Move<G>)) {
        for direction in C::FORWARD {
            let offset = direction.offset(G::Board::SIZE);
            let targets = Self::step(self.men, direction) & self.free;
            let mut arrive = |targets: SetOf<G>, arrives| {
                for to in targets.cells() {
                    let from = to.moved(-offset);
                    see(Move { from, to, mover: Rank::Man, arrives, captured: Set::EMPTY });
                }
            };
            arrive(targets & !Self::PROMOTION_ROW, Rank::Man);
            arrive(targets & Self::PROMOTION_ROW, Rank::King);
        }
        if !self.kings.is_empty() {
            self.visit_quiet_kings(see);
        }
    }

    #[inline(never)]
    fn visit_quiet_kings(&self, see: &mut impl FnMut(Move<G>)) {
        for from in self.kings.cells() {
            let targets = fan(|direction| self.king_reach(from, direction));
            for to in union(&targets).cells() {
                let (mover, arrives) = (Rank::King, Rank::King);
                see(Move { from, to, mover, arrives, captured: Set::EMPTY });
            }
        }
    }

    /// The cells where a king can go in a direction without capturing.
    #[inline(always)]
    fn king_reach(&self, king: Cell, direction: Direction) -> SetOf<G> {
        if G::RULES.flying_kings {
            reach::<G>(king, direction, self.free)
        } else {
            Self::step(Set::of(king), direction) & self.free
        }
    }

    /// How many moves there are.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        let exposed = self.exposed();
        let taken = self.taken_by_men(&exposed);
        if !self.kings.is_empty() {
            return self.count_with_kings(&taken, &exposed);
        }
        if union(&taken).is_empty() {
            return self.count_quiet_men();
        }
        self.count_captures_of_men(&taken, &exposed)
    }

    #[inline(always)]
    fn count_quiet_men(&self) -> u64 {
        let [left, right] = C::FORWARD.map(|direction| Self::step(self.men, direction) & self.free);
        u64::from(left.count() + right.count())
    }

    #[inline(never)]
    fn count_with_kings(&self, taken: &Fan<SetOf<G>>, exposed: &Fan<SetOf<G>>) -> u64 {
        if !G::RULES.flying_kings {
            return self.count_with_short_kings(taken, exposed);
        }
        if self.flying_king_captures(exposed) {
            self.count_one_by_one()
        } else if union(taken).is_empty() {
            self.count_quiet_men() + self.count_flights()
        } else {
            self.count_captures_of_men(taken, exposed)
        }
    }

    /// How many cells flying kings can move to.
    #[inline(always)]
    fn count_flights(&self) -> u64 {
        self.kings.cells().map(|king| total(&fan(|direction| reach::<G>(king, direction, self.free)))).sum()
    }

    fn count_with_short_kings(&self, taken: &Fan<SetOf<G>>, exposed: &Fan<SetOf<G>>) -> u64 {
        let by_kings = self.taken_by_short_kings(exposed);
        match (union(taken).is_empty(), union(&by_kings).is_empty()) {
            (true, true) => {
                self.count_quiet_men()
                    + total(&fan(|direction| Self::step(self.kings, direction) & self.free))
            }
            (false, true) => self.count_captures_of_men(taken, exposed),
            _ => self.count_one_by_one(),
        }
    }

    #[inline(never)]
    fn count_one_by_one(&self) -> u64 {
        with_captures(self, |moves| moves.len() as u64)
    }

    /// Whether a capture of men goes on after one piece, or becomes a king's.
    #[inline(always)]
    fn goes_on(&self, landed: &Fan<SetOf<G>>, exposed: &Fan<SetOf<G>>) -> bool {
        self.becomes_king(landed) || !union(&Self::next_taken(landed, exposed, Self::man_captures)).is_empty()
    }

    /// Whether the last row changes how one of the men that have landed goes on: as a king, or not at
    /// all.
    #[inline(always)]
    fn becomes_king(&self, landed: &Fan<SetOf<G>>) -> bool {
        let matters = match G::RULES.promotion {
            Promotion::AtRest => false,
            Promotion::InPassing => true,
            Promotion::EndsMove => G::RULES.men_capture_backward,
        };
        matters && union(landed).meets(Self::PROMOTION_ROW)
    }

    /// The opponents that pieces can take next who have just landed, by the direction they came in, and
    /// that capture in these directions. They do not turn back: there stands what they took.
    #[inline(always)]
    fn next_taken(
        landed: &Fan<SetOf<G>>,
        exposed: &Fan<SetOf<G>>,
        captures: impl Fn(Direction) -> bool,
    ) -> Fan<SetOf<G>> {
        fan(|direction| {
            if !captures(direction) {
                return Set::EMPTY;
            }
            let back = direction.reversed() as usize;
            let movers = fan(|came| if came as usize == back { Set::EMPTY } else { landed[came as usize] });
            Self::step(union(&movers), direction) & exposed[direction as usize]
        })
    }

    /// Shows the second victims of men that have landed, by the direction they came in and the one
    /// they go on in.
    #[inline(always)]
    fn second_victims(
        &self,
        landed: &Fan<SetOf<G>>,
        exposed: &Fan<SetOf<G>>,
        mut see: impl FnMut(Direction, Direction, SetOf<G>),
    ) {
        fan(|came| {
            let first = landed[came as usize];
            if first.is_empty() {
                return;
            }
            fan(|direction| {
                if direction != came.reversed() && Self::man_captures(direction) {
                    see(came, direction, Self::step(first, direction) & exposed[direction as usize]);
                }
            });
        });
    }

    /// Counts the captures of men. Chains of one and two are counted as sets; what is longer, and what
    /// becomes a king on the way, one by one. Different chains of one or two are different moves.
    #[inline(always)]
    fn count_captures_of_men(&self, taken: &Fan<SetOf<G>>, exposed: &Fan<SetOf<G>>) -> u64 {
        let landed = landings::<G>(taken);
        if self.goes_on(&landed, exposed) { self.count_chains(&landed, exposed) } else { total(taken) }
    }

    #[inline(never)]
    fn count_chains(&self, landed: &Fan<SetOf<G>>, exposed: &Fan<SetOf<G>>) -> u64 {
        let mut again = [SetOf::<G>::EMPTY; 4];
        let mut went_on = [SetOf::<G>::EMPTY; 4];
        let mut pairs = 0;
        self.second_victims(landed, exposed, |came, direction, second| {
            again[direction as usize] |= Self::step(second, direction);
            if G::RULES.precedence == Precedence::Free {
                went_on[came as usize] |= Self::step(second, direction.reversed());
            }
            pairs += u64::from(second.count());
        });
        if self.becomes_king(landed) || self.goes_on(&again, exposed) {
            return self.count_one_by_one();
        }
        match G::RULES.precedence {
            Precedence::Most => pairs,
            Precedence::Free => pairs + total(&fan(|came| landed[came as usize] & !went_on[came as usize])),
        }
    }

    /// Shows the captures of men that take one or two pieces.
    #[inline(never)]
    fn visit_pairs(&self, landed: &Fan<SetOf<G>>, exposed: &Fan<SetOf<G>>, see: &mut impl FnMut(Move<G>)) {
        let mut went_on = [SetOf::<G>::EMPTY; 4];
        self.second_victims(landed, exposed, |came, direction, second| {
            went_on[came as usize] |= Self::step(second, direction.reversed());
            let (before, after) = (came.offset(G::Board::SIZE), direction.offset(G::Board::SIZE));
            for victim in second.cells() {
                let first = victim.moved(-after - before);
                let captured = SetOf::<G>::of(victim) | Set::of(first);
                see(Self::capture(first.moved(-before), victim.moved(after), Rank::Man, captured));
            }
        });
        if G::RULES.precedence == Precedence::Free {
            let ended =
                fan(|came| Self::step(landed[came as usize] & !went_on[came as usize], came.reversed()));
            self.visit_single_captures(&ended, Rank::Man, see);
        }
    }

    #[inline(always)]
    fn capture(from: Cell, to: Cell, mover: Rank, captured: SetOf<G>) -> Move<G> {
        let arrives = if Self::PROMOTION_ROW.contains(to) { Rank::King } else { mover };
        Move { from, to, mover, arrives, captured }
    }

    /// Whether a capture of men takes more than two, or becomes a king's.
    #[inline(always)]
    fn is_longer_than_two(&self, landed: &Fan<SetOf<G>>, exposed: &Fan<SetOf<G>>) -> bool {
        let mut again = [SetOf::<G>::EMPTY; 4];
        self.second_victims(landed, exposed, |_, direction, second| {
            again[direction as usize] |= Self::step(second, direction);
        });
        self.becomes_king(landed) || self.goes_on(&again, exposed)
    }
}

/// Where men land that take these pieces.
#[inline(always)]
fn landings<G: Game>(taken: &Fan<SetOf<G>>) -> Fan<SetOf<G>> {
    fan(|direction| taken[direction as usize].shifted(direction.offset(G::Board::SIZE)))
}

/// The free cells in a direction up to the first piece or the edge.
#[inline(always)]
pub(super) fn reach<G: Game>(from: Cell, direction: Direction, free: SetOf<G>) -> SetOf<G> {
    let ray = G::Board::ray(from, direction);
    let blockers = ray & !free;
    ray & if direction.is_down() { blockers.below_first() } else { blockers.above_last() }
}

/// The first piece in a direction. Empty: there is none.
#[inline(always)]
fn first_met<G: Game>(from: Cell, direction: Direction, pieces: SetOf<G>) -> SetOf<G> {
    let met = G::Board::ray(from, direction) & pieces;
    if direction.is_down() { met.first_only() } else { met.last_only() }
}

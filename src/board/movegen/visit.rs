//! Visiting the moves, as sets where possible.

use std::ops::ControlFlow;

use super::captures::captures;
use super::direction_sets::{PerDirection, landings, per_direction, reach, union};
use super::sides::Side;
use super::view::View;
use super::{Poll, unstoppable};
use crate::board::{Cell, Direction, Game, Geometry, Move, MoveList, Precedence, Rank, Set, SetOf};

impl<G: Game, C: Side> View<G, C> {
    /// Calls `see` with every move, unless `poll` breaks it off.
    #[inline(always)]
    pub(super) fn visit(&self, poll: &mut Poll<'_>, see: &mut impl FnMut(Move<G>)) -> ControlFlow<()> {
        if self.is_one_by_one() {
            if self.must_capture() {
                return self.visit_one_by_one(poll, see);
            }
            self.visit_quiet(see);
            return ControlFlow::Continue(());
        }
        let exposed = self.exposed();
        let taken = self.taken_by_men(&exposed);
        if self.kings_capture(&exposed) {
            self.visit_captures_of_kings(&taken, &exposed, poll, see)
        } else if union(&taken).is_empty() {
            self.visit_quiet(see);
            ControlFlow::Continue(())
        } else {
            self.visit_captures_of_men(&taken, &exposed, poll, see)
        }
    }

    /// Calls `see` with every capture.
    #[inline(always)]
    pub(super) fn visit_captures(&self, see: &mut impl FnMut(Move<G>)) -> ControlFlow<()> {
        if self.is_one_by_one() {
            return self.visit_one_by_one(&mut unstoppable, see);
        }
        let exposed = self.exposed();
        let taken = self.taken_by_men(&exposed);
        if self.kings_capture(&exposed) {
            self.visit_captures_of_kings(&taken, &exposed, &mut unstoppable, see)
        } else if union(&taken).is_empty() {
            ControlFlow::Continue(())
        } else {
            self.visit_captures_of_men(&taken, &exposed, &mut unstoppable, see)
        }
    }

    /// Visits the captures if kings have some. Kings that do not fly seldom capture more than one piece.
    #[inline(always)]
    fn visit_captures_of_kings(
        &self,
        taken: &PerDirection<SetOf<G>>,
        exposed: &PerDirection<SetOf<G>>,
        poll: &mut Poll<'_>,
        see: &mut impl FnMut(Move<G>),
    ) -> ControlFlow<()> {
        if self.rules().flying_kings {
            return self.visit_one_by_one(poll, see);
        }
        let by_kings = self.taken_by_short_kings(exposed);
        if self.continues(&landings::<G>(taken), exposed)
            || !union(&Self::next_taken(&landings::<G>(&by_kings), exposed, |_| true)).is_empty()
        {
            return self.visit_one_by_one(poll, see);
        }
        self.visit_single_captures(taken, Rank::Man, see);
        self.visit_single_captures(&by_kings, Rank::King, see);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn visit_captures_of_men(
        &self,
        taken: &PerDirection<SetOf<G>>,
        exposed: &PerDirection<SetOf<G>>,
        poll: &mut Poll<'_>,
        see: &mut impl FnMut(Move<G>),
    ) -> ControlFlow<()> {
        let landed = landings::<G>(taken);
        if self.continues(&landed, exposed) {
            return self.visit_chains(&landed, exposed, poll, see);
        }
        self.visit_single_captures(taken, Rank::Man, see);
        ControlFlow::Continue(())
    }

    #[inline(never)]
    fn visit_one_by_one(&self, poll: &mut Poll<'_>, see: &mut impl FnMut(Move<G>)) -> ControlFlow<()> {
        let mut found = MoveList::new();
        captures(self, poll, &mut found)?;
        found.iter().for_each(|mv| see(*mv));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn visit_single_captures(
        &self,
        taken: &PerDirection<SetOf<G>>,
        mover: Rank,
        see: &mut impl FnMut(Move<G>),
    ) {
        for (direction, victims) in Direction::ALL.into_iter().zip(taken) {
            let offset = direction.offset(G::Board::SIZE);
            for victim in victims.cells() {
                see(Self::capture(victim.moved(-offset), victim.moved(offset), mover, Set::of(victim)));
            }
        }
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
        for from in self.moving_kings().cells() {
            let targets = per_direction(|direction| self.king_reach(from, direction));
            for to in union(&targets).cells() {
                let (mover, arrives) = (Rank::King, Rank::King);
                see(Move { from, to, mover, arrives, captured: Set::EMPTY });
            }
        }
    }

    /// The cells that a king can reach in a direction without capturing.
    #[inline(always)]
    fn king_reach(&self, king: Cell, direction: Direction) -> SetOf<G> {
        if self.rules().flying_kings {
            reach::<G>(king, direction, self.free)
        } else {
            Self::step(Set::of(king), direction) & self.free
        }
    }

    /// Visits the captures by men if some capture more than one piece.
    #[inline(never)]
    fn visit_chains(
        &self,
        landed: &PerDirection<SetOf<G>>,
        exposed: &PerDirection<SetOf<G>>,
        poll: &mut Poll<'_>,
        see: &mut impl FnMut(Move<G>),
    ) -> ControlFlow<()> {
        let second = self.second_victims(landed, exposed);
        if self.is_longer_than_two(landed, &second, exposed) {
            return self.visit_one_by_one(poll, see);
        }
        for (previous, second) in Direction::ALL.into_iter().zip(&second) {
            if landed[previous as usize].is_empty() {
                continue;
            }
            for (direction, victims) in Direction::ALL.into_iter().zip(second) {
                Self::visit_pairs(previous, direction, *victims, see);
            }
        }
        if self.rules().precedence == Precedence::Free {
            let ended = self.ended_after_one(landed, &second);
            let taken = per_direction(|previous| Self::step(ended[previous as usize], previous.reversed()));
            self.visit_single_captures(&taken, Rank::Man, see);
        }
        ControlFlow::Continue(())
    }

    /// Visits the captures by men of two pieces in these directions.
    #[inline(always)]
    fn visit_pairs(
        previous: Direction,
        direction: Direction,
        victims: SetOf<G>,
        see: &mut impl FnMut(Move<G>),
    ) {
        let (before, after) = (previous.offset(G::Board::SIZE), direction.offset(G::Board::SIZE));
        for victim in victims.cells() {
            let first = victim.moved(-after - before);
            let captured = SetOf::<G>::of(victim) | Set::of(first);
            see(Self::capture(first.moved(-before), victim.moved(after), Rank::Man, captured));
        }
    }

    #[inline(always)]
    fn capture(from: Cell, to: Cell, mover: Rank, captured: SetOf<G>) -> Move<G> {
        let arrives = if Self::PROMOTION_ROW.contains(to) { Rank::King } else { mover };
        Move { from, to, mover, arrives, captured }
    }
}

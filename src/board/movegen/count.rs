//! Counting the moves without visiting them, for the last ply of perft.

use super::captures::with_captures;
use super::direction_sets::{PerDirection, landings, per_direction, reach, total, union};
use super::sides::Side;
use super::view::View;
use crate::board::{Game, Precedence, Set, SetOf};

impl<G: Game, C: Side> View<G, C> {
    /// The number of moves.
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
    fn count_with_kings(&self, taken: &PerDirection<SetOf<G>>, exposed: &PerDirection<SetOf<G>>) -> u64 {
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

    /// The number of quiet moves of flying kings.
    #[inline(always)]
    fn count_flights(&self) -> u64 {
        self.kings
            .cells()
            .map(|king| total(&per_direction(|direction| reach::<G>(king, direction, self.free))))
            .sum()
    }

    fn count_with_short_kings(
        &self,
        taken: &PerDirection<SetOf<G>>,
        exposed: &PerDirection<SetOf<G>>,
    ) -> u64 {
        let by_kings = self.taken_by_short_kings(exposed);
        match (union(taken).is_empty(), union(&by_kings).is_empty()) {
            (true, true) => {
                self.count_quiet_men()
                    + total(&per_direction(|direction| Self::step(self.kings, direction) & self.free))
            }
            (false, true) => self.count_captures_of_men(taken, exposed),
            _ => self.count_one_by_one(),
        }
    }

    #[inline(never)]
    fn count_one_by_one(&self) -> u64 {
        with_captures(self, |moves| moves.len() as u64)
    }

    /// Counts the captures by men. Captures of one or two pieces are counted as sets, since different ones are
    /// different moves. Longer ones, and those with a promotion on the way, are counted one by one.
    #[inline(always)]
    fn count_captures_of_men(&self, taken: &PerDirection<SetOf<G>>, exposed: &PerDirection<SetOf<G>>) -> u64 {
        let landed = landings::<G>(taken);
        if self.continues(&landed, exposed) { self.count_chains(&landed, exposed) } else { total(taken) }
    }

    #[inline(never)]
    fn count_chains(&self, landed: &PerDirection<SetOf<G>>, exposed: &PerDirection<SetOf<G>>) -> u64 {
        let mut again = [SetOf::<G>::EMPTY; 4];
        let mut continued = [SetOf::<G>::EMPTY; 4];
        let mut pairs = 0;
        self.second_victims(landed, exposed, |previous, direction, second| {
            again[direction as usize] |= Self::step(second, direction);
            if G::RULES.precedence == Precedence::Free {
                continued[previous as usize] |= Self::step(second, direction.reversed());
            }
            pairs += u64::from(second.count());
        });
        if self.promotes_on_the_way(landed) || self.continues(&again, exposed) {
            return self.count_one_by_one();
        }
        match G::RULES.precedence {
            Precedence::Most => pairs,
            Precedence::Free => {
                pairs
                    + total(&per_direction(|previous| {
                        landed[previous as usize] & !continued[previous as usize]
                    }))
            }
        }
    }
}

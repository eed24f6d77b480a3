//! Counting the moves without visiting them, for the last ply of perft.

use super::captures::captures;
use super::direction_sets::{PerDirection, landings, per_direction, reach, total, union};
use super::sides::Side;
use super::unstoppable;
use super::view::View;
use crate::board::{Game, MoveList, Set, SetOf};

impl<G: Game, C: Side> View<G, C> {
    /// The number of moves.
    #[inline(always)]
    pub(super) fn count(&self) -> u64 {
        if self.is_one_by_one() {
            return if self.must_capture() { self.count_one_by_one() } else { self.count_quiet() };
        }
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
        if !self.rules().flying_kings {
            return self.count_with_short_kings(taken, exposed);
        }
        if self.flying_king_captures(exposed) {
            self.count_one_by_one()
        } else if union(taken).is_empty() {
            self.count_quiet()
        } else {
            self.count_captures_of_men(taken, exposed)
        }
    }

    #[inline(always)]
    fn count_quiet(&self) -> u64 {
        let kings = if self.rules().flying_kings { self.count_flights() } else { self.count_king_steps() };
        self.count_quiet_men() + kings
    }

    /// The number of quiet moves of kings that do not fly.
    #[inline(always)]
    fn count_king_steps(&self) -> u64 {
        total(&per_direction(|direction| Self::step(self.moving_kings(), direction) & self.free))
    }

    /// The number of quiet moves of flying kings.
    #[inline(always)]
    fn count_flights(&self) -> u64 {
        self.moving_kings()
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
            (true, true) => self.count_quiet(),
            (false, true) => self.count_captures_of_men(taken, exposed),
            _ => self.count_one_by_one(),
        }
    }

    #[inline(never)]
    fn count_one_by_one(&self) -> u64 {
        let mut found = MoveList::new();
        let _ = captures(self, &mut unstoppable, &mut found);
        found.len() as u64
    }

    /// The number of captures by men. Longer ones than pairs, and those with a promotion on the way, are counted
    /// one by one.
    #[inline(always)]
    fn count_captures_of_men(&self, taken: &PerDirection<SetOf<G>>, exposed: &PerDirection<SetOf<G>>) -> u64 {
        let landed = landings::<G>(taken);
        if self.continues(&landed, exposed) { self.count_chains(&landed, exposed) } else { total(taken) }
    }

    #[inline(never)]
    fn count_chains(&self, landed: &PerDirection<SetOf<G>>, exposed: &PerDirection<SetOf<G>>) -> u64 {
        let second = self.second_victims(landed, exposed);
        if self.is_longer_than_two(landed, &second, exposed) {
            return self.count_one_by_one();
        }
        second.iter().map(total).sum::<u64>() + total(&self.ended_after_one(landed, &second))
    }
}

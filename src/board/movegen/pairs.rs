//! Captures by men of one or two pieces, as sets.

use super::direction_sets::{PerDirection, per_direction, union};
use super::sides::Side;
use super::view::View;
use crate::board::{Game, Precedence, Set, SetOf};

/// Second victims, by the direction of the first capture and then by that of the second.
pub(super) type SecondVictims<S> = PerDirection<PerDirection<S>>;

impl<G: Game, C: Side> View<G, C> {
    /// The second victims of men that have landed after one piece.
    #[inline(always)]
    pub(super) fn second_victims(
        &self,
        landed: &PerDirection<SetOf<G>>,
        exposed: &PerDirection<SetOf<G>>,
    ) -> SecondVictims<SetOf<G>> {
        per_direction(|previous| {
            let first = landed[previous as usize];
            if first.is_empty() {
                return [Set::EMPTY; 4];
            }
            per_direction(|direction| {
                if direction == previous.reversed() || !self.man_captures(direction) {
                    return Set::EMPTY;
                }
                Self::step(first, direction) & exposed[direction as usize]
            })
        })
    }

    /// Whether a capture by men captures more than two pieces, or continues as that of a king.
    #[inline(always)]
    pub(super) fn is_longer_than_two(
        &self,
        landed: &PerDirection<SetOf<G>>,
        second: &SecondVictims<SetOf<G>>,
        exposed: &PerDirection<SetOf<G>>,
    ) -> bool {
        let landed_again = per_direction(|direction| {
            Self::step(union(&second.map(|victims| victims[direction as usize])), direction)
        });
        self.promotes_on_the_way(landed) || self.continues(&landed_again, exposed)
    }

    /// The landing cells of the legal captures that end after one piece although others go on.
    #[inline(always)]
    pub(super) fn ended_after_one(
        &self,
        landed: &PerDirection<SetOf<G>>,
        second: &SecondVictims<SetOf<G>>,
    ) -> PerDirection<SetOf<G>> {
        if self.rules().precedence == Precedence::Most {
            return [Set::EMPTY; 4];
        }
        per_direction(|previous| {
            let continued = per_direction(|direction| {
                Self::step(second[previous as usize][direction as usize], direction.reversed())
            });
            landed[previous as usize] & !union(&continued)
        })
    }
}

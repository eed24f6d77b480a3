//! The board as seen by the player to move: which pieces can move and capture.

use std::marker::PhantomData;

use super::direction_sets::{PerDirection, first_piece, per_direction, union};
use super::sides::Side;
use crate::board::{
    Color, Direction, Game, Geometry, Goal, KingRuns, Landing, Placement, Precedence, Promotion, Rules, Set,
    SetOf,
};

/// The pieces of the player to move and of the opponent.
pub(super) struct View<G: Game, C> {
    pub(super) men: SetOf<G>,
    pub(super) kings: SetOf<G>,
    pub(super) opponents: SetOf<G>,
    pub(super) opposing_kings: SetOf<G>,
    /// The king that may capture only.
    resting: SetOf<G>,
    pub(super) free: SetOf<G>,
    game: G,
    color: PhantomData<C>,
}

impl<G: Game, C: Side> View<G, C> {
    pub(super) const PROMOTION_ROW: SetOf<G> = match C::COLOR {
        Color::White => G::Board::TOP,
        Color::Black => G::Board::BOTTOM,
    };

    #[inline(always)]
    pub(super) fn of(placement: &Placement<G>) -> Self {
        debug_assert_eq!(placement.turn, C::COLOR, "the side is the player to move");
        let opponents = placement.pieces(C::Other::COLOR);
        let own = match is_won(placement) {
            true => Set::EMPTY,
            false => placement.pieces(C::COLOR),
        };
        Self {
            men: own & !placement.kings,
            kings: own & placement.kings,
            opponents,
            opposing_kings: opponents & placement.kings,
            resting: placement.resting_king(),
            free: placement.free(),
            game: placement.game,
            color: PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn step(set: SetOf<G>, direction: Direction) -> SetOf<G> {
        set.shifted(direction.offset(G::Board::SIZE))
    }

    #[inline(always)]
    pub(super) fn rules(&self) -> &'static Rules {
        self.game.rules()
    }

    /// Whether captures have to be generated one by one: those as sets go along diagonals, and count pieces.
    #[inline(always)]
    pub(super) fn is_one_by_one(&self) -> bool {
        self.captures_straight() || self.rules().precedence == Precedence::Value
    }

    /// The kings that may move without a capture.
    #[inline(always)]
    pub(super) fn moving_kings(&self) -> SetOf<G> {
        if G::Runs::ARE_COUNTED { self.kings & !self.resting } else { self.kings }
    }

    /// The cells on which a flying king can end its capture, of those on which it can land behind the last piece:
    /// `behind` is the nearest.
    #[inline(always)]
    pub(super) fn last_landings(
        &self,
        behind: SetOf<G>,
        landings: SetOf<G>,
        direction: Direction,
    ) -> SetOf<G> {
        match self.rules().landing {
            Landing::NextToKing
                if self.next_cell(behind, direction.reversed()).meets(self.opposing_kings) =>
            {
                behind
            }
            Landing::Anywhere | Landing::NextToKing => landings,
        }
    }

    /// Whether a man may capture in this direction.
    #[inline(always)]
    pub(super) fn man_captures(&self, direction: Direction) -> bool {
        self.rules().men_capture_backward || direction.is_forward(C::COLOR)
    }

    /// The opponent's pieces with an empty cell behind them, for each direction.
    #[inline(always)]
    pub(super) fn exposed(&self) -> PerDirection<SetOf<G>> {
        per_direction(|direction| self.opponents & Self::step(self.free, direction.reversed()))
    }

    /// The opponent's pieces that men can capture.
    #[inline(always)]
    pub(super) fn taken_by_men(&self, exposed: &PerDirection<SetOf<G>>) -> PerDirection<SetOf<G>> {
        per_direction(|direction| {
            if self.man_captures(direction) {
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
        let diagonal = per_direction(|direction| Self::step(taken[direction as usize], direction.reversed()));
        union(&diagonal) | if self.captures_straight() { self.men_capturing_straight() } else { Set::EMPTY }
    }

    /// The opponent's pieces that kings can capture if they do not fly.
    #[inline(always)]
    pub(super) fn taken_by_short_kings(&self, exposed: &PerDirection<SetOf<G>>) -> PerDirection<SetOf<G>> {
        per_direction(|direction| Self::step(self.kings, direction) & exposed[direction as usize])
    }

    /// Whether a flying king can capture.
    pub(super) fn flying_king_captures(&self, exposed: &PerDirection<SetOf<G>>) -> bool {
        let pieces = G::Board::PLAYING & !self.free;
        self.kings.cells().any(|king| {
            let victims = per_direction(|direction| {
                let met = first_piece::<G>(king, direction, pieces);
                met & exposed[direction as usize]
            });
            !union(&victims).is_empty()
        })
    }

    #[inline(always)]
    pub(super) fn kings_capture(&self, exposed: &PerDirection<SetOf<G>>) -> bool {
        if self.kings.is_empty() {
            false
        } else if self.rules().flying_kings {
            self.flying_king_captures(exposed)
        } else {
            !union(&self.taken_by_short_kings(exposed)).is_empty()
        }
    }

    #[inline(always)]
    pub(super) fn must_capture(&self) -> bool {
        let exposed = self.exposed();
        !union(&self.taken_by_men(&exposed)).is_empty()
            || self.kings_capture(&exposed)
            || self.captures_straight() && self.has_straight_captures()
    }

    #[inline(always)]
    pub(super) fn has_moves(&self) -> bool {
        let steps = per_direction(|direction| {
            let kings = self.moving_kings();
            let movers = if direction.is_forward(C::COLOR) { self.men | kings } else { kings };
            Self::step(movers, direction) & self.free
        });
        !union(&steps).is_empty() || self.must_capture()
    }

    /// Whether a capture by men continues after one piece, or continues as that of a king.
    #[inline(always)]
    pub(super) fn continues(
        &self,
        landed: &PerDirection<SetOf<G>>,
        exposed: &PerDirection<SetOf<G>>,
    ) -> bool {
        self.promotes_on_the_way(landed)
            || !union(&Self::next_taken(landed, exposed, |direction| self.man_captures(direction))).is_empty()
    }

    /// Whether promotion changes how one of the men that have landed continues: as a king, or not at all.
    #[inline(always)]
    pub(super) fn promotes_on_the_way(&self, landed: &PerDirection<SetOf<G>>) -> bool {
        let matters = match self.rules().promotion {
            Promotion::AtRest => false,
            Promotion::InPassing => true,
            Promotion::EndsMove => self.rules().men_capture_backward,
        };
        matters && union(landed).meets(Self::PROMOTION_ROW)
    }

    /// The opponent's pieces that can be captured next by pieces which have landed, given by the direction of
    /// their last capture, and which capture in the directions of `captures`. They cannot turn back over the
    /// piece that they have just captured.
    #[inline(always)]
    pub(super) fn next_taken(
        landed: &PerDirection<SetOf<G>>,
        exposed: &PerDirection<SetOf<G>>,
        captures: impl Fn(Direction) -> bool,
    ) -> PerDirection<SetOf<G>> {
        per_direction(|direction| {
            if !captures(direction) {
                return Set::EMPTY;
            }
            let back = direction.reversed() as usize;
            let movers =
                per_direction(
                    |previous| if previous as usize == back { Set::EMPTY } else { landed[previous as usize] },
                );
            Self::step(union(&movers), direction) & exposed[direction as usize]
        })
    }
}

/// Whether a king has already won the game. Then there are no moves.
#[inline(always)]
fn is_won<G: Game>(placement: &Placement<G>) -> bool {
    placement.game.rules().goal == Goal::FirstKing && !placement.kings.is_empty()
}

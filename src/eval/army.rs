//! What can be said of one player's pieces.

use super::regions::Regions;
use crate::board::{Color, Direction, Game, Geometry, Placement, Set, SetOf};

/// The pieces of a player, and what they meet.
pub(super) struct Army<G: Game> {
    color: Color,
    men: SetOf<G>,
    kings: SetOf<G>,
    opponents: SetOf<G>,
    free: SetOf<G>,
}

impl<G: Game> Army<G> {
    #[inline(always)]
    pub(super) fn new(placement: &Placement<G>, color: Color) -> Self {
        let own = placement.pieces(color);
        Self {
            color,
            men: own & !placement.kings,
            kings: own & placement.kings,
            opponents: placement.pieces(!color),
            free: placement.free(),
        }
    }

    #[inline(always)]
    pub(super) fn men(&self) -> i32 {
        count(self.men)
    }

    #[inline(always)]
    pub(super) fn kings(&self) -> i32 {
        count(self.kings)
    }

    /// The steps that the men have gone.
    #[inline(always)]
    pub(super) fn advance(&self) -> i32 {
        (1..G::Board::SIZE).map(|steps| count(self.men & self.reached(steps))).sum()
    }

    #[inline(always)]
    pub(super) fn back_row(&self) -> i32 {
        count(self.men & self.reached(0) & !self.reached(1))
    }

    #[inline(always)]
    pub(super) fn center(&self) -> i32 {
        count((self.men | self.kings) & region::<G>(Regions::<G::Board>::CENTER))
    }

    /// How many men more stand on one wing than on the other.
    #[inline(always)]
    pub(super) fn imbalance(&self) -> i32 {
        let left = count(self.men & region::<G>(Regions::<G::Board>::LEFT));
        let right = count(self.men & region::<G>(Regions::<G::Board>::RIGHT));
        (left - right).abs()
    }

    /// How many pieces stand right behind a man.
    #[inline(always)]
    pub(super) fn support(&self) -> i32 {
        let own = self.men | self.kings;
        self.forward().into_iter().map(|direction| count(step::<G>(own, direction) & self.men)).sum()
    }

    /// The men beyond the middle with a piece right behind them.
    #[inline(always)]
    pub(super) fn outposts(&self) -> i32 {
        let [left, right] = self.forward().map(|direction| step::<G>(self.men | self.kings, direction));
        count(self.men & (left | right) & self.reached(G::Board::HALF))
    }

    /// How many men no opponent is ahead of, and how many steps they have to go.
    #[inline(always)]
    pub(super) fn runaways(&self) -> [i32; 2] {
        let runaways = self.men & !self.behind_opponents();
        if runaways.is_empty() {
            return [0, 0];
        }
        let gone: i32 = (1..G::Board::SIZE).map(|steps| count(runaways & self.reached(steps))).sum();
        let all = count(runaways);
        [all, all * (G::Board::SIZE as i32 - 1) - gone]
    }

    /// The cells from where a man can come to meet an opponent.
    #[inline(always)]
    fn behind_opponents(&self) -> SetOf<G> {
        let [left, right] = self.forward().map(Direction::reversed);
        let mut behind = self.opponents;
        for _ in 1..G::Board::SIZE {
            behind |= (step::<G>(behind, left) | step::<G>(behind, right)) & G::Board::PLAYING;
        }
        behind
    }

    /// How many steps the men can make.
    #[inline(always)]
    pub(super) fn mobility(&self) -> i32 {
        self.forward().into_iter().map(|direction| count(step::<G>(self.men, direction) & self.free)).sum()
    }

    /// How many single steps the kings can make.
    #[inline(always)]
    pub(super) fn king_mobility(&self) -> i32 {
        if self.kings.is_empty() {
            return 0;
        }
        let steps = Direction::ALL.map(|direction| count(step::<G>(self.kings, direction) & self.free));
        steps.into_iter().sum()
    }

    /// The two ways in which men move.
    #[inline(always)]
    fn forward(&self) -> [Direction; 2] {
        match self.color {
            Color::White => [Direction::UpLeft, Direction::UpRight],
            Color::Black => [Direction::DownLeft, Direction::DownRight],
        }
    }

    /// The cells at least so many steps from the player's first row.
    #[inline(always)]
    fn reached(&self, steps: usize) -> SetOf<G> {
        region::<G>(Regions::<G::Board>::REACHED[self.color as usize][steps])
    }
}

#[inline(always)]
fn count<S: Set>(set: S) -> i32 {
    set.count() as i32
}

#[inline(always)]
fn region<G: Game>(bits: u128) -> SetOf<G> {
    SetOf::<G>::from_bits(bits)
}

#[inline(always)]
fn step<G: Game>(set: SetOf<G>, direction: Direction) -> SetOf<G> {
    set.shifted(direction.offset(G::Board::SIZE))
}

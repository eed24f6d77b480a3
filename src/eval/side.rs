//! What can be said of one player's pieces.

use super::regions::Regions;
use crate::board::{Color, Direction, Game, Geometry, Placement, Set, SetOf};

/// The pieces of a player, and what they meet.
pub(super) struct SideFeatures<G: Game> {
    color: Color,
    men: SetOf<G>,
    kings: SetOf<G>,
    opponents: SetOf<G>,
    opposing_kings: SetOf<G>,
    free: SetOf<G>,
}

impl<G: Game> SideFeatures<G> {
    #[inline(always)]
    pub(super) fn new(placement: &Placement<G>, color: Color) -> Self {
        let (own, opponents) = (placement.pieces(color), placement.pieces(!color));
        Self {
            color,
            men: own & !placement.kings,
            kings: own & placement.kings,
            opponents,
            opposing_kings: opponents & placement.kings,
            free: placement.free(),
        }
    }

    #[inline(always)]
    pub(super) fn men(&self) -> i32 {
        count(self.men)
    }

    #[inline(always)]
    pub(super) fn has_kings(&self) -> bool {
        !self.kings.is_empty()
    }

    #[inline(always)]
    pub(super) fn kings(&self) -> i32 {
        count(self.kings)
    }

    /// The men that have advanced this number of rows.
    #[inline(always)]
    pub(super) fn on_row(&self, steps: usize) -> i32 {
        count(self.men & self.reached(steps) & !self.reached(steps + 1))
    }

    /// The men at this number of columns from the nearer side.
    #[inline(always)]
    pub(super) fn on_column(&self, inward: usize) -> i32 {
        count(self.men & region::<G>(Regions::<G::Board>::COLUMNS[inward]))
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

    /// The men beyond the middle with a piece right behind them, and those without.
    #[inline(always)]
    pub(super) fn outposts(&self) -> [i32; 2] {
        let [left, right] = self.forward().map(|direction| step::<G>(self.men | self.kings, direction));
        let beyond = self.men & self.reached(G::Board::HALF);
        [count(beyond & (left | right)), count(beyond & !(left | right))]
    }

    /// The free cells with own men on both cells ahead.
    #[inline(always)]
    pub(super) fn holes(&self) -> i32 {
        let [left, right] = self.forward().map(|direction| step::<G>(self.men, direction.reversed()));
        count(self.free & left & right)
    }

    /// How many men in the opponent's half no opponent is ahead of, and how many steps they have to go.
    #[inline(always)]
    pub(super) fn runaways(&self) -> [i32; 2] {
        let beyond = self.men & self.reached(G::Board::HALF);
        if beyond.is_empty() {
            return [0, 0];
        }
        let runaways = beyond & !self.behind_opponents();
        if runaways.is_empty() {
            return [0, 0];
        }
        let beyond_middle: i32 =
            (G::Board::HALF..G::Board::SIZE - 1).map(|steps| count(runaways & self.reached(steps))).sum();
        let all = count(runaways);
        [all, all * G::Board::HALF as i32 - beyond_middle]
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

    /// What the men can do: their steps, those that are safe, and the men that have none of these.
    #[inline(always)]
    pub(super) fn steps(&self) -> [i32; 3] {
        let [left, right] = self.forward();
        let (goes_left, goes_right) = (self.reachable(self.men, left), self.reachable(self.men, right));
        let safe = [goes_left & !self.taken_after(left, right), goes_right & !self.taken_after(right, left)];
        let movers = step::<G>(safe[0], left.reversed()) | step::<G>(safe[1], right.reversed());
        [count(goes_left) + count(goes_right), count(safe[0]) + count(safe[1]), count(self.men & !movers)]
    }

    #[inline(always)]
    fn reachable(&self, movers: SetOf<G>, direction: Direction) -> SetOf<G> {
        step::<G>(movers, direction) & self.free
    }

    /// The cells where a man is taken at once that comes there in a direction: from ahead, because
    /// nothing stands where it came from, or across. Kings that fly in from afar are not looked for.
    #[inline(always)]
    fn taken_after(&self, direction: Direction, across: Direction) -> SetOf<G> {
        let ahead = step::<G>(self.opponents, direction.reversed());
        ahead
            | self.taken_along(across, self.opponents)
            | self.taken_along(across.reversed(), self.backward())
    }

    /// The cells that one of these opponents can take who stands in a direction, if the cell beyond is
    /// free.
    #[inline(always)]
    fn taken_along(&self, direction: Direction, takers: SetOf<G>) -> SetOf<G> {
        step::<G>(takers, direction.reversed()) & step::<G>(self.free, direction)
    }

    /// The opponents that take what is behind them.
    #[inline(always)]
    fn backward(&self) -> SetOf<G> {
        if G::RULES.men_capture_backward { self.opponents } else { self.opposing_kings }
    }

    /// The pieces that a neighbour could take.
    #[inline(always)]
    pub(super) fn hanging(&self) -> i32 {
        let [left, right] = self.forward();
        let taken = self.taken_along(left, self.opponents)
            | self.taken_along(right, self.opponents)
            | self.taken_along(left.reversed(), self.backward())
            | self.taken_along(right.reversed(), self.backward());
        count((self.men | self.kings) & taken)
    }

    /// How many single steps the kings can make, and how many kings have none that is safe.
    #[inline(always)]
    pub(super) fn king_steps(&self) -> [i32; 2] {
        let mut movers = SetOf::<G>::EMPTY;
        let mut steps = 0;
        for (direction, across) in self.crossings() {
            let reachable = self.reachable(self.kings, direction);
            steps += count(reachable);
            let safe = reachable & !self.taken_after(direction, across);
            movers |= step::<G>(safe, direction.reversed());
        }
        [steps, count(self.kings & !movers)]
    }

    /// Each direction, and the one across it that lies ahead.
    #[inline(always)]
    fn crossings(&self) -> [(Direction, Direction); 4] {
        let [left, right] = self.forward();
        [(left, right), (right, left), (left.reversed(), right), (right.reversed(), left)]
    }

    /// The kings on the main diagonal, if they fly.
    #[inline(always)]
    pub(super) fn on_main_diagonal(&self) -> i32 {
        if G::RULES.flying_kings { count(self.kings & G::Board::MAIN_DIAGONAL) } else { 0 }
    }

    /// The two ways in which men move.
    #[inline(always)]
    fn forward(&self) -> [Direction; 2] {
        match self.color {
            Color::White => [Direction::UpLeft, Direction::UpRight],
            Color::Black => [Direction::DownLeft, Direction::DownRight],
        }
    }

    /// The cells at least this number of steps from the player's first row.
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

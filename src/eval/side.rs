//! Feature counts of one player.

use super::regions::Regions;
use crate::board::{CaptureLines, Color, Direction, Game, Geometry, Placement, Set, SetOf};

/// The pieces of a player and of the opponent, from which features are counted.
pub(super) struct SideFeatures<G: Game> {
    game: G,
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
            game: placement.game,
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

    /// The number of men that have advanced this number of rows.
    #[inline(always)]
    pub(super) fn on_row(&self, steps: usize) -> i32 {
        count(self.men & self.reached(steps) & !self.reached(steps + 1))
    }

    /// The number of men at this number of columns from the nearer side.
    #[inline(always)]
    pub(super) fn on_column(&self, inward: usize) -> i32 {
        count(self.men & region::<G>(Regions::<G::Board>::COLUMNS[inward]))
    }

    #[inline(always)]
    pub(super) fn center(&self) -> i32 {
        count((self.men | self.kings) & region::<G>(Regions::<G::Board>::CENTER))
    }

    /// The absolute difference between the numbers of men on the two wings.
    #[inline(always)]
    pub(super) fn imbalance(&self) -> i32 {
        let left = count(self.men & region::<G>(Regions::<G::Board>::LEFT));
        let right = count(self.men & region::<G>(Regions::<G::Board>::RIGHT));
        (left - right).abs()
    }

    /// The number of pairs of a man and a piece diagonally behind it.
    #[inline(always)]
    pub(super) fn support(&self) -> i32 {
        let own = self.men | self.kings;
        self.forward().into_iter().map(|direction| count(step::<G>(own, direction) & self.men)).sum()
    }

    /// The numbers of men in the opponent's half with a piece diagonally behind them, and without.
    #[inline(always)]
    pub(super) fn outposts(&self) -> [i32; 2] {
        let [left, right] = self.forward().map(|direction| step::<G>(self.men | self.kings, direction));
        let beyond = self.men & self.reached(G::Board::HALF);
        [count(beyond & (left | right)), count(beyond & !(left | right))]
    }

    /// The number of free cells with the player's men on both cells ahead.
    #[inline(always)]
    pub(super) fn holes(&self) -> i32 {
        let [left, right] = self.forward().map(|direction| step::<G>(self.men, direction.reversed()));
        count(self.free & left & right)
    }

    /// The number of runaway men, and the number of steps that they need in total.
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

    /// The cells from which a man may still meet an opponent on its way forward.
    #[inline(always)]
    fn behind_opponents(&self) -> SetOf<G> {
        let [left, right] = self.forward().map(Direction::reversed);
        let mut behind = self.opponents;
        for _ in 1..G::Board::SIZE {
            behind |= (step::<G>(behind, left) | step::<G>(behind, right)) & G::Board::PLAYING;
        }
        behind
    }

    /// The numbers of steps of men, of safe steps, and of men without a safe step.
    #[inline(always)]
    pub(super) fn steps(&self) -> [i32; 3] {
        let [left, right] = self.forward();
        let (to_left, to_right) = (self.reachable(self.men, left), self.reachable(self.men, right));
        let safe =
            [to_left & !self.capturable_after(left, right), to_right & !self.capturable_after(right, left)];
        let movers = step::<G>(safe[0], left.reversed()) | step::<G>(safe[1], right.reversed());
        [count(to_left) + count(to_right), count(safe[0]) + count(safe[1]), count(self.men & !movers)]
    }

    #[inline(always)]
    fn reachable(&self, movers: SetOf<G>, direction: Direction) -> SetOf<G> {
        step::<G>(movers, direction) & self.free
    }

    /// The cells where a piece that steps there in this direction can be captured at once by an adjacent
    /// opponent: from ahead, since the cell it left is free, or across. Distant flying kings are ignored.
    #[inline(always)]
    fn capturable_after(&self, direction: Direction, across: Direction) -> SetOf<G> {
        let ahead = step::<G>(self.opponents, direction.reversed());
        ahead
            | self.capturable_along(across, self.opponents)
            | self.capturable_along(across.reversed(), self.backward_capturers())
            | self.capturable_straight()
    }

    /// The cells with one of these capturers adjacent in the direction and a free cell opposite.
    #[inline(always)]
    fn capturable_along(&self, direction: Direction, capturers: SetOf<G>) -> SetOf<G> {
        step::<G>(capturers, direction.reversed()) & step::<G>(self.free, direction)
    }

    /// The cells with an opponent adjacent along a file or a row and a free cell opposite, if pieces capture so.
    #[inline(always)]
    fn capturable_straight(&self) -> SetOf<G> {
        match self.game.rules().capture_lines {
            CaptureLines::Diagonals => SetOf::<G>::EMPTY,
            CaptureLines::All => self.capturable_along_lines(),
        }
    }

    fn capturable_along_lines(&self) -> SetOf<G> {
        let along = |direction: Direction| {
            let next_to = G::Board::stepped(self.opponents, direction.reversed());
            next_to & G::Board::stepped(self.free, direction)
        };
        Direction::STRAIGHT.into_iter().fold(SetOf::<G>::EMPTY, |all, direction| all | along(direction))
    }

    /// The opponents that can capture backward.
    #[inline(always)]
    fn backward_capturers(&self) -> SetOf<G> {
        if self.game.rules().men_capture_backward { self.opponents } else { self.opposing_kings }
    }

    /// The number of pieces that an adjacent opponent could capture.
    #[inline(always)]
    pub(super) fn hanging(&self) -> i32 {
        let [left, right] = self.forward();
        let capturable = self.capturable_along(left, self.opponents)
            | self.capturable_along(right, self.opponents)
            | self.capturable_along(left.reversed(), self.backward_capturers())
            | self.capturable_along(right.reversed(), self.backward_capturers())
            | self.capturable_straight();
        count((self.men | self.kings) & capturable)
    }

    /// The number of single steps of kings, and the number of kings without a safe one.
    #[inline(always)]
    pub(super) fn king_steps(&self) -> [i32; 2] {
        let mut movers = SetOf::<G>::EMPTY;
        let mut steps = 0;
        for (direction, across) in self.crossings() {
            let reachable = self.reachable(self.kings, direction);
            steps += count(reachable);
            let safe = reachable & !self.capturable_after(direction, across);
            movers |= step::<G>(safe, direction.reversed());
        }
        [steps, count(self.kings & !movers)]
    }

    /// Each direction with the forward direction that crosses it.
    #[inline(always)]
    fn crossings(&self) -> [(Direction, Direction); 4] {
        let [left, right] = self.forward();
        [(left, right), (right, left), (left.reversed(), right), (right.reversed(), left)]
    }

    /// The number of flying kings on the main diagonal.
    #[inline(always)]
    pub(super) fn on_main_diagonal(&self) -> i32 {
        if self.game.rules().flying_kings { count(self.kings & G::Board::MAIN_DIAGONAL) } else { 0 }
    }

    /// The two directions in which men move.
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

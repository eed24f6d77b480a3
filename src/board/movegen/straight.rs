//! Captures along files and rows, in games that have them.

use super::direction_sets::first_piece;
use super::sides::Side;
use super::view::View;
use crate::board::{CaptureLines, Cell, Direction, Game, Geometry, Set, SetOf};

impl<G: Game, C: Side> View<G, C> {
    /// Whether pieces capture along files and rows too.
    #[inline(always)]
    pub(super) fn captures_straight(&self) -> bool {
        self.rules().capture_lines == CaptureLines::All
    }

    /// The cells one step away from these in any direction in which pieces capture.
    #[inline(always)]
    pub(super) fn next_cell(&self, set: SetOf<G>, direction: Direction) -> SetOf<G> {
        if self.captures_straight() { G::Board::stepped(set, direction) } else { Self::step(set, direction) }
    }

    /// The men that can capture along files and rows.
    pub(super) fn men_capturing_straight(&self) -> SetOf<G> {
        let directions = Direction::STRAIGHT.into_iter().filter(|&it| self.man_captures(it));
        directions.map(|it| self.capturing_next(self.men, it)).fold(Set::EMPTY, |all, men| all | men)
    }

    /// Those of these pieces that can capture a piece on the next cell.
    fn capturing_next(&self, pieces: SetOf<G>, direction: Direction) -> SetOf<G> {
        let back = direction.reversed();
        let exposed = self.opponents & G::Board::stepped(self.free, back);
        pieces & G::Board::stepped(exposed, back)
    }

    /// Whether a piece can capture along files and rows.
    pub(super) fn has_straight_captures(&self) -> bool {
        let mut directions = Direction::STRAIGHT.into_iter();
        if !self.men_capturing_straight().is_empty() {
            true
        } else if self.rules().flying_kings {
            directions.any(|it| self.kings.cells().any(|king| self.can_strike(king, it)))
        } else {
            directions.any(|it| !self.capturing_next(self.kings, it).is_empty())
        }
    }

    /// Whether a flying king can capture the first piece in this direction.
    fn can_strike(&self, king: Cell, direction: Direction) -> bool {
        let pieces = G::Board::PLAYING & !self.free;
        let victim = first_piece::<G>(king, direction, pieces) & self.opponents;
        G::Board::stepped(victim, direction).meets(self.free)
    }
}

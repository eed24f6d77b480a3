//! What the files and indexes need to know about a game: plain values instead of a type parameter.

use super::slice::Pair;
use crate::board::{CaptureLines, Color, Game, Geometry, Goal, Landing, Precedence, Promotion};

/// Whether there can be tables of a game: its rules are constants, and the four that a file has tell all that
/// matters.
#[must_use]
pub fn has_tables<G: Game>(game: G) -> bool {
    let rules = game.rules();
    G::ONLY.is_some()
        && rules.goal == Goal::Block
        && rules.landing == Landing::Anywhere
        && rules.capture_lines == CaptureLines::Diagonals
        && rules.king_moves.is_none()
        && rules.rows.is_none()
}

/// The size of the board, and the rules that decide what positions are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameSpec {
    size: u8,
    /// As the header of a file has them.
    rules: [u8; 4],
}

impl GameSpec {
    pub(super) fn of<G: Game>(game: G) -> Self {
        let rules = game.rules();
        let precedence = match rules.precedence {
            Precedence::Free => 0,
            Precedence::Most => 1,
            Precedence::Value => 2,
        };
        let promotion = match rules.promotion {
            Promotion::AtRest => 0,
            Promotion::InPassing => 1,
            Promotion::EndsMove => 2,
        };
        let (flying, backward) = (rules.flying_kings as u8, rules.men_capture_backward as u8);
        Self { size: G::Board::SIZE as u8, rules: [flying, backward, precedence, promotion] }
    }

    pub(super) const fn size(self) -> u8 {
        self.size
    }

    pub(super) const fn rules(self) -> [u8; 4] {
        self.rules
    }

    pub(super) const fn has_flying_kings(self) -> bool {
        self.rules[0] != 0
    }

    /// The pieces of a player at the start. No game has positions with more.
    pub(super) const fn pieces_per_player(self) -> usize {
        self.squares() / 2 - self.row_length()
    }

    /// All pairs with this number of pieces, in the order of [`Pair::all`], in which no player has more pieces than at
    /// the start.
    pub(super) fn pairs(self, pieces: usize) -> Vec<Pair> {
        let most = self.pieces_per_player();
        let mut pairs = Pair::all(pieces);
        pairs.retain(|pair| Color::ALL.into_iter().all(|color| pair.first().pieces_of(color) <= most));
        pairs
    }

    /// Playing squares in a row.
    pub(super) const fn row_length(self) -> usize {
        self.size as usize / 2
    }

    /// Playing squares of the board.
    pub(super) const fn squares(self) -> usize {
        self.size as usize * self.row_length()
    }
}

//! How a game is called in files, and how its results are written.

use crate::board::{Color, Game, Geometry, Notation, Promotion};
use crate::notation::GameResult;

/// How games of a kind are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The value of the tag `GameType`.
    pub game_type: String,
    /// Who moves first, and is the winner in `1-0`.
    pub opener: Color,
    /// Whether a win is 2 points, White's first.
    two_points: bool,
}

impl Style {
    /// The style of a game. Games without a number of their own have that of the nearest relative.
    #[must_use]
    pub fn of<G: Game>() -> Self {
        let (rules, size) = (G::RULES, G::Board::SIZE);
        let algebraic = matches!(G::NOTATION, Notation::Algebraic { .. });
        let number = match (rules.flying_kings, rules.promotion, algebraic, size) {
            (false, ..) => 21,
            (true, Promotion::InPassing, ..) => 25,
            (true, _, true, _) => 26,
            (true, _, false, 12) => 27,
            (true, _, false, _) => 20,
        };
        let (first, corner) = match rules.opener {
            Color::White if algebraic => ("W", "A0"),
            Color::White => ("W", "N2"),
            Color::Black if algebraic => ("B", "A3"),
            Color::Black => ("B", "N1"),
        };
        Self {
            game_type: format!("{number},{first},{size},{size},{corner},0"),
            opener: rules.opener,
            two_points: matches!(number, 20 | 27),
        }
    }

    /// How a result is written. In games with one point for a win it is the opener's that comes first.
    #[must_use]
    pub fn result(&self, result: GameResult) -> &'static str {
        match (result, self.two_points) {
            (GameResult::Unknown, _) => "*",
            (GameResult::Forfeit, _) => "0-0",
            (GameResult::White, true) => "2-0",
            (GameResult::Draw, true) => "1-1",
            (GameResult::Black, true) => "0-2",
            (GameResult::Draw, false) => "1/2-1/2",
            (won, false) if won == GameResult::won_by(self.opener) => "1-0",
            (_, false) => "0-1",
        }
    }

    /// What a result means. `2-0` is White's in every game. None: it is no result.
    #[must_use]
    pub fn read_result(&self, text: &str) -> Option<GameResult> {
        Some(match text.trim() {
            "2-0" => GameResult::White,
            "0-2" => GameResult::Black,
            "1-1" | "1/2-1/2" | "½-½" => GameResult::Draw,
            "1-0" => GameResult::won_by(self.opener),
            "0-1" => GameResult::won_by(!self.opener),
            "0-0" => GameResult::Forfeit,
            "*" | "?" | "" => GameResult::Unknown,
            _ => return None,
        })
    }
}

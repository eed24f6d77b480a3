//! The conventions of PDN for each game: the tag `GameType` and the text of results.

use crate::board::{CaptureLines, Color, Game, Geometry, Notation, Promotion};
use crate::notation::GameResult;

/// The PDN conventions of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The value of the tag `GameType`.
    pub game_type: String,
    /// The player who moves first, and is the winner in `1-0`.
    pub opener: Color,
    /// Whether a win is written as 2 points, with White's points first.
    two_points: bool,
}

impl Style {
    /// The style of a game. A game without a number of its own has that of the most similar game.
    #[must_use]
    pub fn of<G: Game>(game: G) -> Self {
        let (rules, size) = (game.rules(), G::Board::SIZE);
        let algebraic = matches!(game.notation(), Notation::Algebraic { .. });
        let number = match (rules.flying_kings, rules.promotion, algebraic, size) {
            _ if rules.capture_lines == CaptureLines::All => 40,
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

    /// Reads a result in any style. Returns `None` if the text is not one.
    ///
    /// A win with one point is the opener's if it comes first, whatever the game; with two points, White's.
    #[must_use]
    pub fn read_result(&self, text: &str) -> Option<GameResult> {
        let opener = GameResult::won_by(self.opener);
        Some(match text.trim().replace(':', "-").as_str() {
            "*" | "?" => GameResult::Unknown,
            "2-0" => GameResult::White,
            "0-2" => GameResult::Black,
            "1-1" | "1/2-1/2" | "½-½" => GameResult::Draw,
            "0-0" => GameResult::Forfeit,
            "1-0" => opener,
            "0-1" => GameResult::won_by(!self.opener),
            _ => return None,
        })
    }

    /// A move as other programs read it: with `x` for captures in every game.
    #[must_use]
    pub fn mv(notation: &str) -> String {
        notation.replace(':', "x")
    }

    /// The text of a result. In games with one point for a win the opener's point comes first.
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
}

/// What a tag GameType says about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameType {
    /// The number of the game.
    pub number: u32,
    /// The number of rows of the board.
    pub size: usize,
}

impl GameType {
    /// Reads the value of a tag: a number, and the board if it is not the usual one. Returns `None` if it is not one.
    #[must_use]
    pub fn read(tag: &str) -> Option<Self> {
        let mut fields = tag.split(',').map(str::trim);
        let number = fields.next()?.parse().ok()?;
        let size = match fields.nth(1) {
            Some(width) => width.parse().ok()?,
            None if matches!(number, 20 | 40 | 41) => 10,
            None if number == 27 => 12,
            None => 8,
        };
        Some(Self { number, size })
    }

    /// Whether its board is the mirror image of ours, or has other squares.
    pub(super) const fn is_mirrored(self) -> bool {
        matches!(self.number, 22 | 24 | 28 | 30 | 41)
    }
}

//! Results of games, as written in game records.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Quote;
use crate::board::{Color, Outcome};

/// The result of a game, White's points first. Its text is `2-0`, `1-1`, `0-2`, `0-0` or `*`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum GameResult {
    /// White has won.
    White,
    /// The game is drawn.
    Draw,
    /// Black has won.
    Black,
    /// Both have lost, by forfeit.
    Forfeit,
    /// The game has not ended, or its result is unknown.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result if this player has won.
    #[must_use]
    pub const fn won_by(color: Color) -> Self {
        match color {
            Color::White => Self::White,
            Color::Black => Self::Black,
        }
    }

    /// The points of a player: 2, 1 or 0. Returns `None` if the game does not count.
    #[must_use]
    pub const fn points(self, color: Color) -> Option<u32> {
        match (self, color) {
            (Self::White, Color::White) | (Self::Black, Color::Black) => Some(2),
            (Self::White, Color::Black) | (Self::Black, Color::White) | (Self::Forfeit, _) => Some(0),
            (Self::Draw, _) => Some(1),
            (Self::Unknown, _) => None,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(color) => Self::won_by(color),
            Outcome::Draw(_) => Self::Draw,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "2-0",
            Self::Draw => "1-1",
            Self::Black => "0-2",
            Self::Forfeit => "0-0",
            Self::Unknown => "*",
        })
    }
}

/// The text is not a result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a result: expected 2-0, 1-1, 0-2, 0-0 or *")]
pub struct NotAResult(Quote);

impl From<GameResult> for String {
    fn from(result: GameResult) -> Self {
        result.to_string()
    }
}

impl TryFrom<String> for GameResult {
    type Error = NotAResult;

    fn try_from(text: String) -> Result<Self, NotAResult> {
        text.parse()
    }
}

impl FromStr for GameResult {
    type Err = NotAResult;

    fn from_str(text: &str) -> Result<Self, NotAResult> {
        let all = [Self::White, Self::Draw, Self::Black, Self::Forfeit, Self::Unknown];
        all.into_iter().find(|result| result.to_string() == text).ok_or_else(|| NotAResult(Quote::of(text)))
    }
}

//! The value of a position under best play.

use std::cmp::Ordering;

use super::Player;

/// The value of a position or of a move for the player to move, with its remoteness: the plies to the end if
/// the winner plays for the shortest line and the loser for the longest.
///
/// Values are ordered by preference: a win, sooner if possible; a tie, sooner if possible; a draw; a
/// loss, later if possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move can win.
    Win(u32),
    /// The opponent can win.
    Lose(u32),
    /// Neither player can win, and one of them can end the game.
    Tie(u32),
    /// Neither player can win, and play need never end.
    Draw,
}

impl Value {
    /// The name: `win`, `loss`, `tie` or `draw`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::Lose(_) => "loss",
            Self::Tie(_) => "tie",
            Self::Draw => "draw",
        }
    }

    /// The value of a sink for `player`, the player to move there.
    #[must_use]
    pub fn of_sink(winner: Option<Player>, player: Player) -> Self {
        match winner {
            Some(winner) if winner == player => Self::Win(0),
            Some(_) => Self::Lose(0),
            None => Self::Tie(0),
        }
    }

    /// The value of the move of `mover` to a position of this value, where `next` is to move.
    #[must_use]
    pub fn of_move(self, mover: Player, next: Player) -> Self {
        let same = mover == next;
        match self {
            Self::Win(plies) if same => Self::Win(plies + 1),
            Self::Lose(plies) if same => Self::Lose(plies + 1),
            Self::Win(plies) => Self::Lose(plies + 1),
            Self::Lose(plies) => Self::Win(plies + 1),
            Self::Tie(plies) => Self::Tie(plies + 1),
            Self::Draw => Self::Draw,
        }
    }

    /// The plies to the end. Returns `None` if play need never end.
    #[must_use]
    pub fn remoteness(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Lose(plies) | Self::Tie(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// Higher is better: the kind of value first, then the distance to the end.
    fn preference(self) -> (u8, i64) {
        match self {
            Self::Win(plies) => (3, -i64::from(plies)),
            Self::Tie(plies) => (2, -i64::from(plies)),
            Self::Draw => (1, 0),
            Self::Lose(plies) => (0, i64::from(plies)),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.preference().cmp(&other.preference())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

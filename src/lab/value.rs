//! What a position is worth when both players play as well as can be.

use std::cmp::Ordering;

use super::Player;

/// The value of a position or of a move, to the player to move, with its remoteness: the plies to the end
/// when the winner hurries and the loser does not.
///
/// Values are ordered by preference: a win, sooner if possible; a tie, sooner if possible; a draw; a
/// loss, later if possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move can win.
    Win(u32),
    /// The player to move cannot keep the opponent from winning.
    Lose(u32),
    /// Nobody can win, and somebody can bring play to an end.
    Tie(u32),
    /// Nobody can win, and play need never end.
    Draw,
}

impl Value {
    /// The value of a sink for `player`, who would be to move there.
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

    /// The plies to the end. None: there need not be one.
    #[must_use]
    pub fn remoteness(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Lose(plies) | Self::Tie(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// Higher is better: first the kind of value, then how soon the end comes.
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

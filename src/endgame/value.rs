//! The value of a position, as tables know it.

use super::encoded::EncodedValue;

/// The value of a position for the player to move.
///
/// Distances are the plies to the end of the game under best play, without rules that count moves towards a
/// draw. The game ends when a player has no move. WDL tables do not contain distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move wins, in an odd number of plies.
    Win(Option<u16>),
    /// Neither player can force a win.
    Draw,
    /// The player to move loses, in an even number of plies.
    Loss(Option<u16>),
}

impl Value {
    /// The value of a position with a move to a position that has this value for the opponent.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies.map(|plies| plies + 1)),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies.map(|plies| plies + 1)),
        }
    }

    /// The better of two values for the player to move: a short win, then a draw, then a long loss. The
    /// better of two wins or two losses has a distance only if both have one.
    #[must_use]
    pub fn better(self, other: Self) -> Self {
        match (self, other) {
            (Self::Win(one), Self::Win(other)) => {
                Self::Win(one.zip(other).map(|(one, other)| one.min(other)))
            }
            (Self::Loss(one), Self::Loss(other)) => {
                Self::Loss(one.zip(other).map(|(one, other)| one.max(other)))
            }
            (Self::Win(_), _) | (Self::Draw, Self::Draw | Self::Loss(_)) => self,
            _ => other,
        }
    }

    /// The plies to the end of the game. Returns `None` for a draw, or if the distance is not known.
    #[must_use]
    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => plies,
            Self::Draw => None,
        }
    }

    /// Whether the results are the same, and the distances too if both are known.
    pub(super) fn agrees_with(self, other: Self) -> bool {
        let is_same_kind = std::mem::discriminant(&self) == std::mem::discriminant(&other);
        let same_plies = self.plies().zip(other.plies()).is_none_or(|(one, other)| one == other);
        is_same_kind && same_plies
    }

    pub(super) fn of(value: EncodedValue) -> Self {
        match value.plies() {
            None => Self::Draw,
            Some(plies) if value.is_win() => Self::Win(Some(plies)),
            Some(plies) => Self::Loss(Some(plies)),
        }
    }

    /// The same without a distance.
    pub(super) fn without_plies(self) -> Self {
        match self {
            Self::Win(_) => Self::Win(None),
            Self::Draw => Self::Draw,
            Self::Loss(_) => Self::Loss(None),
        }
    }
}

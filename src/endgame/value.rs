//! What a position is worth, as far as a table can say.

use super::code::Code;

/// What a position is worth to the player to move.
///
/// Plies are counted to the end of the game, which is having no move, under best play and without rules
/// that count towards a draw. Tables of wins, draws and losses alone do not know them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move wins, in an odd number of plies.
    Win(Option<u16>),
    /// Nobody can force a win.
    Draw,
    /// The player to move loses, in an even number of plies.
    Loss(Option<u16>),
}

impl Value {
    /// What a position is worth with a move that leads to one of this worth to the opponent.
    #[must_use]
    pub fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies.map(|plies| plies + 1)),
            Self::Draw => Self::Draw,
            Self::Loss(plies) => Self::Win(plies.map(|plies| plies + 1)),
        }
    }

    /// The better of two for the player to move: a short win, a draw, a long loss. Of two wins or losses
    /// it is known how long the better one is only if it is of both.
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

    /// Plies to the end of the game, where there is one and it is known.
    #[must_use]
    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => plies,
            Self::Draw => None,
        }
    }

    /// Whether both say the same, as far as they say something.
    pub(super) fn agrees(self, other: Self) -> bool {
        let is_same_kind = std::mem::discriminant(&self) == std::mem::discriminant(&other);
        let same_plies = self.plies().zip(other.plies()).is_none_or(|(one, other)| one == other);
        is_same_kind && same_plies
    }

    pub(super) fn of(code: Code) -> Self {
        match code.plies() {
            None => Self::Draw,
            Some(plies) if code.is_win() => Self::Win(Some(plies)),
            Some(plies) => Self::Loss(Some(plies)),
        }
    }
}

//! How good a position is, in numbers.

use std::fmt;
use std::ops::Neg;

/// What a position is worth for a player, in hundredths of a man.
///
/// A win in n plies is 100 men less n hundredths, so that the sooner win is the better one and Hub's
/// number needs no translation. What is only estimated stays below 80 men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// The game is lost here and now.
    pub const LOST: Self = Self(-10_000);
    /// Better than anything that can be.
    pub const INFINITE: Self = Self(10_001);
    /// Worse than anything that can be.
    pub const MINUS_INFINITE: Self = Self(-10_001);
    /// The most that an estimate can be.
    pub const ESTIMATE: Self = Self(7_999);

    /// An estimate in hundredths of a man; what is beyond the limits becomes the limit.
    #[must_use]
    pub const fn estimate(hundredths: i32) -> Self {
        let most = Self::ESTIMATE.0 as i32;
        Self(if hundredths > most {
            most as i16
        } else if hundredths < -most {
            -most as i16
        } else {
            hundredths as i16
        })
    }

    /// The player wins after this number of plies.
    #[must_use]
    pub const fn win_in(plies: u16) -> Self {
        Self(-Self::LOST.0 - plies as i16)
    }

    /// The player loses after this number of plies.
    #[must_use]
    pub const fn loss_in(plies: u16) -> Self {
        Self(Self::LOST.0 + plies as i16)
    }

    /// Whether it is known who wins, if both play the best moves.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0.unsigned_abs() > Self::ESTIMATE.0.unsigned_abs()
    }

    /// After how many plies the game is won; negative, or 0, when it is lost.
    #[must_use]
    pub const fn plies_to_win(self) -> Option<i32> {
        let plies = -(Self::LOST.0 as i32) - self.0.unsigned_abs() as i32;
        match self.is_decided() {
            true => Some(if self.0 > 0 { plies } else { -plies }),
            false => None,
        }
    }

    /// The score that [`Self::hundredths`] tells, wins and losses included.
    #[must_use]
    pub const fn from_hundredths(hundredths: i16) -> Self {
        Self(hundredths)
    }

    /// In hundredths of a man.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0 as i32
    }

    /// In men.
    #[must_use]
    pub fn men(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// The next better score.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The score so much better, or worse when negative, within the limits.
    #[must_use]
    pub fn moved(self, hundredths: i16) -> Self {
        Self(self.0.saturating_add(hundredths)).clamp(Self::MINUS_INFINITE, Self::INFINITE)
    }

    /// The same seen from a node `plies` earlier: wins and losses are that much farther away.
    #[must_use]
    pub const fn from_table(self, plies: usize) -> Self {
        self.farther(plies as i16)
    }

    /// The same seen from a node `plies` later, the opposite of [`Self::from_table`].
    #[must_use]
    pub const fn to_table(self, plies: usize) -> Self {
        self.farther(-(plies as i16))
    }

    const fn farther(self, plies: i16) -> Self {
        match self.is_decided() {
            true if self.0 > 0 => Self(self.0 - plies),
            true => Self(self.0 + plies),
            false => self,
        }
    }
}

impl Neg for Score {
    type Output = Self;

    /// The same for the opponent.
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// In men: `0.12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.men())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::loss_in(4) > Score::loss_in(2));
        assert!(Score::win_in(999) > Score::ESTIMATE);
        assert_eq!(-Score::win_in(7), Score::loss_in(7));
    }

    #[test]
    fn wins_move_away_and_estimates_do_not() {
        assert_eq!(Score::win_in(3).from_table(2), Score::win_in(5));
        assert_eq!(Score::LOST.from_table(4), Score::loss_in(4));
        assert_eq!(Score::loss_in(4).to_table(4), Score::LOST);
        assert_eq!(Score::estimate(12).from_table(9), Score::estimate(12));
        assert_eq!(Score::loss_in(4).plies_to_win(), Some(-4));
        assert_eq!(Score::win_in(5).plies_to_win(), Some(5));
        assert_eq!(Score::estimate(100_000).plies_to_win(), None);
    }
}

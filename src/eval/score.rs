//! Scores: estimates, draws, and wins and losses with their distance.

use std::fmt;
use std::ops::Neg;

/// The value of a position for a player, in hundredths of a man.
///
/// A win in n plies is 100 men less n hundredths, so that a faster win is better. The Hub protocol uses the
/// same encoding. Estimates stay below 80 men. A conversion in n plies, to a position that tables call a win,
/// is an estimate of about 70 men less n hundredths, so that a faster conversion is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// The game is lost in this position.
    pub const LOST: Self = Self(-10_000);
    /// Greater than any score.
    pub const INFINITE: Self = Self(10_001);
    /// Less than any score.
    pub const MINUS_INFINITE: Self = Self(-10_001);
    /// The largest estimate.
    pub const MAX_ESTIMATE: Self = Self(7_999);

    /// The estimate for a position that tables call a win, just after a move that cannot be taken back: a
    /// conversion. `bonus` compares conversions, in hundredths of a man; it is clamped to ±200.
    #[must_use]
    pub fn conversion(bonus: i32) -> Self {
        Self::estimate(Self::CONVERSION + bonus.clamp(-Self::MAX_BONUS, Self::MAX_BONUS))
    }

    /// The middle of the scores of conversions.
    const CONVERSION: i32 = 7_000;
    /// The largest bonus of a conversion.
    const MAX_BONUS: i32 = 200;
    /// The scores from which on a conversion or a win is in sight, which depend on the distance to it.
    const LEAST_DISTANT: i16 = 6_500;

    /// An estimate in hundredths of a man, clamped to ±[`Self::MAX_ESTIMATE`].
    #[must_use]
    pub const fn estimate(hundredths: i32) -> Self {
        let max = Self::MAX_ESTIMATE.0 as i32;
        Self(if hundredths > max {
            max as i16
        } else if hundredths < -max {
            -max as i16
        } else {
            hundredths as i16
        })
    }

    /// The player wins after this number of plies.
    #[must_use]
    pub const fn win_in(plies: u16) -> Self {
        Self(-Self::LOST.0 - plies as i16)
    }

    /// Whether the score is a proven win or loss.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0.unsigned_abs() > Self::MAX_ESTIMATE.0.unsigned_abs()
    }

    /// The number of plies to the win, or minus the number of plies to the loss. Returns `None` if the score
    /// is an estimate or a draw.
    #[must_use]
    pub const fn plies_to_win(self) -> Option<i32> {
        let plies = -(Self::LOST.0 as i32) - self.0.unsigned_abs() as i32;
        match self.is_decided() {
            true => Some(if self.0 > 0 { plies } else { -plies }),
            false => None,
        }
    }

    /// The inverse of [`Self::hundredths`], wins and losses included.
    #[must_use]
    pub const fn from_hundredths(hundredths: i16) -> Self {
        Self(hundredths)
    }

    /// The score in hundredths of a man, wins and losses included.
    #[must_use]
    pub const fn hundredths(self) -> i32 {
        self.0 as i32
    }

    /// The score in men.
    #[must_use]
    pub fn men(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// The least score greater than this one.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The score plus this number of hundredths of a man, clamped to the infinite scores.
    #[must_use]
    pub fn moved(self, hundredths: i16) -> Self {
        Self(self.0.saturating_add(hundredths)).clamp(Self::MINUS_INFINITE, Self::INFINITE)
    }

    /// Converts a score stored in a table, relative to its node, to one relative to a node `plies` earlier:
    /// wins, losses and conversions are that much farther away.
    #[must_use]
    pub const fn from_table(self, plies: usize) -> Self {
        self.farther(plies as i16)
    }

    /// Converts a score to one relative to a node `plies` later, the inverse of [`Self::from_table`].
    #[must_use]
    pub const fn to_table(self, plies: usize) -> Self {
        self.farther(-(plies as i16))
    }

    const fn farther(self, plies: i16) -> Self {
        if self.0 >= Self::LEAST_DISTANT {
            Self(self.0 - plies)
        } else if self.0 <= -Self::LEAST_DISTANT {
            Self(self.0 + plies)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;

    /// The score for the opponent.
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    /// The score in men, such as `0.12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.men())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faster_wins_and_slower_losses_are_better() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(-Score::win_in(4) > -Score::win_in(2));
        assert!(Score::win_in(999) > Score::MAX_ESTIMATE);
    }

    #[test]
    fn table_conversion_changes_distances_but_not_estimates() {
        assert_eq!(Score::win_in(3).from_table(2), Score::win_in(5));
        assert_eq!(Score::LOST.from_table(4), -Score::win_in(4));
        assert_eq!((-Score::win_in(4)).to_table(4), Score::LOST);
        assert_eq!(Score::estimate(12).from_table(9), Score::estimate(12));
        assert_eq!((-Score::win_in(4)).plies_to_win(), Some(-4));
        assert_eq!(Score::win_in(5).plies_to_win(), Some(5));
        assert_eq!(Score::estimate(100_000).plies_to_win(), None);
    }
}

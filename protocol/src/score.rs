//! Scores.

use std::fmt;

/// A score, from the point of view of the player to move.
///
/// Its text is Hub's: men with two decimals, where everything beyond ±90 counts the plies to the
/// end of the game. UCI has a spelling of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// An estimate, in men.
    Men(f64),
    /// A win in this number of plies.
    WinIn(u32),
    /// A loss in this number of plies.
    LossIn(u32),
}

impl Score {
    /// Estimates are shown below 80 men: beyond, interfaces see wins.
    const LARGEST_ESTIMATE: f64 = 7999.0;
    /// The longest win that is still shown above 90 men.
    const LONGEST_WIN: u32 = 999;

    /// The score that an engine writes as this number of men.
    ///
    /// Between 80 and 90 some engines announce a win that their tables know. Its length cannot be
    /// told, so it stays an estimate.
    #[must_use]
    pub fn from_men(men: f64) -> Self {
        let plies = ((100.0 - men.abs()) * 100.0).round() as u32;
        if men > 90.0 {
            Self::WinIn(plies)
        } else if men < -90.0 {
            Self::LossIn(plies)
        } else {
            Self::Men(men)
        }
    }

    /// The estimate in hundredths of a man. Returns `None` for a win or a loss.
    pub(crate) fn estimate(self) -> Option<i64> {
        let Self::Men(men) = self else { return None };
        Some((men * 100.0).round().clamp(-Self::LARGEST_ESTIMATE, Self::LARGEST_ESTIMATE) as i64)
    }

    fn hundredths(self) -> i64 {
        match self {
            Self::Men(_) => self.estimate().unwrap_or(0),
            Self::WinIn(plies) => 10_000 - i64::from(plies.min(Self::LONGEST_WIN)),
            Self::LossIn(plies) => i64::from(plies.min(Self::LONGEST_WIN)) - 10_000,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = self.hundredths();
        let sign = if hundredths < 0 { "-" } else { "" };
        let size = hundredths.abs();
        write!(f, "{sign}{}.{:02}", size / 100, size % 100)
    }
}

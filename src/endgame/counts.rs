//! Statistics of a slice.

use super::encoded::EncodedValue;
use super::format::Kind;
use super::value::Value;

/// The number of positions with each result, and the longest distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions that the player to move wins.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions that the player to move loses.
    pub losses: u64,
    /// The longest win in plies. `None` if there is no win, or no distance is known.
    pub longest_win: Option<u16>,
    /// The longest loss in plies. `None` if there is no loss, or no distance is known.
    pub longest_loss: Option<u16>,
}

impl Counts {
    /// The counts of a table of this kind, from the number of positions with each encoded value.
    pub(super) fn of(histogram: &[u64; 256], kind: Kind) -> Self {
        let mut counts = Self::default();
        let encoded = (0..=u8::MAX).map(EncodedValue).zip(histogram);
        for (value, &count) in encoded.filter(|(_, count)| **count > 0) {
            let plies = value.plies().filter(|_| kind == Kind::Dtw);
            if value.is_draw() {
                counts.draws += count;
            } else if value.is_win() {
                counts.wins += count;
                counts.longest_win = plies;
            } else {
                counts.losses += count;
                counts.longest_loss = plies;
            }
        }
        counts
    }

    /// Counts one more position.
    pub(super) fn add(&mut self, value: Value) {
        match value {
            Value::Win(plies) => {
                self.wins += 1;
                self.longest_win = self.longest_win.max(plies);
            }
            Value::Draw => self.draws += 1,
            Value::Loss(plies) => {
                self.losses += 1;
                self.longest_loss = self.longest_loss.max(plies);
            }
        }
    }

    /// The sum of both.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            longest_win: self.longest_win.max(other.longest_win),
            longest_loss: self.longest_loss.max(other.longest_loss),
        }
    }

    /// The same without distances.
    #[must_use]
    pub fn without_plies(&self) -> Self {
        Self { longest_win: None, longest_loss: None, ..*self }
    }

    /// The number of all positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }
}

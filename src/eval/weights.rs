//! What the features are worth.

use std::fmt;
use std::str::FromStr;

use super::Feature;
use super::feature::INITIAL;
use super::fitted;
use crate::board::{Game, Geometry};

/// Weights are counted in so small parts of a hundredth of a man.
pub(super) const UNITS: i32 = 10;

/// What each feature is worth, in thousandths of a man: with all men on the board, and with none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights([[i32; 2]; Feature::ALL.len()]);

impl Weights {
    /// Nothing is worth anything.
    pub const NONE: Self = Self([[0; 2]; Feature::ALL.len()]);

    /// The weights for a game: those that were learnt from games, where there are some.
    #[must_use]
    pub fn new<G: Game>() -> Self {
        match fitted::text::<G>() {
            Some(text) => text.parse().expect("what was learnt can be read, as a test shows"),
            None => Self::guess::<G>(),
        }
    }

    /// The weights from which learning begins.
    #[must_use]
    pub fn guess<G: Game>() -> Self {
        Self(INITIAL).with(Feature::King, [king::<G>(); 2])
    }

    /// The weights of who only counts pieces.
    #[must_use]
    pub fn material<G: Game>() -> Self {
        Self::NONE.with(Feature::Man, [100 * UNITS; 2]).with(Feature::King, [king::<G>(); 2])
    }

    /// What a feature is worth: with all men on the board, and with none.
    #[inline(always)]
    #[must_use]
    pub const fn of(&self, feature: Feature) -> [i32; 2] {
        self.0[feature as usize]
    }

    /// The same, but for one feature.
    #[must_use]
    pub const fn with(mut self, feature: Feature, weight: [i32; 2]) -> Self {
        self.0[feature as usize] = weight;
        self
    }
}

/// A short king is worth a man and a half, a flying one √N men on a board of N×N.
fn king<G: Game>() -> i32 {
    let hundredths = if G::RULES.flying_kings { (10_000 * G::Board::SIZE as i32).isqrt() } else { 150 };
    hundredths * UNITS
}

impl fmt::Display for Weights {
    /// A line for each feature.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &feature in Feature::ALL {
            let [early, late] = self.of(feature);
            writeln!(f, "{:<13}{early:>6}{late:>6}", feature.name())?;
        }
        Ok(())
    }
}

/// Why a text has no weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// A line is no feature with two numbers. The number of the line, from 1.
    Line(usize),
    /// A feature is missing.
    Missing(Feature),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number} is no feature with two weights"),
            Self::Missing(feature) => write!(f, "there is no weight for {}", feature.name()),
        }
    }
}

impl std::error::Error for WeightsError {}

impl FromStr for Weights {
    type Err = WeightsError;

    /// Reads what [`Weights`] writes, the lines in any order.
    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let mut found = [None; Feature::ALL.len()];
        for (index, line) in text.lines().enumerate() {
            let (feature, weight) = line_of(line).ok_or(WeightsError::Line(index + 1))?;
            found[feature as usize] = Some(weight);
        }
        Feature::ALL.iter().try_fold(Self::NONE, |weights, &feature| {
            let weight = found[feature as usize].ok_or(WeightsError::Missing(feature))?;
            Ok(weights.with(feature, weight))
        })
    }
}

/// A feature and what it is worth.
fn line_of(line: &str) -> Option<(Feature, [i32; 2])> {
    let mut words = line.split_whitespace();
    let name = words.next()?;
    let feature = Feature::ALL.iter().find(|feature| feature.name() == name)?;
    let weight = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
    words.next().is_none().then_some((*feature, weight))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Checkers, Draughts, Russian};

    #[test]
    fn weights_are_read_as_they_are_written() {
        let weights = Weights::guess::<Draughts<10>>().with(Feature::Hole, [-7, 12]);
        assert_eq!(weights.to_string().parse(), Ok(weights));
    }

    #[test]
    fn what_is_wrong_with_weights_is_named() {
        let text = Weights::guess::<Russian>().to_string();
        let (_, rest) = text.split_once('\n').expect("lines");
        assert_eq!(rest.parse::<Weights>(), Err(WeightsError::Missing(Feature::Man)));
        for bad in ["Man 1", "Man 1 x", "Man 1 2 3", "Woman 1 2", ""] {
            assert_eq!(format!("{bad}\n{rest}").parse::<Weights>(), Err(WeightsError::Line(1)), "{bad}");
        }
    }

    #[test]
    fn a_king_is_worth_what_its_steps_are() {
        assert_eq!(king::<Checkers<8>>(), 1500);
        assert_eq!(king::<Draughts<10>>(), 3160);
        assert_eq!(king::<Draughts<14>>(), 3740);
        assert_eq!(king::<Russian>(), 2820);
    }
}

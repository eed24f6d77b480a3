//! The weights of the features.

use std::fmt;
use std::str::FromStr;

use super::Feature;
use super::feature::INITIAL;
use super::fitted;
use crate::board::{Game, Geometry, Goal};

/// Weight units in a hundredth of a man.
pub(super) const UNITS: i32 = 10;

/// The weight of each feature in thousandths of a man: with all men on the board, and with none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights([[i32; 2]; Feature::ALL.len()]);

impl Weights {
    /// All weights are zero.
    pub const NONE: Self = Self([[0; 2]; Feature::ALL.len()]);

    /// The weights of a game: fitted ones if there are any, else initial ones.
    #[must_use]
    pub fn new<G: Game>(game: G) -> Self {
        match fitted::text(game) {
            Some(text) => text.parse().expect("fitted weights can be parsed, as a test shows"),
            None => Self::initial(game),
        }
    }

    /// The initial weights, from which tuning starts.
    #[must_use]
    pub fn initial<G: Game>(game: G) -> Self {
        match game.rules().goal {
            Goal::Block => Self(INITIAL).with(Feature::King, [king_weight(game); 2]),
            // A man that nobody stops wins.
            Goal::FirstKing => Self(INITIAL)
                .with(Feature::King, [king_weight(game); 2])
                .with(Feature::Runaway, [20 * 100 * UNITS; 2])
                .with(Feature::RunawayStep, [-200 * UNITS; 2]),
            // What matters is to have few pieces, and moves to choose from.
            Goal::GiveAway => Self::material(game).with(Feature::Mobility, [50, 50]),
        }
    }

    /// Weights that count material only.
    #[must_use]
    pub fn material<G: Game>(game: G) -> Self {
        let (man, king) = (100 * UNITS, king_weight(game));
        match game.rules().goal {
            Goal::Block | Goal::FirstKing => {
                Self::NONE.with(Feature::Man, [man; 2]).with(Feature::King, [king; 2])
            }
            Goal::GiveAway => Self::NONE.with(Feature::Man, [-man; 2]).with(Feature::King, [-man; 2]),
        }
    }

    /// The weight of a feature: with all men on the board, and with none.
    #[inline(always)]
    #[must_use]
    pub const fn of(&self, feature: Feature) -> [i32; 2] {
        self.0[feature as usize]
    }

    /// The same weights except for one feature.
    #[must_use]
    pub const fn with(mut self, feature: Feature, weight: [i32; 2]) -> Self {
        self.0[feature as usize] = weight;
        self
    }
}

/// The value of a king in hundredths of a man: a short king is worth a man and a half, a flying one √N men on
/// a board of N×N.
#[must_use]
pub const fn king_value(size: usize, flying_kings: bool) -> u32 {
    if flying_kings { (10_000 * size as u32).isqrt() } else { 150 }
}

fn king_weight<G: Game>(game: G) -> i32 {
    king_value(G::Board::SIZE, game.rules().flying_kings) as i32 * UNITS
}

impl fmt::Display for Weights {
    /// One line per feature.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &feature in Feature::ALL {
            let [early, late] = self.of(feature);
            writeln!(f, "{:<13}{early:>6}{late:>6}", feature.name())?;
        }
        Ok(())
    }
}

/// The reason why a text cannot be parsed as weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// The line with this number, from 1, is not a feature with two weights.
    #[error("line {0} is not a feature with two weights")]
    Line(usize),
    /// A feature is missing.
    #[error("the weight of {} is missing", .0.name())]
    Missing(Feature),
}

impl FromStr for Weights {
    type Err = WeightsError;

    /// Parses the format of [`Weights`]' `Display`, with the lines in any order.
    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let mut found = [None; Feature::ALL.len()];
        for (index, line) in text.lines().enumerate() {
            let (feature, weight) = parse_line(line).ok_or(WeightsError::Line(index + 1))?;
            found[feature as usize] = Some(weight);
        }
        Feature::ALL.iter().try_fold(Self::NONE, |weights, &feature| {
            let weight = found[feature as usize].ok_or(WeightsError::Missing(feature))?;
            Ok(weights.with(feature, weight))
        })
    }
}

/// Parses a feature and its weights. Returns `None` if the line has another form.
fn parse_line(line: &str) -> Option<(Feature, [i32; 2])> {
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
    fn written_weights_are_parsed_back() {
        let weights = Weights::initial(Draughts::<10>).with(Feature::Hole, [-7, 12]);
        assert_eq!(weights.to_string().parse(), Ok(weights));
    }

    #[test]
    fn errors_name_the_line_or_the_feature() {
        let text = Weights::initial(Russian).to_string();
        let (_, rest) = text.split_once('\n').expect("lines");
        assert_eq!(rest.parse::<Weights>(), Err(WeightsError::Missing(Feature::Man)));
        for bad in ["Man 1", "Man 1 x", "Man 1 2 3", "Unknown 1 2", ""] {
            assert_eq!(format!("{bad}\n{rest}").parse::<Weights>(), Err(WeightsError::Line(1)), "{bad}");
        }
    }

    #[test]
    fn the_value_of_a_king_depends_on_rules_and_size() {
        assert_eq!(king_weight(Checkers::<8>), 1500);
        assert_eq!(king_weight(Draughts::<10>), 3160);
        assert_eq!(king_weight(Draughts::<14>), 3740);
        assert_eq!(king_weight(Russian), 2820);
    }
}

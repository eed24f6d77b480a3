//! The scale that turns scores into expected outcomes.

use crate::batch::{self, InputError};
use crate::samples::Samples;

/// The units of score that multiply White's odds by e: finite and above 0.
///
/// If a weight counts hundredths of a man, this is how many hundredths make one unit of log-odds.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Scale(f64);

impl Scale {
    /// A scale in units of score. Returns `None` unless it is finite and above 0.
    pub fn new(units: f64) -> Option<Self> {
        (units.is_finite() && 0.0 < units).then_some(Self(units))
    }

    /// Units of score for a unit of log-odds.
    pub fn units(self) -> f64 {
        self.0
    }

    /// The expected outcome at this score, 0 to 1: 1 / (1 + e^(−score / scale)).
    pub fn expectation(self, score: f64) -> f64 {
        sigmoid(score / self.0)
    }

    /// The cross-entropy of an outcome and the expected outcome at this score, in nats.
    ///
    /// ln(1 + e^x) − outcome · x for x = score / scale, written so that e^x cannot overflow.
    pub(crate) fn loss(self, score: f64, outcome: f64) -> f64 {
        let log_odds = score / self.0;
        log_odds.max(0.0) + (-log_odds.abs()).exp().ln_1p() - outcome * log_odds
    }
}

/// The scale at which the scores of these weights predict the outcomes best.
///
/// The weights do not change. As a function of 1 / scale the loss is convex, and its slope there has one
/// root, which is bracketed by doubling and then halved down to the precision of the numbers.
///
/// # Errors
///
/// If there are no samples, there is not one finite weight for each feature, or no scale is best.
pub fn fit_scale(samples: &Samples, weights: &[f64]) -> Result<Scale, ScaleError> {
    batch::check(samples, weights).map_err(ScaleError::Input)?;
    let scores = Scores::of(samples, weights);
    let steepness = scores.steepness()?;
    Scale::new(steepness.recip()).ok_or(ScaleError::Overflow)
}

/// Why no scale was found.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ScaleError {
    /// The samples or weights are invalid.
    #[error(transparent)]
    Input(InputError),
    /// Higher scores do not go with better outcomes: the best scale is infinite or negative.
    #[error("higher scores do not predict better outcomes")]
    Unrelated,
    /// The score predicts every winner: the smaller the scale, the better.
    #[error("the scores predict every winner, so no scale is best")]
    Separable,
    /// The scores are too large or too small for a number.
    #[error("the scores are too large or too small")]
    Overflow,
}

/// The logistic function.
fn sigmoid(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// The most doublings of 1 / scale before the samples count as separable.
const DOUBLINGS: u32 = 40;

/// The number of halvings of the bracket: more than an `f64` has bits.
const HALVINGS: u32 = 60;

/// The score, outcome and weight of each sample.
struct Scores(Vec<(f64, f64, f64)>);

impl Scores {
    fn of(samples: &Samples, weights: &[f64]) -> Self {
        let rows = (0..samples.len()).map(|number| samples.row(number));
        Self(rows.map(|row| (row.score(weights), row.outcome, row.weight)).collect())
    }

    /// The best 1 / scale.
    fn steepness(&self) -> Result<f64, ScaleError> {
        let largest = self.0.iter().fold(0.0, |largest: f64, &(score, ..)| largest.max(score.abs()));
        if !(largest * self.0.len() as f64).is_finite() {
            return Err(ScaleError::Overflow);
        }
        if 0.0 <= self.slope(0.0) {
            return Err(ScaleError::Unrelated);
        }
        let (mut low, mut high) = self.bracket(largest.recip())?;
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if self.slope(middle) < 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(f64::midpoint(low, high))
    }

    /// Two values of 1 / scale between which the slope changes its sign.
    fn bracket(&self, first: f64) -> Result<(f64, f64), ScaleError> {
        let (mut low, mut high) = (0.0, first);
        for _ in 0..DOUBLINGS {
            if 0.0 < self.slope(high) {
                return Ok((low, high));
            }
            (low, high) = (high, 2.0 * high);
        }
        Err(ScaleError::Separable)
    }

    /// The slope of the summed loss at this 1 / scale.
    fn slope(&self, steepness: f64) -> f64 {
        let slopes = self.0.iter().map(|&(score, outcome, weight)| {
            let expected = sigmoid(steepness * score);
            weight * (expected - outcome) * score
        });
        slopes.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up;

    /// Samples of one feature: its count, the outcome.
    fn samples(rows: &[(f32, f32)]) -> Samples {
        made_up::samples(1, rows.iter().map(|&(count, outcome)| (vec![(0, count)], outcome)))
    }

    #[track_caller]
    fn check(rows: &[(f32, f32)], weight: f64, expected: Result<f64, ScaleError>) {
        match (fit_scale(&samples(rows), &[weight]), expected) {
            (Ok(scale), Ok(units)) => {
                assert!((scale.units() / units - 1.0).abs() < 1e-9, "{scale:?} is not {units}");
            }
            (found, expected) => assert_eq!(found.map(Scale::units), expected),
        }
    }

    #[test]
    fn the_best_scale_has_a_closed_form_for_one_score() {
        // Three of four won at 50: e^(50 / scale) = 3.
        check(&[(1.0, 1.0), (1.0, 1.0), (1.0, 1.0), (1.0, 0.0)], 50.0, Ok(50.0 / 3f64.ln()));
        check(&[(-2.0, 0.0), (-2.0, 0.5)], 1e-6, Ok(2e-6 / 3f64.ln()));
    }

    #[test]
    fn the_scale_that_made_the_outcomes_is_found() {
        let truth = Scale::new(80.0).unwrap();
        let rows: Vec<(f32, f32)> =
            (-20..=20).map(|n| (n as f32, truth.expectation(7.0 * f64::from(n)) as f32)).collect();
        let found = fit_scale(&samples(&rows), &[7.0]).unwrap();
        assert!((found.units() - 80.0).abs() < 1e-4, "{found:?}");
    }

    #[test]
    fn no_scale_is_best() {
        check(&[(1.0, 1.0), (-1.0, 0.0)], 1.0, Err(ScaleError::Separable));
        check(&[(1.0, 0.0), (-1.0, 1.0)], 1.0, Err(ScaleError::Unrelated));
        check(&[(1.0, 1.0), (2.0, 0.0)], 0.0, Err(ScaleError::Unrelated));
        check(&[(1e38, 1.0), (1e38, 0.0)], 1e300, Err(ScaleError::Overflow));
        check(&[], 1.0, Err(ScaleError::Input(InputError::NoSamples)));
    }

    #[test]
    fn a_scale_is_finite_and_above_zero() {
        for units in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Scale::new(units), None);
        }
    }

    #[test]
    fn the_loss_is_the_cross_entropy_and_never_overflows() {
        let scale = Scale::new(2.0).unwrap();
        let expected = scale.expectation(3.0);
        let entropy = -(0.25 * expected.ln() + 0.75 * (1.0 - expected).ln());
        assert!((scale.loss(3.0, 0.25) - entropy).abs() < 1e-15);
        assert_eq!(scale.loss(2000.0, 1.0), 0.0);
        assert_eq!(scale.loss(-2000.0, 1.0), 1000.0);
    }
}

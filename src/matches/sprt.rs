//! When a match has gone on long enough to tell (Wald's sequential probability ratio test, 1945).
//!
//! The likelihoods are those of the pentanomial model: the distribution of the results of pairs that fits
//! best what was seen and has the score that a hypothesis expects (Van den Bergh, *Comments on normalized
//! Elo*).

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// Two hypotheses, and how often one may be wrong about either.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    /// The difference in Elo that is not worth it.
    pub(crate) elo0: f64,
    /// The difference that is.
    pub(crate) elo1: f64,
    /// How often the first one may be rejected when it holds.
    pub(crate) alpha: f64,
    /// How often the second one may be.
    pub(crate) beta: f64,
}

/// How far the test has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct State {
    elo0: f64,
    elo1: f64,
    /// The logarithm of how much likelier the second hypothesis makes what was seen.
    pub(crate) llr: f64,
    /// At this or less the first hypothesis is taken.
    pub(crate) lower: f64,
    /// At this or more the second one is.
    pub(crate) upper: f64,
    /// What is known by now.
    pub(crate) verdict: Verdict,
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, llr, lower, upper, verdict } = self;
        let verdict = match verdict {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Undecided => "undecided",
        };
        write!(f, "SPRT({elo0}, {elo1}): {verdict}, LLR {llr:.2} ({lower:.2}, {upper:.2})")
    }
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// The second hypothesis: it is worth it.
    Accepted,
    /// The first one: it is not.
    Rejected,
    /// Nothing yet.
    Undecided,
}

impl FromStr for Sprt {
    type Err = String;

    /// `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        let test = match numbers.as_deref() {
            Some([elo0, elo1]) => Self { elo0: *elo0, elo1: *elo1, alpha: 0.05, beta: 0.05 },
            Some([elo0, elo1, alpha, beta]) => Self { elo0: *elo0, elo1: *elo1, alpha: *alpha, beta: *beta },
            _ => return Err("it takes ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA".to_owned()),
        };
        let is_sound = |elo: f64| (-1000.0..=1000.0).contains(&elo);
        let is_small = |error: f64| error > 0.0 && error < 0.5;
        if !is_sound(test.elo0) || !is_sound(test.elo1) || test.elo0 >= test.elo1 {
            return Err("ELO0 has to be less than ELO1, both from -1000 to 1000".to_owned());
        }
        if !is_small(test.alpha) || !is_small(test.beta) {
            return Err("ALPHA and BETA are between 0 and 0.5".to_owned());
        }
        Ok(test)
    }
}

impl Sprt {
    /// What pairs say in which the player got 0, ½, 1, 1½, 2 points so often.
    pub(crate) fn state(&self, pairs: &[u64; 5]) -> State {
        let llr = llr(pairs, expected(self.elo0), expected(self.elo1));
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let verdict = match llr {
            llr if llr >= upper => Verdict::Accepted,
            llr if llr <= lower => Verdict::Rejected,
            _ => Verdict::Undecided,
        };
        State { elo0: self.elo0, elo1: self.elo1, llr, lower, upper, verdict }
    }
}

/// The score that a difference makes one expect.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Results that never came are not impossible.
const UNSEEN: f64 = 1e-3;

/// How much likelier these results are when the score is `other` than when it is `one`.
fn llr(pairs: &[u64; 5], one: f64, other: f64) -> f64 {
    let count: u64 = pairs.iter().sum();
    if count == 0 {
        return 0.0;
    }
    let counts = pairs.map(|often| if often == 0 { UNSEEN } else { often as f64 });
    let sum: f64 = counts.iter().sum();
    let seen = counts.map(|often| often / sum);
    let (first, second) = (fitted(&seen, one), fitted(&seen, other));
    let gains = (0..5).map(|index| seen[index] * (second[index] / first[index]).ln());
    sum * gains.sum::<f64>()
}

/// The distribution nearest to the one that was seen among those that have this score.
///
/// By Lagrange it is `seen / (1 + x·(points − score))` for the `x` that makes the score right.
fn fitted(seen: &[f64; 5], score: f64) -> [f64; 5] {
    let distance = |index: usize| index as f64 / 4.0 - score;
    let shares =
        |x: f64| -> [f64; 5] { std::array::from_fn(|index| seen[index] / (1.0 + x * distance(index))) };
    let excess = |x: f64| -> f64 { (0..5).map(|index| shares(x)[index] * distance(index)).sum() };
    // All shares are positive between these, and the excess falls from +∞ to −∞.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    shares((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> Sprt {
        "0,10".parse().expect("a test")
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let state = test().state(&[0; 5]);
        assert!((state.upper - 19f64.ln()).abs() < 1e-12 && (state.lower + 19f64.ln()).abs() < 1e-12);
        assert_eq!((state.llr, state.verdict), (0.0, Verdict::Undecided));
    }

    /// For many games the ratio is that of two normal distributions.
    #[test]
    fn the_ratio_is_near_that_of_normal_distributions() {
        let pairs = [210, 1100, 2400, 1300, 290];
        let count = 5300.0;
        let mean = (1100.0 + 2.0 * 2400.0 + 3.0 * 1300.0 + 4.0 * 290.0) / 4.0 / count;
        let squares = (1100.0 + 4.0 * 2400.0 + 9.0 * 1300.0 + 16.0 * 290.0) / 16.0 / count;
        let variance = squares - mean * mean;
        let (one, other) = (expected(0.0), expected(10.0));
        let normal = count * (other - one) * (2.0 * mean - one - other) / (2.0 * variance);
        let found = llr(&pairs, one, other);
        assert!((found - normal).abs() < 0.01 * normal.abs(), "{found}, not {normal}");
    }

    #[test]
    fn a_fitted_distribution_has_the_score_and_adds_up() {
        for score in [0.01, 0.3, 0.5, 0.514, 0.9] {
            let fit = fitted(&[0.1, 0.2, 0.4, 0.2, 0.1], score);
            let mean: f64 = (0..5).map(|index| fit[index] * index as f64 / 4.0).sum();
            assert!((mean - score).abs() < 1e-9 && (fit.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{fit:?}");
        }
    }

    #[test]
    fn a_good_player_is_accepted_and_an_equal_one_rejected() {
        assert_eq!(test().state(&[10, 100, 300, 180, 40]).verdict, Verdict::Accepted);
        assert_eq!(test().state(&[400, 2000, 5000, 2000, 400]).verdict, Verdict::Rejected);
        assert_eq!(test().state(&[0, 0, 0, 0, 200]).verdict, Verdict::Accepted);
        assert_eq!(test().state(&[0, 0, 3, 1, 0]).verdict, Verdict::Undecided);
    }

    #[test]
    fn hypotheses_that_cannot_be_are_refused() {
        for text in
            ["", "5", "10,0", "0,0", "0,10,0.05", "0,10,0,0.05", "0,10,0.6,0.05", "0,2000", "a,b", "nan,1"]
        {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}

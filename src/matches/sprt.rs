//! The sequential probability ratio test (Wald, 1945), which ends a match as soon as it is decided.
//!
//! The likelihoods are those of the pentanomial model. A hypothesis gives the expected score.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::likelihood::ResultCounts;

/// Two hypotheses, and the probabilities of both errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    /// The null hypothesis: a difference in Elo that is too small.
    pub(crate) elo0: f64,
    /// The alternative hypothesis: a difference in Elo that is large enough.
    pub(crate) elo1: f64,
    /// The probability of accepting the alternative if the null hypothesis holds.
    pub(crate) alpha: f64,
    /// The probability of accepting the null hypothesis if the alternative holds.
    pub(crate) beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct SprtState {
    elo0: f64,
    elo1: f64,
    /// The log-likelihood ratio of the alternative to the null hypothesis.
    pub(crate) llr: f64,
    /// The null hypothesis is accepted at this ratio or less.
    pub(crate) lower: f64,
    /// The alternative is accepted at this ratio or more.
    pub(crate) upper: f64,
    /// The decision so far.
    pub(crate) verdict: Decision,
    /// The hypothesis that is accepted: `H0` or `H1`.
    hypothesis: Option<&'static str>,
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, llr, lower, upper, verdict, .. } = self;
        write!(f, "SPRT({elo0}, {elo1}): ")?;
        match verdict {
            Decision::Accepted => write!(f, "H1 is accepted, a difference of {elo1} Elo or more"),
            Decision::Rejected => write!(f, "H0 is accepted, a difference of {elo0} Elo or less"),
            Decision::Undecided => write!(f, "undecided between H0, {elo0} Elo, and H1, {elo1} Elo"),
        }?;
        write!(f, "; LLR {llr:.2}, bounds {lower:.2} and {upper:.2}")
    }
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Decision {
    /// The alternative hypothesis is accepted.
    Accepted,
    /// The null hypothesis is accepted.
    Rejected,
    /// More games are needed.
    Undecided,
}

impl FromStr for Sprt {
    type Err = String;

    /// Reads `ELO0,ELO1` or `ELO0,ELO1,ALPHA,BETA`.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        let test = match numbers.as_deref() {
            Some([elo0, elo1]) => Self { elo0: *elo0, elo1: *elo1, alpha: 0.05, beta: 0.05 },
            Some([elo0, elo1, alpha, beta]) => Self { elo0: *elo0, elo1: *elo1, alpha: *alpha, beta: *beta },
            _ => return Err("expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA".to_owned()),
        };
        let is_elo = |elo: f64| (-1000.0..=1000.0).contains(&elo);
        let is_error = |error: f64| error > 0.0 && error < 0.5;
        if !is_elo(test.elo0) || !is_elo(test.elo1) || test.elo0 >= test.elo1 {
            return Err("ELO0 must be less than ELO1, both from -1000 to 1000".to_owned());
        }
        if !is_error(test.alpha) || !is_error(test.beta) {
            return Err("ALPHA and BETA must be between 0 and 0.5".to_owned());
        }
        Ok(test)
    }
}

impl Sprt {
    /// Returns the state after these numbers of pairs in which the player got 0, ½, 1, 1½, 2 points.
    pub(crate) fn state(&self, pairs: &[u64; 5]) -> SprtState {
        let llr = llr(pairs, self.elo0, self.elo1);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let verdict = match llr {
            llr if llr >= upper => Decision::Accepted,
            llr if llr <= lower => Decision::Rejected,
            _ => Decision::Undecided,
        };
        let hypothesis = match verdict {
            Decision::Accepted => Some("H1"),
            Decision::Rejected => Some("H0"),
            Decision::Undecided => None,
        };
        SprtState { elo0: self.elo0, elo1: self.elo1, llr, lower, upper, verdict, hypothesis }
    }
}

/// Returns the log-likelihood ratio of the difference `elo1` to `elo0`.
fn llr(pairs: &[u64; 5], elo0: f64, elo1: f64) -> f64 {
    if *pairs == [0; 5] {
        return 0.0;
    }
    ResultCounts::new(*pairs).log_ratio(expected_score(elo1), expected_score(elo0))
}

/// Returns the expected score for a difference in Elo.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn test() -> Sprt {
        "0,10".parse().expect("a test")
    }

    #[test]
    fn the_bounds_are_those_of_wald() {
        let state = test().state(&[0; 5]);
        assert!((state.upper - 19f64.ln()).abs() < 1e-12 && (state.lower + 19f64.ln()).abs() < 1e-12);
        assert_eq!((state.llr, state.verdict), (0.0, Decision::Undecided));
    }

    /// For many games the ratio is that of two normal distributions.
    #[test]
    fn the_ratio_is_near_that_of_normal_distributions() {
        let pairs = [210, 1100, 2400, 1300, 290];
        let count = 5300.0;
        let mean = (1100.0 + 2.0 * 2400.0 + 3.0 * 1300.0 + 4.0 * 290.0) / 4.0 / count;
        let squares = (1100.0 + 4.0 * 2400.0 + 9.0 * 1300.0 + 16.0 * 290.0) / 16.0 / count;
        let variance = squares - mean * mean;
        let (one, other) = (expected_score(0.0), expected_score(10.0));
        let normal = count * (other - one) * (2.0 * mean - one - other) / (2.0 * variance);
        let found = llr(&pairs, 0.0, 10.0);
        assert!((found - normal).abs() < 0.01 * normal.abs(), "{found}, not {normal}");
    }

    #[test]
    fn a_good_player_is_accepted_and_an_equal_one_rejected() {
        assert_eq!(test().state(&[10, 100, 300, 180, 40]).verdict, Decision::Accepted);
        assert_eq!(test().state(&[400, 2000, 5000, 2000, 400]).verdict, Decision::Rejected);
        assert_eq!(test().state(&[0, 0, 0, 0, 200]).verdict, Decision::Accepted);
        assert_eq!(test().state(&[0, 0, 3, 1, 0]).verdict, Decision::Undecided);
    }

    #[test]
    fn the_hypothesis_that_is_accepted_is_named() {
        let text = |pairs: [u64; 5]| test().state(&pairs).to_string();
        let check = |text: &str, beginning: &str| {
            assert!(text.starts_with(beginning) && text.ends_with(", bounds -2.94 and 2.94"), "{text}");
        };
        check(
            &text([10, 100, 300, 180, 40]),
            "SPRT(0, 10): H1 is accepted, a difference of 10 Elo or more; LLR ",
        );
        check(
            &text([400, 2000, 5000, 2000, 400]),
            "SPRT(0, 10): H0 is accepted, a difference of 0 Elo or less; LLR -",
        );
        check(&text([0; 5]), "SPRT(0, 10): undecided between H0, 0 Elo, and H1, 10 Elo; LLR 0.00");
    }

    #[test]
    fn impossible_hypotheses_are_refused() {
        for text in
            ["", "5", "10,0", "0,0", "0,10,0.05", "0,10,0,0.05", "0,10,0.6,0.05", "0,2000", "a,b", "nan,1"]
        {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }

    /// Plays a test with pairs of games drawn at random, where the results have these shares.
    fn simulated(shares: [f64; 5], seed: u64) -> Decision {
        let test: Sprt = "0,60".parse().expect("a test");
        let mut random = StdRng::seed_from_u64(seed);
        let mut pairs = [0; 5];
        loop {
            let mut left = random.random_range(0.0..1.0);
            let points = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            pairs[points.unwrap_or(4)] += 1;
            let state = test.state(&pairs);
            if state.verdict != Decision::Undecided {
                return state.verdict;
            }
        }
    }

    /// At most 5 % of the decisions are wrong. In 200 tests that is 10, with a standard deviation of 3.
    #[test]
    fn wrong_decisions_are_as_rare_as_they_should_be() {
        let wrong = |shares, verdict| (0..200).filter(|&seed| simulated(shares, seed) == verdict).count();
        let equal = [0.05, 0.2, 0.5, 0.2, 0.05];
        assert!(wrong(equal, Decision::Accepted) <= 19);
        // The score of a difference of 60 Elo is 0.5855.
        let better = [0.02, 0.125, 0.448, 0.307, 0.1];
        let score: f64 = better.iter().zip(0..).map(|(share, points)| share * f64::from(points) / 4.0).sum();
        assert!((score - expected_score(60.0)).abs() < 1e-3, "{score}");
        assert!(wrong(better, Decision::Rejected) <= 19);
    }
}

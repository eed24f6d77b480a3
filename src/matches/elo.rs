//! The difference in strength of two players, estimated from the results of a match.
//!
//! Like other testing tools: the logistic Elo scale, pairs of games with the same opening and colors swapped,
//! and the pentanomial model of the pairs, whose variance is less than that of single games. The ends of the
//! confidence interval are where the likelihood ratio says so, which holds for few games too.

use std::fmt;

use serde::Serialize;

use super::likelihood::ResultCounts;

/// The score of a player: results of single games, and of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MatchScore {
    /// Games won.
    pub(crate) wins: u64,
    /// Games drawn.
    pub(crate) draws: u64,
    /// Games lost.
    pub(crate) losses: u64,
    /// The numbers of pairs in which the player got 0, ½, 1, 1½, 2 points.
    pub(crate) pairs: [u64; 5],
}

/// An estimate of the strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct StrengthEstimate {
    /// The points per game, from 0 to 1. `None` without games.
    pub(crate) score: Option<f64>,
    /// The difference in Elo. `None` if it is infinite, or without games.
    pub(crate) elo: Option<f64>,
    /// Half of the 95 % confidence interval. `None` if all games were won, or all lost.
    pub(crate) elo_error: Option<f64>,
    /// The ends of the confidence interval. A player that has won or lost all games has only one of them.
    pub(crate) elo_low: Option<f64>,
    pub(crate) elo_high: Option<f64>,
    /// The likelihood of superiority. `None` for less than two pairs of games.
    pub(crate) los: Option<f64>,
}

impl MatchScore {
    /// Adds a game in which the player got this many half points.
    pub(crate) fn add_game(&mut self, points: u32) {
        match points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds a pair in which the player got this many half points.
    pub(crate) fn add_pair(&mut self, points: u32) {
        self.pairs[(points as usize).min(4)] += 1;
    }

    /// Returns the score of the opponent.
    pub(crate) fn reversed(mut self) -> Self {
        self.pairs.reverse();
        Self { wins: self.losses, losses: self.wins, ..self }
    }

    /// Returns the points: 1 for a win, ½ for a draw.
    pub(crate) fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the number of games.
    pub(crate) const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Estimates the strength.
    pub(crate) fn strength(&self) -> StrengthEstimate {
        let games = self.games();
        if games == 0 {
            return StrengthEstimate::default();
        }
        let Self { wins, draws, losses, pairs } = *self;
        // Pairs tell more, if all games are in pairs.
        if 2 * pairs.iter().sum::<u64>() == games {
            self.estimated_from(&ResultCounts::new(pairs))
        } else {
            self.estimated_from(&ResultCounts::new([losses, draws, wins]))
        }
    }

    fn estimated_from<const N: usize>(&self, results: &ResultCounts<N>) -> StrengthEstimate {
        let games = self.games();
        let score = self.points() / games as f64;
        let ends = results.interval();
        let (elo_low, elo_high) = if games == self.wins {
            (Some(elo(all_won(games))), None)
        } else if games == self.losses {
            (None, Some(-elo(all_won(games))))
        } else {
            (Some(elo(ends.0)), Some(elo(ends.1)))
        };
        StrengthEstimate {
            score: Some(score),
            elo: Some(elo(score)).filter(|elo| elo.is_finite()),
            elo_error: elo_low.zip(elo_high).map(|(low, high)| (high - low) / 2.0),
            elo_low,
            elo_high,
            // One pair tells little about the variance.
            los: (games > 2)
                .then(|| likelihood_of_superiority(score, results.log_ratio(results.mean(), 0.5))),
        }
    }
}

/// Returns the least expected score of a player that has won all games, with a confidence of 95 %: with less, it
/// would win this number of games with a probability of less than 5 %.
fn all_won(games: u64) -> f64 {
    0.05_f64.powf(1.0 / games as f64)
}

impl fmt::Display for StrengthEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { elo: Some(elo), elo_error: Some(error), .. } => write!(f, "Elo {elo:+.1} ± {error:.1}"),
            Self { elo_low: Some(low), .. } => write!(f, "all won: Elo above {low:+.0} at 95 %"),
            Self { elo_high: Some(high), .. } => write!(f, "all lost: Elo below {high:+.0} at 95 %"),
            _ => write!(f, "no Elo without games"),
        }
    }
}

/// Returns the difference in Elo with this expected score.
fn elo(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => 400.0 * (score / (1.0 - score)).log10(),
    }
}

/// Returns the likelihood of superiority for a score, given the log-likelihood ratio of that score to one half.
fn likelihood_of_superiority(score: f64, ratio: f64) -> f64 {
    let deviations = (2.0 * ratio).max(0.0).sqrt().copysign(score - 0.5);
    if score == 0.5 { 0.5 } else { 0.5 * (1.0 + libm::erf(deviations / std::f64::consts::SQRT_2)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn match_score(pairs: [u64; 5]) -> MatchScore {
        // Pairs of 1 point as two draws, of 1½ as a win and a draw.
        let [none, half, one, three, two] = pairs;
        let (wins, losses) = (three + 2 * two, half + 2 * none);
        MatchScore { wins, draws: half + 2 * one + three, losses, pairs }
    }

    #[track_caller]
    fn is_near(found: Option<f64>, expected: f64) {
        let found = found.expect("it is finite");
        assert!((found - expected).abs() < 5e-3 * expected.abs().max(1.0), "{found}, not {expected}");
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let strength = match_score([0, 0, 50, 0, 50]).strength();
        is_near(strength.score, 0.75);
        is_near(strength.elo, 190.85);
        // Half of the pairs score ½ a game and half 1. With a share of ½ ± x, the ratio is -100·ln(1 − 4x²), which is
        // 3.84 where x is 0.0971: scores of 0.7015 and 0.7985. For a normal distribution it would be 45.72.
        is_near(strength.elo_error, 45.41);
        is_near(strength.los, 1.0);
    }

    #[test]
    fn equal_players_are_equal() {
        let strength = match_score([1, 20, 58, 20, 1]).strength();
        is_near(strength.elo, 0.0);
        is_near(strength.los, 0.5);
    }

    #[test]
    fn swapped_players_have_opposite_strengths() {
        let (one, other) =
            (match_score([3, 11, 40, 25, 9]).strength(), match_score([9, 25, 40, 11, 3]).strength());
        is_near(one.elo.map(|elo| -elo), other.elo.expect("finite"));
        is_near(one.los, 1.0 - other.los.expect("there are games"));
    }

    #[test]
    fn the_opponent_has_the_reverse_score() {
        let one = match_score([3, 11, 40, 25, 9]);
        let other = one.reversed();
        assert_eq!(other.pairs, [9, 25, 40, 11, 3]);
        assert_eq!((other.wins, other.draws, other.losses), (one.losses, one.draws, one.wins));
        assert_eq!(other.points() + one.points(), one.games() as f64);
        assert_eq!(other.reversed(), one);
        is_near(one.strength().elo.map(|elo| -elo), other.strength().elo.expect("finite"));
    }

    #[test]
    fn a_player_that_wins_all_games_has_no_finite_strength() {
        let strength = match_score([0, 0, 0, 0, 7]).strength();
        assert_eq!((strength.elo, strength.elo_error), (None, None));
        assert!(strength.los.is_some_and(|los| los > 0.99 && los < 1.0), "{strength:?}");
    }

    /// A player that wins half of its games wins four of them once in 16 times, and five once in 32.
    #[test]
    fn where_there_is_no_finite_strength_there_is_a_bound() {
        let won = |games| MatchScore { wins: games, ..MatchScore::default() }.strength();
        assert_eq!((won(4).elo_high, won(4).to_string().as_str()), (None, "all won: Elo above -19 at 95 %"));
        assert_eq!(won(5).to_string(), "all won: Elo above +34 at 95 %");
        let lost = MatchScore { losses: 4, ..MatchScore::default() }.strength();
        assert_eq!((lost.elo_low, lost.to_string().as_str()), (None, "all lost: Elo below +19 at 95 %"));
        is_near(lost.elo_high.map(|elo| 1.0 / (1.0 + 10f64.powf(elo / 400.0))), 0.05_f64.powf(0.25));
    }

    #[test]
    fn short_matches_have_an_error() {
        for pairs in [[0, 0, 1, 0, 0], [0, 0, 0, 1, 0], [0, 0, 0, 1, 3], [1, 0, 0, 0, 1]] {
            let strength = match_score(pairs).strength();
            let error = strength.elo_error.expect("an error");
            assert!(error.is_finite() && error > 50.0, "{pairs:?}: {strength:?}");
        }
        let drawn = MatchScore { draws: 1, ..MatchScore::default() }.strength();
        assert!(drawn.elo_error.is_some_and(|error| error > 200.0), "{drawn:?}");
    }

    #[test]
    fn without_games_there_is_no_estimate() {
        assert_eq!(MatchScore::default().strength().score, None);
    }
}

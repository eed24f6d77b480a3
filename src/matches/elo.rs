//! The difference in strength of two players, estimated from the results of a match.
//!
//! Like other testing tools: the logistic Elo scale, pairs of games with the same opening and colors swapped,
//! and the pentanomial variance of the pairs, which is less than that of single games.

use serde::Serialize;

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
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct StrengthEstimate {
    /// The points per game, from 0 to 1. `None` without games.
    pub(crate) score: Option<f64>,
    /// The difference in Elo. `None` if it is infinite, or without games.
    pub(crate) elo: Option<f64>,
    /// Half of the 95 % confidence interval. `None` if all results are equal.
    pub(crate) elo_error: Option<f64>,
    /// The likelihood of superiority. `None` for less than two pairs of games.
    pub(crate) los: Option<f64>,
}

/// The standard deviations that contain 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

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
            return StrengthEstimate { score: None, elo: None, elo_error: None, los: None };
        }
        let score = self.points() / games as f64;
        let error = self.variance().sqrt();
        let finite = |elo: f64| Some(elo).filter(|elo| elo.is_finite());
        let (low, high) = (elo(score - DEVIATIONS * error), elo(score + DEVIATIONS * error));
        StrengthEstimate {
            score: Some(score),
            elo: finite(elo(score)),
            elo_error: finite((high - low) / 2.0).filter(|_| error > 0.0),
            // The variance of one pair is unknown.
            los: (games > 2).then(|| likelihood_of_superiority(score, error)),
        }
    }

    /// Returns the variance of the score: that of pairs, if all games are in pairs.
    fn variance(&self) -> f64 {
        let paired = 2 * self.pairs.iter().sum::<u64>() == self.games();
        if paired {
            variance(&self.pairs.map(|count| count as f64))
        } else {
            variance(&[self.losses as f64, self.draws as f64, self.wins as f64])
        }
    }
}

/// Returns the variance of the mean of results from 0 to 1 in equal steps, each with its count.
fn variance(counts: &[f64]) -> f64 {
    let total: f64 = counts.iter().sum();
    let points = |index: usize| index as f64 / (counts.len() - 1) as f64;
    let mean = |of: &dyn Fn(f64) -> f64| {
        counts.iter().enumerate().map(|(index, count)| count * of(points(index))).sum::<f64>() / total
    };
    let average = mean(&|points| points);
    mean(&|points| (points - average).powi(2)) / total
}

/// Returns the difference in Elo with this expected score.
fn elo(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => 400.0 * (score / (1.0 - score)).log10(),
    }
}

/// Returns the likelihood of superiority for a score with this standard error.
fn likelihood_of_superiority(score: f64, error: f64) -> f64 {
    if error == 0.0 {
        return if score > 0.5 {
            1.0
        } else if score < 0.5 {
            0.0
        } else {
            0.5
        };
    }
    0.5 * (1.0 + libm::erf((score - 0.5) / (error * std::f64::consts::SQRT_2)))
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
        // Half of the pairs score ½ a game and half 1: a deviation of ¼ for a pair, 0.025 for a hundred.
        is_near(strength.elo_error, 45.72);
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
        assert_eq!((strength.elo, strength.elo_error, strength.los), (None, None, Some(1.0)));
    }

    #[test]
    fn without_games_there_is_no_estimate() {
        assert_eq!(MatchScore::default().strength().score, None);
    }
}

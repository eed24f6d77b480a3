//! What the results of a match say about the strength of two players.
//!
//! As engine testers have it: the logistic scale of Elo, games in pairs with the same opening and colors
//! swapped, and the variance of the pairs, which is less than that of single games.

use serde::Serialize;

/// Results of a player: single games, and pairs of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Games won.
    pub(crate) wins: u64,
    /// Games drawn.
    pub(crate) draws: u64,
    /// Games lost.
    pub(crate) losses: u64,
    /// Pairs in which the player got 0, ½, 1, 1½, 2 points.
    pub(crate) pairs: [u64; 5],
}

/// What the results say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Strength {
    /// Points for each game, from 0 to 1. None: no games.
    pub(crate) score: Option<f64>,
    /// The difference. None: there is no end to it, or no games.
    pub(crate) elo: Option<f64>,
    /// Half of the interval in which it is with a probability of 95 %. None: all results are the same.
    pub(crate) elo_error: Option<f64>,
    /// How likely it is that the player is the better one. None: there is one pair of games at most.
    pub(crate) los: Option<f64>,
}

/// Where 95 % of a normal distribution are, in standard deviations.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

impl Tally {
    /// Adds a game with so many half points for the player.
    pub(crate) fn add_game(&mut self, points: u32) {
        match points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds a pair with so many half points for the player.
    pub(crate) fn add_pair(&mut self, points: u32) {
        self.pairs[(points as usize).min(4)] += 1;
    }

    /// The same for the opponent.
    pub(crate) fn turned(mut self) -> Self {
        self.pairs.reverse();
        Self { wins: self.losses, losses: self.wins, ..self }
    }

    /// Points: 1 for a win, ½ for a draw.
    pub(crate) fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// How many games there were.
    pub(crate) const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// What it says.
    pub(crate) fn strength(&self) -> Strength {
        let games = self.games();
        if games == 0 {
            return Strength { score: None, elo: None, elo_error: None, los: None };
        }
        let score = self.points() / games as f64;
        let error = self.variance().sqrt();
        let finite = |elo: f64| Some(elo).filter(|elo| elo.is_finite());
        let (low, high) = (elo(score - DEVIATIONS * error), elo(score + DEVIATIONS * error));
        Strength {
            score: Some(score),
            elo: finite(elo(score)),
            elo_error: finite((high - low) / 2.0).filter(|_| error > 0.0),
            // One pair says nothing about how sure it is.
            los: (games > 2).then(|| likelihood(score, error)),
        }
    }

    /// The variance of the score: of pairs, when all games are in pairs.
    fn variance(&self) -> f64 {
        let paired = 2 * self.pairs.iter().sum::<u64>() == self.games();
        if paired {
            variance(&self.pairs.map(|count| count as f64))
        } else {
            variance(&[self.losses as f64, self.draws as f64, self.wins as f64])
        }
    }
}

/// The variance of the mean of results that came so often, from 0 to 1 in equal steps.
fn variance(counts: &[f64]) -> f64 {
    let count: f64 = counts.iter().sum();
    let points = |index: usize| index as f64 / (counts.len() - 1) as f64;
    let mean = |of: &dyn Fn(f64) -> f64| {
        counts.iter().enumerate().map(|(index, often)| often * of(points(index))).sum::<f64>() / count
    };
    let average = mean(&|points| points);
    mean(&|points| (points - average).powi(2)) / count
}

/// The difference that makes one expect this score.
fn elo(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => 400.0 * (score / (1.0 - score)).log10(),
    }
}

/// How likely it is that a score above one half is no accident.
fn likelihood(score: f64, error: f64) -> f64 {
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

    fn tally(pairs: [u64; 5]) -> Tally {
        // Pairs of 1 point as two draws, of 1½ as a win and a draw.
        let [none, half, one, three, two] = pairs;
        let (wins, losses) = (three + 2 * two, half + 2 * none);
        Tally { wins, draws: half + 2 * one + three, losses, pairs }
    }

    #[track_caller]
    fn is_near(found: Option<f64>, expected: f64) {
        let found = found.expect("it is finite");
        assert!((found - expected).abs() < 5e-3 * expected.abs().max(1.0), "{found}, not {expected}");
    }

    #[test]
    fn three_quarters_are_191_elo() {
        let strength = tally([0, 0, 50, 0, 50]).strength();
        is_near(strength.score, 0.75);
        is_near(strength.elo, 190.85);
        // A pair scores ½ or 1, as often as not: a deviation of ¼ a pair, 0.025 for a hundred.
        is_near(strength.elo_error, 45.72);
        is_near(strength.los, 1.0);
    }

    #[test]
    fn equal_players_are_equal() {
        let strength = tally([1, 20, 58, 20, 1]).strength();
        is_near(strength.elo, 0.0);
        is_near(strength.los, 0.5);
    }

    #[test]
    fn swapped_players_have_opposite_strengths() {
        let (one, other) = (tally([3, 11, 40, 25, 9]).strength(), tally([9, 25, 40, 11, 3]).strength());
        is_near(one.elo.map(|elo| -elo), other.elo.expect("finite"));
        is_near(one.los, 1.0 - other.los.expect("there are games"));
    }

    #[test]
    fn who_wins_all_games_has_no_finite_strength() {
        let strength = tally([0, 0, 0, 0, 7]).strength();
        assert_eq!((strength.elo, strength.elo_error, strength.los), (None, None, Some(1.0)));
    }

    #[test]
    fn no_games_say_nothing() {
        assert_eq!(Tally::default().strength().score, None);
    }
}

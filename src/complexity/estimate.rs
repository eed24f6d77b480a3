//! Estimates of the size of the game tree from games.

use std::collections::HashSet;

use serde::Serialize;

use crate::matches::game::GameRecord;

/// Games at one depth.
#[derive(Default)]
pub(crate) struct Sample {
    games: usize,
    seen: HashSet<String>,
    /// The plies and the legal moves of each game, duplicates left out.
    sizes: Vec<[f64; 2]>,
}

/// The estimates from the games at one depth.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DepthLine {
    /// The game.
    pub(crate) variant: String,
    /// The search depth of the players; 0 for random moves.
    pub(crate) ply: u8,
    /// The number of games.
    pub(crate) games: usize,
    /// The number of games without duplicates.
    pub(crate) unique: usize,
    /// The mean number of legal moves in a position.
    pub(crate) branching: f64,
    /// Its standard error.
    pub(crate) branching_error: f64,
    /// The mean number of plies in a game.
    pub(crate) length: f64,
    /// Its standard error.
    pub(crate) length_error: f64,
}

/// The estimates from the games at all depths.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TotalLine {
    /// The game.
    pub(crate) variant: String,
    /// The branching factor, from the games at depth 3 or more.
    pub(crate) b: Option<f64>,
    /// Its standard error.
    pub(crate) b_error: Option<f64>,
    /// The least and the greatest depth of these games.
    pub(crate) b_plies: Option<[u8; 2]>,
    /// The length of a game in plies, from the games at the three largest depths.
    pub(crate) d: Option<f64>,
    /// Its standard error.
    pub(crate) d_error: Option<f64>,
    /// The least and the greatest depth of these games.
    pub(crate) d_plies: Option<[u8; 2]>,
    /// The decimal logarithm of the game-tree complexity, `b` to the power of `d`.
    pub(crate) log10_gtc: Option<f64>,
    /// Its standard error.
    pub(crate) log10_gtc_error: Option<f64>,
    /// The random seed.
    pub(crate) seed: u64,
}

/// An estimate and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Estimate {
    value: f64,
    error: f64,
}

impl Sample {
    /// Adds a game.
    pub(crate) fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        if self.seen.insert(game.moves.join(" ")) && !game.moves.is_empty() {
            self.sizes.push([game.moves.len() as f64, game.choices as f64]);
        }
    }

    /// Returns the estimates at this depth.
    pub(crate) fn line(&self, variant: &str, ply: u8) -> DepthLine {
        let (branching, length) = (branching(&self.sizes), length(&self.sizes));
        DepthLine {
            variant: variant.to_owned(),
            ply,
            games: self.games,
            unique: self.sizes.len(),
            branching: branching.value,
            branching_error: branching.error,
            length: length.value,
            length_error: length.error,
        }
    }
}

/// The smallest depth of the games that count for the branching factor.
pub(crate) const DEEP: u8 = 3;
/// The number of largest depths whose games count for the length.
const DEEPEST: usize = 3;

/// Returns the estimates from the samples of all depths, in ascending order.
pub(crate) fn total(variant: &str, samples: &[(u8, Sample)], seed: u64) -> TotalLine {
    let sizes = |samples: &[(u8, Sample)]| -> Vec<[f64; 2]> {
        samples.iter().flat_map(|(_, sample)| &sample.sizes).copied().collect()
    };
    let deep = &samples[samples.partition_point(|(ply, _)| *ply < DEEP)..];
    let deepest = &deep[deep.len().saturating_sub(DEEPEST)..];
    let b = Some(branching(&sizes(deep))).filter(|b| b.value > 0.0);
    let d = Some(length(&sizes(deepest))).filter(|d| d.value > 0.0);
    let size = b.zip(d).map(|(b, d)| Estimate {
        value: d.value * b.value.log10(),
        // The two errors are nearly independent.
        error: (d.error * b.value.log10()).hypot(d.value * b.error / b.value / std::f64::consts::LN_10),
    });
    let plies = |samples: &[(u8, Sample)]| Some([samples.first()?.0, samples.last()?.0]);
    let value = |estimate: Option<Estimate>| estimate.map(|it| it.value);
    let error = |estimate: Option<Estimate>| estimate.map(|it| it.error);
    TotalLine {
        variant: variant.to_owned(),
        b: value(b),
        b_error: error(b),
        b_plies: b.and_then(|_| plies(deep)),
        d: value(d),
        d_error: error(d),
        d_plies: d.and_then(|_| plies(deepest)),
        log10_gtc: value(size),
        log10_gtc_error: error(size),
        seed,
    }
}

/// Estimates the branching factor: a ratio of two sums over the games, positions and legal moves.
fn branching(sizes: &[[f64; 2]]) -> Estimate {
    let count = sizes.len() as f64;
    let sum = |index: usize| sizes.iter().map(|size| size[index]).sum::<f64>();
    let ratio = sum(1) / sum(0).max(1.0);
    let squares: f64 = sizes.iter().map(|[plies, moves]| (moves - ratio * plies).powi(2)).sum();
    let error = (squares * count / (count - 1.0)).sqrt() / sum(0).max(1.0);
    Estimate { value: ratio, error: if count > 1.0 { error } else { 0.0 } }
}

/// Estimates the length of a game in plies.
fn length(sizes: &[[f64; 2]]) -> Estimate {
    let count = sizes.len() as f64;
    let mean = sizes.iter().map(|size| size[0]).sum::<f64>() / count.max(1.0);
    let squares: f64 = sizes.iter().map(|[plies, _]| (plies - mean).powi(2)).sum();
    Estimate { value: mean, error: if count > 1.0 { (squares / (count - 1.0) / count).sqrt() } else { 0.0 } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branching_is_counted_for_each_position_and_length_for_each_game() {
        let sizes = [[10.0, 20.0], [30.0, 180.0]];
        assert_eq!(branching(&sizes).value, 5.0);
        assert_eq!(length(&sizes), Estimate { value: 20.0, error: 10.0 });
    }

    #[test]
    fn equal_games_have_no_error() {
        let sizes = [[10.0, 30.0]; 5];
        assert_eq!(branching(&sizes), Estimate { value: 3.0, error: 0.0 });
        assert_eq!(length(&sizes), Estimate { value: 10.0, error: 0.0 });
    }

    #[test]
    fn without_games_there_is_no_estimate() {
        let line = total("draughts-6", &[(0, Sample::default())], 1);
        assert_eq!((line.b, line.d, line.log10_gtc), (None, None, None));
    }
}

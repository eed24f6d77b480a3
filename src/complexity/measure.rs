//! What games tell of the size of the game tree.

use std::collections::HashSet;

use serde::Serialize;

use crate::matches::duel::Sheet;

/// Games at one depth.
#[derive(Default)]
pub(crate) struct Sample {
    games: usize,
    seen: HashSet<String>,
    /// Plies and legal moves of each game that is not the same as another.
    sizes: Vec<[f64; 2]>,
}

/// What the games at one depth tell.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DepthLine {
    pub(crate) variant: String,
    /// How far the players looked ahead; 0: they played by chance.
    pub(crate) ply: u8,
    pub(crate) games: usize,
    /// How many are left without duplicates.
    pub(crate) unique: usize,
    /// Legal moves in a position.
    pub(crate) branching: f64,
    /// The standard error of this.
    pub(crate) branching_error: f64,
    /// Plies in a game.
    pub(crate) length: f64,
    /// The standard error of this.
    pub(crate) length_error: f64,
}

/// What the games at all depths tell together.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TotalLine {
    pub(crate) variant: String,
    /// Moves in a position, in games of players who look at least three plies ahead.
    pub(crate) b: Option<f64>,
    pub(crate) b_error: Option<f64>,
    /// Plies in a game, at the three largest depths.
    pub(crate) d: Option<f64>,
    pub(crate) d_error: Option<f64>,
    /// The decimal logarithm of the size of the game tree, `b` to the power of `d`.
    pub(crate) log10_gtc: Option<f64>,
    pub(crate) log10_gtc_error: Option<f64>,
    pub(crate) seed: u64,
}

/// A figure and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Sample {
    pub(crate) fn add(&mut self, sheet: &Sheet) {
        self.games += 1;
        if self.seen.insert(sheet.moves.join(" ")) && !sheet.moves.is_empty() {
            self.sizes.push([sheet.moves.len() as f64, sheet.choices as f64]);
        }
    }

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

/// From which depth on games count for the branching factor.
const DEEP: u8 = 3;
/// How many of the largest depths count for the length.
const DEEPEST: usize = 3;

/// What the samples of each depth, in ascending order, tell together.
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
        // The two errors are nearly independent: they come of different things.
        error: (d.error * b.value.log10()).hypot(d.value * b.error / b.value / std::f64::consts::LN_10),
    });
    let value = |estimate: Option<Estimate>| estimate.map(|it| it.value);
    let error = |estimate: Option<Estimate>| estimate.map(|it| it.error);
    TotalLine {
        variant: variant.to_owned(),
        b: value(b),
        b_error: error(b),
        d: value(d),
        d_error: error(d),
        log10_gtc: value(size),
        log10_gtc_error: error(size),
        seed,
    }
}

/// Legal moves for each position: a ratio of two sums, each with an item a game.
fn branching(sizes: &[[f64; 2]]) -> Estimate {
    let count = sizes.len() as f64;
    let sum = |index: usize| sizes.iter().map(|size| size[index]).sum::<f64>();
    let ratio = sum(1) / sum(0).max(1.0);
    let squares: f64 = sizes.iter().map(|[plies, moves]| (moves - ratio * plies).powi(2)).sum();
    let error = (squares * count / (count - 1.0)).sqrt() / sum(0).max(1.0);
    Estimate { value: ratio, error: if count > 1.0 { error } else { 0.0 } }
}

/// Plies in a game.
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
    fn games_that_are_all_alike_leave_no_error() {
        let sizes = [[10.0, 30.0]; 5];
        assert_eq!(branching(&sizes), Estimate { value: 3.0, error: 0.0 });
        assert_eq!(length(&sizes), Estimate { value: 10.0, error: 0.0 });
    }

    #[test]
    fn no_games_have_no_size() {
        let line = total("draughts-6", &[(0, Sample::default())], 1);
        assert_eq!((line.b, line.d, line.log10_gtc), (None, None, None));
    }
}

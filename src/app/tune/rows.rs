//! Positions as rows of numbers: each feature has one number for the opening and one for the endgame.

use tuning::Sample;

use crate::engine::GameState;
use crate::eval::{self, Feature, Weights};

/// The length of a row.
pub(super) const WIDTH: u32 = 2 * Feature::ALL.len() as u32;

/// A row: indices and numbers.
pub(super) type Row = Vec<(u32, f32)>;

/// Returns the features of a position.
pub(super) fn row(game: &GameState) -> Row {
    let early = game.phase() as f32 / eval::FULL_PHASE as f32;
    let counts = game.features().into_iter().filter(|(_, count)| *count != 0);
    counts
        .flat_map(|(feature, count)| {
            let (index, count) = (2 * feature as u32, count as f32);
            [(index, count * early), (index + 1, count * (1.0 - early))]
        })
        .collect()
}

/// Returns a row as a sample. The outcome of its game is 1 for a win of White and 0 for a win of Black.
pub(super) fn sample(features: Row, outcome: f32, game: u32) -> Sample {
    Sample { features, outcome, weight: 1.0, game }
}

/// Returns the weights as numbers in the order of a row.
pub(super) fn numbers(weights: &Weights) -> Vec<f64> {
    Feature::ALL.iter().flat_map(|&feature| weights.of(feature)).map(f64::from).collect()
}

/// Returns the weights from numbers in the order of a row.
pub(super) fn weights(numbers: &[f64]) -> Weights {
    let round = |index: usize| numbers[index].round() as i32;
    Feature::ALL.iter().fold(Weights::NONE, |weights, &feature| {
        let index = 2 * feature as usize;
        weights.with(feature, [round(index), round(index + 1)])
    })
}

/// Returns the numbers that are not fitted: a man is the unit, and each man stands on one row and in one
/// column, so that one row and one column have to be fixed.
pub(super) fn frozen() -> Vec<u32> {
    let fixed = [Feature::Man, Feature::Row2, Feature::Column2];
    fixed.iter().flat_map(|&feature| [2 * feature as u32, 2 * feature as u32 + 1]).collect()
}

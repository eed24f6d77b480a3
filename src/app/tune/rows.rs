//! Positions as rows of numbers: each feature twice, as it counts with all men on the board and with none.

use tuning::Sample;

use crate::board::{Game, Position};
use crate::eval::{self, Feature, Weights};

/// How many numbers a row can have.
pub(super) const WIDTH: u32 = 2 * Feature::ALL.len() as u32;

/// What the evaluation counts in a position, and how its game ended: 1 when White won, 0 when Black did.
pub(super) fn sample<G: Game>(position: &Position<G>, outcome: f32, game: u32) -> Sample {
    let early = eval::phase(position) as f32 / eval::WHOLE as f32;
    let mut features = Vec::new();
    eval::features(position, |feature, count| {
        if count != 0 {
            let (index, count) = (2 * feature as u32, count as f32);
            features.push((index, count * early));
            features.push((index + 1, count * (1.0 - early)));
        }
    });
    Sample { features, outcome, weight: 1.0, game }
}

/// The weights as numbers in the order of a row.
pub(super) fn numbers(weights: &Weights) -> Vec<f64> {
    Feature::ALL.iter().flat_map(|&feature| weights.of(feature)).map(f64::from).collect()
}

/// The weights of these numbers.
pub(super) fn weights(numbers: &[f64]) -> Weights {
    let round = |index: usize| numbers[index].round() as i32;
    Feature::ALL.iter().fold(Weights::NONE, |weights, &feature| {
        let index = 2 * feature as usize;
        weights.with(feature, [round(index), round(index + 1)])
    })
}

/// What stays as it is: a man is the unit, and each man stands on one row and one column, so that one of
/// either has to be fixed.
pub(super) fn frozen() -> Vec<u32> {
    let fixed = [Feature::Man, Feature::Row2, Feature::Column2];
    fixed.iter().flat_map(|&feature| [2 * feature as u32, 2 * feature as u32 + 1]).collect()
}

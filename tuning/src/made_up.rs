//! Samples whose best weights are known, for tests.

use crate::samples::{Sample, Samples};
use crate::scale::Scale;
use crate::split::mix;

/// Samples of these rows and outcomes, each a game of its own.
pub(crate) fn samples(features: u32, rows: impl IntoIterator<Item = (Vec<(u32, f32)>, f32)>) -> Samples {
    let mut samples = Samples::new(features);
    for (game, (features, outcome)) in (0..).zip(rows) {
        samples.push(&Sample { features, outcome, weight: 1.0, game }).expect("made up well");
    }
    samples
}

/// Random rows whose outcomes are exactly what these weights expect: no others are better.
pub(crate) fn games(seed: u64, count: u64, truth: &[f64], scale: Scale) -> Samples {
    let width = truth.len() as u32;
    samples(width, (0..count).map(|number| row(mix(seed) ^ number, truth, scale)))
}

/// A row in which each feature counts −2 to 2.
fn row(seed: u64, truth: &[f64], scale: Scale) -> (Vec<(u32, f32)>, f32) {
    let count = |index| (mix(mix(seed) ^ u64::from(index)) % 5) as f32 - 2.0;
    let features: Vec<(u32, f32)> = (0..truth.len() as u32).map(|index| (index, count(index))).collect();
    let score = features.iter().map(|&(index, count)| f64::from(count) * truth[index as usize]).sum();
    (features, scale.expectation(score) as f32)
}

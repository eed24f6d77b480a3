use super::gradient::{Blend, GradientSum, cross_entropy, logistic};
use super::*;
use crate::positions::PositionSamples;
use std::num::NonZero;

const SHAPE: Shape = Shape { cells: 10, hidden: 8, buckets: 2, pieces: 8 };

/// A random position of up to eight pieces.
fn position(seed: u64) -> PositionSample {
    let bits = u128::from(mix(seed)) & mask();
    let others = u128::from(mix(seed ^ 1 << 40)) & mask() & !bits;
    let kings = u128::from(mix(seed ^ 1 << 41)) & (bits | others);
    PositionSample { own: bits, opposing: others, kings, result: 1, ..PositionSample::default() }
}

fn mask() -> u128 {
    (1 << SHAPE.cells) - 1
}

/// Samples whose values this function tells.
fn samples(count: u64, result: impl Fn(u64, &PositionSample) -> u8) -> PositionSamples {
    let mut samples = PositionSamples::new("made-up", SHAPE.cells);
    for number in 0..count {
        let sample = position(mix(number));
        samples.push(&PositionSample { result: result(number, &sample), is_exact: true, ..sample });
    }
    samples
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let mut weights = NetworkWeights::random(SHAPE, 5);
    // So that some units are off and some are full.
    weights.all.iter_mut().for_each(|weight| *weight *= 1.7);
    let (sample, target) = (position(3), 0.8);
    let mut sum = GradientSum::new(SHAPE);
    sum.add(&weights, &sample, target);
    let mut units = vec![0.0; SHAPE.hidden];
    let mut loss = |weights: &NetworkWeights| cross_entropy(target, weights.output_of(&sample, &mut units));
    let mut steep = 0;
    for index in 0..SHAPE.weights() {
        let mut at = |step: f32| {
            let mut moved = weights.clone();
            moved.all[index] += step;
            f64::from(loss(&moved))
        };
        let slope = (at(2e-3) - at(-2e-3)) / 4e-3;
        let found = f64::from(sum.by_weight[index]);
        assert!((found - slope).abs() < 1e-3, "weight {index}: {found} is not {slope}");
        steep += usize::from(found.abs() > 1e-3);
    }
    assert!(steep > 20, "{steep}");
}

#[test]
fn the_best_output_for_one_position_is_the_logarithm_of_its_odds() {
    // Three of four are won.
    let sample = position(9);
    let mut samples = PositionSamples::new("made-up", SHAPE.cells);
    for number in 0..8192 {
        samples.push(&PositionSample { result: if number % 4 == 0 { 0 } else { 2 }, ..sample });
    }
    let settings = LearnSettings { epochs: 30, rate: 0.02, result_share: 1.0, ..LearnSettings::default() };
    let learned = learn(&samples, SHAPE, &settings, |_| ()).expect("enough samples");
    let output = learned.weights.output_of(&sample, &mut [0.0; SHAPE.hidden]);
    assert!((output - 3f32.ln()).abs() < 0.05, "{output}");
    let entropy = -(0.75 * 0.75f64.ln() + 0.25 * 0.25f64.ln());
    assert!((learned.epochs[29].held_back - entropy).abs() < 5e-3, "{:?}", learned.epochs[29]);
}

/// No weighted sum of the pieces tells whether exactly one of two cells is taken.
#[test]
fn what_only_a_hidden_layer_can_tell_is_learnt() {
    let samples = samples(20_000, |_, sample| if (sample.own ^ sample.own >> 1) & 1 == 1 { 2 } else { 0 });
    let settings = LearnSettings { epochs: 30, rate: 0.01, ..LearnSettings::default() };
    let learned = learn(&samples, SHAPE, &settings, |_| ()).expect("enough samples");
    let loss = learned.epochs[29].held_back;
    assert!(loss < 0.05, "{loss}");
}

#[test]
fn threads_do_not_change_a_bit() {
    let samples = samples(9_000, |number, sample| (sample.pieces() as u64 + number) as u8 % 3);
    let learned = |threads| {
        let threads = NonZero::new(threads).expect("a number of threads");
        let settings = LearnSettings { epochs: 2, threads, ..LearnSettings::default() };
        learn(&samples, SHAPE, &settings, |_| ()).expect("enough samples")
    };
    let one = learned(1);
    assert_eq!(learned(2), one);
    assert_eq!(learned(7), one);
    let other = LearnSettings { epochs: 2, seed: 2, ..LearnSettings::default() };
    assert_ne!(learn(&samples, SHAPE, &other, |_| ()).expect("enough samples"), one);
}

#[test]
fn the_target_is_a_blend_of_result_and_score() {
    let blend = Blend { result: 0.25, scale: 200.0 };
    let sample = PositionSample { result: 2, score: 400, ..position(1) };
    assert!((blend.target(&sample) - (0.25 + 0.75 * logistic(2.0))).abs() < 1e-6);
    assert_eq!(blend.target(&PositionSample { is_exact: true, ..sample }), 1.0);
}

#[test]
fn cross_entropy_does_not_overflow() {
    assert!((cross_entropy(0.5, 0.0) - 2f32.ln()).abs() < 1e-6);
    assert_eq!(cross_entropy(1.0, 200.0), 0.0);
    assert_eq!(cross_entropy(0.0, 200.0), 200.0);
    assert_eq!(cross_entropy(1.0, -200.0), 200.0);
}

#[test]
fn samples_that_are_held_back_are_not_learnt_from() {
    // Those held back have another value than the rest.
    let held = held_back(100_000);
    assert_eq!(held.len(), 4096);
    let is_held = |number: u64| held.binary_search(&(number as u32)).is_ok();
    let samples = samples(100_000, |number, _| if is_held(number) { 0 } else { 2 });
    let settings = LearnSettings { epochs: 2, rate: 0.02, ..LearnSettings::default() };
    let learned = learn(&samples, SHAPE, &settings, |_| ()).expect("enough samples");
    let last = learned.epochs[1];
    assert!(last.training < 0.1 && last.held_back > 2.0, "{last:?}");
}

#[test]
fn few_samples_are_refused() {
    let samples = samples(4096, |_, _| 1);
    let error = learn(&samples, SHAPE, &LearnSettings::default(), |_| ()).expect_err("too few");
    assert_eq!(error.to_string(), "there are 4096 samples; learning needs more than 4096");
}

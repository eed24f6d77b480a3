//! The gradient of the loss by each weight: back-propagation through one layer.

use super::{NetworkWeights, Shape};
use crate::positions::PositionSample;

/// What a sample's value should be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// The share of the result; the rest is that of the score.
    pub(super) result: f32,
    /// The hundredths of a man that are one unit of the logarithm of the odds.
    pub(super) scale: f32,
}

impl Blend {
    /// The expected result, from 0 to 1. Exact values are not blended.
    pub(super) fn target(&self, sample: &PositionSample) -> f32 {
        let result = f32::from(sample.result) / 2.0;
        let share = if sample.is_exact { 1.0 } else { self.result };
        share * result + (1.0 - share) * logistic(f32::from(sample.score) / self.scale)
    }
}

pub(super) fn logistic(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The cross-entropy of a target and an output, in nats.
pub(super) fn cross_entropy(target: f32, output: f32) -> f32 {
    // The logarithm of 1 + e^x, without overflow.
    let softplus = output.max(0.0) + (-output.abs()).exp().ln_1p();
    softplus - target * output
}

/// A sum of gradients and losses over samples.
pub(super) struct GradientSum {
    pub(super) by_weight: Vec<f32>,
    pub(super) loss: f64,
    units: Vec<f32>,
    slopes: Vec<f32>,
}

impl GradientSum {
    pub(super) fn new(shape: Shape) -> Self {
        Self {
            by_weight: vec![0.0; shape.weights()],
            loss: 0.0,
            units: vec![0.0; shape.hidden],
            slopes: vec![0.0; shape.hidden],
        }
    }

    pub(super) fn clear(&mut self) {
        self.by_weight.fill(0.0);
        self.loss = 0.0;
    }

    /// Adds a sample.
    pub(super) fn add(&mut self, weights: &NetworkWeights, sample: &PositionSample, target: f32) {
        let shape = weights.shape;
        let (hidden, [hidden_end, bias_end, output_end, _]) = (shape.hidden, shape.ends());
        let output = weights.output_of(sample, &mut self.units);
        self.loss += f64::from(cross_entropy(target, output));
        let excess = logistic(output) - target;
        let bucket = shape.bucket(sample);
        self.by_weight[output_end + bucket] += excess;
        let of_output = &weights.output()[bucket * hidden..][..hidden];
        let by_output = &mut self.by_weight[bias_end + bucket * hidden..][..hidden];
        let parts = self.units.iter().zip(of_output).zip(by_output).zip(&mut self.slopes);
        for (((&unit, &weight), by_output), slope) in parts {
            *by_output += excess * unit * unit;
            // The slope of the clamp is 0 outside.
            let is_open = unit > 0.0 && unit < 1.0;
            *slope = if is_open { 2.0 * excess * weight * unit } else { 0.0 };
        }
        let Self { by_weight, slopes, .. } = self;
        let mut add = |from: usize| {
            let row = &mut by_weight[from..][..hidden];
            row.iter_mut().zip(&*slopes).for_each(|(sum, slope)| *sum += slope);
        };
        add(hidden_end);
        sample.inputs(shape.cells, |input| add(input * hidden));
    }
}

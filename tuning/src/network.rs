//! Learns a network with one hidden layer from positions.
//!
//! Forward: each hidden unit is the sum of the weights of the inputs that are on, clamped to 0..1 and squared;
//! the output is the weighted sum of the units, with weights that depend on the number of pieces. The logistic
//! function of the output is the expected result. What it should be is a mixture of the result of the game and
//! of the score of a search; the loss is their cross-entropy. Adam (Kingma and Ba, 2014) goes down its gradient
//! in small batches, with a learning rate that rises at first and then falls like a cosine.

mod adam;
mod gradient;
mod learn;
mod schedule;

pub use learn::{Epoch, LearnSettings, Learned, NetworkError, held_back, learn};

use crate::positions::PositionSample;
use crate::split::mix;

/// The numbers of inputs, hidden units and sets of output weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of cells of the board; there are four inputs for each.
    pub cells: usize,
    /// The number of hidden units.
    pub hidden: usize,
    /// The number of sets of output weights.
    pub buckets: usize,
    /// The number of pieces at the beginning of a game.
    pub pieces: usize,
}

/// The number of kinds of pieces.
const KINDS: usize = 4;

impl Shape {
    fn inputs(&self) -> usize {
        KINDS * self.cells
    }

    /// The number of weights: hidden layer, its biases, output weights, their biases.
    fn weights(&self) -> usize {
        (self.inputs() + 1 + self.buckets) * self.hidden + self.buckets
    }

    /// The first weight of each part after the first, and the end.
    fn ends(&self) -> [usize; 4] {
        let hidden = self.inputs() * self.hidden;
        let bias = hidden + self.hidden;
        let output = bias + self.buckets * self.hidden;
        [hidden, bias, output, output + self.buckets]
    }

    /// The set of output weights for a position.
    fn bucket(&self, sample: &PositionSample) -> usize {
        (sample.pieces().saturating_sub(1) * self.buckets / self.pieces).min(self.buckets - 1)
    }
}

/// The weights of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkWeights {
    shape: Shape,
    /// The parts one after the other.
    all: Vec<f32>,
}

/// The size of the weights of the hidden layer at the beginning, for at most [`HIDDEN_PIECES`] pieces. With more
/// pieces the weights are smaller, since sums outside 0..1 have no gradient and the units would never learn.
const HIDDEN_SIZE: f32 = 0.2;
const HIDDEN_PIECES: f32 = 40.0;
/// The biases of the hidden layer at the beginning: most units are neither off nor full.
const HIDDEN_BIAS: f32 = 0.3;
/// The size of the weights of the output at the beginning, for 32 hidden units.
const OUTPUT_SIZE: f32 = 0.3;

impl NetworkWeights {
    /// Random weights.
    #[must_use]
    pub fn random(shape: Shape, seed: u64) -> Self {
        let ends = shape.ends();
        let hidden_size = HIDDEN_SIZE * (HIDDEN_PIECES / shape.pieces as f32).sqrt().min(1.0);
        let output_size = OUTPUT_SIZE * (32.0 / shape.hidden as f32).sqrt();
        let weight = |number: usize| {
            let bits = mix(mix(seed) ^ number as u64) >> 40;
            let random = bits as f32 / (1 << 23) as f32 - 1.0;
            match number {
                _ if number < ends[0] => random * hidden_size,
                _ if number < ends[1] => HIDDEN_BIAS,
                _ if number < ends[2] => random * output_size,
                _ => 0.0,
            }
        };
        Self { shape, all: (0..shape.weights()).map(weight).collect() }
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// For each input the weights of the hidden units.
    #[must_use]
    pub fn hidden(&self) -> &[f32] {
        &self.all[..self.shape.ends()[0]]
    }

    /// One number for each hidden unit.
    #[must_use]
    pub fn hidden_bias(&self) -> &[f32] {
        let [hidden, bias, ..] = self.shape.ends();
        &self.all[hidden..bias]
    }

    /// For each set the weights of the output.
    #[must_use]
    pub fn output(&self) -> &[f32] {
        let [_, bias, output, _] = self.shape.ends();
        &self.all[bias..output]
    }

    /// One number for each set.
    #[must_use]
    pub fn output_bias(&self) -> &[f32] {
        let [_, _, output, end] = self.shape.ends();
        &self.all[output..end]
    }

    /// The logarithm of the odds that the player to move wins. `units` gets the hidden units.
    fn output_of(&self, sample: &PositionSample, units: &mut [f32]) -> f32 {
        let Shape { cells, hidden, .. } = self.shape;
        units.copy_from_slice(self.hidden_bias());
        sample.inputs(cells, |input| {
            let row = &self.all[input * hidden..][..hidden];
            units.iter_mut().zip(row).for_each(|(unit, weight)| *unit += weight);
        });
        units.iter_mut().for_each(|unit| *unit = unit.clamp(0.0, 1.0));
        let bucket = self.shape.bucket(sample);
        let weights = &self.output()[bucket * hidden..][..hidden];
        let mut sums = [0.0; LANES];
        for (units, weights) in units.chunks(LANES).zip(weights.chunks(LANES)) {
            for (sum, (unit, weight)) in sums.iter_mut().zip(units.iter().zip(weights)) {
                *sum += unit * unit * weight;
            }
        }
        self.output_bias()[bucket] + sums.iter().sum::<f32>()
    }

    /// Keeps the weights within what integers of 16 bits can hold without overflow of their sums.
    fn clip(&mut self) {
        let [hidden, bias, output, _] = self.shape.ends();
        let most = (MOST_SUM / self.shape.cells as f32).min(MOST_HIDDEN);
        self.all[..hidden].iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
        self.all[hidden..bias].iter_mut().for_each(|weight| *weight = weight.clamp(-MOST_BIAS, MOST_BIAS));
        let most = MOST_OUTPUT_SUM / self.shape.hidden as f32;
        self.all[bias..output].iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
    }
}

/// The number of sums that are added up side by side, so that they do not wait for each other.
const LANES: usize = 8;

/// The largest weight of the hidden layer.
const MOST_HIDDEN: f32 = 1.5;
/// The largest sum of weights of the hidden layer, one a cell.
const MOST_SUM: f32 = 80.0;
/// The largest bias of the hidden layer.
const MOST_BIAS: f32 = 8.0;
/// The largest sum of the weights of the output.
const MOST_OUTPUT_SUM: f32 = 240.0;

#[cfg(test)]
mod tests;

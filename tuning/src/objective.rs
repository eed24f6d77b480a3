//! The objective to minimize: the loss, and a penalty for large weights.

use crate::batch::Batch;
use crate::descent::Point;

/// The mean loss of a batch plus l2 / 2 · the sum of (weight / scale)², in nats.
///
/// A weight is held, neither moved nor penalised, if it is frozen or no sample counts its feature.
pub(crate) struct Objective<'a> {
    batch: Batch<'a>,
    /// The penalty's second derivative by each weight: 0 if it is held.
    stiffness: Vec<f64>,
    /// The inverse of a bound for the second derivative by each weight: 0 if it is held.
    reach: Vec<f64>,
}

impl<'a> Objective<'a> {
    /// `l2` is in nats for a weight of one unit of log-odds; the frozen are indices of weights.
    pub(crate) fn new(batch: Batch<'a>, l2: f64, frozen: &[u32]) -> Self {
        let mut curvature = batch.curvature();
        for &index in frozen {
            curvature[index as usize] = 0.0;
        }
        let stiff = l2 / batch.scale().units().powi(2);
        let unless_held = |curvature: &f64, value| if *curvature == 0.0 { 0.0 } else { value };
        let stiffness = curvature.iter().map(|bend| unless_held(bend, stiff)).collect();
        let reach = curvature.iter().map(|bend| unless_held(bend, 1.0 / (bend + stiff))).collect();
        Self { batch, stiffness, reach }
    }

    /// Value and gradient at these weights.
    pub(crate) fn at(&self, weights: Vec<f64>) -> Point {
        let (loss, mut gradient) = self.batch.gradient(&weights);
        let pulls = self.stiffness.iter().zip(&weights).map(|(stiffness, weight)| stiffness * weight);
        gradient.iter_mut().zip(pulls).for_each(|(slope, pull)| *slope += pull);
        Point { value: loss + self.penalty(&weights), weights, gradient }
    }

    /// How far each weight may be expected to go for a gradient of 1.
    pub(crate) fn reach(&self) -> Vec<f64> {
        self.reach.clone()
    }

    /// The mean loss at a point, without the penalty.
    pub(crate) fn loss(&self, point: &Point) -> f64 {
        point.value - self.penalty(&point.weights)
    }

    fn penalty(&self, weights: &[f64]) -> f64 {
        let squares =
            self.stiffness.iter().zip(weights).map(|(stiffness, weight)| stiffness * weight * weight);
        squares.sum::<f64>() / 2.0
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use super::*;
    use crate::made_up;
    use crate::samples::Samples;
    use crate::scale::Scale;

    fn objective<'a>(samples: &'a Samples, frozen: &[u32]) -> Objective<'a> {
        let all = (0..samples.len()).collect();
        let scale = Scale::new(2.0).unwrap();
        Objective::new(Batch::new(samples, all, scale, NonZero::<usize>::MIN), 0.8, frozen)
    }

    fn samples() -> Samples {
        made_up::samples(3, [(vec![(0, 1.0), (1, 2.0)], 1.0), (vec![(0, 1.0)], 0.0)])
    }

    #[test]
    fn the_penalty_is_in_units_of_log_odds() {
        let samples = samples();
        let objective = objective(&samples, &[]);
        let point = objective.at(vec![4.0, -2.0, 5.0]);
        // 0.8 / 2 · (2² + 1²): the third weight is not used.
        assert!((point.value - objective.loss(&point) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_penalised_loss() {
        let samples = samples();
        let objective = objective(&samples, &[]);
        let slope = objective.at(vec![4.0, -2.0, 5.0]).gradient[0];
        let rise = objective.at(vec![4.001, -2.0, 5.0]).value - objective.at(vec![3.999, -2.0, 5.0]).value;
        assert!((slope - rise / 0.002).abs() < 1e-6);
    }

    #[test]
    fn frozen_and_unused_weights_are_held() {
        let samples = samples();
        // Bounds: the mean of count² over 4 · 2², that is 1 / 16 and 2 / 16; stiffness 0.8 / 2².
        let reach = objective(&samples, &[1]).reach();
        assert!((reach[0] - 1.0 / (1.0 / 16.0 + 0.2)).abs() < 1e-12);
        assert_eq!(reach[1..], [0.0, 0.0]);
        assert_eq!(objective(&samples, &[1]).stiffness[1..], [0.0, 0.0]);
    }
}

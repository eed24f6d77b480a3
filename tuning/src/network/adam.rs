//! Adam: a step for each weight, as long as its gradient is steady (Kingma and Ba, 2014, algorithm 1).

/// The state of the method.
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The powers of the decay rates, which correct the bias of the first steps.
    decayed: [f64; 2],
}

/// The decay rates of the mean and of the mean square.
const DECAY: [f32; 2] = [0.9, 0.999];
/// It keeps the steps of weights that hardly have a gradient short.
const EPSILON: f32 = 1e-8;

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Self { mean: vec![0.0; weights], square: vec![0.0; weights], decayed: [1.0; 2] }
    }

    /// Takes a step down the gradient.
    pub(super) fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32) {
        for (power, decay) in self.decayed.iter_mut().zip(DECAY) {
            *power *= f64::from(decay);
        }
        let [mean_bias, square_bias] = self.decayed.map(|power| (1.0 - power) as f32);
        let (rate, root) = (rate / mean_bias, 1.0 / square_bias.sqrt());
        let state = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(state) {
            *mean = DECAY[0] * *mean + (1.0 - DECAY[0]) * slope;
            *square = DECAY[1] * *square + (1.0 - DECAY[1]) * slope * slope;
            *weight -= rate * *mean / (square.sqrt() * root + EPSILON);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_has_the_length_of_the_rate() {
        let (mut adam, mut weights) = (Adam::new(3), vec![1.0, 1.0, 1.0]);
        adam.step(&mut weights, &[1e-3, -50.0, 0.0], 0.25);
        assert!((weights[0] - 0.75).abs() < 1e-3 && (weights[1] - 1.25).abs() < 1e-3, "{weights:?}");
        assert_eq!(weights[2], 1.0);
    }

    #[test]
    fn a_bowl_is_descended_to_its_bottom() {
        let (mut adam, mut weights) = (Adam::new(2), vec![-3.0, 9.0]);
        for step in 0..4000 {
            let gradient = [100.0 * (weights[0] - 1.0), 0.01 * (weights[1] - 2.0)];
            adam.step(&mut weights, &gradient, 0.02 * (1.0 - step as f32 / 4000.0));
        }
        assert!((weights[0] - 1.0).abs() < 1e-2 && (weights[1] - 2.0).abs() < 1e-2, "{weights:?}");
    }
}

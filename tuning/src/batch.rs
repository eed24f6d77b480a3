//! The loss of weights on samples, and its gradient.
//!
//! The number of samples alone decides the chunks of work, and their results are added in order.
//! The sum is therefore the same, bit by bit, for any number of threads.

use std::num::NonZero;
use std::thread;

use crate::samples::{Row, Samples};
use crate::scale::Scale;

/// The mean cross-entropy of outcomes and expectations over all samples, in nats.
///
/// Each sample counts by its weight. Weights of zero give ln 2. What remains at the best weights is
/// mostly draws and noise, so only differences matter. Returns infinity or NaN if scores overflow.
///
/// # Errors
///
/// If there are no samples, there is not one weight for each feature, or a weight is not finite.
pub fn loss(samples: &Samples, weights: &[f64], scale: Scale) -> Result<f64, InputError> {
    check(samples, weights)?;
    let all = (0..samples.len()).collect();
    Ok(Batch::new(samples, all, scale, NonZero::<usize>::MIN).loss(weights))
}

/// An error in samples or weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// There are no samples.
    #[error("there are no samples")]
    NoSamples,
    /// There is not one weight for each feature.
    #[error("there are {weights} weights for {features} features")]
    WrongLength {
        /// The number of features.
        features: usize,
        /// The number of weights.
        weights: usize,
    },
    /// The weight with this index is not finite.
    #[error("weight {0} is not finite")]
    NotFinite(usize),
}

/// Checks that samples and weights are valid.
pub(crate) fn check(samples: &Samples, weights: &[f64]) -> Result<(), InputError> {
    if samples.is_empty() {
        return Err(InputError::NoSamples);
    }
    if weights.len() != samples.features() {
        return Err(InputError::WrongLength { features: samples.features(), weights: weights.len() });
    }
    match weights.iter().position(|weight| !weight.is_finite()) {
        Some(index) => Err(InputError::NotFinite(index)),
        None => Ok(()),
    }
}

/// Some of the samples, by their indices: the training samples, or the validation samples.
pub(crate) struct Batch<'a> {
    samples: &'a Samples,
    numbers: Vec<usize>,
    scale: Scale,
    threads: NonZero<usize>,
    /// The summed weight of the samples.
    total: f64,
}

impl<'a> Batch<'a> {
    pub(crate) fn new(
        samples: &'a Samples,
        numbers: Vec<usize>,
        scale: Scale,
        threads: NonZero<usize>,
    ) -> Self {
        let total = numbers.iter().map(|&number| samples.row(number).weight).sum();
        Self { samples, numbers, scale, threads, total }
    }

    pub(crate) fn scale(&self) -> Scale {
        self.scale
    }

    /// The mean loss, in nats.
    pub(crate) fn loss(&self, weights: &[f64]) -> f64 {
        let losses = self.in_chunks(|chunk| {
            let losses =
                self.rows(chunk).map(|row| row.weight * self.scale.loss(row.score(weights), row.outcome));
            losses.sum::<f64>()
        });
        losses.into_iter().sum::<f64>() / self.total
    }

    /// The mean loss, and its derivative by each weight in nats per unit of score.
    pub(crate) fn gradient(&self, weights: &[f64]) -> (f64, Vec<f64>) {
        let sums = self.in_chunks(|chunk| {
            let mut sum = Sum::zero(weights.len());
            for row in self.rows(chunk) {
                let score = row.score(weights);
                let excess = row.weight * (self.scale.expectation(score) - row.outcome);
                sum.loss += row.weight * self.scale.loss(score, row.outcome);
                sum.add(&row, |count| excess * count);
            }
            sum
        });
        let sum = Sum::of(sums, weights.len());
        let unit = self.total * self.scale.units();
        (sum.loss / self.total, sum.by_weight.into_iter().map(|slope| slope / unit).collect())
    }

    /// A bound for the second derivative of the mean loss by each weight: 0 where no sample counts
    /// the feature.
    ///
    /// The logistic function is nowhere steeper than ¼, so the mean of count² / (4 · scale²) is one.
    pub(crate) fn curvature(&self) -> Vec<f64> {
        let weights = self.samples.features();
        let sums = self.in_chunks(|chunk| {
            let mut sum = Sum::zero(weights);
            self.rows(chunk).for_each(|row| sum.add(&row, |count| row.weight * count * count));
            sum
        });
        let unit = 4.0 * self.total * self.scale.units().powi(2);
        Sum::of(sums, weights).by_weight.into_iter().map(|square| square / unit).collect()
    }

    /// The samples with these indices.
    fn rows(&self, numbers: &[usize]) -> impl Iterator<Item = Row<'a>> {
        numbers.iter().map(|&number| self.samples.row(number))
    }

    /// The results of `work` for the chunks of sample indices, in order.
    fn in_chunks<T: Send>(&self, work: impl Fn(&[usize]) -> T + Sync) -> Vec<T> {
        let length = self.numbers.len().div_ceil(CHUNKS).max(SMALLEST_CHUNK);
        let chunks: Vec<&[usize]> = self.numbers.chunks(length).collect();
        let share = chunks.len().div_ceil(self.threads.get()).max(1);
        let work = &|share: &[&[usize]]| share.iter().map(|chunk| work(chunk)).collect::<Vec<T>>();
        thread::scope(|scope| {
            let start = |share| thread::Builder::new().spawn_scoped(scope, move || work(share)).ok();
            let workers: Vec<_> = chunks.chunks(share).map(|share| (share, start(share))).collect();
            // If the system refuses a thread, this one does the work.
            let result = |(share, worker): (_, Option<thread::ScopedJoinHandle<'_, _>>)| match worker {
                Some(worker) => worker.join().expect("a worker only adds"),
                None => work(share),
            };
            workers.into_iter().flat_map(result).collect()
        })
    }
}

/// The number of chunks of many samples, and so the most threads that are of use.
///
/// Each chunk has its own sum of 8 bytes a weight.
const CHUNKS: usize = 16;

/// The size of the chunks of few samples.
const SMALLEST_CHUNK: usize = 1024;

/// A sum over the samples of a chunk.
struct Sum {
    loss: f64,
    by_weight: Vec<f64>,
}

impl Sum {
    fn zero(weights: usize) -> Self {
        Self { loss: 0.0, by_weight: vec![0.0; weights] }
    }

    /// The sum of the chunks, in their order.
    fn of(chunks: Vec<Sum>, weights: usize) -> Self {
        chunks.into_iter().fold(Sum::zero(weights), |mut sum, chunk| {
            sum.loss += chunk.loss;
            sum.by_weight.iter_mut().zip(chunk.by_weight).for_each(|(sum, term)| *sum += term);
            sum
        })
    }

    /// Adds a term for each feature of a sample.
    fn add(&mut self, row: &Row<'_>, term: impl Fn(f64) -> f64) {
        for (index, count) in row.features() {
            self.by_weight[index] += term(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up;

    fn scale() -> Scale {
        Scale::new(3.0).unwrap()
    }

    fn batch(samples: &Samples, threads: usize) -> Batch<'_> {
        let threads = NonZero::new(threads).unwrap();
        Batch::new(samples, (0..samples.len()).collect(), scale(), threads)
    }

    #[test]
    fn knowing_nothing_costs_ln_2() {
        let samples = made_up::games(1, 100, &[1.0, -2.0], scale());
        assert!((loss(&samples, &[0.0, 0.0], scale()).unwrap() - 2f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn a_sample_of_weight_two_is_two_samples() {
        let sample = |outcome, weight| crate::Sample { features: vec![(0, 1.0)], outcome, weight, game: 0 };
        let (mut once, mut twice) = (Samples::new(1), Samples::new(1));
        once.push(&sample(1.0, 2.0)).unwrap();
        once.push(&sample(0.0, 1.0)).unwrap();
        for outcome in [1.0, 1.0, 0.0] {
            twice.push(&sample(outcome, 1.0)).unwrap();
        }
        assert_eq!(batch(&once, 1).gradient(&[0.5]).1, batch(&twice, 1).gradient(&[0.5]).1);
        assert_eq!(batch(&once, 1).curvature(), batch(&twice, 1).curvature());
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let samples = made_up::games(2, 3000, &[1.0, -2.0, 0.5, 4.0], scale());
        let batch = batch(&samples, 1);
        let weights = [0.3, -0.1, 0.7, 2.0];
        let (loss, gradient) = batch.gradient(&weights);
        assert_eq!(loss, batch.loss(&weights));
        for (index, slope) in gradient.into_iter().enumerate() {
            let at = |step| {
                let mut moved = weights;
                moved[index] += step;
                batch.loss(&moved)
            };
            let difference = (at(1e-4) - at(-1e-4)) / 2e-4;
            assert!((slope - difference).abs() < 1e-8, "weight {index}: {slope} is not {difference}");
        }
    }

    #[test]
    fn threads_do_not_change_a_bit() {
        let samples = made_up::games(3, 40_000, &[1.0, -2.0, 0.5], scale());
        let weights = [0.1, 0.2, 0.3];
        let one = batch(&samples, 1);
        for threads in [2, 3, 5, 16, 100] {
            let many = batch(&samples, threads);
            assert_eq!(many.gradient(&weights), one.gradient(&weights));
            assert_eq!(many.loss(&weights), one.loss(&weights));
            assert_eq!(many.curvature(), one.curvature());
        }
    }

    #[test]
    fn what_is_not_fit_for_use_is_named() {
        let samples = made_up::games(4, 2, &[1.0, 1.0], scale());
        let error = |weights: &[f64]| loss(&samples, weights, scale()).unwrap_err().to_string();
        assert_eq!(error(&[0.0]), "there are 1 weights for 2 features");
        assert_eq!(error(&[0.0, f64::NAN]), "weight 1 is not finite");
        assert_eq!(loss(&Samples::new(1), &[0.0], scale()), Err(InputError::NoSamples));
    }
}

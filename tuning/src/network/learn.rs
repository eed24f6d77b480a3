//! The run: epochs, batches, threads, and the loss on samples that are held back.

use std::num::NonZero;

use rayon::prelude::*;
use thiserror::Error;

use super::adam::Adam;
use super::gradient::{Blend, GradientSum, cross_entropy};
use super::schedule::Schedule;
use super::{NetworkWeights, Shape};
use crate::positions::PositionSamples;
use crate::split::mix;

/// The settings of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct LearnSettings {
    /// The number of times that all samples are seen.
    pub epochs: u32,
    /// The highest learning rate.
    pub rate: f32,
    /// The number of samples in a batch.
    pub batch: usize,
    /// The share of the result in what is learnt, from 0 to 1; the rest is the score's.
    pub result_share: f32,
    /// The hundredths of a man that are one unit of the logarithm of the odds.
    pub scale: f32,
    /// The random seed for the first weights and the order of the samples.
    pub seed: u64,
    /// The number of threads; more than 8 are of no use. The result does not depend on it.
    pub threads: NonZero<usize>,
}

impl Default for LearnSettings {
    fn default() -> Self {
        Self {
            epochs: 8,
            rate: 0.0015,
            batch: 1024,
            result_share: 0.5,
            scale: 200.0,
            seed: 1,
            threads: NonZero::<usize>::MIN,
        }
    }
}

/// Why nothing can be learnt.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// There are too few samples to learn from some and test with others.
    #[error("there are {0} samples; learning needs more than {HELD_BLOCK}")]
    TooFew(usize),
    /// The numbers became too large. A lower learning rate may help.
    #[error("the weights diverge in epoch {0}")]
    Diverged(u32),
    /// The system cannot start the threads.
    #[error(transparent)]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// The number of the epoch, counted from 1.
    pub number: u32,
    /// The mean loss of the training samples during the epoch, in nats, against what is learnt.
    pub training: f64,
    /// The mean loss of the samples held back, in nats, against the results of the games.
    pub held_back: f64,
}

/// What was learnt.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The weights after the last epoch.
    pub weights: NetworkWeights,
    /// The losses of each epoch.
    pub epochs: Vec<Epoch>,
}

/// The samples are divided into blocks of this number. Games are shorter, so that few are on both sides.
const HELD_BLOCK: usize = 4096;
/// One block of this number is held back.
const HELD_EVERY: usize = 20;
/// The number of parts of a batch. Each has a sum of its own, so that threads do not change it.
const PARTS: usize = 8;

/// Whether a sample is held back from training.
fn is_held(number: usize) -> bool {
    (number / HELD_BLOCK) % HELD_EVERY == HELD_EVERY / 2
}

/// The numbers of the samples that are held back from training. Of few samples, it is the last tenth.
#[must_use]
pub fn held_back(count: usize) -> Vec<u32> {
    let held: Vec<u32> = (0..count as u32).filter(|&number| is_held(number as usize)).collect();
    if held.is_empty() { (count as u32 - count as u32 / 10..count as u32).collect() } else { held }
}

/// Learns a network from samples. Equal samples and settings give equal weights, bit by bit.
///
/// # Errors
/// Returns an error if there are too few samples, or the weights diverge.
pub fn learn(
    samples: &PositionSamples,
    shape: Shape,
    settings: &LearnSettings,
    mut hear: impl FnMut(Epoch),
) -> Result<Learned, NetworkError> {
    if samples.len() <= HELD_BLOCK {
        return Err(NetworkError::TooFew(samples.len()));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads.get()).build()?;
    let held = held_back(samples.len());
    let mut order: Vec<u32> = Vec::with_capacity(samples.len());
    let mut next = held.iter().copied().peekable();
    order.extend((0..samples.len() as u32).filter(|number| next.next_if_eq(number).is_none()));
    let mut run = Run::new(samples, shape, settings, order.len());
    let mut epochs = Vec::new();
    for number in 1..=settings.epochs {
        shuffle(&mut order, mix(settings.seed ^ u64::from(number) << 32));
        let training = pool.install(|| run.epoch(&order));
        let held_back = pool.install(|| loss_of(samples, &held, &run.weights));
        if !(training.is_finite() && held_back.is_finite()) {
            return Err(NetworkError::Diverged(number));
        }
        let epoch = Epoch { number, training, held_back };
        hear(epoch);
        epochs.push(epoch);
    }
    Ok(Learned { weights: run.weights, epochs })
}

/// The mean loss of a network on these samples against the results of their games, in nats.
fn loss_of(samples: &PositionSamples, numbers: &[u32], weights: &NetworkWeights) -> f64 {
    let part = |numbers: &[u32]| {
        let mut units = vec![0.0; weights.shape.hidden];
        let loss = |&number: &u32| {
            let sample = samples.get(number as usize);
            f64::from(cross_entropy(f32::from(sample.result) / 2.0, weights.output_of(&sample, &mut units)))
        };
        numbers.iter().map(loss).sum::<f64>()
    };
    let losses: Vec<f64> = numbers.par_chunks(HELD_BLOCK).map(part).collect();
    losses.iter().sum::<f64>() / numbers.len() as f64
}

/// Puts the numbers into a random order.
fn shuffle(numbers: &mut [u32], seed: u64) {
    for last in (1..numbers.len()).rev() {
        let random = u128::from(mix(seed.wrapping_add(last as u64)));
        numbers.swap(last, ((random * (last as u128 + 1)) >> 64) as usize);
    }
}

/// A run in progress.
struct Run<'a> {
    samples: &'a PositionSamples,
    settings: &'a LearnSettings,
    blend: Blend,
    weights: NetworkWeights,
    adam: Adam,
    schedule: Schedule,
    step: usize,
    sums: Vec<GradientSum>,
}

impl<'a> Run<'a> {
    fn new(samples: &'a PositionSamples, shape: Shape, settings: &'a LearnSettings, training: usize) -> Self {
        let steps = training.div_ceil(settings.batch) * settings.epochs as usize;
        Self {
            samples,
            settings,
            blend: Blend { result: settings.result_share, scale: settings.scale },
            weights: NetworkWeights::random(shape, settings.seed),
            adam: Adam::new(shape.weights()),
            schedule: Schedule { rate: settings.rate, steps },
            step: 0,
            sums: (0..PARTS).map(|_| GradientSum::new(shape)).collect(),
        }
    }

    /// Sees each sample once, and returns the mean loss.
    fn epoch(&mut self, order: &[u32]) -> f64 {
        order.chunks(self.settings.batch).map(|batch| self.batch(batch)).sum::<f64>() / order.len() as f64
    }

    /// Takes a step down the gradient of a batch, and returns the sum of the losses.
    fn batch(&mut self, batch: &[u32]) -> f64 {
        let Self { samples, blend, weights, .. } = self;
        let parts = batch.par_chunks(batch.len().div_ceil(PARTS));
        let used = parts.len();
        self.sums[..used].par_iter_mut().zip(parts).for_each(|(sum, part)| {
            sum.clear();
            for &number in part {
                let sample = samples.get(number as usize);
                sum.add(weights, &sample, blend.target(&sample));
            }
        });
        let (first, others) = self.sums[..used].split_first_mut().expect("a batch has a part");
        for other in others {
            first.by_weight.iter_mut().zip(&other.by_weight).for_each(|(sum, term)| *sum += term);
            first.loss += other.loss;
        }
        let mean = 1.0 / batch.len() as f32;
        first.by_weight.iter_mut().for_each(|slope| *slope *= mean);
        self.adam.step(&mut self.weights.all, &first.by_weight, self.schedule.at(self.step));
        self.weights.clip();
        self.step += 1;
        first.loss
    }
}

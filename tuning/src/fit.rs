//! Fits weights to samples, and reports progress.

use std::num::NonZero;

use crate::batch::{self, Batch, InputError};
use crate::descent::{Descent, Point, Step};
use crate::objective::Objective;
use crate::samples::Samples;
use crate::scale::Scale;
use crate::split::Split;

/// The settings of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Units of weight for one unit of log-odds. It fixes the unit of the weights: twice the scale
    /// gives twice the weights.
    pub scale: Scale,
    /// How strongly weights are pulled towards 0: the penalty is l2 / 2 · the sum of
    /// (weight / scale)², in nats, beside the mean loss of a sample. Finite, 0 or more.
    ///
    /// If weights are expected to be about s · scale in size, 1 / (samples · s²) is right: the
    /// penalty then matches that prior. It matters for rare features: one iteration is enough to
    /// overfit them, so validation alone cannot prevent that.
    pub l2: f64,
    /// The random seed that chooses the games for validation, and nothing else.
    pub seed: u64,
    /// The number of threads; more than 16 are of no use. The result does not depend on it.
    pub threads: NonZero<usize>,
    /// The share of the games for validation: 0 or more, below 1.
    pub validation: f64,
    /// The most iterations.
    pub iterations: u32,
    /// The most iterations in a row that may fail to lower the validation loss.
    pub patience: u32,
    /// The indices of the weights that do not change.
    pub frozen: Vec<u32>,
}

impl Settings {
    /// The defaults: a tenth of the games for validation, the penalty for a million samples and weights of a
    /// third of the scale, one thread, nothing frozen.
    pub fn new(scale: Scale) -> Self {
        Self {
            scale,
            l2: 1e-5,
            seed: 0,
            threads: NonZero::<usize>::MIN,
            validation: 0.1,
            iterations: 500,
            patience: 10,
            frozen: Vec::new(),
        }
    }

    fn check(&self, samples: &Samples) -> Result<(), FitError> {
        if !(self.l2.is_finite() && 0.0 <= self.l2) {
            return Err(FitError::L2(self.l2));
        }
        if !(0.0..1.0).contains(&self.validation) {
            return Err(FitError::Validation(self.validation));
        }
        match self.frozen.iter().find(|&&index| samples.features() <= index as usize) {
            Some(&index) => Err(FitError::NoSuchWeight(index)),
            None => Ok(()),
        }
    }
}

/// The progress of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration<'a> {
    /// The number of iterations done; 0 is the start.
    pub number: u32,
    /// The mean loss of the training samples, in nats, without the penalty.
    pub training: f64,
    /// The mean loss of the validation samples, if there are any.
    pub validation: Option<f64>,
    /// The current weights. A fit that was interrupted can start from them.
    pub weights: &'a [f64],
}

impl Iteration<'_> {
    /// Whether its weights are better.
    ///
    /// The penalised loss of training falls with each iteration, so without validation the later
    /// one is better.
    fn beats(&self, best: &Fit) -> bool {
        match (self.validation, best.validation) {
            (Some(mine), Some(other)) => mine < other,
            _ => true,
        }
    }

    fn is_finite(&self) -> bool {
        self.training.is_finite() && self.validation.is_none_or(f64::is_finite)
    }
}

/// The result of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// A weight for each feature. Frozen weights, and those whose feature is in no training sample, are
    /// as at the start.
    pub weights: Vec<f64>,
    /// The iteration of the weights.
    pub iteration: u32,
    /// The mean loss of the training samples, in nats, without the penalty.
    pub training: f64,
    /// The mean loss of the validation samples, if there were any.
    pub validation: Option<f64>,
    /// Why the fit ended.
    pub end: End,
}

impl Fit {
    fn of(iteration: &Iteration<'_>) -> Self {
        Self {
            weights: iteration.weights.to_vec(),
            iteration: iteration.number,
            training: iteration.training,
            validation: iteration.validation,
            end: End::Iterations,
        }
    }
}

/// Why a fit ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The minimum was reached.
    Arrived,
    /// The validation loss did not fall for too many iterations.
    Patience,
    /// The most iterations were done.
    Iterations,
}

/// Fits weights to the outcomes of samples, beginning with `start`.
///
/// L-BFGS minimizes the mean cross-entropy with a penalty on all training samples. `on_iteration` is
/// called at the start and after each iteration. With validation, the weights with the lowest
/// validation loss are returned, else the last. Besides the samples this takes up to 350 bytes a
/// weight.
///
/// # Errors
///
/// If there are no samples, the weights or the settings are wrong, there are too few games for
/// validation, or the scores at the start overflow.
pub fn fit(
    samples: &Samples,
    start: &[f64],
    settings: &Settings,
    mut on_iteration: impl FnMut(Iteration<'_>),
) -> Result<Fit, FitError> {
    batch::check(samples, start).map_err(FitError::Input)?;
    settings.check(samples)?;
    let task = Task::of(samples, settings)?;
    let objective = &task.objective;
    let mut descent = Descent::new(|weights| objective.at(weights), objective.reach(), start.to_vec());
    let first = task.iteration(0, descent.here());
    if !first.is_finite() {
        return Err(FitError::Overflow);
    }
    on_iteration(first);
    let mut best = Fit::of(&first);
    for number in 1..=settings.iterations {
        if descent.step() == Step::Arrived {
            return Ok(Fit { end: End::Arrived, ..best });
        }
        let iteration = task.iteration(number, descent.here());
        on_iteration(iteration);
        if iteration.beats(&best) {
            best = Fit::of(&iteration);
        } else if settings.patience < number - best.iteration {
            return Ok(Fit { end: End::Patience, ..best });
        }
    }
    Ok(best)
}

/// Why a fit failed.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum FitError {
    /// The samples or weights are invalid.
    #[error(transparent)]
    Input(InputError),
    /// The strength of the penalty is not finite and 0 or more.
    #[error("the penalty {0} must be finite and not negative")]
    L2(f64),
    /// The share for validation is not 0 or more and below 1.
    #[error("the validation share {0} must be at least 0 and below 1")]
    Validation(f64),
    /// A weight to freeze does not exist.
    #[error("there is no weight {0} to freeze")]
    NoSuchWeight(u32),
    /// All samples are of one game, so none can be used for validation.
    #[error("a single game cannot be split into training and validation")]
    OneGame,
    /// The scores at the start are too large for a number.
    #[error("the initial scores are too large")]
    Overflow,
}

/// The training objective and the validation samples.
struct Task<'a> {
    objective: Objective<'a>,
    validation: Option<Batch<'a>>,
}

impl<'a> Task<'a> {
    fn of(samples: &'a Samples, settings: &Settings) -> Result<Self, FitError> {
        let split =
            Split::of(samples.games(), settings.validation, settings.seed).ok_or(FitError::OneGame)?;
        let batch = |numbers| Batch::new(samples, numbers, settings.scale, settings.threads);
        let held = !split.validation.is_empty();
        Ok(Self {
            objective: Objective::new(batch(split.training), settings.l2, &settings.frozen),
            validation: held.then(|| batch(split.validation)),
        })
    }

    fn iteration<'p>(&self, number: u32, point: &'p Point) -> Iteration<'p> {
        Iteration {
            number,
            training: self.objective.loss(point),
            validation: self.validation.as_ref().map(|batch| batch.loss(&point.weights)),
            weights: &point.weights,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up;
    use crate::samples::Sample;
    use crate::split::mix;

    const TRUTH: [f64; 5] = [100.0, -37.5, 0.0, 12.0, 250.0];

    fn scale() -> Scale {
        Scale::new(150.0).unwrap()
    }

    /// No penalty, no validation: the optimum is the truth.
    fn plain() -> Settings {
        Settings { l2: 0.0, validation: 0.0, ..Settings::new(scale()) }
    }

    fn fitted(samples: &Samples, settings: &Settings) -> Fit {
        fit(samples, &vec![0.0; samples.features()], settings, |_| ()).unwrap()
    }

    #[track_caller]
    fn check(fit: &Fit, expected: &[f64], tolerance: f64) {
        assert_eq!(fit.weights.len(), expected.len());
        for (index, (weight, expected)) in fit.weights.iter().zip(expected).enumerate() {
            assert!((weight - expected).abs() <= tolerance, "weight {index}: {weight} is not {expected}");
        }
    }

    /// Won, drawn and lost games as the truth makes them likely, four samples each.
    fn noisy(seed: u64, count: u64) -> Samples {
        let expected = made_up::games(seed, count, &TRUTH, scale());
        let mut samples = Samples::new(TRUTH.len() as u32);
        for number in 0..expected.len() {
            let row = expected.row(number);
            let luck = mix(mix(seed) ^ !(number as u64)) as f64 / u64::MAX as f64;
            let features = row.features().map(|(index, count)| (index as u32, count as f32)).collect();
            let outcome = f32::from(luck < row.outcome);
            samples.push(&Sample { features, outcome, weight: 1.0, game: number as u32 / 4 }).unwrap();
        }
        samples
    }

    #[test]
    fn the_weights_that_made_the_outcomes_are_found() {
        let fit = fitted(&made_up::games(1, 5000, &TRUTH, scale()), &plain());
        assert_eq!(fit.end, End::Arrived);
        assert!(fit.iteration < 30, "{}", fit.iteration);
        check(&fit, &TRUTH, 1e-2);
    }

    #[test]
    fn one_weight_is_the_logit_of_the_mean() {
        let outcomes = [1.0, 1.0, 0.5, 0.5, 1.0, 0.0, 1.0, 1.0];
        let samples = made_up::samples(1, outcomes.map(|outcome| (vec![(0, 1.0)], outcome)));
        // The mean is 6 / 8.
        check(&fitted(&samples, &plain()), &[150.0 * 3f64.ln()], 1e-3);
    }

    #[test]
    fn rare_features_are_found_too() {
        // One sample in a thousand has the second feature, and it counts 30 at once.
        let row = |number: u32| match number % 1000 {
            0 => (vec![(0, 1.0), (1, 30.0)], if number.is_multiple_of(4000) { 0.0 } else { 1.0 }),
            rest => (vec![(0, 1.0)], if rest <= 333 { 0.0 } else { 1.0 }),
        };
        let fit = fitted(&made_up::samples(2, (0..8000).map(row)), &plain());
        // 666 of 999 are won without it, 3 of 4 with it.
        let first = 150.0 * 2f64.ln();
        check(&fit, &[first, (150.0 * 3f64.ln() - first) / 30.0], 1e-1);
    }

    #[test]
    fn noise_is_averaged_out() {
        let fit = fitted(&noisy(2, 40_000), &Settings { seed: 5, ..Settings::new(scale()) });
        check(&fit, &TRUTH, 10.0);
    }

    #[test]
    fn threads_do_not_change_a_bit() {
        let samples = noisy(3, 20_000);
        let with = |threads| {
            let threads = NonZero::new(threads).unwrap();
            fitted(&samples, &Settings { threads, ..Settings::new(scale()) })
        };
        assert_eq!(with(1), with(3));
        assert_eq!(with(1), with(8));
    }

    #[test]
    fn the_seed_decides_the_split() {
        let samples = noisy(4, 2000);
        let with = |seed| fitted(&samples, &Settings { seed, ..Settings::new(scale()) });
        assert_eq!(with(1), with(1));
        assert_ne!(with(1).validation, with(2).validation);
    }

    #[test]
    fn frozen_weights_stay() {
        let samples = made_up::games(5, 3000, &TRUTH, scale());
        let start = [100.0 / 3.0, -37.5, 7.0, 0.0, 0.0];
        let frozen = vec![0, 2];
        let fit = fit(&samples, &start, &Settings { frozen, ..plain() }, |_| ()).unwrap();
        assert_eq!((fit.weights[0], fit.weights[2]), (start[0], start[2]));
        assert!(100.0 < fit.weights[4]);
    }

    #[test]
    fn frozen_at_the_truth_the_others_are_found() {
        let samples = made_up::games(6, 3000, &TRUTH, scale());
        let start = [100.0, 0.0, 0.0, 0.0, 250.0];
        let fit = fit(&samples, &start, &Settings { frozen: vec![0, 4], ..plain() }, |_| ()).unwrap();
        check(&fit, &TRUTH, 1e-2);
    }

    #[test]
    fn an_unused_feature_stays_at_its_start() {
        let samples = made_up::samples(2, [(vec![(0, 1.0)], 1.0), (vec![(0, 1.0)], 0.0)]);
        let settings = Settings { l2: 0.1, ..plain() };
        let fit = fit(&samples, &[50.0, 0.1 + 0.2], &settings, |_| ()).unwrap();
        assert_eq!(fit.weights[1], 0.1 + 0.2);
        assert!(fit.weights[0].abs() < 1e-2);
    }

    #[test]
    fn a_penalty_shrinks_the_weights() {
        let samples = made_up::games(7, 3000, &TRUTH, scale());
        let size = |l2| {
            let fit = fitted(&samples, &Settings { l2, ..plain() });
            fit.weights.iter().map(|weight| weight * weight).sum::<f64>()
        };
        assert!(size(1.0) < size(0.1));
        assert!(size(0.1) < size(0.0));
        assert!(size(1e6) < 1e-3);
    }

    #[test]
    fn a_penalty_makes_even_certain_wins_finite() {
        let samples = made_up::samples(1, [(vec![(0, 1.0)], 1.0)]);
        let fit = fitted(&samples, &Settings { l2: 0.1, ..plain() });
        // 1 − p = l2 · weight / scale.
        let log_odds = fit.weights[0] / 150.0;
        assert!((1.0 - 1.0 / (1.0 + (-log_odds).exp()) - 0.1 * log_odds).abs() < 1e-6);
        assert!(fitted(&samples, &plain()).weights[0].is_finite());
    }

    #[test]
    fn every_iteration_is_heard() {
        let mut heard = Vec::new();
        let samples = made_up::games(8, 1000, &TRUTH, scale());
        let fit = fit(&samples, &[0.0; 5], &plain(), |iteration| {
            heard.push((iteration.number, iteration.training, iteration.weights.to_vec()));
        });
        let fit = fit.unwrap();
        assert!((0..).zip(&heard).all(|(number, heard)| number == heard.0));
        assert!(heard.is_sorted_by(|before, after| after.1 < before.1));
        assert_eq!(heard.last(), Some(&(fit.iteration, fit.training, fit.weights)));
        assert!((heard[0].1 - 2f64.ln()).abs() < 1e-12);
    }

    /// Few samples, each with a feature of its own game beside the true ones: easy to overfit.
    fn deceptive() -> Samples {
        let truth: Vec<f64> = (0..60).map(|index| if index < 3 { 60.0 } else { 0.0 }).collect();
        let rows = made_up::games(9, 120, &truth, scale());
        let outcome = |number: usize| {
            f32::from((mix(number as u64) as f64 / u64::MAX as f64) < rows.row(number).outcome)
        };
        let features =
            |number: usize| rows.row(number).features().map(|(i, n)| (i as u32, n as f32)).collect();
        made_up::samples(60, (0..120).map(|number| (features(number), outcome(number))))
    }

    #[test]
    fn the_best_of_the_validation_is_kept() {
        let settings = Settings { l2: 0.0, validation: 0.4, patience: 3, ..Settings::new(scale()) };
        let mut heard = Vec::new();
        let fit = fit(&deceptive(), &[0.0; 60], &settings, |iteration| {
            heard.push((iteration.validation.unwrap(), iteration.weights.to_vec()));
        });
        let fit = fit.unwrap();
        assert_eq!(fit.end, End::Patience);
        assert_eq!(heard.len() as u32, fit.iteration + 3 + 1 + 1);
        let best = heard.into_iter().min_by(|left, right| left.0.total_cmp(&right.0)).unwrap();
        assert_eq!((fit.validation.unwrap(), fit.weights), best);
    }

    #[test]
    fn iterations_are_limited() {
        let samples = made_up::games(10, 1000, &TRUTH, scale());
        let fit = fitted(&samples, &Settings { iterations: 2, ..plain() });
        assert_eq!((fit.iteration, fit.end), (2, End::Iterations));
        let none = fitted(&samples, &Settings { iterations: 0, ..plain() });
        assert_eq!((none.iteration, none.weights), (0, vec![0.0; 5]));
    }

    #[track_caller]
    fn refuse(samples: &Samples, settings: Settings, expected: FitError) {
        assert_eq!(fit(samples, &vec![1e300; samples.features()], &settings, |_| ()), Err(expected));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let one = made_up::samples(1, [(vec![(0, 1e30)], 1.0)]);
        refuse(&Samples::new(2), plain(), FitError::Input(InputError::NoSamples));
        refuse(&one, Settings { l2: -1.0, ..plain() }, FitError::L2(-1.0));
        refuse(&one, Settings { validation: 1.0, ..plain() }, FitError::Validation(1.0));
        refuse(&one, Settings { frozen: vec![1], ..plain() }, FitError::NoSuchWeight(1));
        refuse(&one, Settings { validation: 0.5, ..plain() }, FitError::OneGame);
        refuse(&one, plain(), FitError::Overflow);
    }
}

//! `tune report`: how well evaluations foretell the results of games they have not seen.

use std::path::PathBuf;

use serde::Serialize;
use tuning::{PositionSample, PositionSamples, held_back};

use super::super::ExitStatus;
use super::super::error::Error;
use super::super::options::Options;
use super::super::output::Output;
use super::fit;
use crate::engine::Variant;
use crate::eval::{self, StaticEvaluation};

/// The arguments of `tune report`.
#[derive(clap::Args)]
pub(super) struct ReportArgs {
    /// Files of samples of the same game
    #[arg(value_name = "SAMPLES", required = true)]
    samples: Vec<PathBuf>,
    /// Files of networks to compare with material, features and the network in the binary
    #[arg(long, value_name = "FILES", num_args = 1..)]
    weights: Vec<PathBuf>,
}

/// The loss of an evaluation, in nats. A score is turned into the logarithm of the odds by dividing it by the
/// scale that suits it best.
#[derive(Serialize)]
struct LossLine {
    evaluation: String,
    samples: usize,
    scale: f64,
    loss: f64,
    /// The losses by the number of pieces, few pieces first. `None` where there are no samples.
    by_pieces: Vec<Option<f64>>,
}

pub(super) fn run(options: &Options, args: &ReportArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let samples = fit::read_all(&args.samples)?;
    let variant: Variant = samples.game().parse().map_err(Error::input)?;
    let held = Held::of(&samples, variant)?;
    if !options.json {
        output.line(held.head())?;
    }
    let mut tell = |name: &str, evaluation: &StaticEvaluation| -> Result<(), Error> {
        let line = held.loss(name, evaluation);
        options.tell(output, &line, line.sentence())
    };
    tell("material", &variant.material_weights().into())?;
    tell("features", &variant.weights().into())?;
    if let Some(network) = variant.network() {
        tell("network", &network.into())?;
    }
    for path in &args.weights {
        let network = variant.load_network(path).map_err(Error::Input)?;
        tell(&path.display().to_string(), &network.into())?;
    }
    Ok(ExitStatus::Done)
}

/// The samples that are held back from learning.
struct Held {
    variant: Variant,
    samples: Vec<PositionSample>,
}

/// The scales that are tried, in hundredths of a man.
const SCALES: (f64, f64) = (20.0, 2_000.0);
/// The number of steps of the search for the best scale. Each divides the range by the golden ratio.
const STEPS: usize = 30;

impl Held {
    fn of(samples: &PositionSamples, variant: Variant) -> Result<Self, Error> {
        let numbers = held_back(samples.len());
        if numbers.is_empty() {
            return Err(Error::Input("there are too few samples".to_owned()));
        }
        let samples = numbers.into_iter().map(|number| samples.get(number as usize)).collect();
        Ok(Self { variant, samples })
    }

    fn bucket(&self, sample: &PositionSample) -> usize {
        eval::bucket(sample.pieces(), self.variant.most_pieces())
    }

    fn head(&self) -> String {
        let most = self.variant.most_pieces();
        let last = |bucket| (1..=most).filter(|&pieces| eval::bucket(pieces, most) == bucket).max();
        let columns: Vec<String> = (0..eval::BUCKETS)
            .map(|bucket| last(bucket).map_or_else(String::new, |pieces| format!("≤{pieces}")))
            .map(|title| format!("{title:>7}"))
            .collect();
        format!("{:<24} {:>6} {:>8} {}", "loss by pieces", "scale", "all", columns.join(" "))
    }

    fn loss(&self, name: &str, evaluation: &StaticEvaluation) -> LossLine {
        let score = |sample: &PositionSample| {
            f64::from(self.variant.static_score([sample.own, sample.opposing, sample.kings], evaluation))
        };
        let scores: Vec<f64> = self.samples.iter().map(score).collect();
        let scale = lowest(|scale| self.mean(&scores, scale, |_| true).unwrap_or(0.0));
        LossLine {
            evaluation: name.to_owned(),
            samples: self.samples.len(),
            scale,
            loss: self.mean(&scores, scale, |_| true).unwrap_or(f64::NAN),
            by_pieces: (0..eval::BUCKETS)
                .map(|bucket| self.mean(&scores, scale, |sample| self.bucket(sample) == bucket))
                .collect(),
        }
    }

    /// The mean loss of some samples. Returns `None` if there are none.
    fn mean(&self, scores: &[f64], scale: f64, is_in: impl Fn(&PositionSample) -> bool) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0.0);
        for (sample, score) in self.samples.iter().zip(scores).filter(|(sample, _)| is_in(sample)) {
            sum += cross_entropy(f64::from(sample.result) / 2.0, score / scale);
            count += 1.0;
        }
        (count > 0.0).then(|| sum / count)
    }
}

/// The cross-entropy of a result and the logarithm of the odds, in nats.
fn cross_entropy(result: f64, odds: f64) -> f64 {
    odds.max(0.0) + (-odds.abs()).exp().ln_1p() - result * odds
}

/// The scale at which a function with one minimum is lowest: golden-section search.
fn lowest(function: impl Fn(f64) -> f64) -> f64 {
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = SCALES;
    for _ in 0..STEPS {
        let [left, right] = [high - golden * (high - low), low + golden * (high - low)];
        if function(left) < function(right) { high = right } else { low = left }
    }
    f64::midpoint(low, high)
}

impl LossLine {
    fn sentence(&self) -> String {
        let Self { evaluation, scale, loss, by_pieces, .. } = self;
        let columns: Vec<String> = by_pieces
            .iter()
            .map(|loss| loss.map_or_else(|| format!("{:>7}", "–"), |loss| format!("{loss:>7.4}")))
            .collect();
        format!("{evaluation:<24} {scale:>6.0} {loss:>8.5} {}", columns.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_scale_is_found() {
        for best in [35.0, 200.0, 1500.0] {
            let found = lowest(|scale| (scale / best).ln().powi(2));
            assert!((found / best - 1.0).abs() < 0.01, "{found} is not {best}");
        }
    }

    #[test]
    fn knowing_nothing_costs_ln_2() {
        for result in [0.0, 0.5, 1.0] {
            assert!((cross_entropy(result, 0.0) - 2f64.ln()).abs() < 1e-12);
        }
        assert_eq!((cross_entropy(1.0, 900.0), cross_entropy(0.0, 900.0)), (0.0, 900.0));
    }
}

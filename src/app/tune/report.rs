//! `tune report`: how well evaluations foretell the results of games they have not seen.

use std::path::PathBuf;

use serde::Serialize;
use tuning::{PositionSample, PositionSamples, Sample, Samples, Scale, ScaleError, fit_scale, held_back};

use super::super::ExitStatus;
use super::super::error::Error;
use super::super::options::Options;
use super::super::output::Output;
use super::fit;
use crate::engine::{Evaluation, Variant};
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
        let line = held.loss(name, evaluation)?;
        options.tell(output, &line, line.sentence())
    };
    tell("material", &variant.static_evaluation(Evaluation::Material, None))?;
    tell("features", &variant.static_evaluation(Evaluation::Features, None))?;
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

/// The least and the greatest scale that scores are divided by, in hundredths of a man.
const SCALES: (f64, f64) = (20.0, 2_000.0);

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

    fn loss(&self, name: &str, evaluation: &StaticEvaluation) -> Result<LossLine, Error> {
        let (mut all, mut by_pieces) = (Samples::new(1), vec![Samples::new(1); eval::BUCKETS]);
        for (game, sample) in (0..).zip(&self.samples) {
            let scored = self.scored(sample, evaluation, game);
            all.push(&scored).map_err(Error::input)?;
            by_pieces[self.bucket(sample)].push(&scored).map_err(Error::input)?;
        }
        let scale = best_scale(&all);
        let loss = |samples: &Samples| tuning::loss(samples, &[1.0], scale).ok();
        Ok(LossLine {
            evaluation: name.to_owned(),
            samples: self.samples.len(),
            scale: scale.units(),
            loss: loss(&all).unwrap_or(f64::NAN),
            by_pieces: by_pieces.iter().map(loss).collect(),
        })
    }

    /// The score of a sample as its only feature.
    fn scored(&self, sample: &PositionSample, evaluation: &StaticEvaluation, game: u32) -> Sample {
        let score = self.variant.static_score([sample.own, sample.opposing, sample.kings], evaluation);
        let outcome = f32::from(sample.result) / 2.0;
        Sample { features: vec![(0, score as f32)], outcome, weight: 1.0, game }
    }
}

/// The scale that suits the scores best. Scores that tell nothing get the greatest one.
fn best_scale(samples: &Samples) -> Scale {
    let units = match fit_scale(samples, &[1.0]) {
        Ok(scale) => scale.units(),
        Err(ScaleError::Separable) => SCALES.0,
        Err(_) => SCALES.1,
    };
    Scale::new(units.clamp(SCALES.0, SCALES.1)).expect("the scales are positive")
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

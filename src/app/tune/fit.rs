//! `tune fit`: learns a network from files of samples.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use serde::Serialize;
use tuning::{Epoch, LearnSettings, NetworkWeights, PositionSamples, Shape, learn};

use super::super::ExitStatus;
use super::super::error::Error;
use super::super::options::{Options, whole};
use super::super::output::Output;
use super::super::output_file::OutputFile;
use crate::engine::Variant;
use crate::eval::{self, Network, RealNetwork};
use crate::jobs::series::threads;
use crate::notation::counted;

/// The arguments of `tune fit`.
#[derive(clap::Args)]
pub(super) struct FitArgs {
    /// Files of samples of the same game
    #[arg(value_name = "SAMPLES", required = true)]
    samples: Vec<PathBuf>,
    /// File for the network
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of times that all samples are seen
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = whole::<u32>(1, 1000))]
    epochs: u32,
    /// Highest learning rate
    #[arg(long, value_name = "RATE", default_value_t = 0.0015)]
    rate: f32,
    /// Share of the result of the game in what is learnt; the rest is that of the search's score
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    result_share: f32,
}

#[derive(Serialize)]
struct EpochLine {
    epoch: u32,
    training: f64,
    held_back: f64,
}

#[derive(Serialize)]
struct FitLine {
    samples: usize,
    /// The mean cross-entropy of the results of samples held back, in nats.
    loss: f64,
    seed: u64,
    file: PathBuf,
}

pub(super) fn run(options: &Options, args: &FitArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let file = OutputFile::out(&args.out);
    file.check(options)?;
    let samples = read_all(&args.samples)?;
    let settings = LearnSettings {
        rate: args.rate,
        result_share: args.result_share,
        ..settings(options, args.epochs, options.seed.unwrap_or(1))
    };
    let mut told = Ok(());
    let hear = |Epoch { number, training, held_back }: Epoch| {
        let line = EpochLine { epoch: number, training, held_back };
        let sentence = format!("epoch {number:>3}: loss {training:.5}, held back {held_back:.5}");
        if told.is_ok() {
            told = options.tell(output, &line, sentence);
        }
    };
    let (network, loss) = learn_network(&samples, &settings, hear)?;
    told?;
    file.write(&network.to_bytes())?;
    let line = FitLine { samples: samples.len(), loss, seed: settings.seed, file: args.out.clone() };
    let sentence = format!("{}, loss {loss:.5}, seed {}", counted(line.samples, "sample"), settings.seed);
    options.tell(output, &line, sentence)?;
    Ok(ExitStatus::Done)
}

/// The settings with which networks are learnt.
pub(super) fn settings(options: &Options, epochs: u32, seed: u64) -> LearnSettings {
    LearnSettings {
        epochs,
        scale: eval::HUNDREDTHS as f32,
        seed,
        threads: threads(options.threads),
        ..LearnSettings::default()
    }
}

/// Learns a network. Returns it with its loss on the samples held back.
pub(super) fn learn_network(
    samples: &PositionSamples,
    settings: &LearnSettings,
    hear: impl FnMut(Epoch),
) -> Result<(Network, f64), Error> {
    let variant: Variant = samples.game().parse().map_err(Error::input)?;
    let learned = learn(samples, shape(variant), settings, hear).map_err(Error::input)?;
    let network = real(&learned.weights).quantized(variant.name(), variant.cells()).map_err(Error::input)?;
    let loss = learned.epochs.last().map_or(f64::NAN, |epoch| epoch.held_back);
    Ok((network, loss))
}

/// Reads samples of one game.
pub(super) fn read_all(paths: &[PathBuf]) -> Result<PositionSamples, Error> {
    let mut all: Option<PositionSamples> = None;
    for path in paths {
        let file = File::open(path).map_err(|error| Error::file(path, error))?;
        let samples =
            PositionSamples::read(BufReader::new(file)).map_err(|error| Error::file(path, error))?;
        match &mut all {
            None => all = Some(samples),
            Some(all) => all.append(&samples).map_err(|error| Error::file(path, error))?,
        }
    }
    all.ok_or_else(|| Error::Input("no files of samples are named".to_owned()))
}

/// The shape of the networks of a variant.
fn shape(variant: Variant) -> Shape {
    Shape {
        cells: variant.cells(),
        hidden: eval::HIDDEN,
        buckets: eval::BUCKETS,
        pieces: variant.most_pieces(),
    }
}

fn real(weights: &NetworkWeights) -> RealNetwork {
    RealNetwork {
        hidden: weights.hidden().to_vec(),
        hidden_bias: weights.hidden_bias().to_vec(),
        output: weights.output().to_vec(),
        output_bias: weights.output_bias().to_vec(),
    }
}

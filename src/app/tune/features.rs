//! `tune features`: learns the weights of the features from games of the engine against itself.
//!
//! The method is described in `tuning/README.md`.

use std::path::PathBuf;

use serde::Serialize;
use tuning::{Fit, Samples, Scale, Settings, fit, fit_scale};

use super::super::ExitStatus;
use super::super::error::Error;
use super::super::options::{Options, whole};
use super::super::output::Output;
use super::super::output_file::OutputFile;
use super::super::progress::ProgressDisplay;
use super::{feature_games as games, rows};
use crate::eval::Weights;
use crate::jobs::series::threads;
use crate::notation::counted;

/// The arguments of `tune features`.
#[derive(clap::Args)]
pub(super) struct FeaturesArgs {
    /// Number of games to learn from
    #[arg(long, value_name = "G", default_value_t = 2000, value_parser = whole::<u32>(2, u32::MAX.into()))]
    games: u32,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = whole::<u64>(1, u64::MAX))]
    nodes: u64,
    /// Number of random moves at the start of each game
    #[arg(long, value_name = "K", default_value_t = 6, value_parser = whole::<usize>(0, 100))]
    random_plies: usize,
    /// Begin with hand-chosen weights instead of the current ones
    #[arg(long)]
    from_guesses: bool,
    /// File for the weights [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The number of times that scale and weights are fitted in turn. Each depends on the other.
const ROUNDS: usize = 3;

/// The result. Losses are in nats.
#[derive(Serialize)]
struct Summary {
    games: u32,
    /// The number of different games. Only these are learnt from.
    unique: u32,
    positions: usize,
    seed: u64,
    /// The thousandths of a man that are one unit of log-odds.
    scale: f64,
    loss_before: f64,
    training: f64,
    validation: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<String>,
}

pub(super) fn run(options: &Options, args: &FeaturesArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    Tune { options, args, output }.run()
}

struct Tune<'a> {
    options: &'a Options,
    args: &'a FeaturesArgs,
    output: &'a mut Output,
}

impl Tune<'_> {
    fn run(self) -> Result<ExitStatus, Error> {
        let file = self.args.out.as_deref().map(OutputFile::out);
        file.map_or(Ok(()), |file| file.check(self.options))?;
        let seed = self.options.seed();
        let variant = self.options.variant;
        let start = if self.args.from_guesses { variant.initial_weights() } else { variant.weights() };
        let (samples, unique) = self.samples(&start, seed)?;
        let before = rows::numbers(&start);
        let scale = fit_scale(&samples, &before).map_err(Error::input)?;
        let loss_before = tuning::loss(&samples, &before, scale).map_err(Error::input)?;
        let (fit, scale) = self.fit((&samples, unique), before, scale, seed)?;
        let weights = rows::weights(&fit.weights).to_string();
        let (training, validation) = (fit.training, fit.validation);
        let mut summary = Summary {
            games: self.args.games,
            unique,
            positions: samples.len(),
            seed,
            scale: scale.units(),
            loss_before,
            training,
            validation,
            weights: None,
        };
        match file {
            Some(file) => file.write(weights.as_bytes())?,
            None => summary.weights = Some(weights),
        }
        self.conclude(&summary)
    }

    /// Plays the games and returns the features of the positions of different games, and the number of these.
    fn samples(&self, weights: &Weights, seed: u64) -> Result<(Samples, u32), Error> {
        let FeaturesArgs { games, nodes, random_plies, .. } = *self.args;
        let mut progress = ProgressDisplay::new("games");
        let plan = games::GamePlan {
            variant: self.options.variant,
            games,
            nodes,
            random_plies,
            seed,
            threads: threads(self.options.threads),
        };
        let (mut samples, mut unique) = (Samples::new(rows::WIDTH), 0);
        games::play_all(&plan, weights, |number, game| {
            progress.show(number as u64 + 1, games.into());
            let Some(game) = game else { return Ok(()) };
            unique += 1;
            game.iter().try_for_each(|sample| samples.push(sample)).map_err(Error::input)
        })?;
        Ok((samples, unique))
    }

    /// Fits weights and scale in turn to the samples of this number of games. The value of a man is fixed, so the
    /// scale has to follow.
    fn fit(
        &self,
        (samples, games): (&Samples, u32),
        mut weights: Vec<f64>,
        mut scale: Scale,
        seed: u64,
    ) -> Result<(Fit, Scale), Error> {
        let mut round = 0;
        loop {
            let settings = Settings {
                seed,
                // The positions of a game share one outcome: the information grows with the games.
                l2: 1.0 / f64::from(games),
                threads: threads(self.options.threads),
                frozen: rows::frozen(),
                ..Settings::new(scale)
            };
            let fit = fit(samples, &weights, &settings, |_| ()).map_err(Error::input)?;
            round += 1;
            if round == ROUNDS {
                return Ok((fit, scale));
            }
            scale = fit_scale(samples, &fit.weights).map_err(Error::input)?;
            weights = fit.weights;
        }
    }

    fn conclude(self, summary: &Summary) -> Result<ExitStatus, Error> {
        if self.options.json {
            self.output.json(summary)?;
            return Ok(ExitStatus::Done);
        }
        let Summary { games, unique, positions, seed, scale, loss_before, training, .. } = *summary;
        let validation =
            summary.validation.map_or_else(String::new, |loss| format!(", validation {loss:.5}"));
        if let Some(weights) = &summary.weights {
            self.output.line(weights)?;
        }
        let (positions, games) = (counted(positions, "position"), counted(games, "game"));
        self.output.line(format_args!("{positions} of {games}, {unique} unique, seed {seed}"))?;
        self.output.line(format_args!(
            "scale {scale:.0}, loss {loss_before:.5} before, {training:.5} after{validation}"
        ))?;
        Ok(ExitStatus::Done)
    }
}

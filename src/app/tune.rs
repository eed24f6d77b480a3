//! `tune`: learns the evaluation from games of the engine against itself.
//!
//! The method is described in `tuning/README.md`.

mod duel;
mod feature_games;
mod features;
mod fit;
mod generations;
mod report;
mod rows;
mod samples;
mod strength;
mod training_game;

use clap::Subcommand;

use super::ExitStatus;
use super::error::Error;
use super::options::Options;
use super::output::Output;

/// The arguments of `tune`.
#[derive(clap::Args)]
pub(super) struct TuneArgs {
    #[command(subcommand)]
    command: TuneCommand,
}

#[derive(Subcommand)]
enum TuneCommand {
    /// Play games of the engine against itself and write their positions to a file of samples
    Samples(samples::SamplesArgs),
    /// Learn a network from files of samples
    Fit(fit::FitArgs),
    /// Compare how well evaluations foretell the results of games
    Report(report::ReportArgs),
    /// Play, learn and compare again and again
    Generations(generations::GenerationsArgs),
    /// Learn the weights of the features, which can be read
    Features(features::FeaturesArgs),
}

impl TuneArgs {
    /// Whether the command tells what it has when it is asked to end. The others tell each step when it is done, and
    /// what they have is on disk.
    pub(super) const fn tells_what_it_has(&self) -> bool {
        matches!(self.command, TuneCommand::Samples(_))
    }
}

pub(super) fn run(options: &Options, args: &TuneArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    match &args.command {
        TuneCommand::Samples(args) => samples::run(options, args, output),
        TuneCommand::Fit(args) => fit::run(options, args, output),
        TuneCommand::Report(args) => report::run(options, args, output),
        TuneCommand::Generations(args) => generations::run(options, args, output),
        TuneCommand::Features(args) => features::run(options, args, output),
    }
}

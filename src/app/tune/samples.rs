//! `tune samples`: games of the engine against itself, and their positions in a file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use tuning::PositionSamples;

use super::super::ExitStatus;
use super::super::error::Error;
use super::super::options::{Options, whole};
use super::super::output::Output;
use super::super::output_file::OutputFile;
use super::super::progress::ProgressDisplay;
use super::super::shard_flags::ShardArgs;
use super::training_game::{TrainingGame, TrainingGames};
use crate::engine::{Evaluation, Searcher, Variant};
use crate::eval::{Network, StaticEvaluation};
use crate::files;
use crate::jobs::journal::{self, Header, detail};
use crate::jobs::pool::{Completion, Flow};
use crate::jobs::series::{Series, threads};
use crate::jobs::shard::Shard;
use crate::notation::counted;

/// The arguments of `tune samples`.
#[derive(clap::Args)]
pub(super) struct SamplesArgs {
    /// Number of games
    #[arg(long, value_name = "G", required_unless_present = "merge")]
    #[arg(value_parser = whole::<u32>(1, 100_000_000))]
    games: Option<u32>,
    /// Nodes per move
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u64>(1, u64::MAX))]
    nodes: u64,
    /// Play with this network instead of the built-in evaluation
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Play with the features instead of the network
    #[arg(long, conflicts_with = "weights")]
    features: bool,
    /// The least number of random moves at the start of a game
    #[arg(long, value_name = "K", default_value_t = RANDOM_PLIES.0, value_parser = whole::<usize>(0, 100))]
    least_random: usize,
    /// The greatest number of random moves at the start of a game
    #[arg(long, value_name = "K", default_value_t = RANDOM_PLIES.1, value_parser = whole::<usize>(0, 100))]
    most_random: usize,
    /// File for the samples. If the program is interrupted, the same command resumes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    shards: ShardArgs,
}

const COMMAND: &str = "tune samples";
/// The cache of the tables, in MiB.
const CACHE_MIB: usize = 64;

#[derive(Serialize)]
struct SamplesLine {
    games: usize,
    unique: usize,
    samples: usize,
    exact: usize,
    seed: u64,
    file: PathBuf,
}

pub(super) fn run(options: &Options, args: &SamplesArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    if !args.shards.merge.is_empty() {
        return merge(options, args, output);
    }
    let file = journal_of(args);
    let shard = args.shards.shard;
    match shard {
        Some(_) => args.shards.check_results(Some(&file))?,
        None => OutputFile::out(&args.out).check_begun(options, &file)?,
    }
    let settings = SampleSettings {
        games: args.games.unwrap_or_default(),
        nodes: args.nodes,
        random_plies: (args.least_random, args.most_random.max(args.least_random)),
        evaluation: if args.features { Evaluation::Features } else { Evaluation::Network },
        network: args.network(options.variant)?,
        seed: args.shards.seed(options, Some(&file)),
    };
    let run = TrainingRun::new(options, &settings, shard.unwrap_or(Shard::WHOLE));
    if shard.is_none() {
        OutputFile::out(&args.out).check_run(options, &file, &run.header)?;
    }
    let (collected, series, completion) = run.collect(options, &file)?;
    if completion == Completion::Interrupted {
        collected.tell(options, output, settings.seed, &file)?;
        return Ok(ExitStatus::Resumable);
    }
    if shard.is_some() {
        return collected.tell(options, output, settings.seed, &file);
    }
    collected.write(&args.out)?;
    series.remove_journal();
    collected.tell(options, output, settings.seed, &args.out)
}

/// How samples are made.
pub(super) struct SampleSettings {
    pub(super) games: u32,
    /// Nodes per move.
    pub(super) nodes: u64,
    /// The least and the greatest number of random moves at the start of a game.
    pub(super) random_plies: (usize, usize),
    pub(super) evaluation: Evaluation,
    /// The network to use instead of the one in the binary.
    pub(super) network: Option<Arc<Network>>,
    pub(super) seed: u64,
}

/// The default number of random moves.
pub(super) const RANDOM_PLIES: (usize, usize) = (6, 13);

/// Writes the samples of whole games to a file, unless it is there.
pub(super) fn write_samples(options: &Options, settings: &SampleSettings, path: &Path) -> Result<(), Error> {
    if path.exists() {
        return Ok(());
    }
    let run = TrainingRun::new(options, settings, Shard::WHOLE);
    let (collected, series, completion) = run.collect(options, &journal::beside(path))?;
    completion.required()?;
    files::write_whole(path, |file| collected.samples.write(file))
        .map_err(|error| Error::file(path, error))?;
    series.remove_journal();
    Ok(())
}

/// The games of a shard.
struct TrainingRun {
    games: TrainingGames,
    evaluation: StaticEvaluation,
    header: Header,
}

impl TrainingRun {
    fn new(options: &Options, settings: &SampleSettings, shard: Shard) -> Self {
        let variant = options.variant;
        let games = TrainingGames {
            variant,
            nodes: settings.nodes,
            random_plies: settings.random_plies,
            seed: settings.seed,
            tables: options.player_tables(CACHE_MIB),
        };
        let header = settings.header(variant, games.tables.pieces(), shard);
        let evaluation = variant.static_evaluation(settings.evaluation, settings.network.clone());
        Self { games, evaluation, header }
    }

    /// Plays the games that are not in the journal.
    fn collect(
        &self,
        options: &Options,
        journal: &Path,
    ) -> Result<(Collected, Series<TrainingGame>, Completion), Error> {
        let Self { games, evaluation, header } = self;
        let (variant, other) = (games.variant, options.other_results());
        let series = Series::new(header, Some(journal), other, threads(options.threads))?;
        let mut collected = Collected::new(variant);
        let mut progress = ProgressDisplay::new("games");
        let completion = series.run(
            || Ok::<_, Error>(Searcher::new(variant, evaluation)),
            |searcher, number| Ok(Some(games.play(searcher, number))),
            |number, game: TrainingGame| {
                progress.show(number as u64 + 1, series.len() as u64);
                collected.add(&game);
                Ok(Flow::GoOn)
            },
        )?;
        progress.clear();
        Ok((collected, series, completion))
    }
}

/// Writes the samples of all shards.
fn merge(options: &Options, args: &SamplesArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    args.shards.check_out(options, Some(&args.out))?;
    let (header, games) = journal::merge::<TrainingGame>(&args.shards.merge, COMMAND)?;
    let mut collected = Collected::new(header.variant.parse().map_err(Error::input)?);
    games.iter().for_each(|(_, game)| collected.add(game));
    collected.write(&args.out)?;
    collected.tell(options, output, header.seed, &args.out)
}

/// The file of results: that of the shard, or one beside the samples.
fn journal_of(args: &SamplesArgs) -> PathBuf {
    if args.shards.shard.is_some() { args.out.clone() } else { journal::beside(&args.out) }
}

impl SamplesArgs {
    fn network(&self, variant: Variant) -> Result<Option<Arc<Network>>, Error> {
        let path = self.weights.as_ref();
        path.map(|path| variant.load_network(path)).transpose().map_err(Error::Input)
    }
}

impl SampleSettings {
    fn header(&self, variant: Variant, pieces: usize, shard: Shard) -> Header {
        let Self { games, nodes, random_plies: (least, most), seed, .. } = *self;
        let version = env!("CARGO_PKG_VERSION");
        let evaluation = match (&self.network, self.evaluation) {
            (Some(network), _) => format!("network {:08x}", network.checksum()),
            (None, Evaluation::Network) => "default evaluation".to_owned(),
            (None, Evaluation::Features) => "features".to_owned(),
            (None, Evaluation::Material) => "material".to_owned(),
        };
        Header {
            command: COMMAND.to_owned(),
            variant: variant.name().to_owned(),
            seed,
            jobs: games as usize,
            settings: format!(
                "remise {version}, {evaluation}, {nodes} nodes, {least} to {most} random plies, tables of \
                 {pieces}"
            ),
            details: vec![
                detail("version", version),
                detail("--games", games),
                detail("--nodes", nodes),
                detail("--least-random", least),
                detail("--most-random", most),
                detail("pieces in tables", pieces),
                detail("evaluation", evaluation),
            ],
            shard,
        }
    }
}

/// The samples of different games.
struct Collected {
    samples: PositionSamples,
    keys: HashSet<u64>,
    games: usize,
}

impl Collected {
    fn new(variant: Variant) -> Self {
        Self {
            samples: PositionSamples::new(variant.name(), variant.cells()),
            keys: HashSet::new(),
            games: 0,
        }
    }

    fn add(&mut self, game: &TrainingGame) {
        self.games += 1;
        if self.keys.insert(game.key) {
            game.samples.iter().for_each(|sample| self.samples.push(sample));
        }
    }

    fn write(&self, path: &Path) -> Result<(), Error> {
        OutputFile::out(path).write_with(|file| self.samples.write(file))
    }

    fn tell(
        self,
        options: &Options,
        output: &mut Output,
        seed: u64,
        file: &Path,
    ) -> Result<ExitStatus, Error> {
        let line = SamplesLine {
            games: self.games,
            unique: self.keys.len(),
            samples: self.samples.len(),
            exact: self.samples.iter().filter(|sample| sample.is_exact).count(),
            seed,
            file: file.to_owned(),
        };
        let SamplesLine { games, unique, samples, exact, .. } = line;
        let (samples, games) = (counted(samples, "sample"), counted(games, "game"));
        let sentence = format!("{samples} ({exact} exact) of {games}, {unique} unique, seed {seed}");
        options.tell(output, &line, sentence)?;
        Ok(ExitStatus::Done)
    }
}

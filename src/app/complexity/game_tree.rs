//! `complexity game-tree`: the branching factor and the length of games, from games at increasing depth.

use std::path::PathBuf;

use super::figure;
use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::options::{Options, whole};
use crate::app::output::Output;
use crate::app::output_file::OutputFile;
use crate::app::progress::ProgressDisplay;
use crate::app::shard_flags::ShardArgs;
use crate::complexity::estimate::{DEEP, DepthLine, Sample, TotalLine, total};
use crate::complexity::experiment::{COMMAND, Depths, Experiment, Plan};
use crate::jobs::journal::{self, Header};
use crate::jobs::pool::{Completion, Flow};
use crate::jobs::series::{Series, threads};
use crate::jobs::shard::Shard;
use crate::matches::game::GameRecord;
use crate::notation::{counted, one_line};

/// The arguments of `complexity game-tree`.
#[derive(clap::Args)]
#[command(override_usage = "remise complexity game-tree [OPTIONS] --games <G>\n       \
                            remise complexity game-tree [OPTIONS] --merge <FILES>...")]
pub(in crate::app) struct GameTreeArgs {
    /// Number of games at each depth [required, except with --merge]
    #[arg(long, value_name = "G", required_unless_present = "merge")]
    #[arg(value_parser = whole::<u32>(1, 10_000_000))]
    games: Option<u32>,
    /// Search depths in plies
    #[arg(long, value_name = "A-B", default_value = "0-7")]
    plies: Depths,
    /// Draw both figures as SVG; with --merge, the files may be of several variants
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// File for the results. If the program is interrupted, the same command resumes
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shards: ShardArgs,
}

/// The default size of the transposition table in MiB.
const HASH_MIB: usize = 2;

pub(super) fn run(options: &Options, args: &GameTreeArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let plot = args.plot.as_deref().map(|path| OutputFile::new("--plot", path));
    plot.map_or(Ok(()), |file| file.check(options))?;
    let mut report = EstimateReport { options, output, lines: Vec::new() };
    if !args.shards.merge.is_empty() {
        merge(args, &mut report)?;
    } else if play(args, &mut report)? == Completion::Interrupted {
        let is_kept = args.out.is_some() || args.shards.shard.is_some();
        return Ok(if is_kept { ExitStatus::Resumable } else { ExitStatus::Undecided });
    }
    if let Some(file) = plot {
        figure::draw(file, &report.lines)?;
    }
    Ok(ExitStatus::Done)
}

/// Plays the games and reports the estimates.
fn play(args: &GameTreeArgs, report: &mut EstimateReport<'_>) -> Result<Completion, Error> {
    let options = report.options;
    let file = args.shards.file(args.out.as_deref(), options, COMMAND);
    let seed = args.shards.seed(options, file.as_deref());
    let plan = Plan::new(args.games.unwrap_or(0) as usize, args.plies, options.hash);
    let header = plan.header(options.variant, seed, args.shards.shard.unwrap_or(Shard::WHOLE));
    args.shards.check_results(file.as_deref())?;
    let other = options.other_results();
    let series = Series::new(&header, file.as_deref(), other, threads(options.threads))?;
    let tables = options.judge();
    let check_tables = || tables.as_ref().map_or(Ok(()), |tables| tables.check_readable());
    check_tables()?;
    options.tell_judge(tables.as_deref());
    let experiment = Experiment::new(options.player(HASH_MIB), plan.clone(), seed);
    let mut progress = ProgressDisplay::new("games");
    let (mut depths, mut done) = (DepthReport::new(report, &header, &plan), 0);
    let completion = series.run::<_, Error>(
        || Ok(experiment.players()),
        |players, job| {
            let game = experiment.play(players, job)?;
            check_tables()?;
            Ok(game)
        },
        |job, game| {
            progress.clear();
            depths.add(job, &game)?;
            done += 1;
            progress.show(done, series.len() as u64);
            Ok(Flow::GoOn)
        },
    )?;
    progress.clear();
    depths.conclude()?;
    if let (Some(shard), Some(file), false) = (args.shards.shard, &file, options.json) {
        report
            .output
            .line(format_args!("results of shard {shard} in {}", one_line(&file.to_string_lossy())))?;
    }
    Ok(completion)
}

/// Merges the shards of each variant and reports the estimates.
fn merge(args: &GameTreeArgs, report: &mut EstimateReport<'_>) -> Result<(), Error> {
    for files in by_variant(&args.shards.merge)? {
        let (header, games) = journal::merge(&files, COMMAND)?;
        let plan = header.settings.parse().map_err(Error::input)?;
        let mut depths = DepthReport::new(report, &header, &plan);
        games.iter().try_for_each(|(job, game)| depths.add(*job, game))?;
        depths.conclude()?;
    }
    Ok(())
}

/// Groups files by variant, in the order of the first file of each.
fn by_variant(files: &[PathBuf]) -> Result<Vec<Vec<PathBuf>>, Error> {
    let mut groups: Vec<(String, Vec<PathBuf>)> = Vec::new();
    for file in files {
        let variant = journal::header(file)?.variant;
        match groups.iter_mut().find(|(known, _)| *known == variant) {
            Some((_, files)) => files.push(file.clone()),
            None => groups.push((variant, vec![file.clone()])),
        }
    }
    Ok(groups.into_iter().map(|(_, files)| files).collect())
}

/// Reports the estimates, and keeps those at each depth for the figures.
struct EstimateReport<'a> {
    options: &'a Options,
    output: &'a mut Output,
    lines: Vec<DepthLine>,
}

impl EstimateReport<'_> {
    fn depth(&mut self, variant: &str, sample: Option<&(u8, Sample)>) -> Result<(), Error> {
        let Some((ply, sample)) = sample else { return Ok(()) };
        let line = sample.line(variant, *ply);
        self.options.tell(self.output, &line, depth_sentence(&line))?;
        self.lines.push(line);
        Ok(())
    }
}

/// Reports the depths of a variant one after the other, then all of them together.
struct DepthReport<'a, 'b> {
    report: &'a mut EstimateReport<'b>,
    header: &'a Header,
    plan: &'a Plan,
    samples: Vec<(u8, Sample)>,
}

impl<'a, 'b> DepthReport<'a, 'b> {
    fn new(report: &'a mut EstimateReport<'b>, header: &'a Header, plan: &'a Plan) -> Self {
        Self { report, header, plan, samples: Vec::new() }
    }

    /// Adds a game, in the order of their numbers.
    fn add(&mut self, job: usize, game: &GameRecord) -> Result<(), Error> {
        let ply = self.plan.depth(job);
        if self.samples.last().is_none_or(|(last, _)| *last != ply) {
            self.report.depth(&self.header.variant, self.samples.last())?;
            self.samples.push((ply, Sample::default()));
        }
        if let Some((_, sample)) = self.samples.last_mut() {
            sample.add(game);
        }
        Ok(())
    }

    fn conclude(self) -> Result<(), Error> {
        let Header { variant, seed, .. } = self.header;
        self.report.depth(variant, self.samples.last())?;
        let line = total(variant, &self.samples, *seed);
        self.report.options.tell(self.report.output, &line, total_sentence(&line))
    }
}

fn depth_sentence(line: &DepthLine) -> String {
    let DepthLine { variant, ply, games, unique, branching, branching_error, length, length_error } = line;
    let games = counted(*games, "game");
    format!(
        "{variant} depth {ply:>2}: {games}, {unique} unique, {branching:.2} ± {branching_error:.2} moves \
         per position, {length:.1} ± {length_error:.1} plies per game"
    )
}

fn total_sentence(line: &TotalLine) -> String {
    let estimate = |value: Option<f64>, error: Option<f64>, digits: usize| match value.zip(error) {
        Some((value, error)) => format!("{value:.digits$} ± {error:.digits$}"),
        None => "?".to_owned(),
    };
    let TotalLine { variant, b, b_error, d, d_error, log10_gtc, log10_gtc_error, seed, .. } = line;
    let (Some(of_b), Some(of_d)) = (line.b_plies, line.d_plies) else {
        return format!(
            "{variant}: b and d need games at depth {DEEP} or more, such as --plies 0-7; seed {seed}"
        );
    };
    format!(
        "{variant}: b {} from {}, d {} from {}, log10 of b^d {}, seed {seed}",
        estimate(*b, *b_error, 2),
        depths(of_b),
        estimate(*d, *d_error, 1),
        depths(of_d),
        estimate(*log10_gtc, *log10_gtc_error, 1)
    )
}

/// A range of depths in words.
fn depths([least, most]: [u8; 2]) -> String {
    if least == most { format!("depth {least}") } else { format!("depths {least} to {most}") }
}

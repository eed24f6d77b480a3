//! `complexity game-tree`: how many moves a position has and how long a game is, from games of players who
//! look farther and farther ahead.
//!
//! The experiment of Table 3 in *Complexity of checkers and draughts on different board sizes* (van
//! Horssen): games without forward pruning, each search with a whim of its own, ended when few pieces are
//! left.

use std::path::PathBuf;
use std::time::Duration;

use super::figure;
use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::options::{Options, whole};
use crate::app::output::Output;
use crate::app::progress::Progress;
use crate::complexity::measure::{DepthLine, Sample, TotalLine, total};
use crate::engine::{Settings, Start, Variant};
use crate::jobs::journal::{self, Header};
use crate::jobs::pool::Flow;
use crate::jobs::series::{Parts, Series, nobody, threads};
use crate::jobs::shard::Shard;
use crate::matches::adjudication::{Adjudication, Truncation};
use crate::matches::duel::{self, Sheet, Terms};
use crate::matches::openings::Opening;
use crate::matches::own::{Own, Variety};
use crate::matches::pace::Pace;
use crate::matches::player::Player;
use crate::search::{Depth, Limits, Profile};
use crate::split_mix::seed_of;

/// What `complexity game-tree` is asked.
#[derive(clap::Args)]
pub(in crate::app) struct Args {
    /// How many games at each depth
    #[arg(long, value_name = "G", required_unless_present = "merge")]
    #[arg(value_parser = whole::<u32>(1, 10_000_000))]
    games: Option<u32>,
    /// The depths, in plies
    #[arg(long, value_name = "A-B", default_value = "0-7")]
    plies: Depths,
    /// Draw both figures; --merge takes files of several variants
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Keep the results here. When the program is ended before all games are played, the same command
    /// goes on where it was
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    parts: Parts,
}

/// The least and the largest depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Depths {
    least: u8,
    most: u8,
}

impl std::str::FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if least <= most && most <= Depth::MAX.0 => Ok(Self { least, most }),
            _ => Err("it takes A-B, such as 0-7".to_owned()),
        }
    }
}

/// Mebibytes of an engine's table, unless something else was said.
const HASH: usize = 2;
const COMMAND: &str = "game-tree";

pub(super) fn run(options: &Options, args: &Args, output: &mut Output) -> Result<ExitStatus, Error> {
    if options.fen.is_some() {
        return Err(Error::Input("--fen: these games begin at the start".to_owned()));
    }
    let mut report = Report { options, output, lines: Vec::new() };
    let status =
        if args.parts.merge.is_empty() { play(args, &mut report) } else { merge(args, &mut report) }?;
    if let Some(path) = &args.plot {
        figure::draw(path, &report.lines)?;
    }
    Ok(status)
}

fn play(args: &Args, report: &mut Report<'_>) -> Result<ExitStatus, Error> {
    let options = report.options;
    let file = args.parts.file(args.out.as_deref(), options, COMMAND);
    let (seed, games) = (args.parts.seed(options, file.as_deref()), args.games.unwrap_or(0) as usize);
    let header = args.header(options, seed, games);
    let series = Series::new(&header, file.as_deref(), threads(options.threads))?;
    let settings = Settings { profile: Profile::Full, ..options.player(HASH) };
    let own = Own { settings, limits: Limits::NONE, variety: Variety::Whims };
    let truncation = truncation_of(options.variant);
    let opening = Opening { start: Start::Opening, moves: Vec::new() };
    let hire = || Ok(own.both());
    let work = |[white, black]: &mut [Player; 2], job: usize| {
        let ply = args.plies.least + (job / games) as u8;
        let terms = terms(options.variant, ply, truncation);
        let seed = seed_of(seed_of(seed, u64::from(ply)), (job % games) as u64);
        duel::play(&terms, &opening, [white, black], seed).map_err(Error::Input)
    };
    report.series(&header, games, args.plies.least, &series, hire, work)?;
    if let (Some(shard), Some(file), false) = (args.parts.shard, &file, options.json) {
        report.output.line(format_args!("results of shard {shard} in {}", file.display()))?;
    }
    Ok(ExitStatus::Done)
}

/// Puts the shards of each variant together.
fn merge(args: &Args, report: &mut Report<'_>) -> Result<ExitStatus, Error> {
    for files in by_variant(&args.parts.merge)? {
        let (header, series) = Series::<Sheet>::merged(&files, COMMAND)?;
        let (games, least) = depths_of(&header)?;
        report.series(&header, games, least, &series, || Ok(()), nobody)?;
    }
    Ok(ExitStatus::Done)
}

/// The files of each variant, in the order in which they come.
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

/// How many games a depth has and which depth is the first, from what a file says of itself.
fn depths_of(header: &Header) -> Result<(usize, u8), Error> {
    let mut words = header.settings.split_whitespace().skip_while(|word| *word != "games").skip(1);
    let games = words.next().and_then(|word| word.parse().ok()).filter(|&games: &usize| games > 0);
    let least = words.nth(1).and_then(|word| word.split('-').next()?.parse().ok());
    games.zip(least).ok_or_else(|| Error::Input("--merge: a file does not say which games it has".to_owned()))
}

fn terms(variant: Variant, ply: u8, truncation: Truncation) -> Terms {
    let limits = Limits { depth: Depth(ply), ..Limits::NONE };
    let (tolerance, patience) = (Duration::MAX, Duration::MAX);
    Terms {
        variant,
        pace: Pace { limits, clock: None, tolerance, patience },
        plies: None,
        adjudication: Adjudication::default(),
        tables: None,
        truncation: Some(truncation),
    }
}

fn truncation_of(variant: Variant) -> Truncation {
    Truncation::of_board(variant.board_size(), variant.rules().flying_kings)
}

impl Args {
    fn header(&self, options: &Options, seed: u64, games: usize) -> Header {
        let Depths { least, most } = self.plies;
        let version = env!("CARGO_PKG_VERSION");
        Header {
            command: COMMAND.to_owned(),
            variant: options.variant.name().to_owned(),
            seed,
            jobs: games * usize::from(most - least + 1),
            settings: format!("remise {version} games {games} plies {least}-{most} hash {:?}", options.hash),
            shard: self.parts.shard.unwrap_or(Shard::WHOLE),
        }
    }
}

/// Tells of depths as they come.
struct Report<'a> {
    options: &'a Options,
    output: &'a mut Output,
    lines: Vec<DepthLine>,
}

impl Report<'_> {
    /// Tells of all depths of a variant, and of them together.
    fn series<W>(
        &mut self,
        header: &Header,
        games: usize,
        least: u8,
        series: &Series<Sheet>,
        hire: impl Fn() -> Result<W, Error> + Sync,
        work: impl Fn(&mut W, usize) -> Result<Sheet, Error> + Sync,
    ) -> Result<(), Error> {
        let mut progress = Progress::new("games");
        let mut samples: Vec<(u8, Sample)> = Vec::new();
        let mut done = 0;
        series.run(hire, work, |job, sheet| {
            let ply = least + (job / games) as u8;
            if samples.last().is_none_or(|(last, _)| *last != ply) {
                progress.clear();
                self.depth(&header.variant, samples.last())?;
                samples.push((ply, Sample::default()));
            }
            if let Some((_, sample)) = samples.last_mut() {
                sample.add(&sheet);
            }
            done += 1;
            progress.show(done, series.len() as u64);
            Ok(Flow::GoOn)
        })?;
        progress.clear();
        self.depth(&header.variant, samples.last())?;
        let line = total(&header.variant, &samples, header.seed);
        self.options.tell(self.output, &line, line.sentence())?;
        Ok(())
    }

    fn depth(&mut self, variant: &str, sample: Option<&(u8, Sample)>) -> Result<(), Error> {
        let Some((ply, sample)) = sample else { return Ok(()) };
        let line = sample.line(variant, *ply);
        self.options.tell(self.output, &line, line.sentence())?;
        self.lines.push(line);
        Ok(())
    }
}

impl DepthLine {
    fn sentence(&self) -> String {
        let Self { variant, ply, games, unique, branching, branching_error, length, length_error } = self;
        format!(
            "{variant} {ply:>2} plies ahead: {games} games, {unique} different, {branching:.2} ± \
             {branching_error:.2} moves, {length:.1} ± {length_error:.1} plies"
        )
    }
}

impl TotalLine {
    fn sentence(&self) -> String {
        let figure = |value: Option<f64>, error: Option<f64>, digits: usize| match value.zip(error) {
            Some((value, error)) => format!("{value:.digits$} ± {error:.digits$}"),
            None => "?".to_owned(),
        };
        let Self { variant, b, b_error, d, d_error, log10_gtc, log10_gtc_error, seed } = self;
        format!(
            "{variant}: b {}, d {}, log10 of b^d {}, seed {seed}",
            figure(*b, *b_error, 2),
            figure(*d, *d_error, 1),
            figure(*log10_gtc, *log10_gtc_error, 1)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_from_and_to() {
        assert_eq!("0-7".parse(), Ok(Depths { least: 0, most: 7 }));
        assert_eq!("3".parse(), Ok(Depths { least: 3, most: 3 }));
        for text in ["", "7-0", "a", "0-128", "1-2-3", "-1"] {
            assert!(text.parse::<Depths>().is_err(), "{text}");
        }
    }
}

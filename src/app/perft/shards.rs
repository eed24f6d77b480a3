//! `perft` in shards, for several machines: each counts below some of the first moves.

use std::path::PathBuf;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::{Args, Count};
use crate::app::Verdict;
use crate::app::error::Error;
use crate::app::options::Options;
use crate::app::output::Output;
use crate::app::progress::Progress;
use crate::board::{Game, MoveList, Position};
use crate::engine::{Task, Variant, variant};
use crate::jobs::journal::Header;
use crate::jobs::pool::Flow;
use crate::jobs::series::{Series, nobody, threads};
use crate::jobs::shard::Shard;
use crate::notation::{self, Quote, Setup};
use crate::perft::{Perft, Table};

const COMMAND: &str = "perft";
/// A job is what follows after so many plies.
const PLIES: u32 = 2;

/// What was counted below a line.
#[derive(Clone, Serialize, Deserialize)]
struct Counted {
    /// The first move of the line.
    first: String,
    /// Leaves at each depth, from that of the line's end on.
    leaves: Vec<u64>,
}

#[derive(Serialize)]
struct FileLine {
    shard: String,
    file: PathBuf,
}

/// Counts a shard, and writes what it comes to in its file.
pub(super) fn count(options: &Options, args: &Args, output: &mut Output) -> Result<Verdict, Error> {
    variant::with(options.variant, CountShard { options, args, output })
}

struct CountShard<'a> {
    options: &'a Options,
    args: &'a Args,
    output: &'a mut Output,
}

impl Task for CountShard<'_> {
    type Output = Result<Verdict, Error>;

    fn run<G: Game>(self) -> Self::Output {
        let Self { options, args, output } = self;
        let position = options.position::<G>()?;
        let depth = args.depth.unwrap_or(1);
        let lines = lines(&position, depth.min(PLIES));
        let shard = args.parts.shard.unwrap_or(Shard::WHOLE);
        let header = Header {
            command: COMMAND.to_owned(),
            variant: options.variant.name().to_owned(),
            seed: 0,
            jobs: lines.len(),
            settings: format!("{depth} {}", notation::fen(position.placement())),
            shard,
        };
        let file = args.parts.file(args.out.as_deref(), options, COMMAND);
        let series = Series::new(&header, file.as_deref(), threads(options.threads))?;
        count_lines(options, args, &series, &lines)?;
        let line = FileLine { shard: shard.to_string(), file: file.unwrap_or_default() };
        if options.json {
            output.json(&line)?;
        } else {
            output.line(format_args!("shard {} in {}", line.shard, line.file.display()))?;
        }
        Ok(Verdict::Done)
    }
}

/// Counts what follows after each line of the shard.
fn count_lines<G: Game>(
    options: &Options,
    args: &Args,
    series: &Series<Counted>,
    lines: &[(String, Position<G>)],
) -> Result<(), Error> {
    let table = options.hash.map(|mebibytes| Table::new(mebibytes as usize)).transpose();
    let table = table.map_err(|error| Error::Input(format!("--hash: {error}")))?;
    let perft = Perft { method: args.method(), threads: 1, table: table.as_ref() };
    let depth = args.depth.unwrap_or(1);
    let work = |(): &mut (), job: usize| {
        let (first, end) = &lines[job];
        let below = (1..=depth.saturating_sub(PLIES)).map(|plies| perft.count(end, plies));
        Ok(Counted { first: first.clone(), leaves: std::iter::once(1).chain(below).collect() })
    };
    let mut progress = Progress::new("lines");
    let mut done = 0;
    series.run(
        || Ok(()),
        work,
        |_, _| {
            done += 1;
            progress.show(done, series.len() as u64);
            Ok(Flow::GoOn)
        },
    )
}

/// Adds the counts of all shards up.
pub(super) fn merge(options: &Options, args: &Args, output: &mut Output) -> Result<Verdict, Error> {
    let (header, series) = Series::<Counted>::merged(&args.parts.merge, COMMAND)?;
    let parts = header.settings.split_once(' ');
    let asked = parts.and_then(|(depth, fen)| Some((depth.parse().ok()?, fen.parse().ok()?)));
    let Some((depth, setup)) = asked else {
        let settings = Quote::of(&header.settings);
        return Err(Error::Input(format!("--merge: {settings} is no depth with a position")));
    };
    let variant: Variant = header.variant.parse().map_err(Error::input)?;
    let begin = Instant::now();
    let mut all = Vec::new();
    series.run(
        || Ok(()),
        nobody,
        |_, counted| {
            all.push(counted);
            Ok(Flow::GoOn)
        },
    )?;
    variant::with(variant, Sum { count: Count { options, args, output }, setup, depth, all, begin })
}

struct Sum<'a> {
    count: Count<'a>,
    setup: Setup,
    depth: u32,
    all: Vec<Counted>,
    begin: Instant,
}

impl Task for Sum<'_> {
    type Output = Result<Verdict, Error>;

    fn run<G: Game>(mut self) -> Self::Output {
        let position: Position<G> = self.setup.position().map_err(Error::input)?;
        let first = MoveList::legal(position.placement());
        for depth in 1..=self.depth {
            let skipped = depth.checked_sub(self.depth.min(PLIES));
            let nodes = skipped.map_or(first.len() as u64, |skipped| self.sum(skipped as usize, |_| true));
            if self.count.args.divide && depth == self.depth {
                for mv in &first {
                    let text = notation::to_text_among(position.placement(), &first, mv);
                    let nodes = skipped
                        .map_or(1, |skipped| self.sum(skipped as usize, |counted| counted.first == text));
                    self.count.part(text, nodes)?;
                }
            }
            self.count.tell(depth, nodes, self.begin)?;
        }
        Ok(Verdict::Done)
    }
}

impl Sum<'_> {
    /// Leaves at the depth with this number, from 0, below some lines.
    fn sum(&self, depth: usize, which: impl Fn(&Counted) -> bool) -> u64 {
        let counts =
            self.all.iter().filter(|counted| which(counted)).filter_map(|counted| counted.leaves.get(depth));
        counts.fold(0, |sum: u64, count| sum.saturating_add(*count))
    }
}

/// All lines of so many plies, with their first moves and where they end.
fn lines<G: Game>(position: &Position<G>, plies: u32) -> Vec<(String, Position<G>)> {
    let legal = MoveList::legal(position.placement());
    let mut lines = Vec::new();
    for mv in &legal {
        let text = notation::to_text_among(position.placement(), &legal, mv);
        let mut ends = vec![position.play(mv)];
        for _ in 1..plies {
            let replies = |end: &Position<G>| {
                let legal = MoveList::legal(end.placement());
                legal.iter().map(|mv| end.play(mv)).collect::<Vec<_>>()
            };
            ends = ends.iter().flat_map(replies).collect();
        }
        lines.extend(ends.into_iter().map(|end| (text.clone(), end)));
    }
    lines
}

//! `perft`: counts the leaves of the move tree.

mod shards;

use std::path::PathBuf;
use std::time::Instant;

use serde::Serialize;

use super::ExitStatus;
use super::error::Error;
use super::options::{Options, whole};
use super::output::Output;
use super::shard_flags::ShardArgs;
use super::units::per_second;
use crate::engine::{GameState, PerftCounter, PerftSettings};
use crate::perft::Method;

/// The arguments of `perft`.
#[derive(clap::Args)]
#[command(
    override_usage = "remise perft [OPTIONS] <DEPTH>\n       remise perft [OPTIONS] --merge <FILES>..."
)]
pub(super) struct PerftArgs {
    /// Depth in plies, at least 1 [required, except with --merge]
    #[arg(value_parser = whole::<u32>(1, 1000), required_unless_present = "merge")]
    depth: Option<u32>,
    /// Show the count of each move at the last depth
    #[arg(long)]
    divide: bool,
    /// Use the rulebook generator, which is slow
    #[arg(long, conflicts_with = "make_leaves")]
    rulebook: bool,
    /// Play the leaf moves instead of only counting them
    #[arg(long)]
    make_leaves: bool,
    /// File for the results of a shard. If the program is interrupted, the same command resumes
    #[arg(long, value_name = "FILE", requires = "shard")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shards: ShardArgs,
}

#[derive(Serialize)]
struct CountLine {
    depth: u32,
    nodes: u64,
    /// `None` if shards are merged: the leaves were counted before.
    seconds: Option<f64>,
    nps: Option<f64>,
}

#[derive(Serialize)]
struct MoveCountLine<'a> {
    r#move: &'a str,
    nodes: u64,
}

pub(super) fn run(options: &Options, args: &PerftArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    if args.shards.shard.is_some() {
        return shards::count(options, args, output);
    }
    if !args.shards.merge.is_empty() {
        return shards::merge(options, args, output);
    }
    let counter = args.counter(options, &options.game()?, options.threads.into())?;
    let mut report = CountReport { options, output };
    let last = args.depth.unwrap_or(1);
    for depth in 1..=last {
        let begin = Instant::now();
        let nodes = if args.divide && depth == last {
            let counts = counter.divide(depth);
            counts.iter().try_for_each(|(mv, nodes)| report.tell_move(mv, *nodes))?;
            counts.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes))
        } else {
            counter.count(depth)
        };
        report.tell_depth(depth, nodes, Some(begin.elapsed().as_secs_f64()))?;
    }
    Ok(ExitStatus::Done)
}

impl PerftArgs {
    fn counter(&self, options: &Options, game: &GameState, threads: usize) -> Result<PerftCounter, Error> {
        let table_mib = options.hash.map(|mebibytes| mebibytes as usize);
        let settings = PerftSettings { method: self.method(), threads, table_mib };
        PerftCounter::new(game, settings).map_err(|error| Error::Input(format!("--hash: {error}")))
    }

    fn method(&self) -> Method {
        match (self.rulebook, self.make_leaves) {
            (true, _) => Method::Rulebook,
            (false, true) => Method::Made,
            (false, false) => Method::Counted,
        }
    }
}

/// Prints counts.
struct CountReport<'a> {
    options: &'a Options,
    output: &'a mut Output,
}

impl CountReport<'_> {
    fn tell_move(&mut self, text: &str, nodes: u64) -> Result<(), Error> {
        let line = MoveCountLine { r#move: text, nodes };
        self.options.tell(self.output, &line, format_args!("{text:>13} {nodes:>20}"))
    }

    /// Prints the count at a depth, which took this long if it was counted now.
    fn tell_depth(&mut self, depth: u32, nodes: u64, seconds: Option<f64>) -> Result<(), Error> {
        if nodes == u64::MAX {
            return Err(Error::Input(format!("at depth {depth} the number of leaves exceeds 64 bits")));
        }
        let nps = seconds.map(|seconds| nodes as f64 / seconds.max(1e-9));
        let time = seconds
            .zip(nps)
            .map_or(String::new(), |(seconds, nps)| format!(" {seconds:>9.3} s {:>12}", per_second(nps)));
        let line = CountLine { depth, nodes, seconds, nps };
        self.options.tell(self.output, &line, format_args!("depth {depth:>3} {nodes:>24} leaves{time}"))
    }
}

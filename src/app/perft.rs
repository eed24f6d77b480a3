//! `perft`: counts leaves.

mod shards;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args as ClapArgs;
use serde::Serialize;

use super::Verdict;
use super::error::Error;
use super::options::{Options, whole};
use super::output::Output;
use crate::board::{Game, MoveList, Position};
use crate::engine::{Task, variant};
use crate::jobs::series::Parts;
use crate::notation;
use crate::perft::{Method, Perft, Table};

/// What `perft` is asked.
#[derive(ClapArgs)]
pub(super) struct Args {
    /// How many plies, from 1
    #[arg(value_parser = whole::<u32>(1, 1000), required_unless_present = "merge")]
    depth: Option<u32>,
    /// Count for each move at the last depth
    #[arg(long)]
    divide: bool,
    /// Count with the slow generator that reads like the rules
    #[arg(long, conflicts_with = "make_leaves")]
    rulebook: bool,
    /// Play every leaf move too
    #[arg(long)]
    make_leaves: bool,
    /// The file for the results of a shard. When the program is ended before all is counted, the same
    /// command goes on where it was
    #[arg(long, value_name = "FILE", requires = "shard")]
    out: Option<PathBuf>,
    #[command(flatten)]
    parts: Parts,
}

#[derive(Serialize)]
struct DepthLine {
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: f64,
}

#[derive(Serialize)]
struct MoveLine {
    r#move: String,
    nodes: u64,
}

pub(super) fn run(options: &Options, args: &Args, output: &mut Output) -> Result<Verdict, Error> {
    if args.parts.shard.is_some() {
        return shards::count(options, args, output);
    }
    if !args.parts.merge.is_empty() {
        return shards::merge(options, args, output);
    }
    variant::with(options.variant, Count { options, args, output })
}

struct Count<'a> {
    options: &'a Options,
    args: &'a Args,
    output: &'a mut Output,
}

impl Task for Count<'_> {
    type Output = Result<Verdict, Error>;

    fn run<G: Game>(mut self) -> Self::Output {
        let position = self.options.position::<G>()?;
        let table = self.options.hash.map(|mebibytes| Table::new(mebibytes as usize)).transpose();
        let table = table.map_err(|error| Error::Input(format!("--hash: {error}")))?;
        let threads = usize::from(self.options.threads);
        let perft = Perft { method: self.args.method(), threads, table: table.as_ref() };
        let last = self.args.depth.unwrap_or(1);
        for depth in 1..last {
            self.whole(&perft, &position, depth)?;
        }
        if self.args.divide {
            self.parts(&perft, &position, last)
        } else {
            self.whole(&perft, &position, last)
        }?;
        Ok(Verdict::Done)
    }
}

impl Count<'_> {
    fn whole<G: Game>(
        &mut self,
        perft: &Perft<'_, G>,
        position: &Position<G>,
        depth: u32,
    ) -> Result<(), Error> {
        let begin = Instant::now();
        let nodes = perft.count(position, depth);
        self.tell(depth, nodes, begin)
    }

    fn parts<G: Game>(
        &mut self,
        perft: &Perft<'_, G>,
        position: &Position<G>,
        depth: u32,
    ) -> Result<(), Error> {
        let begin = Instant::now();
        let counts = perft.divide(position, depth);
        let legal = MoveList::legal(position.placement());
        for (mv, nodes) in &counts {
            self.part(notation::to_text_among(position.placement(), &legal, mv), *nodes)?;
        }
        let nodes = counts.iter().fold(0, |sum: u64, (_, nodes)| sum.saturating_add(*nodes));
        self.tell(depth, nodes, begin)
    }

    fn part(&mut self, r#move: String, nodes: u64) -> Result<(), Error> {
        if self.options.json {
            self.output.json(&MoveLine { r#move, nodes })?;
        } else {
            self.output.line(format_args!("{:>13} {nodes:>20}", r#move))?;
        }
        Ok(())
    }

    fn tell(&mut self, depth: u32, nodes: u64, begin: Instant) -> Result<(), Error> {
        let seconds = begin.elapsed().as_secs_f64();
        if nodes == u64::MAX {
            return Err(Error::Input(format!(
                "at depth {depth} there are more leaves than 64 bits can count"
            )));
        }
        let nps = nodes as f64 / seconds.max(1e-9);
        if self.options.json {
            self.output.json(&DepthLine { depth, nodes, seconds, nps })?;
        } else {
            self.output.line(format_args!(
                "depth {depth:>3} {nodes:>24} leaves {seconds:>9.3} s {:>8.1} M/s",
                nps / 1e6
            ))?;
        }
        Ok(())
    }
}

impl Args {
    fn method(&self) -> Method {
        match (self.rulebook, self.make_leaves) {
            (true, _) => Method::Rulebook,
            (false, true) => Method::Made,
            (false, false) => Method::Counted,
        }
    }
}

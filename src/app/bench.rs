//! `bench`: the same search every time. Its number of nodes is the signature of how it behaves.

use std::time::Instant;

use serde::Serialize;

use super::Verdict;
use super::error::Error;
use super::game::Record;
use super::options::{Options, whole};
use super::output::Output;
use super::session::depth;
use crate::board::{Game, Position};
use crate::engine::{Engine, Request, Settings, Task, variant};
use crate::notation;
use crate::search::Limits;

/// What `bench` is asked.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Plies to look ahead
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<u32>(1, 127))]
    depth: u32,
}

#[derive(Serialize)]
struct PositionLine {
    fen: String,
    nodes: u64,
}

#[derive(Serialize)]
struct TotalLine {
    nodes: u64,
    seconds: f64,
    nps: f64,
}

pub(super) fn run(options: &Options, args: &Args, output: &mut Output) -> Result<Verdict, Error> {
    if options.fen.is_some() {
        return Err(Error::Input("--fen: the positions of bench are fixed".to_owned()));
    }
    variant::with(options.variant, Bench { options, args, output })
}

struct Bench<'a> {
    options: &'a Options,
    args: &'a Args,
    output: &'a mut Output,
}

impl Task for Bench<'_> {
    type Output = Result<Verdict, Error>;

    fn run<G: Game>(self) -> Self::Output {
        // The signature is one of the search, whatever --hash says.
        let hash_mib = Settings::default().hash_mib;
        let (engine, events) = Engine::start(Settings { hash_mib, tables: None, ..self.options.settings()? });
        let limits = Limits { depth: depth(self.args.depth), ..Limits::NONE };
        let (mut sum, begin) = (0, Instant::now());
        for position in positions::<G>() {
            engine.request(Request::NewGame);
            let found = Record::new(position).ask(&engine, &events, limits)?;
            let nodes = found.map_or(0, |found| found.report.nodes);
            sum += nodes;
            let fen = notation::fen(position.placement());
            if self.options.json {
                self.output.json(&PositionLine { fen, nodes })?;
            } else {
                self.output.line(format_args!("{nodes:>12} {fen}"))?;
            }
        }
        let seconds = begin.elapsed().as_secs_f64();
        let nps = sum as f64 / seconds.max(1e-9);
        if self.options.json {
            self.output.json(&TotalLine { nodes: sum, seconds, nps })?;
        } else {
            self.output.line(format_args!("{sum} nodes, {seconds:.2} s, {:.2} M/s", nps / 1e6))?;
        }
        Ok(Verdict::Done)
    }
}

/// At least so many plies of the line lie between two positions.
const PLIES_BETWEEN: usize = 5;
/// How many positions there are, unless the line ends before.
const POSITIONS: usize = 10;

/// The start, and what a line leads to that plays now this move and now that. Where there is little to
/// choose there is little to search: such positions are passed over.
fn positions<G: Game>() -> Vec<Position<G>> {
    let mut record = Record::<G>::new(Position::start());
    let mut positions = Vec::new();
    let mut next = 0;
    while positions.len() < POSITIONS && record.outcome().is_none() {
        let moves = record.legal_moves();
        let ply = record.plies();
        if ply >= next && moves.len() > 2 {
            positions.push(*record.position());
            next = ply + PLIES_BETWEEN;
        }
        record.play(&moves[(ply * ply + 3) % moves.len()]);
    }
    positions
}

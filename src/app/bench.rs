//! `bench`: searches fixed positions. The number of nodes is the signature of the search.

use std::time::Instant;

use serde::Serialize;

use super::ExitStatus;
use super::error::Error;
use super::game::best_move;
use super::options::{Options, whole};
use super::output::Output;
use super::session::depth;
use super::units::per_second;
use crate::engine::{Engine, GameState, Go, Request, Settings};
use crate::search::Limits;

/// The default depth in plies.
pub(super) const DEPTH: u32 = 10;

/// The arguments of `bench`.
#[derive(clap::Args)]
pub(super) struct BenchArgs {
    /// Search depth in plies
    #[arg(long, value_name = "N", default_value_t = DEPTH, value_parser = whole::<u32>(1, 127))]
    depth: u32,
}

/// A position and the nodes of its search.
#[derive(Serialize)]
pub(super) struct PositionLine {
    pub(super) fen: String,
    pub(super) nodes: u64,
}

#[derive(Serialize)]
struct BenchLine {
    nodes: u64,
    seconds: f64,
    nps: f64,
}

pub(super) fn run(options: &Options, args: &BenchArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    // The signature must not depend on --hash.
    let hash_mib = Settings::default().hash_mib;
    let settings = Settings { hash_mib, tables: None, ..options.settings()? };
    let begin = Instant::now();
    let sum = search_all(settings, options.game()?, args.depth, |line| {
        options.tell(output, &line, format_args!("{:>12} {}", line.nodes, line.fen))
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    let nps = sum as f64 / seconds.max(1e-9);
    let line = BenchLine { nodes: sum, seconds, nps };
    options.tell(output, &line, format_args!("{sum} nodes, {seconds:.2} s, {}", per_second(nps)))?;
    Ok(ExitStatus::Done)
}

/// Searches the positions of the line that begins here, and tells each. Returns the sum of their nodes.
pub(super) fn search_all(
    settings: Settings,
    start: GameState,
    plies: u32,
    mut tell: impl FnMut(PositionLine) -> Result<(), Error>,
) -> Result<u64, Error> {
    let (engine, events) = Engine::start(settings)?;
    let limits = Limits { depth: depth(plies), ..Limits::NONE };
    let mut sum = 0;
    for game in positions(start) {
        engine.request(Request::NewGame);
        let best = best_move(&game, &engine, &events, Go::think(limits))?;
        let nodes = best.map_or(0, |best| best.report.nodes);
        sum += nodes;
        tell(PositionLine { fen: game.fen(), nodes })?;
    }
    Ok(sum)
}

/// The least number of plies between two positions.
const PLIES_BETWEEN: usize = 5;
/// The number of positions, unless the line ends before.
const POSITIONS: usize = 10;

/// The initial position and some positions of a fixed line from there. Positions with few moves take little
/// search and are skipped. Each is searched without its history.
fn positions(mut game: GameState) -> Vec<GameState> {
    let mut positions = Vec::new();
    let (mut ply, mut next) = (0, 0);
    while positions.len() < POSITIONS && game.outcome().is_none() {
        let moves = game.choices();
        if ply >= next && moves > 2 {
            positions.push(game.without_history());
            next = ply + PLIES_BETWEEN;
        }
        game.play_nth((ply * ply + 3) % moves);
        ply += 1;
    }
    positions
}

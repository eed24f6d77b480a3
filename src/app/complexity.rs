//! `complexity`: the size of the games.

mod figure;
mod game_tree;
mod reachable;

use serde::Serialize;

use super::ExitStatus;
use super::error::Error;
use super::options::Options;
use super::output::Output;
use crate::complexity::upper_bound;

/// The commands of `complexity`.
#[derive(clap::Subcommand)]
pub(super) enum Complexity {
    /// Compute an exact upper bound on the number of positions for each board size
    UpperBound,
    /// Count exactly the positions that can be reached, on 6×6
    Reachable(reachable::ReachableArgs),
    /// Estimate the branching factor and the game length from games at each search depth
    GameTree(game_tree::GameTreeArgs),
}

#[derive(Serialize)]
struct SizeLine {
    size: usize,
    positions: String,
}

pub(super) fn run(options: &Options, command: &Complexity, output: &mut Output) -> Result<ExitStatus, Error> {
    match command {
        Complexity::UpperBound => upper_bounds(options, output),
        Complexity::Reachable(args) => reachable::run(options, args, output),
        Complexity::GameTree(args) => game_tree::run(options, args, output),
    }
}

fn upper_bounds(options: &Options, output: &mut Output) -> Result<ExitStatus, Error> {
    for size in [6, 8, 10, 12, 14] {
        let positions = upper_bound::positions(size).to_string();
        if options.json {
            output.json(&SizeLine { size, positions })?;
        } else {
            output.line(format_args!("{size:>2}×{size:<2} {positions}"))?;
        }
    }
    Ok(ExitStatus::Done)
}

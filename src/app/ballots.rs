//! `ballots`: short openings that are not decided, for matches of any engines.

use serde::Serialize;

use super::ExitStatus;
use super::error::Error;
use super::options::{Options, whole};
use super::output::Output;
use crate::engine::{GameState, Settings, Start};
use crate::matches::openings::{Ballots, OpeningError};

/// The arguments of `ballots`.
#[derive(clap::Args)]
pub(super) struct BallotsArgs {
    /// Length of each opening in plies
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole::<usize>(1, 4))]
    plies: usize,
}

#[derive(Serialize)]
struct Ballot {
    moves: Vec<String>,
    fen: String,
}

pub(super) fn run(options: &Options, args: &BallotsArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let settings = Settings { variant: options.variant, ..Settings::default() };
    let start = options.start()?;
    let ballots = Ballots { plies: args.plies }.all(&settings, &start)?;
    for moves in ballots {
        let ballot = Ballot::of(&settings, &start, &moves)?;
        let lines = format!("# {}\n{}", ballot.moves.join(" "), ballot.fen);
        options.tell(output, &ballot, lines)?;
    }
    Ok(ExitStatus::Done)
}

impl Ballot {
    fn of(settings: &Settings, start: &Start, moves: &[String]) -> Result<Self, OpeningError> {
        let mut state = GameState::new(settings.variant, start)?;
        let notation = moves.iter().map(|mv| Ok(state.play(mv)?.notation));
        let moves = notation.collect::<Result<_, OpeningError>>()?;
        Ok(Self { moves, fen: state.fen() })
    }
}

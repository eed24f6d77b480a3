//! `lab`: small games, solved exactly, and WinTree on explicit graphs.

mod hex;
mod search;
mod wintree;

use std::path::PathBuf;

use clap::Subcommand;
use serde::Serialize;

use super::ExitStatus;
use super::error::Error;
use super::options::{Options, whole};
use super::output::Output;
use super::output_file::OutputFile;
use crate::lab::{Heap, Marks, Nim, Player, TicTacToe, Value, Values};
use crate::picture;

/// The arguments of `lab`.
#[derive(clap::Args)]
#[command(arg_required_else_help = false)]
pub(super) struct LabArgs {
    #[command(subcommand)]
    game: SmallGame,
    /// Write an SVG picture to this file
    #[arg(long, global = true, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Subcommand)]
enum SmallGame {
    /// A heap from which players take one or two in turn; a player who cannot take loses.
    Nim {
        /// The size of the heap at the start
        #[arg(default_value_t = 10, value_parser = whole::<u32>(0, 1000))]
        heap: u32,
    },
    /// Hex: Across moves first and connects left to right, Down connects top to bottom.
    Hex(hex::HexArgs),
    /// Tic-tac-toe.
    Tictactoe,
    /// Search a game graph with cycles for wins, and check the marks by retrograde analysis.
    Wintree(wintree::WinTreeArgs),
}

impl LabArgs {
    /// Whether the command tells what it has when it is asked to end.
    pub(super) const fn tells_what_it_has(&self) -> bool {
        matches!(&self.game, SmallGame::Hex(args) if args.searches_weights())
    }
}

pub(super) fn run(options: &Options, args: &LabArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let svg = args.svg.as_deref().map(|path| OutputFile::new("--svg", path));
    svg.map_or(Ok(()), |file| file.check(options))?;
    match &args.game {
        SmallGame::Nim { heap } => nim(options, *heap, svg, output),
        SmallGame::Hex(args) => hex::run(options, args, svg, output),
        SmallGame::Tictactoe => tictactoe(options, svg, output),
        SmallGame::Wintree(args) => wintree::run(options, args, svg, output),
    }
}

#[derive(Serialize)]
struct HeapLine {
    position: String,
    value: &'static str,
    remoteness: Option<u32>,
}

fn nim(
    options: &Options,
    most: u32,
    svg: Option<OutputFile<'_>>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let values = Values::of(&Nim, (0..=most).map(Heap::new), usize::MAX).map_err(Error::input)?;
    for left in (0..=most).rev() {
        let value = values.get(Heap { left, player: Player::First }).expect("every heap is a root");
        if options.json {
            let (position, remoteness) = (left.to_string(), value.remoteness());
            output.json(&HeapLine { position, value: value.name(), remoteness })?;
        } else {
            output.line(format_args!("{left:>4}  {}", described(value)))?;
        }
    }
    draw(svg, || picture::nim(most, &values))?;
    Ok(ExitStatus::Done)
}

#[derive(Serialize)]
struct SolvedGameLine {
    value: &'static str,
    remoteness: Option<u32>,
    positions: usize,
}

fn tictactoe(
    options: &Options,
    svg: Option<OutputFile<'_>>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let values = Values::of(&TicTacToe, [Marks::EMPTY], usize::MAX).map_err(Error::input)?;
    let value = values.get(Marks::EMPTY).expect("it is the root");
    let positions = values.len();
    if options.json {
        output.json(&SolvedGameLine { value: value.name(), remoteness: value.remoteness(), positions })?;
    } else {
        let value = described(value);
        output.line(format_args!("tic-tac-toe, {positions} positions: the first player has a {value}"))?;
    }
    draw(svg, || picture::tictactoe(&values))?;
    Ok(ExitStatus::Done)
}

/// The value as text, such as `win in 7`.
fn described(value: Value) -> String {
    match value.remoteness() {
        Some(plies) => format!("{} in {plies}", value.name()),
        None => value.name().to_owned(),
    }
}

/// Writes a picture if a file for it is given.
fn draw(svg: Option<OutputFile<'_>>, picture: impl FnOnce() -> String) -> Result<(), Error> {
    svg.map_or(Ok(()), |file| file.write(picture().as_bytes()))
}

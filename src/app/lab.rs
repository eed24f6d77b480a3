//! `lab`: small games, solved exactly.

mod hex;
mod search;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde::Serialize;

use super::ExitStatus;
use super::error::Error;
use super::options::{Options, whole};
use super::output::Output;
use crate::lab::{Heap, Marks, Nim, Player, TicTacToe, Value, Values};
use crate::picture;

/// What `lab` is asked.
#[derive(clap::Args)]
#[command(arg_required_else_help = false)]
pub(super) struct Args {
    #[command(subcommand)]
    game: SmallGame,
    /// Draw it
    #[arg(long, global = true, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Subcommand)]
enum SmallGame {
    /// A heap of which each player takes one or two; who cannot take has lost.
    Nim {
        /// How many there are at the start
        #[arg(default_value_t = 10, value_parser = whole::<u32>(0, 1000))]
        heap: u32,
    },
    /// Hex: Across joins the left side to the right one and moves first, Down joins top to bottom.
    Hex(hex::Args),
    /// Tic-tac-toe.
    Tictactoe,
}

pub(super) fn run(options: &Options, args: &Args, output: &mut Output) -> Result<ExitStatus, Error> {
    let svg = args.svg.as_deref();
    match &args.game {
        SmallGame::Nim { heap } => nim(options, *heap, svg, output),
        SmallGame::Hex(args) => hex::run(options, args, svg, output),
        SmallGame::Tictactoe => tictactoe(options, svg, output),
    }
}

#[derive(Serialize)]
struct HeapLine {
    position: String,
    value: &'static str,
    remoteness: Option<u32>,
}

fn nim(options: &Options, most: u32, svg: Option<&Path>, output: &mut Output) -> Result<ExitStatus, Error> {
    let values = Values::of(&Nim, (0..=most).map(Heap::new), usize::MAX).map_err(Error::input)?;
    for left in (0..=most).rev() {
        let value = values.get(Heap { left, player: Player::First }).expect("every heap was asked for");
        if options.json {
            let (position, remoteness) = (left.to_string(), value.remoteness());
            output.json(&HeapLine { position, value: word(value), remoteness })?;
        } else {
            output.line(format_args!("{left:>4}  {}", in_words(value)))?;
        }
    }
    draw(svg, || picture::nim(most, &values))?;
    Ok(ExitStatus::Done)
}

#[derive(Serialize)]
struct GameLine {
    value: &'static str,
    remoteness: Option<u32>,
    positions: usize,
}

fn tictactoe(options: &Options, svg: Option<&Path>, output: &mut Output) -> Result<ExitStatus, Error> {
    let values = Values::of(&TicTacToe, [Marks::EMPTY], usize::MAX).map_err(Error::input)?;
    let value = values.get(Marks::EMPTY).expect("it is the root");
    let positions = values.len();
    if options.json {
        output.json(&GameLine { value: word(value), remoteness: value.remoteness(), positions })?;
    } else {
        let value = in_words(value);
        output.line(format_args!("tic-tac-toe, {positions} positions: for who begins a {value}"))?;
    }
    draw(svg, || picture::tictactoe(&values))?;
    Ok(ExitStatus::Done)
}

/// A value as JSON has it.
fn word(value: Value) -> &'static str {
    match value {
        Value::Win(_) => "win",
        Value::Lose(_) => "loss",
        Value::Tie(_) => "tie",
        Value::Draw => "draw",
    }
}

/// A value as people read it.
fn in_words(value: Value) -> String {
    match value.remoteness() {
        Some(plies) => format!("{} in {plies}", word(value)),
        None => word(value).to_owned(),
    }
}

/// Writes a picture, if one is wanted.
fn draw(svg: Option<&Path>, picture: impl FnOnce() -> String) -> Result<(), Error> {
    match svg {
        Some(path) => fs::write(path, picture()).map_err(|error| cannot_write(path, &error)),
        None => Ok(()),
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Error {
    Error::Input(format!("cannot write {}: {error}", path.display()))
}

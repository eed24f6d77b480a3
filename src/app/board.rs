//! `board`: a picture of a position.

use std::path::PathBuf;

use super::ExitStatus;
use super::board_view::{BoardView, MoveValue, light, move_values};
use super::error::Error;
use super::options::{ColorName, Options};
use super::output::Output;
use super::output_file::OutputFile;
use crate::board::Color;
use crate::endgame::Value;
use crate::engine::GameState;
use crate::picture::{Arrow, BoardDrawing, Light};

/// The arguments of `board`.
#[derive(clap::Args)]
pub(super) struct BoardArgs {
    /// Write an SVG picture to this file instead of the board as text
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Moves that are played from the position, separated by spaces: arrows in the picture
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, requires = "svg")]
    moves: String,
    /// Show the value of each move on the square that it leads to, as far as rules and endgame tables know it
    #[arg(long)]
    lights: bool,
    /// Show the numbers of the squares, or their names
    #[arg(long)]
    numbers: bool,
    /// The player at the bottom
    #[arg(long, value_enum, default_value_t = ColorName::White)]
    bottom: ColorName,
}

pub(super) fn run(options: &Options, args: &BoardArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let game = options.game()?;
    let svg = args.svg.as_deref().map(|path| OutputFile::new("--svg", path));
    svg.map_or(Ok(()), |file| file.check(options))?;
    let values = if args.lights { values(options, &game)? } else { Vec::new() };
    let bottom = Color::from(args.bottom);
    match svg {
        Some(file) => {
            let arrows = arrows(&game, &args.moves)?;
            let drawing = BoardDrawing { bottom, numbers: args.numbers, lights: lights(&values), arrows };
            file.write(game.svg(&drawing).as_bytes())?;
        }
        None => {
            let mut view = BoardView::new(bottom);
            if args.numbers {
                view.toggle_numbers();
            }
            output.styled(view.draw(&game, &values).trim_end())?;
        }
    }
    Ok(ExitStatus::Done)
}

fn values(options: &Options, game: &GameState) -> Result<Vec<MoveValue>, Error> {
    let tables = options.open_tables(options.variant, 1);
    let values = move_values(&tables, game);
    tables.check_readable()?;
    Ok(values)
}

/// The squares that moves lead to, each with the best of their values.
fn lights(values: &[MoveValue]) -> Vec<(usize, Light, String)> {
    let mut lights: Vec<(usize, Option<Value>)> = Vec::new();
    for MoveValue { mv, value } in values {
        match lights.iter_mut().find(|(square, _)| *square == mv.to) {
            None => lights.push((mv.to, *value)),
            Some((_, known)) => *known = better(*known, *value),
        }
    }
    lights.into_iter().map(|(square, value)| (square, light(value), label(value))).collect()
}

/// The better of two values. One that is not known is better than a loss.
fn better(one: Option<Value>, other: Option<Value>) -> Option<Value> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.better(other)),
        (None, Some(Value::Loss(_))) | (Some(Value::Loss(_)), None) => None,
        (known, None) | (None, known) => known,
    }
}

/// A value in the space of a square.
fn label(value: Option<Value>) -> String {
    let word = match value {
        None => "?",
        Some(Value::Win(_)) => "win",
        Some(Value::Draw) => "draw",
        Some(Value::Loss(_)) => "loss",
    };
    value.and_then(Value::plies).map_or(word.to_owned(), |plies| format!("{word} {plies}"))
}

/// The moves of a line as arrows.
fn arrows(game: &GameState, moves: &str) -> Result<Vec<Arrow>, Error> {
    let mut game = game.clone();
    let mut arrows = Vec::new();
    for text in moves.split_whitespace() {
        let (color, before) = (game.turn(), game.clone());
        let mv = game.play(text).map_err(|error| Error::Input(format!("--moves: {error}")))?;
        let route = before.visited_squares(mv.number).unwrap_or_else(|| vec![mv.from, mv.to]);
        arrows.push(Arrow { color, route, captured: mv.captured });
    }
    Ok(arrows)
}

//! `tables probe`.

use serde::Serialize;

use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::options::Options;
use crate::app::output::Output;
use crate::endgame::Value;
use crate::engine::{EndgameTables, GameState};

#[derive(Serialize)]
struct ProbeLine {
    value: &'static str,
    plies: Option<u16>,
    moves: Vec<MoveAnswer>,
}

#[derive(Serialize)]
struct MoveAnswer {
    r#move: String,
    value: &'static str,
    plies: Option<u16>,
}

/// Shows the value of the position and of each move.
pub(super) fn run(options: &Options, output: &mut Output) -> Result<ExitStatus, Error> {
    let game = options.game()?;
    let tables = options.open_tables(options.variant, 1);
    let value = tables.probe(&game);
    let moves = moves(&tables, &game);
    tables.check_readable()?;
    if options.json {
        let moves = moves.into_iter().map(|(r#move, value)| MoveAnswer::new(r#move, value)).collect();
        output.json(&ProbeLine { value: name(value), plies: value.and_then(Value::plies), moves })?;
    } else {
        output.line(described(value))?;
        for (text, value) in moves {
            output.line(format_args!("{text:>13} {}", described(value)))?;
        }
    }
    Ok(ExitStatus::Done)
}

impl MoveAnswer {
    fn new(r#move: String, value: Option<Value>) -> Self {
        Self { r#move, value: name(value), plies: value.and_then(Value::plies) }
    }
}

/// The legal moves with their values for the player to move.
fn moves(tables: &EndgameTables, game: &GameState) -> Vec<(String, Option<Value>)> {
    let value = |number| tables.probe(&game.after(number)?).map(Value::before);
    game.legal_moves().into_iter().map(|mv| (mv.notation, value(mv.number))).collect()
}

/// A value in a word.
pub(in crate::app) fn name(value: Option<Value>) -> &'static str {
    match value {
        None => "unknown",
        Some(Value::Win(_)) => "win",
        Some(Value::Draw) => "draw",
        Some(Value::Loss(_)) => "loss",
    }
}

/// A value in words: `win in 17`.
pub(in crate::app) fn described(value: Option<Value>) -> String {
    let plies = value.and_then(Value::plies);
    plies.map_or(name(value).to_owned(), |plies| format!("{} in {plies}", name(value)))
}

//! What rules and endgame tables know about each move.

use serde::Serialize;

use super::game::ViewMessage;
use super::http::Refusal;
use crate::app::board_view::move_values;
use crate::app::options::Options;
use crate::app::tables::value_name;
use crate::endgame::Value;
use crate::engine::{EndgameTables, GameState};

/// The moves with their values.
#[derive(Serialize)]
pub(super) struct Lights {
    moves: Vec<MoveLight>,
    /// What is not known, and why. Empty if all is known.
    missing: String,
    /// The command that builds the tables that are missing.
    command: Option<String>,
}

#[derive(Serialize)]
struct MoveLight {
    text: String,
    to: usize,
    value: &'static str,
    plies: Option<u16>,
}

/// The value of each move, as far as it is known.
pub(super) fn lights(options: &Options, asked: &ViewMessage) -> Result<Lights, Refusal> {
    let game = asked.game.state()?;
    let tables = options.open_tables(game.variant(), 1);
    let values = move_values(&tables, &game);
    tables.check_readable().map_err(Refusal::bad)?;
    let is_known = values.iter().all(|it| it.value.is_some());
    let (missing, command) = if is_known { (String::new(), None) } else { missing(options, &tables, &game) };
    let moves = values.into_iter().map(|it| MoveLight {
        text: it.mv.notation,
        to: it.mv.to,
        value: value_name(it.value),
        plies: it.value.and_then(Value::plies),
    });
    Ok(Lights { moves: moves.collect(), missing, command })
}

/// What tables are missing, and the command that builds them.
fn missing(options: &Options, tables: &EndgameTables, game: &GameState) -> (String, Option<String>) {
    let after = (0..game.choices()).filter_map(|number| game.after(number));
    let Some(slice) = after.into_iter().filter_map(|next| tables.missing(&next)).max_by_key(|it| it.pieces())
    else {
        return (format!("There are no tables for {} pieces.", game.pieces()), None);
    };
    let (variant, pieces) = (game.variant(), slice.pieces());
    let text = format!("Table {slice} of {pieces} pieces is missing.");
    // Larger tables take days.
    const MOST: usize = 6;
    let folder = options.tables_folder_of(variant).and_then(|folder| Some(folder.parent()?.to_owned()));
    let folder = folder.filter(|_| !options.builds_tables());
    let folder = folder.map_or(String::new(), |path| format!(" --tables '{}'", path.display()));
    let command = format!("remise tables build --variant {variant} --pieces {pieces}{folder}");
    (text, (pieces <= MOST).then_some(command))
}

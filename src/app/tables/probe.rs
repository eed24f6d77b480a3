//! `tables probe`.

use serde::{Serialize, Serializer};

use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::options::Options;
use crate::app::output::Output;
use crate::app::verify::missing;
use crate::endgame::{Pair, Slice, Value};
use crate::engine::{EndgameTables, GameState, MoveText};

#[derive(Serialize)]
struct ProbeLine {
    #[serde(flatten)]
    value: ProbedValue,
    moves: Vec<MoveAnswer>,
    /// What is wrong with the table that is missing or broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
struct MoveAnswer {
    r#move: String,
    #[serde(flatten)]
    value: ProbedValue,
}

/// What the tables say about a position.
#[derive(Serialize)]
struct ProbedValue {
    value: &'static str,
    plies: Option<u16>,
    /// The slice whose table is missing or broken.
    #[serde(rename = "missing", serialize_with = "slice_name", skip_serializing_if = "Option::is_none")]
    lacks: Option<Slice>,
}

fn slice_name<S: Serializer>(slice: &Option<Slice>, serializer: S) -> Result<S::Ok, S::Error> {
    slice.map(|slice| slice.to_string()).serialize(serializer)
}

/// Shows the value of the position and of each move.
pub(super) fn run(options: &Options, output: &mut Output) -> Result<ExitStatus, Error> {
    let game = options.game()?;
    let tables = options.open_tables(options.variant, 1);
    let value = ProbedValue::new(tables.probe(&game), tables.missing(&game));
    let moves = moves(&tables, &game);
    tables.check_readable()?;
    let folder = options.tables_folder();
    let lacks = value.lacks.or_else(|| moves.iter().find_map(|mv| mv.value.lacks));
    let reason = lacks.map(|slice| {
        format!("slice {slice}: {}", missing(options.variant, Pair::of(slice), folder.as_deref(), &tables))
    });
    let line = ProbeLine { value, moves, reason };
    if options.json {
        output.json(&line)?;
    } else {
        line.lines().into_iter().try_for_each(|line| output.line(line))?;
    }
    Ok(ExitStatus::Done)
}

impl ProbeLine {
    fn lines(&self) -> Vec<String> {
        let moves =
            self.moves.iter().map(|MoveAnswer { r#move, value }| format!("{move:>13} {}", value.text()));
        let reason = self.reason.iter().cloned();
        [self.value.text()].into_iter().chain(moves).chain(reason).collect()
    }
}

impl ProbedValue {
    fn new(value: Option<Value>, lacks: Option<Slice>) -> Self {
        Self { value: name(value), plies: value.and_then(Value::plies), lacks }
    }

    fn text(&self) -> String {
        match (self.lacks, self.plies) {
            (Some(slice), _) => format!("{} without slice {slice}", self.value),
            (None, Some(plies)) => format!("{} in {plies}", self.value),
            (None, None) => self.value.to_owned(),
        }
    }
}

/// The legal moves with their values for the player to move.
fn moves(tables: &EndgameTables, game: &GameState) -> Vec<MoveAnswer> {
    let answer = |mv: MoveText| {
        let after = game.after(mv.number);
        let value = after.as_ref().and_then(|after| tables.probe(after)).map(Value::before);
        let lacks = after.as_ref().and_then(|after| tables.missing(after));
        MoveAnswer { r#move: mv.notation, value: ProbedValue::new(value, lacks) }
    };
    game.legal_moves().into_iter().map(answer).collect()
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

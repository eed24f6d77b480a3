//! `tables probe`.

use serde::Serialize;

use crate::app::Verdict;
use crate::app::error::Error;
use crate::app::options::Options;
use crate::app::output::Output;
use crate::board::{Game, MoveList, Position};
use crate::endgame::{Tables, Value};
use crate::notation;

pub(super) struct Task<'a> {
    pub(super) options: &'a Options,
    pub(super) output: &'a mut Output,
}

#[derive(Serialize)]
struct Answer {
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

impl crate::engine::Task for Task<'_> {
    type Output = Result<Verdict, Error>;

    fn run<G: Game>(self) -> Self::Output {
        let position = self.options.position::<G>()?;
        let folder = self.options.tables_folder();
        let tables = folder.map_or_else(Tables::none, |folder| Tables::<G>::open(&folder, 1));
        let value = tables.probe(position.placement());
        let moves = moves(&tables, &position);
        if self.options.json {
            let moves = moves.into_iter().map(|(r#move, value)| MoveAnswer::new(r#move, value)).collect();
            self.output.json(&Answer { value: name(value), plies: value.and_then(Value::plies), moves })?;
        } else {
            self.output.line(described(value))?;
            for (text, value) in moves {
                self.output.line(format_args!("{text:>13} {}", described(value)))?;
            }
        }
        Ok(Verdict::Done)
    }
}

impl MoveAnswer {
    fn new(r#move: String, value: Option<Value>) -> Self {
        Self { r#move, value: name(value), plies: value.and_then(Value::plies) }
    }
}

/// The legal moves, and what each is worth to the player to move.
fn moves<G: Game>(tables: &Tables<G>, position: &Position<G>) -> Vec<(String, Option<Value>)> {
    let legal = MoveList::legal(position.placement());
    let answer = |mv| {
        let text = notation::to_text_among(position.placement(), &legal, mv);
        (text, tables.probe(&position.placement().play(mv)).map(Value::before))
    };
    legal.iter().map(answer).collect()
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
pub(super) fn described(value: Option<Value>) -> String {
    let plies = value.and_then(Value::plies);
    plies.map_or(name(value).to_owned(), |plies| format!("{} in {plies}", name(value)))
}

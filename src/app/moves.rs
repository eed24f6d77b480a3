//! `moves`: lists the legal moves.

use serde::{Serialize, Serializer};

use super::ExitStatus;
use super::error::Error;
use super::options::Options;
use super::output::Output;
use crate::board::{Color, Outcome};
use crate::engine::{GameState, MoveText};

#[derive(Serialize)]
struct Listing {
    fen: String,
    #[serde(serialize_with = "color_name")]
    turn: Color,
    moves: Vec<MoveLine>,
    #[serde(rename = "result", serialize_with = "outcome_name")]
    outcome: Option<Outcome>,
}

#[derive(Serialize)]
struct MoveLine {
    r#move: String,
    from: usize,
    to: usize,
    captured: Vec<usize>,
    /// The captured squares in the notation of the variant.
    #[serde(skip)]
    captured_names: Vec<String>,
    promotes: bool,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<ExitStatus, Error> {
    let game = options.game()?;
    let listing = Listing::of(&game);
    if options.json {
        output.json(&listing)?;
    } else {
        output.line(game.diagram())?;
        output.line(listing.summary())?;
        for line in &listing.moves {
            output.line(line.text())?;
        }
    }
    Ok(ExitStatus::Done)
}

impl Listing {
    fn of(game: &GameState) -> Self {
        Self {
            fen: game.fen(),
            turn: game.turn(),
            moves: game.legal_moves().into_iter().map(|mv| MoveLine::of(game, mv)).collect(),
            outcome: game.outcome(),
        }
    }

    fn summary(&self) -> String {
        let turn = self.turn.name();
        match (self.outcome, self.moves.len()) {
            (Some(Outcome::Draw(_)), _) => format!("{turn} is to move: the game is a draw"),
            (Some(Outcome::Win(winner)), _) => {
                format!("{turn} is to move and has no move: {} wins", winner.name())
            }
            (None, 1) => format!("{turn} is to move and has 1 move:"),
            (None, count) => format!("{turn} is to move and has {count} moves:"),
        }
    }
}

impl MoveLine {
    fn of(game: &GameState, mv: MoveText) -> Self {
        let MoveText { notation, from, to, captured, promotes, .. } = mv;
        let captured_names = captured.iter().map(|&square| game.square_name(square)).collect();
        Self { r#move: notation, from, to, captured, captured_names, promotes }
    }

    fn text(&self) -> String {
        let captured = match self.captured_names.as_slice() {
            [] => String::new(),
            squares => format!("  captures {}", squares.join(", ")),
        };
        let promotes = if self.promotes { "  promotes" } else { "" };
        format!("  {}{captured}{promotes}", self.r#move)
    }
}

/// `white`, `black` or `draw`.
pub(super) fn result_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(color) => color.name(),
        Outcome::Draw(_) => "draw",
    }
}

/// Serializes an outcome by its name.
pub(super) fn outcome_name<S: Serializer>(
    outcome: &Option<Outcome>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    outcome.map(result_name).serialize(serializer)
}

fn color_name<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    color.name().serialize(serializer)
}

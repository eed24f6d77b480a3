//! How `play` and `watch` show the board: for the terminal that they run in, and from the side of a player.

use std::io::{IsTerminal, stdout};

use anstyle::{AnsiColor, Style};

use crate::board::{Color, Outcome};
use crate::endgame::Value;
use crate::engine::{EndgameTables, GameState, MoveText};
use crate::picture::{BoardLook, BoardMarks, Light, TextStyle};

/// A board on a terminal, or in a file.
pub(super) struct BoardView {
    style: TextStyle,
}

impl BoardView {
    /// The look that standard output can show, seen by this player.
    pub(super) fn new(bottom: Color) -> Self {
        Self { style: TextStyle { bottom, look: look(), numbers: false } }
    }

    /// Puts this player at the bottom.
    pub(super) fn set_bottom(&mut self, bottom: Color) {
        self.style.bottom = bottom;
    }

    /// Turns the board.
    pub(super) fn flip(&mut self) {
        self.style.bottom = !self.style.bottom;
    }

    /// Shows the names of empty squares, or no longer.
    pub(super) fn toggle_numbers(&mut self) {
        self.style.numbers = !self.style.numbers;
    }

    /// The board, with the values of the moves if they are given.
    pub(super) fn draw(&self, game: &GameState, values: &[MoveValue]) -> String {
        let last = game.last_move().map_or(Vec::new(), |mv| vec![mv.from, mv.to]);
        let lights = values.iter().map(|it| (it.mv.to, light(it.value))).collect();
        game.text_board(&self.style, &BoardMarks { last, lights })
    }

    /// A move with its value.
    pub(super) fn described(&self, MoveValue { mv, value }: &MoveValue) -> String {
        let (words, color) = match value {
            None => return mv.notation.clone(),
            Some(Value::Win(_)) => ("win", AnsiColor::Green),
            Some(Value::Draw) => ("draw", AnsiColor::Yellow),
            Some(Value::Loss(_)) => ("loss", AnsiColor::Red),
        };
        let plies = value.and_then(Value::plies).map_or(String::new(), |plies| format!(" in {plies}"));
        let style = match self.style.look {
            BoardLook::Colors => Style::new().fg_color(Some(color.into())),
            BoardLook::Letters | BoardLook::Ascii => Style::new(),
        };
        format!("{:<12} {style}{words}{plies}{style:#}", mv.notation)
    }
}

/// What standard output can show. What is not a terminal gets the same text wherever the program runs.
fn look() -> BoardLook {
    let has_unicode = || supports_unicode::supports_unicode();
    if !stdout().is_terminal() {
        BoardLook::Letters
    } else if !has_unicode() {
        BoardLook::Ascii
    } else if anstyle_query::no_color() || !anstyle_query::term_supports_ansi_color() {
        BoardLook::Letters
    } else {
        BoardLook::Colors
    }
}

/// A legal move and its value for the player to move.
pub(super) struct MoveValue {
    pub(super) mv: MoveText,
    /// `None` if it is unknown.
    pub(super) value: Option<Value>,
}

/// The legal moves with their values, as far as rules and tables know them.
pub(super) fn move_values(tables: &EndgameTables, game: &GameState) -> Vec<MoveValue> {
    let legal = game.legal_moves().into_iter();
    legal.map(|mv| MoveValue { value: value_after(tables, game, mv.number), mv }).collect()
}

/// The value of a move for the player who makes it. A draw by the rules counts even where the tables, which
/// ignore rules that count, say otherwise.
fn value_after(tables: &EndgameTables, game: &GameState, number: usize) -> Option<Value> {
    let next = game.after(number)?;
    match next.outcome() {
        Some(Outcome::Draw(_)) => Some(Value::Draw),
        Some(Outcome::Win(winner)) if winner == game.turn() => Some(Value::Win(Some(1))),
        Some(Outcome::Win(_)) => Some(Value::Loss(Some(1))),
        None => tables.probe(&next).map(Value::before),
    }
}

/// The traffic light of a value.
pub(super) fn light(value: Option<Value>) -> Light {
    match value {
        None => Light::Unknown,
        Some(Value::Win(_)) => Light::Win,
        Some(Value::Draw) => Light::Draw,
        Some(Value::Loss(_)) => Light::Loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Start, Variant};

    #[test]
    fn the_last_piece_that_is_captured_wins_or_loses() {
        let value = |variant| {
            let game = GameState::new(variant, &Start::Fen("W:W14:B11".to_owned())).expect("a position");
            value_after(&EndgameTables::none(variant), &game, 0)
        };
        assert_eq!(value(Variant::Draughts6), Some(Value::Win(Some(1))));
        assert_eq!(value(Variant::Losing6), Some(Value::Loss(Some(1))));
    }
}

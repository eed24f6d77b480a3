//! Positions and moves in certificates, where each has exactly one text.

use super::Reason;
use super::read::plain_number;
use crate::board::{Color, Game, Geometry, Move, Piece, Placement, Position, Rank, Set};

/// Reads a position.
pub(super) fn read_position<G: Game>(game: G, text: &str) -> Result<Position<G>, Reason> {
    let wrong = || Reason::Position("the position is not written as W:W1,K2:B3");
    let mut parts = text.split(':');
    let [Some(turn), Some(white), Some(black), None] = [(); 4].map(|()| parts.next()) else {
        return Err(wrong());
    };
    let turn = match turn {
        "W" => Color::White,
        "B" => Color::Black,
        _ => return Err(wrong()),
    };
    let mut placement = Placement::empty(game, turn);
    read_list(&mut placement, white.strip_prefix('W').ok_or_else(wrong)?, Color::White)?;
    read_list(&mut placement, black.strip_prefix('B').ok_or_else(wrong)?, Color::Black)?;
    Position::new(placement).map_err(|_| Reason::Position("this position is impossible"))
}

/// Reads the pieces of a player.
fn read_list<G: Game>(placement: &mut Placement<G>, list: &str, color: Color) -> Result<(), Reason> {
    let mut last = 0;
    for entry in list.split(',').filter(|_| !list.is_empty()) {
        let (rank, number) = match entry.strip_prefix('K') {
            Some(number) => (Rank::King, number),
            None => (Rank::Man, entry),
        };
        let number = plain_number(number).ok_or(Reason::Position("a square must be a number"))?;
        if number <= last {
            return Err(Reason::Position("the squares of a list are not in ascending order"));
        }
        let cell = G::Board::cell(number).ok_or(Reason::Position("the board has no such square"))?;
        if placement.occupied().contains(cell) {
            return Err(Reason::Position("two pieces are on one square"));
        }
        placement.put(cell, Piece::new(color, rank));
        last = number;
    }
    Ok(())
}

/// Writes a position.
pub(super) fn write_position<G: Game>(placement: &Placement<G>) -> String {
    let list = |color| {
        let pieces = placement.pieces(color).cells().map(|cell| {
            let king = if placement.kings.contains(cell) { "K" } else { "" };
            format!("{king}{}", G::Board::square(cell))
        });
        pieces.collect::<Vec<_>>().join(",")
    };
    let turn = if placement.turn == Color::White { "W" } else { "B" };
    format!("{turn}:W{}:B{}", list(Color::White), list(Color::Black))
}

/// Writes a move: its origin, its destination, and every captured square.
pub(super) fn write_move<G: Game>(mv: &Move<G>) -> String {
    let mut text = G::Board::square(mv.from).to_string();
    text.push(if mv.captured.is_empty() { '-' } else { 'x' });
    text += &G::Board::square(mv.to).to_string();
    for cell in mv.captured.cells() {
        text.push('x');
        text += &G::Board::square(cell).to_string();
    }
    text
}

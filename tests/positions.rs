//! Positions and moves as text, and positions by chance.
//!
//! The reader knows numbers of squares only; `notation` will know more, and then this one goes.

use std::fmt::Write;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, rngs::StdRng};
use remise::board::{Color, Game, Geometry, Move, Piece, Placement, Position, Rank, Set, rulebook};

/// The position of a text like `W:W31,K32:B1,2`.
#[track_caller]
pub(crate) fn position<G: Game>(fen: &str) -> Position<G> {
    let (turn, sides) = fen.split_once(':').expect("the turn");
    let mut placement = Placement::empty(color(turn));
    for side in sides.split(':') {
        let (side, pieces) = side.split_at(1);
        for piece in pieces.split(',').filter(|piece| !piece.is_empty()) {
            let (rank, square) = match piece.strip_prefix('K') {
                Some(square) => (Rank::King, square),
                None => (Rank::Man, piece),
            };
            let cell = G::Board::cell(square.parse().expect("a number")).expect("a square of the board");
            placement.put(cell, Piece::new(color(side), rank));
        }
    }
    Position::new(placement).expect("a legal position")
}

#[track_caller]
fn color(letter: &str) -> Color {
    match letter {
        "W" => Color::White,
        "B" => Color::Black,
        _ => panic!("{letter} is no color"),
    }
}

/// The text of a placement, for messages.
pub(crate) fn fen<G: Game>(placement: &Placement<G>) -> String {
    let mut text = String::from(letter(placement.turn));
    for color in Color::ALL {
        let pieces = placement.pieces(color).cells().map(|cell| {
            let king = if placement.kings.contains(cell) { "K" } else { "" };
            format!("{king}{}", G::Board::square(cell))
        });
        let pieces: Vec<_> = pieces.collect();
        write!(text, ":{}{}", letter(color), pieces.join(",")).expect("a text takes all");
    }
    text
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::White => "W",
        Color::Black => "B",
    }
}

/// A move as `32-28`, or with what it takes: `27x18(22)`.
pub(crate) fn text<G: Game>(mv: &Move<G>) -> String {
    let (from, to) = (G::Board::square(mv.from), G::Board::square(mv.to));
    if !mv.is_capture() {
        return format!("{from}-{to}");
    }
    let captured: Vec<_> = mv.captured.cells().map(|cell| G::Board::square(cell).to_string()).collect();
    format!("{from}x{to}({})", captured.join(","))
}

/// Shows `see` the positions of a game by chance: to its end, but for 150 plies at most.
pub(crate) fn random_game<G: Game>(chance: &mut StdRng, mut see: impl FnMut(&Position<G>)) {
    let mut position = Position::<G>::start();
    for _ in 0..150 {
        see(&position);
        match rulebook::moves(&position).choose(chance) {
            Some(mv) => position = position.play(mv),
            None => break,
        }
    }
}

/// A legal position of so many pieces by chance, most of them kings.
pub(crate) fn random_position<G: Game>(chance: &mut StdRng, pieces: usize) -> Position<G> {
    let color = |white: bool| if white { Color::White } else { Color::Black };
    let mut squares: Vec<usize> = (1..=G::Board::SQUARES).collect();
    squares.shuffle(chance);
    let mut placement = Placement::empty(color(chance.random()));
    for cell in squares.into_iter().take(pieces).filter_map(G::Board::cell) {
        let color = color(chance.random());
        let must_be_king = G::Board::promotion_row(color).contains(cell);
        let rank = if must_be_king || chance.random_bool(0.6) { Rank::King } else { Rank::Man };
        placement.put(cell, Piece::new(color, rank));
    }
    Position::new(placement).expect("every man can still move on")
}

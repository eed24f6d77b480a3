//! Positions and moves as text, and random positions.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, rngs::StdRng};
use remise::board::{Color, Game, Geometry, Goal, Move, Piece, Placement, Position, Rank, Set, rulebook};
use remise::notation::Setup;
pub(crate) use remise::notation::fen;

/// The position of a FEN.
#[track_caller]
pub(crate) fn position<G: Game + Default>(fen: &str) -> Position<G> {
    position_in(G::default(), fen)
}

/// The same for a game whose type does not tell its rules.
pub(crate) fn position_in<G: Game>(game: G, fen: &str) -> Position<G> {
    fen.parse::<Setup>().expect("a FEN").position(game).expect("a position of the game")
}

/// A move as `32-28`, or with the captured squares: `27x18(22)`.
pub(crate) fn text<G: Game>(mv: &Move<G>) -> String {
    let (from, to) = (G::Board::square(mv.from), G::Board::square(mv.to));
    if !mv.is_capture() {
        return format!("{from}-{to}");
    }
    let captured: Vec<_> = mv.captured.cells().map(|cell| G::Board::square(cell).to_string()).collect();
    format!("{from}x{to}({})", captured.join(","))
}

/// Calls `see` with the positions of a random game of at most 150 plies.
pub(crate) fn random_game<G: Game>(game: G, random: &mut StdRng, mut see: impl FnMut(&Position<G>)) {
    let mut position = Position::start(game);
    for _ in 0..150 {
        see(&position);
        match rulebook::moves(&position).choose(random) {
            Some(mv) => position = position.play(mv),
            None => break,
        }
    }
}

/// A random legal position with this number of pieces, most of them kings. Where the first king wins, all of them
/// are men, except for those on the last row, which are the opponent's.
pub(crate) fn random_position<G: Game>(game: G, random: &mut StdRng, pieces: usize) -> Position<G> {
    let color = |white: bool| if white { Color::White } else { Color::Black };
    let mut squares: Vec<usize> = (1..=G::Board::SQUARES).collect();
    squares.shuffle(random);
    let mut placement = Placement::empty(game, color(random.random()));
    for cell in squares.into_iter().take(pieces).filter_map(G::Board::cell) {
        let mut color = color(random.random());
        let first_king_wins = game.rules().goal == Goal::FirstKing;
        if first_king_wins && G::Board::promotion_row(placement.turn).contains(cell) {
            color = !placement.turn;
        }
        let must_be_king = G::Board::promotion_row(color).contains(cell);
        let rank =
            if must_be_king || !first_king_wins && random.random_bool(0.6) { Rank::King } else { Rank::Man };
        placement.put(cell, Piece::new(color, rank));
    }
    Position::new(placement).expect("every man can still move on")
}

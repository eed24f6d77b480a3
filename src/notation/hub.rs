//! Positions and moves in the text of the Hub protocol.

use super::Quote;
use super::read::{capturing, cells, only, squares};
use super::reason::{Form, reason};
use super::refusal::{MoveError, Refusal};
use crate::board::{Color, Game, Geometry, Move, MoveList, Piece, Placement, Position, PositionError, Set};

/// Writes a position: the player to move, `W` or `B`, then `w`, `b`, `W`, `B` or `e` for each square.
#[must_use]
pub fn position<G: Game>(placement: &Placement<G>) -> String {
    let turn = match placement.turn {
        Color::White => 'W',
        Color::Black => 'B',
    };
    let contents = G::Board::PLAYING.cells().map(|cell| placement.piece(cell).map_or('e', letter));
    std::iter::once(turn).chain(contents).collect()
}

/// Reads a position.
///
/// # Errors
/// If the text has the wrong length or other letters, or is not a legal position.
pub fn read_position<G: Game>(game: G, text: &str) -> Result<Position<G>, PositionTextError> {
    let text = text.trim();
    let (expected, found) = (G::Board::SQUARES + 1, text.chars().count());
    if found != expected {
        return Err(PositionTextError::Length { expected, found });
    }
    let mut letters = text.chars();
    let mut placement = Placement::empty(game, read_turn(letters.next())?);
    for (cell, letter) in G::Board::PLAYING.cells().zip(letters) {
        match read_letter(letter) {
            Some(content) => content.into_iter().for_each(|piece| placement.put(cell, piece)),
            None => return Err(PositionTextError::Letter { letter, square: G::Board::square(cell) }),
        }
    }
    Ok(Position::new(placement)?)
}

fn read_turn(letter: Option<char>) -> Result<Color, PositionTextError> {
    match letter {
        Some('W') => Ok(Color::White),
        Some('B') => Ok(Color::Black),
        _ => Err(PositionTextError::Turn { letter: letter.unwrap_or(' ') }),
    }
}

fn letter(piece: Piece) -> char {
    match piece {
        Piece::WhiteMan => 'w',
        Piece::WhiteKing => 'W',
        Piece::BlackMan => 'b',
        Piece::BlackKing => 'B',
    }
}

/// The content of a square. Returns `None` if the letter is unknown.
fn read_letter(sign: char) -> Option<Option<Piece>> {
    let piece = Piece::ALL.into_iter().find(|&piece| letter(piece) == sign);
    (sign == 'e' || piece.is_some()).then_some(piece)
}

/// Writes a move: `32-28`, or origin, destination and all captured squares of a capture, ascending.
#[must_use]
pub fn write_move<G: Game>(mv: &Move<G>) -> String {
    let sign = if mv.is_capture() { "x" } else { "-" };
    let cells = [mv.from, mv.to].into_iter().chain(mv.captured.cells());
    let numbers: Vec<_> = cells.map(|cell| G::Board::square(cell).to_string()).collect();
    numbers.join(sign)
}

/// Reads a legal move. The captured squares can be in any order, and can be left out if origin and
/// destination are enough.
///
/// # Errors
/// If the text is not a legal move, or is ambiguous.
pub fn read_move<G: Game>(placement: &Placement<G>, text: &str) -> Result<Move<G>, MoveError> {
    read(placement, text).map_err(|reason| reason.of(text))
}

fn read<G: Game>(placement: &Placement<G>, text: &str) -> Result<Move<G>, Refusal> {
    let cells = cells::<G>(&squares(text)?)?;
    let legal = MoveList::legal(placement);
    let found = match cells.as_slice() {
        [] | [_] => return Err(Refusal::OneSquare),
        [from, to] => legal.iter().filter(|mv| mv.from == *from && mv.to == *to).copied().collect(),
        [from, to, taken @ ..] => capturing(&legal, *from, *to, taken),
    };
    if found.is_empty() {
        Err(reason(placement, &legal, &cells, Form::Hub))
    } else {
        only(&found, write_move)
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionTextError {
    /// It does not have one letter for each square and one for the player to move.
    #[error("a position has {expected} letters on this board, not {found}")]
    Length {
        /// The number of letters for this board.
        expected: usize,
        /// The number of letters found.
        found: usize,
    },
    /// It does not begin with the player to move.
    #[error("the player to move must be W or B, not {}", quote(.letter))]
    Turn {
        /// The first letter.
        letter: char,
    },
    /// A letter is unknown.
    #[error("{} on square {square} is not w, b, W, B or e", quote(.letter))]
    Letter {
        /// The letter.
        letter: char,
        /// The number of its square.
        square: usize,
    },
    /// The position is not legal.
    #[error(transparent)]
    Illegal(#[from] PositionError),
}

fn quote(letter: &char) -> Quote {
    Quote::of(letter.encode_utf8(&mut [0; 4]))
}

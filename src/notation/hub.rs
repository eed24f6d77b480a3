//! Positions and moves as in the Hub protocol.

use std::fmt;

use super::Quote;
use super::read::{cells, only, squares, taking};
use super::refusal::{Form, MoveError, Refusal, reason};
use crate::board::{Color, Game, Geometry, Illegal, Move, MoveList, Piece, Placement, Position, Set};

/// Writes a position: the turn, `W` or `B`, then `w`, `b`, `W`, `B` or `e` for each square.
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
/// When the text is too long or too short, has other letters, or is not a position of the game.
pub fn read_position<G: Game>(text: &str) -> Result<Position<G>, PositionError> {
    let text = text.trim();
    let (expected, found) = (G::Board::SQUARES + 1, text.chars().count());
    if found != expected {
        return Err(PositionError::Length { expected, found });
    }
    let mut letters = text.chars();
    let mut placement = Placement::empty(read_turn(letters.next())?);
    for (cell, letter) in G::Board::PLAYING.cells().zip(letters) {
        match read_letter(letter) {
            Some(content) => content.into_iter().for_each(|piece| placement.put(cell, piece)),
            None => return Err(PositionError::Letter { letter, square: G::Board::square(cell) }),
        }
    }
    Ok(Position::new(placement)?)
}

fn read_turn(letter: Option<char>) -> Result<Color, PositionError> {
    match letter {
        Some('W') => Ok(Color::White),
        Some('B') => Ok(Color::Black),
        _ => Err(PositionError::Turn { letter: letter.unwrap_or(' ') }),
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

/// What stands on a square. None: the letter means nothing.
fn read_letter(sign: char) -> Option<Option<Piece>> {
    let piece = Piece::ALL.into_iter().find(|&piece| letter(piece) == sign);
    (sign == 'e' || piece.is_some()).then_some(piece)
}

/// Writes a move: `32-28`, or the ends of a capture and everything that it takes, ascending.
#[must_use]
pub fn write_move<G: Game>(mv: &Move<G>) -> String {
    let sign = if mv.is_capture() { "x" } else { "-" };
    let cells = [mv.from, mv.to].into_iter().chain(mv.captured.cells());
    let numbers: Vec<_> = cells.map(|cell| G::Board::square(cell).to_string()).collect();
    numbers.join(sign)
}

/// Reads a move that is legal here. The captured squares come in any order; they may be left out where
/// the ends say enough.
///
/// # Errors
/// When the text is not a move, or not a legal one, or can be more than one.
pub fn read_move<G: Game>(placement: &Placement<G>, text: &str) -> Result<Move<G>, MoveError> {
    read(placement, text).map_err(|reason| reason.of(text))
}

fn read<G: Game>(placement: &Placement<G>, text: &str) -> Result<Move<G>, Refusal> {
    let cells = cells::<G>(&squares(text)?)?;
    let legal = MoveList::legal(placement);
    let found = match cells.as_slice() {
        [] | [_] => return Err(Refusal::OneSquare),
        [from, to] => legal.iter().filter(|mv| mv.from == *from && mv.to == *to).copied().collect(),
        [from, to, taken @ ..] => taking(&legal, *from, *to, taken),
    };
    if found.is_empty() {
        Err(reason(placement, &legal, &cells, Form::Hub))
    } else {
        only(&found, write_move)
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// It does not have one letter a square and one for the turn.
    Length {
        /// How many letters the board needs.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// It does not begin with a player.
    Turn {
        /// What it begins with.
        letter: char,
    },
    /// A letter means nothing.
    Letter {
        /// The letter.
        letter: char,
        /// The number of its square.
        square: usize,
    },
    /// The pieces cannot stand like this.
    Illegal(Illegal),
}

impl From<Illegal> for PositionError {
    fn from(error: Illegal) -> Self {
        Self::Illegal(error)
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = |letter: &char| Quote::of(letter.encode_utf8(&mut [0; 4]));
        match self {
            Self::Length { expected, found } => {
                write!(f, "a position has {expected} letters on this board, not {found}")
            }
            Self::Turn { letter } => write!(f, "the turn is W or B, not {}", quote(letter)),
            Self::Letter { letter, square } => {
                write!(f, "{} on square {square} is none of w, b, W, B and e", quote(letter))
            }
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PositionError {}

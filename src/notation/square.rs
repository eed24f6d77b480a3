//! Names of squares.

use std::fmt;

use crate::board::{Cell, Game, Geometry, Notation};

/// The columns of the largest board.
const COLUMNS: &str = "abcdefghijklmn";

/// A square as it is written, on a board that need not be known yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// `32`: from 1 at White's top left, row by row.
    Number(usize),
    /// `c3`: from `a1` at White's bottom left.
    Algebraic {
        /// 0 for column a, 13 for column n.
        column: usize,
        /// 1 for White's first row.
        row: usize,
    },
}

impl Square {
    /// Reads a name in either style. Leading zeros are fine, and so are capitals.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        let letter = name.chars().next()?.to_ascii_lowercase();
        match COLUMNS.find(letter) {
            None => digits(name).map(Self::Number),
            Some(column) => Some(Self::Algebraic { column, row: digits(&name[1..])? }),
        }
    }

    /// The name of a cell in the style of the game.
    #[must_use]
    pub fn of<G: Game>(cell: Cell) -> Self {
        match G::NOTATION {
            Notation::Numeric => Self::Number(G::Board::square(cell)),
            Notation::Algebraic { .. } => {
                Self::Algebraic { column: G::Board::column(cell), row: G::Board::SIZE - G::Board::row(cell) }
            }
        }
    }

    /// The cell on the board of the game.
    ///
    /// # Errors
    /// When that board has no such playing square.
    pub fn cell<G: Game>(self) -> Result<Cell, NoSuchSquare> {
        let size = G::Board::SIZE;
        let cell = match self {
            Self::Number(number) => G::Board::cell(number),
            Self::Algebraic { column, row } => {
                size.checked_sub(row).and_then(|from_top| G::Board::at(from_top, column))
            }
        };
        cell.ok_or(NoSuchSquare { square: self, size })
    }
}

/// The number that digits write. None: something else, or a number that is too large for 32 bits.
fn digits(text: &str) -> Option<usize> {
    let number: u32 = text.parse().ok().filter(|_| text.starts_with(|it: char| it.is_ascii_digit()))?;
    usize::try_from(number).ok()
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Algebraic { column, row } => write!(f, "{}{row}", column_letter(column)),
        }
    }
}

/// The letter of a column.
pub(crate) fn column_letter(column: usize) -> char {
    COLUMNS.chars().nth(column).unwrap_or('?')
}

/// A board does not have this square, or nobody plays on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchSquare {
    /// The square, as it was written.
    pub square: Square,
    /// The rows of the board.
    pub size: usize,
}

impl fmt::Display for NoSuchSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { square, size } = self;
        match square {
            Square::Algebraic { column, row } if column < size && (1..=*size).contains(row) => {
                write!(f, "{square} is not a playing square")
            }
            _ => write!(f, "there is no square {square} on a board of {size}×{size}"),
        }
    }
}

impl std::error::Error for NoSuchSquare {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Draughts, Russian, Set};

    #[track_caller]
    fn check<G: Game>(name: &str, number: usize) {
        let cell = Square::read(name).expect("a name").cell::<G>().expect("a square of the board");
        assert_eq!(G::Board::square(cell), number);
    }

    #[track_caller]
    fn refuse<G: Game>(name: &str, reason: &str) {
        let square = Square::read(name).expect("a name");
        assert_eq!(square.cell::<G>().expect_err("no square of the board").to_string(), reason);
    }

    #[test]
    fn both_styles_are_read_in_every_game() {
        check::<Russian>("a1", 29);
        check::<Russian>("C03", 22);
        check::<Russian>("h8", 4);
        check::<Russian>("06", 6);
        check::<Draughts<10>>("j10", 5);
        check::<Draughts<10>>("a1", 46);
        check::<Draughts<14>>("n14", 7);
    }

    #[test]
    fn a_name_is_written_in_the_style_of_the_game() {
        fn names<G: Game>() -> Vec<String> {
            let cells = [G::Board::PLAYING.first(), G::Board::PLAYING.last()];
            cells.into_iter().map(|cell| Square::of::<G>(cell).to_string()).collect()
        }
        assert_eq!(names::<Draughts<8>>(), ["b8", "g1"]);
        assert_eq!(names::<Draughts<12>>(), ["1", "72"]);
    }

    #[test]
    fn a_square_that_is_not_there_is_named() {
        refuse::<Draughts<10>>("51", "there is no square 51 on a board of 10×10");
        refuse::<Draughts<10>>("0", "there is no square 0 on a board of 10×10");
        refuse::<Russian>("i9", "there is no square i9 on a board of 8×8");
        refuse::<Russian>("a0", "there is no square a0 on a board of 8×8");
        refuse::<Russian>("a2", "a2 is not a playing square");
    }

    #[test]
    fn anything_else_is_no_name() {
        for name in ["", "a", "1a", "ab1", "+5", "-1", "4294967296", "٣", "é1", "a1 ", "o1", "x7"] {
            assert_eq!(Square::read(name), None, "{name}");
        }
    }
}

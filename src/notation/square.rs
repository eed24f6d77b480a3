//! Names of squares.

use std::fmt;

use crate::board::{Cell, Game, Geometry, Notation};

/// The columns of the largest board.
const COLUMNS: &str = "abcdefghijklmn";

/// The name of a square, on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// `32`: counted from 1 at White's top left, row by row.
    Number(usize),
    /// `c3`: counted from `a1` at White's bottom left.
    Algebraic {
        /// 0 for column a, 13 for column n.
        column: usize,
        /// 1 for White's first row.
        row: usize,
    },
}

impl Square {
    /// Reads a name in either style, with or without leading zeros, in lower or upper case. Returns `None` if
    /// the text is not a name.
    #[must_use]
    pub fn read(name: &str) -> Option<Self> {
        let letter = name.chars().next()?.to_ascii_lowercase();
        match COLUMNS.find(letter) {
            None => digits(name).map(Self::Number),
            Some(column) => Some(Self::Algebraic { column, row: digits(&name[1..])? }),
        }
    }

    /// The name of a cell in the notation of the game.
    #[must_use]
    pub fn of<G: Game>(game: G, cell: Cell) -> Self {
        match game.notation() {
            Notation::Numeric => Self::Number(G::Board::square(cell)),
            Notation::Algebraic { .. } => {
                Self::Algebraic { column: G::Board::column(cell), row: G::Board::SIZE - G::Board::row(cell) }
            }
        }
    }

    /// The cell on the board of the game.
    ///
    /// # Errors
    /// If the board has no such playing square.
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

/// Reads a number of up to 32 bits. Returns `None` if the text has anything but digits.
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

/// The board does not have this square, or it is not a playing square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.reason())]
pub struct NoSuchSquare {
    /// The name of the square.
    pub square: Square,
    /// The number of rows of the board.
    pub size: usize,
}

impl NoSuchSquare {
    fn reason(&self) -> String {
        let Self { square, size } = *self;
        match square {
            Square::Algebraic { column, row } if column < size && (1..=size).contains(&row) => {
                format!("{square} is not a playing square")
            }
            _ => format!("there is no square {square} on the {size}×{size} board"),
        }
    }
}

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
        fn names<G: Game>(game: G) -> Vec<String> {
            let cells = [G::Board::PLAYING.first(), G::Board::PLAYING.last()];
            cells.into_iter().map(|cell| Square::of(game, cell).to_string()).collect()
        }
        assert_eq!(names(Draughts::<8>), ["b8", "g1"]);
        assert_eq!(names(Draughts::<12>), ["1", "72"]);
    }

    #[test]
    fn an_error_names_the_missing_square() {
        refuse::<Draughts<10>>("51", "there is no square 51 on the 10×10 board");
        refuse::<Draughts<10>>("0", "there is no square 0 on the 10×10 board");
        refuse::<Russian>("i9", "there is no square i9 on the 8×8 board");
        refuse::<Russian>("a0", "there is no square a0 on the 8×8 board");
        refuse::<Russian>("a2", "a2 is not a playing square");
    }

    #[test]
    fn other_texts_are_not_names() {
        for name in ["", "a", "1a", "ab1", "+5", "-1", "4294967296", "٣", "é1", "a1 ", "o1", "x7"] {
            assert_eq!(Square::read(name), None, "{name}");
        }
    }
}

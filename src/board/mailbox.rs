//! The board as an array of cells with walls around it.
//!
//! For work cell by cell: the rulebook, routes of captures, reasons why a move is refused. Move generation in
//! the search works on sets of cells instead.

use super::{Cell, Color, Direction, Game, Geometry, Piece, Placement, Rank, Set};

/// What a cell of the mailbox holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// A cell outside the board.
    Wall,
    /// A playing cell without a piece.
    Empty,
    /// A piece.
    Piece(Piece),
}

/// How many cells the mailbox of the largest board has.
const MOST_CELLS: usize = 120;

/// All cells of a board in one array: walls, the rows of playing cells with one wall after every two rows,
/// walls.
///
/// The size of the board is a value here and not a type: what works on the mailbox is compiled once for
/// all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mailbox {
    size: usize,
    contents: [Content; MOST_CELLS],
}

impl Mailbox {
    /// The mailbox of a placement.
    #[must_use]
    pub fn of<G: Game>(placement: &Placement<G>) -> Self {
        let mut mailbox = Self { size: G::Board::SIZE, contents: [Content::Wall; MOST_CELLS] };
        mailbox.fill(G::Board::PLAYING.bits(), Content::Empty);
        for piece in Piece::ALL {
            mailbox.fill(placement.of(piece).bits(), Content::Piece(piece));
        }
        mailbox
    }

    fn fill(&mut self, cells: u128, content: Content) {
        for cell in cells.cells() {
            self.contents[self.walls_above() + cell.index()] = content;
        }
    }

    /// How many walls come before the first playing cell.
    const fn walls_above(&self) -> usize {
        self.size / 2 + 1
    }

    /// The content of a cell.
    #[must_use]
    pub const fn get(&self, cell: Cell) -> Content {
        self.contents[self.walls_above() + cell.index()]
    }

    /// The next cell in a direction. Returns `None` if that is a wall.
    #[must_use]
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let offset = direction.offset(self.size);
        let index = (self.walls_above() + cell.index()).checked_add_signed(offset as isize)?;
        let is_playing = *self.contents.get(index)? != Content::Wall;
        // No wall stands between the two rows of a pair.
        let leaves_row = |to| direction.is_along_row() && self.row(to) != self.row(cell);
        is_playing.then(|| cell.moved(offset)).filter(|&to| !leaves_row(to))
    }

    /// The row of a cell, counted from 0 at the top.
    const fn row(&self, cell: Cell) -> usize {
        let (pair, within) = (cell.index() / (self.size + 1), cell.index() % (self.size + 1));
        2 * pair + within / (self.size / 2)
    }

    /// The cells in a direction, up to the edge of the board.
    pub fn line(&self, from: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
        std::iter::successors(self.step(from, direction), move |&cell| self.step(cell, direction))
    }

    /// The pieces of a player with their cells, in reading order.
    pub fn pieces(&self, color: Color) -> impl Iterator<Item = (Cell, Rank)> {
        let cells = (0..(MOST_CELLS - self.walls_above()) as u8).map(Cell::new);
        cells.filter_map(move |cell| match self.get(cell) {
            Content::Piece(piece) if piece.color() == color => Some((cell, piece.rank())),
            _ => None,
        })
    }

    /// Whether this player's men become kings on the row of this cell.
    #[must_use]
    pub const fn is_promotion_cell(&self, cell: Cell, color: Color) -> bool {
        let half = self.size / 2;
        match color {
            Color::White => cell.index() < half,
            Color::Black => cell.index() + half > self.size * half + half - 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Draughts, SetOf};

    fn check<const N: usize>()
    where
        Board<N>: Geometry,
    {
        let mailbox = Mailbox::of(&Placement::start(Draughts::<N>));
        for cell in Board::<N>::PLAYING.cells() {
            for color in Color::ALL {
                let expected = Board::<N>::promotion_row(color).contains(cell);
                assert_eq!(mailbox.is_promotion_cell(cell, color), expected, "{cell:?}");
            }
            for direction in Direction::EIGHT {
                let line: SetOf<Draughts<N>> =
                    mailbox.line(cell, direction).fold(Set::EMPTY, |set, it| set | Set::of(it));
                assert_eq!(line, Board::<N>::ray(cell, direction), "{cell:?} {direction:?}");
            }
        }
    }

    #[test]
    fn lines_and_promotion_rows_are_those_of_the_geometry() {
        check::<6>();
        check::<8>();
        check::<10>();
        check::<12>();
        check::<14>();
    }
}

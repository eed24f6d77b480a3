//! Hex on rhombic boards, and strategies that hold against every line or fail in one.
//!
//! Across moves first and connects the left column to the right one, Down connects top to bottom. Cell (r, c)
//! has the neighbours (r, c±1), (r±1, c), (r−1, c+1) and (r+1, c−1).

mod chains;
mod check;
mod climb;
mod pairing;
mod potential;
mod solved;
mod weights;

use super::{GameGraph, Player};

pub use chains::chains;
pub use check::{Check, Strategy, check};
pub use climb::{Climb, ClimbState, NoClimb, Scored, StateError};
pub use pairing::{NoPairing, Pairing};
pub use potential::{Potential, TooFine};
pub use solved::{Solved, UpToTurn};
pub use weights::{CellWeights, WEIGHT_ONE};

/// A set of cells, one bit for each cell in reading order.
pub type CellSet = u32;

/// A board of Hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hex {
    rows: u32,
    columns: u32,
    /// All cells but those of the left column.
    not_left: CellSet,
    /// All cells but those of the right column.
    not_right: CellSet,
}

/// There is no board of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a Hex board has 1 to {} cells, not {rows}×{columns}", Hex::MOST_CELLS)]
pub struct NoSuchBoard {
    rows: u32,
    columns: u32,
}

impl Hex {
    /// The most cells that a board can have.
    pub const MOST_CELLS: u32 = CellSet::BITS;

    /// The board of `rows` by `columns` cells.
    ///
    /// # Errors
    /// If it would have no cells, or more than [`Hex::MOST_CELLS`].
    pub fn new(rows: u32, columns: u32) -> Result<Self, NoSuchBoard> {
        match rows.checked_mul(columns) {
            Some(1..=Self::MOST_CELLS) => {}
            _ => return Err(NoSuchBoard { rows, columns }),
        }
        let all = CellSet::MAX >> (Self::MOST_CELLS - rows * columns);
        let left = (0..rows).fold(0, |set, row| set | 1 << (row * columns));
        Ok(Self { rows, columns, not_left: all & !left, not_right: all & !(left << (columns - 1)) })
    }

    /// The number of rows, the distance of Down.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        self.rows
    }

    /// The number of columns, the distance of Across.
    #[must_use]
    pub const fn columns(&self) -> u32 {
        self.columns
    }

    /// The number of cells.
    #[must_use]
    pub const fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    /// All cells.
    #[must_use]
    pub const fn all(&self) -> CellSet {
        CellSet::MAX >> (Self::MOST_CELLS - self.cells())
    }

    /// The cells of the left column.
    #[must_use]
    pub const fn left(&self) -> CellSet {
        self.all() & !self.not_left
    }

    /// The cells of the right column.
    #[must_use]
    pub const fn right(&self) -> CellSet {
        self.all() & !self.not_right
    }

    /// The cells of the top row.
    #[must_use]
    pub const fn top(&self) -> CellSet {
        CellSet::MAX >> (Self::MOST_CELLS - self.columns)
    }

    /// The cells of the bottom row.
    #[must_use]
    pub const fn bottom(&self) -> CellSet {
        self.top() << (self.cells() - self.columns)
    }

    /// The cell that a turn by 180° moves this one to.
    #[must_use]
    pub const fn turned(&self, cell: u32) -> u32 {
        self.cells() - 1 - cell
    }

    /// The position after a turn of the board by 180°.
    #[must_use]
    pub const fn turned_stones(&self, stones: Stones) -> Stones {
        let rest = Self::MOST_CELLS - self.cells();
        Stones { across: stones.across.reverse_bits() >> rest, down: stones.down.reverse_bits() >> rest }
    }

    /// The smaller one of the position and the turned one.
    #[must_use]
    pub fn canonical(&self, stones: Stones) -> Stones {
        stones.min(self.turned_stones(stones))
    }

    /// All neighbours of all these cells.
    #[must_use]
    pub const fn neighbours(&self, cells: CellSet) -> CellSet {
        let (to_right, to_left) = (cells & self.not_right, cells & self.not_left);
        let same_row = to_right << 1 | to_left >> 1;
        let above = shifted_down(cells, self.columns) | shifted_down(to_right, self.columns - 1);
        let below = shifted_up(cells, self.columns) | shifted_up(to_left, self.columns - 1);
        (same_row | above | below) & self.all()
    }

    /// Whether these cells contain a path from one of `from` to one of `to`.
    #[must_use]
    pub const fn joins(&self, cells: CellSet, from: CellSet, to: CellSet) -> bool {
        let mut reached = cells & from;
        loop {
            let more = reached | self.neighbours(reached) & cells;
            if more & to != 0 {
                return true;
            }
            if more == reached {
                return false;
            }
            reached = more;
        }
    }

    /// Whether these cells connect the left column to the right one.
    #[must_use]
    pub const fn joins_across(&self, cells: CellSet) -> bool {
        self.joins(cells, self.left(), self.right())
    }

    /// Whether these cells connect the top row to the bottom one.
    #[must_use]
    pub const fn joins_down(&self, cells: CellSet) -> bool {
        self.joins(cells, self.top(), self.bottom())
    }

    /// The usual name of a cell: the letter of the column and the number of the row.
    #[must_use]
    pub fn name(&self, cell: u32) -> String {
        let column = u8::try_from(cell % self.columns).expect("a board has no more than 32 columns");
        let letter = if column < 26 { char::from(b'a' + column) } else { char::from(b'A' + column - 26) };
        format!("{letter}{}", cell / self.columns + 1)
    }
}

/// Boards of one row are shifted by all of their bits.
const fn shifted_up(cells: CellSet, by: u32) -> CellSet {
    cells.unbounded_shl(by)
}

const fn shifted_down(cells: CellSet, by: u32) -> CellSet {
    cells.unbounded_shr(by)
}

/// The cells of a set in reading order.
pub fn cells_of(set: CellSet) -> impl Iterator<Item = u32> + Clone {
    let mut rest = set;
    std::iter::from_fn(move || {
        let cell = rest.trailing_zeros();
        rest &= rest.wrapping_sub(1);
        (cell < CellSet::BITS).then_some(cell)
    })
}

/// A position: the cells of each player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Stones {
    /// The cells of Across, the first player.
    pub across: CellSet,
    /// The cells of Down, the second player.
    pub down: CellSet,
}

impl Stones {
    /// The empty board.
    pub const NONE: Self = Self { across: 0, down: 0 };

    /// The occupied cells.
    #[must_use]
    pub const fn occupied(self) -> CellSet {
        self.across | self.down
    }

    /// The player to move. Players alternate, and Across begins.
    #[must_use]
    pub const fn turn(self) -> Player {
        if self.across.count_ones() == self.down.count_ones() { Player::First } else { Player::Second }
    }

    /// The position after the player to move has taken a cell.
    #[must_use]
    pub const fn with(self, cell: u32) -> Self {
        match self.turn() {
            Player::First => Self { across: self.across | 1 << cell, ..self },
            Player::Second => Self { down: self.down | 1 << cell, ..self },
        }
    }
}

impl GameGraph for Hex {
    type Vertex = Stones;

    fn player(&self, vertex: Stones) -> Player {
        vertex.turn()
    }

    fn moves(&self, vertex: Stones, list: &mut Vec<Stones>) {
        if self.winner(vertex).is_none() {
            list.extend(cells_of(self.all() & !vertex.occupied()).map(|cell| vertex.with(cell)));
        }
    }

    /// Exactly one player has connected on a full board.
    fn winner(&self, sink: Stones) -> Option<Player> {
        match sink.turn() {
            Player::First => self.joins_down(sink.down).then_some(Player::Second),
            Player::Second => self.joins_across(sink.across).then_some(Player::First),
        }
    }
}

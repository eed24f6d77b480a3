//! The geometry of boards of five sizes: playing cells, rows and lines.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Cell, Color, Direction, Set};

/// A board of N×N squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board<const N: usize>;

/// The geometry of a board.
pub trait Geometry: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The number of rows, and of columns.
    const SIZE: usize;
    /// The type of its sets of cells.
    type Set: Set;
    /// The playing cells.
    const PLAYING: Self::Set;
    /// The row where White's men become kings.
    const TOP: Self::Set;
    /// The row where Black's men become kings.
    const BOTTOM: Self::Set;
    /// The main diagonal from the bottom left corner to the top right one.
    const MAIN_DIAGONAL: Self::Set;
    /// The cells whose neighbor in numbers, one lower, is on the row above: no step to the left.
    const LEFT_ENDS: Self::Set;
    /// The cells whose neighbor in numbers, one higher, is on the row below: no step to the right.
    const RIGHT_ENDS: Self::Set;

    /// The number of squares in a row.
    const HALF: usize = Self::SIZE / 2;
    /// The number of squares.
    const SQUARES: usize = Self::SIZE * Self::HALF;
    /// The highest number of a playing cell. Rotating the board by 180° maps cell `i` to `HIGHEST - i`.
    const HIGHEST: u8 = (Self::SQUARES + Self::HALF - 2) as u8;

    /// The cells in a direction from a cell, up to the edge.
    #[must_use]
    fn ray(cell: Cell, direction: Direction) -> Self::Set;

    /// The cells one step away from these in a direction. Some of them may be no playing cells.
    #[inline(always)]
    #[must_use]
    fn stepped(set: Self::Set, direction: Direction) -> Self::Set {
        let starts = match direction {
            Direction::Left => set & !Self::LEFT_ENDS,
            Direction::Right => set & !Self::RIGHT_ENDS,
            _ => set,
        };
        starts.shifted(direction.offset(Self::SIZE))
    }

    /// The row where this player's men become kings.
    #[inline(always)]
    #[must_use]
    fn promotion_row(color: Color) -> Self::Set {
        match color {
            Color::White => Self::TOP,
            Color::Black => Self::BOTTOM,
        }
    }

    /// The cell of a square, numbered from 1 to N²/2 row by row from White's top left. Returns `None` if
    /// there is no such square.
    #[must_use]
    fn cell(square: usize) -> Option<Cell> {
        let index = square.checked_sub(1)?;
        (index < Self::SQUARES).then(|| Cell::new((index + index / Self::SIZE) as u8))
    }

    /// The number of a cell's square, 1 to N²/2.
    #[must_use]
    fn square(cell: Cell) -> usize {
        cell.index() - cell.index() / (Self::SIZE + 1) + 1
    }

    /// The row of a cell, counted from 0 at the top.
    #[must_use]
    fn row(cell: Cell) -> usize {
        (Self::square(cell) - 1) / Self::HALF
    }

    /// The column of a cell among all columns of the board, counted from 0 at White's left.
    #[must_use]
    fn column(cell: Cell) -> usize {
        let index = Self::square(cell) - 1;
        2 * (index % Self::HALF) + usize::from(Self::row(cell).is_multiple_of(2))
    }

    /// The cell at a row and a column. Returns `None` if that is off the board or not a playing cell.
    #[must_use]
    fn at(row: usize, column: usize) -> Option<Cell> {
        let playing = row < Self::SIZE && column < Self::SIZE && (row + column) % 2 == 1;
        playing.then(|| Self::cell(row * Self::HALF + column / 2 + 1)).flatten()
    }

    /// The cell after rotating the board by 180°.
    #[must_use]
    fn turned(cell: Cell) -> Cell {
        Cell::new(Self::HIGHEST - cell.index() as u8)
    }

    /// The set after rotating the board by 180°.
    #[must_use]
    fn turned_set(set: Self::Set) -> Self::Set {
        Self::Set::from_bits(set.bits().reverse_bits() >> (127 - u32::from(Self::HIGHEST)))
    }
}

macro_rules! geometry {
    ($size:literal, $set:ty) => {
        impl Geometry for Board<$size> {
            const SIZE: usize = $size;
            type Set = $set;
            const PLAYING: $set = playing($size) as $set;
            const TOP: $set = row(0, $size) as $set;
            const BOTTOM: $set = row($size - 1, $size) as $set;
            const MAIN_DIAGONAL: $set = main_diagonal($size) as $set;
            const LEFT_ENDS: $set = ends_in_pairs(Direction::Left, $size) as $set;
            const RIGHT_ENDS: $set = ends_in_pairs(Direction::Right, $size) as $set;

            #[inline(always)]
            fn ray(cell: Cell, direction: Direction) -> $set {
                static RAYS: [[$set; 128]; 8] = {
                    let mut rays = [[0; 128]; 8];
                    let mut number = 0;
                    while number < 128 {
                        let mut direction = 0;
                        while direction < 8 {
                            rays[direction][number] = ray(number, Direction::EIGHT[direction], $size) as $set;
                            direction += 1;
                        }
                        number += 1;
                    }
                    rays
                };
                RAYS[direction as usize][cell.index() & 127]
            }
        }
    };
}

// Small enough to go through all its positions.
#[cfg(test)]
geometry!(4, u64);
geometry!(6, u64);
geometry!(8, u64);
geometry!(10, u64);
geometry!(12, u128);
geometry!(14, u128);

const fn row(number: usize, size: usize) -> u128 {
    let half = size / 2;
    let first = (number / 2) * (size + 1) + (number % 2) * half;
    ((1 << half) - 1) << first
}

const fn playing(size: usize) -> u128 {
    let mut set = 0;
    let mut number = 0;
    while number < size {
        set |= row(number, size);
        number += 1;
    }
    set
}

/// The line from the bottom left corner, which is the first cell of the last row.
const fn main_diagonal(size: usize) -> u128 {
    let corner = row(size - 1, size).trailing_zeros() as usize;
    ray(corner, Direction::UpRight, size) | 1 << corner
}

const fn ray(from: usize, direction: Direction, size: usize) -> u128 {
    let playing = playing(size);
    let ends = ends_in_pairs(direction, size);
    let mut set = 0;
    if playing >> from & 1 == 1 {
        let mut last = from as i32;
        let mut at = last + direction.offset(size);
        while at >= 0 && at < 128 && playing >> at & 1 == 1 && ends >> last & 1 == 0 {
            set |= 1 << at;
            last = at;
            at += direction.offset(size);
        }
    }
    set
}

/// The cells at the end of a row from which a step to the left or to the right would lead to the other row of the
/// pair: there is no wall between the two. The set is empty for the other directions.
const fn ends_in_pairs(direction: Direction, size: usize) -> u128 {
    let mut set = 0;
    let mut number = 0;
    while number < size {
        let cells = row(number, size);
        match direction {
            Direction::Left if number % 2 == 1 => set |= 1 << cells.trailing_zeros(),
            Direction::Right if number % 2 == 0 => set |= 1 << (127 - cells.leading_zeros()),
            _ => {}
        }
        number += 1;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Geometry>(highest: u8) {
        assert_eq!(B::HIGHEST, highest);
        assert_eq!(B::PLAYING.count() as usize, B::SQUARES);
        assert_eq!(B::PLAYING.last().index() as u8, highest);
        for square in 1..=B::SQUARES {
            let cell = B::cell(square).expect("a square of the board");
            assert!(B::PLAYING.contains(cell));
            assert_eq!(B::square(cell), square);
            assert_eq!(B::at(B::row(cell), B::column(cell)), Some(cell));
            assert_eq!(B::square(B::turned(cell)), B::SQUARES + 1 - square);
            for direction in Direction::EIGHT {
                check_step::<B>(cell, direction);
            }
        }
        assert_eq!(B::cell(0), None);
        assert_eq!(B::cell(B::SQUARES + 1), None);
        assert_eq!(B::turned_set(B::TOP), B::BOTTOM);
    }

    /// A step by offset is a step by row and column, and ends off the board exactly when that does.
    fn check_step<B: Geometry>(cell: Cell, direction: Direction) {
        let (rows, columns) = match direction {
            Direction::UpLeft => (-1, -1),
            Direction::UpRight => (-1, 1),
            Direction::DownLeft => (1, -1),
            Direction::DownRight => (1, 1),
            Direction::Up => (-2, 0),
            Direction::Left => (0, -2),
            Direction::Right => (0, 2),
            Direction::Down => (2, 0),
        };
        let row = B::row(cell).wrapping_add_signed(rows);
        let column = B::column(cell).wrapping_add_signed(columns);
        let stepped = B::stepped(B::Set::of(cell), direction) & B::PLAYING;
        assert_eq!(stepped.cells().next(), B::at(row, column), "{cell:?} {direction:?}");
        assert_eq!(B::ray(cell, direction).cells().count() > 0, !stepped.is_empty());
    }

    #[test]
    fn cells_squares_rows_and_steps_agree_on_every_board() {
        check::<Board<6>>(19);
        check::<Board<8>>(34);
        check::<Board<10>>(53);
        check::<Board<12>>(76);
        check::<Board<14>>(103);
    }

    #[test]
    fn the_main_diagonal_joins_two_corners() {
        let squares: Vec<_> = Board::<8>::MAIN_DIAGONAL.cells().map(Board::<8>::square).collect();
        assert_eq!(squares, [4, 8, 11, 15, 18, 22, 25, 29]);
    }
}

//! The cells of the board and the directions: four along diagonals, four along files and rows.

use super::Color;

/// A playing cell, by its number in a set: row by row from White's top left, with one wall after every two
/// rows.
///
/// Because of these walls the four directions have the same offset on every row, and a step over the side
/// of the board ends on a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number, which is below 128 and not a wall: see [`super::Geometry::cell`].
    #[inline(always)]
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// The number of the cell, as an index.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell with the number that is higher by `offset`. It has to exist.
    #[inline(always)]
    #[must_use]
    pub const fn moved(self, offset: i32) -> Self {
        Self((self.0 as i32 + offset) as u8)
    }
}

/// A direction, as White sees the board. Pieces move along diagonals; in some games they also capture along files
/// and rows, where a step leads to the second square of the board, since squares between are not playing cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Forward for White, to the left.
    UpLeft,
    /// Forward for White, to the right.
    UpRight,
    /// Backward for White, to the left.
    DownLeft,
    /// Backward for White, to the right.
    DownRight,
    /// Along the file, to the row after next.
    Up,
    /// Along the row.
    Left,
    /// Along the row.
    Right,
    /// Along the file, to the row after next.
    Down,
}

impl Direction {
    /// The four along diagonals, in the order of their offsets.
    pub const ALL: [Self; 4] = [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    /// The four along files and rows.
    pub const STRAIGHT: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// All eight.
    pub const EIGHT: [Self; 8] = [
        Self::UpLeft,
        Self::UpRight,
        Self::DownLeft,
        Self::DownRight,
        Self::Up,
        Self::Left,
        Self::Right,
        Self::Down,
    ];

    /// The opposite direction.
    #[inline(always)]
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }

    /// The difference in cell numbers of one step on a board of `size` by `size`.
    #[inline(always)]
    #[must_use]
    pub const fn offset(self, size: usize) -> i32 {
        let half = (size / 2) as i32;
        match self {
            Self::UpLeft => -half - 1,
            Self::UpRight => -half,
            Self::DownLeft => half,
            Self::DownRight => half + 1,
            Self::Up => -2 * half - 1,
            Self::Left => -1,
            Self::Right => 1,
            Self::Down => 2 * half + 1,
        }
    }

    /// Whether a step leads towards this player's last row: up the board for White, down for Black.
    #[inline(always)]
    #[must_use]
    pub const fn is_forward(self, color: Color) -> bool {
        match color {
            Color::White => matches!(self, Self::UpLeft | Self::UpRight | Self::Up),
            Color::Black => matches!(self, Self::DownLeft | Self::DownRight | Self::Down),
        }
    }

    /// Whether a step leads to a higher cell number.
    #[inline(always)]
    #[must_use]
    pub const fn is_ascending(self) -> bool {
        matches!(self, Self::DownLeft | Self::DownRight | Self::Right | Self::Down)
    }

    /// Whether a step stays on its row.
    #[inline(always)]
    #[must_use]
    pub const fn is_along_row(self) -> bool {
        matches!(self, Self::Left | Self::Right)
    }

    /// The two directions at right angles to this one, of the same kind.
    #[inline(always)]
    #[must_use]
    pub const fn across(self) -> [Self; 2] {
        match self {
            Self::UpLeft | Self::DownRight => [Self::UpRight, Self::DownLeft],
            Self::UpRight | Self::DownLeft => [Self::UpLeft, Self::DownRight],
            Self::Up | Self::Down => [Self::Left, Self::Right],
            Self::Left | Self::Right => [Self::Up, Self::Down],
        }
    }
}

//! The cells of the board and the four diagonal directions.

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

/// A diagonal direction, as White sees the board.
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
}

impl Direction {
    /// All four, in the order of their offsets.
    pub const ALL: [Self; 4] = [Self::UpLeft, Self::UpRight, Self::DownLeft, Self::DownRight];

    /// The opposite direction.
    #[inline(always)]
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::UpLeft => Self::DownRight,
            Self::UpRight => Self::DownLeft,
            Self::DownLeft => Self::UpRight,
            Self::DownRight => Self::UpLeft,
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
        }
    }

    /// Whether this player's men move in this direction: White's up the board, Black's down.
    #[inline(always)]
    #[must_use]
    pub const fn is_forward(self, color: Color) -> bool {
        self.is_down() == matches!(color, Color::Black)
    }

    /// Whether a step leads to a higher cell number.
    #[inline(always)]
    #[must_use]
    pub const fn is_down(self) -> bool {
        matches!(self, Self::DownLeft | Self::DownRight)
    }

    /// The two directions at right angles to this one.
    #[inline(always)]
    #[must_use]
    pub const fn across(self) -> [Self; 2] {
        match self {
            Self::UpLeft | Self::DownRight => [Self::UpRight, Self::DownLeft],
            Self::UpRight | Self::DownLeft => [Self::UpLeft, Self::DownRight],
        }
    }
}

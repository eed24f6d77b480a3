//! Where a piece can stand, and the four ways from there.

/// A playing cell, by its number in a set: playing cells row by row from White's top left, one ghost
/// after every two rows.
///
/// The ghost is why the four directions are the same numbers on every row, and why a piece that steps
/// off the side of the board lands where nothing ever stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number. Below 128, and no ghost: [`super::Geometry::cell`] knows which those are.
    #[inline(always)]
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self(number)
    }

    /// The number, as an index.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell `offset` numbers on. The caller knows that there is one.
    #[inline(always)]
    #[must_use]
    pub const fn moved(self, offset: i32) -> Self {
        Self((self.0 as i32 + offset) as u8)
    }
}

/// One of the four diagonal ways, as White sees the board.
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

    /// The way back.
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

    /// How far one step goes in cell numbers on a board of `size` by `size`.
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

    /// Whether a step leads to higher cell numbers.
    #[inline(always)]
    #[must_use]
    pub const fn is_down(self) -> bool {
        matches!(self, Self::DownLeft | Self::DownRight)
    }

    /// The two ways that cross this one.
    #[inline(always)]
    #[must_use]
    pub const fn across(self) -> [Self; 2] {
        match self {
            Self::UpLeft | Self::DownRight => [Self::UpRight, Self::DownLeft],
            Self::UpRight | Self::DownLeft => [Self::UpLeft, Self::DownRight],
        }
    }
}

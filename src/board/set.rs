//! Sets of cells.
//!
//! A set has one bit for each cell, in the numbering of the mailbox without the walls above it. Because of
//! the walls between pairs of rows one shift moves a whole set by one step in a direction.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Cell;

/// A set of cells in 64 or 128 bits.
pub trait Set:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + 'static
{
    /// The empty set.
    const EMPTY: Self;

    /// The set of one cell.
    #[must_use]
    fn of(cell: Cell) -> Self;

    /// The number of cells.
    #[must_use]
    fn count(self) -> u32;

    /// The first cell in reading order. The set must not be empty.
    #[must_use]
    fn first(self) -> Cell;

    /// The last cell in reading order. The set must not be empty.
    #[must_use]
    fn last(self) -> Cell;

    /// The set without its first cell.
    #[must_use]
    fn without_first(self) -> Self;

    /// The set of the first cell. It is empty if the set is.
    #[must_use]
    fn first_only(self) -> Self;

    /// The set of the last cell. It is empty if the set is.
    #[must_use]
    fn last_only(self) -> Self;

    /// All numbers below that of the first cell; all numbers if the set is empty.
    #[must_use]
    fn below_first(self) -> Self;

    /// All numbers above that of the last cell; all numbers if the set is empty.
    #[must_use]
    fn above_last(self) -> Self;

    /// The set with `offset` added to the number of every cell.
    #[must_use]
    fn shifted(self, offset: i32) -> Self;

    /// The lowest 64 bits.
    #[must_use]
    fn low(self) -> u64;

    /// All bits.
    #[must_use]
    fn bits(self) -> u128;

    /// The set with these bits, without those that do not fit.
    #[must_use]
    fn from_bits(bits: u128) -> Self;

    /// Whether the set has no cell.
    #[must_use]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the set has more than one cell.
    #[must_use]
    fn is_many(self) -> bool {
        !self.without_first().is_empty()
    }

    /// Whether the cell is in the set.
    #[must_use]
    fn contains(self, cell: Cell) -> bool {
        !(self & Self::of(cell)).is_empty()
    }

    /// Whether the sets have a cell in common.
    #[must_use]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The cells in reading order.
    #[must_use]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

macro_rules! set {
    ($bits:ty) => {
        impl Set for $bits {
            const EMPTY: Self = 0;

            #[inline(always)]
            fn of(cell: Cell) -> Self {
                1 << cell.index()
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> Cell {
                debug_assert!(self != 0, "an empty set has no first cell");
                Cell::new(self.trailing_zeros() as u8)
            }

            #[inline(always)]
            fn last(self) -> Cell {
                debug_assert!(self != 0, "an empty set has no last cell");
                Cell::new((<$bits>::BITS - 1 - self.leading_zeros()) as u8)
            }

            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn first_only(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn last_only(self) -> Self {
                ((1 as Self) << (<$bits>::BITS - 1)).unbounded_shr(self.leading_zeros())
            }

            #[inline(always)]
            fn below_first(self) -> Self {
                !self & self.wrapping_sub(1)
            }

            #[inline(always)]
            fn above_last(self) -> Self {
                debug_assert!(self.leading_zeros() > 0, "no board has a cell with the highest number");
                <$bits>::MAX.wrapping_shl(<$bits>::BITS - self.leading_zeros())
            }

            #[inline(always)]
            fn shifted(self, offset: i32) -> Self {
                if offset < 0 { self >> offset.unsigned_abs() } else { self << offset }
            }

            #[inline(always)]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline(always)]
            fn bits(self) -> u128 {
                u128::from(self)
            }

            #[inline(always)]
            fn from_bits(bits: u128) -> Self {
                bits as $bits
            }
        }
    };
}

set!(u64);
set!(u128);

/// An iterator over the cells of a set.
#[derive(Clone, Debug)]
pub struct Cells<S>(S);

impl<S: Set> Iterator for Cells<S> {
    type Item = Cell;

    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0.without_first();
        Some(cell)
    }
}

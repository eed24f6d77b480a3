//! Regions of a board.

use std::marker::PhantomData;

use crate::board::Geometry;

/// Regions of a board, as bits of a set. In pairs, the first one is White's.
pub(super) struct Regions<B>(PhantomData<B>);

impl<B: Geometry> Regions<B> {
    /// The columns left of the middle.
    pub(super) const LEFT: u128 = area(B::SIZE, [0, B::SIZE], [0, B::HALF]);
    /// The columns right of the middle.
    pub(super) const RIGHT: u128 = area(B::SIZE, [0, B::SIZE], [B::HALF, B::SIZE]);
    /// The central rows and columns.
    pub(super) const CENTER: u128 = {
        let middle = [B::HALF / 2, B::SIZE - B::HALF / 2];
        area(B::SIZE, middle, middle)
    };
    /// The cells at least this number of steps from the player's first row.
    pub(super) const REACHED: [[u128; 16]; 2] = {
        let mut reached = [[0; 16]; 2];
        let mut steps = 0;
        while steps < B::SIZE {
            reached[0][steps] = area(B::SIZE, [0, B::SIZE - steps], [0, B::SIZE]);
            reached[1][steps] = area(B::SIZE, [steps, B::SIZE], [0, B::SIZE]);
            steps += 1;
        }
        reached
    };
    /// The cells at this number of columns from the nearer side.
    pub(super) const COLUMNS: [u128; 8] = {
        let mut columns = [0; 8];
        let mut inward = 0;
        while inward < B::HALF {
            let far = B::SIZE - 1 - inward;
            columns[inward] = area(B::SIZE, [0, B::SIZE], [inward, inward + 1])
                | area(B::SIZE, [0, B::SIZE], [far, far + 1]);
            inward += 1;
        }
        columns
    };
}

/// The playing cells in a range of rows and a range of columns.
const fn area(size: usize, rows: [usize; 2], columns: [usize; 2]) -> u128 {
    let mut set = 0;
    let mut row = rows[0];
    while row < rows[1] {
        let mut column = columns[0];
        while column < columns[1] {
            if (row + column) % 2 == 1 {
                let index = row * size / 2 + column / 2;
                set |= 1 << (index + index / size);
            }
            column += 1;
        }
        row += 1;
    }
    set
}

//! The pairing strategy of Down, on boards that are one cell longer for Across.

use super::{Hex, Stones, Strategy};

/// The pairing player: if Across takes a cell, Down takes its partner. On an n×(n+1) board the cell
/// (r, c) with c ≤ r is paired with (c, r+1), counted from zero.
#[derive(Clone, Copy, Debug)]
pub struct Pairing {
    hex: Hex,
}

/// The board is not n×(n+1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the pairing strategy needs a board of n×(n+1) cells, not {rows}×{columns}")]
pub struct NoPairing {
    rows: u32,
    columns: u32,
}

impl Pairing {
    /// The pairing player of a board.
    ///
    /// # Errors
    /// If the board is not n×(n+1).
    pub fn new(hex: Hex) -> Result<Self, NoPairing> {
        let (rows, columns) = (hex.rows(), hex.columns());
        if columns == rows + 1 { Ok(Self { hex }) } else { Err(NoPairing { rows, columns }) }
    }

    /// The partner of a cell.
    #[must_use]
    pub fn partner(&self, cell: u32) -> u32 {
        let (row, column) = (cell / self.hex.columns(), cell % self.hex.columns());
        let (row, column) = if column <= row { (column, row + 1) } else { (column - 1, row) };
        row * self.hex.columns() + column
    }
}

impl Strategy for Pairing {
    fn reply(&self, stones: Stones) -> Option<u32> {
        let cells = super::cells_of(stones.across).map(|cell| self.partner(cell));
        cells.into_iter().find(|cell| stones.occupied() >> cell & 1 == 0)
    }

    /// The check plays until the board is full.
    fn is_decided(&self, _: Stones) -> bool {
        false
    }
}

//! Minimal chains: sets of cells that connect left to right, but not without any one of their cells.

use super::{CellSet, Hex, cells_of};

/// All minimal left-to-right chains of a board.
///
/// They are the induced paths whose first cell alone is in the left column, and whose last cell alone is in
/// the right column: any other chain has a cell that it does not need.
#[must_use]
pub fn chains(hex: &Hex) -> Vec<CellSet> {
    let mut chains = Vec::new();
    for cell in cells_of(hex.left()) {
        extend(hex, Path { cells: 0, barred: hex.left(), last: cell }, &mut chains);
    }
    chains
}

/// A path that may become a minimal chain.
#[derive(Clone, Copy)]
struct Path {
    /// Its cells without the last.
    cells: CellSet,
    /// The cells that cannot extend it.
    barred: CellSet,
    last: u32,
}

fn extend(hex: &Hex, path: Path, chains: &mut Vec<CellSet>) {
    let last = 1 << path.last;
    let cells = path.cells | last;
    if last & hex.right() != 0 {
        chains.push(cells);
        return;
    }
    let neighbours = hex.neighbours(last);
    for next in cells_of(neighbours & !path.barred) {
        extend(hex, Path { cells, barred: path.barred | neighbours | cells, last: next }, chains);
    }
}

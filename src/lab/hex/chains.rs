//! The minimal chains: sets of cells that join left to right, and no longer do without any one cell.

use super::{CellSet, Hex, cells_of};

/// All minimal left-to-right chains of a board.
///
/// They are the paths that touch the left column in their first cell only, the right column in their
/// last cell only, and themselves nowhere: any other chain could do without some cell.
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
    /// Its cells but the last.
    cells: CellSet,
    /// Where it cannot go.
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

//! The factors of cells in the weights of chains.

use super::Hex;

/// The factor one.
pub const WEIGHT_ONE: u32 = 1 << CellWeights::BITS;

/// A factor for each cell, from 1/64 to 63/64, in 64ths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellWeights(Vec<u32>);

impl CellWeights {
    /// The bits of a factor.
    pub const BITS: u32 = 6;

    /// One half for every cell, as in Erdős and Selfridge.
    #[must_use]
    pub fn halves(hex: &Hex) -> Self {
        Self(vec![WEIGHT_ONE / 2; hex.cells() as usize])
    }

    /// The factors of the cells in reading order. Returns `None` if their number is wrong, or if one is not
    /// between 0 and 1.
    #[must_use]
    pub fn new(hex: &Hex, factors: &[u32]) -> Option<Self> {
        let are_factors = factors.iter().all(|factor| (1..WEIGHT_ONE).contains(factor));
        (factors.len() == hex.cells() as usize && are_factors).then(|| Self(factors.to_vec()))
    }

    /// The factors of the cells, in reading order.
    #[must_use]
    pub fn factors(&self) -> &[u32] {
        &self.0
    }

    /// Whether a turn by 180° leaves them unchanged.
    #[must_use]
    pub fn is_symmetric(&self, hex: &Hex) -> bool {
        (0..hex.cells()).all(|cell| self.0[cell as usize] == self.0[hex.turned(cell) as usize])
    }

    /// Sets the factor of a cell and of its counterpart after a turn by 180°.
    pub(super) fn set(&mut self, hex: &Hex, cell: u32, factor: u32) {
        debug_assert!((1..WEIGHT_ONE).contains(&factor), "a factor is between 0 and 1");
        self.0[cell as usize] = factor;
        self.0[hex.turned(cell) as usize] = factor;
    }
}

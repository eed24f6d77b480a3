//! The potential player: Down blocks the chains of greatest weight, after Erdős and Selfridge.

use super::{CellSet, CellWeights, Hex, Stones, Strategy, cells_of, chains};

/// The potential player.
///
/// The weight of a chain that Down has not blocked is the product of the factors of the cells that Across
/// still needs: (½)^k for k cells if all factors are ½. Down takes the empty cell with the greatest sum of
/// weights; the first in reading order among equals.
///
/// Weights are integers, scaled by a common power of two, so comparisons are exact.
#[derive(Clone, Debug)]
pub struct Potential {
    hex: Hex,
    chains: Vec<CellSet>,
    /// Factors over `1 << bits`.
    factors: Vec<u32>,
    bits: u32,
    /// The number of cells of the longest chain, which gives the scale of the weights.
    longest: u32,
}

/// The weights of these factors on this board do not fit in 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chains of this board are too long for exact weights in 128 bits")]
pub struct TooFine;

impl Potential {
    /// The player with the factor ½ for every cell.
    #[must_use]
    pub fn halves(hex: Hex) -> Self {
        let factors = vec![1; hex.cells() as usize];
        Self::weighing(hex, factors, 1).expect("a bit for each of 32 cells fits in 128")
    }

    /// The player with these factors.
    ///
    /// # Errors
    /// If the chains of the board are too long for them.
    pub fn new(hex: Hex, weights: &CellWeights) -> Result<Self, TooFine> {
        Self::weighing(hex, weights.factors().to_vec(), CellWeights::BITS)
    }

    fn weighing(hex: Hex, factors: Vec<u32>, bits: u32) -> Result<Self, TooFine> {
        let chains = chains(&hex);
        let longest = chains.iter().map(|chain| chain.count_ones()).max().unwrap_or(0);
        let all = usize::BITS - chains.len().leading_zeros();
        let fits = longest * bits + all < u128::BITS;
        fits.then_some(Self { hex, chains, factors, bits, longest }).ok_or(TooFine)
    }

    /// The minimal chains of Across.
    #[must_use]
    pub fn chains(&self) -> &[CellSet] {
        &self.chains
    }

    /// The sum of the weights of all chains that Down has not blocked.
    #[must_use]
    pub fn potential(&self, stones: Stones) -> f64 {
        self.shown(self.live(stones).map(|chain| self.weight(chain, stones)).sum())
    }

    /// For each cell the sum of the weights of the chains that need it: 0 for an occupied cell.
    #[must_use]
    pub fn cell_weights(&self, stones: Stones) -> Vec<f64> {
        let live: Vec<CellSet> = self.live(stones).collect();
        let sums = self.sums(&live, stones);
        sums[..self.hex.cells() as usize].iter().map(|&sum| self.shown(sum)).collect()
    }

    /// Replaces the factors.
    pub(super) fn reweigh(&mut self, weights: &CellWeights) {
        debug_assert!(self.bits == CellWeights::BITS, "halves of one bit are not replaced");
        self.factors.clone_from_slice(weights.factors());
    }

    fn live(&self, stones: Stones) -> impl Iterator<Item = CellSet> {
        self.chains.iter().copied().filter(move |chain| chain & stones.down == 0)
    }

    fn weight(&self, chain: CellSet, stones: Stones) -> u128 {
        let needed = chain & !stones.across;
        let product: u128 = cells_of(needed).map(|cell| u128::from(self.factors[cell as usize])).product();
        product << (self.bits * (self.longest - needed.count_ones()))
    }

    /// The empty cell with the greatest sum of weights. `live` contains the chains that Down has not blocked.
    pub(super) fn heaviest(&self, live: &[CellSet], stones: Stones) -> Option<u32> {
        let sums = self.sums(live, stones);
        let heavier =
            |best: u32, cell: u32| if sums[cell as usize] > sums[best as usize] { cell } else { best };
        cells_of(self.hex.all() & !stones.occupied()).reduce(heavier)
    }

    fn sums(&self, live: &[CellSet], stones: Stones) -> [u128; Hex::MOST_CELLS as usize] {
        let mut sums = [0; Hex::MOST_CELLS as usize];
        for &chain in live {
            let weight = self.weight(chain, stones);
            for cell in cells_of(chain & !stones.across) {
                sums[cell as usize] += weight;
            }
        }
        sums
    }

    fn shown(&self, scaled: u128) -> f64 {
        scaled as f64 / 2_f64.powi((self.bits * self.longest) as i32)
    }
}

impl Strategy for Potential {
    fn reply(&self, stones: Stones) -> Option<u32> {
        let live: Vec<CellSet> = self.live(stones).collect();
        self.heaviest(&live, stones)
    }

    fn is_decided(&self, stones: Stones) -> bool {
        self.live(stones).next().is_none()
    }
}

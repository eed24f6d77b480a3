//! Down as Erdős and Selfridge would play: against the chains that weigh most.

use std::fmt;

use super::{CellSet, Hex, Stones, Strategy, Weights, cells_of, chains};

/// The potential player.
///
/// A chain that Down has not touched weighs the product of the factors of the cells that Across still
/// needs, (½)^k for k cells when all factors are ½. Down takes the empty cell whose chains weigh most,
/// the first in reading order when equal.
///
/// Weights are integers, scaled by a common power of two, so that *equal* means equal.
#[derive(Clone, Debug)]
pub struct Potential {
    hex: Hex,
    chains: Vec<CellSet>,
    /// Factors over `1 << bits`.
    factors: Vec<u32>,
    bits: u32,
    /// The cells of the longest chain: weights are scaled by so many factors.
    longest: u32,
}

/// Weights of these factors on this board do not fit the integers that they are computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooFine;

impl fmt::Display for TooFine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the chains of this board are too long to be weighed exactly in 128 bits")
    }
}

impl std::error::Error for TooFine {}

impl Potential {
    /// The player whose factor is ½ for every cell.
    #[must_use]
    pub fn halves(hex: Hex) -> Self {
        let factors = vec![1; hex.cells() as usize];
        Self::weighing(hex, factors, 1).expect("a bit for each of 32 cells fits in 128")
    }

    /// The player with these factors.
    ///
    /// # Errors
    /// When the board's chains are too long for them.
    pub fn new(hex: Hex, weights: &Weights) -> Result<Self, TooFine> {
        Self::weighing(hex, weights.factors().to_vec(), Weights::BITS)
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

    /// The sum of the weights of all chains that Down has not touched.
    #[must_use]
    pub fn potential(&self, stones: Stones) -> f64 {
        self.shown(self.live(stones).map(|chain| self.weight(chain, stones)).sum())
    }

    /// For each cell the sum of the weights of the chains that need it: nothing where a stone lies.
    #[must_use]
    pub fn cell_weights(&self, stones: Stones) -> Vec<f64> {
        let live: Vec<CellSet> = self.live(stones).collect();
        let sums = self.sums(&live, stones);
        sums[..self.hex.cells() as usize].iter().map(|&sum| self.shown(sum)).collect()
    }

    /// Takes other factors in place of those that [`Potential::new`] was given.
    pub(super) fn reweigh(&mut self, weights: &Weights) {
        debug_assert!(self.bits == Weights::BITS, "halves of one bit are not replaced");
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

    /// The empty cell whose chains weigh most. `live` are the chains that Down has not touched.
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

    fn has_nothing_to_fear(&self, stones: Stones) -> bool {
        self.live(stones).next().is_none()
    }
}

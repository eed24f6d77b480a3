//! From real numbers to the integers that are computed with.

use super::file::NetworkError;
use super::{BUCKETS, HIDDEN, KINDS, Network, OUTPUT_UNIT, Row, SHIFT, UNIT};

/// A network as it is learned: the same numbers as in [`Network`], but real ones.
#[derive(Clone, Debug, PartialEq)]
pub struct RealNetwork {
    /// For each input the weights of the hidden units.
    pub hidden: Vec<f32>,
    /// One number for each hidden unit.
    pub hidden_bias: Vec<f32>,
    /// For each bucket the weights of the output.
    pub output: Vec<f32>,
    /// One number for each bucket.
    pub output_bias: Vec<f32>,
}

impl RealNetwork {
    /// Rounds the numbers to integers.
    ///
    /// # Errors
    /// Returns an error if there are too few or too many numbers, or if sums of them could overflow.
    pub fn quantized(&self, game: &str, cells: usize) -> Result<Network, NetworkError> {
        let lengths = [
            (self.hidden.len(), KINDS * cells * HIDDEN),
            (self.hidden_bias.len(), HIDDEN),
            (self.output.len(), BUCKETS * HIDDEN),
            (self.output_bias.len(), BUCKETS),
        ];
        if lengths.iter().any(|(found, expected)| found != expected) {
            return Err(NetworkError::Shape);
        }
        let unit = f32::from(UNIT);
        let logit = ((UNIT >> SHIFT) as f32).powi(2) * OUTPUT_UNIT as f32;
        let mut output = [[0; HIDDEN]; BUCKETS];
        output.copy_from_slice(&rows(&self.output, OUTPUT_UNIT as f32));
        let mut output_bias = [0; BUCKETS];
        for (bias, real) in output_bias.iter_mut().zip(&self.output_bias) {
            *bias = (real * logit).round() as i32;
        }
        Network {
            game: game.to_owned(),
            hidden: rows(&self.hidden, unit),
            hidden_bias: rows(&self.hidden_bias, unit)[0],
            output,
            output_bias,
            checksum: 0,
        }
        .checked()
    }
}

/// Rounds numbers to multiples of 1 / `unit`. Those that do not fit into 16 bits become the largest that do.
fn rows(reals: &[f32], unit: f32) -> Vec<Row> {
    let row = |reals: &[f32]| std::array::from_fn(|index| (reals[index] * unit).round() as i16);
    reals.chunks_exact(HIDDEN).map(row).collect()
}

//! The learned evaluation: a network with one hidden layer.
//!
//! An input is on if a kind of piece (own men, own kings, opposing men, opposing kings) stands on a cell, as
//! the player to move sees the board. Each hidden unit sums the weights of the inputs that are on, is clamped
//! to 0..1 and squared. The output is a weighted sum of the hidden units; its weights depend on the number of
//! pieces. It is the logarithm of the odds of a win.
//!
//! The weights are integers, so that all machines compute the same scores. Nothing is updated from move to
//! move: a position has few pieces, and the sums stay in registers. The idea is that of NNUE (Nasu, *Efficiently
//! updatable neural-network-based evaluation functions for computer shogi*, 2018), in its smallest form.

mod built_in;
mod file;
mod quantize;

use super::drawish;
use super::score::Score;
use crate::board::{Color, Game, Geometry, Placement, Set, SetOf};

pub use file::NetworkError;
pub use quantize::RealNetwork;

/// The number of hidden units.
pub const HIDDEN: usize = 64;
/// The number of sets of output weights.
pub const BUCKETS: usize = 8;
/// The number of kinds of pieces.
pub const KINDS: usize = 4;

/// The value of 1 in the sums of the hidden layer.
const UNIT: i16 = 362;
/// The sums are shifted by this before they are squared, so that squares fit into 16 bits.
const SHIFT: u32 = 1;
/// The value of 1 in the weights of the output.
const OUTPUT_UNIT: i32 = 256;
/// The value of 1 in the output: that of a squared unit times that of a weight.
const LOGIT: i64 = ((UNIT >> SHIFT) as i64).pow(2) * OUTPUT_UNIT as i64;
/// Hundredths of a man in one unit of the logarithm of the odds.
pub const HUNDREDTHS: i64 = 200;
/// The largest score, in hundredths of a man. Scores beyond it have other meanings.
const MOST: i64 = 4_900;

/// A row of weights: one for each hidden unit.
type Row = [i16; HIDDEN];

/// The network of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The name of the game.
    game: String,
    /// For each input the weights of the hidden units: by kind of piece, then by cell.
    hidden: Vec<Row>,
    hidden_bias: Row,
    /// For each bucket the weights of the output.
    output: [Row; BUCKETS],
    output_bias: [i32; BUCKETS],
    checksum: u32,
}

/// The number of cells of a board, with the ghosts between the rows.
#[must_use]
pub fn cells<G: Game>() -> usize {
    usize::from(G::Board::HIGHEST) + 1
}

/// The set of output weights for a number of pieces, of which a game begins with `most`.
#[inline(always)]
#[must_use]
pub fn bucket(pieces: usize, most: usize) -> usize {
    (pieces.saturating_sub(1) * BUCKETS / most).min(BUCKETS - 1)
}

/// The number of pieces at the beginning of a game.
#[must_use]
pub const fn most_pieces<G: Game>() -> usize {
    G::Board::SQUARES - 2 * G::Board::HALF
}

impl Network {
    /// The name of the game that it is for.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// A number that differs, in all likelihood, from that of any other network.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The static value of a position for the player to move.
    #[must_use]
    pub fn evaluate<G: Game>(&self, placement: &Placement<G>) -> Score {
        let sums = self.sums(placement);
        let bucket = bucket(placement.occupied().count() as usize, most_pieces::<G>());
        let output = i64::from(self.output_bias[bucket] + product(&sums, &self.output[bucket]));
        let mut hundredths = (output * HUNDREDTHS / LOGIT).clamp(-MOST, MOST) as i32;
        if drawish::is_drawish(placement) {
            hundredths /= drawish::DIVISOR;
        }
        Score::estimate(hundredths)
    }

    /// The sums of the hidden layer. They cannot overflow: the weights were checked when they were read.
    #[inline(always)]
    fn sums<G: Game>(&self, placement: &Placement<G>) -> Row {
        let mut sums = self.hidden_bias;
        let own = placement.pieces(placement.turn);
        let opposing = placement.pieces(!placement.turn);
        let kings = placement.kings;
        let sets = [own & !kings, own & kings, opposing & !kings, opposing & kings];
        for (rows, set) in self.hidden.chunks_exact(cells::<G>()).zip(sets) {
            match placement.turn {
                Color::White => add_rows::<G>(&mut sums, set, |index| &rows[index]),
                Color::Black => {
                    add_rows::<G>(&mut sums, set, |index| &rows[usize::from(G::Board::HIGHEST) - index]);
                }
            }
        }
        sums
    }
}

#[inline(always)]
fn add_rows<'a, G: Game>(sums: &mut Row, set: SetOf<G>, row: impl Fn(usize) -> &'a Row) {
    for cell in set.cells() {
        for (sum, weight) in sums.iter_mut().zip(row(cell.index())) {
            *sum = sum.wrapping_add(*weight);
        }
    }
}

/// The sum of squared units times weights.
#[inline(always)]
fn product(sums: &Row, weights: &Row) -> i32 {
    let terms = sums.iter().zip(weights).map(|(&sum, &weight)| {
        let unit = sum.clamp(0, UNIT) >> SHIFT;
        i32::from(unit * unit) * i32::from(weight)
    });
    terms.sum()
}

#[cfg(test)]
mod tests;

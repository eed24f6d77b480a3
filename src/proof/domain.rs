//! What a prover has to know of a game.

use std::fmt::Debug;

use super::Undecided;
use crate::board::Color;
use crate::endgame::Value;

/// A position in words, of which only the first few may be used.
pub type Packed = [u64; 5];

/// A game of two players who move in turn, with positions of which the value is known beforehand.
pub trait Domain {
    /// A position.
    type Vertex: Copy + Eq + Debug;

    /// How many words a position takes.
    const WORDS: usize;

    /// A position as words: different positions have different words.
    fn pack(vertex: Self::Vertex) -> Packed;

    /// The position of these words, of which there are [`Domain::WORDS`].
    fn unpack(words: &[u64]) -> Self::Vertex;

    /// Who is to move.
    fn turn(&self, vertex: Self::Vertex) -> Color;

    /// Whether a table has the value of this position: it is not searched, not even when the game is over.
    fn is_tabled(&self, vertex: Self::Vertex) -> bool;

    /// Looks at a position and at what its captures lead to.
    ///
    /// # Errors
    /// When a table does not have what it should have.
    fn probe(&self, vertex: Self::Vertex) -> Result<Probe, Undecided>;

    /// Adds the positions that one move leads to.
    fn moves(&self, vertex: Self::Vertex, list: &mut Vec<Self::Vertex>);
}

/// A position at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// Its value to the player to move: the game is over, or tables tell, those of the next positions too.
    Known(Value),
    /// There are moves that lead to what is not known.
    Open {
        /// How many.
        moves: u32,
        /// What the best of the other moves is worth to the player to move, if there are any.
        exit: Option<Value>,
    },
}

//! The interface between a prover and a game.

use std::fmt::Debug;

use super::Undecided;
use crate::board::Color;
use crate::board::movegen::Poll;
use crate::endgame::Value;

/// A packed position, of which a domain uses the first [`Domain::WORDS`] words.
pub type Packed = [u64; 5];

/// A game of two players who move in turn, some of whose positions have values in tables.
pub trait Domain {
    /// A position.
    type Vertex: Copy + Eq + Debug;
    /// What all positions have in common, which is not packed.
    type Game: Copy;

    /// The number of words of a packed position.
    const WORDS: usize;

    /// Packs a position. Different positions have different words.
    fn pack(vertex: Self::Vertex) -> Packed;

    /// Unpacks a position of [`Domain::WORDS`] words.
    fn unpack(game: Self::Game, words: &[u64]) -> Self::Vertex;

    /// What all positions have in common.
    fn game(&self) -> Self::Game;

    /// The player to move.
    fn turn(&self, vertex: Self::Vertex) -> Color;

    /// Whether a table stores the value of this position. Such a position is never searched.
    fn is_tabled(&self, vertex: Self::Vertex) -> bool;

    /// Probes a position, and the positions that its captures lead to. Asks `poll` while that takes long.
    ///
    /// # Errors
    /// If a table is missing or corrupt, or `poll` breaks it off.
    fn probe(&self, vertex: Self::Vertex, poll: &mut Poll<'_>) -> Result<Probe, Undecided>;

    /// Adds the positions that one move leads to. Asks `poll` while that takes long.
    ///
    /// # Errors
    /// If `poll` breaks it off.
    fn moves(
        &self,
        vertex: Self::Vertex,
        poll: &mut Poll<'_>,
        list: &mut Vec<Self::Vertex>,
    ) -> Result<(), Undecided>;
}

/// The result of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// The value for the player to move: the game is over, or tables contain the position or its successors.
    Known(Value),
    /// Some moves lead to positions of unknown value.
    Open {
        /// The number of these moves.
        moves: u32,
        /// The value of the best other move for the player to move, if there is one.
        best_known: Option<Value>,
    },
}

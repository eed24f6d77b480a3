//! Games as graphs, and what can be known about their positions without doubt.
//!
//! A [`GameGraph`] is all that the theory needs: vertices, moves, a player to move, sinks with or
//! without a winner. [`Values`] is retrograde analysis of a graph that is small enough to be held; it is
//! the judge of everything else here. [`WinTree`] searches from one position and holds only what it
//! meets. [`pns`] proves what is
//! too large to be held, and a [`Certificate`] writes down how; [`verify`] checks it and shares no code with
//! the rest. Not about playing well: a heuristic orders moves here and decides nothing.

mod defender;
mod draughts;
pub mod hex;
mod nim;
mod retrograde;
mod tictactoe;
mod value;
mod wintree;

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::Not;

pub use defender::Defender;
pub use draughts::DraughtsGraph;
pub use nim::{Heap, Nim};
pub use retrograde::Values;
pub use tictactoe::{Marks, TicTacToe};
pub use value::Value;
pub use wintree::{Mark, OutOfBudget, WinTree};

/// A game of two players, as a graph: every way that play can go is a path, cycles included.
pub trait GameGraph {
    /// A position.
    type Vertex: Copy + Eq + Hash + Debug;

    /// Who is to move.
    fn player(&self, vertex: Self::Vertex) -> Player;

    /// Adds the positions that one move leads to. None at all: the vertex is a sink.
    fn moves(&self, vertex: Self::Vertex, list: &mut Vec<Self::Vertex>);

    /// Who has won where play has ended. None: nobody.
    fn winner(&self, sink: Self::Vertex) -> Option<Player>;

    /// Puts the moves of a vertex in the order in which a search should try them.
    fn order(&self, vertex: Self::Vertex, moves: &mut [Self::Vertex]) {
        let _ = (vertex, moves);
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// The one who moves first at the start of a game.
    First,
    /// The other one.
    Second,
}

impl Player {
    /// Both.
    pub const ALL: [Self; 2] = [Self::First, Self::Second];
}

impl Not for Player {
    type Output = Self;

    /// The opponent.
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// There are more positions than may be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// How many may be held.
    pub limit: usize,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there are more than {} positions, which is the limit", self.limit)
    }
}

impl std::error::Error for TooMany {}

//! Games as graphs, and exact values of their positions.
//!
//! A [`GameGraph`] is all that the theory needs: vertices, moves, a player to move, sinks with or without a
//! winner. [`Values`] is retrograde analysis of a graph that fits in memory; everything else here is tested
//! against it. [`WinTree`] searches from one position and stores only the positions that it visits. A
//! heuristic may order moves here, but it decides nothing. Draughts is one more graph ([`DraughtsGraph`]);
//! nothing else here knows a draughts board.

mod defender;
mod draughts;
mod explicit;
pub mod hex;
mod nim;
mod retrograde;
mod tictactoe;
mod value;
mod wintree;

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::Not;
use std::str::FromStr;

use serde::Serialize;

pub use defender::Defender;
pub use draughts::DraughtsGraph;
pub use explicit::{ExplicitGraph, GraphError, GraphSize, Turns};
pub use nim::{Heap, Nim};
pub use retrograde::Values;
pub use tictactoe::{Marks, TicTacToe};
pub use value::Value;
pub use wintree::{Mark, Ordering, OutOfBudget, WinTree};

/// A game of two players, as a graph: every way that play can go is a path, cycles included.
pub trait GameGraph {
    /// A position.
    type Vertex: Copy + Eq + Hash + Debug;

    /// The player to move.
    fn player(&self, vertex: Self::Vertex) -> Player;

    /// Adds the positions that one move leads to. A vertex without moves is a sink.
    fn moves(&self, vertex: Self::Vertex, list: &mut Vec<Self::Vertex>);

    /// The winner at a sink. Returns `None` if the game ends without a winner.
    fn winner(&self, sink: Self::Vertex) -> Option<Player>;

    /// Sorts the moves of a vertex in the order in which a search should try them.
    fn order(&self, vertex: Self::Vertex, moves: &mut [Self::Vertex]) {
        let _ = (vertex, moves);
    }
}

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The player who moves first at the start of a game.
    First,
    /// The opponent of the first player.
    Second,
}

impl Player {
    /// Both players.
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

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

/// A word is not a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a player is 'first' or 'second'")]
pub struct NoSuchPlayer;

impl FromStr for Player {
    type Err = NoSuchPlayer;

    fn from_str(word: &str) -> Result<Self, NoSuchPlayer> {
        Self::ALL.into_iter().find(|player| player.to_string() == word).ok_or(NoSuchPlayer)
    }
}

/// A graph has more positions than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game has more positions than the limit of {limit}")]
pub struct TooMany {
    /// The most positions allowed.
    pub limit: usize,
}

//! N-to-0-by-1-or-2: players take one or two from a heap in turn. A player who cannot take loses.

use super::{GameGraph, Player};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Nim;

/// A position: what is left, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heap {
    /// The number left.
    pub left: u32,
    /// The player to move.
    pub player: Player,
}

impl Heap {
    /// The start of a game.
    #[must_use]
    pub const fn new(left: u32) -> Self {
        Self { left, player: Player::First }
    }
}

impl GameGraph for Nim {
    type Vertex = Heap;

    fn player(&self, vertex: Heap) -> Player {
        vertex.player
    }

    fn moves(&self, vertex: Heap, list: &mut Vec<Heap>) {
        let left = (1..=2).filter_map(|taken| vertex.left.checked_sub(taken));
        list.extend(left.map(|left| Heap { left, player: !vertex.player }));
    }

    fn winner(&self, sink: Heap) -> Option<Player> {
        Some(!sink.player)
    }
}

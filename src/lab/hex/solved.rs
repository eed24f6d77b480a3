//! A solved board of Hex.

use super::{Hex, Stones, cells_of};
use crate::lab::{GameGraph, Player, TooMany, Value, Values};

/// The board up to a turn by 180°, which does not change values: half of the positions suffice.
#[derive(Clone, Copy, Debug)]
pub struct UpToTurn(pub Hex);

impl GameGraph for UpToTurn {
    type Vertex = Stones;

    fn player(&self, vertex: Stones) -> Player {
        self.0.player(vertex)
    }

    fn moves(&self, vertex: Stones, list: &mut Vec<Stones>) {
        let first = list.len();
        self.0.moves(vertex, list);
        list[first..].iter_mut().for_each(|stones| *stones = self.0.canonical(*stones));
    }

    fn winner(&self, sink: Stones) -> Option<Player> {
        self.0.winner(sink)
    }
}

/// The values of all positions of a board.
#[derive(Clone, Debug)]
pub struct Solved {
    hex: Hex,
    values: Values<Stones>,
}

impl Solved {
    /// Solves a board with at most `limit` positions up to a turn.
    ///
    /// # Errors
    /// If there are more.
    pub fn new(hex: Hex, limit: usize) -> Result<Self, TooMany> {
        Ok(Self { hex, values: Values::of(&UpToTurn(hex), [Stones::NONE], limit)? })
    }

    /// The value of a position. Returns `None` if it cannot arise.
    #[must_use]
    pub fn value(&self, stones: Stones) -> Option<Value> {
        self.values.get(self.hex.canonical(stones))
    }

    /// The values of all positions up to a turn.
    #[must_use]
    pub fn values(&self) -> &Values<Stones> {
        &self.values
    }

    /// The values of the first moves for the first player, cell by cell.
    #[must_use]
    pub fn openings(&self) -> Vec<Value> {
        let opening = |cell| self.value(Stones::NONE.with(cell)).expect("every opening can arise");
        cells_of(self.hex.all()).map(|cell| opening(cell).of_move(Player::First, Player::Second)).collect()
    }

    /// The number of positions that can arise.
    #[must_use]
    pub fn positions(&self) -> usize {
        let ways = |stones| if self.hex.turned_stones(stones) == stones { 1 } else { 2 };
        self.values.iter().map(|(stones, _)| ways(stones)).sum()
    }
}

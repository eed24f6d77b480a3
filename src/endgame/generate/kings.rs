//! The placements of one player's kings on the cells without men, and the moves between them.

use crate::board::{Black, Color, Direction, Geometry, Set, White};
use crate::endgame::combination::{Perspective, subsets};

/// All placements of one player's kings, by rank seen by White, and the quiet moves between them.
pub(in crate::endgame) struct KingPlacements<S> {
    pub(in crate::endgame) sets: Vec<S>,
    moves: Vec<KingMove<S>>,
    /// Where the moves of each placement start in `moves`.
    starts: Vec<u32>,
    /// The ranks seen by White, by rank seen by Black.
    black_order: Vec<u32>,
}

/// A quiet move of a king. The same list serves for retractions, since every quiet move can be reversed.
#[derive(Clone, Copy)]
pub(in crate::endgame) struct KingMove<S> {
    /// The cells that must be free of the opponent's kings.
    pub(in crate::endgame) path: S,
    /// The rank of the kings after the move.
    pub(in crate::endgame) rank: u32,
}

impl<S: Set> KingPlacements<S> {
    pub(in crate::endgame) fn new() -> Self {
        Self { sets: Vec::new(), moves: Vec::new(), starts: Vec::new(), black_order: Vec::new() }
    }

    /// Lists the placements of `count` kings on the free cells.
    pub(in crate::endgame) fn place<B: Geometry<Set = S>>(&mut self, count: usize, free: S, flying: bool) {
        subsets(count, free, &mut self.sets);
        self.black_order.clear();
        self.black_order.resize(self.sets.len(), 0);
        for (rank, &set) in (0..).zip(&self.sets) {
            self.black_order[Black::rank(set, free)] = rank;
        }
        self.moves.clear();
        self.starts.clear();
        for index in 0..self.sets.len() {
            self.starts.push(self.moves.len() as u32);
            self.add_moves(B::SIZE, self.sets[index], free, flying);
        }
        self.starts.push(self.moves.len() as u32);
    }

    fn add_moves(&mut self, size: usize, set: S, free: S, flying: bool) {
        let empty = free & !set;
        for from in set.cells() {
            let others = set & !S::of(from);
            for direction in Direction::ALL {
                let offset = direction.offset(size);
                let mut path = S::EMPTY;
                let mut at = S::of(from).shifted(offset) & empty;
                while !at.is_empty() {
                    path |= at;
                    let rank = White::rank(others | at, free) as u32;
                    self.moves.push(KingMove { path, rank });
                    at = if flying { at.shifted(offset) & empty } else { S::EMPTY };
                }
            }
        }
    }

    /// Whether the kings can move in any placement.
    pub(in crate::endgame) fn can_move(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The number of moves in a placement with these kings of the opponent.
    #[inline(always)]
    pub(in crate::endgame) fn count_moves(&self, rank: usize, theirs: S) -> u16 {
        self.moves(rank).iter().map(|mv| u16::from(!mv.path.meets(theirs))).sum()
    }

    /// The moves in a placement, without regard to the opponent's kings.
    #[inline(always)]
    pub(in crate::endgame) fn moves(&self, rank: usize) -> &[KingMove<S>] {
        &self.moves[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }

    /// The ranks of all placements, in the order of their ranks seen by `C`.
    #[inline(always)]
    pub(in crate::endgame) fn in_index_order<C: Perspective>(&self) -> impl Iterator<Item = usize> {
        (0..self.sets.len()).map(|place| match C::COLOR {
            Color::White => place,
            Color::Black => self.black_order[place] as usize,
        })
    }
}

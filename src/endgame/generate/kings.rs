//! The kings of one player on the cells that men leave free, and where they can go.

use crate::board::{Black, Color, Direction, Game, Geometry, Set, SetOf, White};
use crate::endgame::combination::{Order, subsets};

/// All ways to place so many kings, by rank in White's order, and the quiet moves between them.
pub(super) struct Kings<G: Game> {
    pub(super) sets: Vec<SetOf<G>>,
    moves: Vec<KingMove<SetOf<G>>>,
    /// Where the moves of each set begin.
    begins: Vec<u32>,
    /// The same sets in Black's order.
    turned: Vec<u32>,
}

/// A quiet move of a king. It can be taken back: moves and moves back are the same.
#[derive(Clone, Copy)]
pub(super) struct KingMove<S> {
    /// The cells that have to be free of the opponent's kings.
    pub(super) path: S,
    /// The kings after it.
    pub(super) rank: u32,
}

impl<G: Game> Kings<G> {
    pub(super) fn new() -> Self {
        Self { sets: Vec::new(), moves: Vec::new(), begins: Vec::new(), turned: Vec::new() }
    }

    /// Places `count` kings on the free cells.
    pub(super) fn place(&mut self, count: usize, free: SetOf<G>) {
        subsets(count, free, &mut self.sets);
        self.turned.clear();
        self.turned.resize(self.sets.len(), 0);
        for (rank, &set) in (0..).zip(&self.sets) {
            self.turned[Black::rank(set, free)] = rank;
        }
        self.moves.clear();
        self.begins.clear();
        for index in 0..self.sets.len() {
            self.begins.push(self.moves.len() as u32);
            self.add_moves(self.sets[index], free);
        }
        self.begins.push(self.moves.len() as u32);
    }

    fn add_moves(&mut self, set: SetOf<G>, free: SetOf<G>) {
        let open = free & !set;
        for from in set.cells() {
            let others = set & !SetOf::<G>::of(from);
            for direction in Direction::ALL {
                let offset = direction.offset(G::Board::SIZE);
                let mut path = SetOf::<G>::EMPTY;
                let mut at = SetOf::<G>::of(from).shifted(offset) & open;
                while !at.is_empty() {
                    path |= at;
                    let rank = White::rank(others | at, free) as u32;
                    self.moves.push(KingMove { path, rank });
                    at = if G::RULES.flying_kings { at.shifted(offset) & open } else { Set::EMPTY };
                }
            }
        }
    }

    /// Whether there is a way to place them from which they can move.
    pub(super) fn can_move(&self) -> bool {
        !self.moves.is_empty()
    }

    /// How many of these moves there are when the opponent's kings stand there.
    #[inline(always)]
    pub(super) fn count_moves(&self, rank: usize, theirs: SetOf<G>) -> u16 {
        self.moves(rank).iter().map(|mv| u16::from(!mv.path.meets(theirs))).sum()
    }

    /// The moves of the kings with this rank, as far as their own men and kings allow.
    #[inline(always)]
    pub(super) fn moves(&self, rank: usize) -> &[KingMove<SetOf<G>>] {
        &self.moves[self.begins[rank] as usize..self.begins[rank + 1] as usize]
    }

    /// The ranks of all sets in the order of `C`.
    #[inline(always)]
    pub(super) fn in_order<C: Order>(&self) -> impl Iterator<Item = usize> {
        (0..self.sets.len()).map(|place| match C::COLOR {
            Color::White => place,
            Color::Black => self.turned[place] as usize,
        })
    }
}

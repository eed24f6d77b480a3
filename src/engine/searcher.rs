//! A bare search in any variant with any weights, for learning.
//!
//! Has no tables, no clock and no thread of its own.

use super::{GameState, Variant};
use crate::board::Game;
use crate::eval::Weights;
use crate::search::{GameTree, Limits, Query, Search, SearchOptions, Signals, Table};

/// A search with its transposition table.
pub struct Searcher(Box<dyn ErasedSearcher>);

impl Searcher {
    /// A search with these weights and a small transposition table.
    #[must_use]
    pub fn new(variant: Variant, weights: &Weights) -> Self {
        Self(variant.operations().searcher(weights))
    }

    /// Empties the transposition table.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The number of the best move. Returns `None` if there is no legal move.
    #[must_use]
    pub fn best_move(&self, game: &GameState, limits: Limits) -> Option<usize> {
        self.0.best_move(game, limits)
    }
}

/// A search in a game of any type.
pub(super) trait ErasedSearcher: Send {
    fn clear(&mut self);
    fn best_move(&self, game: &GameState, limits: Limits) -> Option<usize>;
}

struct TreeSearcher<G: Game> {
    tree: GameTree<'static, G>,
    table: Table,
}

/// Mebibytes of the transposition table: it should fit into the processor's cache.
const TABLE_MIB: usize = 4;

/// A search in the game `G`.
pub(super) fn searcher<G: Game>(weights: &Weights) -> Box<dyn ErasedSearcher> {
    let table = Table::new(TABLE_MIB).expect("there is room for a small table");
    Box::new(TreeSearcher { tree: GameTree::<G>::new(weights.clone()), table })
}

impl<G: Game> ErasedSearcher for TreeSearcher<G> {
    fn clear(&mut self) {
        self.table.clear();
    }

    fn best_move(&self, game: &GameState, limits: Limits) -> Option<usize> {
        let played = game.played::<G>()?;
        let (root, keys) = (played.position(), played.history().keys());
        let query = Query { root, game: keys, legal: &[], only: &[], lines: 1, limits };
        let mut search = Search::new(&self.tree, &self.table, SearchOptions::default(), Signals::NONE);
        let found = search.deepen(&query, |_| ())?;
        played.legal_moves().iter().position(|mv| *mv == found.pv[0])
    }
}

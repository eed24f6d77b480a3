//! A bare search in any variant with any evaluation, for learning.
//!
//! Has no tables, no clock and no thread of its own.

use super::{GameState, Variant};
use crate::board::Game;
use crate::eval::{Score, StaticEvaluation};
use crate::search::{GameTree, Limits, Query, Search, SearchOptions, Signals, Table};

/// A search with its transposition table.
pub struct Searcher(Box<dyn ErasedSearcher>);

impl Searcher {
    /// A search with this evaluation and a small transposition table.
    #[must_use]
    pub fn new(variant: Variant, evaluation: &StaticEvaluation) -> Self {
        Self(variant.operations().searcher(evaluation))
    }

    /// Empties the transposition table.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The best move. Returns `None` if there is no legal move.
    #[must_use]
    pub fn best_move(&self, game: &GameState, limits: Limits) -> Option<BestMove> {
        self.0.best_move(game, limits)
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The number of the move.
    pub number: usize,
    /// The score for the player to move.
    pub score: Score,
}

/// A search in a game of any type.
pub(super) trait ErasedSearcher: Send {
    fn clear(&mut self);
    fn best_move(&self, game: &GameState, limits: Limits) -> Option<BestMove>;
}

struct TreeSearcher<G: Game> {
    tree: GameTree<'static, G>,
    table: Table,
    game: G,
}

/// Mebibytes of the transposition table: it should fit into the processor's cache.
const TABLE_MIB: usize = 4;

/// A search in a game.
pub(super) fn searcher<G: Game>(game: G, evaluation: &StaticEvaluation) -> Box<dyn ErasedSearcher> {
    let table = Table::new(TABLE_MIB).expect("there is room for a small table");
    Box::new(TreeSearcher { tree: GameTree::new(evaluation.clone()), table, game })
}

impl<G: Game> ErasedSearcher for TreeSearcher<G> {
    fn clear(&mut self) {
        self.table.clear();
    }

    fn best_move(&self, game: &GameState, limits: Limits) -> Option<BestMove> {
        let played = game.played(self.game)?;
        let (root, keys) = (played.position(), played.history().keys());
        let query = Query { root, game: keys, legal: &[], only: &[], lines: 1, limits };
        let mut search = Search::new(&self.tree, &self.table, SearchOptions::default(), Signals::NONE);
        let found = search.deepen(&query, |_| ())?;
        let number = played.legal_moves().iter().position(|mv| *mv == found.pv[0])?;
        Some(BestMove { number, score: found.score })
    }
}

//! The draw strategy: whoever is not lost by WinTree's word does not lose.
//!
//! When the opponent's win is refuted at the root, the player goes from there to FALSE vertices, which
//! are safe for good, or to NIL vertices, which are safe together: every way out of them that the
//! opponent has leads to another one or to a FALSE vertex. Play may never end, and then nobody wins.

use super::{GameGraph, Mark, OutOfBudget, Player, WinTree};

/// A player who does not lose a position that can be held.
pub struct Defender<'a, T: GameGraph> {
    /// Searches for wins of the opponent.
    tree: WinTree<'a, T>,
    /// Where the last move led. From the root of the search to there play went over safe vertices.
    stand: Option<T::Vertex>,
    budget: u64,
}

impl<'a, T: GameGraph> Defender<'a, T> {
    /// Plays for `player`; a search may take `budget` visits.
    #[must_use]
    pub fn new(graph: &'a T, player: Player, budget: u64) -> Self {
        Self { tree: WinTree::new(graph, !player), stand: None, budget }
    }

    /// The move to be played in a position where the player is to move: the position that it leads to.
    /// None: the opponent wins whatever is played, or play has ended.
    ///
    /// # Errors
    /// When that needs a search, and the search needs more than the budget.
    pub fn reply(&mut self, vertex: T::Vertex) -> Result<Option<T::Vertex>, OutOfBudget> {
        if !self.follows(vertex) {
            self.tree.search(vertex, self.budget)?;
        }
        self.stand = Self::choice(&self.tree, vertex);
        Ok(self.stand)
    }

    /// The safe move from a safe vertex that belongs to the player.
    ///
    /// `tree` has searched for the opponent's wins, and play has come to `vertex` from its root over
    /// vertices that are FALSE or NIL. Marks of different roots must not be mixed.
    #[must_use]
    pub fn choice(tree: &WinTree<'a, T>, vertex: T::Vertex) -> Option<T::Vertex> {
        let mut moves = Vec::new();
        tree.graph().moves(vertex, &mut moves);
        let marked = |mark| moves.iter().copied().find(|&next| tree.mark(next) == Some(mark));
        match tree.mark(vertex) {
            Some(Mark::False) => marked(Mark::False),
            Some(Mark::Nil) => marked(Mark::False).or_else(|| marked(Mark::Nil)),
            _ => None,
        }
    }

    /// Whether the opponent's move led from where we stand to a vertex that is safe in the same search.
    fn follows(&self, vertex: T::Vertex) -> bool {
        let mut moves = Vec::new();
        if let Some(stand) = self.stand {
            self.tree.graph().moves(stand, &mut moves);
        }
        moves.contains(&vertex) && matches!(self.tree.mark(vertex), Some(Mark::False | Mark::Nil))
    }
}

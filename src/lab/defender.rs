//! The draw strategy that follows from WinTree: a player who does not lose a position that can be held.
//!
//! If WinTree refutes the opponent's win at the root, the player moves from there to FALSE vertices, which
//! are safe for good, or to NIL vertices, which are safe together: each move of the opponent from them
//! leads to another one or to a FALSE vertex. Play may go on for ever, and then neither player wins.

use super::{GameGraph, Mark, OutOfBudget, Player, WinTree};

/// A player who does not lose a position that can be held.
pub struct Defender<'a, T: GameGraph> {
    /// Searches for wins of the opponent.
    tree: WinTree<'a, T>,
    /// The vertex after the defender's last move. Play from the root of the search to there went over safe
    /// vertices.
    last: Option<T::Vertex>,
    budget: u64,
}

impl<'a, T: GameGraph> Defender<'a, T> {
    /// Plays for `player`. Each search may visit `budget` vertices.
    #[must_use]
    pub fn new(graph: &'a T, player: Player, budget: u64) -> Self {
        Self { tree: WinTree::new(graph, !player), last: None, budget }
    }

    /// The vertex that the defender moves to from a vertex where the defender is to move. Returns `None` if
    /// the opponent wins against any move, or at a sink.
    ///
    /// # Errors
    /// If the reply needs a search and the search exceeds its budget.
    pub fn reply(&mut self, vertex: T::Vertex) -> Result<Option<T::Vertex>, OutOfBudget> {
        if !self.follows(vertex) {
            self.tree.search(vertex, self.budget)?;
        }
        self.last = Self::choice(&self.tree, vertex);
        Ok(self.last)
    }

    /// The safe move from a safe vertex where the defender is to move.
    ///
    /// `tree` has searched for the opponent's wins, and play has reached `vertex` from its root over
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

    /// The draw strategy against every line of the opponent: each vertex that can arise from the root where
    /// the defender is to move, with the chosen move. The move is `None` if no move is marked as safe.
    #[must_use]
    pub fn strategy(tree: &WinTree<'a, T>, root: T::Vertex) -> Vec<(T::Vertex, Option<T::Vertex>)> {
        let graph = tree.graph();
        let mut strategy = Vec::new();
        let mut reached = vec![root];
        let mut next = 0;
        while let Some(&vertex) = reached.get(next) {
            next += 1;
            let mut moves = Vec::new();
            graph.moves(vertex, &mut moves);
            if !moves.is_empty() && graph.player(vertex) != tree.player() {
                let choice = Self::choice(tree, vertex);
                strategy.push((vertex, choice));
                moves = choice.into_iter().collect();
            }
            for next in moves {
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
        }
        strategy
    }

    /// Whether the opponent's last move led to a vertex that the same search marked as safe.
    fn follows(&self, vertex: T::Vertex) -> bool {
        let mut moves = Vec::new();
        if let Some(last) = self.last {
            self.tree.graph().moves(last, &mut moves);
        }
        moves.contains(&vertex) && matches!(self.tree.mark(vertex), Some(Mark::False | Mark::Nil))
    }
}

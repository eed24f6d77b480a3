//! The root node: its moves are kept in order from iteration to iteration.

use rustc_hash::FxHashSet;

use super::node::{Best, MoveContext, Node};
use super::{Aborted, Depth, MoveCode, Observer, Query, Search, TableValue, Tree, Window};
use crate::eval::Score;

/// The root with the results of the last iteration.
pub(super) struct Root<T: Tree> {
    pub(super) node: T::Node,
    /// The moves to choose from, the best one first.
    pub(super) moves: Vec<RootMove<T::Move>>,
    /// Number of lines to report (MultiPV).
    pub(super) lines: usize,
    /// Number of legal moves.
    legal_count: usize,
}

/// A move at the root.
pub(super) struct RootMove<M> {
    mv: M,
    /// The depth at which it was last the best move.
    pub(super) depth: Depth,
    /// Its score at that depth.
    pub(super) score: Score,
    pv: Vec<M>,
}

impl<T: Tree> Root<T> {
    /// The best move and its score.
    pub(super) fn best(&self) -> (T::Move, Score) {
        (self.moves[0].mv, self.moves[0].score)
    }

    /// Sorts the reported lines by score.
    pub(super) fn sort_lines(&mut self) {
        self.moves[..self.lines].sort_by_key(|line| std::cmp::Reverse(line.score));
    }
}

impl<T: Tree, O: Observer<T>> Search<'_, T, O> {
    /// Prepares the root before the first iteration. Returns `None` if there is no move.
    pub(super) fn new_root(&mut self, query: &Query<T>) -> Option<Root<T>> {
        let node = Node::root(query.root);
        let entry = self.table.get(self.table_key(&node));
        let generated = query.legal.is_empty().then(|| self.tree.move_list(query.root));
        let legal = generated.as_deref().unwrap_or(query.legal);
        let legal_count = legal.len();
        let moves = self.ranked_at_root(legal, entry.map_or(MoveCode::NONE, |entry| entry.code));
        let score = self.tree.evaluate(query.root);
        let only: FxHashSet<_> = query.only.iter().collect();
        let chosen = moves.into_iter().filter(|mv| only.is_empty() || only.contains(mv));
        let moves: Vec<_> =
            chosen.map(|mv| RootMove { mv, depth: Depth::ZERO, score, pv: vec![mv] }).collect();
        let lines = query.lines.clamp(1, moves.len().max(1));
        (!moves.is_empty()).then_some(Root { node: query.root.clone(), moves, lines, legal_count })
    }

    /// Searches the moves from index `first` on and moves the best one to that index.
    pub(super) fn search_root(
        &mut self,
        root: &mut Root<T>,
        first: usize,
        window: Window,
        depth: Depth,
    ) -> Result<Score, Aborted> {
        let position = root.node.clone();
        let node = Node::root(&position);
        self.visit(&node)?;
        let mut best = Best::NONE;
        for index in first..root.moves.len() {
            let mv = root.moves[index].mv;
            let context = MoveContext { index: index - first, count: root.legal_count, depth };
            let alpha = window.raised(best.value.score).alpha;
            let score = self.search_move(&node, &mv, context, window, &mut best)?;
            if score > alpha {
                root.moves[index] = RootMove { mv, depth, score, pv: self.stack[0].pv.clone() };
                root.moves[first..=index].rotate_right(1);
            }
            if score >= window.beta {
                break;
            }
        }
        if root.moves.len() - first == root.legal_count {
            self.store(&node, window, depth, &best);
        }
        Ok(best.value.score)
    }

    /// The principal variation of a move, continued with TT moves up to the searched depth and with moves
    /// of the endgame tables to the end of the game.
    pub(super) fn full_pv(&self, root: &T::Node, best: &RootMove<T::Move>) -> Vec<T::Move> {
        let mut pv = best.pv.clone();
        let mut node = pv.iter().fold(root.clone(), |node, mv| self.tree.play(&node, mv));
        while self.tree.plies_to_draw(&node) > 0 {
            let tt_move = || (pv.len() < usize::from(best.depth.0)).then(|| self.tt_move_at(&node)).flatten();
            let Some(mv) = self.endgame_move(&node).or_else(tt_move) else { break };
            node = self.tree.play(&node, &mv);
            pv.push(mv);
        }
        pv
    }

    /// A move that keeps the distance to win of the endgame tables. Returns `None` if no table holds the
    /// position or it is not decided.
    fn endgame_move(&self, node: &T::Node) -> Option<T::Move> {
        let Some(TableValue::Exact(score)) = self.tree.probe_tables(node) else { return None };
        let keeps_distance = |mv: &T::Move| match self.tree.probe_tables(&self.tree.play(node, mv)) {
            Some(TableValue::Exact(next)) => -next.from_table(1) == score,
            Some(TableValue::Open { .. }) | None => false,
        };
        score.is_decided().then(|| self.tree.move_list(node).into_iter().find(keeps_distance))?
    }

    /// The best move in the transposition table. Returns `None` if there is no entry or its move is not
    /// legal.
    fn tt_move_at(&self, node: &T::Node) -> Option<T::Move> {
        let entry = self.table.get(self.table_key(&Node::root(node)))?;
        self.tree.move_list(node).into_iter().find(|mv| self.tree.code(mv) == entry.code)
    }
}

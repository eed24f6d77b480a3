//! The moves at the root: the only node where it matters which move is best.

use super::node::{Best, Place, Step};
use super::{Aborted, Depth, MoveCode, Observer, Query, Search, Tree, Window};
use crate::eval::Score;

/// The root, and what the last iteration found.
pub(super) struct Root<T: Tree> {
    pub(super) node: T::Node,
    /// The moves to choose from, the best one first.
    pub(super) moves: Vec<RootMove<T::Move>>,
    /// How many of them are reported.
    pub(super) lines: usize,
    /// How many legal moves there are.
    width: usize,
}

/// A move at the root.
pub(super) struct RootMove<M> {
    mv: M,
    /// How deep it was searched when it was last the best one.
    pub(super) depth: Depth,
    /// What it was worth then.
    pub(super) score: Score,
    pv: Vec<M>,
}

impl<T: Tree> Root<T> {
    /// The best move and what it is worth.
    pub(super) fn best(&self) -> (T::Move, Score) {
        (self.moves[0].mv, self.moves[0].score)
    }

    /// The best lines in order again, after each was searched without those before it.
    pub(super) fn sort_lines(&mut self) {
        self.moves[..self.lines].sort_by_key(|line| std::cmp::Reverse(line.score));
    }
}

impl<T: Tree, O: Observer<T>> Search<'_, T, O> {
    /// The root before the first iteration. None: there is no move.
    pub(super) fn root_of(&mut self, query: &Query<T>) -> Option<Root<T>> {
        let place = Place::root(query.root);
        let known = self.table.get(self.table_key(&place));
        let width = self.list(&place, known.map_or(MoveCode::NONE, |entry| entry.code));
        let score = self.tree.evaluate(query.root);
        let picker = &mut self.frames[0].picker;
        let moves = (0..width).map(|index| picker.pick(index));
        let chosen = moves.filter(|mv| query.only.is_empty() || query.only.contains(mv));
        let moves: Vec<_> =
            chosen.map(|mv| RootMove { mv, depth: Depth::ZERO, score, pv: vec![mv] }).collect();
        let lines = query.lines.clamp(1, moves.len().max(1));
        (!moves.is_empty()).then_some(Root { node: query.root.clone(), moves, lines, width })
    }

    /// Searches the moves from the one at `first` on, and brings the best one there.
    pub(super) fn root(
        &mut self,
        root: &mut Root<T>,
        first: usize,
        window: Window,
        depth: Depth,
    ) -> Result<Score, Aborted> {
        let node = root.node.clone();
        let place = Place::root(&node);
        self.visit(&place)?;
        let mut best = Best::NONE;
        for index in first..root.moves.len() {
            let mv = root.moves[index].mv;
            let step = Step { index: index - first, among: root.width, depth };
            let alpha = window.raised(best.value.score).alpha;
            let score = self.try_move(&place, &mv, step, window, &mut best)?;
            if score > alpha {
                root.moves[index] = RootMove { mv, depth, score, pv: self.frames[0].pv.clone() };
                root.moves[first..=index].rotate_right(1);
            }
            if score >= window.beta {
                break;
            }
        }
        if root.moves.len() - first == root.width {
            self.remember(&place, window, depth, &best);
        }
        Ok(best.value.score)
    }

    /// The line of a move, continued by the best moves that the table knows, and to the end of the game
    /// by endgame tables. A value that was not searched comes without a line.
    pub(super) fn prolonged(&self, root: &T::Node, best: &RootMove<T::Move>) -> Vec<T::Move> {
        let mut pv = best.pv.clone();
        let mut node = pv.iter().fold(root.clone(), |node, mv| self.tree.play(&node, mv));
        while self.tree.plies_to_draw(&node) > 0 {
            let known = || (pv.len() < usize::from(best.depth.0)).then(|| self.known_move(&node)).flatten();
            let Some(mv) = self.tabulated_move(&node).or_else(known) else { break };
            node = self.tree.play(&node, &mv);
            pv.push(mv);
        }
        pv
    }

    /// The move that ends a game that endgame tables know the end of. It comes nearer with each.
    fn tabulated_move(&self, node: &T::Node) -> Option<T::Move> {
        let score = self.tree.tabulated(node)?.score;
        let mut found = None;
        if score.is_decided() {
            self.tree.moves(node, |mv| {
                let next = self.tree.tabulated(&self.tree.play(node, &mv));
                if next.is_some_and(|value| -value.score.earlier(1) == score) {
                    found.get_or_insert(mv);
                }
            });
        }
        found
    }

    fn known_move(&self, node: &T::Node) -> Option<T::Move> {
        let entry = self.table.get(self.table_key(&Place::root(node)))?;
        let mut found = None;
        self.tree.moves(node, |mv| {
            if self.tree.code(&mv) == entry.code {
                found.get_or_insert(mv);
            }
        });
        found
    }
}

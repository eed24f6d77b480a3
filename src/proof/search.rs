//! Depth-first proof-number search (df-pn; Nagai, 2002): thresholds lead it to the most-proving node without a
//! best-first tree.
//!
//! A repetition of a position on the path is no win for the attacker. Refutations that depend on this may be
//! wrong on other paths, so they are only path-dependent (the graph history interaction problem).
//!
//! In cycles the numbers of a node can count the node itself, and the search can loop for ever. If it has
//! expanded nothing for a while, thresholds rise until it does: the threshold controlling algorithm
//! (Kishimoto, 2010). Raising them earlier would lead away from the most-proving node and take many times as
//! long.

use super::graph::ProofGraph;
use super::node::{ProofNode, ProofState};
use super::{Budget, Domain, Pause};

/// A node on the path from the root.
struct PathEntry {
    node: u32,
    /// The threshold of the proof number. The search returns when either number reaches its threshold.
    phi: u32,
    /// The threshold of the disproof number.
    delta: u32,
}

/// The numbers of a node that follow from its moves.
struct ChildNumbers {
    phi: u32,
    delta: u32,
    /// The child to search next.
    best: u32,
    best_phi: u32,
    /// The second lowest disproof number of the children.
    second: u32,
}

/// A search from one position.
pub(super) struct ProofSearch<'a, F: Domain> {
    graph: &'a mut ProofGraph<F>,
    domain: &'a F,
    path: Vec<PathEntry>,
    /// Steps since the last expansion.
    idle: u32,
}

impl<'a, F: Domain> ProofSearch<'a, F> {
    /// Steps without an expansion before thresholds rise.
    const PATIENCE: u32 = 1000;

    pub(super) fn new(graph: &'a mut ProofGraph<F>, domain: &'a F) -> Self {
        Self { graph, domain, path: Vec::new(), idle: 0 }
    }

    /// The number of moves whose numbers are compared in a unit of work.
    const MOVES_COMPARED: usize = 32;

    /// Searches until the root is decided, at least for this path, or the budget stops the search.
    pub(super) fn run(&mut self, root: u32, budget: &mut Budget<'_, '_>) -> Result<(), Pause> {
        self.enter(PathEntry { node: root, phi: ProofNode::INFINITY, delta: ProofNode::INFINITY });
        let searched = self.search(budget);
        while let Some(frame) = self.path.pop() {
            self.leave(frame.node);
        }
        searched
    }

    fn search(&mut self, budget: &mut Budget<'_, '_>) -> Result<(), Pause> {
        while let Some(frame) = self.path.last() {
            let node = frame.node;
            if !self.graph.is_expanded(node) {
                budget.visit(self.graph)?;
                self.idle = 0;
                self.graph.expand(self.domain, node, budget)?;
                if !self.graph.is_expanded(node) {
                    self.path.pop();
                    continue;
                }
            }
            self.idle += 1;
            budget.work(1 + self.graph.moves(node).len() / Self::MOVES_COMPARED, self.graph.open())?;
            let numbers = self.child_numbers(node);
            match self.next_child(&numbers) {
                Some(frame) => self.enter(frame),
                None => {
                    self.path.pop();
                    self.settle(node, &numbers);
                }
            }
        }
        Ok(())
    }

    /// The child to search, with its thresholds. Returns `None` if the node has reached its own.
    ///
    /// A child is searched until its number exceeds that of the second best by a quarter (the 1+ε trick of
    /// Pawlewicz and Lew, 2007). Otherwise the search would alternate between equal children.
    fn next_child(&mut self, numbers: &ChildNumbers) -> Option<PathEntry> {
        let frame = self.path.last_mut()?;
        if self.idle > Self::PATIENCE {
            frame.phi = frame.phi.max(numbers.phi.saturating_add(1));
            frame.delta = frame.delta.max(numbers.delta.saturating_add(1));
        }
        if numbers.phi >= frame.phi || numbers.delta >= frame.delta {
            return None;
        }
        let others = numbers.delta - numbers.best_phi;
        let phi = if frame.delta == ProofNode::INFINITY { ProofNode::INFINITY } else { frame.delta - others };
        let delta = frame.phi.min(numbers.second.saturating_add(1 + numbers.second / 4));
        Some(PathEntry { node: numbers.best, phi, delta })
    }

    /// Enters a node. While it is on the path, a repetition of it is no win.
    fn enter(&mut self, frame: PathEntry) {
        self.graph.nodes[frame.node as usize].set_path_dependent();
        self.path.push(frame);
    }

    /// Leaves a node when the search stops.
    fn leave(&mut self, node: u32) {
        if self.graph.is_expanded(node) {
            let numbers = self.child_numbers(node);
            self.settle(node, &numbers);
        } else {
            self.graph.nodes[node as usize].reset(1);
        }
    }

    #[inline(always)]
    fn child_numbers(&self, node: u32) -> ChildNumbers {
        let mut numbers = ChildNumbers {
            phi: ProofNode::INFINITY,
            delta: 0,
            best: 0,
            best_phi: 0,
            second: ProofNode::INFINITY,
        };
        for &next in self.graph.moves(node) {
            let other = &self.graph.nodes[next as usize];
            numbers.delta = numbers.delta.saturating_add(other.phi);
            if other.delta < numbers.phi {
                numbers.second = numbers.phi;
                (numbers.phi, numbers.best, numbers.best_phi) = (other.delta, next, other.phi);
            } else {
                numbers.second = numbers.second.min(other.delta);
            }
        }
        if numbers.phi == 0 {
            numbers.delta = ProofNode::INFINITY;
        } else if numbers.phi < ProofNode::INFINITY {
            numbers.delta = numbers.delta.min(ProofNode::INFINITY - 1);
        }
        numbers
    }

    /// Stores the numbers of a node and its proof state.
    fn settle(&mut self, number: u32, numbers: &ChildNumbers) {
        let node = self.graph.nodes[number as usize];
        let state = if numbers.phi != 0 && numbers.delta != 0 {
            ProofState::Open
        } else {
            self.decided(number, node.is_attackers == (numbers.phi == 0))
        };
        let node = &mut self.graph.nodes[number as usize];
        match state {
            ProofState::Won(rank) => node.set_won(rank),
            ProofState::Safe => node.set_safe(),
            ProofState::PathDependent => node.set_path_dependent(),
            ProofState::Open => (node.phi, node.delta) = (numbers.phi, numbers.delta),
        }
    }

    /// The state of a node that its moves decide.
    fn decided(&self, number: u32, is_won: bool) -> ProofState {
        if is_won {
            return ProofState::Won(self.graph.rank_by_moves(number));
        }
        let mut moves = self.graph.moves(number).iter().map(|&next| &self.graph.nodes[next as usize]);
        let is_attackers = self.graph.nodes[number as usize].is_attackers;
        let is_proven =
            if is_attackers { moves.all(ProofNode::is_safe) } else { moves.any(ProofNode::is_safe) };
        if is_proven { ProofState::Safe } else { ProofState::PathDependent }
    }
}

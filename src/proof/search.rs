//! Depth-first proof-number search (Nagai, 2002): goes to the most promising position without keeping a
//! tree in order, by thresholds.
//!
//! A position that play would come back to is no win for the attacker, while it is on the path. What
//! follows from that may be wrong elsewhere, and is only claimed.
//!
//! With cycles the numbers of a position can count the position itself, and then the search goes round
//! without an end. Once it has not come to anything new for a while thresholds give way until it does: the
//! threshold controlling algorithm (Kishimoto, 2010), but only then, because giving way earlier leads away
//! from what is promising and takes many times as long.

use super::graph::ProofGraph;
use super::node::{Node, ProofState};
use super::{Domain, Pause};

/// Asked before something new is looked at, for permission.
pub(super) type Visit<'a, F> = dyn FnMut(&ProofGraph<F>) -> Result<(), Pause> + 'a;

/// A position on the path from the root.
struct StackEntry {
    node: u32,
    /// The search comes back when a number of the node reaches its threshold.
    phi: u32,
    delta: u32,
}

/// The numbers of a node that follow from its moves.
struct ChildNumbers {
    phi: u32,
    delta: u32,
    /// The node of the move to be searched next.
    best: u32,
    best_phi: u32,
    /// The next to lowest number of all moves.
    second: u32,
}

/// A search from one position.
pub(super) struct Search<'a, F: Domain> {
    graph: &'a mut ProofGraph<F>,
    domain: &'a F,
    path: Vec<StackEntry>,
    /// Steps since something new was looked at.
    idle: u32,
}

impl<'a, F: Domain> Search<'a, F> {
    /// Steps without anything new before thresholds give way.
    const PATIENCE: u32 = 1000;

    pub(super) fn new(graph: &'a mut ProofGraph<F>, domain: &'a F) -> Self {
        Self { graph, domain, path: Vec::new(), idle: 0 }
    }

    /// Searches until the root is decided, for now at least, or `visit` has enough.
    pub(super) fn run(&mut self, root: u32, visit: &mut Visit<'_, F>) -> Result<(), Pause> {
        self.enter(StackEntry { node: root, phi: Node::INFINITY, delta: Node::INFINITY });
        let searched = self.search(visit);
        while let Some(frame) = self.path.pop() {
            self.leave(frame.node);
        }
        searched
    }

    fn search(&mut self, visit: &mut Visit<'_, F>) -> Result<(), Pause> {
        while let Some(frame) = self.path.last() {
            let node = frame.node;
            if !self.graph.is_expanded(node) {
                visit(self.graph)?;
                self.idle = 0;
                self.graph.expand(self.domain, node)?;
                if !self.graph.is_expanded(node) {
                    self.path.pop();
                    continue;
                }
            }
            self.idle += 1;
            let view = self.view(node);
            match self.below(&view) {
                Some(frame) => self.enter(frame),
                None => {
                    self.path.pop();
                    self.settle(node, &view);
                }
            }
        }
        Ok(())
    }

    /// The move to search, with its thresholds. None: the node has reached its own.
    ///
    /// A move is searched until it is a quarter more difficult than the next one, not just more difficult:
    /// else the search would jump to and fro between equals (Pawlewicz and Lew, 2007).
    fn below(&mut self, view: &ChildNumbers) -> Option<StackEntry> {
        let frame = self.path.last_mut()?;
        if self.idle > Self::PATIENCE {
            frame.phi = frame.phi.max(view.phi.saturating_add(1));
            frame.delta = frame.delta.max(view.delta.saturating_add(1));
        }
        if view.phi >= frame.phi || view.delta >= frame.delta {
            return None;
        }
        let others = view.delta - view.best_phi;
        let phi = if frame.delta == Node::INFINITY { Node::INFINITY } else { frame.delta - others };
        let delta = frame.phi.min(view.second.saturating_add(1 + view.second / 4));
        Some(StackEntry { node: view.best, phi, delta })
    }

    /// Goes to a node. While it is on the path, to come back to it is no win.
    fn enter(&mut self, frame: StackEntry) {
        self.graph.nodes[frame.node as usize].set_path_dependent();
        self.path.push(frame);
    }

    /// Comes back from a node before it was its time.
    fn leave(&mut self, node: u32) {
        if self.graph.is_expanded(node) {
            let view = self.view(node);
            self.settle(node, &view);
        } else {
            self.graph.nodes[node as usize].reset(1);
        }
    }

    #[inline(always)]
    fn view(&self, node: u32) -> ChildNumbers {
        let mut view =
            ChildNumbers { phi: Node::INFINITY, delta: 0, best: 0, best_phi: 0, second: Node::INFINITY };
        for &next in self.graph.moves(node) {
            let other = &self.graph.nodes[next as usize];
            view.delta = view.delta.saturating_add(other.phi);
            if other.delta < view.phi {
                view.second = view.phi;
                (view.phi, view.best, view.best_phi) = (other.delta, next, other.phi);
            } else {
                view.second = view.second.min(other.delta);
            }
        }
        if view.phi == 0 {
            view.delta = Node::INFINITY;
        } else if view.phi < Node::INFINITY {
            view.delta = view.delta.min(Node::INFINITY - 1);
        }
        view
    }

    /// Keeps the numbers of a node, and what they mean.
    fn settle(&mut self, number: u32, view: &ChildNumbers) {
        let node = self.graph.nodes[number as usize];
        let state = if view.phi != 0 && view.delta != 0 {
            ProofState::Open
        } else {
            self.decided(number, node.is_attackers == (view.phi == 0))
        };
        let node = &mut self.graph.nodes[number as usize];
        match state {
            ProofState::Won(rank) => node.set_won(rank),
            ProofState::Safe => node.set_safe(),
            ProofState::PathDependent => node.set_path_dependent(),
            ProofState::Open => (node.phi, node.delta) = (view.phi, view.delta),
        }
    }

    /// What a node is whose moves decide it.
    fn decided(&self, number: u32, is_won: bool) -> ProofState {
        if is_won {
            return ProofState::Won(self.graph.rank_by_moves(number));
        }
        let mut moves = self.graph.moves(number).iter().map(|&next| &self.graph.nodes[next as usize]);
        let is_attackers = self.graph.nodes[number as usize].is_attackers;
        let is_proven = if is_attackers { moves.all(Node::is_safe) } else { moves.any(Node::is_safe) };
        if is_proven { ProofState::Safe } else { ProofState::PathDependent }
    }
}

//! The proof graph of one attacker: positions, the moves between them, and their proof numbers.

use std::collections::TryReserveError;

use super::node::{ProofNode, ProofState};
use super::pace::Pace;
use super::position_table::PositionTable;
use super::{Budget, Domain, Probe, Undecided};
use crate::board::Color;
use crate::board::movegen::Poll;
use crate::endgame::Value;

/// The nodes for one attacker.
pub(super) struct ProofGraph<F: Domain> {
    attacker: Color,
    table: PositionTable<F>,
    pub(super) nodes: Vec<ProofNode>,
    /// The number of proven nodes, at the front, that were kept when the others were discarded.
    kept: usize,
    /// The successors of expanded nodes: for each the length of its list, then the list.
    edges: Vec<u32>,
    next: Vec<F::Vertex>,
    list: Vec<u32>,
}

/// A position with a proven value, or the node of one without.
pub(super) enum Resolved {
    /// The attacker wins, with this rank.
    Won(u16),
    /// The attacker does not win.
    Safe,
    /// Unknown: the number of the node.
    Open(u32),
}

impl<F: Domain> ProofGraph<F> {
    pub(super) fn new(game: F::Game, attacker: Color) -> Self {
        Self {
            attacker,
            table: PositionTable::new(game),
            nodes: Vec::new(),
            kept: 0,
            edges: vec![0],
            next: Vec::new(),
            list: Vec::new(),
        }
    }

    /// Bytes in use, and those that a closure needs for a while.
    pub(super) fn bytes(&self) -> usize {
        let held =
            self.table.bytes() + size_of::<ProofNode>() * self.nodes.capacity() + 4 * self.edges.capacity();
        held + self.closure_bytes()
    }

    fn closure_bytes(&self) -> usize {
        20 * self.nodes.len() + 4 * self.edges.len()
    }

    /// Checks that a closure has the memory that it needs, before it makes its lists.
    pub(super) fn check_closure_memory(&self) -> Result<(), TryReserveError> {
        Vec::<u8>::new().try_reserve_exact(self.closure_bytes())
    }

    /// The number of nodes that were not kept as proven.
    pub(super) fn open(&self) -> usize {
        self.nodes.len() - self.kept
    }

    /// Whether the numbers of nodes or edges are used up.
    pub(super) fn is_full(&self) -> bool {
        self.edges.len().max(self.nodes.len()) > u32::MAX as usize - (1 << 24)
    }

    /// Whether the moves of a node are listed.
    #[inline(always)]
    pub(super) fn is_expanded(&self, node: u32) -> bool {
        self.nodes[node as usize].edges != 0
    }

    /// The nodes that the open moves of a node lead to.
    #[inline(always)]
    pub(super) fn moves(&self, node: u32) -> &[u32] {
        let begin = self.nodes[node as usize].edges as usize;
        &self.edges[begin + 1..][..self.edges[begin] as usize]
    }

    /// The state of a position that is proven in the graph.
    pub(super) fn stored(&self, domain: &F, vertex: F::Vertex) -> Option<ProofState> {
        let node = self.table.find(vertex).filter(|_| !domain.is_tabled(vertex))?;
        let state = self.nodes[node as usize].state();
        matches!(state, ProofState::Won(_) | ProofState::Safe).then_some(state)
    }

    /// The proven state of a position. Returns `None` if it would need a search.
    pub(super) fn known(
        &self,
        domain: &F,
        vertex: F::Vertex,
        poll: &mut Poll<'_>,
    ) -> Result<Option<ProofState>, Undecided> {
        if let Some(state) = self.stored(domain, vertex) {
            return Ok(Some(state));
        }
        Ok(match self.classify(domain, vertex, domain.probe(vertex, poll)?) {
            Classified::Won(rank) => Some(ProofState::Won(rank)),
            Classified::Safe => Some(ProofState::Safe),
            Classified::Open { .. } => None,
        })
    }

    /// Looks a position up. It becomes a node if its value is unknown.
    pub(super) fn resolve(
        &mut self,
        domain: &F,
        vertex: F::Vertex,
        poll: &mut Poll<'_>,
    ) -> Result<Resolved, Undecided> {
        if !domain.is_tabled(vertex)
            && let Some(number) = self.table.find(vertex)
        {
            return Ok(match self.nodes[number as usize].state() {
                ProofState::Won(rank) => Resolved::Won(rank),
                ProofState::Safe => Resolved::Safe,
                ProofState::PathDependent | ProofState::Open => Resolved::Open(number),
            });
        }
        Ok(match self.classify(domain, vertex, domain.probe(vertex, poll)?) {
            Classified::Won(rank) => Resolved::Won(rank),
            Classified::Safe => Resolved::Safe,
            Classified::Open { moves, rank } => {
                let attackers = domain.turn(vertex) == self.attacker;
                self.nodes.try_reserve(1)?;
                let number = self.table.add(vertex)?;
                self.nodes.push(ProofNode::new(attackers, moves, rank));
                Resolved::Open(number)
            }
        })
    }

    /// The rank of a win of the attacker that the moves of a node prove.
    pub(super) fn rank_by_moves(&self, number: u32) -> u16 {
        let node = &self.nodes[number as usize];
        let won =
            self.moves(number).iter().map(|&next| &self.nodes[next as usize]).filter(|next| next.is_won());
        let ranks = won.map(|next| next.rank.saturating_add(1));
        if node.is_attackers { ranks.min().unwrap_or(0) } else { ranks.fold(node.rank, u16::max) }
    }

    /// Discards all nodes that are not proven. If there is no memory for a copy of the others, or `poll` breaks it
    /// off, all of them stay.
    pub(super) fn discard_unproven(&mut self, poll: &mut Poll<'_>) {
        if let Ok(kept) = self.proven(&mut Pace::new(poll)) {
            *self = Self { kept: kept.nodes.len(), ..kept };
        }
    }

    /// A graph of the proven nodes.
    fn proven(&self, pace: &mut Pace<'_, '_>) -> Result<Self, Undecided> {
        let mut kept = Self::new(self.table.game(), self.attacker);
        for (number, node) in (0..).zip(&self.nodes).filter(|(_, node)| node.is_proven()) {
            if pace.work(1).is_break() {
                return Err(Undecided::Stopped);
            }
            kept.nodes.try_reserve(1)?;
            kept.table.add(self.table.vertex(number))?;
            kept.nodes.push(ProofNode { edges: 0, ..*node });
        }
        Ok(kept)
    }

    fn classify(&self, domain: &F, vertex: F::Vertex, probe: Probe) -> Classified {
        let attackers = domain.turn(vertex) == self.attacker;
        match probe {
            Probe::Known(value) if attackers == matches!(value, Value::Win(_)) && value != Value::Draw => {
                Classified::Won(rank(value))
            }
            Probe::Known(_) => Classified::Safe,
            Probe::Open { best_known: Some(Value::Win(_) | Value::Draw), .. } if !attackers => {
                Classified::Safe
            }
            Probe::Open { moves, best_known } => {
                let rank = best_known.filter(|_| !attackers).map_or(0, rank);
                Classified::Open { moves, rank }
            }
        }
    }

    /// Lists the open moves of a node, unless its moves decide it.
    pub(super) fn expand(
        &mut self,
        domain: &F,
        number: u32,
        budget: &mut Budget<'_, '_>,
    ) -> Result<(), Undecided> {
        let mut next = std::mem::take(&mut self.next);
        next.clear();
        let found = domain.moves(self.table.vertex(number), &mut budget.poll(self.open()), &mut next);
        let listed = found.and_then(|()| self.list_moves(domain, number, &next, budget));
        self.next = next;
        listed
    }

    /// If the budget ends, the node stays as it was.
    fn list_moves(
        &mut self,
        domain: &F,
        number: u32,
        next: &[F::Vertex],
        budget: &mut Budget<'_, '_>,
    ) -> Result<(), Undecided> {
        let attackers = self.nodes[number as usize].is_attackers;
        let mut worst = 0;
        self.list.clear();
        for &vertex in next {
            budget.work(1, self.open())?;
            match self.resolve(domain, vertex, &mut budget.poll(self.open()))? {
                Resolved::Won(rank) if attackers => {
                    self.nodes[number as usize].set_won(rank.saturating_add(1));
                    return Ok(());
                }
                Resolved::Safe if !attackers => {
                    self.nodes[number as usize].set_safe();
                    return Ok(());
                }
                Resolved::Won(rank) => worst = worst.max(rank.saturating_add(1)),
                Resolved::Safe => {}
                Resolved::Open(node) => self.list.push(node),
            }
        }
        self.edges.try_reserve(self.list.len() + 1)?;
        let node = &mut self.nodes[number as usize];
        match (self.list.is_empty(), attackers) {
            (true, true) => node.set_safe(),
            (true, false) => node.set_won(worst),
            (false, _) => {
                node.rank = worst.min(ProofNode::HIGHEST);
                node.edges = self.edges.len() as u32;
                self.edges.push(self.list.len() as u32);
                self.edges.extend_from_slice(&self.list);
            }
        }
        Ok(())
    }
}

/// The meaning of a probe for the attacker.
enum Classified {
    Won(u16),
    Safe,
    Open { moves: u32, rank: u16 },
}

/// The first rank of wins of unknown distance: more plies than any table stores.
const FAR: u16 = 1 << 15;

/// The rank of a decided position: its plies to the end, or [`FAR`] if the table stores no distances. So a win
/// of known distance ranks before one of unknown distance, and outside of the tables each move towards a win
/// lowers the rank.
fn rank(value: Value) -> u16 {
    match value {
        Value::Win(plies) => plies.unwrap_or(FAR + 1),
        Value::Loss(plies) => plies.unwrap_or(FAR),
        Value::Draw => 0,
    }
}

/// The most plies to a win of this rank. Returns `None` if a table on the way stores no distances.
pub(super) fn plies(rank: u16) -> Option<u16> {
    Some(rank).filter(|rank| *rank < FAR)
}

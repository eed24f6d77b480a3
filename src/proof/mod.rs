//! Proof-number search: can a player force a win from a position?
//!
//! A [`Prover`] answers for positions of a [`Domain`]; for draughts that is [`DraughtsDomain`], over endgame
//! tables. Each question has two answers and one player as the attacker. A position is a draw if neither
//! player can force a win. Proven nodes are kept from question to question, and only they are answers: a
//! win depends on no repetition, and a refutation holds for every path to the position (`closure`).
//!
//! A [`Certificate`] stores a proven strategy; [`verify`] checks it and shares no code with the rest.
//!
//! This module does not rate moves: proof numbers guide the search and prove nothing.

mod certificate;
mod closure;
mod domain;
mod draughts;
mod graph;
mod node;
mod pace;
mod position_table;
mod search;
mod strategy;
pub mod verify;

use std::collections::TryReserveError;
use std::ops::ControlFlow;

pub use certificate::{Certificate, Guarantee};
pub use domain::{Domain, Packed, Probe};
pub use draughts::DraughtsDomain;
pub(in crate::proof) use node::ProofState;

use crate::board::Color;
use crate::board::movegen::{Poll, unstoppable};
use graph::{ProofGraph, Resolved};
use search::ProofSearch;

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The attacker wins against any play.
    Wins {
        /// The most plies that the win takes. `None` if a table on the way stores no distances.
        plies: Option<u16>,
    },
    /// The attacker cannot win against the best play.
    Safe,
}

impl Answer {
    /// The answer of a proven state.
    fn of(state: ProofState) -> Option<Self> {
        match state {
            ProofState::Won(rank) => Some(Self::won(rank)),
            ProofState::Safe => Some(Self::Safe),
            ProofState::PathDependent | ProofState::Open => None,
        }
    }

    fn won(rank: u16) -> Self {
        Self::Wins { plies: graph::plies(rank) }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undecided {
    /// The search reached its limit of expanded positions.
    #[error("not proven within the node limit")]
    Nodes,
    /// The search reached its memory limit.
    #[error("not proven within the memory limit")]
    Memory,
    /// The progress callback stopped the search.
    #[error("stopped before a proof was found")]
    Stopped,
    /// A table is missing or corrupt.
    #[error("an endgame table is missing or corrupt")]
    Tables,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions expanded for this question.
    pub expanded: u64,
    /// Unproven positions in memory, including those of earlier questions.
    pub open: usize,
}

/// Called regularly during a search; it can stop the search.
pub type OnProgress<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// Answers questions about one domain, and keeps what it has proven.
pub struct Prover<F: Domain> {
    domain: F,
    /// One graph for each attacker.
    graphs: [ProofGraph<F>; 2],
    memory: usize,
    expanded: u64,
}

/// The budget of a question, and how much of it is used.
struct Budget<'a, 'b> {
    /// The most positions to expand.
    nodes: u64,
    /// Positions to expand before the next closure.
    until_closure: u64,
    expanded: u64,
    /// Work since the last progress report.
    work: usize,
    memory: usize,
    on_progress: &'a mut OnProgress<'b>,
}

/// Why a search returns before it has decided its root.
enum Pause {
    Closure,
    End(Undecided),
}

impl<F: Domain> Prover<F> {
    /// A prover without any proofs, limited to about `memory` bytes.
    #[must_use]
    pub fn new(domain: F, memory: usize) -> Self {
        let graphs = Color::ALL.map(|attacker| ProofGraph::new(domain.game(), attacker));
        Self { domain, graphs, memory, expanded: 0 }
    }

    /// The domain of the proofs.
    #[must_use]
    pub fn domain(&self) -> &F {
        &self.domain
    }

    /// Positions expanded for all questions.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Positions in memory.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.graphs.iter().map(|graph| graph.nodes.len()).sum()
    }

    /// Unproven positions in memory for this attacker.
    #[must_use]
    pub fn open(&self, attacker: Color) -> usize {
        self.graphs[attacker as usize].open()
    }

    /// Discards the unproven nodes of this attacker, unless `poll` breaks it off.
    pub fn discard_unproven(&mut self, attacker: Color, poll: &mut Poll<'_>) {
        self.graphs[attacker as usize].discard_unproven(poll);
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.graphs = Color::ALL.map(|attacker| ProofGraph::new(self.domain.game(), attacker));
    }

    /// Whether `attacker` can force a win from here, as far as it is known without a search.
    #[must_use]
    pub fn known(&self, vertex: F::Vertex, attacker: Color) -> Option<Answer> {
        self.known_unless(vertex, attacker, &mut unstoppable)
    }

    /// The same, unless `poll` breaks it off: then only what is proven counts, and not what tables say. It is asked
    /// if the captures of the position take long to generate.
    #[must_use]
    pub fn known_unless(&self, vertex: F::Vertex, attacker: Color, poll: &mut Poll<'_>) -> Option<Answer> {
        let known = self.graphs[attacker as usize].known(&self.domain, vertex, poll);
        known.ok().flatten().and_then(Answer::of)
    }

    /// The same as far as it was proven by a search. This takes the time of a look into a hash table.
    #[must_use]
    pub fn stored(&self, vertex: F::Vertex, attacker: Color) -> Option<Answer> {
        self.graphs[attacker as usize].stored(&self.domain, vertex).and_then(Answer::of)
    }

    /// The proven state of a position, with the rank of a win.
    pub(in crate::proof) fn state(&self, vertex: F::Vertex, attacker: Color) -> Option<ProofState> {
        self.graphs[attacker as usize].known(&self.domain, vertex, &mut unstoppable).ok().flatten()
    }

    /// Searches whether `attacker` can force a win from here. Expands at most `nodes` positions and calls
    /// `on_progress` regularly.
    ///
    /// # Errors
    /// If neither answer is proven. The next call with the same question continues the search.
    pub fn prove(
        &mut self,
        vertex: F::Vertex,
        attacker: Color,
        nodes: u64,
        on_progress: &mut OnProgress<'_>,
    ) -> Result<Answer, Undecided> {
        let open = self.open(attacker);
        let poll = &mut || on_progress(Progress { expanded: 0, open });
        if let Some(answer) = self.known_unless(vertex, attacker, poll) {
            return Ok(answer);
        }
        self.free_memory(attacker, poll);
        let held = self.graphs[!attacker as usize].bytes();
        let memory = self.memory.saturating_sub(held);
        let mut budget = Budget { nodes, until_closure: 0, expanded: 0, work: 0, memory, on_progress };
        let found = decide(&mut self.graphs[attacker as usize], &self.domain, vertex, &mut budget);
        self.expanded += budget.expanded;
        match found? {
            ProofState::Won(rank) => Ok(Answer::won(rank)),
            _ => Ok(Answer::Safe),
        }
    }

    /// Discards unproven nodes if half of the memory is in use, in the other graph first. A graph in which
    /// nearly every node is proven is left alone, because sorting it again would free nothing.
    fn free_memory(&mut self, attacker: Color, poll: &mut Poll<'_>) {
        for player in [!attacker, attacker] {
            let is_tight = self.graphs.iter().map(ProofGraph::bytes).sum::<usize>() > self.memory / 2;
            let graph = &mut self.graphs[player as usize];
            if is_tight && graph.open() > graph.nodes.len() / 8 {
                graph.discard_unproven(poll);
            }
        }
    }
}

/// Alternates search and closure until the vertex is proven.
fn decide<F: Domain>(
    graph: &mut ProofGraph<F>,
    domain: &F,
    vertex: F::Vertex,
    budget: &mut Budget<'_, '_>,
) -> Result<ProofState, Undecided> {
    let root = match graph.resolve(domain, vertex, &mut budget.poll(graph.open()))? {
        Resolved::Won(rank) => return Ok(ProofState::Won(rank)),
        Resolved::Safe => return Ok(ProofState::Safe),
        Resolved::Open(root) => root,
    };
    let mut is_stuck = false;
    loop {
        budget.until_closure = Budget::CLOSURE.max(graph.nodes.len() as u64);
        let before = budget.expanded;
        let searched = if is_stuck {
            expand_oldest(graph, domain, budget)
        } else {
            ProofSearch::new(graph, domain).run(root, budget)
        };
        is_stuck = budget.expanded == before;
        let end = match searched {
            Err(Pause::End(Undecided::Stopped)) => return Err(Undecided::Stopped),
            Err(Pause::End(end)) => Some(end),
            Err(Pause::Closure) | Ok(()) => None,
        };
        if !graph.nodes[root as usize].is_proven() {
            // A closure takes time in proportion to the graph.
            if budget.report(graph.open()).is_break() {
                return Err(end.unwrap_or(Undecided::Stopped));
            }
            graph.check_closure_memory()?;
            // It is the last time that it goes over all positions.
            if closure::close(graph, &mut budget.poll(0)).is_break() {
                return Err(end.unwrap_or(Undecided::Stopped));
            }
        }
        match (graph.nodes[root as usize].state(), end) {
            (state @ (ProofState::Won(_) | ProofState::Safe), _) => return Ok(state),
            (_, Some(end)) => return Err(end),
            (_, None) => {}
        }
    }
}

/// Expands the oldest unexpanded nodes. If the search only repeats path-dependent refutations, this brings in
/// new nodes, and in the end all of them.
fn expand_oldest<F: Domain>(
    graph: &mut ProofGraph<F>,
    domain: &F,
    budget: &mut Budget<'_, '_>,
) -> Result<(), Pause> {
    let open = |graph: &ProofGraph<F>, number| {
        !graph.is_expanded(number) && !graph.nodes[number as usize].is_proven()
    };
    let numbers: Vec<u32> =
        (0..graph.nodes.len() as u32).filter(|&number| open(graph, number)).take(1024).collect();
    numbers.into_iter().try_for_each(|number| {
        budget.visit(graph)?;
        Ok(graph.expand(domain, number, budget)?)
    })
}

impl Budget<'_, '_> {
    /// The least number of expanded positions between two closures. In a larger graph it is the number of nodes: with
    /// an eighth of it, as many positions are needed and closures take a quarter of the time.
    const CLOSURE: u64 = 20_000;
    /// Expanded positions between two progress reports.
    const BETWEEN: u64 = 256;
    /// Work between two progress reports. A unit is a move of an expanded position, of which there can be
    /// thousands, or a step of the search.
    const WORK_BETWEEN: usize = 4096;

    /// Counts a position that is about to be expanded.
    fn visit<F: Domain>(&mut self, graph: &ProofGraph<F>) -> Result<(), Pause> {
        if self.expanded == self.nodes {
            return Err(Pause::End(Undecided::Nodes));
        }
        if self.until_closure == 0 {
            return Err(Pause::Closure);
        }
        if self.expanded.is_multiple_of(Self::BETWEEN) {
            if graph.bytes() > self.memory || graph.is_full() {
                return Err(Pause::End(Undecided::Memory));
            }
            if self.report(graph.open()).is_break() {
                return Err(Pause::End(Undecided::Stopped));
            }
        }
        self.until_closure -= 1;
        self.expanded += 1;
        Ok(())
    }

    /// Counts work, with `open` unproven positions in memory.
    fn work(&mut self, units: usize, open: usize) -> Result<(), Undecided> {
        self.work += units;
        if self.work >= Self::WORK_BETWEEN && self.report(open).is_break() {
            return Err(Undecided::Stopped);
        }
        Ok(())
    }

    fn report(&mut self, open: usize) -> ControlFlow<()> {
        self.work = 0;
        (self.on_progress)(Progress { expanded: self.expanded, open })
    }

    /// Asks whether to go on, in what takes long by itself.
    fn poll(&mut self, open: usize) -> impl FnMut() -> ControlFlow<()> {
        move || self.report(open)
    }
}

impl From<TryReserveError> for Undecided {
    fn from(_: TryReserveError) -> Self {
        Self::Memory
    }
}

impl From<Undecided> for Pause {
    fn from(end: Undecided) -> Self {
        Self::End(end)
    }
}

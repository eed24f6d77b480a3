//! Proofs by proof numbers: can this player force a win from here?
//!
//! A [`Prover`] answers for positions of a [`Domain`], which for draughts are [`DraughtsDomain`] over tables. It
//! asks one question of two answers at a time, for one player as the attacker: a draw is when neither can
//! force a win. Facts are kept from question to question, and only facts are answers: a win rests on no
//! repetition, and that there is no win holds however play came there (`closure`).
//!
//! Not about playing, and not about what moves probe good: numbers lead the search and prove nothing.

mod certificate;
mod closure;
mod domain;
mod draughts;
mod graph;
mod node;
mod position_table;
mod search;
mod strategy;
pub mod verify;

use std::fmt;
use std::ops::ControlFlow;

pub use certificate::{Certificate, Guarantee};
pub use domain::{Domain, Packed, Probe};
pub use draughts::DraughtsDomain;
pub(in crate::proof) use node::ProofState;

use crate::board::Color;
use graph::{ProofGraph, Resolved};
use search::Search;

/// What a question comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The attacker wins against any play.
    Wins {
        /// In so many plies at most. None: a table on the way knows no distances.
        plies: Option<u16>,
    },
    /// The attacker cannot win against the best play.
    Safe,
}

impl Answer {
    fn won(rank: u16) -> Self {
        Self::Wins { plies: graph::plies(rank) }
    }
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// As many positions were looked at as are allowed.
    Nodes,
    /// There is no memory left.
    Memory,
    /// Whoever listened had enough.
    Stopped,
    /// A table turned out to be broken.
    Tables,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "not proven within the number of positions",
            Self::Memory => "not proven within the memory",
            Self::Stopped => "stopped before anything was proven",
            Self::Tables => "a table is not whole",
        })
    }
}

impl std::error::Error for Undecided {}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions whose moves were looked at for this question.
    pub expanded: u64,
    /// Positions in memory but for kept facts, of earlier questions too.
    pub open: usize,
}

/// Whoever listens to a search, and ends it when there was enough.
pub type OnProgress<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

/// Proves, and remembers what was proven.
pub struct Prover<F: Domain> {
    domain: F,
    /// A graph for each attacker.
    graphs: [ProofGraph<F>; 2],
    memory: usize,
    expanded: u64,
}

/// What a question may still take, and has taken.
struct Budget<'a, 'b> {
    /// Positions that may be looked at.
    nodes: u64,
    /// How many more there may be before it is seen what follows from all of them.
    until_closure: u64,
    expanded: u64,
    memory: usize,
    on_progress: &'a mut OnProgress<'b>,
}

/// Why a search comes back before it has decided anything.
enum Pause {
    Closure,
    End(Undecided),
}

impl<F: Domain> Prover<F> {
    /// A prover that knows nothing yet, and takes about so many bytes at most.
    #[must_use]
    pub fn new(domain: F, memory: usize) -> Self {
        Self { domain, graphs: Color::ALL.map(ProofGraph::new), memory, expanded: 0 }
    }

    /// What it proves something about.
    #[must_use]
    pub fn domain(&self) -> &F {
        &self.domain
    }

    /// Positions whose moves were looked at, for all questions.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Positions in memory.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.graphs.iter().map(|graph| graph.nodes.len()).sum()
    }

    /// Positions in memory about this attacker, but for kept facts.
    #[must_use]
    pub fn open(&self, attacker: Color) -> usize {
        self.graphs[attacker as usize].open()
    }

    /// Drops what is not a fact about this attacker.
    pub fn discard_unproven(&mut self, attacker: Color) {
        self.graphs[attacker as usize].discard_unproven();
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.graphs = Color::ALL.map(ProofGraph::new);
    }

    /// What is known without a search: can `attacker` force a win from here?
    #[must_use]
    pub fn known(&self, vertex: F::Vertex, attacker: Color) -> Option<Answer> {
        match self.state(vertex, attacker)? {
            ProofState::Won(rank) => Some(Answer::won(rank)),
            ProofState::Safe => Some(Answer::Safe),
            ProofState::PathDependent | ProofState::Open => None,
        }
    }

    /// The fact that is known about a position, with the rank of a win.
    pub(in crate::proof) fn state(&self, vertex: F::Vertex, attacker: Color) -> Option<ProofState> {
        self.graphs[attacker as usize].known(&self.domain, vertex).ok().flatten()
    }

    /// Can `attacker` force a win from here? At most `nodes` positions are looked at, and `on_progress` is told
    /// now and then.
    ///
    /// # Errors
    /// When that is not proven. Facts that were found stay, and the search goes on where it was when it is
    /// asked again.
    pub fn prove(
        &mut self,
        vertex: F::Vertex,
        attacker: Color,
        nodes: u64,
        on_progress: &mut OnProgress<'_>,
    ) -> Result<Answer, Undecided> {
        if let Some(answer) = self.known(vertex, attacker) {
            return Ok(answer);
        }
        self.make_room(attacker);
        let held = self.graphs[!attacker as usize].bytes();
        let memory = self.memory.saturating_sub(held);
        let mut budget = Budget { nodes, until_closure: 0, expanded: 0, memory, on_progress };
        let found = decide(&mut self.graphs[attacker as usize], &self.domain, vertex, &mut budget);
        self.expanded += budget.expanded;
        match found? {
            ProofState::Won(rank) => Ok(Answer::won(rank)),
            _ => Ok(Answer::Safe),
        }
    }

    /// Drops what is not a fact when half of the memory is taken, in the other graph first. What is left when
    /// nearly everything is a fact is not gone over again and again.
    fn make_room(&mut self, attacker: Color) {
        for player in [!attacker, attacker] {
            let is_tight = self.graphs.iter().map(ProofGraph::bytes).sum::<usize>() > self.memory / 2;
            let graph = &mut self.graphs[player as usize];
            if is_tight && graph.open() > graph.nodes.len() / 8 {
                graph.discard_unproven();
            }
        }
    }
}

/// Searches, and looks now and then what follows from everything, until there is a fact about the vertex.
fn decide<F: Domain>(
    graph: &mut ProofGraph<F>,
    domain: &F,
    vertex: F::Vertex,
    budget: &mut Budget<'_, '_>,
) -> Result<ProofState, Undecided> {
    let root = match graph.resolve(domain, vertex)? {
        Resolved::Won(rank) => return Ok(ProofState::Won(rank)),
        Resolved::Safe => return Ok(ProofState::Safe),
        Resolved::Open(root) => root,
    };
    let mut is_stuck = false;
    loop {
        budget.until_closure = Budget::CLOSURE.max(graph.nodes.len() as u64 / 8);
        let before = budget.expanded;
        let searched = if is_stuck {
            widen(graph, domain, budget)
        } else {
            Search::new(graph, domain).run(root, &mut |graph| budget.visit(graph))
        };
        is_stuck = budget.expanded == before;
        let end = match searched {
            Err(Pause::End(Undecided::Stopped)) => return Err(Undecided::Stopped),
            Err(Pause::End(end)) => Some(end),
            Err(Pause::Closure) | Ok(()) => None,
        };
        if !graph.nodes[root as usize].is_proven() {
            // To see what follows from everything takes as long as there is much.
            if budget.tell(graph).is_break() {
                return Err(end.unwrap_or(Undecided::Stopped));
            }
            closure::close(graph);
        }
        match (graph.nodes[root as usize].state(), end) {
            (state @ (ProofState::Won(_) | ProofState::Safe), _) => return Ok(state),
            (_, Some(end)) => return Err(end),
            (_, None) => {}
        }
    }
}

/// Looks at what was met first and not looked at yet. When the search only claims again what does not hold,
/// this brings something new, and at last everything there is.
fn widen<F: Domain>(graph: &mut ProofGraph<F>, domain: &F, budget: &mut Budget<'_, '_>) -> Result<(), Pause> {
    let open = |graph: &ProofGraph<F>, number| {
        !graph.is_expanded(number) && !graph.nodes[number as usize].is_proven()
    };
    let numbers: Vec<u32> =
        (0..graph.nodes.len() as u32).filter(|&number| open(graph, number)).take(1024).collect();
    numbers.into_iter().try_for_each(|number| {
        budget.visit(graph)?;
        Ok(graph.expand(domain, number)?)
    })
}

impl Budget<'_, '_> {
    /// Positions that are looked at before it is seen what follows from all of them, at the beginning.
    const CLOSURE: u64 = 20_000;
    /// Positions that are looked at before the listener is told again.
    const BETWEEN: u64 = 256;

    /// One more position is to be looked at.
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
            if self.tell(graph).is_break() {
                return Err(Pause::End(Undecided::Stopped));
            }
        }
        self.until_closure -= 1;
        self.expanded += 1;
        Ok(())
    }

    fn tell<F: Domain>(&mut self, graph: &ProofGraph<F>) -> ControlFlow<()> {
        (self.on_progress)(Progress { expanded: self.expanded, open: graph.open() })
    }
}

impl From<Undecided> for Pause {
    fn from(end: Undecided) -> Self {
        Self::End(end)
    }
}

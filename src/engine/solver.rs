//! Proofs about a position of any variant and the positions after its moves.

use super::GameState;
use crate::board::movegen::Poll;
use crate::board::{Color, Game, MoveList, Placement};
use crate::proof::{Answer, Certificate, DraughtsDomain, Guarantee, OnProgress, Prover, Undecided};

/// A prover for one position, the root, and the positions after its moves.
///
/// A position is named by the number of the move that leads to it from the root, and the root by `None`.
pub struct Solver(Box<dyn ErasedSolver>);

/// A certificate as it is written to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CertificateText {
    /// The number of positions in it.
    pub positions: usize,
    /// The content of the file.
    pub text: String,
}

impl Solver {
    pub(super) fn new<G: Game>(domain: DraughtsDomain<G>, root: Placement<G>, memory: usize) -> Self {
        let legal = MoveList::legal(&root);
        let next = legal.iter().map(|mv| root.play(mv)).collect();
        Self(Box::new(RootSolver { prover: Prover::new(domain, memory), root, next }))
    }

    /// Tries to prove whether the attacker can force a win, within a number of expanded nodes. `on_progress`
    /// is called now and then and can stop the search.
    ///
    /// # Errors
    /// Returns why nothing was proven.
    pub fn prove(
        &mut self,
        after: Option<usize>,
        attacker: Color,
        nodes: u64,
        on_progress: &mut OnProgress<'_>,
    ) -> Result<Answer, Undecided> {
        self.0.prove(after, attacker, nodes, on_progress)
    }

    /// What is proven without a search. Returns `None` if nothing is. `poll` is asked while captures take long to
    /// generate; if it breaks that off, only what was proven by a search counts.
    #[must_use]
    pub fn known(&self, after: Option<usize>, attacker: Color, poll: &mut Poll<'_>) -> Option<Answer> {
        self.0.known(after, attacker, poll)
    }

    /// The same as far as it was proven by a search.
    #[must_use]
    pub fn stored(&self, after: Option<usize>, attacker: Color) -> Option<Answer> {
        self.0.stored(after, attacker)
    }

    /// The number of nodes expanded in all searches.
    #[must_use]
    pub fn expanded(&self) -> u64 {
        self.0.expanded()
    }

    /// The number of positions in memory.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.0.positions()
    }

    /// The number of pieces up to which the proofs rest on endgame tables.
    #[must_use]
    pub fn table_pieces(&self) -> usize {
        self.0.table_pieces()
    }

    /// A certificate for the game, whose position is the root, or for the position after one of its moves. Returns
    /// `None` if the guarantee is not proven.
    #[must_use]
    pub fn certificate(
        &self,
        game: &GameState,
        after: Option<usize>,
        side: Color,
        guarantee: Guarantee,
    ) -> Option<CertificateText> {
        self.0.certificate(game.variant().name(), after, side, guarantee)
    }
}

/// A solver for a game of any type.
trait ErasedSolver {
    fn prove(
        &mut self,
        after: Option<usize>,
        attacker: Color,
        nodes: u64,
        on_progress: &mut OnProgress<'_>,
    ) -> Result<Answer, Undecided>;
    fn known(&self, after: Option<usize>, attacker: Color, poll: &mut Poll<'_>) -> Option<Answer>;
    fn stored(&self, after: Option<usize>, attacker: Color) -> Option<Answer>;
    fn expanded(&self) -> u64;
    fn positions(&self) -> usize;
    fn table_pieces(&self) -> usize;
    fn certificate(
        &self,
        variant: &str,
        after: Option<usize>,
        side: Color,
        guarantee: Guarantee,
    ) -> Option<CertificateText>;
}

struct RootSolver<G: Game> {
    prover: Prover<DraughtsDomain<G>>,
    root: Placement<G>,
    next: Vec<Placement<G>>,
}

impl<G: Game> RootSolver<G> {
    fn placement(&self, after: Option<usize>) -> Placement<G> {
        after.map_or(self.root, |number| self.next[number])
    }
}

impl<G: Game> ErasedSolver for RootSolver<G> {
    fn prove(
        &mut self,
        after: Option<usize>,
        attacker: Color,
        nodes: u64,
        on_progress: &mut OnProgress<'_>,
    ) -> Result<Answer, Undecided> {
        self.prover.prove(self.placement(after), attacker, nodes, on_progress)
    }

    fn known(&self, after: Option<usize>, attacker: Color, poll: &mut Poll<'_>) -> Option<Answer> {
        self.prover.known_unless(self.placement(after), attacker, poll)
    }

    fn stored(&self, after: Option<usize>, attacker: Color) -> Option<Answer> {
        self.prover.stored(self.placement(after), attacker)
    }

    fn expanded(&self) -> u64 {
        self.prover.expanded()
    }

    fn positions(&self) -> usize {
        self.prover.positions()
    }

    fn table_pieces(&self) -> usize {
        self.prover.domain().pieces()
    }

    fn certificate(
        &self,
        variant: &str,
        after: Option<usize>,
        side: Color,
        guarantee: Guarantee,
    ) -> Option<CertificateText> {
        let certificate = Certificate::of(&self.prover, &self.placement(after), side, guarantee)?;
        Some(CertificateText { positions: certificate.positions(), text: certificate.text(variant) })
    }
}

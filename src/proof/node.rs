//! The nodes of a proof graph: can the attacker force a win from this position?

/// The proof numbers of a position from the point of view of the player to move (negamax form).
///
/// The goal of the player to move is a win for the attacker, and a refutation for the opponent. So there is
/// one kind of node: one move that reaches the goal is enough, and the numbers of a child change places.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofNode {
    /// The proof number: 0 if the player to move reaches the goal.
    pub(super) phi: u32,
    /// The disproof number: 0 if the player to move does not reach the goal.
    pub(super) delta: u32,
    /// The index of its list of open moves. 0 if the node is not expanded.
    pub(super) edges: u32,
    /// The most plies to a proven win of the attacker (see [`super::graph::plies`]). Before a proof, the same
    /// for the moves that are known to lose. [`ProofNode::PROVEN_SAFE`] if it is proven that there is no win.
    pub(super) rank: u16,
    /// Whether the attacker is to move.
    pub(super) is_attackers: bool,
}

/// The proof state of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::proof) enum ProofState {
    /// Proven: the attacker wins. The rank falls with every move outside of the tables. The proof depends on
    /// no repetition.
    Won(u16),
    /// Proven: the attacker does not win, for every path to the position.
    Safe,
    /// The attacker does not win on the path that was searched. This may be wrong on other paths.
    PathDependent,
    /// Undecided.
    Open,
}

impl ProofNode {
    /// The number of a goal that cannot be reached.
    pub(super) const INFINITY: u32 = u32::MAX;
    const PROVEN_SAFE: u16 = u16::MAX;
    /// The highest rank of a win.
    pub(super) const HIGHEST: u16 = Self::PROVEN_SAFE - 1;

    /// A position with `moves` open moves; `rank` is that of its other moves, which lose.
    pub(super) fn new(is_attackers: bool, moves: u32, rank: u16) -> Self {
        Self { phi: 1, delta: moves, edges: 0, rank, is_attackers }
    }

    #[inline(always)]
    pub(super) fn state(&self) -> ProofState {
        if self.phi != 0 && self.delta != 0 {
            ProofState::Open
        } else if self.is_attackers == (self.phi == 0) {
            ProofState::Won(self.rank)
        } else if self.rank == Self::PROVEN_SAFE {
            ProofState::Safe
        } else {
            ProofState::PathDependent
        }
    }

    #[inline(always)]
    pub(super) fn is_won(&self) -> bool {
        matches!(self.state(), ProofState::Won(_))
    }

    #[inline(always)]
    pub(super) fn is_safe(&self) -> bool {
        self.state() == ProofState::Safe
    }

    pub(super) fn is_proven(&self) -> bool {
        self.is_won() || self.is_safe()
    }

    pub(super) fn set_won(&mut self, rank: u16) {
        self.decide(true);
        self.rank = rank.min(Self::HIGHEST);
    }

    pub(super) fn set_safe(&mut self) {
        self.decide(false);
        self.rank = Self::PROVEN_SAFE;
    }

    /// Marks the node as refuted on the current path.
    pub(super) fn set_path_dependent(&mut self) {
        self.decide(false);
    }

    fn decide(&mut self, attacker_wins: bool) {
        let reached = attacker_wins == self.is_attackers;
        (self.phi, self.delta) = if reached { (0, Self::INFINITY) } else { (Self::INFINITY, 0) };
    }

    /// Resets the numbers of an undecided node.
    pub(super) fn reset(&mut self, moves: u32) {
        (self.phi, self.delta) = (1, moves);
    }
}

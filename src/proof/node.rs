//! What is known of a position in the question whether one player, the attacker, can force a win.

/// Proof numbers of a position as its mover sees them, and what belongs to them.
///
/// The mover's goal is to win if he is the attacker, and not to lose if he is not. From his point of view
/// there is one kind of position: one move that reaches the goal is enough, and the opponent's numbers
/// change places with his own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// How much has to be shown at least for the mover to reach the goal. 0: he does.
    pub(super) phi: u32,
    /// How much has to be shown at least for him not to. 0: he does not.
    pub(super) delta: u32,
    /// Where its list of open moves begins. 0: there is none.
    pub(super) edges: u32,
    /// The plies to the attacker's win at most, once it is known (see [`super::graph::plies`]); before that for
    /// moves that are known to lose against it. [`Node::PROVEN_SAFE`] once it is a fact that there is no win.
    pub(super) rank: u16,
    /// Whether the attacker is to move.
    pub(super) is_attackers: bool,
}

/// What a node has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::proof) enum ProofState {
    /// The attacker wins, by this rank, which gets lower with every move outside of the tables. This is a
    /// fact: it rests on no repetition.
    Won(u16),
    /// The attacker does not win, whatever way play came here. This is a fact as well.
    Safe,
    /// The attacker does not win if play came here on the way that was searched. Or so it was once.
    PathDependent,
    /// Not decided.
    Open,
}

impl Node {
    /// More than any number of what has to be shown.
    pub(super) const INFINITY: u32 = u32::MAX;
    const PROVEN_SAFE: u16 = u16::MAX;
    /// The highest rank of a win.
    pub(super) const HIGHEST: u16 = Self::PROVEN_SAFE - 1;

    /// A position with so many open moves; the others lose in so many plies.
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

    /// The attacker does not win, on this way here.
    pub(super) fn set_path_dependent(&mut self) {
        self.decide(false);
    }

    fn decide(&mut self, attacker_wins: bool) {
        let reached = attacker_wins == self.is_attackers;
        (self.phi, self.delta) = if reached { (0, Self::INFINITY) } else { (Self::INFINITY, 0) };
    }

    /// Nothing is known, but for the number of open moves.
    pub(super) fn reset(&mut self, moves: u32) {
        (self.phi, self.delta) = (1, moves);
    }
}

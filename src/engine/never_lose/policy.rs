//! The rows of the policy table in the head of [`super`].

use super::budget::is_small;
use crate::board::{Color, Game};
use crate::engine::request::Purpose;

/// A row: one question to a prover, or the same question about each move.
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// Who may be able to force a win.
    pub(super) attacker: Attacker,
    /// Which prover is asked.
    pub(super) prover: ProverRole,
    /// The part of the budget that the question takes, or all questions of the row together.
    pub(super) share: f64,
    /// The most nodes that each question may take.
    pub(super) max_nodes: u64,
}

/// Who may be able to force a win.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Attacker {
    Player,
    Opponent,
}

/// Which prover is asked.
#[derive(Clone, Copy)]
pub(super) enum ProverRole {
    /// What it proves counts, and binds the player.
    Binding,
    /// Only the losses that it finds count.
    LossCheck,
}

/// What the questions after a search depend on.
#[derive(Clone, Copy)]
pub(super) struct Situation {
    pub(super) is_ahead: bool,
    pub(super) is_behind: bool,
    /// A move is proven safe, so only such moves may be played.
    pub(super) is_bound: bool,
    /// The budget is enough for nearly all proofs that are needed in play.
    pub(super) is_ample: bool,
    pub(super) is_small: bool,
    pub(super) is_within_reach: bool,
}

/// How the budget of a move is divided.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Shares {
    pub(in crate::engine) search: f64,
    pub(in crate::engine) proofs: f64,
}

/// A position with more pieces beyond those of the tables is beyond reach, except on 6×6.
pub(super) const MAX_PIECES_BEYOND_TABLES: u32 = 4;
/// The most nodes for all questions of a set beyond reach.
pub(super) const MAX_NODES_BEYOND_REACH: u64 = 4_000;
/// The most nodes for a loss check.
pub(super) const MAX_LOSS_CHECK_NODES: u64 = 4_000;
/// The most nodes for the preferred move beyond reach.
const MAX_PREFERRED_NODES_BEYOND_REACH: u64 = 200;
/// The most nodes for questions 3 and 4 together.
pub(super) const MAX_REFINEMENT_NODES: u64 = 200_000;
/// The part of the rest that each search after the first takes.
pub(in crate::engine) const FURTHER_SEARCH_SHARE: f64 = 0.9;

/// Row 1: is the position safe?
pub(super) const POSITION_SAFE: Question = Question::new(Attacker::Opponent, 0.8);
/// Row 2: which moves are safe?
pub(super) const MOVES_SAFE: Question = Question::new(Attacker::Opponent, 0.5);
/// Row 3: is the position won?
pub(super) const POSITION_WON: Question = Question::new(Attacker::Player, 0.5);
/// Row 4: which of the other moves are safe?
pub(super) const OTHER_MOVES_SAFE: Question = Question::new(Attacker::Opponent, 0.5);

impl Question {
    const fn new(attacker: Attacker, share: f64) -> Self {
        Self { attacker, prover: ProverRole::Binding, share, max_nodes: u64::MAX }
    }

    /// The color that may be able to force a win, in a position where `turn` is to move.
    pub(super) fn color(self, turn: Color) -> Color {
        match self.attacker {
            Attacker::Player => turn,
            Attacker::Opponent => !turn,
        }
    }
}

impl Situation {
    /// A small proof that a move is safe would bind a player who may win, and lacks the time for large proofs.
    fn keeps_options(self) -> bool {
        self.is_ahead && !self.is_bound && !self.is_ample && !self.is_small
    }

    /// Row 5: is the preferred move safe?
    pub(super) fn preferred_move_safe(self) -> Question {
        let prover = if self.keeps_options() { ProverRole::LossCheck } else { ProverRole::Binding };
        let (share, max_nodes) = match (self.keeps_options(), self.is_within_reach) {
            (_, false) => (1.0, MAX_PREFERRED_NODES_BEYOND_REACH),
            (true, true) => (0.2, MAX_LOSS_CHECK_NODES),
            (false, true) => (0.9, u64::MAX),
        };
        Question { attacker: Attacker::Opponent, prover, share, max_nodes }
    }

    /// Row 6: is the position won, or is it safe?
    pub(super) fn position_decided(self) -> Option<Question> {
        match self {
            Self { is_ahead: true, is_bound: false, .. } => Some(Question::new(Attacker::Player, 1.0)),
            Self { is_ahead: true, is_bound: true, .. } => Some(Question::new(Attacker::Player, 0.1)),
            Self { is_behind: true, is_within_reach: true, .. } => {
                Some(Question::new(Attacker::Opponent, 1.0))
            }
            _ => None,
        }
    }
}

impl Shares {
    /// The shares of the first search and of the proofs after each search.
    ///
    /// Beyond reach there is little to prove. A player who is bound gains more by a proof of the preferred
    /// move than by depth.
    pub(in crate::engine) fn of_play(is_bound: bool, is_within_reach: bool) -> Self {
        match (is_bound, is_within_reach) {
            (true, _) => Self { search: 0.6, proofs: 0.9 },
            (false, true) => Self { search: 0.95, proofs: 0.5 },
            (false, false) => Self { search: 0.99, proofs: 0.5 },
        }
    }
}

/// The share of proofs before the search. Returns `None` if the time is better spent on the search and on
/// proofs of the move that it prefers.
pub(super) fn share_before_search<G: Game>(purpose: Purpose) -> Option<f64> {
    match purpose {
        _ if is_small::<G>() => Some(0.75),
        Purpose::Analyze => Some(0.3),
        Purpose::Think | Purpose::Ponder => None,
    }
}

//! What is proven about a position and its moves, what is claimed about them, and which moves may be played.

use rustc_hash::FxHashSet;

use super::claim::{Claim, MoveClaim, PositionClaim};
use crate::board::{Game, Move};
use crate::endgame::Value;
use crate::proof::Answer;

/// What is proven about a move.
#[derive(Clone, Copy)]
pub(super) struct MoveProofState<G: Game> {
    pub(super) mv: Move<G>,
    /// Whether the player who makes the move can force a win after it.
    pub(super) player: Option<Answer>,
    /// Whether the opponent can force a win after it.
    pub(super) opponent: Option<Answer>,
    /// A proof was sought.
    pub(super) was_examined: bool,
    /// A rule that counts moves, or a repetition, can come before the end of a win.
    pub(super) rule_may_draw: bool,
    /// The position after the move is in the tables, so plies are exact and not upper bounds.
    pub(super) is_exact: bool,
}

/// What is proven about a position and its moves.
pub(in crate::engine) struct RootProofState<G: Game> {
    moves: Vec<MoveProofState<G>>,
    claim: Claim,
    table_pieces: usize,
}

/// Whether no proof can change the choice: a win is known, or everything is.
pub(super) fn is_settled<G: Game>(moves: &[MoveProofState<G>]) -> bool {
    moves.iter().any(MoveProofState::is_won) || !moves.iter().any(MoveProofState::is_open)
}

impl<G: Game> MoveProofState<G> {
    /// Nothing is known about the move.
    pub(super) fn unknown(mv: Move<G>) -> Self {
        Self { mv, player: None, opponent: None, was_examined: false, rule_may_draw: false, is_exact: false }
    }

    /// The state with these answers, and what follows from them: not both players win.
    pub(super) fn with_answers(self, player: Option<Answer>, opponent: Option<Answer>) -> Self {
        let wins = |answer| matches!(answer, Some(Answer::Wins { .. }));
        Self {
            player: player.or(wins(opponent).then_some(Answer::Safe)),
            opponent: opponent.or(wins(player).then_some(Answer::Safe)),
            ..self
        }
    }

    /// Whether something about the move may still be proven.
    pub(super) fn is_open(&self) -> bool {
        self.player.is_none() || self.opponent.is_none()
    }

    fn is_won(&self) -> bool {
        matches!(self.player, Some(Answer::Wins { .. }))
    }

    pub(super) fn is_safe(&self) -> bool {
        self.opponent == Some(Answer::Safe)
    }

    pub(super) fn is_lost(&self) -> bool {
        matches!(self.opponent, Some(Answer::Wins { .. }))
    }

    /// The most plies of a win, with the move. Returns `None` if no win is proven, or its length is unknown.
    pub(super) fn win(&self) -> Option<u16> {
        plies_with_move(self.player)
    }

    /// The most plies of a loss, with the move. Returns `None` if no loss is proven, or its length is unknown.
    fn loss(&self) -> Option<u16> {
        plies_with_move(self.opponent)
    }

    /// The value of the move, with the plies if they are exact.
    fn value(&self) -> Option<Value> {
        match (self.player, self.opponent) {
            (Some(Answer::Wins { .. }), _) => Some(Value::Win(self.win().filter(|_| self.is_exact))),
            (_, Some(Answer::Wins { .. })) => Some(Value::Loss(self.loss().filter(|_| self.is_exact))),
            (Some(Answer::Safe), Some(Answer::Safe)) => Some(Value::Draw),
            _ => None,
        }
    }

    fn claim(&self) -> Claim {
        if let Some(plies) = self.win() {
            return Claim::ProvenWin { plies, rule_may_draw: self.rule_may_draw };
        }
        match (self.is_safe(), self.is_lost()) {
            (true, _) => Claim::ProvenSafe,
            (_, true) => Claim::Lost { plies: self.loss() },
            _ if self.was_examined => Claim::SafeSoFar,
            _ => Claim::SearchOnly,
        }
    }
}

fn plies_with_move(answer: Option<Answer>) -> Option<u16> {
    match answer {
        Some(Answer::Wins { plies }) => plies.map(|plies| plies.saturating_add(1)),
        Some(Answer::Safe) | None => None,
    }
}

impl<G: Game> RootProofState<G> {
    /// What follows from what is proven about the moves, with tables of at most `table_pieces` pieces. If that
    /// decides nothing, `unproven` is claimed.
    pub(super) fn new(moves: Vec<MoveProofState<G>>, table_pieces: usize, unproven: Claim) -> Self {
        let claim = proven_claim(&moves).unwrap_or(unproven);
        Self { moves, claim, table_pieces }
    }

    pub(in crate::engine) fn claim(&self) -> Claim {
        self.claim
    }

    /// What is proven about each legal move.
    pub(super) fn moves(&self) -> &[MoveProofState<G>] {
        &self.moves
    }

    /// Whether a proof about this move was sought.
    pub(super) fn was_examined(&self, mv: &Move<G>) -> bool {
        self.moves.iter().any(|state| state.was_examined && state.mv == *mv)
    }

    /// Whether no proof can change the choice.
    pub(in crate::engine) fn is_settled(&self) -> bool {
        is_settled(&self.moves)
    }

    /// Whether everything is known and neither player can win.
    pub(in crate::engine) fn is_draw(&self) -> bool {
        self.claim == Claim::ProvenSafe && self.is_settled() && !self.moves.iter().any(MoveProofState::is_won)
    }

    /// Whether this move may be played, or must be played because of the moves that were named.
    pub(in crate::engine) fn allows(&self, mv: &Move<G>, named: &[Move<G>]) -> bool {
        let playable = self.playable(named);
        playable.is_empty() || playable.contains(mv)
    }

    /// The named moves that may be played; all moves are named if `named` is empty. An empty list means all.
    pub(in crate::engine) fn playable(&self, named: &[Move<G>]) -> Vec<Move<G>> {
        self.restrict(self.allowed(), named)
    }

    /// The named moves that may be played once more is proven. An empty list means all.
    pub(in crate::engine) fn candidates(&self, named: &[Move<G>]) -> Vec<Move<G>> {
        match self.is_settled() {
            true => self.playable(named),
            false => self.restrict(self.moves_that(|state| !state.is_lost()), named),
        }
    }

    /// The moves that are named too. Returns the named moves if that leaves none, and an empty list if it
    /// leaves all legal moves: a search of all moves makes use of what earlier searches stored.
    fn restrict(&self, mut moves: Vec<Move<G>>, named: &[Move<G>]) -> Vec<Move<G>> {
        let named_moves: FxHashSet<_> = named.iter().collect();
        moves.retain(|mv| named.is_empty() || named_moves.contains(mv));
        if moves.is_empty() {
            return named.to_vec();
        }
        if moves.len() == self.moves.len() { Vec::new() } else { moves }
    }

    /// The moves that may be played: those that win soonest; otherwise those that are proven safe; otherwise
    /// those that are not proven to lose; otherwise those that lose latest, if the distances are exact.
    pub(in crate::engine) fn allowed(&self) -> Vec<Move<G>> {
        match self.claim {
            Claim::ProvenWin { plies, .. } => self.moves_that(|state| state.win() == Some(plies)),
            // Tables may know that a move wins and not how soon.
            Claim::ProvenSafe if self.moves.iter().any(MoveProofState::is_won) => {
                self.moves_that(MoveProofState::is_won)
            }
            Claim::ProvenSafe => self.moves_that(MoveProofState::is_safe),
            Claim::Lost { plies: Some(plies) } if self.moves.iter().all(|state| state.is_exact) => {
                self.moves_that(|state| state.loss() == Some(plies))
            }
            // A proof gives an upper bound, not the distance.
            Claim::Lost { .. } => self.moves_that(|_| true),
            _ => self.moves_that(|state| !state.is_lost()),
        }
    }

    fn moves_that(&self, is_meant: impl Fn(&MoveProofState<G>) -> bool) -> Vec<Move<G>> {
        self.moves.iter().filter(|state| is_meant(state)).map(|state| state.mv).collect()
    }

    /// What is claimed about the position and its moves by a player who plays `played`.
    pub(in crate::engine) fn position_claim(&self, played: Option<&Move<G>>) -> PositionClaim {
        let moves = self.moves.iter().enumerate().map(|(number, state)| MoveClaim {
            number,
            value: state.value(),
            claim: self.claim_of(state),
        });
        PositionClaim {
            claim: self.claim_with(played),
            moves: moves.collect(),
            table_pieces: self.table_pieces,
        }
    }

    /// The claim about the position by a player who plays this move. If only worse moves were named, it is the
    /// claim about the move.
    fn claim_with(&self, played: Option<&Move<G>>) -> Claim {
        let is_played = |state: &&MoveProofState<G>| played == Some(&state.mv);
        match self.moves.iter().find(is_played) {
            Some(state) if !self.allowed().contains(&state.mv) => self.claim_of(state),
            _ => self.claim,
        }
    }

    fn claim_of(&self, state: &MoveProofState<G>) -> Claim {
        match state.claim() {
            Claim::SafeSoFar | Claim::SearchOnly if self.claim == Claim::TableMissing => Claim::TableMissing,
            claim => claim,
        }
    }
}

/// The claim about the position that its moves prove. Returns `None` if they prove nothing.
fn proven_claim<G: Game>(moves: &[MoveProofState<G>]) -> Option<Claim> {
    let soonest = moves.iter().filter_map(|state| Some((state.win()?, state.rule_may_draw))).min();
    if let Some((plies, rule_may_draw)) = soonest {
        Some(Claim::ProvenWin { plies, rule_may_draw })
    } else if moves.iter().any(MoveProofState::is_safe) {
        Some(Claim::ProvenSafe)
    } else if moves.iter().all(MoveProofState::is_lost) {
        let plies = moves.iter().map(MoveProofState::loss).collect::<Option<Vec<_>>>();
        Some(Claim::Lost { plies: plies.map(|plies| plies.into_iter().max().unwrap_or(0)) })
    } else {
        None
    }
}

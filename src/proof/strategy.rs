//! Moves that keep what is proven.

use super::{Answer, DraughtsDomain, ProofState, Prover};
use crate::board::{Game, Move, MoveList, Placement};

impl<G: Game> Prover<DraughtsDomain<G>> {
    /// The moves after which it is proven that the opponent cannot win. Who plays one of them in every
    /// position does not lose: whatever the opponent answers, there is one again.
    #[must_use]
    pub fn safe_moves(&self, placement: &Placement<G>) -> Vec<Move<G>> {
        let opponent = !placement.turn;
        let is_safe = |mv: &&Move<G>| self.known(placement.play(mv), opponent) == Some(Answer::Safe);
        MoveList::legal(placement).iter().filter(is_safe).copied().collect()
    }

    /// The quickest of the moves that are proven to win, and in how many plies at most, this one included.
    /// Who plays it in every position comes nearer to the end each time, as far as tables know distances.
    /// None: no move is proven to win.
    #[must_use]
    pub fn winning_move(&self, placement: &Placement<G>) -> Option<(Move<G>, Answer)> {
        let winner = placement.turn;
        let legal = MoveList::legal(placement);
        let rank = |mv: &Move<G>| match self.state(placement.play(mv), winner) {
            Some(ProofState::Won(rank)) => Some(rank),
            _ => None,
        };
        let ranked = legal.iter().filter_map(|mv| Some((rank(mv)?, *mv)));
        let (rank, mv) = ranked.min_by_key(|(rank, _)| *rank)?;
        Some((mv, Answer::won(rank.saturating_add(1))))
    }
}

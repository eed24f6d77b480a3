//! Moves that keep a proven result.

use super::{Answer, DraughtsDomain, ProofState, Prover};
use crate::board::{Game, Move, MoveList, Placement};

impl<G: Game> Prover<DraughtsDomain<G>> {
    /// The fastest of the moves that are proven to win, with the most plies to the end, this one included. A
    /// player who always plays it approaches the end, as far as tables store distances. Returns `None` if no
    /// move is proven to win.
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

//! What is known about a position and its moves, what is claimed of them, and which of them may be played.

use super::claim::{Claim, Judgement, MoveClaim};
use crate::board::{Game, Move};
use crate::endgame::Value;
use crate::engine::played::Played;
use crate::proof::Answer;

/// What is known about a move: whether who makes it can force a win after it, and whether the opponent can.
pub(in crate::engine) struct MoveFacts<G: Game> {
    pub(in crate::engine) mv: Move<G>,
    pub(in crate::engine) mine: Option<Answer>,
    pub(in crate::engine) theirs: Option<Answer>,
    /// It was tried to find out.
    pub(in crate::engine) was_tried: bool,
    /// A rule that counts moves can come before the end of a win.
    pub(in crate::engine) rule_may_draw: bool,
    /// Tables know the position after it, so plies are what they are and not just enough.
    pub(in crate::engine) is_exact: bool,
}

/// What is known about a position.
pub(in crate::engine) struct Verdict<G: Game> {
    facts: Vec<MoveFacts<G>>,
    claim: Claim,
    table_pieces: usize,
}

/// Whether there is nothing left that matters: a win is known, or everything is.
pub(in crate::engine) fn is_settled<G: Game>(facts: &[MoveFacts<G>]) -> bool {
    facts.iter().any(MoveFacts::is_won)
        || facts.iter().all(|facts| facts.mine.is_some() && facts.theirs.is_some())
}

impl<G: Game> MoveFacts<G> {
    fn is_won(&self) -> bool {
        matches!(self.mine, Some(Answer::Wins { .. }))
    }

    pub(in crate::engine) fn is_safe(&self) -> bool {
        self.theirs == Some(Answer::Safe)
    }

    pub(in crate::engine) fn is_lost(&self) -> bool {
        matches!(self.theirs, Some(Answer::Wins { .. }))
    }

    /// The plies of a win, through the move, at most. None: it is none, or nobody knows.
    pub(in crate::engine) fn win(&self) -> Option<u16> {
        plies_through_move(self.mine)
    }

    /// The plies of a loss, through the move, at most. None: it is none, or nobody knows.
    fn loss(&self) -> Option<u16> {
        plies_through_move(self.theirs)
    }

    /// What it is worth; in how many plies, if that is known exactly.
    fn value(&self) -> Option<Value> {
        match (self.mine, self.theirs) {
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
            _ if self.was_tried => Claim::SafeSoFar,
            _ => Claim::SearchOnly,
        }
    }
}

fn plies_through_move(answer: Option<Answer>) -> Option<u16> {
    match answer {
        Some(Answer::Wins { plies }) => plies.map(|plies| plies.saturating_add(1)),
        Some(Answer::Safe) | None => None,
    }
}

impl<G: Game> Verdict<G> {
    /// What follows from what is known, of tables of at most so many pieces. Where that decides nothing,
    /// there is only this to say.
    pub(in crate::engine) fn new(facts: Vec<MoveFacts<G>>, table_pieces: usize, otherwise: Claim) -> Self {
        let claim = claim(&facts).unwrap_or(otherwise);
        Self { facts, claim, table_pieces }
    }

    pub(in crate::engine) fn claim(&self) -> Claim {
        self.claim
    }

    /// Whether it was tried to find out about a move.
    pub(in crate::engine) fn was_tried(&self, mv: &Move<G>) -> bool {
        self.facts.iter().any(|facts| facts.was_tried && facts.mv == *mv)
    }

    /// Whether there is nothing left that matters.
    pub(in crate::engine) fn is_settled(&self) -> bool {
        is_settled(&self.facts)
    }

    /// Whether everything is known and nobody can win.
    pub(in crate::engine) fn is_draw(&self) -> bool {
        self.claim == Claim::ProvenSafe && self.is_settled() && !self.facts.iter().any(MoveFacts::is_won)
    }

    /// Whether this move may be played, or must be because only such were named.
    pub(in crate::engine) fn allows(&self, mv: &Move<G>, named: &[Move<G>]) -> bool {
        let choice = self.choice(named);
        choice.is_empty() || choice.contains(mv)
    }

    /// The moves that may be played, of those that were named if there are any. Empty: all.
    pub(in crate::engine) fn choice(&self, named: &[Move<G>]) -> Vec<Move<G>> {
        self.among(self.allowed(), named)
    }

    /// The moves that may turn out to be such that they may be played, in the same way.
    pub(in crate::engine) fn wishes(&self, named: &[Move<G>]) -> Vec<Move<G>> {
        match self.is_settled() {
            true => self.choice(named),
            false => self.among(self.moves(|facts| !facts.is_lost()), named),
        }
    }

    /// The moves that are named too, if any of them is; the named ones, if none of them is. A search for
    /// the best of all moves makes use of what earlier ones found: those are not named one by one.
    fn among(&self, mut moves: Vec<Move<G>>, named: &[Move<G>]) -> Vec<Move<G>> {
        moves.retain(|mv| named.is_empty() || named.contains(mv));
        if moves.is_empty() {
            return named.to_vec();
        }
        if moves.len() == self.facts.len() { Vec::new() } else { moves }
    }

    /// The moves that may be played: those that win soonest, or else do not lose, or else are not known to
    /// lose, or else lose latest, if tables know when.
    pub(in crate::engine) fn allowed(&self) -> Vec<Move<G>> {
        match self.claim {
            Claim::ProvenWin { plies, .. } => self.moves(|facts| facts.win() == Some(plies)),
            // Tables may know that a move wins and not how soon.
            Claim::ProvenSafe if self.facts.iter().any(MoveFacts::is_won) => self.moves(MoveFacts::is_won),
            Claim::ProvenSafe => self.moves(MoveFacts::is_safe),
            Claim::Lost { plies: Some(plies) } if self.facts.iter().all(|facts| facts.is_exact) => {
                self.moves(|facts| facts.loss() == Some(plies))
            }
            // A proof knows no distances, only that so many plies are enough.
            Claim::Lost { .. } => self.moves(|_| true),
            _ => self.moves(|facts| !facts.is_lost()),
        }
    }

    fn moves(&self, is_meant: impl Fn(&MoveFacts<G>) -> bool) -> Vec<Move<G>> {
        self.facts.iter().filter(|facts| is_meant(facts)).map(|facts| facts.mv).collect()
    }

    /// The same in words, for who plays this move.
    pub(in crate::engine) fn judgement(&self, game: &Played<G>, played: Option<&Move<G>>) -> Judgement {
        let moves = self.facts.iter().map(|facts| MoveClaim {
            mv: game.text(&facts.mv),
            value: facts.value(),
            claim: self.claim_of(facts),
        });
        Judgement { claim: self.claim_with(played), moves: moves.collect(), table_pieces: self.table_pieces }
    }

    /// What can be claimed of the position by who plays this move in it. Somebody may have named only moves
    /// that give away what is proven.
    fn claim_with(&self, played: Option<&Move<G>>) -> Claim {
        let is_played = |facts: &&MoveFacts<G>| played == Some(&facts.mv);
        match self.facts.iter().find(is_played) {
            Some(facts) if !self.allowed().contains(&facts.mv) => self.claim_of(facts),
            _ => self.claim,
        }
    }

    fn claim_of(&self, facts: &MoveFacts<G>) -> Claim {
        match facts.claim() {
            Claim::SafeSoFar | Claim::SearchOnly if self.claim == Claim::TableMissing => Claim::TableMissing,
            claim => claim,
        }
    }
}

/// What the moves that are known decide.
fn claim<G: Game>(facts: &[MoveFacts<G>]) -> Option<Claim> {
    let soonest = facts.iter().filter_map(|facts| Some((facts.win()?, facts.rule_may_draw))).min();
    if let Some((plies, rule_may_draw)) = soonest {
        Some(Claim::ProvenWin { plies, rule_may_draw })
    } else if facts.iter().any(MoveFacts::is_safe) {
        Some(Claim::ProvenSafe)
    } else if facts.iter().all(MoveFacts::is_lost) {
        let plies = facts.iter().map(MoveFacts::loss).collect::<Option<Vec<_>>>();
        Some(Claim::Lost { plies: plies.map(|plies| plies.into_iter().max().unwrap_or(0)) })
    } else {
        None
    }
}

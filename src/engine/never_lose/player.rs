//! The never-lose player: asks the questions of the policy, and keeps what was proven in a game.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::budget::{MAX_PROOF_BYTES, ProofBudget, is_small};
use super::claim::Claim;
use super::policy::{self, ProverRole, Question, Situation};
use super::proof_state::{MoveProofState, RootProofState, is_settled};
use crate::board::{Color, Game, Move, Placement, Set};
use crate::endgame::{Tables, Value};
use crate::engine::played::Played;
use crate::eval::Score;
use crate::proof::{Answer, DraughtsDomain, Progress, Prover, Undecided};

/// What is proven in a game. It is kept as long as the game lasts.
pub(in crate::engine) struct NeverLosePlayer<G: Game> {
    prover: Prover<DraughtsDomain<G>>,
    /// The prover of loss checks: only the losses that it finds count.
    loss_checker: Prover<DraughtsDomain<G>>,
    /// The position that the last move of each color led to, if that color claimed not to lose from there on.
    claimed_safe: [Option<Placement<G>>; 2],
}

/// The most bytes for loss checks.
const MAX_LOSS_CHECK_BYTES: usize = MAX_PROOF_BYTES / 16;

impl<G: Game> NeverLosePlayer<G> {
    pub(in crate::engine) fn new(tables: &Arc<Tables<G>>) -> Self {
        let prover = |memory| Prover::new(DraughtsDomain::new(Arc::clone(tables), tables.pieces()), memory);
        Self {
            prover: prover(MAX_PROOF_BYTES),
            loss_checker: prover(MAX_LOSS_CHECK_BYTES),
            claimed_safe: [None; 2],
        }
    }

    /// Forgets what was proven: another game begins.
    pub(in crate::engine) fn forget(&mut self) {
        self.prover.forget();
        self.loss_checker.forget();
        self.claimed_safe = [None; 2];
    }

    /// What is proven about the moves of a position. If there is a budget, the questions before the search
    /// are asked.
    pub(in crate::engine) fn prove_before_search(
        &mut self,
        game: &Played<G>,
        budget: Option<&ProofBudget<'_>>,
    ) -> RootProofState<G> {
        let root = game.position().placement();
        let mut moves = self.known_moves(game);
        if let Some(budget) = budget.filter(|_| !is_settled(&moves)) {
            self.ask_before_search(root, &mut moves, &self.limited_to_reach(root, budget));
        }
        let was_examined = moves.iter().all(|state| state.is_lost() || state.was_examined);
        self.proof_state(game, moves, was_examined)
    }

    /// Questions 1 to 4.
    fn ask_before_search(
        &mut self,
        root: &Placement<G>,
        moves: &mut [MoveProofState<G>],
        budget: &ProofBudget<'_>,
    ) {
        let position_budget = budget.part(policy::POSITION_SAFE.share);
        self.ask(policy::POSITION_SAFE, root.turn, *root, &position_budget);
        let rest = budget.without(&position_budget);
        if self.prover.known(*root, !root.turn) != Some(Answer::Safe) {
            self.ask_about_each(policy::MOVES_SAFE, root, moves, &rest);
        }
        let refinement = rest.at_most((rest.nodes / 2).min(policy::MAX_REFINEMENT_NODES));
        let position_budget = refinement.part(policy::POSITION_WON.share);
        self.ask(policy::POSITION_WON, root.turn, *root, &position_budget);
        self.ask_about_each(policy::OTHER_MOVES_SAFE, root, moves, &refinement);
    }

    /// What is proven about the moves, once questions 5 and 6 are asked about the move that a search prefers
    /// and its score. Moves that were examined before, according to `earlier`, stay examined.
    pub(in crate::engine) fn prove_after_search(
        &mut self,
        game: &Played<G>,
        earlier: &RootProofState<G>,
        (preferred, score): (&Move<G>, Score),
        budget: &ProofBudget<'_>,
    ) -> RootProofState<G> {
        let moves = self.known_moves(game);
        if is_settled(&moves) {
            return self.proof_state(game, moves, true);
        }
        let root = game.position().placement();
        let budget = self.limited_to_reach(root, budget);
        let situation = self.situation(root, &moves, score, &budget);
        let was_examined =
            self.ask_after_search(situation, root, preferred, &budget) || earlier.was_examined(preferred);
        let mut moves = self.known_moves(game);
        for state in &mut moves {
            state.was_examined =
                if state.mv == *preferred { was_examined } else { earlier.was_examined(&state.mv) };
        }
        self.proof_state(game, moves, was_examined)
    }

    /// Questions 5 and 6. Returns whether question 5 was asked.
    fn ask_after_search(
        &mut self,
        situation: Situation,
        root: &Placement<G>,
        preferred: &Move<G>,
        budget: &ProofBudget<'_>,
    ) -> bool {
        let question = situation.preferred_move_safe();
        let preferred_budget = budget.part(question.share).at_most(question.max_nodes);
        let was_asked = self.ask(question, root.turn, root.play(preferred), &preferred_budget);
        if let Some(question) = situation.position_decided() {
            let rest = budget.without(&preferred_budget).part(question.share);
            self.ask(question, root.turn, *root, &rest);
        }
        was_asked
    }

    fn situation(
        &self,
        root: &Placement<G>,
        moves: &[MoveProofState<G>],
        score: Score,
        budget: &ProofBudget<'_>,
    ) -> Situation {
        Situation {
            is_ahead: score > Score::DRAW,
            is_behind: score < Score::DRAW,
            is_bound: moves.iter().any(MoveProofState::is_safe),
            is_ample: budget.is_ample,
            is_small: is_small::<G>(),
            is_within_reach: self.is_within_reach(root),
        }
    }

    /// Asks one question, where `turn` is to move in the root. Returns whether there was anything left to
    /// spend on it.
    fn ask(
        &mut self,
        question: Question,
        turn: Color,
        position: Placement<G>,
        budget: &ProofBudget<'_>,
    ) -> bool {
        let prover = match question.prover {
            ProverRole::Binding => &mut self.prover,
            ProverRole::LossCheck => &mut self.loss_checker,
        };
        ask(prover, position, question.color(turn), budget)
    }

    /// Asks the same question about each move, and looks up what is known about the move then.
    fn ask_about_each(
        &mut self,
        question: Question,
        root: &Placement<G>,
        moves: &mut [MoveProofState<G>],
        budget: &ProofBudget<'_>,
    ) {
        let share = question.share / moves.len().max(1) as f64;
        for state in moves {
            let (next, attacker) = (root.play(&state.mv), question.color(root.turn));
            let was_asked = self.ask_or_check_loss(next, attacker, &budget.part(share));
            let was_examined = was_asked || state.was_examined;
            *state = MoveProofState { was_examined, ..self.known_move(root, state.mv) };
        }
    }

    /// Asks the prover, which keeps its unfinished proofs of other questions. If there is no time to go on
    /// with those, makes a loss check instead.
    fn ask_or_check_loss(
        &mut self,
        position: Placement<G>,
        attacker: Color,
        budget: &ProofBudget<'_>,
    ) -> bool {
        if budget.is_over(2 * self.prover.open(attacker)) {
            let budget = budget.at_most(policy::MAX_LOSS_CHECK_NODES);
            return ask(&mut self.loss_checker, position, attacker, &budget);
        }
        ask(&mut self.prover, position, attacker, budget)
    }

    /// What follows from what is proven about the moves. `was_examined` decides what is claimed if nothing is
    /// proven.
    fn proof_state(
        &self,
        game: &Played<G>,
        mut moves: Vec<MoveProofState<G>>,
        was_examined: bool,
    ) -> RootProofState<G> {
        for state in &mut moves {
            state.rule_may_draw = state.win().is_some_and(|plies| self.rule_may_draw(game, plies));
        }
        let pieces = game.position().placement().occupied().count() as usize;
        let unproven = match was_examined {
            _ if pieces <= self.tables().most_pieces() => Claim::TableMissing,
            true => Claim::SafeSoFar,
            false => Claim::SearchOnly,
        };
        let state = RootProofState::new(moves, self.tables().most_pieces(), unproven);
        self.check_claimed_safe(game, state.claim());
        state
    }

    /// Remembers what is claimed from the position on that the played move leads to.
    pub(in crate::engine) fn remember_claim(&mut self, claim: Claim, next: &Placement<G>) {
        self.claimed_safe[!next.turn as usize] = claim.is_safe().then_some(*next);
    }

    fn tables(&self) -> &Tables<G> {
        self.prover.domain().tables()
    }

    /// Checks that what was safe is still safe: the opponent has no move that leads out of what was proven.
    /// Only a table that broke in the meantime can withdraw a claim.
    fn check_claimed_safe(&self, game: &Played<G>, claim: Claim) {
        let claimed_safe = self.claimed_safe[game.position().turn() as usize];
        let was_safe = claimed_safe.is_some() && claimed_safe == game.before();
        if was_safe && !claim.is_safe() && claim != Claim::TableMissing && !self.tables().is_any_broken() {
            log::error!("a position that was proven safe is {claim}");
            debug_assert!(false, "a position that was proven safe is {claim}");
        }
    }

    pub(in crate::engine) fn is_within_reach(&self, root: &Placement<G>) -> bool {
        let pieces = self.prover.domain().pieces() as u32 + policy::MAX_PIECES_BEYOND_TABLES;
        is_small::<G>() || root.occupied().count() <= pieces
    }

    /// The budget, or the little of it that is worth spending beyond reach.
    fn limited_to_reach<'a>(&self, root: &Placement<G>, budget: &ProofBudget<'a>) -> ProofBudget<'a> {
        let is_within_reach = self.is_within_reach(root);
        budget.at_most(if is_within_reach { u64::MAX } else { policy::MAX_NODES_BEYOND_REACH })
    }

    /// What tables and earlier proofs say about each move.
    fn known_moves(&self, game: &Played<G>) -> Vec<MoveProofState<G>> {
        let root = game.position().placement();
        game.legal_moves().iter().map(|mv| self.known_move(root, *mv)).collect()
    }

    fn known_move(&self, root: &Placement<G>, mv: Move<G>) -> MoveProofState<G> {
        let next = root.play(&mv);
        let [player, opponent] = [root.turn, !root.turn].map(|attacker| self.prover.known(next, attacker));
        let opponent = opponent.or_else(|| self.known_loss(&next));
        let lost = matches!(opponent, Some(Answer::Wins { .. }));
        let won = matches!(player, Some(Answer::Wins { .. }));
        // Not both players win.
        let player = player.or(lost.then_some(Answer::Safe));
        let opponent = opponent.or(won.then_some(Answer::Safe));
        let is_exact = next.occupied().count() as usize <= self.prover.domain().pieces();
        MoveProofState { mv, player, opponent, was_examined: false, rule_may_draw: false, is_exact }
    }

    /// That the player to move in `next` wins, by a loss check or by a table of an incomplete set of tables.
    /// Returns `None` if neither says so: that this player cannot win may be unknown later.
    fn known_loss(&self, next: &Placement<G>) -> Option<Answer> {
        let checked = self.loss_checker.known(*next, next.turn);
        let won = checked.filter(|answer| *answer != Answer::Safe);
        won.or_else(|| match self.tables().probe(next) {
            Some(Value::Win(plies)) => Some(Answer::Wins { plies }),
            _ => None,
        })
    }

    /// Positions that were expanded until now.
    pub(in crate::engine) fn expanded(&self) -> u64 {
        self.prover.expanded() + self.loss_checker.expanded()
    }

    /// Whether a rule that counts moves, or a repetition of a position of the game, can come on the line to a
    /// win in at most `plies` plies.
    ///
    /// A win in exactly the plies that are left comes first: in a position without moves, no rule counts.
    fn rule_may_draw(&self, game: &Played<G>, plies: u16) -> bool {
        let rules = G::RULES.draws;
        let limits = rules.endings.iter().map(|ending| 2 * ending.moves).chain([2 * rules.quiet_moves]);
        let plies_left = limits.fold(game.position().clock().plies_left::<G>(), u16::min);
        let winner = game.position().turn();
        let can_repeat = |earlier: &Placement<G>| match self.prover.known(*earlier, winner) {
            Some(Answer::Wins { plies: Some(left) }) => left < plies,
            Some(Answer::Wins { plies: None }) => true,
            Some(Answer::Safe) | None => false,
        };
        plies > plies_left || game.earlier().iter().any(can_repeat)
    }
}

/// Asks, if there is something left to spend. Returns whether there was: what is not proven now may be proven
/// later.
fn ask<G: Game>(
    prover: &mut Prover<DraughtsDomain<G>>,
    position: Placement<G>,
    attacker: Color,
    budget: &ProofBudget<'_>,
) -> bool {
    if budget.nodes == 0 || budget.is_over(0) {
        return false;
    }
    if prover.known(position, attacker).is_some() {
        return true;
    }
    discard_unfinished(prover, attacker, budget);
    let on_progress = &mut |progress: Progress| match budget.is_over(progress.open) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    !matches!(prover.prove(position, attacker, budget.nodes, on_progress), Err(Undecided::Tables))
}

/// Discards unfinished proofs of earlier questions if there is no time to go over them repeatedly, but time to
/// select what to keep.
fn discard_unfinished<G: Game>(
    prover: &mut Prover<DraughtsDomain<G>>,
    attacker: Color,
    budget: &ProofBudget<'_>,
) {
    let open = prover.open(attacker);
    let to_select = prover.positions() / 4;
    if open > 0 && budget.is_over(2 * open) && !budget.is_over(to_select) {
        prover.discard_unproven(attacker);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::super::budget::MoveBudget;
    use super::*;
    use crate::board::{Checkers, Draughts};
    use crate::engine::Start;
    use crate::search::{Limits, Signals};

    type G = Draughts<8>;

    fn begun<G: Game>(fen: &str) -> Played<G> {
        Played::begun(&Start::Fen(fen.into())).expect("a position")
    }

    fn player<G: Game>() -> NeverLosePlayer<G> {
        NeverLosePlayer::new(&Arc::new(Tables::none()))
    }

    fn without_limit<R>(ask: impl FnOnce(&ProofBudget<'_>) -> R) -> R {
        ask(&MoveBudget::new(Limits::NONE, Signals::NONE).allot_proofs::<G>(1.0))
    }

    /// Gives a millisecond by a clock that advances whenever it is read.
    fn for_a_millisecond<R>(ask: impl FnOnce(&ProofBudget<'_>) -> R) -> R {
        let reads = Cell::new(0);
        let elapsed = || Duration::from_micros(50 * reads.replace(reads.get() + 1));
        let signals = Signals { elapsed: &elapsed, ..Signals::NONE };
        let limits = Limits { move_time: Some(Duration::from_millis(1)), ..Limits::NONE };
        ask(&MoveBudget::new(limits, signals).allot_proofs::<G>(1.0))
    }

    /// Two kings do not win against one on the longest line, which takes long to prove. That they do not lose
    /// is proven quickly.
    #[test]
    fn a_player_who_is_ahead_has_time_to_prove_the_preferred_move_safe() {
        let game = begun::<G>("W:WK2,K3:BK29");
        let moves = game.legal_moves();
        let root = game.position().placement();
        let (white, black) = (root.turn, !root.turn);
        let mut player = player();
        without_limit(|budget| ask(&mut player.prover, root.play(&moves[0]), black, budget));
        let known = |player: &NeverLosePlayer<G>, mv| player.prover.known(root.play(mv), black);
        assert_eq!(known(&player, &moves[0]), Some(Answer::Safe));
        let preferred = moves.iter().find(|mv| known(&player, mv).is_none()).expect("not all are known");

        let score = Score::estimate(100);
        let earlier = player.prove_before_search(&game, None);
        let state = for_a_millisecond(|budget| {
            player.prove_after_search(&game, &earlier, (preferred, score), budget)
        });
        assert!(state.allows(preferred, &[]));
        assert_eq!(known(&player, preferred), Some(Answer::Safe));
        assert_eq!(player.prover.known(*root, white), None);
    }

    #[test]
    fn unfinished_proofs_of_earlier_questions_take_no_time_from_the_next() {
        let root = *begun::<G>("W:WK2,K3:BK29").position().placement();
        let white = root.turn;
        let mut player = player();
        without_limit(|budget| ask(&mut player.prover, root, white, &budget.at_most(20_000)));
        assert_eq!(player.prover.known(root, white), None);
        assert!(player.prover.open(white) > 20_000);
        assert_eq!(player.prover.expanded(), 20_000);
        for_a_millisecond(|budget| ask(&mut player.prover, root, white, budget));
        assert!(player.prover.expanded() > 21_000, "{}", player.prover.expanded());
    }

    /// What binds the player has to be known in all later positions: the loss checker forgets it.
    #[test]
    fn a_move_that_only_a_loss_check_finds_safe_does_not_bind_the_player() {
        let game = begun::<G>("W:WK2,K3:BK29");
        let mv = game.legal_moves()[0];
        let next = game.position().placement().play(&mv);
        let mut player = player();
        without_limit(|budget| ask(&mut player.loss_checker, next, next.turn, budget));
        assert_eq!(player.loss_checker.known(next, next.turn), Some(Answer::Safe));
        let state = player.prove_before_search(&game, None);
        assert_eq!(state.claim(), Claim::SearchOnly);
        assert_eq!(state.allowed().len(), game.legal_moves().len());
    }

    #[test]
    fn a_player_who_keeps_options_is_not_bound_by_the_check_of_the_preferred_move() {
        let game = begun::<G>("W:WK1:BK32");
        let root = *game.position().placement();
        let moves = game.legal_moves();
        let mut other = player::<G>();
        let is_safe = |mv: &&Move<G>| {
            without_limit(|budget| ask(&mut other.prover, root.play(mv), !root.turn, budget));
            other.prover.known(root.play(mv), !root.turn) == Some(Answer::Safe)
        };
        let mv = moves.iter().find(is_safe).expect("a safe move");
        let mut player = player();
        let earlier = player.prove_before_search(&game, None);
        let limits = Limits { nodes: 20_000, ..Limits::NONE };
        let budget = MoveBudget::new(limits, Signals::NONE).allot_proofs::<G>(1.0);
        assert!(!budget.is_ample);
        let state = player.prove_after_search(&game, &earlier, (mv, Score::estimate(100)), &budget);
        assert_eq!(player.loss_checker.known(root.play(mv), !root.turn), Some(Answer::Safe));
        assert_eq!(state.claim(), Claim::SafeSoFar);
        assert_eq!(state.allowed().len(), moves.len());
    }

    /// The 40-move rule of English draughts leaves 80 plies, or 79 after a quiet move.
    #[test]
    fn a_rule_that_counts_moves_spoils_a_win_that_takes_one_ply_more_than_it_leaves() {
        let player = player::<Checkers<8>>();
        let mut game = begun::<Checkers<8>>("W:WK1,K2:BK14");
        for left in [80, 79] {
            assert_eq!(game.position().clock().plies_left::<Checkers<8>>(), left);
            assert!(!player.rule_may_draw(&game, left), "{left}");
            assert!(player.rule_may_draw(&game, left + 1), "{left}");
            game.play(&game.legal_moves()[0]);
        }
    }

    /// Every position on the line to a win is nearer to it than the one before.
    #[test]
    fn only_positions_nearer_to_the_win_can_be_repeated_on_the_line_to_it() {
        let mut player = player::<Checkers<8>>();
        let mut game = begun::<Checkers<8>>("W:WK15:BK4");
        let start = *game.position().placement();
        without_limit(|budget| ask(&mut player.prover, start, start.turn, budget));
        assert_eq!(player.prover.known(start, start.turn), Some(Answer::Wins { plies: Some(3) }));
        for text in ["15-11", "4-8"] {
            game.play(&game.read(text).expect("a move"));
        }
        assert_eq!(game.earlier().len(), 2);
        assert!(!player.rule_may_draw(&game, 2));
        assert!(player.rule_may_draw(&game, 3));
    }
}

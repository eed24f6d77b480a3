//! The never-lose player: asks the questions of the policy, and keeps what was proven in a game.

use std::sync::Arc;

use super::budget::{Deadline, MAX_PROOF_BYTES, ProofBudget, is_small};
use super::claim::Claim;
use super::policy::{self, ProverRole, Question, Situation};
use super::proof_state::{MoveProofState, RootProofState, is_settled};
use crate::board::movegen::{Poll, stop_if};
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

/// The number of moves that are looked up in any case. Few positions of actual games have as many.
const MOVES_LOOKED_UP: usize = 256;
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

    /// What is proven about the moves of a position, as far as it is found before the deadline. If there is a
    /// budget, the questions before the search are asked.
    pub(in crate::engine) fn prove_before_search(
        &mut self,
        game: &Played<G>,
        lookups: Deadline<'_>,
        budget: Option<&ProofBudget<'_>>,
    ) -> RootProofState<G> {
        let root = game.position().placement();
        let mut moves = self.known_moves(game, lookups);
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
        let poll = &mut || stop_if(rest.is_over(0));
        if self.prover.known_unless(*root, !root.turn, poll) != Some(Answer::Safe) {
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
        let root = game.position().placement();
        let mut moves = self.with_stored(root, earlier.moves());
        if is_settled(&moves) {
            moves.iter_mut().for_each(|state| state.was_examined = false);
            return self.proof_state(game, moves, true);
        }
        let budget = self.limited_to_reach(root, budget);
        let situation = self.situation(root, &moves, score, &budget);
        let was_examined =
            self.ask_after_search(situation, root, preferred, &budget) || earlier.was_examined(preferred);
        let mut moves = self.with_stored(root, &moves);
        for state in &mut moves {
            state.was_examined |= was_examined && state.mv == *preferred;
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
            state.was_examined |= was_asked;
            *state = self.with_stored_answers(root, *state);
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
        if moves.iter().any(|state| state.win().is_some()) {
            let plies_to_draw = self.plies_to_draw(game);
            for state in &mut moves {
                state.rule_may_draw = state.win().is_some_and(|plies| plies > plies_to_draw);
            }
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
        if self.was_claimed_safe(game)
            && !claim.is_safe()
            && claim != Claim::TableMissing
            && !self.tables().is_any_broken()
        {
            log::error!("a position that was proven safe is {claim}");
            debug_assert!(false, "a position that was proven safe is {claim}");
        }
    }

    /// Whether the player to move has claimed not to lose from the opponent's last position on.
    fn was_claimed_safe(&self, game: &Played<G>) -> bool {
        let claimed_safe = self.claimed_safe[game.position().turn() as usize];
        claimed_safe.is_some() && claimed_safe == game.before()
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
    ///
    /// After the deadline, what tables say is not looked up any more for a move beyond the first
    /// [`MOVES_LOOKED_UP`], or whose captures take long to generate. But a player who has claimed not to lose looks
    /// for a safe move until it is found.
    fn known_moves(&self, game: &Played<G>, deadline: Deadline<'_>) -> Vec<MoveProofState<G>> {
        let root = game.position().placement();
        let unknown: Vec<_> = game.legal_moves().iter().map(|mv| MoveProofState::unknown(*mv)).collect();
        let mut moves = self.with_stored(root, &unknown);
        let mut must_be_safe = self.was_claimed_safe(game) && !moves.iter().any(MoveProofState::is_safe);
        for (number, state) in moves.iter_mut().enumerate() {
            let is_over = || !must_be_safe && deadline.has_passed();
            if number >= MOVES_LOOKED_UP && is_over() {
                break;
            }
            *state = self.known_move(root, *state, &mut || stop_if(is_over()));
            must_be_safe &= !state.is_safe();
        }
        moves
    }

    /// What tables and earlier proofs say about a move. Asks `poll` if captures take long to generate.
    fn known_move(
        &self,
        root: &Placement<G>,
        state: MoveProofState<G>,
        poll: &mut Poll<'_>,
    ) -> MoveProofState<G> {
        let next = root.play(&state.mv);
        let mut known = |attacker| self.prover.known_unless(next, attacker, poll);
        let (player, opponent) = (known(root.turn), known(!root.turn));
        let opponent = opponent.or_else(|| self.checked_loss(&next)).or_else(|| self.table_loss(&next));
        let is_exact = next.occupied().count() as usize <= self.prover.domain().pieces();
        MoveProofState { is_exact, ..state }.with_answers(player, opponent)
    }

    /// The moves with what was proven about them since they were looked up.
    fn with_stored(&self, root: &Placement<G>, moves: &[MoveProofState<G>]) -> Vec<MoveProofState<G>> {
        moves.iter().map(|state| self.with_stored_answers(root, *state)).collect()
    }

    fn with_stored_answers(&self, root: &Placement<G>, state: MoveProofState<G>) -> MoveProofState<G> {
        if !state.is_open() {
            return state;
        }
        let next = root.play(&state.mv);
        let stored = |attacker| self.prover.stored(next, attacker);
        let player = state.player.or_else(|| stored(root.turn));
        let opponent = state.opponent.or_else(|| stored(!root.turn)).or_else(|| self.checked_loss(&next));
        state.with_answers(player, opponent)
    }

    /// That the player to move in `next` wins, by a loss check. That this player cannot win may be unknown later,
    /// so it does not count.
    fn checked_loss(&self, next: &Placement<G>) -> Option<Answer> {
        self.loss_checker.stored(*next, next.turn).filter(|answer| *answer != Answer::Safe)
    }

    /// The same, by a table of an incomplete set of tables.
    fn table_loss(&self, next: &Placement<G>) -> Option<Answer> {
        match self.tables().probe(next) {
            Some(Value::Win(plies)) => Some(Answer::Wins { plies }),
            _ => None,
        }
    }

    /// Positions that were expanded until now.
    pub(in crate::engine) fn expanded(&self) -> u64 {
        self.prover.expanded() + self.loss_checker.expanded()
    }

    /// The most plies that a win may take if no rule that counts moves, and no repetition of a position of the game,
    /// can come on the line to it.
    ///
    /// A win in exactly the plies that are left comes first: in a position without moves, no rule counts.
    fn plies_to_draw(&self, game: &Played<G>) -> u16 {
        let rules = &game.position().game().rules().draws;
        let limits = rules.endings.iter().map(|ending| 2 * ending.moves).chain([2 * rules.quiet_moves]);
        let plies_left = limits.fold(game.position().clock().plies_left(rules), u16::min);
        let winner = game.position().turn();
        let plies_to_repetition = |earlier: &Placement<G>| match self.prover.known(*earlier, winner)? {
            Answer::Wins { plies } => Some(plies.unwrap_or(0)),
            Answer::Safe => None,
        };
        game.earlier().iter().filter_map(plies_to_repetition).fold(plies_left, u16::min)
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
    if prover.known_unless(position, attacker, &mut || stop_if(budget.is_over(0))).is_some() {
        return true;
    }
    discard_unfinished(prover, attacker, budget);
    let on_progress = &mut |progress: Progress| stop_if(budget.is_over(progress.open));
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
        prover.discard_unproven(attacker, &mut || stop_if(budget.is_over(0)));
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

    fn begun<G: Game + Default>(fen: &str) -> Played<G> {
        Played::begun(G::default(), &Start::Fen(fen.into())).expect("a position")
    }

    fn player<G: Game + Default>() -> NeverLosePlayer<G> {
        NeverLosePlayer::new(&Arc::new(Tables::none(G::default())))
    }

    fn without_limit<R>(ask: impl FnOnce(&ProofBudget<'_>) -> R) -> R {
        ask(&MoveBudget::new(Limits::NONE, Signals::NONE).allot_proofs::<G>(1.0))
    }

    fn no_deadline() -> Deadline<'static> {
        MoveBudget::new(Limits::NONE, Signals::NONE).lookup_deadline()
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
        let earlier = player.prove_before_search(&game, no_deadline(), None);
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
        let state = player.prove_before_search(&game, no_deadline(), None);
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
        let earlier = player.prove_before_search(&game, no_deadline(), None);
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
            assert_eq!(game.position().clock().plies_left(&Checkers::<8>.rules().draws), left);
            assert!(left <= player.plies_to_draw(&game), "{left}");
            assert!(left + 1 > player.plies_to_draw(&game), "{left}");
            let mv = game.legal_moves()[0];
            game.play(&mv);
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
        assert_eq!(player.plies_to_draw(&game), 2);
    }

    /// How often the signals are read while what is known about 416 moves is looked up after a stop. The last
    /// move led to their position from one that White claimed to be safe, or did not.
    fn reads_of_signals(was_claimed_safe: bool) -> u32 {
        let mut game = begun::<Draughts<12>>(
            "B:WK68:B1,6,8,12,14,15,16,17,21,23,26,27,29,30,32,34,37,41,43,46,53,58,61,62,63,65",
        );
        let mut player = player::<Draughts<12>>();
        if was_claimed_safe {
            player.remember_claim(Claim::ProvenSafe, game.position().placement());
        }
        let mv = game.read("43-49").expect("a move");
        game.play(&mv);
        assert_eq!(game.legal_moves().len(), 416);
        let reads = Cell::new(0);
        let stopped = || {
            reads.set(reads.get() + 1);
            true
        };
        let signals = Signals { stopped: &stopped, ..Signals::NONE };
        let deadline = MoveBudget::new(Limits::NONE, signals).lookup_deadline();
        assert_eq!(player.known_moves(&game, deadline).len(), 416);
        reads.get()
    }

    #[test]
    fn thousands_of_moves_are_not_looked_up_after_a_stop() {
        assert_eq!(reads_of_signals(false), 1);
    }

    #[test]
    fn a_player_who_claimed_not_to_lose_looks_for_a_safe_move_even_after_a_stop() {
        assert_eq!(reads_of_signals(true), 0);
    }
}

//! The never-lose player: what is proven about each move, and which moves the search may choose from.
//!
//! It asks in this order: the rules, the tables, what was proven before in this game, and a prover within
//! its budget. The search chooses among what these leave over and overrules none of them.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::budget::{Budget, MEMORY, is_small};
use super::claim::Claim;
use super::verdict::{MoveFacts, Verdict, is_settled};
use crate::board::{Color, Game, Move, Placement, Set};
use crate::endgame::{Tables, Value};
use crate::engine::played::Played;
use crate::eval::Score;
use crate::proof::{Answer, DraughtsDomain, Progress, Prover, Undecided};

/// What is proven in a game. It is kept as long as the game lasts.
pub(in crate::engine) struct Guard<G: Game> {
    prover: Prover<DraughtsDomain<G>>,
    /// Asked where only losses count: what it finds safe binds nobody.
    losses: Prover<DraughtsDomain<G>>,
    /// Where the last move of each color led, if the player cannot lose from there on.
    promised: [Option<Placement<G>>; 2],
}

/// Positions that are looked at for what need not be known in order not to lose.
const CURIOSITY: u64 = 200_000;
/// Beyond the tables' pieces by so many it is only looked for losses that are near, on larger boards.
const REACH: u32 = 4;
/// How many positions are looked at for losses that are near, where hardly anything else can be proven.
const GLANCE: u64 = 4_000;
/// The same for one move.
const NEAR: u64 = 200;
/// The part of a budget that goes to whether a position is safe, before its moves are asked about.
const FOR_THE_POSITION: f64 = 0.8;
/// The part of a budget that goes to whether a move is safe, before anything else is asked.
const FOR_SAFETY: f64 = 0.9;
/// The part of what is left then that goes to whether there is a win too.
const FOR_A_WIN: f64 = 0.1;
/// The part of a budget that whoever is ahead and in a hurry gives to losses that are near.
const FOR_LOSSES: f64 = 0.2;
/// Bytes for glances at losses.
const MEMORY_FOR_LOSSES: usize = MEMORY / 16;

impl<G: Game> Guard<G> {
    pub(in crate::engine) fn new(tables: &Arc<Tables<G>>) -> Self {
        let prover = |memory| Prover::new(DraughtsDomain::new(Arc::clone(tables), tables.pieces()), memory);
        Self { prover: prover(MEMORY), losses: prover(MEMORY_FOR_LOSSES), promised: [None; 2] }
    }

    /// Forgets what was proven: another game begins.
    pub(in crate::engine) fn forget(&mut self) {
        self.prover.forget();
        self.losses.forget();
        self.promised = [None; 2];
    }

    /// Finds out what is proven about the moves of a position, and more if there is a budget for it.
    pub(in crate::engine) fn judge(&mut self, game: &Played<G>, budget: Option<&Budget<'_>>) -> Verdict<G> {
        let root = game.position().placement();
        let mut facts = self.facts(game);
        if let Some(budget) = budget.filter(|_| !is_settled(&facts)) {
            self.prove(root, &mut facts, &self.within_reach(root, budget));
        }
        let were_tried = facts.iter().all(|facts| facts.is_lost() || facts.was_tried);
        self.verdict(game, facts, were_tried)
    }

    /// Finds out within the budget what is proven about the move that the search wants to play and takes to
    /// be worth so much, and what else was known earlier.
    ///
    /// Who is ahead wants to win. Once one move is proven safe only such moves may be played, now and from
    /// then on, and what would win can take longer to prove safe than there is time: so whoever is ahead and
    /// in a hurry asks only for wins, and for losses that are near, until there is a safe move, and then asks
    /// first whether the wish is safe too. Who is behind is glad of any safe move.
    pub(in crate::engine) fn examine(
        &mut self,
        game: &Played<G>,
        earlier: &Verdict<G>,
        (wish, score): (&Move<G>, Score),
        budget: &Budget<'_>,
    ) -> Verdict<G> {
        let root = *game.position().placement();
        let [me, opponent] = both(root.turn);
        let facts = self.facts(game);
        if is_settled(&facts) {
            return self.verdict(game, facts, true);
        }
        let is_ahead = score > Score::DRAW;
        let is_within_reach = self.is_within_reach(&root);
        let budget = self.within_reach(&root, budget);
        let is_bound = facts.iter().any(MoveFacts::is_safe);
        // A proof that the wish is safe would bind, however small it is.
        let stays_free = is_ahead && !is_bound && !budget.is_ample && !is_small::<G>();
        let for_safety = match (stays_free, is_within_reach) {
            (_, false) => budget.at_most(NEAR),
            (true, true) => budget.part(FOR_LOSSES).at_most(GLANCE),
            (false, true) => budget.part(FOR_SAFETY),
        };
        let prover = if stays_free { &mut self.losses } else { &mut self.prover };
        let was_tried = ask(prover, root.play(wish), opponent, &for_safety) || earlier.was_tried(wish);
        let rest = budget.at_most(budget.nodes - for_safety.nodes);
        if is_ahead {
            let rest = if is_bound { rest.part(FOR_A_WIN) } else { rest };
            ask(&mut self.prover, root, me, &rest);
        } else if is_within_reach && score < Score::DRAW {
            ask(&mut self.prover, root, opponent, &rest);
        }
        let mut facts = self.facts(game);
        for facts in &mut facts {
            facts.was_tried = if facts.mv == *wish { was_tried } else { earlier.was_tried(&facts.mv) };
        }
        self.verdict(game, facts, was_tried)
    }

    /// What follows; without any proof, from having tried or not.
    fn verdict(&self, game: &Played<G>, mut facts: Vec<MoveFacts<G>>, was_tried: bool) -> Verdict<G> {
        for facts in &mut facts {
            facts.rule_may_draw = facts.win().is_some_and(|plies| self.rule_may_draw(game, plies));
        }
        let pieces = game.position().placement().occupied().count() as usize;
        let otherwise = match was_tried {
            _ if pieces <= self.tables().most_pieces() => Claim::TableMissing,
            true => Claim::SafeSoFar,
            false => Claim::SearchOnly,
        };
        let verdict = Verdict::new(facts, self.tables().most_pieces(), otherwise);
        self.check_promise(game, verdict.claim());
        verdict
    }

    /// The player keeps to what is claimed, from the position that this move leads to on.
    pub(in crate::engine) fn promise(&mut self, claim: Claim, next: &Placement<G>) {
        self.promised[!next.turn as usize] = claim.is_safe().then_some(*next);
    }

    fn tables(&self) -> &Tables<G> {
        self.prover.domain().tables()
    }

    /// Once safe, always safe: the opponent has no move that leads out of what was proven. Only a table that
    /// broke in the meantime can take a claim back.
    fn check_promise(&self, game: &Played<G>, claim: Claim) {
        let promised = self.promised[game.position().turn() as usize];
        let was_promised = promised.is_some() && promised == game.before();
        if was_promised && !claim.is_safe() && claim != Claim::TableMissing && !self.tables().is_any_broken()
        {
            log::error!("a position that was proven safe is {claim}");
            debug_assert!(false, "a position that was proven safe is {claim}");
        }
    }

    pub(in crate::engine) fn is_within_reach(&self, root: &Placement<G>) -> bool {
        is_small::<G>() || root.occupied().count() <= self.prover.domain().pieces() as u32 + REACH
    }

    /// As much of a budget as there is something to find out with.
    fn within_reach<'a>(&self, root: &Placement<G>, budget: &Budget<'a>) -> Budget<'a> {
        budget.at_most(if self.is_within_reach(root) { u64::MAX } else { GLANCE })
    }

    /// What tables and earlier proofs say about each move.
    fn facts(&self, game: &Played<G>) -> Vec<MoveFacts<G>> {
        let root = game.position().placement();
        game.legal_moves().iter().map(|mv| self.look(root, *mv)).collect()
    }

    fn look(&self, root: &Placement<G>, mv: Move<G>) -> MoveFacts<G> {
        let next = root.play(&mv);
        let [mine, theirs] = both(root.turn).map(|attacker| self.prover.known(next, attacker));
        let theirs = theirs.or_else(|| self.loss(&next));
        let lost = matches!(theirs, Some(Answer::Wins { .. }));
        let won = matches!(mine, Some(Answer::Wins { .. }));
        // Not both players win.
        let mine = mine.or(lost.then_some(Answer::Safe));
        let theirs = theirs.or(won.then_some(Answer::Safe));
        let is_exact = next.occupied().count() as usize <= self.prover.domain().pieces();
        MoveFacts { mv, mine, theirs, was_tried: false, rule_may_draw: false, is_exact }
    }

    /// That whoever is to move wins, as a glance has shown or a table that is there while others of as many
    /// pieces are not. That he does not win could not be relied on later.
    fn loss(&self, next: &Placement<G>) -> Option<Answer> {
        let seen = self.losses.known(*next, next.turn);
        let won = seen.filter(|answer| *answer != Answer::Safe);
        won.or_else(|| match self.tables().probe(next) {
            Some(Value::Win(plies)) => Some(Answer::Wins { plies }),
            _ => None,
        })
    }

    /// Asks whether the opponent can win, in the position and, if that is not decided, after each move; then
    /// a little whether the player can, and what the other moves are worth.
    fn prove(&mut self, root: &Placement<G>, facts: &mut [MoveFacts<G>], budget: &Budget<'_>) {
        let [me, opponent] = both(root.turn);
        let share = 0.5 / facts.len().max(1) as f64;
        let first = budget.part(FOR_THE_POSITION);
        ask(&mut self.prover, *root, opponent, &first);
        let rest = budget.at_most(budget.nodes - first.nodes);
        if self.prover.known(*root, opponent) != Some(Answer::Safe) {
            for facts in &mut *facts {
                facts.was_tried = self.ask_in_passing(root.play(&facts.mv), opponent, &rest.part(share));
            }
        }
        let rest = rest.at_most((rest.nodes / 2).min(CURIOSITY));
        ask(&mut self.prover, *root, me, &rest.part(0.5));
        for facts in facts {
            let was_tried = self.ask_in_passing(root.play(&facts.mv), opponent, &rest.part(share));
            let was_tried = was_tried || facts.was_tried;
            *facts = MoveFacts { was_tried, ..self.look(root, facts.mv) };
        }
    }

    /// Asks one of many questions: what others left over stays. Where there is no time to go over that it is
    /// only looked for losses that are near.
    fn ask_in_passing(&mut self, vertex: Placement<G>, attacker: Color, budget: &Budget<'_>) -> bool {
        if budget.is_over(2 * self.prover.open(attacker)) {
            return ask(&mut self.losses, vertex, attacker, &budget.at_most(GLANCE));
        }
        ask(&mut self.prover, vertex, attacker, budget)
    }

    /// Positions whose moves were looked at until now.
    pub(in crate::engine) fn expanded(&self) -> u64 {
        self.prover.expanded() + self.losses.expanded()
    }

    /// Whether the line to a win in so many plies can meet a rule that counts moves, or a position that
    /// stood there before.
    fn rule_may_draw(&self, game: &Played<G>, plies: u16) -> bool {
        let rules = G::RULES.draws;
        let limits = rules.endings.iter().map(|ending| 2 * ending.moves).chain([2 * rules.quiet_moves]);
        let first = limits.fold(game.position().clock().plies_left::<G>(), u16::min);
        let winner = game.position().turn();
        let comes_again = |earlier: &Placement<G>| match self.prover.known(*earlier, winner) {
            Some(Answer::Wins { plies: Some(left) }) => left < plies,
            Some(Answer::Wins { plies: None }) => true,
            Some(Answer::Safe) | None => false,
        };
        plies > first || game.earlier().iter().any(comes_again)
    }
}

/// Asks, if there is something left to spend. Whether there was: what is not proven now may be another time.
fn ask<G: Game>(
    prover: &mut Prover<DraughtsDomain<G>>,
    vertex: Placement<G>,
    attacker: Color,
    budget: &Budget<'_>,
) -> bool {
    if budget.nodes == 0 || budget.is_over(0) {
        return false;
    }
    if prover.known(vertex, attacker).is_some() {
        return true;
    }
    make_time(prover, attacker, budget);
    let hear = &mut |progress: Progress| match budget.is_over(progress.open) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    !matches!(prover.prove(vertex, attacker, budget.nodes, hear), Err(Undecided::Tables))
}

/// Drops what is left of earlier questions when there is no time to go over it again and again, but time to
/// sort out what to keep.
fn make_time<G: Game>(prover: &mut Prover<DraughtsDomain<G>>, attacker: Color, budget: &Budget<'_>) {
    let open = prover.open(attacker);
    let to_sort = prover.positions() / 4;
    if open > 0 && budget.is_over(2 * open) && !budget.is_over(to_sort) {
        prover.discard_unproven(attacker);
    }
}

/// The player of this color, and the other one.
fn both(color: Color) -> [Color; 2] {
    [color, !color]
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::super::budget::Purse;
    use super::*;
    use crate::board::Draughts;
    use crate::engine::Start;
    use crate::search::{Limits, Signals};

    type G = Draughts<8>;

    fn begun(fen: &str) -> Played<G> {
        Played::begun(&Start::Fen(fen.into())).expect("a position")
    }

    fn guard() -> Guard<G> {
        Guard::new(&Arc::new(Tables::none()))
    }

    fn without_limit<R>(ask: impl FnOnce(&Budget<'_>) -> R) -> R {
        ask(&Purse::new(Limits::NONE, Signals::NONE).take_for_proofs::<G>(1.0))
    }

    /// Gives a millisecond by a clock that goes on when somebody looks at it.
    fn for_a_millisecond<R>(ask: impl FnOnce(&Budget<'_>) -> R) -> R {
        let looks = Cell::new(0);
        let elapsed = || Duration::from_micros(50 * looks.replace(looks.get() + 1));
        let signals = Signals { elapsed: &elapsed, ..Signals::NONE };
        let limits = Limits { move_time: Some(Duration::from_millis(1)), ..Limits::NONE };
        ask(&Purse::new(limits, signals).take_for_proofs::<G>(1.0))
    }

    /// Two kings do not win against one on the longest line, which takes long to see. That they do not lose
    /// is seen soon.
    #[test]
    fn who_is_ahead_has_time_to_prove_the_wish_safe() {
        let game = begun("W:WK2,K3:BK29");
        let moves = game.legal_moves();
        let root = game.position().placement();
        let [white, black] = both(root.turn);
        let mut guard = guard();
        without_limit(|budget| ask(&mut guard.prover, root.play(&moves[0]), black, budget));
        let known = |guard: &Guard<G>, mv| guard.prover.known(root.play(mv), black);
        assert_eq!(known(&guard, &moves[0]), Some(Answer::Safe));
        let wish = moves.iter().find(|mv| known(&guard, mv).is_none()).expect("not all moves are known");

        let score = Score::estimate(100);
        let earlier = guard.judge(&game, None);
        let verdict = for_a_millisecond(|budget| guard.examine(&game, &earlier, (wish, score), budget));
        assert!(verdict.allows(wish, &[]));
        assert_eq!(known(&guard, wish), Some(Answer::Safe));
        assert_eq!(guard.prover.known(*root, white), None);
    }

    #[test]
    fn what_earlier_questions_left_takes_no_time_from_this_one() {
        let root = *begun("W:WK2,K3:BK29").position().placement();
        let [white, _] = both(root.turn);
        let mut guard = guard();
        without_limit(|budget| ask(&mut guard.prover, root, white, &budget.at_most(20_000)));
        assert_eq!(guard.prover.known(root, white), None);
        assert!(guard.prover.open(white) > 20_000);
        assert_eq!(guard.prover.expanded(), 20_000);
        for_a_millisecond(|budget| ask(&mut guard.prover, root, white, budget));
        assert!(guard.prover.expanded() > 21_000, "{}", guard.prover.expanded());
    }
}

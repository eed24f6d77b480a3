//! The never-lose player: what is proven about each move, and which moves the search may choose from.
//!
//! It asks in this order: the rules, the tables, what was proven before in this game, and a prover within
//! its budget. The search chooses among what these leave over and overrules none of them.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::budget::{Budget, MEMORY, is_small};
use super::claim::{Claim, Judgement, MoveClaim};
use super::played::Played;
use crate::board::{Color, Game, Move, Placement, Set};
use crate::endgame::{Tables, Value};
use crate::eval::Score;
use crate::solve::pns::{Answer, Endings, Progress, Prover, Undecided};
use crate::solve::{Player, player};

/// What is proven in a game. It is kept as long as the game lasts.
pub(super) struct Guard<G: Game> {
    prover: Prover<Endings<G>>,
    /// Where a move led after which the player cannot lose any more.
    promised: Option<Placement<G>>,
}

/// What is known about a move: whether who makes it can force a win after it, and whether the opponent can.
struct Known<G: Game> {
    mv: Move<G>,
    mine: Option<Answer>,
    theirs: Option<Answer>,
    /// It was tried to find out.
    was_tried: bool,
    /// A rule that counts moves can come before the end of a win.
    rule_may_draw: bool,
    /// Tables know the position after it, so plies are what they are and not just enough.
    is_exact: bool,
}

/// What is known about a position.
pub(super) struct Verdict<G: Game> {
    known: Vec<Known<G>>,
    claim: Claim,
    /// There is nothing left that matters.
    pub(super) is_settled: bool,
    table_pieces: usize,
    /// The value is a draw, and tables say so.
    pub(super) is_table_draw: bool,
}

/// Positions that are looked at for what need not be known in order not to lose.
const CURIOSITY: u64 = 200_000;
/// Beyond the tables' pieces by so many it is only looked for losses that are near, on larger boards.
const REACH: u32 = 4;
/// How many positions are looked at for losses that are near, where hardly anything else can be proven.
const GLANCE: u64 = 4_000;
/// The same for one move.
const NEAR: u64 = 200;
/// The part of a budget that goes to whether a move is safe, before anything else is asked.
const FOR_SAFETY: f64 = 0.9;
/// The part of what is left then that goes to whether there is a win too.
const FOR_A_WIN: f64 = 0.1;

impl<G: Game> Guard<G> {
    pub(super) fn new(tables: &Arc<Tables<G>>) -> Self {
        let endings = Endings::new(Arc::clone(tables), tables.pieces());
        Self { prover: Prover::new(endings, MEMORY), promised: None }
    }

    /// Forgets what was proven: another game begins.
    pub(super) fn forget(&mut self) {
        self.prover.forget();
        self.promised = None;
    }

    /// Finds out what is proven about the moves of a position, and more within the budget.
    pub(super) fn judge(&mut self, game: &Played<G>, budget: &Budget<'_>) -> Verdict<G> {
        let root = *game.position().placement();
        let mut known = self.known(game);
        if !is_settled(&known) {
            match self.is_within_reach(&root) {
                true => self.prove(&root, &mut known, budget),
                false => self.prove(&root, &mut known, &budget.at_most(GLANCE)),
            }
        }
        self.verdict(game, known, None)
    }

    /// Finds out within the budget what is proven about the move that the search wants to play and takes to
    /// be worth so much.
    ///
    /// Who is ahead wants to win. Once one move is proven safe only such moves may be played, now and from
    /// then on, and what would win can take longer to prove safe than there is time: so whoever is ahead and
    /// in a hurry asks only for wins, until there is a safe move, and then asks first whether the wish is safe
    /// too. Who is behind is glad of any safe move.
    pub(super) fn examine(
        &mut self,
        game: &Played<G>,
        (wish, score): (&Move<G>, Score),
        budget: &Budget<'_>,
    ) -> Verdict<G> {
        let root = *game.position().placement();
        let [me, opponent] = both::<G>(root.turn);
        let known = self.known(game);
        if is_settled(&known) {
            return self.verdict(game, known, Some(wish));
        }
        let is_ahead = score > Score::DRAW;
        let is_within_reach = self.is_within_reach(&root);
        let is_bound = known.iter().any(Known::is_safe);
        // A proof that the wish is safe would bind, however small it is.
        let for_safety = if is_ahead && !is_bound && !budget.is_ample {
            budget.at_most(0)
        } else if is_within_reach {
            budget.part(FOR_SAFETY)
        } else {
            budget.at_most(NEAR)
        };
        let was_tried = self.ask(root.play(wish), opponent, &for_safety);
        let rest = budget.at_most(budget.nodes - for_safety.nodes);
        if is_ahead {
            let rest = if is_bound { rest.part(FOR_A_WIN) } else { rest };
            self.ask(root, me, &rest);
        } else if is_within_reach && score < Score::DRAW {
            self.ask(root, opponent, &rest);
        }
        let mut known = self.known(game);
        for known in &mut known {
            known.was_tried = was_tried && known.mv == *wish;
        }
        self.verdict(game, known, Some(wish))
    }

    /// What follows for who plays this move, if it may be played, or any.
    fn verdict(&self, game: &Played<G>, mut known: Vec<Known<G>>, wish: Option<&Move<G>>) -> Verdict<G> {
        for known in &mut known {
            known.rule_may_draw = known.win().is_some_and(|plies| self.rule_may_draw(game, plies));
        }
        let claim = self.claim(game, &known, wish);
        self.check_promise(game, claim);
        let is_table_draw = self.tables().probe(game.position().placement()) == Some(Value::Draw);
        let table_pieces = self.prover.field().pieces();
        Verdict { is_settled: is_settled(&known), known, claim, table_pieces, is_table_draw }
    }

    /// The player keeps to what is claimed, from the position that this move leads to on.
    pub(super) fn promise(&mut self, claim: Claim, next: &Placement<G>) {
        self.promised = claim.is_safe().then_some(*next);
    }

    fn tables(&self) -> &Tables<G> {
        self.prover.field().tables()
    }

    /// Once safe, always safe: the opponent has no move that leads out of what was proven. Only a table that
    /// broke in the meantime can take a claim back.
    fn check_promise(&self, game: &Played<G>, claim: Claim) {
        let was_promised = self.promised.is_some() && self.promised == game.before();
        if was_promised && !claim.is_safe() && claim != Claim::TableMissing && !self.tables().is_any_broken()
        {
            log::error!("a position that was proven safe is {claim}");
            debug_assert!(false, "a position that was proven safe is {claim}");
        }
    }

    pub(super) fn is_within_reach(&self, root: &Placement<G>) -> bool {
        is_small::<G>() || root.occupied().count() <= self.prover.field().pieces() as u32 + REACH
    }

    /// What tables and earlier proofs say about each move.
    fn known(&self, game: &Played<G>) -> Vec<Known<G>> {
        let root = game.position().placement();
        game.legal_moves().iter().map(|mv| self.look(root, *mv, false)).collect()
    }

    fn look(&self, root: &Placement<G>, mv: Move<G>, was_tried: bool) -> Known<G> {
        let next = root.play(&mv);
        let [mine, theirs] = both::<G>(root.turn).map(|attacker| self.prover.known(next, attacker));
        let lost = matches!(theirs, Some(Answer::Wins { .. }));
        let won = matches!(mine, Some(Answer::Wins { .. }));
        // Not both players win.
        let mine = mine.or(lost.then_some(Answer::Safe));
        let theirs = theirs.or(won.then_some(Answer::Safe));
        let is_exact = next.occupied().count() as usize <= self.prover.field().pieces();
        Known { mv, mine, theirs, was_tried, rule_may_draw: false, is_exact }
    }

    /// Asks whether the opponent can win, in the position and, if that is not decided, after each move; then
    /// a little whether the player can, and what the other moves are worth.
    fn prove(&mut self, root: &Placement<G>, known: &mut [Known<G>], budget: &Budget<'_>) {
        let [me, opponent] = both::<G>(root.turn);
        self.ask(*root, opponent, &budget.at_most(budget.nodes / 2));
        if self.prover.known(*root, opponent) != Some(Answer::Safe) {
            let share = budget.nodes / 4 / known.len().max(1) as u64;
            for known in &*known {
                self.ask(root.play(&known.mv), opponent, &budget.at_most(share));
            }
        }
        let rest = (budget.nodes / 4).min(CURIOSITY);
        self.ask(*root, me, &budget.at_most(rest / 2));
        let share = rest / 2 / known.len().max(1) as u64;
        for known in known {
            let was_tried = self.ask(root.play(&known.mv), opponent, &budget.at_most(share));
            *known = self.look(root, known.mv, was_tried);
        }
    }

    /// Asks, if there is something left to spend. Whether there was: what is not proven now may be another
    /// time.
    fn ask(&mut self, vertex: Placement<G>, attacker: Player, budget: &Budget<'_>) -> bool {
        if budget.nodes == 0 || budget.is_over(0) {
            return false;
        }
        if self.prover.known(vertex, attacker).is_some() {
            return true;
        }
        self.make_time(attacker, budget);
        let hear = &mut |progress: Progress| match budget.is_over(progress.open) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        !matches!(self.prover.ask(vertex, attacker, budget.nodes, hear), Err(Undecided::Tables))
    }

    /// Drops what is left of earlier questions when there is no time to go over it again and again, but time
    /// to sort out what to keep.
    fn make_time(&mut self, attacker: Player, budget: &Budget<'_>) {
        let open = self.prover.open(attacker);
        let to_sort = self.prover.positions() / 4;
        if open > 0 && budget.is_over(2 * open) && !budget.is_over(to_sort) {
            self.prover.keep_facts(attacker);
        }
    }

    fn claim(&self, game: &Played<G>, known: &[Known<G>], wish: Option<&Move<G>>) -> Claim {
        let soonest = known.iter().filter_map(|known| Some((known.win()?, known.rule_may_draw))).min();
        if let Some((plies, rule_may_draw)) = soonest {
            return Claim::ProvenWin { plies, rule_may_draw };
        }
        if known.iter().any(Known::is_safe) {
            return Claim::ProvenSafe;
        }
        if known.iter().all(Known::is_lost) {
            let plies = known.iter().map(Known::loss).collect::<Option<Vec<_>>>();
            return Claim::Lost { plies: plies.map(|plies| plies.into_iter().max().unwrap_or(0)) };
        }
        let pieces = game.position().placement().occupied().count() as usize;
        if pieces <= self.tables().most_pieces() {
            Claim::TableMissing
        } else if known
            .iter()
            .all(|known| known.is_lost() || known.was_tried || wish.is_some_and(|wish| *wish != known.mv))
        {
            Claim::SafeSoFar
        } else {
            Claim::SearchOnly
        }
    }

    /// Whether the line to a win in so many plies can meet a rule that counts moves, or a position that
    /// stood there before.
    fn rule_may_draw(&self, game: &Played<G>, plies: u16) -> bool {
        let rules = G::RULES.draws;
        let limits = rules.endings.iter().map(|ending| 2 * ending.moves).chain([2 * rules.quiet_moves]);
        let first = limits.fold(game.position().clock().plies_left::<G>(), u16::min);
        let winner = player::<G>(game.position().turn());
        let comes_again = |earlier: &Placement<G>| match self.prover.known(*earlier, winner) {
            Some(Answer::Wins { plies: Some(left) }) => left < plies,
            Some(Answer::Wins { plies: None }) => true,
            Some(Answer::Safe) | None => false,
        };
        plies > first || game.earlier().iter().any(comes_again)
    }
}

/// The player of this color, and the other one.
fn both<G: Game>(color: Color) -> [Player; 2] {
    [player::<G>(color), player::<G>(!color)]
}

/// Whether there is nothing left that matters: a win is known, or everything is.
fn is_settled<G: Game>(known: &[Known<G>]) -> bool {
    known.iter().any(|known| known.win().is_some())
        || known.iter().all(|known| known.mine.is_some() && known.theirs.is_some())
}

impl<G: Game> Known<G> {
    /// The plies of a win, through the move, at most.
    fn win(&self) -> Option<u16> {
        match self.mine {
            Some(Answer::Wins { plies: Some(plies) }) => Some(plies.saturating_add(1)),
            _ => None,
        }
    }

    fn is_safe(&self) -> bool {
        self.theirs == Some(Answer::Safe)
    }

    fn is_lost(&self) -> bool {
        matches!(self.theirs, Some(Answer::Wins { .. }))
    }

    /// The plies of a loss, through the move, at most.
    fn loss(&self) -> Option<u16> {
        match self.theirs {
            Some(Answer::Wins { plies }) => plies.map(|plies| plies.saturating_add(1)),
            _ => None,
        }
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
}

impl<G: Game> Verdict<G> {
    pub(super) fn claim(&self) -> Claim {
        self.claim
    }

    /// Whether this move may be played, or must be because only such were named.
    pub(super) fn allows(&self, mv: &Move<G>, named: &[Move<G>]) -> bool {
        let choice = self.choice(named);
        choice.is_empty() || choice.contains(mv)
    }

    /// The moves that may be played, of those that were named if there are any. Empty: all.
    pub(super) fn choice(&self, named: &[Move<G>]) -> Vec<Move<G>> {
        self.among(self.allowed(), named)
    }

    /// The moves that may turn out to be such that they may be played, in the same way.
    pub(super) fn wishes(&self, named: &[Move<G>]) -> Vec<Move<G>> {
        match self.is_settled {
            true => self.choice(named),
            false => self.among(self.moves(|known| !known.is_lost()), named),
        }
    }

    /// The moves that are named too, if any of them is; the named ones, if none of them is. A search for
    /// the best of all moves makes use of what earlier ones found: those are not named one by one.
    fn among(&self, mut moves: Vec<Move<G>>, named: &[Move<G>]) -> Vec<Move<G>> {
        moves.retain(|mv| named.is_empty() || named.contains(mv));
        if moves.is_empty() {
            return named.to_vec();
        }
        if moves.len() == self.known.len() { Vec::new() } else { moves }
    }

    /// The moves that may be played: those that win soonest, or else do not lose, or else are not known to
    /// lose, or else lose latest, if tables know when.
    pub(super) fn allowed(&self) -> Vec<Move<G>> {
        match self.claim {
            Claim::ProvenWin { plies, .. } => self.moves(|known| known.win() == Some(plies)),
            Claim::ProvenSafe => self.moves(Known::is_safe),
            Claim::Lost { plies: Some(plies) } if self.known.iter().all(|known| known.is_exact) => {
                self.moves(|known| known.loss() == Some(plies))
            }
            // A proof knows no distances, only that so many plies are enough.
            Claim::Lost { .. } => self.moves(|_| true),
            _ => self.moves(|known| !known.is_lost()),
        }
    }

    fn moves(&self, is_meant: impl Fn(&Known<G>) -> bool) -> Vec<Move<G>> {
        self.known.iter().filter(|known| is_meant(known)).map(|known| known.mv).collect()
    }

    /// The same in words.
    pub(super) fn judgement(&self, game: &Played<G>) -> Judgement {
        let moves = self.known.iter().map(|known| MoveClaim {
            mv: game.text(&known.mv),
            value: known.value(),
            claim: self.claim_of(known),
        });
        Judgement { claim: self.claim, moves: moves.collect(), table_pieces: self.table_pieces }
    }

    fn claim_of(&self, known: &Known<G>) -> Claim {
        if let Some(plies) = known.win() {
            return Claim::ProvenWin { plies, rule_may_draw: known.rule_may_draw };
        }
        match (known.is_safe(), known.is_lost()) {
            (true, _) => Claim::ProvenSafe,
            (_, true) => Claim::Lost { plies: known.loss() },
            _ if self.claim == Claim::TableMissing => Claim::TableMissing,
            _ if known.was_tried => Claim::SafeSoFar,
            _ => Claim::SearchOnly,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::super::Start;
    use super::super::budget::Purse;
    use super::*;
    use crate::board::Draughts;
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
        let [white, black] = both::<G>(root.turn);
        let mut guard = guard();
        without_limit(|budget| guard.ask(root.play(&moves[0]), black, budget));
        let known = |guard: &Guard<G>, mv| guard.prover.known(root.play(mv), black);
        assert_eq!(known(&guard, &moves[0]), Some(Answer::Safe));
        let wish = moves.iter().find(|mv| known(&guard, mv).is_none()).expect("not all moves are known");

        let score = Score::estimate(100);
        let verdict = for_a_millisecond(|budget| guard.examine(&game, (wish, score), budget));
        assert!(verdict.allows(wish, &[]));
        assert_eq!(known(&guard, wish), Some(Answer::Safe));
        assert_eq!(guard.prover.known(*root, white), None);
    }

    #[test]
    fn what_earlier_questions_left_takes_no_time_from_this_one() {
        let root = *begun("W:WK2,K3:BK29").position().placement();
        let [white, _] = both::<G>(root.turn);
        let mut guard = guard();
        without_limit(|budget| guard.ask(root, white, &budget.at_most(20_000)));
        assert_eq!(guard.prover.known(root, white), None);
        assert!(guard.prover.open(white) > 20_000);
        assert_eq!(guard.prover.expanded(), 20_000);
        for_a_millisecond(|budget| guard.ask(root, white, budget));
        assert!(guard.prover.expanded() > 21_000, "{}", guard.prover.expanded());
    }
}

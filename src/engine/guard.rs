//! The never-lose player: what is proven about each move, and which moves the search may choose from.
//!
//! It asks in this order: the rules, the tables, what was proven before in this game, and a prover within
//! its budget. The search chooses among what these leave over and overrules none of them.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::claim::{Claim, Judgement, MoveClaim};
use super::played::Played;
use super::request::Purpose;
use crate::board::{Color, Game, Geometry, Move, Placement, Set};
use crate::endgame::{Tables, Value};
use crate::search::{Limits, Signals};
use crate::solve::pns::{Answer, Endings, Progress, Prover, Undecided};
use crate::solve::{Player, player};

/// What is proven in a game. It is kept as long as the game lasts.
pub(super) struct Guard<G: Game> {
    prover: Prover<Endings<G>>,
    /// Where a move led after which the player cannot lose any more.
    promised: Option<Placement<G>>,
}

/// Bytes that facts and the search for them may take.
const MEMORY: usize = 256 << 20;

/// How long may be proven.
pub(super) struct Budget<'a> {
    /// Positions that may be looked at in all.
    nodes: u64,
    /// Until so much time was used.
    until: Option<Duration>,
    signals: Signals<'a>,
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
    table_pieces: usize,
    /// The value is a draw, and tables say so.
    pub(super) is_table_draw: bool,
}

impl<'a> Budget<'a> {
    /// The part of a move's time, or of its nodes, that is spent on proofs.
    pub(super) fn new<G: Game>(limits: &Limits, signals: &Signals<'a>, purpose: Purpose) -> Self {
        // The smallest board is proven from its first position on. Elsewhere whoever plays needs the time to
        // look ahead.
        let share = match purpose {
            _ if is_small::<G>() => 0.75,
            Purpose::Analyze => 0.3,
            Purpose::Think | Purpose::Ponder => 0.1,
        };
        let until = limits.planned().map(|planned| planned.mul_f64(share));
        let most = if until.is_some() || is_small::<G>() { MOST_NODES } else { UNTIMED_NODES };
        let nodes = if limits.nodes == u64::MAX { most } else { (limits.nodes / 4).min(MOST_NODES) };
        Self { nodes, until, signals: *signals }
    }

    /// Nothing is proven that is not known already: there is no choice.
    pub(super) fn nothing(self) -> Self {
        Self { nodes: 0, ..self }
    }

    /// Enough to see losses that are near, where hardly anything else can be proven: the search needs the
    /// time.
    fn glance(&self) -> Self {
        Self { nodes: self.nodes.min(GLANCE), until: self.until.map(|until| until / 10), ..*self }
    }

    /// Bytes for so many positions that there is time to go over them.
    fn memory(&self) -> usize {
        let positions = |until: Duration| (until.as_nanos() / TIME_FOR_A_POSITION.as_nanos()) as usize;
        self.until.map_or(MEMORY, |until| positions(until).saturating_mul(BYTES_A_POSITION).min(MEMORY))
    }

    /// Whether there is no time left, or not enough to go once more over so many positions.
    fn is_over(&self, positions: usize) -> bool {
        let needed = TIME_FOR_A_POSITION.saturating_mul(u32::try_from(positions).unwrap_or(u32::MAX));
        (self.signals.stopped)()
            || self.until.is_some_and(|until| (self.signals.elapsed)().saturating_add(needed) >= until)
    }
}

/// Positions that are looked at for one move of a game, when nothing else ends it.
const MOST_NODES: u64 = 6_000_000;
/// The same on larger boards where only the depth ends a search: who asks for a few plies does not wait long.
const UNTIMED_NODES: u64 = 500_000;
/// Positions that are looked at for what need not be known in order not to lose.
const CURIOSITY: u64 = 200_000;
/// Beyond the tables' pieces by so many it is only looked for losses that are near, on larger boards.
const REACH: u32 = 4;
/// How many positions are looked at for those.
const GLANCE: u64 = 4_000;
/// What a position takes on the smaller boards.
const BYTES_A_POSITION: usize = 64;
/// How long it takes to see what follows from a position among all.
const TIME_FOR_A_POSITION: Duration = Duration::from_nanos(200);

fn is_small<G: Game>() -> bool {
    G::Board::SIZE == 6
}

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
        self.prover.set_memory(budget.memory());
        let mut known = self.known(game);
        if !is_settled(&known) {
            match self.is_within_reach(&root) {
                true => self.prove(&root, &mut known, budget),
                false => self.prove(&root, &mut known, &budget.glance()),
            }
        }
        for known in &mut known {
            known.rule_may_draw = known.win().is_some_and(|plies| self.rule_may_draw(game, plies));
        }
        let claim = self.claim(game, &known);
        self.check_promise(game, claim);
        let is_table_draw = self.tables().probe(&root) == Some(Value::Draw);
        Verdict { known, claim, table_pieces: self.prover.field().pieces(), is_table_draw }
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

    fn is_within_reach(&self, root: &Placement<G>) -> bool {
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
        self.ask(*root, opponent, budget.nodes / 2, budget);
        if self.prover.known(*root, opponent) != Some(Answer::Safe) {
            let share = budget.nodes / 4 / known.len().max(1) as u64;
            for known in &*known {
                self.ask(root.play(&known.mv), opponent, share, budget);
            }
        }
        let rest = (budget.nodes / 4).min(CURIOSITY);
        self.ask(*root, me, rest / 2, budget);
        let share = rest / 2 / known.len().max(1) as u64;
        for known in known {
            let was_tried = self.ask(root.play(&known.mv), opponent, share, budget);
            *known = self.look(root, known.mv, was_tried);
        }
    }

    /// Asks, if there is something left to spend. Whether there was: what is not proven now may be another
    /// time.
    fn ask(&mut self, vertex: Placement<G>, attacker: Player, nodes: u64, budget: &Budget<'_>) -> bool {
        if nodes == 0 || budget.is_over(0) {
            return false;
        }
        let hear = &mut |progress: Progress| match budget.is_over(progress.positions) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        !matches!(self.prover.ask(vertex, attacker, nodes, hear), Err(Undecided::Tables))
    }

    fn claim(&self, game: &Played<G>, known: &[Known<G>]) -> Claim {
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
        } else if known.iter().all(|known| known.is_lost() || known.was_tried) {
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

    /// Leaves only moves that may be played, of those that were named if there are any.
    pub(super) fn restrict(&self, only: &mut Vec<Move<G>>) {
        let mut allowed = self.allowed();
        if only.is_empty() && allowed.len() == self.known.len() {
            return;
        }
        let named = std::mem::take(only);
        if allowed.iter().any(|mv| named.contains(mv)) {
            allowed.retain(|mv| named.contains(mv));
        } else if !named.is_empty() {
            allowed = named;
        }
        *only = allowed;
    }

    /// The moves that may be played: those that win soonest, or else do not lose, or else are not known to
    /// lose, or else lose latest.
    pub(super) fn allowed(&self) -> Vec<Move<G>> {
        let moves = |is_allowed: &dyn Fn(&Known<G>) -> bool| -> Vec<_> {
            self.known.iter().filter(|known| is_allowed(known)).map(|known| known.mv).collect()
        };
        match self.claim {
            Claim::ProvenWin { plies, .. } => moves(&|known| known.win() == Some(plies)),
            Claim::ProvenSafe => moves(&Known::is_safe),
            Claim::Lost { plies } => moves(&|known| plies.is_none() || known.loss() == plies),
            _ => moves(&|known| !known.is_lost()),
        }
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

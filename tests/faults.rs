//! Mutation tests of the perft files: their numbers have to expose a faulty generator.
//!
//! A third generator, on rows and columns, contains one fault at a time. Each entry of a perft file lists the
//! faults that it has to expose.

use std::collections::HashSet;

use remise::board::{
    CaptureLines, Cell, Checkers, Color, Draughts, Game, Geometry, Goal, KingRuns, Landing, Move, Placement,
    Precedence, Promotion, Rank, RuleSet, Rules, Russian, Set, SetOf, Varied,
};

use crate::perft::{Entry, entries};
use crate::positions::text;

#[test]
fn checkers_6() {
    check(Checkers::<6>, "checkers-6");
}

#[test]
fn checkers_8() {
    check(Checkers::<8>, "checkers-8");
}

#[test]
fn checkers_10() {
    check(Checkers::<10>, "checkers-10");
}

#[test]
fn draughts_6() {
    check(Draughts::<6>, "draughts-6");
}

#[test]
fn draughts_8() {
    check(Draughts::<8>, "draughts-8");
}

#[test]
fn draughts_10() {
    check(Draughts::<10>, "draughts-10");
}

#[test]
fn draughts_12() {
    check(Draughts::<12>, "draughts-12");
}

#[test]
fn draughts_14() {
    check(Draughts::<14>, "draughts-14");
}

#[test]
fn russian() {
    check(Russian, "russian");
}

#[test]
fn killer_10() {
    check(Varied::<10>(RuleSet::Killer), "killer-10");
}

#[test]
fn breakthrough_10() {
    check(Varied::<10>(RuleSet::Breakthrough), "breakthrough-10");
}

#[test]
fn losing_10() {
    check(Varied::<10>(RuleSet::Losing), "losing-10");
}

#[test]
fn frisian() {
    check(Varied::<10>(RuleSet::Frisian), "frisian");
}

#[test]
fn frysk() {
    check(Varied::<10>(RuleSet::Frysk), "frysk");
}

fn check<G: Game>(game: G, variant: &str) {
    for entry in entries(game, variant) {
        assert!(!is_exposed(&entry, None), "{} without a fault", entry.name);
        for name in &entry.exposes {
            let fault = Fault::named(name);
            assert!(is_exposed(&entry, Some(fault)), "{} does not expose {name}", entry.name);
        }
    }
}

/// Whether the generator disagrees with the entry.
fn is_exposed<G: Game>(entry: &Entry<G>, fault: Option<Fault>) -> bool {
    const LIMIT: u64 = 2_000;
    let placement = entry.position.placement();
    let wrong_moves = entry.moves.as_ref().is_some_and(|expected| {
        let mut moves: Vec<_> = Generator::new(placement, fault).moves().iter().map(text).collect();
        moves.sort();
        !moves.iter().eq(expected)
    });
    wrong_moves
        || entry
            .counts
            .iter()
            .filter(|(_, leaves)| *leaves <= LIMIT)
            .any(|&(depth, leaves)| count_leaves(placement, depth, fault) != leaves)
}

fn count_leaves<G: Game>(placement: &Placement<G>, depth: u32, fault: Option<Fault>) -> u64 {
    let moves = Generator::new(placement, fault).moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| count_leaves(&placement.play(mv), depth - 1, fault)).sum()
}

/// A fault of a move generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Captured pieces are removed at once and do not block the capture.
    RemoveImmediately,
    /// The origin of a capture is not empty during the capture.
    OriginBlocks,
    /// Promotion during a capture is handled the other way round.
    PromotionMidcapture,
    /// Each route of a capture is a separate move.
    NoDedupe,
    /// Captures with the same origin and destination are one move, even if they capture different pieces.
    DedupeIgnoresCapturedSet,
    /// The rule of the most captured pieces is applied where it does not exist, and the other way round.
    MaxRuleFlipped,
    /// Men capture backward where it is not allowed, and the other way round.
    MenBackwardFlipped,
    /// A flying king may end a capture that it could continue.
    KingMayStopEarly,
    /// A flying king lands only on the next cell behind a captured piece.
    KingLandsAdjacentOnly,
    /// A flying king lands anywhere behind the last piece, whatever that is.
    LandingIgnored,
    /// The game goes on after the first king.
    GoalIgnored,
    /// Pieces capture along diagonals only.
    StraightIgnored,
    /// A king counts as much as a man among captures.
    ValueCountsPieces,
    /// Of captures of the same value one by a man may be chosen.
    KingNotPreferred,
    /// A king moves as often in a row as its player likes.
    KingMovesIgnored,
}

impl Fault {
    fn named(name: &str) -> Self {
        match name {
            "remove_immediately" => Self::RemoveImmediately,
            "origin_blocks" => Self::OriginBlocks,
            "promotion_midcapture" => Self::PromotionMidcapture,
            "no_dedupe" => Self::NoDedupe,
            "dedupe_ignores_captured_set" => Self::DedupeIgnoresCapturedSet,
            "max_rule_flipped" => Self::MaxRuleFlipped,
            "men_backward_flipped" => Self::MenBackwardFlipped,
            "king_may_stop_early" => Self::KingMayStopEarly,
            "king_lands_adjacent_only" => Self::KingLandsAdjacentOnly,
            "landing_ignored" => Self::LandingIgnored,
            "goal_ignored" => Self::GoalIgnored,
            "straight_ignored" => Self::StraightIgnored,
            "value_counts_pieces" => Self::ValueCountsPieces,
            "king_not_preferred" => Self::KingNotPreferred,
            "king_moves_ignored" => Self::KingMovesIgnored,
            _ => panic!("there is no fault {name}"),
        }
    }

    /// The rules with this fault.
    fn with_fault(self, rules: Rules) -> Rules {
        let mut wrong = rules;
        match self {
            Self::MaxRuleFlipped => {
                wrong.precedence = match rules.precedence {
                    Precedence::Most | Precedence::Value => Precedence::Free,
                    Precedence::Free => Precedence::Most,
                }
            }
            Self::PromotionMidcapture => {
                wrong.promotion = match rules.promotion {
                    Promotion::InPassing => Promotion::AtRest,
                    Promotion::AtRest | Promotion::EndsMove => Promotion::InPassing,
                }
            }
            Self::LandingIgnored => wrong.landing = Landing::Anywhere,
            Self::GoalIgnored => wrong.goal = Goal::Block,
            Self::StraightIgnored => wrong.capture_lines = CaptureLines::Diagonals,
            Self::ValueCountsPieces => wrong.precedence = Precedence::Most,
            Self::KingMovesIgnored => wrong.king_moves = None,
            Self::MenBackwardFlipped => wrong.men_capture_backward = !rules.men_capture_backward,
            _ => {}
        }
        wrong
    }
}

/// The differences in row and column of a step.
type Step = (isize, isize);

/// The steps along diagonals, then those along files and rows.
const STEPS: [Step; 8] = [(-1, -1), (-1, 1), (1, -1), (1, 1), (-2, 0), (0, -2), (0, 2), (2, 0)];

/// A move generator, with a fault or without one.
struct Generator<'a, G: Game> {
    placement: &'a Placement<G>,
    rules: Rules,
    fault: Option<Fault>,
    captures: Vec<Move<G>>,
    seen: HashSet<Capture<G>>,
}

/// A capture in progress.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Capture<G: Game> {
    from: Cell,
    at: Cell,
    mover: Rank,
    rank: Rank,
    captured: SetOf<G>,
}

impl<'a, G: Game> Generator<'a, G> {
    fn new(placement: &'a Placement<G>, fault: Option<Fault>) -> Self {
        let rules = *placement.game.rules();
        let rules = fault.map_or(rules, |fault| fault.with_fault(rules));
        Self { placement, rules, fault, captures: Vec::new(), seen: HashSet::new() }
    }

    fn moves(mut self) -> Vec<Move<G>> {
        if self.rules.goal == Goal::FirstKing && !self.placement.kings.is_empty() {
            return Vec::new();
        }
        for from in self.placement.pieces(self.placement.turn).cells() {
            let rank = self.rank(from);
            self.continue_capture(&Capture { from, at: from, mover: rank, rank, captured: Set::EMPTY });
        }
        if self.captures.is_empty() {
            return self.quiet_moves();
        }
        if self.rules.precedence == Precedence::Most {
            let most = self.captures.iter().map(|mv| mv.captured.count()).max();
            self.captures.retain(|mv| Some(mv.captured.count()) == most);
        }
        if self.rules.precedence == Precedence::Value {
            let greatest = self.captures.iter().map(|mv| self.value(mv)).max();
            let best = |mv: &Move<G>| Some(self.value(mv)) == greatest;
            self.captures = self.captures.iter().copied().filter(best).collect();
        }
        self.without_duplicates()
    }

    /// Hundredths of a man, and one more for a capture by a king.
    fn value(&self, mv: &Move<G>) -> u32 {
        let kings = (mv.captured & self.placement.kings).count();
        let by_king = mv.mover == Rank::King && self.fault != Some(Fault::KingNotPreferred);
        2 * (100 * (mv.captured.count() - kings) + 199 * kings) + u32::from(by_king)
    }

    /// Whether a king has made all its moves in a row.
    fn is_resting(&self, cell: Cell) -> bool {
        let run = self.placement.runs.of(self.placement.turn).filter(|run| run.king == cell);
        run.is_some_and(|run| self.rules.king_moves.is_some_and(|most| run.moves >= most))
    }

    fn without_duplicates(mut self) -> Vec<Move<G>> {
        let mut seen = HashSet::new();
        match self.fault {
            Some(Fault::NoDedupe) => {}
            Some(Fault::DedupeIgnoresCapturedSet) => {
                self.captures.retain(|mv| seen.insert((mv.from, mv.to, None)))
            }
            _ => self.captures.retain(|mv| seen.insert((mv.from, mv.to, Some(mv.captured)))),
        }
        self.captures
    }

    fn quiet_moves(&self) -> Vec<Move<G>> {
        let mut moves = Vec::new();
        for from in self.placement.pieces(self.placement.turn).cells().filter(|&it| !self.is_resting(it)) {
            let mover = self.rank(from);
            for &step in STEPS[..4].iter().filter(|&&step| mover == Rank::King || self.is_forward(step)) {
                let targets = ray::<G>(from, step).take_while(|&to| self.placement.free().contains(to));
                for to in targets.take(self.range(mover)) {
                    moves.push(Move {
                        from,
                        to,
                        mover,
                        arrives: self.rank_at_rest(mover, to),
                        captured: Set::EMPTY,
                    });
                }
            }
        }
        moves
    }

    fn continue_capture(&mut self, capture: &Capture<G>) {
        if !self.seen.insert(*capture) && self.fault != Some(Fault::NoDedupe) {
            return;
        }
        for &step in self.steps() {
            let next = self.next(capture, step);
            let unfinished: Vec<_> = next.iter().copied().filter(|next| self.can_continue(next)).collect();
            if unfinished.is_empty() || self.fault == Some(Fault::KingMayStopEarly) {
                let ends = self.ends(capture, &next);
                ends.iter().for_each(|next| self.end(next));
            }
            unfinished.iter().for_each(|next| self.continue_capture(next));
        }
    }

    /// The landing cells on which a capture can end, of those behind its last piece.
    fn ends<'b>(&self, before: &Capture<G>, next: &'b [Capture<G>]) -> &'b [Capture<G>] {
        let took_king = next.iter().any(|next| (next.captured ^ before.captured).meets(self.placement.kings));
        if self.rules.landing == Landing::NextToKing && took_king { &next[..1] } else { next }
    }

    fn can_continue(&self, capture: &Capture<G>) -> bool {
        let over = self.rules.promotion == Promotion::EndsMove && capture.rank != capture.mover;
        !over && self.steps().iter().any(|&step| !self.next(capture, step).is_empty())
    }

    /// The steps along which pieces capture.
    fn steps(&self) -> &'static [Step] {
        match self.rules.capture_lines {
            CaptureLines::Diagonals => &STEPS[..4],
            CaptureLines::All => &STEPS,
        }
    }

    /// The capture with one more captured piece in a direction, for each landing cell.
    fn next(&self, capture: &Capture<G>, step: Step) -> Vec<Capture<G>> {
        let mut cells = ray::<G>(capture.at, step);
        let reach = self.range(capture.rank);
        let Some(victim) = cells.by_ref().take(reach).find(|&cell| !self.is_free(capture, cell)) else {
            return Vec::new();
        };
        let may = capture.rank == Rank::King || self.rules.men_capture_backward || self.is_forward(step);
        let opponents = self.placement.pieces(!self.placement.turn);
        if !may || !opponents.contains(victim) || capture.captured.contains(victim) {
            return Vec::new();
        }
        let reach = if self.fault == Some(Fault::KingLandsAdjacentOnly) { 1 } else { reach };
        let landings = cells.take_while(|&cell| self.is_free(capture, cell)).take(reach);
        landings.map(|at| self.land(capture, victim, at)).collect()
    }

    fn land(&self, capture: &Capture<G>, victim: Cell, at: Cell) -> Capture<G> {
        let rank = match self.rules.promotion {
            Promotion::AtRest => capture.rank,
            Promotion::InPassing | Promotion::EndsMove => self.rank_at_rest(capture.rank, at),
        };
        Capture { at, rank, captured: capture.captured | Set::of(victim), ..*capture }
    }

    fn end(&mut self, capture: &Capture<G>) {
        self.captures.push(Move {
            from: capture.from,
            to: capture.at,
            mover: capture.mover,
            arrives: self.rank_at_rest(capture.rank, capture.at),
            captured: capture.captured,
        });
    }

    fn is_free(&self, capture: &Capture<G>, cell: Cell) -> bool {
        let is_origin = cell == capture.from && self.fault != Some(Fault::OriginBlocks);
        let is_lifted = self.fault == Some(Fault::RemoveImmediately) && capture.captured.contains(cell);
        self.placement.free().contains(cell) || is_origin || is_lifted
    }

    fn rank(&self, cell: Cell) -> Rank {
        if self.placement.kings.contains(cell) { Rank::King } else { Rank::Man }
    }

    fn range(&self, rank: Rank) -> usize {
        if rank == Rank::King && self.rules.flying_kings { usize::MAX } else { 1 }
    }

    fn rank_at_rest(&self, rank: Rank, at: Cell) -> Rank {
        let last_row = match self.placement.turn {
            Color::White => 0,
            Color::Black => G::Board::SIZE - 1,
        };
        if G::Board::row(at) == last_row { Rank::King } else { rank }
    }

    fn is_forward(&self, (rows, _): Step) -> bool {
        (rows < 0) == (self.placement.turn == Color::White)
    }
}

/// The cells from a cell to the edge of the board.
fn ray<G: Game>(from: Cell, (rows, columns): Step) -> impl Iterator<Item = Cell> {
    let (mut row, mut column) = (G::Board::row(from), G::Board::column(from));
    std::iter::from_fn(move || {
        row = row.checked_add_signed(rows)?;
        column = column.checked_add_signed(columns)?;
        G::Board::at(row, column)
    })
}

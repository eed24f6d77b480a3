//! Whether the numbers of `perft` can tell a wrong generator from a right one.
//!
//! A third generator, on rows and columns, that can be told to make one mistake. Each entry says which
//! mistakes it exposes, and it has to.

use std::collections::HashSet;

use remise::board::{
    Cell, Checkers, Color, Draughts, Game, Geometry, Move, Placement, Precedence, Promotion, Rank, Rules,
    Russian, Set, SetOf,
};

use crate::perft::{Entry, entries};
use crate::positions::text;

#[test]
fn checkers_6() {
    check::<Checkers<6>>("checkers-6");
}

#[test]
fn checkers_8() {
    check::<Checkers<8>>("checkers-8");
}

#[test]
fn checkers_10() {
    check::<Checkers<10>>("checkers-10");
}

#[test]
fn draughts_6() {
    check::<Draughts<6>>("draughts-6");
}

#[test]
fn draughts_8() {
    check::<Draughts<8>>("draughts-8");
}

#[test]
fn draughts_10() {
    check::<Draughts<10>>("draughts-10");
}

#[test]
fn draughts_12() {
    check::<Draughts<12>>("draughts-12");
}

#[test]
fn draughts_14() {
    check::<Draughts<14>>("draughts-14");
}

#[test]
fn russian() {
    check::<Russian>("russian");
}

fn check<G: Game>(variant: &str) {
    for entry in entries::<G>(variant) {
        assert!(!is_exposed(&entry, None), "{} without a fault", entry.name);
        for name in &entry.exposes {
            let fault = Fault::named(name);
            assert!(is_exposed(&entry, Some(fault)), "{} does not expose {name}", entry.name);
        }
    }
}

/// Whether the generator gets something about the entry wrong.
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

/// One thing that a generator can get wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Captured pieces are lifted at once and stand in nobody's way.
    RemoveImmediately,
    /// The cell where a capture began is not free.
    OriginBlocks,
    /// A man becomes a king in mid-capture where it does not, stays a man where it does.
    PromotionMidcapture,
    /// Each route is a move.
    NoDedupe,
    /// Captures from and to the same cells are one move, whatever they take.
    DedupeIgnoresCapturedSet,
    /// The most pieces are taken where any capture may be chosen, and the other way round.
    MaxRuleFlipped,
    /// Men capture backward where they may not, and the other way round.
    MenBackwardFlipped,
    /// A flying king may end its capture though it could go on.
    KingMayStopEarly,
    /// A flying king lands on the next cell behind what it took only.
    KingLandsAdjacentOnly,
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
            _ => panic!("there is no fault {name}"),
        }
    }

    /// The rules as who makes this mistake has understood them.
    fn misread(self, rules: Rules) -> Rules {
        let mut wrong = rules;
        match self {
            Self::MaxRuleFlipped => {
                wrong.precedence = match rules.precedence {
                    Precedence::Most => Precedence::Free,
                    Precedence::Free => Precedence::Most,
                }
            }
            Self::PromotionMidcapture => {
                wrong.promotion = match rules.promotion {
                    Promotion::InPassing => Promotion::AtRest,
                    Promotion::AtRest | Promotion::EndsMove => Promotion::InPassing,
                }
            }
            Self::MenBackwardFlipped => wrong.men_capture_backward = !rules.men_capture_backward,
            _ => {}
        }
        wrong
    }
}

/// Rows and columns that a step adds.
type Step = (isize, isize);

const STEPS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Finds the moves of a placement, with a mistake or without.
struct Generator<'a, G: Game> {
    placement: &'a Placement<G>,
    rules: Rules,
    fault: Option<Fault>,
    captures: Vec<Move<G>>,
    seen: HashSet<Capture<G>>,
}

/// A capture on its way.
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
        let rules = fault.map_or(G::RULES, |fault| fault.misread(G::RULES));
        Self { placement, rules, fault, captures: Vec::new(), seen: HashSet::new() }
    }

    fn moves(mut self) -> Vec<Move<G>> {
        for from in self.placement.pieces(self.placement.turn).cells() {
            let rank = self.rank(from);
            self.go_on(&Capture { from, at: from, mover: rank, rank, captured: Set::EMPTY });
        }
        if self.captures.is_empty() {
            return self.quiet_moves();
        }
        if self.rules.precedence == Precedence::Most {
            let most = self.captures.iter().map(|mv| mv.captured.count()).max();
            self.captures.retain(|mv| Some(mv.captured.count()) == most);
        }
        self.without_duplicates()
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
        for from in self.placement.pieces(self.placement.turn).cells() {
            let mover = self.rank(from);
            for step in STEPS.into_iter().filter(|&step| mover == Rank::King || self.is_forward(step)) {
                let targets = ray::<G>(from, step).take_while(|&to| self.placement.free().contains(to));
                for to in targets.take(self.range(mover)) {
                    moves.push(Move {
                        from,
                        to,
                        mover,
                        arrives: self.crowned(mover, to),
                        captured: Set::EMPTY,
                    });
                }
            }
        }
        moves
    }

    fn go_on(&mut self, capture: &Capture<G>) {
        if !self.seen.insert(*capture) && self.fault != Some(Fault::NoDedupe) {
            return;
        }
        for step in STEPS {
            let next = self.next(capture, step);
            let unfinished: Vec<_> = next.iter().copied().filter(|next| self.can_go_on(next)).collect();
            if unfinished.is_empty() || self.fault == Some(Fault::KingMayStopEarly) {
                next.iter().for_each(|next| self.end(next));
            }
            unfinished.iter().for_each(|next| self.go_on(next));
        }
    }

    fn can_go_on(&self, capture: &Capture<G>) -> bool {
        let over = self.rules.promotion == Promotion::EndsMove && capture.rank != capture.mover;
        !over && STEPS.into_iter().any(|step| !self.next(capture, step).is_empty())
    }

    /// The capture with one more piece taken in a direction, for each cell to land on.
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
            Promotion::InPassing | Promotion::EndsMove => self.crowned(capture.rank, at),
        };
        Capture { at, rank, captured: capture.captured | Set::of(victim), ..*capture }
    }

    fn end(&mut self, capture: &Capture<G>) {
        self.captures.push(Move {
            from: capture.from,
            to: capture.at,
            mover: capture.mover,
            arrives: self.crowned(capture.rank, capture.at),
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

    fn crowned(&self, rank: Rank, at: Cell) -> Rank {
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

//! The legal moves, generated slowly and cell by cell, in the words of the rules.
//!
//! The judge of [`super::movegen`], with which it shares no code. Not for the search: it is meant to be read
//! beside the rules, which are those of the FMJD (Annex 1) for the games with flying kings, of the WCDF
//! for English draughts, and the official rules of Frisian draughts (2011). Rules and board are values here, so it is compiled once for all games.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::{
    Cell, Color, Content, Direction, Game, Goal, KingRun, KingRuns, Landing, Mailbox, Move, Position,
};
use super::{Precedence, Promotion, Rank, Rules, Set};

/// All legal moves, each exactly once.
#[must_use]
pub fn moves<G: Game>(position: &Position<G>) -> Vec<Move<G>> {
    moves_of(RulesAtPosition::open(position).moves())
}

/// The legal captures, each exactly once. The list is empty if no capture is possible.
#[must_use]
pub fn captures<G: Game>(position: &Position<G>) -> Vec<Move<G>> {
    moves_of(RulesAtPosition::open(position).captures())
}

/// The legal moves by other rules, each exactly once.
#[must_use]
pub fn moves_by<G: Game>(rules: Rules, position: &Position<G>) -> Vec<Move<G>> {
    moves_of(RulesAtPosition { rules, ..RulesAtPosition::open(position) }.moves())
}

/// How many leaves the move tree of this position has after `depth` plies.
#[must_use]
pub fn count_leaves<G: Game>(position: &Position<G>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => RulesAtPosition::open(position).moves().len() as u64,
        _ => moves(position).iter().map(|mv| count_leaves(&position.play(mv), depth - 1)).sum(),
    }
}

fn moves_of<G: Game>(moves: Vec<AnyMove>) -> Vec<Move<G>> {
    let typed = |mv: AnyMove| {
        let AnyMove { from, to, mover, arrives, captured } = mv;
        Move { from, to, mover, arrives, captured: Set::from_bits(captured) }
    };
    moves.into_iter().map(typed).collect()
}

/// A move on a board of any size.
struct AnyMove {
    from: Cell,
    to: Cell,
    mover: Rank,
    arrives: Rank,
    captured: u128,
}

/// The rules, opened at a position.
struct RulesAtPosition {
    rules: Rules,
    board: Mailbox,
    turn: Color,
    /// The king that the player has moved last, if the rules count its moves.
    run: Option<KingRun>,
}

impl RulesAtPosition {
    fn open<G: Game>(position: &Position<G>) -> Self {
        Self {
            rules: *position.game().rules(),
            board: Mailbox::of(position.placement()),
            turn: position.turn(),
            run: position.placement().runs.of(position.turn()),
        }
    }

    fn moves(&self) -> Vec<AnyMove> {
        if self.is_won() {
            return Vec::new();
        }
        // A player who can capture has to (FMJD, Annex 1; WCDF).
        let captures = self.captures();
        if captures.is_empty() { self.quiet_moves() } else { captures }
    }

    /// Whether a king has already won the game (breakthrough).
    fn is_won(&self) -> bool {
        let has_king = |color| self.board.pieces(color).any(|(_, rank)| rank == Rank::King);
        self.rules.goal == Goal::FirstKing && Color::ALL.into_iter().any(has_king)
    }

    fn quiet_moves(&self) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        for (from, mover) in self.board.pieces(self.turn).filter(|&(from, _)| !self.is_resting(from)) {
            for direction in Direction::ALL {
                let line = self.board.line(from, direction);
                let targets = line.take_while(|&to| self.board.get(to) == Content::Empty);
                moves.extend(targets.take(self.quiet_range(mover, direction)).map(|to| {
                    let arrives = self.rank_at_rest(mover, to);
                    AnyMove { from, to, mover, arrives, captured: Set::EMPTY }
                }));
            }
        }
        moves
    }

    /// Whether the piece is a king that has made all the moves in a row that it may, and can only capture. In Frisian
    /// draughts that is three, as long as its player has a man.
    fn is_resting(&self, cell: Cell) -> bool {
        let has_man = self.board.pieces(self.turn).any(|(_, rank)| rank == Rank::Man);
        let is_it =
            |run: KingRun| self.rules.king_moves.is_some_and(|most| run.moves >= most && run.king == cell);
        has_man && self.run.is_some_and(is_it)
    }

    /// How many cells a piece can move in a direction without capturing.
    fn quiet_range(&self, rank: Rank, direction: Direction) -> usize {
        match rank {
            // A man moves forward, to the next cell.
            Rank::Man => usize::from(direction.is_forward(self.turn)),
            // A king moves in all directions over any number of empty cells (FMJD, Annex 1) …
            Rank::King if self.rules.flying_kings => usize::MAX,
            // … or to the next cell (WCDF 1.17).
            Rank::King => 1,
        }
    }

    fn captures(&self) -> Vec<AnyMove> {
        if self.is_won() {
            return Vec::new();
        }
        let pieces = self.board.pieces(self.turn);
        let mut captures: Vec<_> =
            pieces.flat_map(|(from, rank)| Captor::new(self, from, rank).captures()).collect();
        match self.rules.precedence {
            // Any capture may be chosen (WCDF 1.20).
            Precedence::Free => {}
            // The capture of the most pieces is obligatory (FMJD, Annex 1, 4.13).
            Precedence::Most => {
                let most = captures.iter().map(|mv| mv.captured.count()).max();
                captures.retain(|mv| Some(mv.captured.count()) == most);
            }
            // The capture of the greatest value is obligatory (Frisian draughts).
            Precedence::Value => {
                let greatest = captures.iter().map(|mv| self.value(mv)).max();
                captures.retain(|mv| Some(self.value(mv)) == greatest);
            }
        }
        captures
    }

    /// What a capture is worth in Frisian draughts: a king counts as two men, but of captures that count the same the
    /// one with fewer kings is worth more, since a king is worth a little less than two men. Between captures of the
    /// same value that of a king goes before that of a man.
    fn value(&self, mv: &AnyMove) -> (u32, Reverse<u32>, bool) {
        let kings = mv.captured.cells().filter(|&cell| self.is_king(cell)).count() as u32;
        (mv.captured.count() + kings, Reverse(kings), mv.mover == Rank::King)
    }

    fn is_king(&self, cell: Cell) -> bool {
        matches!(self.board.get(cell), Content::Piece(piece) if piece.rank() == Rank::King)
    }

    /// The rank of a piece that has stopped on a cell: a man on its last row becomes a king (FMJD, Annex 1;
    /// WCDF).
    fn rank_at_rest(&self, rank: Rank, at: Cell) -> Rank {
        if self.board.is_promotion_cell(at, self.turn) { Rank::King } else { rank }
    }

    fn is_flying(&self, rank: Rank) -> bool {
        rank == Rank::King && self.rules.flying_kings
    }
}

/// A piece, and the captures found for it.
struct Captor<'a> {
    book: &'a RulesAtPosition,
    from: Cell,
    rank: Rank,
    /// Captures explored before: many routes lead to the same one, and one of them is enough.
    seen: HashSet<Capture>,
    found: Vec<AnyMove>,
}

/// A capture in progress: the cell and the rank of the captor, and what it has captured so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Capture {
    at: Cell,
    rank: Rank,
    captured: u128,
}

impl<'a> Captor<'a> {
    fn new(book: &'a RulesAtPosition, from: Cell, rank: Rank) -> Self {
        Self { book, from, rank, seen: HashSet::new(), found: Vec::new() }
    }

    fn captures(mut self) -> Vec<AnyMove> {
        self.continue_capture(&Capture { at: self.from, rank: self.rank, captured: Set::EMPTY });
        self.found
    }

    /// Captures one more piece, in every possible way.
    fn continue_capture(&mut self, so_far: &Capture) {
        for &direction in self.directions() {
            if let Some(victim) = self.victim(so_far, direction) {
                let landings = self.landings(so_far, victim, direction);
                let next = landings.into_iter().map(|at| self.land(so_far, victim, at));
                self.choose(next.collect(), victim);
            }
        }
    }

    /// Chooses a landing cell. A capture has to be completed: if it can continue from one of the cells behind
    /// a piece, it may not end on another of them (FMJD, Annex 1; WCDF). In killer draughts a king that captures
    /// a king last stops directly behind it.
    fn choose(&mut self, landed: Vec<Capture>, victim: Cell) {
        let (unfinished, finished): (Vec<_>, Vec<_>) =
            landed.into_iter().partition(|it| self.can_continue(it));
        if unfinished.is_empty() {
            let stops = self.book.rules.landing == Landing::NextToKing && self.book.is_king(victim);
            let ends = if stops { &finished[..1] } else { &finished[..] };
            ends.iter().for_each(|capture| self.end(capture));
        }
        for capture in unfinished {
            if self.seen.insert(capture) {
                self.continue_capture(&capture);
            }
        }
    }

    fn can_continue(&self, so_far: &Capture) -> bool {
        let promoted = so_far.rank != self.rank;
        // The move of a man that becomes a king ends there (WCDF).
        let is_over = promoted && self.book.rules.promotion == Promotion::EndsMove;
        !is_over && self.directions().iter().any(|&direction| self.victim(so_far, direction).is_some())
    }

    /// The directions in which pieces capture: along diagonals (FMJD, Annex 1; WCDF), in Frisian draughts along files
    /// and rows too (official rules, 7 and 9).
    fn directions(&self) -> &'static [Direction] {
        self.book.rules.capture_lines.directions()
    }

    /// The piece that can be captured next in a direction: an opponent's piece with an empty cell behind it.
    fn victim(&self, so_far: &Capture, direction: Direction) -> Option<Cell> {
        if !self.may_capture(so_far.rank, direction) {
            return None;
        }
        let victim = self.first_piece(so_far, direction)?;
        // No piece is captured twice (FMJD, Annex 1).
        let capturable = self.is_opponent(victim) && !so_far.captured.contains(victim);
        let behind = self.book.board.step(victim, direction)?;
        (capturable && self.is_empty(behind)).then_some(victim)
    }

    /// Whether a piece captures in this direction.
    fn may_capture(&self, rank: Rank, direction: Direction) -> bool {
        match rank {
            Rank::King => true,
            // A man captures forward and backward (FMJD, Annex 1), or forward only (WCDF 1.18).
            Rank::Man => self.book.rules.men_capture_backward || direction.is_forward(self.book.turn),
        }
    }

    /// The first piece in a direction: on the next cell or, for a flying king, behind empty cells.
    fn first_piece(&self, so_far: &Capture, direction: Direction) -> Option<Cell> {
        let mut line = self.book.board.line(so_far.at, direction);
        if self.book.is_flying(so_far.rank) { line.find(|&cell| !self.is_empty(cell)) } else { line.next() }
    }

    /// The cells where the captor can land behind a piece: the next one or, for a flying king, all empty
    /// cells up to the next piece.
    fn landings(&self, so_far: &Capture, victim: Cell, direction: Direction) -> Vec<Cell> {
        let range = if self.book.is_flying(so_far.rank) { usize::MAX } else { 1 };
        let line = self.book.board.line(victim, direction);
        line.take_while(|&cell| self.is_empty(cell)).take(range).collect()
    }

    fn land(&self, so_far: &Capture, victim: Cell, at: Cell) -> Capture {
        let captured = so_far.captured | u128::of(victim);
        let rank = match self.book.rules.promotion {
            // A man that captures through the last row and leaves it again stays a man (FMJD, Annex 1).
            Promotion::AtRest => so_far.rank,
            // A man becomes a king on the last row at once: in Russian draughts it continues as a king, in
            // English draughts its move ends (WCDF).
            Promotion::InPassing | Promotion::EndsMove => self.book.rank_at_rest(so_far.rank, at),
        };
        Capture { at, rank, captured }
    }

    /// Ends the capture. The captured pieces are removed now, not before (FMJD, Annex 1).
    ///
    /// Promotion on the way cannot split one move into two: a man that was promoted there captured a piece of
    /// the last row but one, and a man that captures this piece on another route is promoted too.
    fn end(&mut self, capture: &Capture) {
        if self.seen.insert(*capture) {
            let arrives = self.book.rank_at_rest(capture.rank, capture.at);
            let captured = capture.captured;
            self.found.push(AnyMove { from: self.from, to: capture.at, mover: self.rank, arrives, captured });
        }
    }

    /// Whether a cell is empty during the capture. The cell that the captor has left is.
    fn is_empty(&self, cell: Cell) -> bool {
        cell == self.from || self.book.board.get(cell) == Content::Empty
    }

    fn is_opponent(&self, cell: Cell) -> bool {
        matches!(self.book.board.get(cell), Content::Piece(piece) if piece.color() != self.book.turn)
    }
}

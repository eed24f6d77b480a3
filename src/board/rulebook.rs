//! The moves of a position by the book: slowly, cell by cell, in the words of the rules.
//!
//! The judge of [`super::movegen`], with which it has no code in common. Not for the search: it is meant
//! to be read beside the rules, which are those of the FMJD (Annex 1) for the games with flying kings
//! and of the WCDF for English draughts.

use std::collections::HashSet;
use std::iter::successors;

use super::{Cell, Color, Content, Direction, Game, Geometry, Move, Position, Precedence, Promotion, Rank};
use super::{Set, SetOf};

/// All legal moves, each exactly once.
#[must_use]
pub fn moves<G: Game>(position: &Position<G>) -> Vec<Move<G>> {
    // Who can capture has to (FMJD, Annex 1; WCDF).
    let captures = captures(position);
    if captures.is_empty() { quiet_moves(position) } else { captures }
}

/// How many leaves the tree has that begins here and ends after `depth` plies.
#[must_use]
pub fn count_leaves<G: Game>(position: &Position<G>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => moves(position).len() as u64,
        _ => moves(position).iter().map(|mv| count_leaves(&position.play(mv), depth - 1)).sum(),
    }
}

fn quiet_moves<G: Game>(position: &Position<G>) -> Vec<Move<G>> {
    let mut moves = Vec::new();
    for (from, rank) in own_pieces(position) {
        for direction in Direction::ALL {
            let targets =
                line(position, from, direction).take_while(|&to| position.content(to) == Content::Free);
            moves.extend(targets.take(quiet_range(position, rank, direction)).map(|to| Move {
                from,
                to,
                mover: rank,
                arrives: at_rest(position, rank, to),
                captured: Set::EMPTY,
            }));
        }
    }
    moves
}

/// How far a piece may go in a direction without capturing.
fn quiet_range<G: Game>(position: &Position<G>, rank: Rank, direction: Direction) -> usize {
    match rank {
        // A man moves forward, to the next cell.
        Rank::Man => usize::from(is_forward(position.turn(), direction)),
        // A king moves in all directions, as far as the way is free (FMJD, Annex 1) …
        Rank::King if G::RULES.flying_kings => usize::MAX,
        // … or to the next cell (WCDF 1.17).
        Rank::King => 1,
    }
}

/// The legal moves that are captures, each exactly once. None: there is nothing to capture.
#[must_use]
pub fn captures<G: Game>(position: &Position<G>) -> Vec<Move<G>> {
    let mut captures: Vec<_> =
        own_pieces(position).flat_map(|(from, rank)| Captor::new(position, from, rank).captures()).collect();
    match G::RULES.precedence {
        // Any capture may be chosen (WCDF 1.20).
        Precedence::Free => {}
        // The most pieces have to be taken (FMJD, Annex 1, 4.13).
        Precedence::Most => {
            let most = captures.iter().map(|mv| mv.captured.count()).max();
            captures.retain(|mv| Some(mv.captured.count()) == most);
        }
    }
    captures
}

/// A piece whose captures are looked for.
struct Captor<'a, G: Game> {
    position: &'a Position<G>,
    from: Cell,
    rank: Rank,
    /// Where it was already, with what: many routes lead there, one is enough.
    seen: HashSet<Capture<G>>,
    found: Vec<Move<G>>,
}

/// A capture on its way: where the piece has come to, as what, and what it has taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Capture<G: Game> {
    at: Cell,
    rank: Rank,
    captured: SetOf<G>,
}

impl<'a, G: Game> Captor<'a, G> {
    fn new(position: &'a Position<G>, from: Cell, rank: Rank) -> Self {
        Self { position, from, rank, seen: HashSet::new(), found: Vec::new() }
    }

    fn captures(mut self) -> Vec<Move<G>> {
        self.go_on(&Capture { at: self.from, rank: self.rank, captured: Set::EMPTY });
        self.found
    }

    /// Takes one more piece in every way.
    fn go_on(&mut self, so_far: &Capture<G>) {
        for direction in Direction::ALL {
            if let Some(victim) = self.victim(so_far, direction) {
                let landings = self.landings(so_far, victim, direction);
                let next = landings.into_iter().map(|at| self.land(so_far, victim, at));
                self.choose(next.collect());
            }
        }
    }

    /// Chooses where to land behind a piece. A capture has to be finished: while it can go on from one of
    /// the cells it may not end on another (FMJD, Annex 1; WCDF).
    fn choose(&mut self, landed: Vec<Capture<G>>) {
        let (unfinished, finished): (Vec<_>, Vec<_>) = landed.into_iter().partition(|it| self.can_go_on(it));
        if unfinished.is_empty() {
            finished.iter().for_each(|capture| self.end(capture));
        }
        for capture in unfinished {
            if self.seen.insert(capture) {
                self.go_on(&capture);
            }
        }
    }

    fn can_go_on(&self, so_far: &Capture<G>) -> bool {
        let crowned = so_far.rank != self.rank;
        // A man that becomes a king stops there (WCDF).
        let is_over = crowned && G::RULES.promotion == Promotion::EndsMove;
        !is_over && Direction::ALL.into_iter().any(|direction| self.victim(so_far, direction).is_some())
    }

    /// The piece that can be taken next in a direction: the opponent's, with a free cell behind it.
    fn victim(&self, so_far: &Capture<G>, direction: Direction) -> Option<Cell> {
        if !self.may_capture(so_far.rank, direction) {
            return None;
        }
        let victim = self.first_piece(so_far, direction)?;
        // No piece is taken twice (FMJD, Annex 1).
        let capturable = self.is_opponent(victim) && !so_far.captured.contains(victim);
        let behind = self.position.step(victim, direction)?;
        (capturable && self.is_free(behind)).then_some(victim)
    }

    /// The directions in which a piece captures.
    fn may_capture(&self, rank: Rank, direction: Direction) -> bool {
        match rank {
            Rank::King => true,
            // A man captures forward and backward (FMJD, Annex 1), or forward only (WCDF 1.18).
            Rank::Man => G::RULES.men_capture_backward || is_forward(self.position.turn(), direction),
        }
    }

    /// The first piece that the captor meets: next to it, or for a flying king behind free cells.
    fn first_piece(&self, so_far: &Capture<G>, direction: Direction) -> Option<Cell> {
        let mut line = line(self.position, so_far.at, direction);
        if flies::<G>(so_far.rank) { line.find(|&cell| !self.is_free(cell)) } else { line.next() }
    }

    /// The cells where the captor may land behind a piece: the next one, for a flying king all that are
    /// free.
    fn landings(&self, so_far: &Capture<G>, victim: Cell, direction: Direction) -> Vec<Cell> {
        let range = if flies::<G>(so_far.rank) { usize::MAX } else { 1 };
        line(self.position, victim, direction).take_while(|&cell| self.is_free(cell)).take(range).collect()
    }

    fn land(&self, so_far: &Capture<G>, victim: Cell, at: Cell) -> Capture<G> {
        let captured = so_far.captured | Set::of(victim);
        let rank = match G::RULES.promotion {
            // A man that captures through the last row and out again stays a man (FMJD, Annex 1).
            Promotion::AtRest => so_far.rank,
            // A man becomes a king on the last row at once: in Russian draughts the capture goes on as a
            // king's, in English draughts it is over (WCDF).
            Promotion::InPassing | Promotion::EndsMove => at_rest(self.position, so_far.rank, at),
        };
        Capture { at, rank, captured }
    }

    /// Ends the capture. The pieces that it took are lifted now, not before (FMJD, Annex 1).
    ///
    /// The rank cannot make two moves of one: who became a king on the way took a piece of the last row
    /// but one, and a man that takes that piece on another route becomes a king too.
    fn end(&mut self, capture: &Capture<G>) {
        if self.seen.insert(*capture) {
            let arrives = at_rest(self.position, capture.rank, capture.at);
            let captured = capture.captured;
            self.found.push(Move { from: self.from, to: capture.at, mover: self.rank, arrives, captured });
        }
    }

    /// Whether a cell is free while the captor is on its way. Where it came from is: it is not there.
    fn is_free(&self, cell: Cell) -> bool {
        cell == self.from || self.position.content(cell) == Content::Free
    }

    fn is_opponent(&self, cell: Cell) -> bool {
        matches!(self.position.content(cell), Content::Piece(piece) if piece.color() != self.position.turn())
    }
}

/// The pieces of the player to move.
fn own_pieces<G: Game>(position: &Position<G>) -> impl Iterator<Item = (Cell, Rank)> {
    (1..=G::Board::SQUARES).filter_map(G::Board::cell).filter_map(|cell| match position.content(cell) {
        Content::Piece(piece) if piece.color() == position.turn() => Some((cell, piece.rank())),
        _ => None,
    })
}

/// The cells in a direction, up to the edge of the board.
fn line<G: Game>(position: &Position<G>, from: Cell, direction: Direction) -> impl Iterator<Item = Cell> {
    successors(position.step(from, direction), move |&cell| position.step(cell, direction))
}

/// What a piece is once it has stopped on a cell: a man on its last row is a king (FMJD, Annex 1; WCDF).
fn at_rest<G: Game>(position: &Position<G>, rank: Rank, at: Cell) -> Rank {
    if G::Board::promotion_row(position.turn()).contains(at) { Rank::King } else { rank }
}

/// White's men move up the board, Black's down.
fn is_forward(color: Color, direction: Direction) -> bool {
    match direction {
        Direction::UpLeft | Direction::UpRight => color == Color::White,
        Direction::DownLeft | Direction::DownRight => color == Color::Black,
    }
}

fn flies<G: Game>(rank: Rank) -> bool {
    rank == Rank::King && G::RULES.flying_kings
}

//! Routes of captures, which a move does not contain.
//!
//! The search for a route works on the mailbox, so that it is compiled once for all games.

use rustc_hash::FxHashSet;

use crate::board::{Cell, Color, Content, Direction, Game, Mailbox, Move, Placement, Promotion, Rank, Rules};
use crate::board::{Set, SetOf};

/// The most stages that a search visits. Kings among dozens of pieces have too many routes to visit all of
/// them; in practice a route is found among the first hundred stages.
pub(super) const MOST_STAGES: u32 = 100_000;

/// The full path of a capture: the origin, each cell where the piece turns or, if it goes straight on, lands
/// behind a captured piece, and the destination. Among several routes it is the first in reading order.
///
/// Between two consecutive cells of a full path there is exactly one piece. So a full path determines what is
/// captured, and no two moves share one. Returns `None` if there is none among the first `most_stages`.
pub(super) fn full_path<G: Game>(
    placement: &Placement<G>,
    mv: &Move<G>,
    most_stages: u32,
) -> Option<Vec<Cell>> {
    RouteSearch { left: most_stages, ..RouteSearch::of(placement, mv) }.find(mv.mover)
}

/// What a piece does on the cells of a path that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    /// It lands there between two captures.
    Lands,
    /// It lands there or flies over it.
    Passes,
}

/// The moves with a route that visits these cells in this order; all moves if there are no cells to visit.
/// If the searches take too long, also all remaining moves, since they cannot be excluded.
pub(super) fn visiting<'a, G: Game>(
    placement: &Placement<G>,
    moves: impl Iterator<Item = &'a Move<G>>,
    wanted: &[Cell],
    visit: Visit,
) -> Vec<Move<G>> {
    let mut left = MOST_STAGES;
    let visits = |mv: &&Move<G>| {
        let mut search = RouteSearch { wanted, visit, left, ..RouteSearch::of(placement, mv) };
        let found = wanted.is_empty() || search.find(mv.mover).is_some();
        left = search.left;
        found || left == 0
    };
    moves.filter(visits).copied().collect()
}

/// Whether a piece can reach `to` by a capture, complete or not.
pub(super) fn is_on_a_capture<G: Game>(placement: &Placement<G>, from: Cell, to: Cell) -> bool {
    let mover = placement.rank(from);
    let everything = Move { from, to, mover, arrives: mover, captured: placement.pieces(!placement.turn) };
    RouteSearch { captures_all: false, ..RouteSearch::of(placement, &everything) }.find(mover).is_some()
}

/// What is captured on a path that contains every turn. Returns `None` if it is not such a path.
pub(super) fn captured_along<G: Game>(placement: &Placement<G>, path: &[Cell]) -> Option<SetOf<G>> {
    let opponents = placement.pieces(!placement.turn).bits();
    let own = placement.pieces(placement.turn).bits() & !u128::of(*path.first()?);
    let (board, directions) = (Mailbox::of(placement), placement.game.rules().capture_lines.directions());
    let mut captured = u128::EMPTY;
    for ends in path.windows(2) {
        let passed = between(&board, directions, ends[0], ends[1])?;
        let victim = passed & opponents;
        if passed.meets(own | captured) || victim.is_many() {
            return None;
        }
        captured |= victim;
    }
    Some(Set::from_bits(captured))
}

/// The cells between two cells on one line in one of these directions. Returns `None` if they are not on one.
fn between(board: &Mailbox, directions: &[Direction], from: Cell, to: Cell) -> Option<u128> {
    let &direction = directions.iter().find(|&&it| board.line(from, it).any(|cell| cell == to))?;
    let cells = board.line(from, direction).take_while(|&cell| cell != to);
    Some(cells.fold(Set::EMPTY, |set, cell| set | u128::of(cell)))
}

/// A capture that has reached a cell of its full path.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stage {
    at: Cell,
    rank: Rank,
    captured: u128,
    /// The direction in which the piece came, if it matters.
    came: Option<Direction>,
    /// Whether the cell is not next to the captured piece. From here the piece can only turn.
    only_turns: bool,
    /// How many of the wanted cells it has visited.
    visited: usize,
}

/// A depth-first search for the first route in reading order.
///
/// What is possible after a stage does not depend on how it was reached, so a stage is tried once.
struct RouteSearch<'a> {
    board: Mailbox,
    rules: Rules,
    turn: Color,
    from: Cell,
    to: Cell,
    /// The pieces that may be captured.
    victims: u128,
    /// Whether all of them have to be.
    captures_all: bool,
    wanted: &'a [Cell],
    visit: Visit,
    tried: FxHashSet<Stage>,
    /// How many stages may still be visited.
    left: u32,
}

impl RouteSearch<'_> {
    fn of<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> Self {
        Self {
            board: Mailbox::of(placement),
            rules: *placement.game.rules(),
            turn: placement.turn,
            from: mv.from,
            to: mv.to,
            victims: mv.captured.bits(),
            captures_all: true,
            wanted: &[],
            visit: Visit::Passes,
            tried: FxHashSet::default(),
            left: MOST_STAGES,
        }
    }

    /// The route of a piece of this rank.
    fn find(&mut self, rank: Rank) -> Option<Vec<Cell>> {
        let start =
            Stage { at: self.from, rank, captured: Set::EMPTY, came: None, only_turns: false, visited: 0 };
        let mut path = vec![self.from];
        self.reaches_end(&start, &mut path).then_some(path)
    }

    fn reaches_end(&mut self, stage: &Stage, path: &mut Vec<Cell>) -> bool {
        if self.is_end(stage) {
            return true;
        }
        if self.left == 0 || !self.tried.insert(*stage) {
            return false;
        }
        self.left -= 1;
        for next in self.next_stages(stage) {
            path.push(next.at);
            if self.reaches_end(&next, path) {
                return true;
            }
            path.pop();
        }
        false
    }

    fn is_end(&self, stage: &Stage) -> bool {
        let captures_enough =
            if self.captures_all { stage.captured == self.victims } else { !stage.captured.is_empty() };
        captures_enough && stage.at == self.to && stage.visited == self.wanted.len()
    }

    /// The stages after one more capture, in reading order.
    fn next_stages(&self, stage: &Stage) -> Vec<Stage> {
        let mut next = Vec::new();
        for direction in self.directions(stage) {
            self.capture(stage, direction, &mut next);
        }
        next.sort_by_key(|stage| stage.at);
        next
    }

    fn directions(&self, stage: &Stage) -> Vec<Direction> {
        let came = stage.came.filter(|_| stage.only_turns);
        let mut directions = self.rules.capture_lines.directions().to_vec();
        directions.retain(|&it| came.is_none_or(|came| it != came && it != came.reversed()));
        if stage.rank == Rank::Man {
            let is_over = self.rules.promotion == Promotion::EndsMove && self.is_last_row(stage.at);
            let backward = self.rules.men_capture_backward;
            directions.retain(|&it| !is_over && (backward || it.is_forward(self.turn)));
        }
        directions
    }

    /// Captures the first piece in a direction, if possible, and lands on each cell behind it.
    fn capture(&self, stage: &Stage, direction: Direction, next: &mut Vec<Stage>) {
        let flies = stage.rank == Rank::King && self.rules.flying_kings;
        // Going straight on, it may as well have landed on any of these cells.
        let lands = self.visit == Visit::Passes || stage.came == Some(direction);
        let came = Some(direction).filter(|_| self.visit == Visit::Lands);
        let mut stage = Stage { came, only_turns: false, ..*stage };
        let mut ahead = self.board.step(stage.at, direction);
        while let Some(cell) = ahead.filter(|&cell| flies && self.is_empty(cell)) {
            if lands {
                self.count(&mut stage, cell);
            }
            ahead = self.board.step(cell, direction);
        }
        let capturable = self.victims & !stage.captured;
        let Some(victim) = ahead.filter(|&cell| capturable.contains(cell)) else { return };
        stage.captured |= u128::of(victim);
        let mut behind = self.board.step(victim, direction);
        while let Some(cell) = behind.filter(|&cell| self.is_empty(cell)) {
            let mut landed = stage;
            self.count(&mut landed, cell);
            next.push(self.landed(landed, cell));
            if self.visit == Visit::Passes {
                stage = landed;
            }
            (stage.came, stage.only_turns) = (Some(direction), true);
            behind = self.board.step(cell, direction).filter(|_| flies);
        }
    }

    /// Counts a cell if it is the next one that is wanted.
    fn count(&self, stage: &mut Stage, cell: Cell) {
        stage.visited += usize::from(self.wanted.get(stage.visited) == Some(&cell));
    }

    fn landed(&self, mut stage: Stage, at: Cell) -> Stage {
        stage.at = at;
        if self.rules.promotion == Promotion::InPassing && self.is_last_row(at) {
            stage.rank = Rank::King;
        }
        stage
    }

    /// Whether a cell is empty during the capture. The cell that the piece has left is.
    fn is_empty(&self, cell: Cell) -> bool {
        cell == self.from || self.board.get(cell) == Content::Empty
    }

    fn is_last_row(&self, cell: Cell) -> bool {
        self.board.is_promotion_cell(cell, self.turn)
    }
}

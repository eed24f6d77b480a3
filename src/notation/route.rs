//! The ways on which a piece captures: a move does not hold its route.

use std::collections::HashSet;

use crate::board::{Cell, Color, Direction, Game, Geometry, Move, Placement, Promotion, Rank, Set, SetOf};

/// How many stages a search may look at. The ways of a king around dozens of pieces are too many for
/// looking at all of them; what is found in practice is found among the first hundred.
const MOST_STAGES: u32 = 100_000;

/// The full path of a capture, and of its routes the first in reading order: where it begins, where it
/// turns, where it lands behind a piece when it goes straight on, and where it ends.
///
/// Between two cells of a full path that follow each other lies exactly one piece. So a full path says
/// what is taken, and no two moves share one. None: not found among [`MOST_STAGES`].
pub(super) fn full_path<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> Option<Vec<Cell>> {
    Search::over(placement, mv).find(mv.from, mv.mover)
}

/// The moves that have a route that visits these cells in this order; all, when there are none to visit.
/// When the searches become too long, also all that are left: what cannot be excluded stays possible.
pub(super) fn visiting<'a, G: Game>(
    placement: &Placement<G>,
    moves: impl Iterator<Item = &'a Move<G>>,
    wanted: &[Cell],
) -> Vec<Move<G>> {
    let mut left = MOST_STAGES;
    let visits = |mv: &&Move<G>| {
        let mut search = Search { wanted, left, ..Search::over(placement, mv) };
        let found = wanted.is_empty() || search.find(mv.from, mv.mover).is_some();
        left = search.left;
        found || left == 0
    };
    moves.filter(visits).copied().collect()
}

/// Whether a piece can come to `to` by taking something, whether or not it may stop there.
pub(super) fn is_on_a_capture<G: Game>(placement: &Placement<G>, from: Cell, to: Cell) -> bool {
    let mover = if placement.kings.contains(from) { Rank::King } else { Rank::Man };
    let everything = Move { from, to, mover, arrives: mover, captured: placement.pieces(!placement.turn) };
    Search { takes_all: false, ..Search::over(placement, &everything) }.find(from, mover).is_some()
}

/// What is taken on a path that names every turn, and more if it likes. None: it is not one.
pub(super) fn taken_along<G: Game>(placement: &Placement<G>, path: &[Cell]) -> Option<SetOf<G>> {
    let opponents = placement.pieces(!placement.turn);
    let in_the_way = placement.pieces(placement.turn) & !SetOf::<G>::of(*path.first()?);
    let mut taken = SetOf::<G>::EMPTY;
    for ends in path.windows(2) {
        let passed = between::<G>(ends[0], ends[1])?;
        let victim = passed & opponents;
        if passed.meets(in_the_way | taken) || victim.is_many() {
            return None;
        }
        taken |= victim;
    }
    Some(taken)
}

/// The cells between two cells on one line.
fn between<G: Game>(from: Cell, to: Cell) -> Option<SetOf<G>> {
    let direction =
        Direction::ALL.into_iter().find(|&direction| G::Board::ray(from, direction).contains(to))?;
    Some(G::Board::ray(from, direction) & G::Board::ray(to, direction.reversed()))
}

/// The next cell in a direction.
pub(super) fn step<G: Game>(cell: Cell, direction: Direction) -> Option<Cell> {
    let stepped = SetOf::<G>::of(cell).shifted(direction.offset(G::Board::SIZE)) & G::Board::PLAYING;
    stepped.cells().next()
}

/// Whether this player's men move that way.
pub(super) fn is_forward(color: Color, direction: Direction) -> bool {
    direction.is_down() == (color == Color::Black)
}

/// A capture that has come to a cell of its full path.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stage<G: Game> {
    at: Cell,
    rank: Rank,
    captured: SetOf<G>,
    /// The way it came, when the cell is not the one behind the piece: here it can only turn.
    came: Option<Direction>,
    /// How many of the wanted cells it has visited.
    visited: usize,
}

/// Looks for the first route in reading order.
///
/// Depth first. How a stage was come to does not matter for what is still possible, so one that has led
/// nowhere is not tried again.
struct Search<'a, G: Game> {
    to: Cell,
    /// What may be taken.
    victims: SetOf<G>,
    /// Whether all of it has to be.
    takes_all: bool,
    wanted: &'a [Cell],
    turn: Color,
    /// Where the piece can be: the cell where it began is one of them.
    free: SetOf<G>,
    tried: HashSet<Stage<G>>,
    /// How many stages may still be looked at.
    left: u32,
}

impl<'a, G: Game> Search<'a, G> {
    fn over(placement: &Placement<G>, mv: &Move<G>) -> Self {
        Self {
            to: mv.to,
            victims: mv.captured,
            takes_all: true,
            wanted: &[],
            turn: placement.turn,
            free: placement.free() | Set::of(mv.from),
            tried: HashSet::new(),
            left: MOST_STAGES,
        }
    }

    /// The route of a piece that begins here.
    fn find(&mut self, from: Cell, rank: Rank) -> Option<Vec<Cell>> {
        let start = Stage { at: from, rank, captured: Set::EMPTY, came: None, visited: 0 };
        let mut path = vec![from];
        self.goes_on(&start, &mut path).then_some(path)
    }

    fn goes_on(&mut self, stage: &Stage<G>, path: &mut Vec<Cell>) -> bool {
        if self.is_end(stage) {
            return true;
        }
        if self.left == 0 || !self.tried.insert(*stage) {
            return false;
        }
        self.left -= 1;
        for next in self.next_stages(stage) {
            path.push(next.at);
            if self.goes_on(&next, path) {
                return true;
            }
            path.pop();
        }
        false
    }

    fn is_end(&self, stage: &Stage<G>) -> bool {
        let takes_enough =
            if self.takes_all { stage.captured == self.victims } else { !stage.captured.is_empty() };
        takes_enough && stage.at == self.to && stage.visited == self.wanted.len()
    }

    /// The stages one piece further, in reading order.
    fn next_stages(&self, stage: &Stage<G>) -> Vec<Stage<G>> {
        let mut next = Vec::new();
        for direction in self.directions(stage) {
            self.strike(stage, direction, &mut next);
        }
        next.sort_by_key(|stage| stage.at);
        next
    }

    fn directions(&self, stage: &Stage<G>) -> Vec<Direction> {
        let mut directions = stage.came.map_or(Direction::ALL.to_vec(), |came| came.across().to_vec());
        if stage.rank == Rank::Man {
            let is_over = G::RULES.promotion == Promotion::EndsMove && self.is_last_row(stage.at);
            let goes_back = G::RULES.men_capture_backward;
            directions.retain(|&it| !is_over && (goes_back || is_forward(self.turn, it)));
        }
        directions
    }

    /// Takes the first piece in a direction, if that can be, and lands on each cell behind it.
    fn strike(&self, stage: &Stage<G>, direction: Direction, next: &mut Vec<Stage<G>>) {
        let flies = stage.rank == Rank::King && G::RULES.flying_kings;
        let mut stage = *stage;
        let mut ahead = step::<G>(stage.at, direction);
        while let Some(cell) = ahead.filter(|&cell| flies && self.free.contains(cell)) {
            self.pass(&mut stage, cell);
            ahead = step::<G>(cell, direction);
        }
        let takeable = self.victims & !stage.captured;
        let Some(victim) = ahead.filter(|&cell| takeable.contains(cell)) else { return };
        stage.captured |= Set::of(victim);
        stage.came = None;
        let mut behind = step::<G>(victim, direction);
        while let Some(cell) = behind.filter(|&cell| self.free.contains(cell)) {
            self.pass(&mut stage, cell);
            next.push(self.landed(stage, cell));
            stage.came = Some(direction);
            behind = step::<G>(cell, direction).filter(|_| flies);
        }
    }

    fn pass(&self, stage: &mut Stage<G>, cell: Cell) {
        stage.visited += usize::from(self.wanted.get(stage.visited) == Some(&cell));
    }

    fn landed(&self, mut stage: Stage<G>, at: Cell) -> Stage<G> {
        stage.at = at;
        if G::RULES.promotion == Promotion::InPassing && self.is_last_row(at) {
            stage.rank = Rank::King;
        }
        stage
    }

    fn is_last_row(&self, cell: Cell) -> bool {
        G::Board::promotion_row(self.turn).contains(cell)
    }
}

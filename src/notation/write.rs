//! Writing moves.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Square, route};
use crate::board::{Cell, Game, Geometry, Move, MoveList, Notation, Placement, Set};

/// The shortest unambiguous text of a legal move, in the notation of the game.
#[must_use]
pub fn to_text<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> String {
    to_text_among(placement, &MoveList::legal(placement), mv)
}

/// The same, if the legal moves are already known. For the texts of all of them see [`to_texts`].
#[must_use]
pub fn to_text_among<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> String {
    joined(placement.game, mv, &shortest(placement, legal, mv))
}

/// The texts of all legal moves, in their order.
///
/// There can be tens of thousands of them: what they have in common is found in one pass.
#[must_use]
pub fn to_texts<G: Game>(placement: &Placement<G>, legal: &[Move<G>]) -> Vec<String> {
    let twins = Twins::of(legal);
    legal.iter().map(|mv| joined(placement.game, mv, &twins.shortest(placement, mv))).collect()
}

/// The full path of a legal move: every cell where the piece turns, and those behind captured pieces where it
/// goes straight on. Among several routes it is the first in reading order.
#[must_use]
pub fn full_path<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> String {
    joined(placement.game, mv, &path(placement, mv, route::MOST_STAGES))
}

/// The numbers of the squares that a piece visits in a legal move: the origin, each square where it turns or lands
/// behind a captured piece, and the destination.
#[must_use]
pub fn visited_squares<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> Vec<usize> {
    let route = if mv.is_capture() { route::full_path(placement, mv, route::MOST_STAGES) } else { None };
    route.unwrap_or_else(|| vec![mv.from, mv.to]).into_iter().map(G::Board::square).collect()
}

/// The shortest unambiguous text of a legal move without separators: two digits for each square.
#[must_use]
pub fn compact<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> String {
    digits::<G>(&shortest(placement, legal, mv))
}

/// The compact texts of all legal moves, in their order.
#[must_use]
pub fn compacts<G: Game>(placement: &Placement<G>, legal: &[Move<G>]) -> Vec<String> {
    let twins = Twins::of(legal);
    legal.iter().map(|mv| digits::<G>(&twins.shortest(placement, mv))).collect()
}

fn digits<G: Game>(cells: &[Cell]) -> String {
    cells.iter().map(|&cell| format!("{:02}", G::Board::square(cell))).collect()
}

/// Origin and destination, or the full path if a different capture has the same.
fn shortest<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> Vec<Cell> {
    let is_twin =
        |other: &Move<G>| other.from == mv.from && other.to == mv.to && other.captured != mv.captured;
    if legal.iter().any(is_twin) { Twins::of(legal).shortest(placement, mv) } else { vec![mv.from, mv.to] }
}

/// The captures among the legal moves that have the same origin and destination as another one.
struct Twins {
    ends: FxHashSet<(Cell, Cell)>,
    /// How many such captures there are.
    count: u32,
}

/// The most stages that the searches for the routes of all legal moves visit, if there are not too many moves.
const MOST_STAGES_OF_LIST: u32 = 100_000;
/// The number of stages among which a route is found in practice.
const FEW_STAGES: u32 = 100;

impl Twins {
    fn of<'a, G: Game>(legal: impl IntoIterator<Item = &'a Move<G>>) -> Self {
        let mut numbers = FxHashMap::default();
        for mv in legal {
            *numbers.entry((mv.from, mv.to)).or_insert(0) += 1;
        }
        numbers.retain(|_, number| *number > 1);
        Self { count: numbers.values().sum(), ends: numbers.into_keys().collect() }
    }

    /// Origin and destination, or the full path if a different capture has the same.
    fn shortest<G: Game>(&self, placement: &Placement<G>, mv: &Move<G>) -> Vec<Cell> {
        if self.ends.contains(&(mv.from, mv.to)) {
            path(placement, mv, (MOST_STAGES_OF_LIST / self.count).max(FEW_STAGES))
        } else {
            vec![mv.from, mv.to]
        }
    }
}

/// The full path of a move, which no other move shares. If none is found in a number of stages, the captured
/// squares follow as in Hub. This is unambiguous too, since these squares are occupied.
fn path<G: Game>(placement: &Placement<G>, mv: &Move<G>, most_stages: u32) -> Vec<Cell> {
    if !mv.is_capture() {
        return vec![mv.from, mv.to];
    }
    let found = route::full_path(placement, mv, most_stages);
    found.unwrap_or_else(|| [mv.from, mv.to].into_iter().chain(mv.captured.cells()).collect())
}

fn joined<G: Game>(game: G, mv: &Move<G>, cells: &[Cell]) -> String {
    let names: Vec<_> = cells.iter().map(|&cell| Square::of(game, cell).to_string()).collect();
    let sign = match game.notation() {
        _ if !mv.is_capture() => '-',
        Notation::Numeric => 'x',
        Notation::Algebraic { capture } => capture,
    };
    names.join(sign.encode_utf8(&mut [0; 4]))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell as Shared;

    use super::*;
    use crate::board::Draughts;
    use crate::notation::Setup;

    #[test]
    fn the_texts_of_many_moves_take_one_pass_over_them() {
        let fen = "W:WK45,K50:B7,8,11,13,15,16,19,20,21,27,29,30,32,33,40,42,43,44,K47,K49";
        let position =
            fen.parse::<Setup>().and_then(|setup| setup.position(Draughts::<10>)).expect("a position");
        let placement = position.placement();
        let legal = MoveList::legal(placement);
        let visited = Shared::new(0);
        let twins = Twins::of(legal.iter().inspect(|_| visited.set(visited.get() + 1)));
        let texts: Vec<_> =
            legal.iter().map(|mv| joined(placement.game, mv, &twins.shortest(placement, mv))).collect();
        assert_eq!((legal.len(), visited.get()), (300, 300));
        assert_eq!(texts, to_texts(placement, &legal));
        let alone = legal.iter().map(|mv| to_text_among(placement, &legal, mv));
        assert!(alone.eq(texts.iter().cloned()));
        assert_eq!(texts.iter().collect::<FxHashSet<_>>().len(), 300);
    }
}

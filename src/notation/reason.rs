//! Finding out why a move is not legal.

use super::{Refusal, Square, route};
use crate::board::{
    Cell, Content, Direction, Game, KingRuns, Landing, Mailbox, Move, Placement, Position, Precedence, Rank,
    Rules, Set, rulebook,
};

/// The meaning of the squares of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The path of the piece.
    Path,
    /// Origin, destination and the captured pieces.
    Hub,
}

/// Why these cells, at least one, are not a legal move.
pub(super) fn reason<G: Game>(
    placement: &Placement<G>,
    legal: &[Move<G>],
    cells: &[Cell],
    form: Form,
) -> Refusal {
    let (Some(&from), Some(&last)) = (cells.first(), cells.last()) else { return Refusal::NotAMove };
    let to = if form == Form::Hub { cells[1] } else { last };
    let [from_name, to_name] = [from, to].map(|cell| Square::of(placement.game, cell));
    if cells.len() == 1 {
        Refusal::NoMoveTo { to: to_name }
    } else if !placement.occupied().contains(from) {
        Refusal::NoPiece { square: from_name }
    } else if !placement.pieces(placement.turn).contains(from) {
        Refusal::NotYours { square: from_name, turn: placement.turn }
    } else if to != from && placement.occupied().contains(to) {
        Refusal::Occupied { square: to_name }
    } else if !legal.iter().any(|mv| mv.from == from && mv.to == to) {
        no_such_ends(placement, legal, from, to)
    } else if form == Form::Hub {
        Refusal::OtherPieces { from: from_name, to: to_name }
    } else {
        Refusal::OtherRoute { from: from_name, to: to_name }
    }
}

/// Why no legal move of the piece on `from` ends on the empty cell `to`.
fn no_such_ends<G: Game>(placement: &Placement<G>, legal: &[Move<G>], from: Cell, to: Cell) -> Refusal {
    let [from_name, to_name] = [from, to].map(|cell| Square::of(placement.game, cell));
    let obligatory = legal.iter().map(|mv| mv.captured.count()).max().filter(|&most| most > 0);
    match obligatory {
        Some(_) if lands_too_far(placement, from, to) => Refusal::NotBehindKing { square: to_name },
        Some(most) if route::is_on_a_capture(placement, from, to) => {
            match placement.game.rules().precedence {
                Precedence::Most => Refusal::MorePieces { most },
                Precedence::Value => Refusal::GreaterValue,
                Precedence::Free => Refusal::Unfinished { square: to_name },
            }
        }
        Some(_) if can_go(placement, from, to) => Refusal::MustCapture { turn: placement.turn },
        None if placement.resting_king().contains(from) && can_go(placement, from, to) => {
            let moves = placement.runs.of(placement.turn).map_or(0, |run| run.moves);
            Refusal::RestingKing { square: from_name, moves }
        }
        _ => Refusal::Unreachable { from: from_name, to: to_name },
    }
}

/// Whether it would be a move if a king could land anywhere behind the last piece of its capture.
fn lands_too_far<G: Game>(placement: &Placement<G>, from: Cell, to: Cell) -> bool {
    let rules = *placement.game.rules();
    let position = (rules.landing != Landing::Anywhere).then(|| Position::new(*placement).ok()).flatten();
    position.is_some_and(|position| {
        let free = rulebook::moves_by(Rules { landing: Landing::Anywhere, ..rules }, &position);
        free.iter().any(|mv| mv.from == from && mv.to == to)
    })
}

/// Whether the piece could make this quiet move if no capture were obligatory.
fn can_go<G: Game>(placement: &Placement<G>, from: Cell, to: Cell) -> bool {
    let board = Mailbox::of(placement);
    let rank = placement.rank(from);
    let range = if rank == Rank::King && placement.game.rules().flying_kings { usize::MAX } else { 1 };
    let is_open = |&direction: &Direction| rank == Rank::King || direction.is_forward(placement.turn);
    Direction::ALL.into_iter().filter(is_open).any(|direction| {
        let line = board.line(from, direction).take(range);
        line.take_while(|&cell| board.get(cell) == Content::Empty).any(|cell| cell == to)
    })
}

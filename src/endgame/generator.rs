//! The move generators that a probe can use.

use crate::board::{Black, Color, Game, Move, Placement, Position, White, movegen, rulebook};

/// A move generator for probing. Tables do not store values of positions with captures, so a probe plays
/// the captures out.
pub trait Generator: Copy {
    /// Calls `visit` with every legal capture.
    fn captures<G: Game>(self, placement: &Placement<G>, visit: impl FnMut(Move<G>));

    /// Whether there is a legal move.
    fn has_moves<G: Game>(self, placement: &Placement<G>) -> bool;
}

/// The fast generator, which the search uses.
#[derive(Clone, Copy, Debug)]
pub struct Fast;

/// The independent generator that follows the text of the rules.
#[derive(Clone, Copy, Debug)]
pub struct Rulebook;

impl Generator for Fast {
    #[inline(always)]
    fn captures<G: Game>(self, placement: &Placement<G>, visit: impl FnMut(Move<G>)) {
        match placement.turn {
            Color::White => movegen::visit_captures::<G, White>(placement, visit),
            Color::Black => movegen::visit_captures::<G, Black>(placement, visit),
        }
    }

    fn has_moves<G: Game>(self, placement: &Placement<G>) -> bool {
        movegen::has_moves(placement)
    }
}

impl Generator for Rulebook {
    fn captures<G: Game>(self, placement: &Placement<G>, visit: impl FnMut(Move<G>)) {
        if let Ok(position) = Position::new(*placement) {
            rulebook::captures(&position).into_iter().for_each(visit);
        }
    }

    fn has_moves<G: Game>(self, placement: &Placement<G>) -> bool {
        Position::new(*placement).is_ok_and(|position| !rulebook::moves(&position).is_empty())
    }
}

//! The moves of a placement, fast: on sets, with rules and color fixed at compile time.
//!
//! Not the judge of what is legal: that is [`super::rulebook`], and the two agree everywhere.

mod captures;
mod memory;
mod sides;
mod view;

pub use sides::{Black, Side, White};

use super::{Color, Game, Move, MoveList, Placement};
use view::View;

/// Adds all legal moves to `list`, each exactly once.
pub fn moves<G: Game>(placement: &Placement<G>, list: &mut MoveList<G>) {
    each(placement, |mv| list.push(mv));
}

/// Shows each legal move to `see`, exactly once.
#[inline(always)]
pub fn each<G: Game>(placement: &Placement<G>, see: impl FnMut(Move<G>)) {
    match placement.turn {
        Color::White => visit::<G, White>(placement, see),
        Color::Black => visit::<G, Black>(placement, see),
    }
}

/// How many legal moves there are.
#[must_use]
pub fn count<G: Game>(placement: &Placement<G>) -> u64 {
    match placement.turn {
        Color::White => count_of::<G, White>(placement),
        Color::Black => count_of::<G, Black>(placement),
    }
}

/// Whether there is a legal move.
#[must_use]
pub fn has_moves<G: Game>(placement: &Placement<G>) -> bool {
    match placement.turn {
        Color::White => View::<G, White>::of(placement).has_moves(),
        Color::Black => View::<G, Black>::of(placement).has_moves(),
    }
}

/// Whether the player to move has to capture.
#[must_use]
pub fn must_capture<G: Game>(placement: &Placement<G>) -> bool {
    match placement.turn {
        Color::White => View::<G, White>::of(placement).must_capture(),
        Color::Black => View::<G, Black>::of(placement).must_capture(),
    }
}

/// Shows each legal move of `C`, whose turn it is, to `see`.
#[inline(always)]
pub fn visit<G: Game, C: Side>(placement: &Placement<G>, mut see: impl FnMut(Move<G>)) {
    View::<G, C>::of(placement).visit(&mut see);
}

/// Shows each capture of `C`, whose turn it is, to `see`. None is shown when there is no need to capture.
#[inline(always)]
pub fn visit_captures<G: Game, C: Side>(placement: &Placement<G>, mut see: impl FnMut(Move<G>)) {
    View::<G, C>::of(placement).visit_captures(&mut see);
}

/// How many legal moves `C` has, whose turn it is.
#[inline(always)]
#[must_use]
pub fn count_of<G: Game, C: Side>(placement: &Placement<G>) -> u64 {
    View::<G, C>::of(placement).count()
}

/// The placement after a move of `C`, whose turn it is.
#[inline(always)]
#[must_use]
pub fn play<G: Game, C: Side>(placement: &Placement<G>, mv: &Move<G>) -> Placement<G> {
    Placement { turn: C::COLOR, ..*placement }.play(mv)
}

//! Fast move generation, on sets of cells, with rules and color fixed at compile time.
//!
//! Tests compare it with the independent generator in [`super::rulebook`].

mod captures;
mod count;
mod direction_sets;
mod memory;
mod pairs;
mod sides;
mod straight;
mod view;
mod visit;

use std::ops::ControlFlow;

pub use sides::{Black, Side, White};

use super::{Color, Game, Move, MoveList, Placement};
use view::View;

/// Whether to go on. It is asked every now and then while captures take long to generate, and at least once then.
///
/// In nearly all positions captures do not; there are some in which they take tenths of a second.
pub type Poll<'a> = dyn FnMut() -> ControlFlow<()> + 'a;

/// Goes on in any case.
pub(crate) fn unstoppable() -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// What a [`Poll`] answers: to break off what is over, and to go on with the rest.
pub(crate) fn stop_if(is_over: bool) -> ControlFlow<()> {
    if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Adds all legal moves to `list`, each exactly once.
pub fn moves<G: Game>(placement: &Placement<G>, list: &mut MoveList<G>) {
    let _ = try_moves(placement, &mut unstoppable, list);
}

/// The same, unless `poll` breaks it off: then no move is added.
pub fn try_moves<G: Game>(
    placement: &Placement<G>,
    poll: &mut Poll<'_>,
    list: &mut MoveList<G>,
) -> ControlFlow<()> {
    try_each(placement, poll, |mv| list.push(mv))
}

/// Calls `see` with each legal move, exactly once, unless `poll` breaks it off: then it is not called.
#[inline(always)]
pub fn try_each<G: Game>(
    placement: &Placement<G>,
    poll: &mut Poll<'_>,
    mut see: impl FnMut(Move<G>),
) -> ControlFlow<()> {
    match placement.turn {
        Color::White => View::<G, White>::of(placement).visit(poll, &mut see),
        Color::Black => View::<G, Black>::of(placement).visit(poll, &mut see),
    }
}

/// The number of legal moves.
#[must_use]
pub fn count<G: Game>(placement: &Placement<G>) -> u64 {
    match placement.turn {
        Color::White => count_of::<G, White>(placement),
        Color::Black => count_of::<G, Black>(placement),
    }
}

/// Whether the player to move has a legal move.
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

/// Calls `see` with each legal move of `C`, the player to move.
#[inline(always)]
pub fn visit<G: Game, C: Side>(placement: &Placement<G>, mut see: impl FnMut(Move<G>)) {
    let _ = View::<G, C>::of(placement).visit(&mut unstoppable, &mut see);
}

/// Calls `see` with each legal capture of `C`, the player to move.
#[inline(always)]
pub fn visit_captures<G: Game, C: Side>(placement: &Placement<G>, mut see: impl FnMut(Move<G>)) {
    let _ = View::<G, C>::of(placement).visit_captures(&mut see);
}

/// The number of legal moves of `C`, the player to move.
#[inline(always)]
#[must_use]
pub fn count_of<G: Game, C: Side>(placement: &Placement<G>) -> u64 {
    View::<G, C>::of(placement).count()
}

/// The placement after a move of `C`, the player to move.
#[inline(always)]
#[must_use]
pub fn play<G: Game, C: Side>(placement: &Placement<G>, mv: &Move<G>) -> Placement<G> {
    Placement { turn: C::COLOR, ..*placement }.play(mv)
}

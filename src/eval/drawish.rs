//! Endgames that are almost always drawn despite a material advantage.

use crate::board::{CaptureLines, Color, Game, Geometry, Goal, Landing, Placement, Set, SetOf};

/// The score of such an endgame is divided by this.
pub(super) const DIVISOR: i32 = 64;

/// Whether a lone flying king draws: against up to three pieces on boards of 10×10 and larger or on the main
/// diagonal, against up to two elsewhere. A king that has to land right behind it can be caught, and so
/// can one that is captured along files and rows too.
///
/// Truncation of games in a match uses a wider rule, in which the player with the king may have other pieces.
#[inline(always)]
pub(super) fn is_drawish<G: Game>(placement: &Placement<G>) -> bool {
    let rules = placement.game.rules();
    let escapes = rules.flying_kings
        && rules.landing == Landing::Anywhere
        && rules.capture_lines == CaptureLines::Diagonals
        && rules.goal == Goal::Block;
    escapes && Color::ALL.into_iter().any(|color| lone_king_draws(placement, color))
}

#[inline(always)]
fn lone_king_draws<G: Game>(placement: &Placement<G>, color: Color) -> bool {
    let own = placement.pieces(color);
    !own.is_empty()
        && !own.is_many()
        && own.meets(placement.kings)
        && placement.pieces(!color).count() <= max_opponents::<G>(own)
}

/// The number of opposing pieces that do not win against the king.
fn max_opponents<G: Game>(king: SetOf<G>) -> u32 {
    if G::Board::SIZE >= 10 || king.meets(G::Board::MAIN_DIAGONAL) { 3 } else { 2 }
}

//! Endings that are hardly ever won, whatever the pieces are worth.

use crate::board::{Color, Game, Geometry, Placement, Set, SetOf};

/// The divisor of the score in such an ending.
pub(super) const SHARE: i32 = 64;

/// Whether a flying king alone holds against the rest: on large boards against three pieces, on small
/// ones against two, or three when it stands on the main diagonal.
#[inline(always)]
pub(super) fn is_drawish<G: Game>(placement: &Placement<G>) -> bool {
    G::RULES.flying_kings && Color::ALL.into_iter().any(|color| holds_alone(placement, color))
}

#[inline(always)]
fn holds_alone<G: Game>(placement: &Placement<G>, color: Color) -> bool {
    let own = placement.pieces(color);
    !own.is_empty()
        && !own.is_many()
        && own.meets(placement.kings)
        && placement.pieces(!color).count() <= max_opponents::<G>(own)
}

fn max_opponents<G: Game>(king: SetOf<G>) -> u32 {
    if G::Board::SIZE >= 10 || king.meets(G::Board::MAIN_DIAGONAL) { 3 } else { 2 }
}

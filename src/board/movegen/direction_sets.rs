//! Sets for each of the four directions, and lines of cells.

use crate::board::{Cell, Direction, Game, Geometry, Set, SetOf};

/// One set for each direction, in the order of [`Direction::ALL`].
pub(super) type PerDirection<S> = [S; 4];

/// Calls `each` for every direction. It is unrolled, so that each step is a shift by a constant.
#[inline(always)]
pub(super) fn per_direction<T>(mut each: impl FnMut(Direction) -> T) -> [T; 4] {
    [each(Direction::UpLeft), each(Direction::UpRight), each(Direction::DownLeft), each(Direction::DownRight)]
}

#[inline(always)]
pub(super) fn union<S: Set>(sets: &PerDirection<S>) -> S {
    sets[0] | sets[1] | sets[2] | sets[3]
}

#[inline(always)]
pub(super) fn total<S: Set>(sets: &PerDirection<S>) -> u64 {
    u64::from(sets[0].count() + sets[1].count() + sets[2].count() + sets[3].count())
}

/// The landing cells behind these captured pieces.
#[inline(always)]
pub(super) fn landings<G: Game>(taken: &PerDirection<SetOf<G>>) -> PerDirection<SetOf<G>> {
    per_direction(|direction| taken[direction as usize].shifted(direction.offset(G::Board::SIZE)))
}

/// The empty cells in a direction up to the first piece or the edge.
#[inline(always)]
pub(super) fn reach<G: Game>(from: Cell, direction: Direction, free: SetOf<G>) -> SetOf<G> {
    let ray = G::Board::ray(from, direction);
    let blockers = ray & !free;
    ray & if direction.is_ascending() { blockers.below_first() } else { blockers.above_last() }
}

/// The first piece in a direction. The set is empty if there is none.
#[inline(always)]
pub(super) fn first_piece<G: Game>(from: Cell, direction: Direction, pieces: SetOf<G>) -> SetOf<G> {
    let first = G::Board::ray(from, direction) & pieces;
    if direction.is_ascending() { first.first_only() } else { first.last_only() }
}

//! Counting the leaves of the move tree.

use crate::board::movegen::{self, Black, Side, White};
use crate::board::{Color, Game, Placement, SetOf};

/// How many leaves the tree has that begins here and ends after `depth` plies.
#[must_use]
pub fn perft<G: Game>(placement: &Placement<G>, depth: u32) -> u64 {
    match placement.turn {
        Color::White => leaves::<G, White>(placement, depth),
        Color::Black => leaves::<G, Black>(placement, depth),
    }
}

fn leaves<G: Game, C: Side>(placement: &Placement<G>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => movegen::count_of::<G, C>(placement),
        2 => sum::<G, C>(placement, |next| moves_of::<G, C::Other>(next.white, next.black, next.kings)),
        _ => sum::<G, C>(placement, |next| leaves::<G, C::Other>(next, depth - 1)),
    }
}

/// The sets one by one, so that they stay in registers.
#[inline(never)]
fn moves_of<G: Game, C: Side>(white: SetOf<G>, black: SetOf<G>, kings: SetOf<G>) -> u64 {
    movegen::count_of::<G, C>(&Placement { white, black, kings, turn: C::COLOR })
}

/// The sum over all placements one move on.
#[inline(always)]
fn sum<G: Game, C: Side>(placement: &Placement<G>, mut count: impl FnMut(&Placement<G>) -> u64) -> u64 {
    let mut sum = 0;
    movegen::visit::<G, C>(placement, |mv| sum += count(&movegen::play::<G, C>(placement, &mv)));
    sum
}

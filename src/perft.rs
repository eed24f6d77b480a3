//! Counting the leaves of the move tree.

use crate::board::movegen::{self, Black, Side, White};
use crate::board::{Color, Game, Placement};

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
        _ => {
            let mut sum = 0;
            movegen::visit::<G, C>(placement, |mv| {
                sum += leaves::<G, C::Other>(&placement.play(&mv), depth - 1)
            });
            sum
        }
    }
}

//! Weights fitted to games by `remise tune`. A variant has them if they scored better than the initial
//! weights in a match.

use crate::board::{Game, Geometry, Promotion};

/// The fitted weights of a game as text. Returns `None` if the game has only initial weights.
pub(super) fn text<G: Game>(game: G) -> Option<&'static str> {
    let rules = game.rules();
    let text = match (rules.flying_kings, rules.promotion, G::Board::SIZE) {
        (true, Promotion::AtRest, 6) => include_str!("fitted/draughts-6.txt"),
        (true, Promotion::AtRest, 8) => include_str!("fitted/draughts-8.txt"),
        (true, Promotion::AtRest, 10) => include_str!("fitted/draughts-10.txt"),
        (true, Promotion::InPassing, 8) => include_str!("fitted/russian.txt"),
        (false, _, 6) => include_str!("fitted/checkers-6.txt"),
        (false, _, 8) => include_str!("fitted/checkers-8.txt"),
        (false, _, 10) => include_str!("fitted/checkers-10.txt"),
        _ => return None,
    };
    Some(text)
}

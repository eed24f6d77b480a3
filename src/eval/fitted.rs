//! What was learnt from games: a file as `remise tune` writes it for each game where it scored better
//! than the guesses in a match.

use crate::board::{Game, Geometry, Promotion};

/// The text of the learned weights for a game. Returns `None` if there are only initial guesses.
pub(super) fn text<G: Game>() -> Option<&'static str> {
    let text = match (G::RULES.flying_kings, G::RULES.promotion, G::Board::SIZE) {
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

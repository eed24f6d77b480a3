//! Weights fitted to games by `remise tune`. A variant has them if they scored better than the initial
//! weights in a match.

use crate::board::{Game, Geometry, Rules};

/// The fitted weights of a game as text. Returns `None` if the game has only initial weights.
///
/// Killer draughts has those of international draughts: it differs only once there are kings.
pub(super) fn text<G: Game>(game: G) -> Option<&'static str> {
    let rules = game.rules();
    let is_like = |other: &Rules| rules.play_as(other);
    let text = if is_like(&Rules::INTERNATIONAL) || is_like(&Rules::KILLER) {
        match G::Board::SIZE {
            6 => include_str!("fitted/draughts-6.txt"),
            8 => include_str!("fitted/draughts-8.txt"),
            10 => include_str!("fitted/draughts-10.txt"),
            _ => return None,
        }
    } else if is_like(&Rules::ENGLISH) {
        match G::Board::SIZE {
            6 => include_str!("fitted/checkers-6.txt"),
            8 => include_str!("fitted/checkers-8.txt"),
            10 => include_str!("fitted/checkers-10.txt"),
            _ => return None,
        }
    } else if is_like(&Rules::RUSSIAN) && G::Board::SIZE == 8 {
        include_str!("fitted/russian.txt")
    } else {
        return None;
    };
    Some(text)
}

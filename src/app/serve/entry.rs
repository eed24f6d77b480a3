//! A move that is entered square by square.

use serde::{Deserialize, Serialize};

use super::game::{GameMessage, MoveView, View};
use super::http::Refusal;
use crate::engine::{GameState, MoveText};
use crate::notation::Refusal as MoveRefusal;

/// The most moves that are offered to choose from.
const MOST_OFFERED: usize = 30;

/// Squares that were clicked, or a move that was typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntryMessage {
    game: GameMessage,
    /// The numbers of the squares, the origin first.
    #[serde(default)]
    squares: Vec<usize>,
    /// A move in any notation, instead of squares.
    #[serde(default)]
    text: String,
}

/// What the squares mean.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Entered {
    /// The move that was played, and the position after it.
    Played(MoveView, Box<View>),
    /// The moves that begin so. More squares have to be named.
    Unfinished(Vec<MoveView>),
    /// Why there is no such move.
    Refused(String),
}

/// Plays a move, if the squares say which.
pub(super) fn enter(asked: EntryMessage) -> Result<Entered, Refusal> {
    let mut game = asked.game.state()?;
    if let Some(outcome) = game.outcome() {
        return Ok(Entered::Refused(crate::app::game::sentence(outcome, &game)));
    }
    let names: Vec<_> = asked.squares.iter().map(|&square| game.square_name(square)).collect();
    let text = if names.is_empty() { asked.text.to_lowercase() } else { names.join("x") };
    let refused = match game.clone().play(&text) {
        Ok(mv) => return Ok(played(&mut game, &mv)),
        Err(error) => error,
    };
    let mut begun = moves_through(&game, &asked.squares);
    match begun.len() {
        0 => Ok(Entered::Refused(refused.to_string())),
        // The rest of the way follows.
        1 if !matches!(refused.reason, MoveRefusal::Ambiguous { .. }) => {
            let (mv, _) = begun.swap_remove(0);
            Ok(played(&mut game, &mv))
        }
        _ => {
            let offered = begun.into_iter().take(MOST_OFFERED);
            Ok(Entered::Unfinished(offered.map(|(mv, route)| MoveView::new(mv, route)).collect()))
        }
    }
}

fn played(game: &mut GameState, mv: &MoveText) -> Entered {
    let route = game.visited_squares(mv.number).unwrap_or_default();
    game.play_nth(mv.number);
    Entered::Played(MoveView::new(mv.clone(), route), Box::new(View::of(game)))
}

/// The legal moves that begin on the first square and visit the others in this order.
fn moves_through(game: &GameState, squares: &[usize]) -> Vec<(MoveText, Vec<usize>)> {
    let Some((from, rest)) = squares.split_first() else { return Vec::new() };
    let mut through = Vec::new();
    for mv in game.legal_moves().into_iter().filter(|mv| mv.from == *from) {
        let route = game.visited_squares(mv.number).unwrap_or_default();
        let mut ahead = route.iter().skip(1);
        if rest.iter().all(|square| ahead.any(|visited| visited == square)) {
            through.push((mv, route));
        }
    }
    through
}

//! Draughts of every variant as a game graph.
//!
//! A vertex is a placement. Rules that count moves depend on the history of a position, so they are not part
//! of the graph. Play without end is a draw.

use super::{GameGraph, Player};
use crate::board::{Color, Game, MoveList, Placement, movegen};

/// The graph of a game.
#[derive(Clone, Copy, Debug)]
pub struct DraughtsGraph<G>(G);

impl<G: Game> DraughtsGraph<G> {
    /// The graph of a game.
    #[must_use]
    pub const fn new(game: G) -> Self {
        Self(game)
    }
}

impl<G: Game> GameGraph for DraughtsGraph<G> {
    type Vertex = Placement<G>;

    fn player(&self, vertex: Placement<G>) -> Player {
        player(self.0, vertex.turn)
    }

    fn moves(&self, vertex: Placement<G>, list: &mut Vec<Placement<G>>) {
        let mut moves = MoveList::new();
        movegen::moves(&vertex, &mut moves);
        list.extend(moves.iter().map(|mv| vertex.play(mv)));
    }

    /// A player who cannot move has lost, or won.
    fn winner(&self, sink: Placement<G>) -> Option<Player> {
        Some(player(self.0, self.0.rules().winner_without_move(sink.turn)))
    }

    /// Tries moves first that leave the opponent few moves.
    fn order(&self, _: Placement<G>, moves: &mut [Placement<G>]) {
        moves.sort_by_cached_key(movegen::count);
    }
}

/// The player with this color.
fn player<G: Game>(game: G, color: Color) -> Player {
    if color == game.rules().opener { Player::First } else { Player::Second }
}

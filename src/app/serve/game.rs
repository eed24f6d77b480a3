//! The game as the page sends it, and what the page shows of a position.

use serde::{Deserialize, Serialize};

use super::http::Refusal;
use crate::app::game::sentence;
use crate::board::Color;
use crate::engine::{GameState, MoveText, Start, Variant};

/// The most plies of a game.
const MOST_PLIES: usize = 4000;
/// The most legal moves that are listed. The others can be entered all the same.
const MOST_LISTED: usize = 500;

/// A game: where it began, and the moves.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameMessage {
    pub(super) variant: String,
    /// Empty for the initial position.
    #[serde(default)]
    fen: String,
    /// The moves, in any notation.
    #[serde(default)]
    moves: Vec<String>,
}

/// A game to look at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewMessage {
    pub(super) game: GameMessage,
}

impl GameMessage {
    pub(super) fn variant(&self) -> Result<Variant, Refusal> {
        self.variant.parse().map_err(Refusal::bad)
    }

    /// The state after the moves.
    pub(super) fn state(&self) -> Result<GameState, Refusal> {
        if self.moves.len() > MOST_PLIES {
            return Err(Refusal::bad(format!("a game has at most {MOST_PLIES} plies")));
        }
        let fen = self.fen.trim();
        let start = if fen.is_empty() { Start::Opening } else { Start::Fen(fen.to_owned()) };
        let mut state = GameState::new(self.variant()?, &start).map_err(Refusal::bad)?;
        for (ply, text) in (1..).zip(&self.moves) {
            state.play(text).map_err(|error| Refusal::bad(format!("ply {ply}: {error}")))?;
        }
        Ok(state)
    }
}

/// A position, what led to it, and what can be played.
#[derive(Serialize)]
pub(super) struct View {
    variant: &'static str,
    /// Empty if the game began at the initial position.
    start: String,
    fen: String,
    turn: &'static str,
    /// A letter for each square: `w`, `b`, `W` and `B` for kings, `e` if it is empty.
    board: String,
    /// The number of the next move.
    number: String,
    moves: Vec<MoveView>,
    /// The number of legal moves that are not listed.
    unlisted: usize,
    played: Vec<MoveView>,
    /// How the game ended by the rules.
    outcome: Option<String>,
    result: Option<&'static str>,
}

/// A move.
#[derive(Serialize)]
pub(super) struct MoveView {
    text: String,
    /// The same with all captured squares, which is never ambiguous.
    exact: String,
    from: usize,
    to: usize,
    captured: Vec<usize>,
    /// The squares that the piece visits, if it is a move that can be made now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    route: Vec<usize>,
}

impl MoveView {
    pub(super) fn new(mv: MoveText, route: Vec<usize>) -> Self {
        Self { text: mv.notation, exact: mv.hub, from: mv.from, to: mv.to, captured: mv.captured, route }
    }

    /// A legal move with the squares that it visits.
    pub(super) fn legal(game: &GameState, mv: MoveText) -> Self {
        let route = game.visited_squares(mv.number).unwrap_or_default();
        Self::new(mv, route)
    }
}

impl View {
    pub(super) fn of(game: &GameState) -> Self {
        let outcome = game.outcome();
        let legal = if outcome.is_some() { Vec::new() } else { game.legal_moves() };
        let unlisted = legal.len().saturating_sub(MOST_LISTED);
        let listed = legal.into_iter().take(MOST_LISTED);
        Self {
            variant: game.variant().name(),
            start: game.start_fen().unwrap_or_default(),
            fen: game.fen(),
            turn: game.turn().name(),
            board: game.letters()[1..].to_owned(),
            number: game.move_number(),
            moves: listed.map(|mv| MoveView::legal(game, mv)).collect(),
            unlisted,
            played: game.moves().into_iter().map(|mv| MoveView::new(mv, Vec::new())).collect(),
            outcome: outcome.map(|outcome| sentence(outcome, game)),
            result: outcome.map(|outcome| game.variant().pdn_style().result(outcome.into())),
        }
    }
}

/// What the page shows of a game.
pub(super) fn view(asked: ViewMessage) -> Result<View, Refusal> {
    Ok(View::of(&asked.game.state()?))
}

/// Which board to lay out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LayoutMessage {
    variant: String,
}

/// Where the squares of a board are, in the order of their numbers.
#[derive(Serialize)]
pub(super) struct Layout {
    rows: usize,
    side: f64,
    width: f64,
    names: Vec<String>,
    /// With White at the bottom.
    white: Vec<[f64; 2]>,
    /// With Black at the bottom.
    black: Vec<[f64; 2]>,
    variants: Vec<&'static str>,
    opener: &'static str,
}

/// Where the squares of a board are.
pub(super) fn layout(asked: LayoutMessage) -> Result<Layout, Refusal> {
    let variant: Variant = asked.variant.parse().map_err(Refusal::bad)?;
    let game = GameState::initial(variant);
    let [white, black] = Color::ALL.map(|bottom| game.layout(bottom));
    Ok(Layout {
        rows: variant.board_size(),
        side: white.side,
        width: white.width,
        names: (1..=white.middles.len()).map(|square| game.square_name(square)).collect(),
        white: white.middles,
        black: black.middles,
        variants: Variant::ALL.iter().map(|variant| variant.name()).collect(),
        opener: variant.pdn_style().opener.name(),
    })
}

/// A position that is set up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SetUpMessage {
    variant: String,
    /// A letter for each square, as in [`View`].
    board: String,
    white_moves: bool,
}

/// Checks a position that was set up on the board.
pub(super) fn set_up(asked: SetUpMessage) -> Result<View, Refusal> {
    let variant: Variant = asked.variant.parse().map_err(Refusal::bad)?;
    let turn = if asked.white_moves { 'W' } else { 'B' };
    let start = Start::Hub(format!("{turn}{}", asked.board));
    let game = GameState::new(variant, &start).map_err(Refusal::bad)?;
    Ok(View::of(&game))
}

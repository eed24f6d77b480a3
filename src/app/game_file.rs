//! Games of `play` and `watch` as PDN files.

use std::path::Path;

use super::error::Error;
use super::pdn::{text_of, today};
use crate::board::{Color, Outcome};
use crate::engine::{GameState, MoveText, ReplayedGame, ReplayedSegment, Start, Variant};
use crate::notation::pdn::{self, Ending, GameType, PdnGame, PdnMove, Record, Style};
use crate::notation::{GameResult, Quote};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameEnd {
    ByRules(Outcome),
    /// This player has resigned.
    Resigned(Color),
    /// The players have agreed on a draw.
    Agreed,
    /// This player's time is up.
    Time(Color),
}

impl GameEnd {
    pub(super) fn result(self) -> GameResult {
        match self {
            Self::ByRules(outcome) => outcome.into(),
            Self::Resigned(loser) | Self::Time(loser) => GameResult::won_by(!loser),
            Self::Agreed => GameResult::Draw,
        }
    }

    /// The value of the tag `Termination`, where the moves do not say it.
    fn termination(self) -> Option<&'static str> {
        match self {
            Self::ByRules(_) => None,
            Self::Resigned(_) => Some("resignation"),
            Self::Agreed => Some("agreement"),
            Self::Time(_) => Some("time forfeit"),
        }
    }
}

/// A game to be written, with the names of the players.
pub(super) struct PlayedGame<'a> {
    pub(super) game: &'a GameState,
    pub(super) event: &'a str,
    pub(super) white: String,
    pub(super) black: String,
    /// `None` if it goes on.
    pub(super) end: Option<GameEnd>,
}

impl PlayedGame<'_> {
    /// The game as PDN.
    pub(super) fn pdn(&self) -> String {
        let style = self.game.variant().pdn_style();
        let start = self.game.start_fen();
        let turn = match &start {
            Some(fen) if fen.starts_with('B') => Color::Black,
            Some(_) => Color::White,
            None => style.opener,
        };
        let result = self.end.map_or(GameResult::Unknown, GameEnd::result);
        let result = style.result(result).to_owned();
        let mut tags = vec![
            ("Event", self.event.to_owned()),
            ("Site", "?".to_owned()),
            ("Date", today()),
            ("Round", "?".to_owned()),
            ("White", self.white.clone()),
            ("Black", self.black.clone()),
            ("Result", result.clone()),
            ("GameType", style.game_type),
            ("Variant", self.game.variant().name().to_owned()),
        ];
        if let Some(fen) = start {
            tags.extend([("SetUp", "1".to_owned()), ("FEN", fen)]);
        }
        let termination = self.end.and_then(GameEnd::termination);
        tags.extend(termination.map(|text| ("Termination", text.to_owned())));
        let entry = |mv: &MoveText| PdnMove { text: Style::mv(&mv.notation), ..PdnMove::default() };
        pdn::write(&Record {
            tags: tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            opener: style.opener,
            turn,
            moves: self.game.moves().iter().map(entry).collect(),
            result,
            ending: Ending::Result,
        })
    }
}

/// The name of this engine as a player.
pub(super) fn engine_name() -> String {
    format!("Remise {}", env!("CARGO_PKG_VERSION"))
}

/// Reads the games of a file.
pub(super) fn games_in(path: &Path) -> Result<Vec<PdnGame>, Error> {
    let (games, _) = pdn::read(&text_of(path)?);
    if games.is_empty() { Err(Error::file(path, "there is no game in this file")) } else { Ok(games) }
}

/// Plays the moves of a game in a file, and returns how it ended if its last position does not say it.
///
/// # Errors
/// Names the line and what cannot be played.
pub(super) fn replayed(variant: Variant, game: &PdnGame) -> Result<(GameState, Option<GameEnd>), Error> {
    let on = |line: usize, reason: String| Error::Input(format!("line {line}: {reason}"));
    if let Some(other) = other_game(variant, game) {
        return Err(on(game.line, format!("this is a game of {other}, not of {variant}")));
    }
    let ReplayedGame { verdict, mut segments } = variant.replay(game);
    if let Some((line, _, problem)) = verdict.problem {
        return Err(on(line, problem.to_string()));
    }
    // Where another position is set up in the middle, the game goes on from there.
    let last = segments.pop().ok_or_else(|| on(game.line, "there is no game".to_owned()))?;
    let state = state_after(variant, last).map_err(|reason| on(game.line, reason))?;
    Ok((state, end_of(verdict.result, game.tag("Termination"))))
}

/// The state after the moves of a segment.
pub(super) fn state_after(variant: Variant, segment: ReplayedSegment) -> Result<GameState, String> {
    let start = segment.fen.map_or(Start::Opening, Start::Fen);
    let mut state = GameState::new(variant, &start).map_err(|error| error.to_string())?;
    for (_, mv) in &segment.moves {
        state.play(&mv.hub).map_err(|error| error.to_string())?;
    }
    Ok(state)
}

/// The game that the tags name, if it is another one.
fn other_game(variant: Variant, game: &PdnGame) -> Option<String> {
    if let Some(name) = game.tag("Variant") {
        return (!name.eq_ignore_ascii_case(variant.name())).then(|| Quote::of(name).to_string());
    }
    let [named, own] = [game.tag("GameType")?, &variant.pdn_style().game_type].map(GameType::read);
    let (named, own) = (named?.number, own?.number);
    (named != own).then(|| format!("type {named}"))
}

/// How a game with this result ended, if its last position does not say it.
fn end_of(result: GameResult, termination: Option<&str>) -> Option<GameEnd> {
    let loser = match result {
        GameResult::White => Color::Black,
        GameResult::Black => Color::White,
        GameResult::Draw => return Some(GameEnd::Agreed),
        GameResult::Forfeit | GameResult::Unknown => return None,
    };
    Some(if termination == Some("time forfeit") { GameEnd::Time(loser) } else { GameEnd::Resigned(loser) })
}

//! A PDN file that games are written to as they are played.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::game::GameRecord;
use crate::board::Color;
use crate::engine::Variant;
use crate::notation::pdn::{self, Ending, PdnMove, Record, Style};

/// A file of games.
pub(crate) struct PdnFile {
    path: PathBuf,
    file: File,
    /// Whether a game has replaced the earlier contents.
    is_begun: bool,
    event: String,
    variant: Variant,
    style: Style,
}

/// The games cannot be written to a file.
#[derive(Debug, Error)]
#[error("cannot write '{}': {source}", path.display())]
pub(crate) struct PdnFileError {
    path: PathBuf,
    source: io::Error,
}

/// The round and the players of a game.
pub(crate) struct Players<'a> {
    /// The number of the game.
    pub(crate) round: usize,
    /// White's name.
    pub(crate) white: &'a str,
    /// Black's name.
    pub(crate) black: &'a str,
}

impl PdnFile {
    /// Opens a file for games. Its contents stay until there is a game to write.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn create(path: &Path, event: &str, variant: Variant) -> Result<Self, PdnFileError> {
        let open = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = open.map_err(|source| PdnFileError { path: path.to_owned(), source })?;
        let style = variant.pdn_style();
        Ok(Self { path: path.to_owned(), file, is_begun: false, event: event.to_owned(), variant, style })
    }

    /// Adds a game. It is in the file when this returns.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn add(&mut self, players: &Players<'_>, game: &GameRecord) -> Result<(), PdnFileError> {
        let result = self.style.result(game.result).to_owned();
        let turn =
            game.fen.as_ref().map(|fen| if fen.starts_with('B') { Color::Black } else { Color::White });
        let record = Record {
            tags: self.tags(players, game, &result),
            opener: self.style.opener,
            turn: turn.unwrap_or(self.style.opener),
            moves: annotated_moves(game),
            result,
            ending: Ending::Result,
        };
        let written = self.begin().and_then(|()| self.file.write_all(pdn::write(&record).as_bytes()));
        written.map_err(|source| PdnFileError { path: self.path.clone(), source })
    }

    fn begin(&mut self) -> io::Result<()> {
        // A pipe or a device cannot be truncated.
        if !self.is_begun && self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.is_begun = true;
        Ok(())
    }

    fn tags(&self, players: &Players<'_>, game: &GameRecord, result: &str) -> Vec<(String, String)> {
        let tag = game.termination.tag();
        let termination = game.fault.as_ref().map_or(tag.to_owned(), |fault| format!("{tag}, {fault}"));
        let mut tags = vec![
            ("Event", self.event.clone()),
            ("Site", "?".to_owned()),
            ("Date", game.date.clone().unwrap_or_else(|| "????.??.??".to_owned())),
            ("Round", players.round.to_string()),
            ("White", players.white.to_owned()),
            ("Black", players.black.to_owned()),
            ("Result", result.to_owned()),
            ("GameType", self.style.game_type.clone()),
            ("Variant", self.variant.name().to_owned()),
        ];
        if let Some(fen) = &game.fen {
            tags.extend([("SetUp", "1".to_owned()), ("FEN", fen.clone())]);
        }
        tags.extend([("PlyCount", game.moves.len().to_string()), ("Termination", termination)]);
        tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// Returns the moves with the claims about them as comments.
fn annotated_moves(game: &GameRecord) -> Vec<PdnMove> {
    let entry = |mv: &String| PdnMove { text: Style::mv(mv), ..PdnMove::default() };
    let mut moves: Vec<_> = game.moves.iter().map(entry).collect();
    for (index, claim) in &game.claims {
        if let Some(entry) = moves.get_mut(*index) {
            entry.comments.push(claim.clone());
        }
    }
    moves
}

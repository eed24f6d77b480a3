//! Games written to a file as they are played.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::duel::{Reason, Sheet};
use crate::app::error::Error;
use crate::board::Color;
use crate::engine::Variant;
use crate::notation::pdn::{self, Record, Style};

/// A file of games.
pub(crate) struct PdnFile {
    path: PathBuf,
    file: File,
    /// Whether what was in the file before has given way to a game.
    is_begun: bool,
    event: String,
    variant: Variant,
    style: Style,
}

/// Who plays, and when.
pub(crate) struct Players<'a> {
    /// The number of the game.
    pub(crate) round: usize,
    /// White's name.
    pub(crate) white: &'a str,
    /// Black's name.
    pub(crate) black: &'a str,
}

impl PdnFile {
    /// A file for games. What is in it stays until there is one.
    pub(crate) fn create(path: &Path, event: &str, variant: Variant) -> Result<Self, Error> {
        let open = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = open.map_err(|error| cannot_write(path, &error))?;
        let style = variant.pdn_style();
        Ok(Self { path: path.to_owned(), file, is_begun: false, event: event.to_owned(), variant, style })
    }

    /// Adds a game. It is in the file when this returns.
    pub(crate) fn add(&mut self, players: &Players<'_>, sheet: &Sheet) -> Result<(), Error> {
        let result = self.style.result(sheet.result).to_owned();
        let turn =
            sheet.fen.as_ref().map(|fen| if fen.starts_with('B') { Color::Black } else { Color::White });
        let record = Record {
            tags: self.tags(players, sheet, &result),
            second_begins: turn.is_some_and(|turn| turn != self.style.opener),
            moves: commented(sheet),
            result,
        };
        let written = self.begin().and_then(|()| self.file.write_all(pdn::write(&record).as_bytes()));
        written.map_err(|error| cannot_write(&self.path, &error))
    }

    fn begin(&mut self) -> io::Result<()> {
        // A pipe or a device has nothing that could be cut.
        if !self.is_begun && self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.is_begun = true;
        Ok(())
    }

    fn tags(&self, players: &Players<'_>, sheet: &Sheet, result: &str) -> Vec<(String, String)> {
        let reason = termination(sheet.reason);
        let ended = sheet.fault.as_ref().map_or(reason.to_owned(), |fault| format!("{reason}, {fault}"));
        let mut tags = vec![
            ("Event", self.event.clone()),
            ("Round", players.round.to_string()),
            ("White", players.white.to_owned()),
            ("Black", players.black.to_owned()),
            ("Result", result.to_owned()),
            ("GameType", self.style.game_type.clone()),
            ("Variant", self.variant.name().to_owned()),
        ];
        if let Some(fen) = &sheet.fen {
            tags.extend([("SetUp", "1".to_owned()), ("FEN", fen.clone())]);
        }
        tags.extend([("PlyCount", sheet.moves.len().to_string()), ("Termination", ended)]);
        tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// The moves, with what was claimed of them.
fn commented(sheet: &Sheet) -> Vec<(String, Option<String>)> {
    let mut moves: Vec<_> = sheet.moves.iter().map(|mv| (mv.clone(), None)).collect();
    for (at, claim) in &sheet.claims {
        moves[*at].1 = Some(claim.clone());
    }
    moves
}

fn cannot_write(path: &Path, error: &io::Error) -> Error {
    Error::Input(format!("cannot write {}: {error}", path.display()))
}

/// Why a game ended, for people.
fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::NoMove => "no move",
        Reason::Repetition => "repetition",
        Reason::MoveCount => "move-count rule",
        Reason::Tables => "tables",
        Reason::Adjudication => "adjudication",
        Reason::Plies => "plies limit",
        Reason::Pieces => "few pieces",
        Reason::Drawish => "drawish material",
        Reason::Time => "time forfeit",
        Reason::Hang => "no answer",
        Reason::Crash => "crash",
        Reason::IllegalMove => "illegal move",
        Reason::Flood => "flood of output",
    }
}

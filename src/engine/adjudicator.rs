//! Ends games by what the endgame tables say.

use std::fmt;

use super::{EndgameTables, GameState, TableFolder, Variant};
use crate::board::Color;
use crate::endgame::{Unreadable, Value};

/// Endgame tables that decide games. They know no rule that counts moves.
pub struct Adjudicator {
    folder: TableFolder,
    tables: EndgameTables,
}

impl Adjudicator {
    /// The tables of a variant in a folder.
    #[must_use]
    pub fn open(variant: Variant, folder: &TableFolder) -> Self {
        Self { folder: folder.clone(), tables: EndgameTables::open(variant, folder) }
    }

    /// Checks that every table could be opened and read so far.
    ///
    /// # Errors
    /// Returns the first file that could not be read, or the folder.
    pub fn check_readable(&self) -> Result<(), Unreadable> {
        self.tables.check_readable()
    }

    /// The tables that were found, in one line.
    #[must_use]
    pub fn found(&self, variant: Variant) -> String {
        self.tables.found(variant, &self.folder.path.join(variant.name()))
    }

    /// The winner, `Some(None)` for a draw. Returns `None` if the tables do not contain the position.
    #[must_use]
    pub fn winner(&self, game: &GameState) -> Option<Option<Color>> {
        match self.tables.probe(game)? {
            Value::Win(_) => Some(Some(game.turn())),
            Value::Loss(_) => Some(Some(!game.turn())),
            Value::Draw => Some(None),
        }
    }
}

impl fmt::Debug for Adjudicator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Adjudicator").field(&self.folder).finish()
    }
}

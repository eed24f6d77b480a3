//! The endgame tables of any variant, their type hidden.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

use super::{GameState, Solver, TableFolder, Variant, tables};
use crate::board::Game;
use crate::endgame::{Counts, Pair, Slice, TableError, TableInfo, Tables, Unreadable, Value, verify_slice};
use crate::notation;
use crate::proof::DraughtsDomain;
use crate::proof::verify::{self, Accepted, CheckError, ParsedCertificate};

/// The endgame tables of a variant.
#[derive(Clone)]
pub struct EndgameTables {
    tables: Arc<dyn ErasedTables>,
    /// The folder of tables that are removed when they are no longer used.
    _temporary: Option<Arc<TempDir>>,
}

/// A position whose value does not follow from the positions that its moves lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongValue {
    /// The FEN of the position.
    pub fen: String,
    /// The value in the table. `None` if there is none.
    pub stored: Option<Value>,
    /// The value that follows from the moves. `None` if the tables do not contain all of them.
    pub expected: Option<Value>,
}

impl EndgameTables {
    /// No tables.
    #[must_use]
    pub fn none(variant: Variant) -> Self {
        Self { tables: variant.operations().no_tables(), _temporary: None }
    }

    /// The tables of a variant in a folder that has a folder for each variant.
    #[must_use]
    pub fn open(variant: Variant, folder: &TableFolder) -> Self {
        Self { tables: variant.operations().tables_of(variant.name(), folder), _temporary: None }
    }

    /// The tables that are directly in a folder, with a cache of this size.
    #[must_use]
    pub fn open_folder(variant: Variant, folder: &Path, cache_mib: usize) -> Self {
        Self { tables: variant.operations().tables_in(folder, cache_mib), _temporary: None }
    }

    /// The tables that are directly in a temporary folder. The folder is removed when these tables and their
    /// clones are dropped.
    #[must_use]
    pub fn open_temporary(variant: Variant, folder: TempDir, cache_mib: usize) -> Self {
        let tables = variant.operations().tables_in(folder.path(), cache_mib);
        Self { tables, _temporary: Some(Arc::new(folder)) }
    }

    /// The value of the position of a game, for the player to move. Returns `None` if the tables do not
    /// contain it.
    #[must_use]
    pub fn probe(&self, game: &GameState) -> Option<Value> {
        self.tables.probe(game)
    }

    /// The slice that is missing or broken if the value of the position of a game is unknown. Returns `None` if
    /// the value is known, or the position has more pieces of a kind than any slice.
    #[must_use]
    pub fn missing(&self, game: &GameState) -> Option<Slice> {
        self.tables.missing(game)
    }

    /// What was found in the folder of a variant's tables, which these are, in one line.
    #[must_use]
    pub fn found(&self, variant: Variant, folder: &Path) -> String {
        self.tables.found(variant.name(), folder)
    }

    /// The largest number of pieces up to which all tables are there.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.tables.pieces()
    }

    /// The tables that are there, fewer pieces first.
    #[must_use]
    pub fn list(&self) -> Vec<TableInfo> {
        self.tables.list()
    }

    /// The files that are corrupt or belong to another game.
    #[must_use]
    pub fn refused(&self) -> &[(PathBuf, TableError)] {
        self.tables.refused()
    }

    /// Checks that every file could be opened and read so far.
    ///
    /// # Errors
    /// Returns the first file that could not be read, or the folder.
    pub fn check_readable(&self) -> Result<(), Unreadable> {
        self.tables.check_readable()
    }

    /// The first file that is not used because it is corrupt or cannot be read, as far as that is known.
    #[must_use]
    pub fn first_broken(&self) -> Option<Unreadable> {
        self.tables.first_broken()
    }

    /// Reads all blocks of a pair's table.
    ///
    /// # Errors
    /// Returns an error if a block is corrupt.
    pub fn verify_blocks(&self, pair: Pair) -> Result<(), TableError> {
        self.tables.verify_blocks(pair)
    }

    /// Checks with the rulebook that every value of a slice follows from those of the successors, and counts
    /// the values. `hear` is called with the number of positions that were checked since the last call.
    ///
    /// # Errors
    /// Returns a position whose value does not follow.
    pub fn verify_slice(
        &self,
        slice: Slice,
        threads: usize,
        hear: &mut dyn FnMut(usize),
    ) -> Result<Counts, WrongValue> {
        self.tables.verify_slice(slice, threads, hear)
    }

    /// Plays a certificate against every line of the opponent.
    ///
    /// # Errors
    /// Returns why the certificate is refused, or which table is missing.
    pub fn check_certificate(&self, certificate: &ParsedCertificate) -> Result<Accepted, CheckError> {
        self.tables.check_certificate(certificate)
    }

    /// A solver for the position of a game, with tables up to `pieces` pieces and `memory` bytes.
    ///
    /// # Panics
    /// Panics if the tables are those of another variant.
    #[must_use]
    pub fn solver(&self, game: &GameState, pieces: usize, memory: usize) -> Solver {
        let solver = Arc::clone(&self.tables).solver(game, pieces, memory);
        solver.expect("the tables are those of the game's variant")
    }
}

/// The tables of a game of any type.
pub(super) trait ErasedTables: Send + Sync {
    fn probe(&self, game: &GameState) -> Option<Value>;
    fn missing(&self, game: &GameState) -> Option<Slice>;
    fn found(&self, variant: &str, folder: &Path) -> String;
    fn pieces(&self) -> usize;
    fn list(&self) -> Vec<TableInfo>;
    fn refused(&self) -> &[(PathBuf, TableError)];
    fn check_readable(&self) -> Result<(), Unreadable>;
    fn first_broken(&self) -> Option<Unreadable>;
    fn verify_blocks(&self, pair: Pair) -> Result<(), TableError>;
    fn verify_slice(
        &self,
        slice: Slice,
        threads: usize,
        hear: &mut dyn FnMut(usize),
    ) -> Result<Counts, WrongValue>;
    fn check_certificate(&self, certificate: &ParsedCertificate) -> Result<Accepted, CheckError>;
    fn solver(self: Arc<Self>, game: &GameState, pieces: usize, memory: usize) -> Option<Solver>;
}

impl<G: Game> ErasedTables for Tables<G> {
    fn probe(&self, game: &GameState) -> Option<Value> {
        Tables::probe(self, game.played(self.game())?.position().placement())
    }

    fn missing(&self, game: &GameState) -> Option<Slice> {
        Tables::missing(self, game.played(self.game())?.position().placement())
    }

    fn found(&self, variant: &str, folder: &Path) -> String {
        tables::found(variant, folder, self)
    }

    fn pieces(&self) -> usize {
        Tables::pieces(self)
    }

    fn list(&self) -> Vec<TableInfo> {
        Tables::list(self)
    }

    fn refused(&self) -> &[(PathBuf, TableError)] {
        Tables::refused(self)
    }

    fn check_readable(&self) -> Result<(), Unreadable> {
        Tables::check_readable(self)
    }

    fn first_broken(&self) -> Option<Unreadable> {
        Tables::first_broken(self)
    }

    fn verify_blocks(&self, pair: Pair) -> Result<(), TableError> {
        Tables::verify_blocks(self, pair)
    }

    fn verify_slice(
        &self,
        slice: Slice,
        threads: usize,
        hear: &mut dyn FnMut(usize),
    ) -> Result<Counts, WrongValue> {
        verify_slice(self, slice, threads, hear).map_err(|error| WrongValue {
            fen: notation::fen(&error.placement),
            stored: error.stored,
            expected: error.expected,
        })
    }

    fn check_certificate(&self, certificate: &ParsedCertificate) -> Result<Accepted, CheckError> {
        verify::check(certificate, self)
    }

    fn solver(self: Arc<Self>, game: &GameState, pieces: usize, memory: usize) -> Option<Solver> {
        let root = *game.played(self.game())?.position().placement();
        Some(Solver::new(DraughtsDomain::new(self, pieces), root, memory))
    }
}

//! The endgame tables of one game.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::generator::{Fast, Generator};
use super::probe::ProbeInProgress;
use super::shared;
use super::slice::{Pair, Slice};
use super::spec::{GameSpec, has_tables};
use super::table_error::{TableError, Unreadable};
use super::table_set::{TableInfo, TableSet};
use super::value::Value;
use crate::board::{Color, Game, Geometry, MoveList, Placement, Set};

/// The cache for decoded blocks, in mebibytes, where tables are probed often.
pub const CACHE_MIB: usize = 64;

/// The valid endgame tables of a game. A missing table is not an error: the values of its positions are
/// unknown.
pub struct Tables<G: Game> {
    set: Arc<TableSet>,
    game: G,
}

impl<G: Game> Tables<G> {
    /// No tables.
    #[must_use]
    pub fn none(game: G) -> Self {
        Self { set: Arc::new(TableSet::none()), game }
    }

    /// Opens the tables in a folder, with a cache of this size for decoded blocks. Corrupt files are ignored
    /// and reported in the log, and there are no tables of some games.
    #[must_use]
    pub fn open(game: G, folder: &Path, cache_mib: usize) -> Self {
        if !has_tables(game) {
            return Self::none(game);
        }
        let set = TableSet::open(folder, GameSpec::of(game), cache_mib);
        Self { set: Arc::new(set), game }
    }

    /// The same, but tables of this folder that are in use with a cache of this size are shared, unless a file
    /// has changed since.
    #[must_use]
    pub fn shared(game: G, folder: &Path, cache_mib: usize) -> Self {
        if !has_tables(game) {
            return Self::none(game);
        }
        Self { set: shared::open(folder, GameSpec::of(game), cache_mib), game }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> G {
        self.game
    }

    /// Checks that every file could be opened and read so far. A file that could not is ignored, as if it were
    /// missing; where results depend on the tables, that is an error.
    ///
    /// # Errors
    /// The first file that could not be read, or the folder.
    pub fn check_readable(&self) -> Result<(), Unreadable> {
        self.set.check_readable()
    }

    /// The first file that is not used because it is corrupt or cannot be read, as far as that is known.
    #[must_use]
    pub fn first_broken(&self) -> Option<Unreadable> {
        self.set.first_broken()
    }

    /// The files that were ignored, and why.
    #[must_use]
    pub fn refused(&self) -> &[(PathBuf, TableError)] {
        self.set.refused()
    }

    /// Whether a table was found to be corrupt, when it was opened or since.
    #[must_use]
    pub fn is_any_broken(&self) -> bool {
        self.set.is_any_broken()
    }

    /// All tables, fewer pieces first.
    #[must_use]
    pub fn list(&self) -> Vec<TableInfo> {
        self.set.list()
    }

    /// The number of tables.
    #[must_use]
    pub fn count(&self) -> usize {
        self.set.count()
    }

    /// The slice that is missing or broken if the value of a position is unknown. Returns `None` if the value
    /// is known, or the position has more pieces of a kind than any slice.
    #[must_use]
    pub fn missing(&self, placement: &Placement<G>) -> Option<Slice> {
        if self.probe(placement).is_some() {
            return None;
        }
        let legal = MoveList::legal(placement);
        let captures = legal.iter().filter(|mv| mv.is_capture());
        let after = captures.map(|mv| placement.play(mv)).find(|after| self.probe(after).is_none());
        after.map_or_else(|| Slice::of(placement), |after| self.missing(&after))
    }

    /// Decodes all blocks of a pair's table.
    ///
    /// # Errors
    /// If a block is corrupt.
    pub fn verify_blocks(&self, pair: Pair) -> Result<(), TableError> {
        self.set.verify_blocks(pair)
    }

    /// The largest number of pieces up to which no table is missing.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.set.complete_pieces(GameSpec::of(self.game))
    }

    /// The pairs of slices with this number of pieces.
    #[must_use]
    pub fn pairs(&self, pieces: usize) -> Vec<Pair> {
        GameSpec::of(self.game).pairs(pieces)
    }

    /// Whether tables of all positions with at most this number of pieces contain this one. They have no positions in
    /// which a player has more pieces than at the start.
    #[inline]
    #[must_use]
    pub fn cover(placement: &Placement<G>, pieces: usize) -> bool {
        let most = const { G::Board::SQUARES / 2 - G::Board::HALF };
        let has_most = |color| placement.pieces(color).count() as usize <= most;
        placement.occupied().count() as usize <= pieces
            && (pieces <= most || has_most(Color::White) && has_most(Color::Black))
    }

    /// A number that depends on which tables there are.
    #[must_use]
    pub fn signature(&self) -> u64 {
        self.set.signature()
    }

    /// The largest number of pieces for which there is a table.
    #[inline]
    #[must_use]
    pub fn most_pieces(&self) -> usize {
        self.set.most_pieces()
    }

    /// The value of a position. Returns `None` if the tables do not contain it.
    #[inline]
    #[must_use]
    pub fn probe(&self, placement: &Placement<G>) -> Option<Value> {
        self.probe_with(Fast, placement).0
    }

    /// The value of a position, with captures found by this generator, and the number of table lookups that
    /// it took.
    #[inline]
    #[must_use]
    pub fn probe_with<M: Generator>(&self, generator: M, placement: &Placement<G>) -> (Option<Value>, u32) {
        // This also keeps out positions with ten pieces of a kind, which carry into another slice number.
        if placement.occupied().count() as usize > self.set.most_pieces() {
            return (None, 0);
        }
        let mut probe = ProbeInProgress { tables: &self.set, generator, lookups: 0 };
        let value = probe.value(placement);
        (value, probe.lookups)
    }
}

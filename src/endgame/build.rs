//! Generates the missing tables of a folder.
//!
//! Each pair has a file, which is either complete or not there. An interrupted build resumes after the last
//! complete file, and inside large pairs from the last checkpoint. The files do not depend on interruptions
//! or on the number of threads.

mod pairs;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use self::pairs::PairBuilder;
use super::checkpoint::CheckpointFile;
use super::counts::Counts;
use super::format::{Kind, TableId};
use super::generate::RetrogradeSolver;
use super::requirements::{Requirements, Shortage};
use super::slice::{Pair, Slice};
use super::spec::{GameSpec, has_tables};
use super::table::PairTable;
use super::writer::remove_temporary_files;
use crate::board::Game;

/// Which tables to build, and with which resources.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// All tables with at most this number of pieces.
    pub pieces: usize,
    /// What the tables store about a position.
    pub kind: Kind,
    /// The number of threads.
    pub threads: usize,
    /// The available memory in bytes. `None` if it is unknown.
    pub memory: Option<u64>,
    /// The free disk space in bytes. `None` if it is unknown.
    pub disk: Option<u64>,
}

/// What happens during a build.
#[derive(Clone, Copy, Debug)]
pub enum BuildEvent<'a> {
    /// Progress in positions, over all tables.
    Progress {
        /// The number of finished positions.
        done: u64,
        /// The number of all positions.
        total: u64,
    },
    /// The file of a pair is complete.
    Finished {
        /// The slices of the pair and their statistics.
        counts: &'a [(Slice, Counts)],
        /// The length of the file.
        bytes: u64,
    },
}

/// Why tables cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    /// A file or folder cannot be written.
    #[error("'{path}': {error}", path = .0.display(), error = .1)]
    Io(PathBuf, #[source] io::Error),
    /// All tables with this number of pieces are more than there is room for.
    #[error("tables of {pieces} pieces do not fit: {reason}; {}", largest(*fits))]
    TooManyPieces {
        /// The number that was asked for.
        pieces: usize,
        /// What there is too little of.
        reason: Shortage,
        /// The largest number for which there is room.
        fits: Option<usize>,
    },
    /// A distance does not fit into a byte.
    #[error("slice {0} has a win that takes more than 253 plies; only WDL tables can be built")]
    TooLong(Pair),
    /// Tables are not made of this game.
    #[error("there are no endgame tables of this game")]
    NoTables,
    /// The program was asked to end. Another build resumes.
    #[error("the build of endgame tables was interrupted")]
    Interrupted,
}

fn largest(fits: Option<usize>) -> String {
    fits.map_or("no tables fit".to_owned(), |fits| format!("the largest number that fits is {fits}"))
}

impl Build {
    /// Builds the missing tables of a game in a folder.
    ///
    /// # Errors
    /// If the resources do not suffice or a file cannot be written. Files that were finished stay.
    pub fn run<G: Game>(
        &self,
        game: G,
        folder: &Path,
        on_event: &mut dyn FnMut(BuildEvent<'_>),
    ) -> Result<(), BuildError> {
        // The first condition is a constant, so that what follows is not compiled where it never runs.
        if const { G::ONLY.is_none() } || !has_tables(game) {
            return Err(BuildError::NoTables);
        }
        self.run_with(RetrogradeSolver::of(game), folder, on_event)
    }

    /// The resources that a build of all tables of a game takes.
    ///
    /// # Errors
    /// If a slice has too many positions for the index.
    pub fn requirements<G: Game>(&self, game: G) -> Result<Requirements, Shortage> {
        Requirements::new(self, GameSpec::of(game))
    }

    fn run_with(
        &self,
        solver: RetrogradeSolver,
        folder: &Path,
        on_event: &mut dyn FnMut(BuildEvent<'_>),
    ) -> Result<(), BuildError> {
        let pairs = self.pairs(solver.spec);
        let is_valid = |pair: &&Pair| is_valid(folder, self.id(solver.spec, **pair));
        let valid = pairs.iter().take_while(is_valid).count();
        self.check_room(solver.spec, &pairs[valid..])?;
        let io = |error| BuildError::Io(folder.to_owned(), error);
        fs::create_dir_all(folder).map_err(io)?;
        remove_temporary_files(folder).map_err(io)?;
        if self.kind == Kind::Wdl {
            self.build_distances_to_a_lone_king(solver, folder)?;
        }
        let mut builder = PairBuilder::new(self, solver, &pairs, folder, on_event);
        if valid == pairs.len() {
            pairs.iter().for_each(|pair| builder.report(*pair));
            return Ok(());
        }
        pairs.iter().try_for_each(|pair| builder.build(*pair))?;
        pairs.iter().for_each(|pair| CheckpointFile::remove(folder, self.id(solver.spec, *pair)));
        Ok(())
    }

    /// Builds tables with distances of at most three kings against a flying one. Rules give such an ending about as
    /// many moves as it takes, which a search that knows outcomes only does not see. The tables are small, and no
    /// move leads out of them.
    fn build_distances_to_a_lone_king(
        &self,
        solver: RetrogradeSolver,
        folder: &Path,
    ) -> Result<(), BuildError> {
        if !solver.spec.has_flying_kings() {
            return Ok(());
        }
        let build = Self { kind: Kind::Dtw, pieces: self.pieces.min(4), ..*self };
        let mut pairs = build.pairs(solver.spec);
        pairs.retain(|pair| pair.is_kings_against_one());
        let mut ignored = |_: BuildEvent<'_>| ();
        let mut builder = PairBuilder::new(&build, solver, &pairs, folder, &mut ignored);
        pairs.iter().try_for_each(|pair| builder.build(*pair))
    }

    /// Checks that there is room for the pairs that are missing.
    fn check_room(&self, spec: GameSpec, missing: &[Pair]) -> Result<(), BuildError> {
        let room = |pieces| {
            let build = Self { pieces, ..*self };
            let missing: Vec<_> =
                missing.iter().filter(|pair| pair.first().pieces() <= pieces).copied().collect();
            Requirements::new(&build, spec)?.check(&build, spec, &missing)
        };
        room(self.pieces).map_err(|reason| {
            let fits = (2..self.pieces).rev().find(|&pieces| room(pieces).is_ok());
            BuildError::TooManyPieces { pieces: self.pieces, reason, fits }
        })
    }

    /// All pairs, each after those that it depends on.
    pub(super) fn pairs(&self, spec: GameSpec) -> Vec<Pair> {
        (2..=self.pieces).flat_map(|pieces| spec.pairs(pieces)).collect()
    }

    fn id(&self, spec: GameSpec, pair: Pair) -> TableId {
        TableId { spec, kind: self.kind, pair }
    }
}

/// Whether the file of a table is there and every block of it is valid.
fn is_valid(folder: &Path, id: TableId) -> bool {
    match PairTable::open(folder, id) {
        Ok(None) => false,
        Ok(Some(table)) => (0..table.blocks()).all(|block| table.decode(block).is_some()),
        Err(error) => {
            log::warn!("{}: {error}: the table is built again", id.path(folder).display());
            false
        }
    }
}

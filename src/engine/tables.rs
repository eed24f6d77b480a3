//! The endgame tables that an engine uses, and those that it makes for itself.

use std::path::{Path, PathBuf};

use crate::board::{Game, Geometry};
use crate::endgame::{Build, BuildError, CACHE_MIB, Kind, Tables};

/// A folder that has a folder of tables for each variant, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFolder {
    /// The folder.
    pub path: PathBuf,
    /// What is done about small tables that are not in it.
    pub small: SmallTables,
}

/// What is done about small tables that are not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmallTables {
    /// They are made, which takes a moment and a few megabytes.
    Make,
    /// Nothing.
    Leave,
}

impl TableFolder {
    /// The tables of the game `G`, of this name. Where small ones cannot be made there are fewer, and the
    /// log says why.
    #[must_use]
    pub fn open<G: Game>(&self, variant: &str) -> Tables<G> {
        let folder = self.path.join(variant);
        if self.small == SmallTables::Make
            && let Err(error) = make_small::<G>(&folder)
        {
            log::warn!("small endgame tables are not made: {error}");
        }
        Tables::open(&folder, CACHE_MIB)
    }
}

/// Makes those of the small tables that are not in a folder.
fn make_small<G: Game>(folder: &Path) -> Result<(), BuildError> {
    let pieces = small_pieces::<G>();
    let build = Build { pieces, kind: Kind::Dtw, threads: 1, memory: None, disk: None };
    build.run::<G>(folder, &mut |_| ())
}

/// Tables of so many pieces, and of fewer, are made when they are first needed.
#[must_use]
pub const fn small_pieces<G: Game>() -> usize {
    match G::Board::SIZE {
        6 => 4,
        8 | 10 => 3,
        _ => 2,
    }
}

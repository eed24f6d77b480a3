//! The folder of the endgame tables of an engine, and the tables that the engine builds itself.

use std::path::{Path, PathBuf};

use crate::board::{Game, Geometry};
use crate::endgame::{Build, BuildError, CACHE_MIB, Kind, Tables, has_tables};

/// A folder that contains a folder of tables for each variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFolder {
    /// The folder.
    pub path: PathBuf,
    /// What to do if small tables are missing.
    pub small: SmallTables,
}

/// What to do if small tables are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmallTables {
    /// Build them, which takes a moment and a few megabytes.
    Make,
    /// Do without them.
    Leave,
}

impl TableFolder {
    /// The tables of a game, which has this name. If small tables cannot be built, the log says why.
    #[must_use]
    pub fn open<G: Game>(&self, game: G, variant: &str) -> Tables<G> {
        let folder = self.path.join(variant);
        if self.small == SmallTables::Make
            && has_tables(game)
            && let Err(error) = make_small(game, &folder)
        {
            log::warn!("cannot build small endgame tables: {error}");
        }
        Tables::shared(game, &folder, CACHE_MIB)
    }
}

/// The tables of a variant that were opened in its folder, in one line.
pub(super) fn found<G: Game>(variant: &str, folder: &Path, tables: &Tables<G>) -> String {
    let broken = match tables.refused().len() {
        0 => String::new(),
        count => format!("; {count} broken or unreadable"),
    };
    let (all, most) = (tables.pieces(), tables.most_pieces());
    let pieces = match (all, most) {
        (_, 0) => return format!("no endgame tables of {variant}: {}{broken}", absence(folder)),
        (0, most) => format!("some of up to {most} pieces"),
        (all, most) if all < most => format!("all up to {all} pieces, some of {most}"),
        (all, _) => format!("all up to {all} pieces"),
    };
    format!("endgame tables of {variant}: {pieces}, {} files in {}{broken}", tables.count(), folder.display())
}

/// Why there is no table in a folder. The nearest folder that is missing is the one that was mistyped.
fn absence(folder: &Path) -> String {
    let nearest = folder.parent().filter(|root| !root.is_dir()).unwrap_or(folder);
    match nearest.metadata() {
        Ok(found) if !found.is_dir() => format!("{} is not a folder", nearest.display()),
        Ok(_) => format!("none in {}", nearest.display()),
        Err(error) => format!("{}: {error}", nearest.display()),
    }
}

/// Builds the small tables that are missing in a folder.
fn make_small<G: Game>(game: G, folder: &Path) -> Result<(), BuildError> {
    let pieces = small_pieces(game);
    let build = Build { pieces, kind: Kind::Dtw, threads: 1, memory: None, disk: None };
    build.run(game, folder, &mut |_| ())
}

/// The number of pieces up to which tables are built when they are first needed.
#[must_use]
pub fn small_pieces<G: Game>(game: G) -> usize {
    match G::Board::SIZE {
        _ if !has_tables(game) => 0,
        6 => 4,
        8 | 10 => 3,
        _ => 2,
    }
}

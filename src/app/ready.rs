//! Endgame tables for commands that need them: missing ones are built first, in the default folder only.

use std::path::Path;

use super::error::warn;
use super::options::Options;
use super::progress::ProgressDisplay;
use super::tables;
use crate::endgame::{BuildEvent, CACHE_MIB, Kind};
use crate::engine::EndgameTables;

/// The tables up to a number of pieces, and a word about them. Those that are missing are built: in the default
/// folder, or for this run only if that cannot be written or `--tables` names another one. If that fails too, the
/// tables that exist are used.
pub(super) fn with_pieces(options: &Options, pieces: usize) -> EndgameTables {
    let Some(folder) = options.tables_folder() else { return EndgameTables::none(options.variant) };
    if pieces < 2 {
        return EndgameTables::none(options.variant);
    }
    if options.builds_tables() {
        build(options, &folder, pieces);
    }
    let tables = EndgameTables::open_folder(options.variant, &folder, CACHE_MIB);
    let found = tables.found(options.variant, &folder);
    if tables.pieces() < pieces
        && let Some(built) = for_this_run(options, pieces)
    {
        warn(&format!("{found}; those of up to {pieces} pieces were built for this run"));
        return built;
    }
    warn(&found);
    tables
}

/// Tables in a private temporary folder, which is removed together with them.
fn for_this_run(options: &Options, pieces: usize) -> Option<EndgameTables> {
    let folder = tempfile::Builder::new().prefix("remise-").tempdir();
    let folder = folder.inspect_err(|error| log::warn!("no temporary folder: {error}")).ok()?;
    build(options, folder.path(), pieces)
        .then(|| EndgameTables::open_temporary(options.variant, folder, CACHE_MIB))
}

/// Builds the missing tables. Returns whether that was possible.
fn build(options: &Options, folder: &Path, pieces: usize) -> bool {
    let build = tables::plan(options, folder, pieces, Kind::Dtw);
    let mut progress = ProgressDisplay::new("positions of tables");
    let built = options.variant.build_tables(&build, folder, &mut |step| {
        if let BuildEvent::Progress { done, total } = step {
            progress.show(done, total);
        }
    });
    if let Err(error) = &built {
        log::warn!("{error}");
    }
    built.is_ok()
}

//! Endgame tables for commands that need them: missing ones are built first.

use std::path::Path;

use super::options::Options;
use super::progress::ProgressDisplay;
use super::tables;
use crate::endgame::{BuildEvent, CACHE_MIB, Kind};
use crate::engine::EndgameTables;

/// The tables up to a number of pieces. If they cannot be written to their folder, they are built for this
/// run only. If that fails too, the tables that exist are used.
pub(super) fn with_pieces(options: &Options, pieces: usize) -> EndgameTables {
    let Some(folder) = options.tables_folder() else { return EndgameTables::none(options.variant) };
    if pieces < 2 {
        return EndgameTables::none(options.variant);
    }
    if build(options, &folder, pieces) {
        return EndgameTables::open_folder(options.variant, &folder, CACHE_MIB);
    }
    let found = EndgameTables::open_folder(options.variant, &folder, CACHE_MIB);
    if found.pieces() >= pieces {
        return found;
    }
    for_this_run(options, pieces).unwrap_or(found)
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

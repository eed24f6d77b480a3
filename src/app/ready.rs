//! Endgame tables for commands that need them: missing ones are built first.

use std::path::Path;

use super::options::Options;
use super::progress::Progress;
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

/// Tables in a temporary folder.
fn for_this_run(options: &Options, pieces: usize) -> Option<EndgameTables> {
    let folder = std::env::temp_dir().join(format!("remise-{}", std::process::id()));
    let made = build(options, &folder, pieces)
        .then(|| EndgameTables::open_folder(options.variant, &folder, CACHE_MIB));
    // Open files can be read after they were removed.
    let _ = std::fs::remove_dir_all(&folder);
    made
}

/// Builds the missing tables. Returns whether that was possible.
fn build(options: &Options, folder: &Path, pieces: usize) -> bool {
    let build = tables::plan(options, folder, pieces, Kind::Dtw);
    let mut progress = Progress::new("positions of tables");
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

//! Tables for whoever needs some: those that are missing are made first.

use std::path::Path;

use super::options::Options;
use super::progress::Progress;
use super::tables;
use crate::endgame::{CACHE_MIB, Kind, Step};
use crate::engine::EndgameTables;

/// The tables of at most so many pieces. Where they cannot be written they are made for this run only, and
/// where that fails too there are none: both are no error.
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

/// Tables in a folder that goes with the run.
fn for_this_run(options: &Options, pieces: usize) -> Option<EndgameTables> {
    let folder = std::env::temp_dir().join(format!("remise-{}", std::process::id()));
    let made = build(options, &folder, pieces)
        .then(|| EndgameTables::open_folder(options.variant, &folder, CACHE_MIB));
    // Open files can be read when their names are gone.
    let _ = std::fs::remove_dir_all(&folder);
    made
}

/// Makes what is missing. False: it cannot be made there.
fn build(options: &Options, folder: &Path, pieces: usize) -> bool {
    let build = tables::plan(options, folder, pieces, Kind::Dtw);
    let mut progress = Progress::new("positions of tables");
    let built = options.variant.build_tables(&build, folder, &mut |step| {
        if let Step::Positions { done, of } = step {
            progress.show(done, of);
        }
    });
    if let Err(error) = &built {
        log::warn!("{error}");
    }
    built.is_ok()
}

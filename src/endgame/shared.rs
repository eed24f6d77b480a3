//! One set of tables for all who use the same folder, so that their number costs no memory and no files.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use super::format::{Kind, TableId};
use super::slice::Pair;
use super::spec::GameSpec;
use super::table_set::{TableSet, files_in};

/// The sets that may be in use.
static SHARED: Mutex<Vec<SharedSet>> = Mutex::new(Vec::new());

struct SharedSet {
    key: SetKey,
    /// The files when the set was opened.
    files: Vec<FileStamp>,
    set: Weak<TableSet>,
}

/// What a set is opened with.
#[derive(PartialEq, Eq)]
struct SetKey {
    folder: PathBuf,
    spec: GameSpec,
    cache_mib: usize,
}

/// The state of a file. It changes if the file does.
#[derive(PartialEq, Eq)]
struct FileStamp {
    kind: Kind,
    pair: Pair,
    length: u64,
    modified: Option<SystemTime>,
    /// What only some systems have.
    inode: [u64; 4],
}

/// The tables in a folder. They are shared with others that were opened in the same way and are still used,
/// unless a file has changed or could not be read.
pub(super) fn open(folder: &Path, spec: GameSpec, cache_mib: usize) -> Arc<TableSet> {
    let Some(files) = stamps(folder, spec) else { return Arc::new(TableSet::open(folder, spec, cache_mib)) };
    // If there is no such folder, its name will do.
    let key = SetKey { folder: folder.canonicalize().unwrap_or(folder.to_owned()), spec, cache_mib };
    // A thread that panicked cannot leave an entry half written.
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    shared.retain(|other| other.set.strong_count() > 0);
    let same = shared.iter().filter(|other| other.key == key && other.files == files);
    let found = same.filter_map(|other| other.set.upgrade()).find(|set| set.check_readable().is_ok());
    found.unwrap_or_else(|| {
        let set = Arc::new(TableSet::open(folder, spec, cache_mib));
        shared.push(SharedSet { key, files, set: Arc::downgrade(&set) });
        set
    })
}

/// The states of the table files of a folder. Returns `None` if one of them cannot be known.
fn stamps(folder: &Path, spec: GameSpec) -> Option<Vec<FileStamp>> {
    let stamp = |(kind, pair)| {
        let metadata = TableId { spec, kind, pair }.path(folder).metadata().ok()?;
        let (length, modified) = (metadata.len(), metadata.modified().ok());
        Some(FileStamp { kind, pair, length, modified, inode: inode(&metadata) })
    };
    files_in(folder).ok()?.into_iter().map(stamp).collect()
}

#[cfg(unix)]
fn inode(metadata: &Metadata) -> [u64; 4] {
    use std::os::unix::fs::MetadataExt;
    [metadata.dev(), metadata.ino(), metadata.ctime() as u64, metadata.ctime_nsec() as u64]
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> [u64; 4] {
    [0; 4]
}

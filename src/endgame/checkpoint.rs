//! Checkpoint files: the finished levels of a pair, until its table is written. An interrupted build resumes
//! from them. Those of W/D/L tables are kept until all tables are written: to find the values of captures again,
//! which the tables do not store, would take a third of the time of the whole build.
//!
//! Only this program reads such a file. It starts with the identity of the table. Then come records, each
//! with the first level and the one after the last (4 bytes each), the length of the zstd frame (8), a
//! CRC-32 (4), and the zstd frame with the values. Corrupt records are ignored.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::format::TableId;

/// The checkpoint file of a pair, locked by this process.
pub(super) struct CheckpointFile {
    path: PathBuf,
    file: File,
}

/// A range of levels and their values.
pub(super) struct LevelRecord {
    pub(super) levels: Range<usize>,
    pub(super) bytes: Vec<u8>,
}

/// The length of a record before its values.
const HEAD: usize = 20;
/// The fastest level of the compressor.
const COMPRESSION_LEVEL: i32 = 1;

impl CheckpointFile {
    /// Opens or creates the file of a pair. Returns `None` if another process works on the same pair or the
    /// file cannot be written; then the build works without checkpoints.
    pub(super) fn open(folder: &Path, id: TableId) -> Option<Self> {
        let path = Self::path(folder, id);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut checkpoint = Self { file: opened.ok()?, path };
        checkpoint.file.try_lock().ok()?;
        checkpoint.check_identity(&id.identity()).ok()?;
        Some(checkpoint)
    }

    /// Whether there is a file of a pair.
    pub(super) fn exists(folder: &Path, id: TableId) -> bool {
        Self::path(folder, id).is_file()
    }

    /// Removes the file of a pair whose table is complete.
    pub(super) fn remove(folder: &Path, id: TableId) {
        // Most pairs have none.
        let _ = fs::remove_file(Self::path(folder, id));
    }

    fn path(folder: &Path, id: TableId) -> PathBuf {
        folder.join(format!("{}.levels", id.kind.file_name(id.pair)))
    }

    /// Reads past the identity. A file that does not start with it is emptied and started again.
    fn check_identity(&mut self, identity: &[u8]) -> io::Result<()> {
        let mut found = vec![0; identity.len()];
        if self.file.read_exact(&mut found).is_err() || found != identity {
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(identity)?;
        }
        Ok(())
    }

    /// The next record. `length` says how many bytes the values of these levels take. Returns `None` after
    /// the last valid record; the file is truncated there, so that more can be added.
    pub(super) fn next(&mut self, length: &dyn Fn(Range<usize>) -> usize) -> Option<LevelRecord> {
        let begin = self.file.stream_position().ok()?;
        let record = self.read(length);
        if record.is_none() {
            self.file.set_len(begin).ok()?;
            self.file.seek(SeekFrom::Start(begin)).ok()?;
        }
        record
    }

    fn read(&mut self, length: &dyn Fn(Range<usize>) -> usize) -> Option<LevelRecord> {
        let mut head = [0; HEAD];
        self.file.read_exact(&mut head).ok()?;
        let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let levels = word(0) as usize..word(4) as usize;
        let here = self.file.stream_position().ok()?;
        let left = self.file.metadata().ok()?.len().saturating_sub(here);
        let taken = u64::from(word(8)) | u64::from(word(12)) << 32;
        if taken > left {
            return None;
        }
        let mut content = vec![0; usize::try_from(taken).ok()?];
        self.file.read_exact(&mut content).ok()?;
        if crc32fast::hash(&[&head[..16], &content].concat()) != word(16) {
            return None;
        }
        let expected = length(levels.clone());
        let bytes = zstd::bulk::decompress(&content, expected).ok()?;
        (bytes.len() == expected).then_some(LevelRecord { levels, bytes })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If it cannot be written. The records before it stay valid.
    pub(super) fn add(&mut self, record: &LevelRecord) -> io::Result<()> {
        let content = zstd::bulk::compress(&record.bytes, COMPRESSION_LEVEL)?;
        let mut bytes = Vec::with_capacity(HEAD + content.len());
        bytes.extend((record.levels.start as u32).to_le_bytes());
        bytes.extend((record.levels.end as u32).to_le_bytes());
        bytes.extend((content.len() as u64).to_le_bytes());
        let checksum = crc32fast::hash(&[&bytes, content.as_slice()].concat());
        bytes.extend(checksum.to_le_bytes());
        bytes.extend(content);
        self.file.write_all(&bytes).inspect_err(|error| {
            log::warn!("{}: {error}: no checkpoints are written", self.path.display());
        })
    }
}

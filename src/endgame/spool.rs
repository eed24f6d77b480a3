//! Levels that were finished, kept until the whole pair is in its file: a build that was stopped goes on
//! from there.
//!
//! Only this program reads such a file, and it believes nothing in it that is not whole: first what the
//! table's header begins with, then records, each of them the first level and the one after the last
//! (4 bytes each), how many bytes follow (8), their CRC-32 (4), and a zstd frame with the values.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::format::{Header, Kind};
use super::slice::Pair;
use crate::board::Game;

/// What was finished of a pair.
pub(super) struct Spool {
    path: PathBuf,
    file: File,
}

/// The levels from one to another, and their values.
pub(super) struct Record {
    pub(super) levels: Range<usize>,
    pub(super) bytes: Vec<u8>,
}

/// Bytes before the values of a record.
const HEAD: usize = 20;
/// Of the compressor: fast.
const LEVEL: i32 = 1;

impl Spool {
    /// Opens what there is of a pair, or begins it. None: another process works on the same pair, or
    /// nothing can be written, and the build has to do without.
    pub(super) fn open<G: Game>(folder: &Path, kind: Kind, pair: Pair) -> Option<Self> {
        let path = Self::path(folder, kind, pair);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut spool = Self { file: opened.ok()?, path };
        spool.file.try_lock().ok()?;
        spool.begin(&Header::identity::<G>(kind, pair)).ok()?;
        Some(spool)
    }

    /// Removes what was kept of a pair, when its file is there.
    pub(super) fn remove(folder: &Path, kind: Kind, pair: Pair) {
        // Mostly there is none.
        let _ = fs::remove_file(Self::path(folder, kind, pair));
    }

    fn path(folder: &Path, kind: Kind, pair: Pair) -> PathBuf {
        folder.join(format!("{}.levels", kind.file_name(pair)))
    }

    /// Makes sure that the file begins with this, and goes to what comes after.
    fn begin(&mut self, identity: &[u8]) -> io::Result<()> {
        let mut found = vec![0; identity.len()];
        if self.file.read_exact(&mut found).is_err() || found != identity {
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(identity)?;
        }
        Ok(())
    }

    /// The next record, of values that take so many bytes for these levels. After the last whole one the
    /// file is cut, so that others can be added.
    pub(super) fn next(&mut self, length: impl Fn(Range<usize>) -> usize) -> Option<Record> {
        let begin = self.file.stream_position().ok()?;
        let record = self.read(length);
        if record.is_none() {
            self.file.set_len(begin).ok()?;
            self.file.seek(SeekFrom::Start(begin)).ok()?;
        }
        record
    }

    fn read(&mut self, length: impl Fn(Range<usize>) -> usize) -> Option<Record> {
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
        (bytes.len() == expected).then_some(Record { levels, bytes })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// When it cannot be written. What came before is still whole.
    pub(super) fn add(&mut self, record: &Record) -> io::Result<()> {
        let content = zstd::bulk::compress(&record.bytes, LEVEL)?;
        let mut bytes = Vec::with_capacity(HEAD + content.len());
        bytes.extend((record.levels.start as u32).to_le_bytes());
        bytes.extend((record.levels.end as u32).to_le_bytes());
        bytes.extend((content.len() as u64).to_le_bytes());
        let sum = crc32fast::hash(&[&bytes, content.as_slice()].concat());
        bytes.extend(sum.to_le_bytes());
        bytes.extend(content);
        self.file.write_all(&bytes).inspect_err(|error| {
            log::warn!("{}: {error}: finished levels are not kept", self.path.display());
        })
    }
}

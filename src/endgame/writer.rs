//! Writes table files. A file gets its final name only when it is complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::thread;

use tempfile::NamedTempFile;
use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

use super::block_encoder::BlockEncoder;
use super::counts::Counts;
use super::encoded::EncodedValue;
use super::format::{CONSTANT, Kind, TableId, block_checksum};
use super::header::TableHeader;
use super::store::SliceValues;
use crate::files;

/// The extension of files that are being written. The process that writes them holds a lock.
const TEMPORARY: &str = "tmp";

/// Writes one table.
pub(super) struct TableWriter<'a> {
    pub(super) id: TableId,
    pub(super) counts: Vec<Counts>,
    /// The slice and its mirror.
    pub(super) values: &'a [SliceValues],
}

/// The number of blocks that are compressed before they are written.
const BATCH: usize = 256;

impl TableWriter<'_> {
    /// Writes the file into a folder. Returns its length.
    ///
    /// # Errors
    /// If the file cannot be written. Then nothing is left of it.
    pub(super) fn write(&self, folder: &Path, threads: usize) -> io::Result<u64> {
        let name = self.id.kind.file_name(self.id.pair);
        let temporary = locked_temporary(folder, &name)?;
        let length = self.write_to(temporary.as_file(), threads)?;
        // The lock is held until the file has its final name.
        temporary.persist(folder.join(name)).map_err(|error| error.error)?;
        sync_folder(folder)?;
        Ok(length)
    }

    fn write_to(&self, file: &File, threads: usize) -> io::Result<u64> {
        let mut out = BufWriter::new(file);
        let (id, blocks) = (self.id, self.id.blocks());
        out.write_all(&vec![0; TableHeader::LENGTH + 2 * blocks])?;
        let (index, bytes) = self.write_blocks(&mut out, threads, blocks)?;
        out.seek(SeekFrom::Start(0))?;
        let (counts, index_checksum) = (self.counts.clone(), crc32fast::hash(&index));
        out.write_all(&TableHeader { id, blocks, bytes, counts, index_checksum }.to_bytes())?;
        out.write_all(&index)?;
        out.flush()?;
        file.sync_all()?;
        Ok((TableHeader::LENGTH + index.len()) as u64 + bytes)
    }

    /// Writes all blocks. Returns the index, and the length of all blocks.
    fn write_blocks(
        &self,
        out: &mut impl Write,
        threads: usize,
        blocks: usize,
    ) -> io::Result<(Vec<u8>, u64)> {
        let hasher = self.id.block_hasher();
        let (mut index, mut bytes) = (Vec::with_capacity(2 * blocks), 0);
        let mut buffers: Vec<_> = (0..BATCH.min(blocks)).map(|_| CompressedBlock::default()).collect();
        for first in (0..blocks).step_by(BATCH) {
            let batch = &mut buffers[..BATCH.min(blocks - first)];
            self.compress(first, batch, threads)?;
            for (number, block) in (first..).zip(batch) {
                index.extend(block.entry.to_le_bytes());
                if block.entry < CONSTANT {
                    out.write_all(&block_checksum(&hasher, number, &block.content).to_le_bytes())?;
                    out.write_all(&block.content)?;
                    bytes += 4 + block.content.len() as u64;
                }
            }
        }
        Ok((index, bytes))
    }

    /// Compresses a batch of blocks. Each thread takes an equal part of them.
    fn compress(&self, first: usize, batch: &mut [CompressedBlock], threads: usize) -> io::Result<()> {
        let share = batch.len().div_ceil(threads);
        let work = |begin: usize, part: &mut [CompressedBlock]| -> io::Result<()> {
            let mut compressor = BlockCompressor::new(self.id.kind)?;
            (begin..).zip(part).try_for_each(|(number, block)| compressor.compress(self, number, block))
        };
        let (mine, others) = batch.split_at_mut(share);
        thread::scope(|scope| {
            let begins = (first + share..).step_by(share);
            let handles: Vec<_> = begins
                .zip(others.chunks_mut(share))
                .map(|(begin, part)| thread::Builder::new().spawn_scoped(scope, move || work(begin, part)))
                .collect::<io::Result<_>>()?;
            let results = [work(first, mine)].into_iter();
            results
                .chain(handles.into_iter().map(|handle| handle.join().expect("compressing does not panic")))
                .collect()
        })
    }

    fn positions(&self) -> usize {
        self.values.iter().map(|values| values.index.len()).sum()
    }

    /// The value at a place of the whole table.
    #[inline(always)]
    fn value(&self, place: usize) -> EncodedValue {
        let first = self.values[0].index.len();
        if place < first { self.values[0].get(place) } else { self.values[1].get(place - first) }
    }

    /// The values of a block.
    fn block(&self, number: usize) -> impl Iterator<Item = EncodedValue> {
        let per_block = self.id.kind.positions_per_block();
        let places = number * per_block..self.positions().min((number + 1) * per_block);
        places.map(|place| self.value(place))
    }
}

/// A block as it is written.
#[derive(Default)]
struct CompressedBlock {
    entry: u16,
    content: Vec<u8>,
}

/// Encodes and compresses blocks, one after the other, in the same buffers.
struct BlockCompressor {
    compressor: Compressor<'static>,
    encoder: BlockEncoder,
}

impl BlockCompressor {
    fn new(kind: Kind) -> io::Result<Self> {
        let level = match kind {
            Kind::Dtw => 3,
            Kind::Wdl => 19,
        };
        let mut compressor = Compressor::new(level)?;
        compressor.set_parameter(CParameter::ContentSizeFlag(false))?;
        Ok(Self { compressor, encoder: BlockEncoder::new(kind) })
    }

    fn compress(
        &mut self,
        table: &TableWriter<'_>,
        number: usize,
        block: &mut CompressedBlock,
    ) -> io::Result<()> {
        let bytes = self.encoder.encode(table.block(number));
        block.content.clear();
        if let Some(&byte) = bytes.first().filter(|byte| bytes.iter().all(|other| other == *byte)) {
            block.entry = CONSTANT + u16::from(byte);
            return Ok(());
        }
        block.content.reserve(zstd::zstd_safe::compress_bound(bytes.len()));
        self.compressor.compress_to_buffer(bytes, &mut block.content)?;
        if block.content.len() >= bytes.len() {
            block.content.clear();
            block.content.extend(bytes);
        }
        block.entry = block.content.len() as u16;
        Ok(())
    }
}

/// Creates a temporary file with an unpredictable name and locks it.
///
/// Another process may remove the file between its creation and its lock, because it cannot tell it from a
/// file that was left behind. Then the next one is tried.
fn locked_temporary(folder: &Path, name: &str) -> io::Result<NamedTempFile> {
    let (prefix, suffix) = (format!("{name}."), format!(".{TEMPORARY}"));
    loop {
        let temporary = files::temporary(folder, &prefix, &suffix)?;
        temporary.as_file().lock()?;
        // Names are not used twice, and locked files are not removed.
        if temporary.path().try_exists()? {
            return Ok(temporary);
        }
    }
}

/// Makes the new name of a file survive a crash.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes the temporary files of processes that no longer run.
pub(super) fn remove_temporary_files(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if is_temporary_table(&path) {
            remove_unlocked(&path)?;
        }
    }
    Ok(())
}

/// Whether the name is that of a table that is being written.
fn is_temporary_table(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    Kind::ALL.iter().any(|kind| name.contains(&format!(".{}.", kind.name()))) && name.ends_with(TEMPORARY)
}

/// Removes a file if no process has locked it. The lock is held meanwhile, so that its writer notices.
fn remove_unlocked(path: &Path) -> io::Result<()> {
    let Ok(file) = File::open(path) else { return Ok(()) };
    if file.try_lock().is_err() {
        return Ok(());
    }
    match fs::remove_file(path) {
        // It has its final name by now, or another process has removed it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::board::Checkers;
    use crate::endgame::{Build, Pair};

    /// From its creation until it has its final name.
    #[test]
    fn a_file_that_is_being_written_is_not_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let build = Build { pieces: 2, kind: Kind::Dtw, threads: 1, memory: None, disk: None };
        let is_over = AtomicBool::new(false);
        let built = thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) {
                        remove_temporary_files(folder.path()).expect("the folder can be read");
                    }
                });
            }
            let built = (0..30).try_for_each(|_| {
                let names = Pair::all(2).into_iter().map(|pair| Kind::Dtw.file_name(pair));
                // There are none in the first round.
                names.for_each(|name| drop(fs::remove_file(folder.path().join(name))));
                build.run(Checkers::<6>, folder.path(), &mut |_| ())
            });
            is_over.store(true, Ordering::Relaxed);
            built
        });
        built.expect("no file vanishes");
    }
}

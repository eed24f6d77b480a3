//! Writes the file of a pair: whole, or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

use super::code::Code;
use super::format::{CONSTANT, Counts, Header, Kind, block_sum, block_sums};
use super::pack::Packer;
use super::slice::Pair;
use super::store::Values;
use crate::board::Game;

/// What files end in that are being written. They are locked by who writes them.
const UNFINISHED: &str = "tmp";

/// What is to be written.
pub(super) struct Contents<'a, G: Game> {
    pub(super) kind: Kind,
    pub(super) pair: Pair,
    pub(super) counts: Vec<Counts>,
    /// A slice and its mirror.
    pub(super) values: &'a [Values<G>],
}

/// Blocks that are compressed before they are written.
const BATCH: usize = 256;

impl<G: Game> Contents<'_, G> {
    /// Writes the file into a folder, under its name only when it is all there. Says how long it is.
    pub(super) fn write(&self, folder: &Path, threads: usize) -> io::Result<u64> {
        let name = self.kind.file_name(self.pair);
        let unfinished = folder.join(unfinished_name(&name));
        let written = self.write_as(&unfinished, threads).and_then(|length| {
            fs::rename(&unfinished, folder.join(name))?;
            sync_folder(folder)?;
            Ok(length)
        });
        if written.is_err() {
            // Nothing can be done about what cannot be removed, and the first error says more.
            let _ = fs::remove_file(&unfinished);
        }
        written
    }

    fn write_as(&self, path: &Path, threads: usize) -> io::Result<u64> {
        let file = File::create(path)?;
        file.lock()?;
        let mut out = BufWriter::new(&file);
        let blocks = self.positions().div_ceil(self.kind.positions_a_block());
        out.write_all(&vec![0; Header::LENGTH + 2 * blocks])?;
        let (index, bytes) = self.write_blocks(&mut out, threads, blocks)?;
        out.seek(SeekFrom::Start(0))?;
        let (kind, pair, counts) = (self.kind, self.pair, self.counts.clone());
        let index_sum = crc32fast::hash(&index);
        out.write_all(&Header { kind, pair, blocks, bytes, counts, index_sum }.write::<G>())?;
        out.write_all(&index)?;
        out.flush()?;
        file.sync_all()?;
        Ok((Header::LENGTH + index.len()) as u64 + bytes)
    }

    /// Writes all blocks. Returns the index, and how many bytes the blocks take.
    fn write_blocks(
        &self,
        out: &mut impl Write,
        threads: usize,
        blocks: usize,
    ) -> io::Result<(Vec<u8>, u64)> {
        let sums = block_sums::<G>(self.kind, self.pair);
        let (mut index, mut bytes) = (Vec::with_capacity(2 * blocks), 0);
        let mut pressed: Vec<Pressed> = (0..BATCH.min(blocks)).map(|_| Pressed::default()).collect();
        for first in (0..blocks).step_by(BATCH) {
            let batch = &mut pressed[..BATCH.min(blocks - first)];
            self.press(first, batch, threads)?;
            for (number, block) in (first..).zip(batch) {
                index.extend(block.entry.to_le_bytes());
                if block.entry < CONSTANT {
                    out.write_all(&block_sum(&sums, number, &block.content).to_le_bytes())?;
                    out.write_all(&block.content)?;
                    bytes += 4 + block.content.len() as u64;
                }
            }
        }
        Ok((index, bytes))
    }

    /// Compresses some blocks, the threads each a part of them.
    fn press(&self, first: usize, batch: &mut [Pressed], threads: usize) -> io::Result<()> {
        let share = batch.len().div_ceil(threads);
        let work = |begin: usize, part: &mut [Pressed]| -> io::Result<()> {
            let mut press = Press::new(self.kind)?;
            (begin..).zip(part).try_for_each(|(number, block)| press.press(self, number, block))
        };
        let (mine, others) = batch.split_at_mut(share);
        thread::scope(|scope| {
            let begins = (first + share..).step_by(share);
            let handles: Vec<_> = begins
                .zip(others.chunks_mut(share))
                .map(|(begin, part)| scope.spawn(move || work(begin, part)))
                .collect();
            let results = [work(first, mine)].into_iter();
            results
                .chain(handles.into_iter().map(|handle| handle.join().expect("compressing does not panic")))
                .collect()
        })
    }

    fn positions(&self) -> usize {
        self.values.iter().map(|values| values.index.len()).sum()
    }

    /// What stands at a place of the whole file.
    #[inline(always)]
    fn code(&self, place: usize) -> Code {
        let first = self.values[0].index.len();
        if place < first { self.values[0].get(place) } else { self.values[1].get(place - first) }
    }

    /// What stands in a block.
    fn codes(&self, number: usize) -> impl Iterator<Item = Code> {
        let a_block = self.kind.positions_a_block();
        let places = number * a_block..self.positions().min((number + 1) * a_block);
        places.map(|place| self.code(place))
    }
}

/// A block as it will be written.
#[derive(Default)]
struct Pressed {
    entry: u16,
    content: Vec<u8>,
}

/// Compresses blocks, one after the other, in the same memory.
struct Press {
    compressor: Compressor<'static>,
    packer: Packer,
}

impl Press {
    fn new(kind: Kind) -> io::Result<Self> {
        let level = match kind {
            Kind::Dtw => 3,
            Kind::Wdl => 19,
        };
        let mut compressor = Compressor::new(level)?;
        compressor.set_parameter(CParameter::ContentSizeFlag(false))?;
        Ok(Self { compressor, packer: Packer::new(kind) })
    }

    fn press<G: Game>(
        &mut self,
        contents: &Contents<'_, G>,
        number: usize,
        block: &mut Pressed,
    ) -> io::Result<()> {
        let bytes = self.packer.pack(contents.codes(number));
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

/// A name that no other process and no other thread writes to.
fn unfinished_name(name: &str) -> String {
    static WRITTEN: AtomicUsize = AtomicUsize::new(0);
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    format!("{name}.{}-{number}.{UNFINISHED}", std::process::id())
}

/// Makes sure that the new name of a file is there after a crash too.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Removes what other processes left that were stopped while they wrote.
pub(super) fn remove_unfinished(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_ours = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            Kind::ALL.iter().any(|kind| name.contains(&format!(".{}.", kind.name())))
                && name.ends_with(UNFINISHED)
        };
        if is_ours(&path) && File::open(&path).is_ok_and(|file| file.try_lock().is_ok()) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

//! One file that is open: it says nothing that is not whole.

use std::cell::RefCell;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use zstd::bulk::Decompressor;

use super::code::Code;
use super::format::{CONSTANT, Counts, Fault, Header, Kind, block_sum, block_sums};
use super::slice::{Pair, Slice};
use crate::board::Game;

thread_local! {
    /// To make one takes longer than to decode a block with it.
    static DECODER: RefCell<std::io::Result<Decompressor<'static>>> = RefCell::new(Decompressor::new());
}

/// The table of a pair.
#[derive(Debug)]
pub(super) struct Table {
    path: PathBuf,
    file: File,
    header: Header,
    /// What the sums of blocks begin with.
    sums: crc32fast::Hasher,
    /// Positions of the slice and of its mirror.
    positions: Vec<u64>,
    entries: Vec<u16>,
    /// Where blocks begin in the file, one after [`Table::STRIDE`] others.
    begins: Vec<u64>,
    is_refused: AtomicBool,
}

impl Table {
    const STRIDE: usize = 16;
    /// Bytes before the content of a block.
    const SUM: u64 = 4;

    /// Opens the file of a pair, if there is one.
    ///
    /// # Errors
    /// When there is something that is not this table.
    pub(super) fn open<G: Game>(folder: &Path, kind: Kind, pair: Pair) -> Result<Option<Self>, Fault> {
        let path = folder.join(kind.file_name(pair));
        match path.metadata() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
            Ok(metadata) if !metadata.is_file() => return Err(Fault::NoFile),
            Ok(metadata) if metadata.len() < Header::LENGTH as u64 => return Err(Fault::NoTable),
            Ok(_) => {}
        }
        let file = File::open(&path)?;
        let mut bytes = [0; Header::LENGTH];
        read_at(&file, &mut bytes, 0)?;
        let header = Header::read::<G>(&bytes, kind, pair)?;
        Self::with_index::<G>(path, file, header).map(Some)
    }

    fn with_index<G: Game>(path: PathBuf, file: File, header: Header) -> Result<Self, Fault> {
        let blocks_begin = (Header::LENGTH + 2 * header.blocks) as u64;
        if blocks_begin.checked_add(header.bytes) != Some(file.metadata()?.len()) {
            return Err(Fault::Length);
        }
        let mut index = vec![0; 2 * header.blocks];
        read_at(&file, &mut index, Header::LENGTH as u64)?;
        if crc32fast::hash(&index) != header.index_sum {
            return Err(Fault::IndexSum);
        }
        let entries: Vec<_> =
            index.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let mut begins = Vec::with_capacity(entries.len() / Self::STRIDE + 1);
        let mut end = blocks_begin;
        for (number, &entry) in entries.iter().enumerate() {
            if number % Self::STRIDE == 0 {
                begins.push(end);
            }
            end += Self::length(entry);
        }
        if end != blocks_begin + header.bytes {
            return Err(Fault::Length);
        }
        let positions = Header::positions::<G>(header.pair);
        let sums = block_sums::<G>(header.kind, header.pair);
        let is_refused = AtomicBool::new(false);
        Ok(Self { path, file, header, sums, positions, entries, begins, is_refused })
    }

    /// How many bytes a block takes in the file.
    fn length(entry: u16) -> u64 {
        if entry < CONSTANT { u64::from(entry) + Self::SUM } else { 0 }
    }

    pub(super) fn pair(&self) -> Pair {
        self.header.pair
    }

    pub(super) fn kind(&self) -> Kind {
        self.header.kind
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// What the header says about the slices.
    pub(super) fn counts(&self) -> impl Iterator<Item = (Slice, Counts)> {
        self.header.pair.slices().into_iter().zip(self.header.counts.iter().copied())
    }

    pub(super) fn blocks(&self) -> usize {
        self.header.blocks
    }

    pub(super) fn bytes(&self) -> u64 {
        (Header::LENGTH + 2 * self.header.blocks) as u64 + self.header.bytes
    }

    /// Where a position stands, in which block and there.
    #[inline(always)]
    pub(super) fn place(&self, slice: Slice, number: usize) -> (usize, usize) {
        let number =
            if slice == self.header.pair.first() { number } else { self.positions[0] as usize + number };
        let a_block = self.header.kind.positions_a_block();
        (number / a_block, number % a_block)
    }

    /// The byte of every position of a block, if it consists of one.
    #[inline(always)]
    pub(super) fn constant(&self, block: usize) -> Option<u8> {
        self.entries[block].checked_sub(CONSTANT).map(|byte| byte as u8)
    }

    /// The value that a byte of a block holds for the position at this place.
    #[inline(always)]
    pub(super) fn code(&self, byte: u8, at: usize) -> Option<Code> {
        match self.header.kind {
            Kind::Dtw => Some(Code(byte)).filter(|&code| code != Code::TOO_LONG),
            Kind::Wdl => match byte >> (2 * (at % 4)) & 3 {
                0 => Some(Code::DRAW),
                1 => Some(Code(2)),
                2 => Some(Code::LOST),
                _ => None,
            },
        }
    }

    /// Whether a block turned out not to be whole.
    pub(super) fn is_refused(&self) -> bool {
        self.is_refused.load(Ordering::Relaxed)
    }

    /// A block as bytes. None: it is not whole, and the table is not used any more.
    pub(super) fn decode(&self, block: usize) -> Option<Arc<[u8]>> {
        if self.is_refused() {
            return None;
        }
        match self.content(block) {
            Ok(content) => Some(content.into()),
            Err(fault) => {
                if !self.is_refused.swap(true, Ordering::Relaxed) {
                    log::warn!("{}: {fault}: the table is not used", self.path.display());
                }
                None
            }
        }
    }

    /// A block as bytes.
    pub(super) fn content(&self, block: usize) -> Result<Vec<u8>, Fault> {
        let length = self.content_length(block);
        if let Some(byte) = self.constant(block) {
            return Ok(vec![byte; length]);
        }
        let mut bytes = vec![0; Self::length(self.entries[block]) as usize];
        read_at(&self.file, &mut bytes, self.begin(block))?;
        let (sum, content) = bytes.split_at(Self::SUM as usize);
        if block_sum(&self.sums, block, content).to_le_bytes() != sum {
            return Err(Fault::Block(block));
        }
        if content.len() == length {
            return Ok(content.to_vec());
        }
        let decoded = DECODER.with_borrow_mut(|decoder| match decoder {
            Ok(decoder) => decoder.decompress(content, length).map_err(|_| Fault::Block(block)),
            Err(error) => Err(Fault::Io(error.kind().into())),
        })?;
        if decoded.len() == length { Ok(decoded) } else { Err(Fault::Block(block)) }
    }

    /// How many bytes a block has when it is decoded.
    fn content_length(&self, block: usize) -> usize {
        let a_block = self.header.kind.positions_a_block();
        let positions: u64 = self.positions.iter().sum();
        let here = (positions - (block * a_block) as u64).min(a_block as u64);
        (here as usize).div_ceil(self.header.kind.positions_a_byte())
    }

    fn begin(&self, block: usize) -> u64 {
        let group = block / Self::STRIDE;
        let before = &self.entries[group * Self::STRIDE..block];
        self.begins[group] + before.iter().map(|&entry| Self::length(entry)).sum::<u64>()
    }
}

/// Fills the buffer from this place of a file, wherever other threads read.
#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

/// Fills the buffer from this place of a file, wherever other threads read.
#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> std::io::Result<()> {
    use std::os::windows::fs::FileExt;
    let mut done = 0;
    while done < buffer.len() {
        match file.seek_read(&mut buffer[done..], at + done as u64)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            read => done += read,
        }
    }
    Ok(())
}

//! One table file. Every block is checked when it is decoded.

use std::cell::RefCell;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use zstd::bulk::Decompressor;

use super::counts::Counts;
use super::encoded::EncodedValue;
use super::format::{CONSTANT, Kind, TableId, block_checksum};
use super::header::TableHeader;
use super::open_files::TableFile;
use super::slice::{Pair, Slice};
use super::table_error::TableError;

thread_local! {
    /// Reused, because creating one takes longer than decoding a block.
    static DECODER: RefCell<std::io::Result<Decompressor<'static>>> = RefCell::new(Decompressor::new());
}

/// The table of a pair.
#[derive(Debug)]
pub(super) struct PairTable {
    file: TableFile,
    header: TableHeader,
    /// The state in which the checksums of blocks start.
    block_hasher: crc32fast::Hasher,
    /// The number of positions of the slice, and of its mirror.
    positions: Vec<u64>,
    entries: Vec<u16>,
    /// The offset of every [`PairTable::STRIDE`]th block in the file.
    offsets: Vec<u64>,
    /// Why the table is no longer used.
    refusal: OnceLock<TableError>,
}

impl PairTable {
    const STRIDE: usize = 16;
    /// The length of the checksum before the content of a block.
    const CHECKSUM: u64 = 4;

    /// Opens the file of a table. Returns `None` if there is no file.
    ///
    /// # Errors
    /// If there is a file that is not this table.
    pub(super) fn open(folder: &Path, id: TableId) -> Result<Option<Self>, TableError> {
        let path = id.path(folder);
        let length = match path.metadata() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
            Ok(metadata) if !metadata.is_file() => return Err(TableError::NotAFile),
            Ok(metadata) if metadata.len() < TableHeader::LENGTH as u64 => {
                return Err(TableError::Short(metadata.len()));
            }
            Ok(metadata) => metadata.len(),
        };
        let file = TableFile::open(&path)?;
        let header = TableHeader::read(file.header(), id)?;
        Self::with_header(file, header, length).map(Some)
    }

    fn with_header(file: TableFile, header: TableHeader, length: u64) -> Result<Self, TableError> {
        let first_block = (TableHeader::LENGTH + 2 * header.blocks) as u64;
        let expected = first_block.saturating_add(header.bytes);
        if length != expected {
            return Err(TableError::Length { found: length, expected });
        }
        let entries = Self::read_index(&file, &header)?;
        let offsets = Self::offsets(&entries, first_block, header.bytes)?;
        let (positions, block_hasher) = (header.id.positions(), header.id.block_hasher());
        let refusal = OnceLock::new();
        Ok(Self { file, header, block_hasher, positions, entries, offsets, refusal })
    }

    fn read_index(file: &TableFile, header: &TableHeader) -> Result<Vec<u16>, TableError> {
        let mut index = vec![0; 2 * header.blocks];
        file.read_at(&mut index, TableHeader::LENGTH as u64)?;
        if crc32fast::hash(&index) != header.index_checksum {
            return Err(TableError::IndexChecksum);
        }
        Ok(index.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect())
    }

    /// The offset of every [`PairTable::STRIDE`]th block, if all blocks together have the right length.
    fn offsets(entries: &[u16], first_block: u64, bytes: u64) -> Result<Vec<u64>, TableError> {
        let mut offsets = Vec::with_capacity(entries.len() / Self::STRIDE + 1);
        let mut end = first_block;
        for (number, &entry) in entries.iter().enumerate() {
            if number % Self::STRIDE == 0 {
                offsets.push(end);
            }
            end += Self::length(entry);
        }
        if end == first_block + bytes { Ok(offsets) } else { Err(TableError::Index) }
    }

    /// The length of a block in the file.
    fn length(entry: u16) -> u64 {
        if entry < CONSTANT { u64::from(entry) + Self::CHECKSUM } else { 0 }
    }

    pub(super) fn pair(&self) -> Pair {
        self.header.id.pair
    }

    pub(super) fn kind(&self) -> Kind {
        self.header.id.kind
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// The statistics of the slices.
    pub(super) fn counts(&self) -> impl Iterator<Item = (Slice, Counts)> {
        self.header.id.pair.slices().into_iter().zip(self.header.counts.iter().copied())
    }

    pub(super) fn blocks(&self) -> usize {
        self.header.blocks
    }

    /// The length of the file.
    pub(super) fn bytes(&self) -> u64 {
        (TableHeader::LENGTH + 2 * self.header.blocks) as u64 + self.header.bytes
    }

    /// The block that contains a position, and the place of the position in the block.
    pub(super) fn locate(&self, slice: Slice, number: usize) -> (usize, usize) {
        let number =
            if slice == self.header.id.pair.first() { number } else { self.positions[0] as usize + number };
        let per_block = self.header.id.kind.positions_per_block();
        (number / per_block, number % per_block)
    }

    /// The byte of a block of equal bytes. Returns `None` for other blocks.
    pub(super) fn constant(&self, block: usize) -> Option<u8> {
        self.entries[block].checked_sub(CONSTANT).map(|byte| byte as u8)
    }

    /// The value of the position at this place of a block, from its byte. Returns `None` if no value has
    /// these bits.
    pub(super) fn value(&self, byte: u8, place: usize) -> Option<EncodedValue> {
        match self.header.id.kind {
            Kind::Dtw => Some(EncodedValue(byte)).filter(|&value| value != EncodedValue::TOO_LONG),
            Kind::Wdl => match byte >> (2 * (place % 4)) & 3 {
                0 => Some(EncodedValue::DRAW),
                1 => Some(EncodedValue(2)),
                2 => Some(EncodedValue::LOST),
                _ => None,
            },
        }
    }

    /// Whether a block turned out to be corrupt.
    pub(super) fn is_refused(&self) -> bool {
        self.refusal.get().is_some()
    }

    /// Why a block turned out to be unreadable or corrupt.
    pub(super) fn refusal(&self) -> Option<&TableError> {
        self.refusal.get()
    }

    /// The bytes of a block. Returns `None` if the block is corrupt; then the table is no longer used.
    pub(super) fn decode(&self, block: usize) -> Option<Arc<[u8]>> {
        if self.is_refused() {
            return None;
        }
        match self.content(block) {
            Ok(content) => Some(content.into()),
            Err(error) => {
                log::warn!("{}: {error}: the table is ignored", self.path().display());
                // Another thread may have been first.
                let _ = self.refusal.set(error);
                None
            }
        }
    }

    /// The bytes of a block.
    ///
    /// # Errors
    /// If the block is corrupt or cannot be read.
    pub(super) fn content(&self, block: usize) -> Result<Vec<u8>, TableError> {
        let length = self.content_length(block);
        if let Some(byte) = self.constant(block) {
            return Ok(vec![byte; length]);
        }
        let mut bytes = vec![0; Self::length(self.entries[block]) as usize];
        self.file.read_at(&mut bytes, self.offset(block))?;
        let (checksum, content) = bytes.split_at(Self::CHECKSUM as usize);
        if block_checksum(&self.block_hasher, block, content).to_le_bytes() != checksum {
            return Err(TableError::Block(block));
        }
        if content.len() == length {
            return Ok(content.to_vec());
        }
        let decoded = DECODER.with_borrow_mut(|decoder| match decoder {
            Ok(decoder) => decoder.decompress(content, length).map_err(|_| TableError::Block(block)),
            Err(error) => Err(TableError::Io(error.kind().into())),
        })?;
        if decoded.len() == length { Ok(decoded) } else { Err(TableError::Block(block)) }
    }

    /// The length of a decoded block.
    fn content_length(&self, block: usize) -> usize {
        let per_block = self.header.id.kind.positions_per_block();
        let positions: u64 = self.positions.iter().sum();
        let here = (positions - (block * per_block) as u64).min(per_block as u64);
        (here as usize).div_ceil(self.header.id.kind.positions_per_byte())
    }

    fn offset(&self, block: usize) -> u64 {
        let group = block / Self::STRIDE;
        let before = &self.entries[group * Self::STRIDE..block];
        self.offsets[group] + before.iter().map(|&entry| Self::length(entry)).sum::<u64>()
    }
}

//! The header of a file: which table it is, how long it is, and its statistics.

use super::counts::Counts;
use super::format::TableId;
use super::table_error::TableError;

/// The header of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableHeader {
    pub(super) id: TableId,
    pub(super) blocks: usize,
    /// The length of all blocks.
    pub(super) bytes: u64,
    pub(super) counts: Vec<Counts>,
    pub(super) index_checksum: u32,
}

/// Stands for a missing distance.
const NONE: u16 = u16::MAX;

impl TableHeader {
    pub(super) const LENGTH: usize = 128;

    pub(super) fn to_bytes(&self) -> [u8; Self::LENGTH] {
        let mut bytes = Vec::with_capacity(Self::LENGTH);
        bytes.extend(self.id.identity());
        bytes.extend((self.blocks as u64).to_le_bytes());
        bytes.extend(self.bytes.to_le_bytes());
        for counts in &self.counts {
            for count in [counts.wins, counts.draws, counts.losses] {
                bytes.extend(count.to_le_bytes());
            }
            for plies in [counts.longest_win, counts.longest_loss] {
                bytes.extend(plies.unwrap_or(NONE).to_le_bytes());
            }
        }
        bytes.resize(120, 0);
        bytes.extend(self.index_checksum.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.try_into().expect("the fields make 128 bytes")
    }

    /// Reads the header of the file that should hold this table.
    ///
    /// # Errors
    /// If the header is corrupt, or the file holds something else.
    pub(super) fn read(bytes: &[u8; Self::LENGTH], id: TableId) -> Result<Self, TableError> {
        let expected = id.identity();
        let differs = |range: std::ops::Range<usize>| bytes[range.clone()] != expected[range];
        if differs(0..8) {
            return Err(TableError::NotATable);
        }
        if differs(8..10) {
            return Err(TableError::Version(u16::from_le_bytes([bytes[8], bytes[9]])));
        }
        if crc32fast::hash(&bytes[..124]).to_le_bytes() != bytes[124..] {
            return Err(TableError::HeaderChecksum);
        }
        if differs(10..TableId::IDENTITY) {
            return Err(TableError::Mismatch);
        }
        Ok(Self::parse(bytes, id))
    }

    /// The fields of a header whose identity and checksum are right.
    fn parse(bytes: &[u8; Self::LENGTH], id: TableId) -> Self {
        let long = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        let plies =
            |at: usize| Some(u16::from_le_bytes([bytes[at], bytes[at + 1]])).filter(|&plies| plies != NONE);
        let counts = |at: usize| Counts {
            wins: long(at),
            draws: long(at + 8),
            losses: long(at + 16),
            longest_win: plies(at + 24),
            longest_loss: plies(at + 26),
        };
        Self {
            id,
            blocks: id.blocks(),
            bytes: long(48),
            counts: (0..id.pair.slices().len()).map(|slice| counts(56 + 28 * slice)).collect(),
            index_checksum: u32::from_le_bytes(bytes[120..124].try_into().expect("4 bytes")),
        }
    }
}

//! The file format, described so that other programs can read it.
//!
//! A file holds a pair: a slice and its mirror. Its name is the slice of the pair whose digits make the
//! larger number, and `.dtw` or `.wdl`. All numbers are little-endian. First comes a header of 128 bytes:
//!
//! | at | bytes | |
//! |---|---|---|
//! | 0 | 8 | `RemiseEG` |
//! | 8 | 2 | the version of the format, 2; it also covers the parameters of the compressor |
//! | 10 | 1 | the kind: 1 distance to the end, 2 win, draw and loss |
//! | 11 | 1 | the size of the board |
//! | 12 | 4 | the rules: flying kings (0 or 1), men capture backward (0 or 1), captures (0 free, 1 the most), promotion (0 at rest, 1 in passing, 2 ends the move) |
//! | 16 | 4 | the digits of the slice: white men, white kings, black men, black kings |
//! | 20 | 4 | positions per block |
//! | 24 | 16 | positions of the slice, and of its mirror; 0 if it is the same slice |
//! | 40 | 8 | the number of blocks |
//! | 48 | 8 | the bytes of all blocks |
//! | 56 | 56 | for the slice and its mirror: wins, draws, losses (8 bytes each), the longest win and loss in plies (2 bytes each; 65535 if there is none, or it is not known) |
//! | 112 | 8 | 0 |
//! | 120 | 4 | CRC-32 of the index |
//! | 124 | 4 | CRC-32 of the first 124 bytes |
//!
//! The index follows, with 2 bytes per block: a number below 65280 is the length of the block's content;
//! otherwise all bytes of the decoded block are equal to the number minus 65280, and nothing is stored.
//!
//! Then come the blocks. Each starts with a CRC-32 of the first 40 bytes of the header, the number of the
//! block in 8 bytes, and the content. The content follows: a zstd frame, or the decoded bytes themselves if
//! the frame would not be shorter. The decoded blocks are the positions of the slice and then of its mirror,
//! White to move, in the order of [`super::index`], with nothing between them.
//!
//! In DTW tables a position is a byte: 0 is a draw, n + 1 is the end of the game after n plies, a win for the
//! player to move if n is odd and a loss if n is even. In WDL tables a position is two bits, with four
//! positions per byte, the first one lowest: 0 draw, 1 win, 2 loss.
//!
//! **Positions in which the player to move must capture are don't-cares**: their bytes are whatever
//! compresses well. The value of such a position is the best value after a capture, one ply further.

use std::path::{Path, PathBuf};

use super::encoded::EncodedValue;
use super::slice::Pair;
use super::spec::GameSpec;

/// What a table stores about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Distance to win: who wins, and in how many plies.
    Dtw,
    /// Win, draw or loss.
    Wdl,
}

impl Kind {
    /// Both kinds, the more informative one first.
    pub const ALL: [Self; 2] = [Self::Dtw, Self::Wdl];

    /// The name, which is also the extension of the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dtw => "dtw",
            Self::Wdl => "wdl",
        }
    }

    /// The name of a pair's file.
    #[must_use]
    pub fn file_name(self, pair: Pair) -> String {
        format!("{pair}.{}", self.name())
    }

    /// The number of positions in a byte of a decoded block.
    pub(super) const fn positions_per_byte(self) -> usize {
        match self {
            Self::Dtw => 1,
            Self::Wdl => 4,
        }
    }

    /// The length of a decoded block in bytes.
    pub(super) const fn bytes_per_block(self) -> usize {
        self.positions_per_block() / self.positions_per_byte()
    }

    /// The number of positions in a block. Larger blocks make smaller files but take longer to decode. A DTW
    /// block takes about 15 µs.
    pub(super) const fn positions_per_block(self) -> usize {
        match self {
            Self::Dtw => 1 << 13,
            Self::Wdl => 1 << 17,
        }
    }

    /// The part of a value that a table of this kind stores.
    #[inline(always)]
    pub(super) const fn reduced(self, value: EncodedValue) -> EncodedValue {
        match self {
            Self::Dtw => value,
            Self::Wdl if value.is_draw() => value,
            Self::Wdl => EncodedValue(2 - (value.0 & 1)),
        }
    }
}

/// Which table a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableId {
    pub(super) spec: GameSpec,
    pub(super) kind: Kind,
    pub(super) pair: Pair,
}

impl TableId {
    /// The bytes in which the header of every such file starts.
    pub(super) const IDENTITY: usize = 40;

    pub(super) fn path(self, folder: &Path) -> PathBuf {
        folder.join(self.kind.file_name(self.pair))
    }

    /// The number of positions of the slice, and of its mirror if that is another slice.
    pub(super) fn positions(self) -> Vec<u64> {
        self.pair.slices().into_iter().map(|slice| slice.positions_in(self.spec) as u64).collect()
    }

    /// The number of blocks.
    pub(super) fn blocks(self) -> usize {
        self.positions().iter().sum::<u64>().div_ceil(self.kind.positions_per_block() as u64) as usize
    }

    /// The first bytes of the file, which say which table it holds.
    pub(super) fn identity(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(match self.kind {
            Kind::Dtw => 1,
            Kind::Wdl => 2,
        });
        bytes.push(self.spec.size());
        bytes.extend(self.spec.rules());
        bytes.extend(self.pair.first().counts());
        bytes.extend((self.kind.positions_per_block() as u32).to_le_bytes());
        for positions in self.positions() {
            bytes.extend(positions.to_le_bytes());
        }
        bytes.resize(Self::IDENTITY, 0);
        bytes
    }

    /// The state in which the checksum of each block starts: it covers the identity of the file, so that a
    /// block of another file does not pass.
    pub(super) fn block_hasher(self) -> crc32fast::Hasher {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.identity());
        hasher
    }
}

/// The checksum of a block, from the state in which it starts, the number of the block and its content.
pub(super) fn block_checksum(start: &crc32fast::Hasher, number: usize, content: &[u8]) -> u32 {
    let mut hasher = start.clone();
    hasher.update(&(number as u64).to_le_bytes());
    hasher.update(content);
    hasher.finalize()
}

const MAGIC: &[u8; 8] = b"RemiseEG";
const VERSION: u16 = 2;
/// Index entries from here on stand for a block of equal bytes.
pub(super) const CONSTANT: u16 = 0xff00;

//! The files, so that another program could read them.
//!
//! A file holds a pair: a slice and its mirror. Its name is the slice of the pair whose digits make the
//! larger number, and `.dtw` or `.wdl`. All numbers are little-endian. First comes a header of 128 bytes:
//!
//! | at | bytes | |
//! |---|---|---|
//! | 0 | 8 | `RemiseEG` |
//! | 8 | 2 | the version of the format, 2; it covers the parameters of the compressor too |
//! | 10 | 1 | the kind: 1 distance to the end, 2 win, draw and loss |
//! | 11 | 1 | the size of the board |
//! | 12 | 4 | the rules: flying kings (0 or 1), men capture backward (0 or 1), captures (0 free, 1 the most), promotion (0 at rest, 1 in passing, 2 ends the move) |
//! | 16 | 4 | the digits of the slice: white men, white kings, black men, black kings |
//! | 20 | 4 | positions in a block |
//! | 24 | 16 | positions of the slice, and of its mirror; 0 if that is the same slice |
//! | 40 | 8 | how many blocks there are |
//! | 48 | 8 | how many bytes the blocks take |
//! | 56 | 56 | for the slice and its mirror: wins, draws, losses (8 bytes each), the longest win and loss in plies (2 bytes each; 65535: none, or not known) |
//! | 112 | 8 | 0 |
//! | 120 | 4 | CRC-32 of the index |
//! | 124 | 4 | CRC-32 of the 124 bytes before |
//!
//! Then the index, 2 bytes a block: below 65280 how many bytes the block's content takes, otherwise
//! 65280 more than the byte of which the whole block consists, which then takes no place.
//!
//! Then the blocks one after the other, each the CRC-32 of the first 40 bytes of the header, the number of
//! the block in 8 bytes and the content, and then the content: a zstd frame, or the bytes as they are
//! if that is not longer. The bytes are the positions of the slice and then of its mirror, each with White
//! to move, in the order that [`super::index`] tells; nothing separates them.
//!
//! A distance is a byte: 0 is a draw, n + 1 is the end of the game after n plies, a win for the player to
//! move if n is odd, a loss if it is even. Win, draw and loss are two bits, four positions a byte, the
//! first one lowest: 0 draw, 1 win, 2 loss.
//!
//! **Where the player to move has to capture nothing is stored**: there stands what compresses well. The
//! value of such a position is the best of those that the captures lead to, one ply further.

use std::fmt;
use std::io;

use crate::board::{Game, Geometry, Precedence, Promotion};

use super::code::Code;
use super::slice::Pair;
use super::value::Value;

/// What a table says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Distance to win: who wins, and in how many plies.
    Dtw,
    /// Win, draw or loss.
    Wdl,
}

impl Kind {
    /// Both, the one that says more first.
    pub const ALL: [Self; 2] = [Self::Dtw, Self::Wdl];

    /// The name, which files end in.
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

    pub(super) const fn positions_a_byte(self) -> usize {
        match self {
            Self::Dtw => 1,
            Self::Wdl => 4,
        }
    }

    /// How many bytes a block has when it is decoded.
    pub(super) const fn bytes_a_block(self) -> usize {
        self.positions_a_block() / self.positions_a_byte()
    }

    /// How many positions a block has. Larger ones make smaller files, but take longer to decode: about
    /// 15 µs for these of distances.
    pub(super) const fn positions_a_block(self) -> usize {
        match self {
            Self::Dtw => 1 << 13,
            Self::Wdl => 1 << 17,
        }
    }

    /// What a table of this kind knows of a value.
    #[inline(always)]
    pub(super) const fn reduced(self, code: Code) -> Code {
        match self {
            Self::Dtw => code,
            Self::Wdl if code.is_draw() => code,
            Self::Wdl => Code(2 - (code.0 & 1)),
        }
    }
}

/// How many positions have which value, and the longest distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The player to move wins.
    pub wins: u64,
    /// Nobody wins.
    pub draws: u64,
    /// The player to move loses.
    pub losses: u64,
    /// The longest win in plies. None: there is none, or no distance is known.
    pub longest_win: Option<u16>,
    /// The longest loss in plies. None: there is none, or no distance is known.
    pub longest_loss: Option<u16>,
}

impl Counts {
    /// Counts by code.
    pub(super) fn of(histogram: &[u64; 256], kind: Kind) -> Self {
        let mut counts = Self::default();
        for (code, &count) in (0..=u8::MAX).map(Code).zip(histogram).filter(|(_, count)| **count > 0) {
            let plies = code.plies().filter(|_| kind == Kind::Dtw);
            if code.is_draw() {
                counts.draws += count;
            } else if code.is_win() {
                counts.wins += count;
                counts.longest_win = plies;
            } else {
                counts.losses += count;
                counts.longest_loss = plies;
            }
        }
        counts
    }

    /// One more of this value.
    pub(super) fn add(&mut self, value: Value) {
        match value {
            Value::Win(plies) => {
                self.wins += 1;
                self.longest_win = self.longest_win.max(plies);
            }
            Value::Draw => self.draws += 1,
            Value::Loss(plies) => {
                self.losses += 1;
                self.longest_loss = self.longest_loss.max(plies);
            }
        }
    }

    /// These and others.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            longest_win: self.longest_win.max(other.longest_win),
            longest_loss: self.longest_loss.max(other.longest_loss),
        }
    }

    /// The same without distances.
    #[must_use]
    pub fn without_plies(&self) -> Self {
        Self { longest_win: None, longest_loss: None, ..*self }
    }

    /// How many positions there are in all.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }
}

/// What stands at the beginning of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) kind: Kind,
    pub(super) pair: Pair,
    pub(super) blocks: usize,
    pub(super) bytes: u64,
    pub(super) counts: Vec<Counts>,
    pub(super) index_sum: u32,
}

const MAGIC: &[u8; 8] = b"RemiseEG";
const VERSION: u16 = 2;
const NONE: u16 = u16::MAX;
/// From here an entry of the index is a byte that fills a block.
pub(super) const CONSTANT: u16 = 0xff00;

impl Header {
    pub(super) const LENGTH: usize = 128;

    /// The positions that the file must have.
    pub(super) fn positions<G: Game>(pair: Pair) -> Vec<u64> {
        pair.slices().into_iter().map(|slice| slice.positions::<G>() as u64).collect()
    }

    /// The bytes of a file of `G`.
    pub(super) fn write<G: Game>(&self) -> [u8; Self::LENGTH] {
        let mut bytes = Vec::with_capacity(Self::LENGTH);
        bytes.extend(Self::identity::<G>(self.kind, self.pair));
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
        bytes.extend(self.index_sum.to_le_bytes());
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.try_into().expect("the parts make 128 bytes")
    }

    /// The first 40 bytes, which say what the file is.
    pub(super) fn identity<G: Game>(kind: Kind, pair: Pair) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(match kind {
            Kind::Dtw => 1,
            Kind::Wdl => 2,
        });
        bytes.push(G::Board::SIZE as u8);
        bytes.extend(rules::<G>());
        bytes.extend(pair.first().counts());
        bytes.extend((kind.positions_a_block() as u32).to_le_bytes());
        for positions in Self::positions::<G>(pair) {
            bytes.extend(positions.to_le_bytes());
        }
        bytes.resize(40, 0);
        bytes
    }

    /// Reads the header of a file that should be of this game, kind and pair.
    pub(super) fn read<G: Game>(bytes: &[u8; Self::LENGTH], kind: Kind, pair: Pair) -> Result<Self, Fault> {
        let expected = Self::identity::<G>(kind, pair);
        let differs = |range: std::ops::Range<usize>| bytes[range.clone()] != expected[range];
        if differs(0..8) {
            return Err(Fault::NoTable);
        }
        if differs(8..10) {
            return Err(Fault::Version(u16::from_le_bytes([bytes[8], bytes[9]])));
        }
        if crc32fast::hash(&bytes[..124]).to_le_bytes() != bytes[124..] {
            return Err(Fault::HeaderSum);
        }
        if differs(10..40) {
            return Err(Fault::Other);
        }
        Ok(Self::numbers::<G>(bytes, kind, pair))
    }

    /// The numbers in a header that is what it should be.
    fn numbers<G: Game>(bytes: &[u8; Self::LENGTH], kind: Kind, pair: Pair) -> Self {
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
        let positions: u64 = Self::positions::<G>(pair).into_iter().sum();
        Self {
            kind,
            pair,
            blocks: positions.div_ceil(kind.positions_a_block() as u64) as usize,
            bytes: long(48),
            counts: (0..pair.slices().len()).map(|slice| counts(56 + 28 * slice)).collect(),
            index_sum: u32::from_le_bytes(bytes[120..124].try_into().expect("4 bytes")),
        }
    }
}

fn rules<G: Game>() -> [u8; 4] {
    let precedence = match G::RULES.precedence {
        Precedence::Free => 0,
        Precedence::Most => 1,
    };
    let promotion = match G::RULES.promotion {
        Promotion::AtRest => 0,
        Promotion::InPassing => 1,
        Promotion::EndsMove => 2,
    };
    [u8::from(G::RULES.flying_kings), u8::from(G::RULES.men_capture_backward), precedence, promotion]
}

/// The sum of a block is begun with what the file is: no other file's block has it.
pub(super) fn block_sums<G: Game>(kind: Kind, pair: Pair) -> crc32fast::Hasher {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&Header::identity::<G>(kind, pair));
    hasher
}

/// The sum of a block, from what it begins with, its number and its content.
pub(super) fn block_sum(begun: &crc32fast::Hasher, number: usize, content: &[u8]) -> u32 {
    let mut hasher = begun.clone();
    hasher.update(&(number as u64).to_le_bytes());
    hasher.update(content);
    hasher.finalize()
}

/// Why a file is not believed.
#[derive(Debug)]
pub enum Fault {
    /// It cannot be read.
    Io(io::Error),
    /// A folder, or something else that is no file.
    NoFile,
    /// It does not begin as tables do.
    NoTable,
    /// A version of the format that this program does not know.
    Version(u16),
    /// The header is damaged.
    HeaderSum,
    /// A table, but not the one that its name says.
    Other,
    /// Too short, or too long.
    Length,
    /// The index is damaged.
    IndexSum,
    /// A block is damaged.
    Block(usize),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NoFile => f.write_str("not a regular file"),
            Self::NoTable => f.write_str("not a table"),
            Self::Version(version) => write!(f, "version {version} of the format is not known"),
            Self::HeaderSum => f.write_str("the header is damaged"),
            Self::Other => f.write_str("a table, but of another game, slice or kind"),
            Self::Length => f.write_str("the file is not as long as its header says"),
            Self::IndexSum => f.write_str("the index is damaged"),
            Self::Block(number) => write!(f, "block {number} is damaged"),
        }
    }
}

impl std::error::Error for Fault {}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

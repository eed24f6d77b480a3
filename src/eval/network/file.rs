//! Networks as files: a header with game and shape, the weights as little-endian integers, and a checksum.

use thiserror::Error;

use super::{BUCKETS, HIDDEN, KINDS, Network, Row, SHIFT, UNIT};

/// The first bytes of a file: a name and a version.
const MAGIC: &[u8; 8] = b"REMISNN1";
/// The bytes of the name of the game, filled up with zeros.
const NAME: usize = 16;
/// The bytes before the weights.
const HEADER: usize = MAGIC.len() + NAME + 3 * 2;
/// The bytes after the weights.
const CHECKSUM: usize = 4;
/// The most cells of a board.
const MOST_CELLS: usize = 128;

/// Why a file is not a network that can be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file is none of a network.
    #[error("this is not a network of this program")]
    Format,
    /// The network is for another game.
    #[error("this network is for {found:?}, not for {expected}")]
    Game {
        /// The game of the file.
        found: String,
        /// The game that is played.
        expected: &'static str,
    },
    /// The number of cells, hidden units or buckets is another one.
    #[error("this network has another shape than the evaluation of this program")]
    Shape,
    /// The file is shorter or longer than its header says, or damaged.
    #[error("the file is damaged: its checksum is wrong")]
    Checksum,
    /// Sums of the weights could overflow.
    #[error("the weights are too large: sums of them could overflow")]
    Overflow,
}

impl Network {
    /// The most bytes of a file.
    pub(crate) const MOST_BYTES: u64 =
        (HEADER + 2 * HIDDEN * (KINDS * MOST_CELLS + 1 + BUCKETS) + 4 * BUCKETS + CHECKSUM) as u64;

    /// Reads a network for this game, which has a board of this number of cells.
    ///
    /// # Errors
    /// Returns an error if the bytes are damaged, or those of another game or shape.
    pub fn read(bytes: &[u8], game: &'static str, cells: usize) -> Result<Self, NetworkError> {
        let header =
            bytes.get(..HEADER).filter(|header| header.starts_with(MAGIC)).ok_or(NetworkError::Format)?;
        let (body, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(NetworkError::Format)?;
        if crc32fast::hash(body) != u32::from_le_bytes(*checksum) {
            return Err(NetworkError::Checksum);
        }
        let name = &header[MAGIC.len()..MAGIC.len() + NAME];
        let name = String::from_utf8_lossy(name).trim_end_matches('\0').to_owned();
        if name != game {
            return Err(NetworkError::Game { found: name, expected: game });
        }
        let mut rest = Reader(&body[MAGIC.len() + NAME..]);
        let shape = [cells, HIDDEN, BUCKETS].map(|number| number as i16);
        if rest.numbers() != Some(shape) {
            return Err(NetworkError::Shape);
        }
        rest.network(name, cells).filter(|_| rest.0.is_empty()).ok_or(NetworkError::Shape)?.checked()
    }

    /// Writes the network.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.body();
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn body(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let mut name = self.game.clone().into_bytes();
        name.resize(NAME, 0);
        bytes.extend(name);
        for number in [self.hidden.len() / KINDS, HIDDEN, BUCKETS] {
            bytes.extend((number as u16).to_le_bytes());
        }
        let rows = self.hidden.iter().chain([&self.hidden_bias]).chain(&self.output);
        bytes.extend(rows.flatten().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }

    /// Returns the network with its checksum if no sum can overflow, whatever stands on the board.
    pub(super) fn checked(mut self) -> Result<Self, NetworkError> {
        let cells = self.hidden.len() / KINDS;
        let fits = (0..HIDDEN).all(|unit| {
            let largest = |cell: usize| {
                let of_kind = |kind: usize| i32::from(self.hidden[kind * cells + cell][unit]).abs();
                (0..KINDS).map(of_kind).max().unwrap_or(0)
            };
            let sum: i32 = (0..cells).map(largest).sum();
            sum + i32::from(self.hidden_bias[unit]).abs() <= i32::from(i16::MAX)
        });
        let square = i64::from(UNIT >> SHIFT).pow(2);
        let outputs_fit = self.output.iter().zip(self.output_bias).all(|(row, bias)| {
            let sum: i64 = row.iter().map(|&weight| i64::from(weight).abs() * square).sum();
            sum + i64::from(bias).abs() <= i64::from(i32::MAX)
        });
        if !(fits && outputs_fit) {
            return Err(NetworkError::Overflow);
        }
        self.checksum = crc32fast::hash(&self.body());
        Ok(self)
    }
}

/// Reads numbers from bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn numbers<const N: usize>(&mut self) -> Option<[i16; N]> {
        let (bytes, rest) = self.0.split_at_checked(2 * N)?;
        self.0 = rest;
        Some(std::array::from_fn(|index| i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]])))
    }

    fn integer(&mut self) -> Option<i32> {
        let (bytes, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(i32::from_le_bytes(*bytes))
    }

    fn network(&mut self, game: String, cells: usize) -> Option<Network> {
        let hidden = (0..KINDS * cells).map(|_| self.numbers()).collect::<Option<Vec<Row>>>()?;
        let hidden_bias = self.numbers()?;
        let mut output = [[0; HIDDEN]; BUCKETS];
        for row in &mut output {
            *row = self.numbers()?;
        }
        let mut output_bias = [0; BUCKETS];
        for bias in &mut output_bias {
            *bias = self.integer()?;
        }
        Some(Network { game, hidden, hidden_bias, output, output_bias, checksum: 0 })
    }
}

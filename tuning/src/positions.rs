//! Positions with what is known of their value: the samples that a network learns from, and their file.
//!
//! A position is three sets of cells as the player to move sees the board. The file has a header (a magic
//! number, the name of the game, the number of cells and of samples) and then samples of the same size: 32
//! bytes on boards of up to 64 cells, 56 on larger ones. Numbers are little-endian.

use std::fmt;
use std::io::{self, Read, Write};
use std::str::FromStr;

use thiserror::Error;

/// A position, seen by the player to move, and its value for that player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionSample {
    /// The cells of the player's pieces.
    pub own: u128,
    /// The cells of the opponent's pieces.
    pub opposing: u128,
    /// The cells of the kings of both.
    pub kings: u128,
    /// The score of a search, in hundredths of a man.
    pub score: i16,
    /// The number of plies since the beginning of the game.
    pub ply: u16,
    /// The result of the game: 2 for a win, 1 for a draw, 0 for a loss.
    pub result: u8,
    /// Whether the result is the exact value of the position, from endgame tables.
    pub is_exact: bool,
}

impl PositionSample {
    /// The number of pieces.
    #[must_use]
    pub fn pieces(&self) -> usize {
        (self.own | self.opposing).count_ones() as usize
    }

    /// Calls `visit` with the number of each input that is on: the kind of piece (own men, own kings, opposing
    /// men, opposing kings) times the number of cells, plus the cell.
    pub fn inputs(&self, cells: usize, mut visit: impl FnMut(usize)) {
        let Self { own, opposing, kings, .. } = *self;
        let sets = [own & !kings, own & kings, opposing & !kings, opposing & kings];
        for (kind, mut set) in sets.into_iter().enumerate() {
            while set != 0 {
                visit(kind * cells + set.trailing_zeros() as usize);
                set &= set - 1;
            }
        }
    }
}

impl fmt::Display for PositionSample {
    /// The sets in hexadecimal, then the score, the ply, the result and whether it is exact.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { own, opposing, kings, score, ply, result, is_exact } = self;
        write!(f, "{own:x},{opposing:x},{kings:x},{score},{ply},{result},{}", u8::from(*is_exact))
    }
}

/// A text is not a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("this is not a sample")]
pub struct NotASample;

impl FromStr for PositionSample {
    type Err = NotASample;

    /// Reads the format of `Display`.
    fn from_str(text: &str) -> Result<Self, NotASample> {
        let mut words = text.split(',');
        let mut word = || words.next().ok_or(NotASample);
        let set = |word: &str| u128::from_str_radix(word, 16).map_err(|_| NotASample);
        let sample = Self {
            own: set(word()?)?,
            opposing: set(word()?)?,
            kings: set(word()?)?,
            score: word()?.parse().map_err(|_| NotASample)?,
            ply: word()?.parse().map_err(|_| NotASample)?,
            result: word()?.parse().map_err(|_| NotASample)?,
            is_exact: word()? == "1",
        };
        if words.next().is_some() { Err(NotASample) } else { Ok(sample) }
    }
}

/// Many samples of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSamples {
    game: String,
    cells: usize,
    bytes: Vec<u8>,
}

/// Why samples cannot be read.
#[derive(Debug, Error)]
pub enum PositionsError {
    /// The file is of another kind.
    #[error("this is not a file of samples")]
    Format,
    /// The file ends before its last sample, or goes on after it.
    #[error("the file is damaged: its header promises {promised} samples")]
    Length {
        /// The number of samples in the header.
        promised: u64,
    },
    /// A sample is impossible.
    #[error("sample {0} is no position")]
    Sample(usize),
    /// The samples are those of another game.
    #[error("the samples are of {found}, not of {expected}")]
    Game {
        /// The game of these samples.
        found: String,
        /// The game of the others.
        expected: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The first bytes of a file: a name and a version.
const MAGIC: &[u8; 8] = b"REMISSM1";
/// The bytes of the name of the game, filled up with zeros.
const NAME: usize = 16;
/// The bytes after the sets.
const REST: usize = 8;
/// The flag of exact samples.
const EXACT: u8 = 1;

impl PositionSamples {
    /// No samples, of a game with this name on a board of this number of cells, at most 128.
    #[must_use]
    pub fn new(game: &str, cells: usize) -> Self {
        Self { game: game.to_owned(), cells, bytes: Vec::new() }
    }

    /// The name of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The number of cells of the board.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The number of samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / self.size()
    }

    /// Whether there are no samples.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn set_size(&self) -> usize {
        if self.cells <= 64 { 8 } else { 16 }
    }

    /// The bytes of a sample.
    fn size(&self) -> usize {
        3 * self.set_size() + REST
    }

    /// Adds a sample.
    pub fn push(&mut self, sample: &PositionSample) {
        let size = self.set_size();
        for set in [sample.own, sample.opposing, sample.kings] {
            self.bytes.extend(&set.to_le_bytes()[..size]);
        }
        self.bytes.extend(sample.score.to_le_bytes());
        self.bytes.extend(sample.ply.to_le_bytes());
        self.bytes.extend([sample.result, if sample.is_exact { EXACT } else { 0 }, 0, 0]);
    }

    /// The sample with this number, counted from 0.
    ///
    /// # Panics
    /// Panics if there is no such sample.
    #[must_use]
    pub fn get(&self, number: usize) -> PositionSample {
        let bytes = &self.bytes[number * self.size()..(number + 1) * self.size()];
        let (sets, rest) = bytes.split_at(3 * self.set_size());
        let set = |index: usize| {
            let mut wide = [0; 16];
            wide[..self.set_size()].copy_from_slice(&sets[index * self.set_size()..][..self.set_size()]);
            u128::from_le_bytes(wide)
        };
        PositionSample {
            own: set(0),
            opposing: set(1),
            kings: set(2),
            score: i16::from_le_bytes([rest[0], rest[1]]),
            ply: u16::from_le_bytes([rest[2], rest[3]]),
            result: rest[4],
            is_exact: rest[5] & EXACT != 0,
        }
    }

    /// All samples.
    pub fn iter(&self) -> impl Iterator<Item = PositionSample> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// Adds the samples of the same game.
    ///
    /// # Errors
    /// Returns an error if they are of another game.
    pub fn append(&mut self, other: &Self) -> Result<(), PositionsError> {
        if (other.game.as_str(), other.cells) != (self.game.as_str(), self.cells) {
            return Err(PositionsError::Game { found: other.game.clone(), expected: self.game.clone() });
        }
        self.bytes.extend_from_slice(&other.bytes);
        Ok(())
    }

    /// Writes all samples.
    ///
    /// # Errors
    /// Returns an error if they cannot be written.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        let mut name = self.game.clone().into_bytes();
        name.resize(NAME, 0);
        to.write_all(MAGIC)?;
        to.write_all(&name)?;
        to.write_all(&(self.cells as u64).to_le_bytes())?;
        to.write_all(&(self.len() as u64).to_le_bytes())?;
        to.write_all(&self.bytes)
    }

    /// Reads samples and checks that each is a position.
    ///
    /// # Errors
    /// Returns an error if they cannot be read, or are damaged.
    pub fn read(mut from: impl Read) -> Result<Self, PositionsError> {
        let mut header = [0; MAGIC.len() + NAME + 16];
        from.read_exact(&mut header).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => PositionsError::Format,
            _ => error.into(),
        })?;
        let number = |at: usize| {
            let bytes: [u8; 8] = header[at..at + 8].try_into().expect("eight bytes");
            u64::from_le_bytes(bytes)
        };
        let (cells, promised) = (number(MAGIC.len() + NAME), number(MAGIC.len() + NAME + 8));
        if !header.starts_with(MAGIC) || !(1..=128).contains(&cells) {
            return Err(PositionsError::Format);
        }
        let name = String::from_utf8_lossy(&header[MAGIC.len()..MAGIC.len() + NAME]);
        let mut samples = Self::new(name.trim_end_matches('\0'), cells as usize);
        let length = promised.saturating_mul(samples.size() as u64);
        from.take(length.saturating_add(1)).read_to_end(&mut samples.bytes)?;
        if samples.bytes.len() as u64 != length {
            return Err(PositionsError::Length { promised });
        }
        let wrong = samples.iter().position(|sample| !samples.is_possible(&sample));
        match wrong {
            Some(number) => Err(PositionsError::Sample(number)),
            None => Ok(samples),
        }
    }

    fn is_possible(&self, sample: &PositionSample) -> bool {
        let PositionSample { own, opposing, kings, result, .. } = *sample;
        let all = own | opposing;
        let beyond = if self.cells == 128 { 0 } else { all >> self.cells };
        own & opposing == 0 && kings & !all == 0 && beyond == 0 && result <= 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: PositionSample = PositionSample {
        own: 0b1010,
        opposing: 1 << 34,
        kings: 0b1000,
        score: -37,
        ply: 12,
        result: 2,
        is_exact: true,
    };

    fn some(cells: usize) -> PositionSamples {
        let mut samples = PositionSamples::new("some-game", cells);
        samples.push(&SAMPLE);
        samples.push(&PositionSample { opposing: 1 << (cells - 1), result: 0, is_exact: false, ..SAMPLE });
        samples
    }

    fn bytes(samples: &PositionSamples) -> Vec<u8> {
        let mut bytes = Vec::new();
        samples.write(&mut bytes).expect("memory can be written");
        bytes
    }

    #[test]
    fn samples_are_read_back() {
        for (cells, size) in [(35, 32), (64, 32), (104, 56), (128, 56)] {
            let samples = some(cells);
            let bytes = bytes(&samples);
            assert_eq!(bytes.len(), 40 + 2 * size);
            assert_eq!(PositionSamples::read(&bytes[..]).expect("samples"), samples);
            assert_eq!(samples.get(0), SAMPLE);
        }
        assert_eq!(SAMPLE.to_string().parse(), Ok(SAMPLE));
        for bad in ["", "1,2,0,0,0,0", "1,2,0,0,0,0,1,2", "x,2,0,0,0,0,1"] {
            assert_eq!(bad.parse::<PositionSample>(), Err(NotASample), "{bad}");
        }
    }

    #[test]
    fn a_file_that_is_damaged_is_refused() {
        let good = bytes(&some(35));
        let refused = |bytes: &[u8]| PositionSamples::read(bytes).expect_err("it is refused").to_string();
        assert_eq!(refused(b"REMISSM1"), "this is not a file of samples");
        assert_eq!(refused(&[b"X", &good[1..]].concat()), "this is not a file of samples");
        let promised = "the file is damaged: its header promises 2 samples";
        assert_eq!(refused(&good[..good.len() - 1]), promised);
        assert_eq!(refused(&[&good[..], &[0]].concat()), promised);
        let mut endless = good.clone();
        endless[32..40].fill(255);
        assert!(refused(&endless).contains("promises 18446744073709551615"));
        let mut twice = good;
        // The second sample's own pieces stand where the opponent's do.
        twice.copy_within(80..88, 72);
        assert_eq!(refused(&twice), "sample 1 is no position");
    }

    #[test]
    fn samples_of_another_game_are_not_added() {
        let mut samples = some(35);
        samples.append(&some(35)).expect("the same game");
        assert_eq!(samples.len(), 4);
        let error = samples.append(&PositionSamples::new("other", 35)).expect_err("another game");
        assert_eq!(error.to_string(), "the samples are of other, not of some-game");
    }

    #[test]
    fn inputs_are_pieces_by_kind() {
        let mut inputs = Vec::new();
        SAMPLE.inputs(35, |input| inputs.push(input));
        assert_eq!(inputs, [1, 35 + 3, 70 + 34]);
        assert_eq!(SAMPLE.pieces(), 3);
    }
}

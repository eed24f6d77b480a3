//! A count on disk: what is marked and what is counted, so that an interrupted count goes on.
//!
//! Only this program reads such a file. It is a zstd frame with the identity of the count, its numbers, the positions
//! without pieces of the player to move, and the words of each slice that has marks; and after it a CRC-32 of all that.

use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;

use thiserror::Error;

use super::ReachableCount;
use super::marks::SliceMarks;
use crate::board::{Color, Game, Placement, Set, SetOf};
use crate::endgame::slice::Slice;
use crate::endgame::spec::GameSpec;

/// Why a saved count cannot go on.
#[derive(Debug, Error)]
pub enum SavedError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is the count of another game, or from another position.
    #[error("it is the count of another game or position")]
    Foreign,
    /// It is not a saved count, or it is damaged.
    #[error("not a saved count, or damaged")]
    Damaged,
}

const MAGIC: &[u8] = b"remise reachable 1\n";
/// What stands in place of a color after the last slice.
const NO_MORE: u8 = 2;
/// The fastest level of the compressor.
const COMPRESSION_LEVEL: i32 = 1;

/// Writes a count.
pub(super) fn write<G: Game + Default>(count: &ReachableCount<G>, output: &mut dyn Write) -> io::Result<()> {
    let encoder = zstd::stream::write::Encoder::new(output, COMPRESSION_LEVEL)?;
    let mut sum = Summed { inner: encoder, sum: crc32fast::Hasher::new() };
    sum.write_all(&identity(&count.start))?;
    let numbers =
        [count.next as u64, count.levels_done as u64, count.counted, count.empty_handed.len() as u64];
    numbers.iter().try_for_each(|number| sum.write_all(&number.to_le_bytes()))?;
    count.empty_handed.iter().try_for_each(|placement| sum.write_all(&bytes_of(placement)))?;
    for (turn, marks) in count.marks.all() {
        sum.write_all(&[turn as u8])?;
        sum.write_all(&(marks.index.slice().number() as u16).to_le_bytes())?;
        for word in &marks.words {
            sum.write_all(&word.load(Ordering::Relaxed).to_le_bytes())?;
        }
    }
    sum.write_all(&[NO_MORE])?;
    let Summed { inner: mut encoder, sum } = sum;
    encoder.write_all(&sum.finalize().to_le_bytes())?;
    encoder.finish().map(drop)
}

/// Reads a count of the same positions as another.
pub(super) fn read<G: Game + Default>(
    like: &ReachableCount<G>,
    input: &mut dyn Read,
) -> Result<ReachableCount<G>, SavedError> {
    let decoder = zstd::stream::read::Decoder::new(input).map_err(|_| SavedError::Damaged)?;
    let mut sum = Summed { inner: decoder, sum: crc32fast::Hasher::new() };
    let expected = identity(&like.start);
    let mut found = vec![0; expected.len()];
    sum.fill(&mut found)?;
    if found != expected {
        let is_ours = found.starts_with(MAGIC);
        return Err(if is_ours { SavedError::Foreign } else { SavedError::Damaged });
    }
    let mut count = ReachableCount::unmarked(like.start, like.materials.clone());
    count.next = sum.number()? as usize;
    count.levels_done = sum.number()? as usize;
    count.counted = sum.number()?;
    for _ in 0..sum.number()? {
        count.empty_handed.insert(sum.placement()?);
    }
    while let Some(marks) = sum.marks(&count)? {
        let (turn, marks) = marks;
        count.marks.put(turn, marks);
    }
    let actual = sum.sum.clone().finalize();
    let mut stored = [0; 4];
    sum.fill(&mut stored)?;
    if u32::from_le_bytes(stored) == actual { Ok(count) } else { Err(SavedError::Damaged) }
}

/// What tells counts apart: the game and the position from which it counts.
fn identity<G: Game + Default>(start: &Placement<G>) -> Vec<u8> {
    let spec = GameSpec::of(G::default());
    [MAGIC, &[spec.size()], &spec.rules(), &bytes_of(start)].concat()
}

fn bytes_of<G: Game + Default>(placement: &Placement<G>) -> [u8; 49] {
    let mut bytes = [0; 49];
    for (place, set) in [placement.white, placement.black, placement.kings].into_iter().enumerate() {
        bytes[16 * place..16 * (place + 1)].copy_from_slice(&set.bits().to_le_bytes());
    }
    bytes[48] = placement.turn as u8;
    bytes
}

/// A stream, and the checksum of what went through it.
struct Summed<T> {
    inner: T,
    sum: crc32fast::Hasher,
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<T: Read> Summed<T> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), SavedError> {
        match self.inner.read_exact(bytes) {
            Ok(()) => self.sum.update(bytes),
            Err(error) if error.raw_os_error().is_some() => return Err(error.into()),
            Err(_) => return Err(SavedError::Damaged),
        }
        Ok(())
    }

    fn number(&mut self) -> Result<u64, SavedError> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    fn placement<G: Game + Default>(&mut self) -> Result<Placement<G>, SavedError> {
        let mut sets = [SetOf::<G>::EMPTY; 3];
        for set in &mut sets {
            let mut bytes = [0; 16];
            self.fill(&mut bytes)?;
            *set = SetOf::<G>::from_bits(u128::from_le_bytes(bytes));
        }
        let [white, black, kings] = sets;
        let turn = self.turn()?.ok_or(SavedError::Damaged)?;
        Ok(Placement { white, black, kings, ..Placement::empty(G::default(), turn) })
    }

    /// A color, or `None` for [`NO_MORE`].
    fn turn(&mut self) -> Result<Option<Color>, SavedError> {
        let mut byte = [0];
        self.fill(&mut byte)?;
        match byte[0] {
            NO_MORE => Ok(None),
            number => Color::ALL.get(usize::from(number)).copied().map(Some).ok_or(SavedError::Damaged),
        }
    }

    /// The marks of the next slice. Returns `None` after the last one.
    fn marks<G: Game + Default>(
        &mut self,
        count: &ReachableCount<G>,
    ) -> Result<Option<(Color, SliceMarks)>, SavedError> {
        let Some(turn) = self.turn()? else { return Ok(None) };
        let mut number = [0; 2];
        self.fill(&mut number)?;
        let slice = Slice::with_number(usize::from(u16::from_le_bytes(number))).ok_or(SavedError::Damaged)?;
        let material = super::slice_of(slice, turn);
        if !count.materials.contains(&material) || count.marks.get(material, turn).is_some() {
            return Err(SavedError::Damaged);
        }
        let marks = SliceMarks::new(slice, GameSpec::of(G::default()));
        for word in &marks.words {
            word.store(self.number()?, Ordering::Relaxed);
        }
        Ok(Some((turn, marks)))
    }
}

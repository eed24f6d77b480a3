//! Makes the tables of a folder that are not there yet.
//!
//! Each pair is a file, and each file is whole or not there. A run that was stopped is gone on with from
//! the last level that was finished of the pair after that, or from the last file where little is lost. The bytes are the same however often it was stopped and however many threads worked.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::combination::choose;
use super::format::{Counts, Kind};
use super::generate::{Keeping, complete, generate};
use super::slice::{Pair, Slice};
use super::spool::Spool;
use super::store::{Store, Values};
use super::table::Table;
use super::writer::{Contents, remove_unfinished};
use crate::board::{Game, Geometry, Piece};

/// What to make.
#[derive(Clone, Copy, Debug)]
pub struct Build {
    /// All tables of at most so many pieces.
    pub pieces: usize,
    /// What they say about a position.
    pub kind: Kind,
    /// How many threads work.
    pub threads: usize,
    /// Bytes of memory that may be used. None: nobody knows.
    pub memory: Option<u64>,
    /// Bytes that the folder has room for. None: nobody knows.
    pub disk: Option<u64>,
}

/// Bytes that a build needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// In memory: all values, a byte a position, and the largest block.
    pub memory: u128,
    /// In the folder: an estimate on the safe side, from how well values compress.
    pub disk: u128,
}

/// What happens during a build.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// So many positions of all that there are to be made are done.
    Positions {
        /// Those that are done.
        done: u64,
        /// All.
        of: u64,
    },
    /// A pair is in its file.
    Finished {
        /// Its slices.
        counts: &'a [(Slice, Counts)],
        /// How long the file is.
        bytes: u64,
    },
}

/// Why tables could not be made.
#[derive(Debug)]
pub enum BuildError {
    /// A file or folder cannot be written.
    Io(PathBuf, io::Error),
    /// There is less memory than it takes.
    Memory(Needs),
    /// There is less room in the folder than it takes.
    Disk(Needs),
    /// A slice has more positions than can be numbered.
    TooLarge(Pair),
    /// A game is longer than a table can say.
    TooLong(Pair),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = |bytes: u128| bytes.div_ceil(1 << 20);
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Memory(needs) => {
                write!(f, "this takes {} MiB of memory, more than is free", mebibytes(needs.memory))
            }
            Self::Disk(needs) => {
                write!(f, "this may take {} MiB of disk, more than is free", mebibytes(needs.disk))
            }
            Self::TooLarge(pair) => write!(f, "{pair} has too many positions"),
            Self::TooLong(pair) => {
                write!(f, "in {pair} the game is longer than 253 plies; tables of kind wdl can be made")
            }
        }
    }
}

impl std::error::Error for BuildError {}

impl Build {
    /// Makes what is not there. `hear` is told of each step.
    ///
    /// # Errors
    /// When the machine is too small or a file cannot be written. Files that were finished stay.
    pub fn run<G: Game>(&self, folder: &Path, hear: &mut dyn FnMut(Step<'_>)) -> Result<(), BuildError> {
        let pairs = self.pairs();
        let needs = self.needs::<G>()?;
        let io = |error| BuildError::Io(folder.to_owned(), error);
        fs::create_dir_all(folder).map_err(io)?;
        remove_unfinished(folder).map_err(io)?;
        let is_whole = |pair: &&Pair| self.is_whole::<G>(folder, **pair);
        let there = pairs.iter().take_while(is_whole).count();
        self.check_room::<G>(&needs, &pairs[there..])?;
        let of = pairs.iter().map(|pair| positions::<G>(*pair) as u64).sum();
        let mut work = Work::<G> { build: self, folder, store: Store::new(), done: 0, of, hear };
        if there == pairs.len() {
            pairs.iter().for_each(|pair| work.report(*pair));
            return Ok(());
        }
        pairs.iter().try_for_each(|pair| work.make(*pair))
    }

    fn pairs(&self) -> Vec<Pair> {
        (2..=self.pieces).flat_map(Pair::all).collect()
    }

    /// The most that this can take.
    ///
    /// # Errors
    /// When a slice has more positions than can be numbered.
    pub fn needs<G: Game>(&self) -> Result<Needs, BuildError> {
        let (mut memory, mut largest) = (0, 0);
        let pairs = self.pairs();
        for &pair in &pairs {
            let positions = positions::<G>(pair);
            let sets = king_sets::<G>(pair);
            if positions >= 1 << 40 || sets >= 1 << 30 {
                return Err(BuildError::TooLarge(pair));
            }
            memory += positions;
            largest = largest.max(2 * positions + 24 * sets * self.threads as u128);
        }
        Ok(Needs { memory: memory + largest, disk: self.disk_for::<G>(&pairs) })
    }

    /// Bytes of these files, an estimate on the safe side, and of the finished levels of one of them.
    fn disk_for<G: Game>(&self, pairs: &[Pair]) -> u128 {
        let share = if self.kind == Kind::Dtw { 2 } else { 16 };
        let files = pairs.iter().map(|pair| 1024 + positions::<G>(*pair) / share);
        let largest = pairs.iter().map(|pair| positions::<G>(*pair)).max().unwrap_or(0);
        files.sum::<u128>() + if largest < WORTH_KEEPING as u128 { 0 } else { largest / 2 }
    }

    /// Whether there is enough memory and disk for these pairs.
    fn check_room<G: Game>(&self, needs: &Needs, pairs: &[Pair]) -> Result<(), BuildError> {
        if pairs.is_empty() {
            return Ok(());
        }
        if self.memory.is_some_and(|memory| u128::from(memory) < needs.memory) {
            return Err(BuildError::Memory(*needs));
        }
        let disk = self.disk_for::<G>(pairs);
        if self.disk.is_some_and(|free| u128::from(free) < disk) {
            return Err(BuildError::Disk(Needs { disk, ..*needs }));
        }
        Ok(())
    }

    fn is_whole<G: Game>(&self, folder: &Path, pair: Pair) -> bool {
        let opened = Table::open::<G>(folder, self.kind, pair);
        let table = match opened {
            Ok(None) => return false,
            Ok(Some(table)) => table,
            Err(fault) => {
                log::warn!("{}: {fault}: it is made again", folder.join(self.kind.file_name(pair)).display());
                return false;
            }
        };
        (0..table.blocks()).all(|block| table.decode(block).is_some())
    }
}

/// So many positions take some seconds: levels that have as many are kept when they are finished.
const WORTH_KEEPING: usize = 1 << 24;

fn positions<G: Game>(pair: Pair) -> u128 {
    pair.slices().into_iter().map(Slice::positions::<G>).sum()
}

/// Ways to place the kings of both players, each for themselves.
fn king_sets<G: Game>(pair: Pair) -> u128 {
    let left = G::Board::SQUARES.saturating_sub(pair.first().men());
    let sets = |piece| choose(left, pair.first().count(piece)) as u128;
    sets(Piece::WhiteKing).saturating_mul(sets(Piece::BlackKing))
}

/// A build on its way.
struct Work<'a, G: Game> {
    build: &'a Build,
    folder: &'a Path,
    store: Store<G>,
    done: u64,
    of: u64,
    hear: &'a mut dyn FnMut(Step<'_>),
}

impl<G: Game> Work<'_, G> {
    /// Has the values of a pair in memory and in its file.
    fn make(&mut self, pair: Pair) -> Result<(), BuildError> {
        if self.open(pair).is_some_and(|table| self.read(&table, pair)) {
            self.report(pair);
            return Ok(());
        }
        self.generate(pair)
    }

    fn open(&self, pair: Pair) -> Option<Table> {
        Table::open::<G>(self.folder, self.build.kind, pair).ok().flatten()
    }

    /// Tells of a file that was there.
    fn report(&mut self, pair: Pair) {
        if let Some(table) = self.open(pair) {
            let counts: Vec<_> = table.counts().collect();
            (self.hear)(Step::Finished { counts: &counts, bytes: table.bytes() });
        }
    }

    /// Takes the values of a pair from its file. False: they cannot be had from there.
    fn read(&mut self, table: &Table, pair: Pair) -> bool {
        let values: Vec<_> = pair.slices().into_iter().map(Values::new).collect();
        for values in &values {
            if !fill(values, table) {
                return false;
            }
        }
        values.into_iter().for_each(|values| self.store.insert(values));
        let (done, of, hear) = (self.done, self.of, &mut self.hear);
        let mut here = 0;
        complete(&self.store, pair, (self.build.kind, self.build.threads), &mut |positions| {
            here += positions as u64;
            hear(Step::Positions { done: done + here, of });
        });
        self.done += positions::<G>(pair) as u64;
        true
    }

    fn generate(&mut self, pair: Pair) -> Result<(), BuildError> {
        let Build { kind, threads, .. } = *self.build;
        let keeping = self.keeping(pair);
        let (done, of, hear) = (self.done, self.of, &mut self.hear);
        let mut here = 0;
        let made = generate(&mut self.store, pair, (kind, threads), keeping, &mut |positions| {
            here += positions as u64;
            hear(Step::Positions { done: done + here, of });
        });
        let values = made.map_err(|_| BuildError::TooLong(pair))?;
        self.done += positions::<G>(pair) as u64;
        let counts = self.count(pair);
        let only_counts = counts.iter().map(|(_, counts)| *counts).collect();
        let contents = Contents { kind, pair, counts: only_counts, values: &values };
        let written = contents.write(self.folder, threads);
        let path = || self.folder.join(kind.file_name(pair));
        let bytes = written.map_err(|error| BuildError::Io(path(), error))?;
        Spool::remove(self.folder, kind, pair);
        (self.hear)(Step::Finished { counts: &counts, bytes });
        Ok(())
    }

    /// How the levels of a pair are kept. None are, if there is little to be made.
    fn keeping(&self, pair: Pair) -> Keeping {
        if positions::<G>(pair) < WORTH_KEEPING as u128 {
            return Keeping::NOTHING;
        }
        Keeping { spool: Spool::open::<G>(self.folder, self.build.kind, pair), least: WORTH_KEEPING }
    }

    fn count(&self, pair: Pair) -> Vec<(Slice, Counts)> {
        let count = |slice| {
            let values = self.store.get(slice).expect("it was made");
            let mut histogram = [0; 256];
            (0..values.index.len()).for_each(|number| histogram[usize::from(values.get(number).0)] += 1);
            (slice, Counts::of(&histogram, self.build.kind))
        };
        pair.slices().into_iter().map(count).collect()
    }
}

/// Reads the values of a slice. False: the file is not whole.
fn fill<G: Game>(values: &Values<G>, table: &Table) -> bool {
    let slice = values.index.slice();
    let (mut last, mut content) = (usize::MAX, None);
    for number in 0..values.index.len() {
        let (block, at) = table.place(slice, number);
        if block != last {
            (last, content) = (block, table.decode(block));
        }
        let byte = content.as_ref().and_then(|content| content.get(at / table.kind().positions_a_byte()));
        match byte.and_then(|&byte| table.code(byte, at)) {
            Some(code) => values.set(number, code),
            None => return false,
        }
    }
    true
}

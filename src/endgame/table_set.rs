//! The table files of a folder. Nothing here depends on the type of the game.

use std::fs;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use rustc_hash::FxHasher;

use super::cache::{BlockKey, Cache};
use super::counts::Counts;
use super::format::{Kind, TableId};
use super::index::Index;
use super::open_files::with_room;
use super::slice::{Pair, Slice};
use super::spec::GameSpec;
use super::table::PairTable;
use super::table_error::{TableError, Unreadable};
use super::value::Value;

/// A table file.
#[derive(Clone, Debug)]
pub struct TableInfo {
    /// The pair.
    pub pair: Pair,
    /// What the table stores about a position.
    pub kind: Kind,
    /// The file.
    pub path: PathBuf,
    /// The length of the file.
    pub bytes: u64,
    /// Statistics of the slice, and of its mirror if that is another slice.
    pub counts: Vec<(Slice, Counts)>,
}

/// The valid tables of a folder.
pub(super) struct TableSet {
    tables: Vec<PairTable>,
    /// By slice number: which table, and the numbering of its positions.
    slices: Vec<Option<(usize, Index)>>,
    refused: Vec<(PathBuf, TableError)>,
    most_pieces: usize,
    cache: Cache,
}

impl TableSet {
    pub(super) fn none() -> Self {
        Self {
            tables: Vec::new(),
            slices: Vec::new(),
            refused: Vec::new(),
            most_pieces: 0,
            cache: Cache::new(1),
        }
    }

    pub(super) fn open(folder: &Path, spec: GameSpec, cache_mib: usize) -> Self {
        let mut set = Self { slices: (0..Slice::NUMBERS).map(|_| None).collect(), ..Self::none() };
        let files = files_in(folder).unwrap_or_else(|error| {
            set.refuse(folder.to_owned(), error.into());
            Vec::new()
        });
        for (kind, pair) in files {
            let id = TableId { spec, kind, pair };
            match PairTable::open(folder, id) {
                Ok(None) => set.refuse(id.path(folder), io::Error::from(io::ErrorKind::NotFound).into()),
                Ok(Some(table)) => set.add(table, id),
                Err(error) => set.refuse(id.path(folder), error),
            }
        }
        let per_block = set.tables.iter().map(|table| table.kind().bytes_per_block()).max();
        set.cache = Cache::new((cache_mib << 20) / per_block.unwrap_or(usize::MAX));
        set
    }

    /// Adds a table. Of two tables of a pair only the first is used, which is the DTW table.
    fn add(&mut self, table: PairTable, id: TableId) {
        let first = id.pair.first();
        if self.slices[first.number()].is_none() {
            for slice in id.pair.slices() {
                self.slices[slice.number()] = Some((self.tables.len(), Index::new(slice, id.spec)));
            }
            self.tables.push(table);
            self.most_pieces = self.most_pieces.max(first.pieces());
        }
    }

    fn refuse(&mut self, path: PathBuf, error: TableError) {
        log::warn!("{}: {error}: the table is ignored", path.display());
        self.refused.push((path, error));
    }

    pub(super) fn refused(&self) -> &[(PathBuf, TableError)] {
        &self.refused
    }

    pub(super) fn is_any_broken(&self) -> bool {
        !self.refused.is_empty() || self.tables.iter().any(PairTable::is_refused)
    }

    /// Checks that no file that is there was left out because it cannot be read.
    pub(super) fn check_readable(&self) -> Result<(), Unreadable> {
        match self.broken().find(|(_, error)| error.is_unreadable()) {
            None => Ok(()),
            Some((path, error)) => Err(Unreadable::new(path, error)),
        }
    }

    /// The first file that is not used because it is corrupt or cannot be read, as far as that is known.
    pub(super) fn first_broken(&self) -> Option<Unreadable> {
        self.broken().next().map(|(path, error)| Unreadable::new(path, error))
    }

    /// The files that are not used, found when they were opened or since.
    fn broken(&self) -> impl Iterator<Item = (&Path, &TableError)> {
        let refused = self.refused.iter().map(|(path, error)| (path.as_path(), error));
        refused.chain(self.tables.iter().filter_map(|table| Some((table.path(), table.refusal()?))))
    }

    pub(super) fn list(&self) -> Vec<TableInfo> {
        let info = |table: &PairTable| TableInfo {
            pair: table.pair(),
            kind: table.kind(),
            path: table.path().to_owned(),
            bytes: table.bytes(),
            counts: table.counts().collect(),
        };
        self.tables.iter().map(info).collect()
    }

    pub(super) fn count(&self) -> usize {
        self.tables.len()
    }

    pub(super) fn verify_blocks(&self, pair: Pair) -> Result<(), TableError> {
        let Some((table, _)) = self.slice(pair.first().number()) else { return Ok(()) };
        let table = &self.tables[*table];
        (0..table.blocks()).try_for_each(|block| table.content(block).map(|_| ()))
    }

    pub(super) fn complete_pieces(&self, spec: GameSpec) -> usize {
        let is_there = |pair: &Pair| self.slice(pair.first().number()).is_some();
        let all_there = |pieces: &usize| spec.pairs(*pieces).iter().all(is_there);
        let most = 18.min(2 * spec.pieces_per_player());
        (2..).take_while(|pieces| *pieces <= most && all_there(pieces)).last().unwrap_or(0)
    }

    pub(super) fn signature(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.tables.iter().for_each(|table| (table.kind(), table.pair()).hash(&mut hasher));
        hasher.finish()
    }

    pub(super) const fn most_pieces(&self) -> usize {
        self.most_pieces
    }

    /// The table that contains the slice with this number, and the numbering of its positions.
    #[inline(always)]
    pub(super) fn slice(&self, number: usize) -> Option<&(usize, Index)> {
        self.slices.get(number)?.as_ref()
    }

    /// The stored value of the position with this number. Returns `None` if its block is corrupt.
    pub(super) fn lookup(&self, number: usize, slice: Slice, position: usize) -> Option<Value> {
        let table = &self.tables[number];
        let (block, place) = table.locate(slice, position);
        let byte = match table.constant(block) {
            Some(byte) => byte,
            None => {
                let key = BlockKey { table: number as u32, block: block as u32 };
                self.cache.byte(key, place / table.kind().positions_per_byte(), &|| table.decode(block))?
            }
        };
        let value = Value::of(table.value(byte, place)?);
        Some(if table.kind() == Kind::Wdl { value.without_plies() } else { value })
    }
}

/// The table files of a folder by name, sorted: fewer pieces first, DTW before WDL. If there is no such folder,
/// there are none.
pub(super) fn files_in(folder: &Path) -> io::Result<Vec<(Kind, Pair)>> {
    let entries = match with_room(|| fs::read_dir(folder)) {
        Ok(entries) => entries,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(Vec::new());
        }
        Err(error) => return Err(error),
    };
    let mut files = Vec::new();
    for entry in entries {
        let name = entry?.file_name();
        let found = Kind::ALL.into_iter().find_map(|kind| {
            let slice: Slice = name.to_str()?.strip_suffix(kind.name())?.strip_suffix('.')?.parse().ok()?;
            (Pair::of(slice).first() == slice).then_some((kind, Pair::of(slice)))
        });
        files.extend(found);
    }
    files.sort_by_key(|(kind, pair)| (pair.first().pieces(), *pair, *kind != Kind::Dtw));
    Ok(files)
}

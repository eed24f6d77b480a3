//! The tables of a folder, and what they say about positions.

use std::fs;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

use rustc_hash::FxHasher;

use super::cache::{BlockKey, Cache};
use super::code::Code;
use super::combination::Order;
use super::format::{Counts, Fault, Kind};
use super::index::Index;
use super::slice::{Pair, Slice};
use super::table::Table;
use super::value::Value;
use crate::board::{Black, Color, Game, Move, Placement, Position, Set, SetOf, White, movegen, rulebook};

/// Finds the captures of a position: what a table does not store is looked for with one of these.
pub trait Generator: Copy {
    /// Shows every legal move to `see` that is a capture.
    fn captures<G: Game>(self, placement: &Placement<G>, see: impl FnMut(Move<G>));

    /// Whether there is a legal move.
    fn has_moves<G: Game>(self, placement: &Placement<G>) -> bool;
}

/// The generator that the search plays with.
#[derive(Clone, Copy, Debug)]
pub struct Fast;

/// The generator that reads like the rules.
#[derive(Clone, Copy, Debug)]
pub struct Rulebook;

impl Generator for Fast {
    #[inline(always)]
    fn captures<G: Game>(self, placement: &Placement<G>, see: impl FnMut(Move<G>)) {
        match placement.turn {
            Color::White => movegen::visit_captures::<G, White>(placement, see),
            Color::Black => movegen::visit_captures::<G, Black>(placement, see),
        }
    }

    fn has_moves<G: Game>(self, placement: &Placement<G>) -> bool {
        movegen::has_moves(placement)
    }
}

impl Generator for Rulebook {
    fn captures<G: Game>(self, placement: &Placement<G>, see: impl FnMut(Move<G>)) {
        if let Ok(position) = Position::new(*placement) {
            rulebook::captures(&position).into_iter().for_each(see);
        }
    }

    fn has_moves<G: Game>(self, placement: &Placement<G>) -> bool {
        Position::new(*placement).is_ok_and(|position| !rulebook::moves(&position).is_empty())
    }
}

/// Mebibytes for blocks that are decoded, where tables are asked often.
pub const CACHE_MIB: usize = 64;

/// The tables of a game that are there and whole. What is not there is unknown, and no error.
pub struct Tables<G: Game> {
    tables: Vec<Table>,
    /// By the number of the slice: which table, and the numbers of its positions.
    slices: Vec<Option<(usize, Index<G>)>>,
    refused: Vec<(PathBuf, Fault)>,
    most_pieces: usize,
    cache: Cache,
    game: PhantomData<G>,
}

/// What is there of a pair.
#[derive(Clone, Debug)]
pub struct Report {
    /// The pair.
    pub pair: Pair,
    /// What its table says about a position.
    pub kind: Kind,
    /// The file.
    pub path: PathBuf,
    /// How long the file is.
    pub bytes: u64,
    /// How many positions of the slice, and of its mirror, have which value.
    pub counts: Vec<(Slice, Counts)>,
}

/// A probe on its way: how often it looked into a table.
struct Probe<'a, G: Game, J> {
    tables: &'a Tables<G>,
    generator: J,
    look_ups: u32,
}

impl<G: Game> Tables<G> {
    /// No tables.
    #[must_use]
    pub fn none() -> Self {
        Self {
            tables: Vec::new(),
            slices: Vec::new(),
            refused: Vec::new(),
            most_pieces: 0,
            cache: Cache::new(1),
            game: PhantomData,
        }
    }

    /// The tables in this folder, with so many mebibytes for blocks that are decoded. A file that is not
    /// whole is left out, and named in the log.
    #[must_use]
    pub fn open(folder: &Path, cache_mib: usize) -> Self {
        let mut tables = Self { slices: (0..10_000).map(|_| None).collect(), ..Self::none() };
        for (kind, pair) in files_in(folder) {
            match Table::open::<G>(folder, kind, pair) {
                Ok(None) => {}
                Ok(Some(table)) => tables.add(table, pair),
                Err(fault) => tables.refuse(folder.join(kind.file_name(pair)), fault),
            }
        }
        let a_block = tables.tables.iter().map(|table| table.kind().bytes_a_block()).max();
        tables.cache = Cache::new((cache_mib << 20) / a_block.unwrap_or(usize::MAX));
        tables
    }

    /// A table of distances comes first, and says all that another one could.
    fn add(&mut self, table: Table, pair: Pair) {
        if self.slices[pair.first().number()].is_none() {
            for slice in pair.slices() {
                self.slices[slice.number()] = Some((self.tables.len(), Index::new(slice)));
            }
            self.tables.push(table);
            self.most_pieces = self.most_pieces.max(pair.first().pieces());
        }
    }

    fn refuse(&mut self, path: PathBuf, fault: Fault) {
        log::warn!("{}: {fault}: the table is not used", path.display());
        self.refused.push((path, fault));
    }

    /// The files that are no tables of this game, though their names say so.
    #[must_use]
    pub fn refused(&self) -> &[(PathBuf, Fault)] {
        &self.refused
    }

    /// Whether a table turned out to be broken, when it was opened or since.
    #[must_use]
    pub fn is_any_broken(&self) -> bool {
        !self.refused.is_empty() || self.tables.iter().any(Table::is_refused)
    }

    /// What is there, fewer pieces first.
    #[must_use]
    pub fn reports(&self) -> Vec<Report> {
        let report = |table: &Table| Report {
            pair: table.pair(),
            kind: table.kind(),
            path: table.path().to_owned(),
            bytes: table.bytes(),
            counts: table.counts().collect(),
        };
        self.tables.iter().map(report).collect()
    }

    /// Reads all blocks of a pair's table.
    ///
    /// # Errors
    /// When a block is not whole.
    pub fn verify(&self, pair: Pair) -> Result<(), Fault> {
        let Some((table, _)) = self.slice(pair.first()) else { return Ok(()) };
        let table = &self.tables[*table];
        (0..table.blocks()).try_for_each(|block| table.content(block).map(|_| ()))
    }

    /// The most pieces of which all tables are there.
    #[must_use]
    pub fn pieces(&self) -> usize {
        let is_there = |pair: &Pair| self.slice(pair.first()).is_some();
        let all_there = |pieces: &usize| Pair::all(*pieces).iter().all(is_there);
        (2..).take_while(|pieces| *pieces <= 18 && all_there(pieces)).last().unwrap_or(0)
    }

    /// A number that differs when other tables are there.
    #[must_use]
    pub fn signature(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.tables.iter().for_each(|table| (table.kind(), table.pair()).hash(&mut hasher));
        hasher.finish()
    }

    /// The most pieces of which there is any table.
    #[inline]
    #[must_use]
    pub fn most_pieces(&self) -> usize {
        self.most_pieces
    }

    fn slice(&self, slice: Slice) -> Option<&(usize, Index<G>)> {
        self.slices.get(slice.number())?.as_ref()
    }

    /// What a position is worth. None: the tables do not say.
    #[inline]
    #[must_use]
    pub fn probe(&self, placement: &Placement<G>) -> Option<Value> {
        self.probe_with(Fast, placement).0
    }

    /// The same, with captures found by this generator; and how often it took to look into a table.
    #[inline]
    #[must_use]
    pub fn probe_with<J: Generator>(&self, generator: J, placement: &Placement<G>) -> (Option<Value>, u32) {
        // Ten of a kind would be numbered like another slice.
        if placement.occupied().count() as usize > self.most_pieces {
            return (None, 0);
        }
        let mut probe = Probe { tables: self, generator, look_ups: 0 };
        let value = probe.value(placement);
        (value, probe.look_ups)
    }

    /// What is stored for a position in which there is nothing to capture.
    #[inline]
    fn stored(&self, placement: &Placement<G>) -> Option<Value> {
        match placement.turn {
            Color::White => self.stored_for::<White>(placement),
            Color::Black => self.stored_for::<Black>(placement),
        }
    }

    #[inline(always)]
    fn stored_for<C: Order>(&self, placement: &Placement<G>) -> Option<Value> {
        let count = |set: SetOf<G>| set.count() as usize;
        let (own, theirs) = (placement.pieces(C::COLOR), placement.pieces(!C::COLOR));
        let (own_kings, their_kings) = (count(own & placement.kings), count(theirs & placement.kings));
        let number = 1000 * (count(own) - own_kings)
            + 100 * own_kings
            + 10 * (count(theirs) - their_kings)
            + their_kings;
        let (table, index) = self.slices.get(number)?.as_ref()?;
        self.look_up(*table, index.slice(), index.number::<C>(placement))
    }

    #[inline(always)]
    fn look_up(&self, number: usize, slice: Slice, position: usize) -> Option<Value> {
        let table = &self.tables[number];
        let (block, at) = table.place(slice, position);
        let byte = match table.constant(block) {
            Some(byte) => byte,
            None => {
                let key = BlockKey { table: number as u32, block: block as u32 };
                self.cache.byte(key, at / table.kind().positions_a_byte(), || table.decode(block))?
            }
        };
        let code = table.code(byte, at)?;
        Some(match (table.kind(), code) {
            (Kind::Dtw, code) => Value::of(code),
            (Kind::Wdl, Code::DRAW) => Value::Draw,
            (Kind::Wdl, code) if code.is_win() => Value::Win(None),
            (Kind::Wdl, _) => Value::Loss(None),
        })
    }
}

impl<G: Game, J: Generator> Probe<'_, G, J> {
    /// What a position is worth. None: the tables do not say.
    #[inline]
    fn value(&mut self, placement: &Placement<G>) -> Option<Value> {
        if placement.pieces(placement.turn).is_empty() {
            return Some(Value::Loss(Some(0)));
        }
        if placement.pieces(!placement.turn).is_empty() {
            let moves = self.generator.has_moves(placement);
            return Some(if moves { Value::Win(Some(1)) } else { Value::Loss(Some(0)) });
        }
        self.capture(placement).unwrap_or_else(|| {
            self.look_ups += 1;
            self.tables.stored(placement)
        })
    }

    /// What the best capture is worth, if there is one.
    fn capture(&mut self, placement: &Placement<G>) -> Option<Option<Value>> {
        let mut best = None;
        let generator = self.generator;
        generator.captures(placement, |mv| self.consider(placement, &mv, &mut best));
        best
    }

    /// One more capture. Once one leads to what is unknown, so does the position.
    #[inline(never)]
    fn consider(&mut self, placement: &Placement<G>, mv: &Move<G>, best: &mut Option<Option<Value>>) {
        if *best != Some(None) {
            let value = self.value(&placement.play(mv)).map(Value::before);
            *best = Some(match (*best, value) {
                (Some(Some(best)), Some(value)) => Some(best.better(value)),
                (_, value) => value,
            });
        }
    }
}

/// The names in a folder that are those of tables, sorted: fewer pieces first, distances first.
fn files_in(folder: &Path) -> Vec<(Kind, Pair)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let found = Kind::ALL.into_iter().find_map(|kind| {
            let slice: Slice = name.to_str()?.strip_suffix(kind.name())?.strip_suffix('.')?.parse().ok()?;
            (Pair::of(slice).first() == slice).then_some((kind, Pair::of(slice)))
        });
        files.extend(found);
    }
    files.sort_by_key(|(kind, pair)| (pair.first().pieces(), *pair, *kind != Kind::Dtw));
    files
}

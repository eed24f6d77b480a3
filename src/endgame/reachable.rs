//! The exact number of positions that can be reached from a position.
//!
//! The work goes the other way than retrograde analysis: from more pieces to fewer, from more men to fewer,
//! and from men that have more steps to go to men that have fewer. When a subslice (all positions with the
//! same men, either player to move) has its turn, all its positions that are reached from outside are marked.
//! Only quiet moves of kings stay inside. So the subslice is closed under those, each position in it is
//! expanded once, and all other moves mark positions that have their turn later. No search of the whole graph
//! is needed, and a finished material is forgotten (van Horssen, *Complexity of checkers and draughts on
//! different board sizes*, section 3, counts with a breadth-first search).
//!
//! Rules that count moves and repetitions do not end a game here: a position is the pieces and the player to
//! move. Positions without pieces of the player to move belong to the count.

mod closure;
mod exits;
mod marks;
mod state;

use std::io::{self, Read, Write};

use rustc_hash::FxHashSet;
use thiserror::Error;

use self::closure::SubsliceClosure;
use self::marks::Marks;
pub use self::state::SavedError;
use super::generate::levels::Levels;
use super::slice::Slice;
use super::spec::GameSpec;
use crate::board::{Color, Game, Geometry, Piece, Placement, Set};
use crate::interrupt;

/// A count of reachable positions, of any game.
pub trait Count {
    /// Counts the next level, unless the program is asked to end before that is done: then the level is counted again
    /// the next time. Returns whether there was one.
    fn step(&mut self, threads: usize) -> bool;

    /// The number of positions found so far, and in the end of all.
    fn found(&self) -> u64;

    /// Writes what is needed to go on later.
    ///
    /// # Errors
    /// If it cannot be written.
    fn save(&self, output: &mut dyn Write) -> io::Result<()>;

    /// Goes on where a saved count of the same positions stopped.
    ///
    /// # Errors
    /// If the input cannot be read, is damaged, or is that of another count. The count is as it was then.
    fn resume(&mut self, input: &mut dyn Read) -> Result<(), SavedError>;
}

/// Why positions cannot be counted.
#[derive(Debug, Error)]
pub enum ReachableError {
    /// A player has more pieces of a kind than the numbering of positions allows.
    #[error("a player has more than nine pieces, which is the limit")]
    TooManyPieces,
    /// The marks do not fit into memory.
    #[error("the count needs {needed} MiB of memory, {free} MiB are free", needed = .needed >> 20, free = .free >> 20)]
    Memory {
        /// Bytes.
        needed: u128,
        /// Bytes.
        free: u64,
    },
}

/// A count that goes on, or is finished.
pub struct ReachableCount<G: Game + Default> {
    start: Placement<G>,
    materials: Vec<Slice>,
    marks: Marks,
    /// The positions in which the player to move has no pieces.
    empty_handed: FxHashSet<Placement<G>>,
    /// The place of the material in `materials` that comes next.
    next: usize,
    /// The levels of this material that are finished.
    levels_done: usize,
    /// The positions of all finished subslices.
    counted: u64,
}

impl<G: Game + Default> ReachableCount<G> {
    /// Begins a count.
    ///
    /// # Errors
    /// If there are too many pieces, or not enough memory.
    pub fn new(start: Placement<G>, memory: Option<u64>) -> Result<Self, ReachableError> {
        let of_start = Piece::ALL.map(|piece| start.of(piece).count() as u8);
        let materials = materials(of_start).ok_or(ReachableError::TooManyPieces)?;
        let needed = materials.iter().map(|material| 2 * material.positions(G::default()) / 8).sum();
        if let Some(free) = memory
            && u128::from(free) < needed
        {
            return Err(ReachableError::Memory { needed, free });
        }
        let mut count = Self::unmarked(start, materials);
        count.marks.mark(&start, &mut count.empty_handed);
        Ok(count)
    }

    fn unmarked(start: Placement<G>, materials: Vec<Slice>) -> Self {
        let marks = Marks::new(GameSpec::of(G::default()));
        let empty_handed = FxHashSet::default();
        Self { start, materials, marks, empty_handed, next: 0, levels_done: 0, counted: 0 }
    }

    /// Goes to the next material that was reached. Returns `None` after the last one.
    fn next_material(&mut self) -> Option<Slice> {
        while let Some(&material) = self.materials.get(self.next) {
            if self.marks.has(material) {
                return Some(material);
            }
            self.next += 1;
        }
        None
    }

    /// The number of reached positions of a level.
    fn count_level(&mut self, levels: &Levels<Sets<G>>, level: usize, threads: usize) -> u64 {
        let (marks, material) = (&self.marks, self.materials[self.next]);
        let mut workers: Vec<_> =
            (0..threads.max(1)).map(|_| SubsliceClosure::<G>::new(marks, material)).collect();
        levels.run(level, &mut workers, SubsliceClosure::count, &mut |_| ());
        let finished: Vec<_> = workers.into_iter().map(SubsliceClosure::finish).collect();
        let mut counted = 0;
        for (count, empty_handed) in finished {
            counted += count;
            self.empty_handed.extend(empty_handed);
        }
        counted
    }
}

impl<G: Game + Default> Count for ReachableCount<G> {
    fn step(&mut self, threads: usize) -> bool {
        let Some(material) = self.next_material() else { return false };
        let levels = Levels::of::<G::Board>(material);
        let counted = self.count_level(&levels, levels.count() - 1 - self.levels_done, threads);
        // What a level marks is the same whenever it is counted.
        if interrupt::is_requested() {
            return true;
        }
        self.counted += counted;
        self.levels_done += 1;
        if self.levels_done == levels.count() {
            self.marks.forget(material);
            (self.next, self.levels_done) = (self.next + 1, 0);
        }
        true
    }

    fn found(&self) -> u64 {
        self.counted + self.empty_handed.len() as u64
    }

    fn save(&self, output: &mut dyn Write) -> io::Result<()> {
        state::write(self, output)
    }

    fn resume(&mut self, input: &mut dyn Read) -> Result<(), SavedError> {
        *self = state::read(self, input)?;
        Ok(())
    }
}

type Sets<G> = <<G as Game>::Board as Geometry>::Set;

/// All materials that can arise from one, each before those to which it leads: more pieces first, then more men.
/// Materials are as White sees them. Returns `None` if there are more than nine of a kind.
fn materials(start: [u8; 4]) -> Option<Vec<Slice>> {
    let [white_men, white_kings, black_men, black_kings] = start;
    let most = [white_men, white_men + white_kings, black_men, black_men + black_kings];
    let pieces = usize::from(most[1] + most[3]);
    if most.into_iter().any(|count| count > 9) {
        return None;
    }
    let arises = |slice: &Slice| {
        let [own, kings, theirs, their_kings] = slice.counts();
        own <= most[0] && own + kings <= most[1] && theirs <= most[2] && theirs + their_kings <= most[3]
    };
    let mut materials: Vec<_> = (2..=pieces).flat_map(Slice::all).filter(arises).collect();
    materials.sort_by_key(|slice| std::cmp::Reverse((slice.pieces(), slice.men(), *slice)));
    Some(materials)
}

/// The slice of the positions with this material and a color to move.
fn slice_of(material: Slice, turn: Color) -> Slice {
    match turn {
        Color::White => material,
        Color::Black => material.mirror(),
    }
}

#[cfg(test)]
mod tests;

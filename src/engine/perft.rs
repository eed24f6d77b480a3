//! Perft in any variant.

use super::GameState;
use super::played::Played;
use crate::board::{Game, MoveList, Position};
use crate::notation;
use crate::perft::{CountTable, Method, NoMemory, Perft};

/// Counts the leaves of the move tree below the position of a game.
pub struct PerftCounter(Box<dyn ErasedCounter>);

/// How leaves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftSettings {
    /// The method.
    pub method: Method,
    /// The number of threads.
    pub threads: usize,
    /// The size of the table of counts in mebibytes, if there is to be one.
    pub table_mib: Option<usize>,
}

impl PerftCounter {
    /// A counter for the position of a game.
    ///
    /// # Errors
    /// Returns an error if there is no memory for the table.
    pub fn new(game: &GameState, settings: PerftSettings) -> Result<Self, NoMemory> {
        game.perft(settings).map(Self)
    }

    /// The number of leaves after this number of plies.
    #[must_use]
    pub fn count(&self, depth: u32) -> u64 {
        self.0.count(&[], depth)
    }

    /// The number of leaves a number of plies after a line of moves, each given by its number.
    #[must_use]
    pub fn count_after(&self, line: &[usize], depth: u32) -> u64 {
        self.0.count(line, depth)
    }

    /// The number of leaves for each move, in the order of the generator. The depth is at least 1.
    #[must_use]
    pub fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        self.0.divide(depth)
    }
}

/// A counter for a game of any type.
pub(super) trait ErasedCounter: Send + Sync {
    fn count(&self, line: &[usize], depth: u32) -> u64;
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
}

struct Counter<G: Game> {
    root: Position<G>,
    method: Method,
    threads: usize,
    table: Option<CountTable<G>>,
}

/// A counter for the position of a game.
pub(super) fn counter<G: Game>(
    game: &Played<G>,
    settings: PerftSettings,
) -> Result<Box<dyn ErasedCounter>, NoMemory> {
    let PerftSettings { method, threads, table_mib } = settings;
    let table = table_mib.map(CountTable::new).transpose()?;
    Ok(Box::new(Counter { root: *game.position(), method, threads, table }))
}

impl<G: Game> Counter<G> {
    fn perft(&self) -> Perft<'_, G> {
        Perft { method: self.method, threads: self.threads, table: self.table.as_ref() }
    }
}

impl<G: Game> ErasedCounter for Counter<G> {
    fn count(&self, line: &[usize], depth: u32) -> u64 {
        let play = |position: Position<G>, &number: &usize| {
            position.play(&MoveList::legal(position.placement())[number])
        };
        self.perft().count(&line.iter().fold(self.root, play), depth)
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let placement = self.root.placement();
        let (moves, counts): (Vec<_>, Vec<_>) = self.perft().divide(&self.root, depth).into_iter().unzip();
        notation::to_texts(placement, &moves).into_iter().zip(counts).collect()
    }
}

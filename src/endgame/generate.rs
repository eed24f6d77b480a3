//! Computes the values of a pair of slices from those of all that its positions lead to outside.
//!
//! Captures lead to fewer pieces, men that become kings to fewer men, and all other moves of men to men
//! that have fewer steps to go. So work goes by *level*, the steps that all men have left, and within a
//! level by *block*: all positions with the same men, either player to move. Only quiet moves of kings
//! stay inside a block, and blocks of one level know nothing of each other: threads share them out.
//!
//! A block is solved in two passes. The first looks at each position once: what captures and moves of men
//! are worth, and how many moves of kings there are. The second goes through the values that are known in
//! the order of their distance, and takes moves of kings back: who can move to a lost position has won one
//! ply later, and who can move to won positions only has lost. Since distances come in order, the first
//! win is the shortest, and the last way out that closes makes the longest loss.

mod block;
mod entry;
mod exits;
mod kings;
mod queue;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::combination::{Order, subsets};
use super::format::Kind;
use super::index::Men;
use super::slice::{Pair, Slice};
use super::store::{Store, Values};
use crate::board::{Black, Color, Game, Geometry, Piece, Set, SetOf, White};
use block::Block;

/// A distance came up that does not fit into a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLong;

/// Computes a pair and adds it to the store. `hear` is told how many positions are done, now and then.
///
/// What is returned is for the file: where the player to move has to capture, it is the value before.
pub(super) fn generate<G: Game>(
    store: &mut Store<G>,
    pair: Pair,
    (kind, threads): (Kind, usize),
    hear: &mut dyn FnMut(usize),
) -> Result<Vec<Values<G>>, TooLong> {
    for slice in pair.slices() {
        store.insert(Values::new(slice));
    }
    let stored: Vec<_> = pair.slices().into_iter().map(Values::new).collect();
    let levels = Levels::<G>::of(pair.first());
    let mut blocks: Vec<_> = (0..threads).map(|_| Block::new(pair, kind, store, &stored)).collect();
    for level in 0..levels.count() {
        levels.share(level, &mut blocks, Block::solve, hear);
    }
    let is_too_long = blocks.iter().any(Block::is_too_long);
    drop(blocks);
    if is_too_long { Err(TooLong) } else { Ok(stored) }
}

/// Adds the values of captures to a pair that was read from a file.
pub(super) fn complete<G: Game>(
    store: &Store<G>,
    pair: Pair,
    (kind, threads): (Kind, usize),
    hear: &mut dyn FnMut(usize),
) {
    let levels = Levels::<G>::of(pair.first());
    let stored = [Values::new(pair.first())];
    let mut blocks: Vec<_> = (0..threads).map(|_| Block::new(pair, kind, store, &stored)).collect();
    for level in 0..levels.count() {
        levels.share(level, &mut blocks, Block::complete, hear);
    }
}

/// Something to do with the block of these men. Says how many positions it has.
type Work<'a, G> = fn(&mut Block<'a, G>, Men<SetOf<G>>) -> usize;

/// The men of a slice by the steps that they have to go.
struct Levels<G: Game> {
    white: Vec<Vec<SetOf<G>>>,
    black: Vec<Vec<SetOf<G>>>,
}

impl<G: Game> Levels<G> {
    fn of(slice: Slice) -> Self {
        let white = by_steps::<G, White>(slice.count(Piece::WhiteMan));
        let black = by_steps::<G, Black>(slice.count(Piece::BlackMan));
        Self { white, black }
    }

    fn count(&self) -> usize {
        self.white.len() + self.black.len() - 1
    }

    /// Does this with all blocks of a level, a thread for each that there is memory for.
    fn share<'a>(
        &self,
        level: usize,
        blocks: &mut [Block<'a, G>],
        work: Work<'a, G>,
        hear: &mut dyn FnMut(usize),
    ) {
        let next = AtomicUsize::new(0);
        let (mine, others) = blocks.split_first_mut().expect("there is a thread");
        thread::scope(|scope| {
            for block in others {
                scope.spawn(|| self.work(level, &next, |men| work(block, men), &mut |_| ()));
            }
            self.work(level, &next, |men| work(mine, men), hear);
        });
    }

    /// Does this with one block of a level after the other, as long as there are any that nobody has begun.
    fn work(
        &self,
        level: usize,
        next: &AtomicUsize,
        mut work: impl FnMut(Men<SetOf<G>>) -> usize,
        hear: &mut dyn FnMut(usize),
    ) {
        let mut begun = 0;
        let mut mine = next.fetch_add(1, Ordering::Relaxed);
        for (steps, white) in self.white.iter().enumerate() {
            let Some(black) = level.checked_sub(steps).and_then(|steps| self.black.get(steps)) else {
                continue;
            };
            while mine < begun + white.len() {
                let own = white[mine - begun];
                let apart = black.iter().filter(|theirs| !theirs.meets(own));
                hear(apart.map(|&theirs| work(Men { own, theirs })).sum());
                mine = next.fetch_add(1, Ordering::Relaxed);
            }
            begun += white.len();
        }
    }
}

/// All sets of so many men of `C`, by the steps that they have to go.
fn by_steps<G: Game, C: Order>(count: usize) -> Vec<Vec<SetOf<G>>> {
    let zone = G::Board::PLAYING & !G::Board::promotion_row(C::COLOR);
    let mut sets = Vec::new();
    subsets(count, zone, &mut sets);
    let mut groups = vec![Vec::new(); (G::Board::SIZE - 1) * count + 1];
    for men in sets {
        let steps = men.cells().map(|cell| match C::COLOR {
            Color::White => G::Board::row(cell),
            Color::Black => G::Board::SIZE - 1 - G::Board::row(cell),
        });
        groups[steps.sum::<usize>()].push(men);
    }
    groups
}

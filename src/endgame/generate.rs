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
mod saved;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::combination::{Order, subsets};
use super::format::Kind;
use super::index::Men;
use super::slice::{Pair, Slice};
use super::store::{Store, Values};
use crate::board::{Black, Color, Game, Geometry, Piece, Set, SetOf, White};
use block::Block;
pub(super) use saved::Keeping;
use saved::Saved;

/// A distance came up that does not fit into a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLong;

/// Computes a pair and adds it to the store, from where it was left. `hear` is told how many positions are
/// done, now and then.
///
/// What is returned is for the file: [`Code::NOT_STORED`](super::code::Code::NOT_STORED) where the player to
/// move has to capture.
pub(super) fn generate<G: Game>(
    store: &mut Store<G>,
    pair: Pair,
    (kind, threads): (Kind, usize),
    keeping: Keeping,
    hear: &mut dyn FnMut(usize),
) -> Result<Vec<Values<G>>, TooLong> {
    for slice in pair.slices() {
        store.insert(Values::new(slice));
    }
    let stored: Vec<_> = pair.slices().into_iter().map(Values::new).collect();
    let levels = Levels::<G>::of(pair.first());
    let mut saved = Saved::new(&levels, pair, (store, &stored), keeping);
    let (done, positions) = saved.put_back();
    hear(positions);
    let mut blocks: Vec<_> = (0..threads).map(|_| Block::new(pair, kind, store, &stored)).collect();
    for level in done..levels.count() {
        levels.share(level, &mut blocks, Block::solve, hear);
        // Before it is kept: whoever goes on from there would not know of it.
        if blocks.iter().any(Block::is_too_long) {
            return Err(TooLong);
        }
        saved.finish(level);
    }
    drop((blocks, saved));
    Ok(stored)
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

    /// Shows the men of each block of a level.
    fn each(&self, level: usize, mut see: impl FnMut(Men<SetOf<G>>)) {
        for (steps, white) in self.white.iter().enumerate() {
            for &own in white {
                let apart = self.facing(level, steps).iter().filter(|theirs| !theirs.meets(own));
                apart.for_each(|&theirs| see(Men { own, theirs }));
            }
        }
    }

    /// Black's men in a level in which White's have so many steps to go.
    fn facing(&self, level: usize, steps: usize) -> &[SetOf<G>] {
        level.checked_sub(steps).and_then(|steps| self.black.get(steps)).map_or(&[], Vec::as_slice)
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
            let black = self.facing(level, steps);
            if black.is_empty() {
                continue;
            }
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::board::Checkers;
    use crate::endgame::spool::Spool;

    type Small = Checkers<6>;

    /// The values of a pair, all of them and those for the file, and how many positions were put back.
    fn made(pair: Pair, keeping: Keeping) -> (Vec<u8>, usize) {
        let mut store = Store::<Small>::new();
        for before in (2..=pair.first().pieces()).flat_map(Pair::all).take_while(|before| *before != pair) {
            generate(&mut store, before, (Kind::Dtw, 1), Keeping::NOTHING, &mut |_| ()).expect("short games");
        }
        let mut put_back = None;
        let mut hear = |positions| {
            put_back.get_or_insert(positions);
        };
        let stored = generate(&mut store, pair, (Kind::Dtw, 1), keeping, &mut hear).expect("short games");
        let slices = pair.slices().into_iter().map(|slice| store.get(slice).expect("it was made"));
        let values =
            slices.chain(&stored).flat_map(|values| (0..values.index.len()).map(|at| values.get(at).0));
        (values.collect(), put_back.expect("it is told of"))
    }

    fn keeping(folder: &Path, pair: Pair) -> Keeping {
        Keeping { spool: Spool::open::<Small>(folder, Kind::Dtw, pair), least: 1 << 12 }
    }

    #[test]
    fn a_pair_is_gone_on_with_from_the_last_level_that_was_kept() {
        let folder = std::env::temp_dir().join(format!("remise-levels-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for name in ["2011", "1111"] {
            let pair = Pair::of(name.parse().expect("a slice"));
            let (whole, nothing) = made(pair, Keeping::NOTHING);
            assert_eq!((made(pair, keeping(&folder, pair)), nothing), ((whole.clone(), 0), 0));
            let path = folder.join(format!("{name}.dtw.levels"));
            let kept = fs::read(&path).expect("levels were kept");
            for length in [0, 39, 40, 59, 61, kept.len() / 2, kept.len() - 1, kept.len()] {
                fs::write(&path, &kept[..length]).expect("it can be written");
                let (values, put_back) = made(pair, keeping(&folder, pair));
                assert!(values == whole, "{name} cut to {length}");
                assert_eq!(put_back > 0, length >= kept.len() / 2, "{name} cut to {length}");
                assert!(fs::read(&path).expect("it is there") == kept, "{name} cut to {length}");
            }
            let mut flipped = kept.clone();
            flipped[kept.len() / 3] ^= 1;
            fs::write(&path, flipped).expect("it can be written");
            assert!(made(pair, keeping(&folder, pair)).0 == whole, "{name} with a flipped bit");
        }
        fs::remove_dir_all(folder).expect("it is ours");
    }
}

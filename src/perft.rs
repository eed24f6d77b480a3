//! Counting the leaves of the move tree, which verifies a move generator.
//!
//! Leaves are unique moves: two routes of a capture with the same origin, destination and captured set
//! are one leaf. A count that does not fit 64 bits stays at `u64::MAX`.

mod table;

use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::board::movegen::{self, Black, Side, White};
use crate::board::{Color, Game, Move, MoveList, Placement, Position, SetOf, rulebook};

pub use table::{NoMemory, Table};

/// How leaves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// As the number of moves one ply before.
    Counted,
    /// By playing every leaf move too.
    Made,
    /// By the slow generator, as the judge of the fast one.
    Rulebook,
}

/// A count to be made.
#[derive(Clone, Copy, Debug)]
pub struct Perft<'a, G: Game> {
    /// How leaves are counted.
    pub method: Method,
    /// How many threads share the work, at least one.
    pub threads: usize,
    /// Counts to be remembered. Not used by [`Method::Rulebook`].
    pub table: Option<&'a Table<G>>,
}

/// A part of a count: the placement after some moves, and which root move came first.
struct Branch<G: Game> {
    root: usize,
    placement: Placement<G>,
}

/// Parts for each thread: enough that the last ones to finish do not keep the others waiting.
const BRANCHES_A_THREAD: usize = 256;

impl<G: Game> Perft<'_, G> {
    /// One thread, leaves counted, no table.
    pub const PLAIN: Self = Self { method: Method::Counted, threads: 1, table: None };

    /// How many leaves the tree has that begins here and ends after `depth` plies.
    #[must_use]
    pub fn count(&self, position: &Position<G>, depth: u32) -> u64 {
        let placement = position.placement();
        if self.threads <= 1 || depth <= 3 {
            return self.leaves(placement, depth);
        }
        let counts = self.divide(position, depth);
        counts.iter().fold(0, |sum: u64, (_, count)| sum.saturating_add(*count))
    }

    /// The same for each move, in the order of the generator. `depth` is at least 1.
    #[must_use]
    pub fn divide(&self, position: &Position<G>, depth: u32) -> Vec<(Move<G>, u64)> {
        let placement = position.placement();
        let moves = self.moves(placement);
        let roots = moves.iter().enumerate();
        let branches = roots.map(|(root, mv)| Branch { root, placement: placement.play(mv) }).collect();
        let (branches, depth) = self.split(branches, depth - 1);
        let counts = self.share(&branches, depth, moves.len());
        moves.into_iter().zip(counts).collect()
    }

    /// Goes on ply by ply until there are branches enough for all threads.
    fn split(&self, mut branches: Vec<Branch<G>>, mut depth: u32) -> (Vec<Branch<G>>, u32) {
        let enough = if self.threads > 1 { self.threads * BRANCHES_A_THREAD } else { 0 };
        while depth > 3 && branches.len() < enough && !branches.is_empty() {
            branches = branches.iter().flat_map(|branch| self.successors(branch)).collect();
            depth -= 1;
        }
        (branches, depth)
    }

    fn successors(&self, branch: &Branch<G>) -> Vec<Branch<G>> {
        let next = |mv| Branch { root: branch.root, placement: branch.placement.play(mv) };
        self.moves(&branch.placement).iter().map(next).collect()
    }

    fn moves(&self, placement: &Placement<G>) -> Vec<Move<G>> {
        if self.method == Method::Rulebook {
            return rulebook::moves(&legal(placement));
        }
        MoveList::legal(placement).to_vec()
    }

    /// Counts the branches by the threads, whoever is free takes the next one.
    fn share(&self, branches: &[Branch<G>], depth: u32, roots: usize) -> Vec<u64> {
        let next = AtomicUsize::new(0);
        let counts = Mutex::new(vec![0_u64; roots]);
        let work = || {
            while let Some(branch) = branches.get(next.fetch_add(1, Ordering::Relaxed)) {
                let leaves = self.leaves(&branch.placement, depth);
                let mut counts = counts.lock().expect("no thread that counts panics");
                counts[branch.root] = counts[branch.root].saturating_add(leaves);
            }
        };
        thread::scope(|scope| {
            // A thread that the system does not grant is one less.
            let helpers: Vec<_> = (1..self.threads)
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            log::debug!("{} threads besides this one", helpers.len());
            work();
        });
        counts.into_inner().expect("no thread that counts panics")
    }

    fn leaves(&self, placement: &Placement<G>, depth: u32) -> u64 {
        match self.method {
            Method::Counted => self.leaves_by::<Counted>(placement, depth),
            Method::Made => self.leaves_by::<Made>(placement, depth),
            Method::Rulebook => rulebook::count_leaves(&legal(placement), depth),
        }
    }

    fn leaves_by<L: Last>(&self, placement: &Placement<G>, depth: u32) -> u64 {
        match (self.table, placement.turn) {
            (None, Color::White) => leaves::<G, White, L>(placement, depth),
            (None, Color::Black) => leaves::<G, Black, L>(placement, depth),
            (Some(table), Color::White) => remembered::<G, White, L>(placement, depth, table),
            (Some(table), Color::Black) => remembered::<G, Black, L>(placement, depth, table),
        }
    }
}

fn legal<G: Game>(placement: &Placement<G>) -> Position<G> {
    Position::new(*placement).expect("moves lead from legal positions to legal positions")
}

/// What is done at the last ply.
trait Last {
    /// The number of moves of `C`.
    fn count<G: Game, C: Side>(placement: &Placement<G>) -> u64;
}

struct Counted;

impl Last for Counted {
    #[inline(always)]
    fn count<G: Game, C: Side>(placement: &Placement<G>) -> u64 {
        movegen::count_of::<G, C>(placement)
    }
}

struct Made;

impl Last for Made {
    #[inline(always)]
    fn count<G: Game, C: Side>(placement: &Placement<G>) -> u64 {
        sum::<G, C>(placement, |leaf, sum| {
            black_box(leaf);
            sum + 1
        })
    }
}

fn leaves<G: Game, C: Side, L: Last>(placement: &Placement<G>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => L::count::<G, C>(placement),
        2 => sum::<G, C>(placement, |next, sum| {
            sum + last::<G, C::Other, L>(next.white, next.black, next.kings)
        }),
        _ => {
            sum::<G, C>(placement, |next, sum| sum.saturating_add(leaves::<G, C::Other, L>(next, depth - 1)))
        }
    }
}

/// Takes the sets one by one, so that they stay in registers.
#[inline(never)]
fn last<G: Game, C: Side, L: Last>(white: SetOf<G>, black: SetOf<G>, kings: SetOf<G>) -> u64 {
    L::count::<G, C>(&Placement { white, black, kings, turn: C::COLOR })
}

/// The same with a table. What is counted faster than it is looked up does not go there.
fn remembered<G: Game, C: Side, L: Last>(placement: &Placement<G>, depth: u32, table: &Table<G>) -> u64 {
    if depth <= 2 {
        return leaves::<G, C, L>(placement, depth);
    }
    if let Some(count) = table.get(placement, depth) {
        return count;
    }
    let count = sum::<G, C>(placement, |next, sum| {
        sum.saturating_add(remembered::<G, C::Other, L>(next, depth - 1, table))
    });
    table.put(placement, depth, count);
    count
}

/// The sum over all placements one move on: `add` adds what the next one counts to what there is.
#[inline(always)]
fn sum<G: Game, C: Side>(placement: &Placement<G>, mut add: impl FnMut(&Placement<G>, u64) -> u64) -> u64 {
    let mut sum = 0;
    movegen::visit::<G, C>(placement, |mv| sum = add(&movegen::play::<G, C>(placement, &mv), sum));
    sum
}

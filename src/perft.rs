//! Perft: counts the leaves of the move tree, to verify a move generator.
//!
//! Leaves are unique moves: two routes of a capture with the same origin, destination and captured set
//! are one leaf. A count that does not fit into 64 bits saturates at `u64::MAX`.

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
    /// As the number of legal moves one ply before the leaves.
    Counted,
    /// By making every move, including the last one.
    Made,
    /// With the rulebook generator, which judges the fast one.
    Rulebook,
}

/// A perft run.
#[derive(Clone, Copy, Debug)]
pub struct Perft<'a, G: Game> {
    /// How leaves are counted.
    pub method: Method,
    /// The number of threads, at least one.
    pub threads: usize,
    /// A table of counts. [`Method::Rulebook`] does not use it.
    pub table: Option<&'a Table<G>>,
}

/// A subtree: the placement after some moves, and the index of the root move.
struct Branch<G: Game> {
    root: usize,
    placement: Placement<G>,
}

/// Branches for each thread: enough to keep all threads busy until the end.
const BRANCHES_PER_THREAD: usize = 256;

impl<G: Game> Perft<'_, G> {
    /// One thread, counted leaves, no table.
    pub const PLAIN: Self = Self { method: Method::Counted, threads: 1, table: None };

    /// The number of leaves of the move tree after `depth` plies.
    #[must_use]
    pub fn count(&self, position: &Position<G>, depth: u32) -> u64 {
        let placement = position.placement();
        if self.threads <= 1 || depth <= 3 {
            return self.leaves(placement, depth);
        }
        let counts = self.divide(position, depth);
        counts.iter().fold(0, |sum: u64, (_, count)| sum.saturating_add(*count))
    }

    /// The number of leaves after each move, in the order of the generator. `depth` is at least 1.
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

    /// Splits branches ply by ply until there are enough for all threads.
    fn split(&self, mut branches: Vec<Branch<G>>, mut depth: u32) -> (Vec<Branch<G>>, u32) {
        let enough = if self.threads > 1 { self.threads * BRANCHES_PER_THREAD } else { 0 };
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

    /// Counts the branches on all threads; an idle thread takes the next branch.
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
            // If the system refuses a thread, the others do the work.
            let helpers: Vec<_> = (1..self.threads)
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            log::debug!("{} threads besides this one", helpers.len());
            work();
        });
        counts.into_inner().expect("no thread that counts panics")
    }

    fn leaves(&self, placement: &Placement<G>, depth: u32) -> u64 {
        match (self.method, placement.turn) {
            (Method::Rulebook, _) => rulebook::count_leaves(&legal(placement), depth),
            (_, Color::White) => self.leaves_of::<White>(placement, depth),
            (_, Color::Black) => self.leaves_of::<Black>(placement, depth),
        }
    }

    /// The leaves of a placement in which `C` is to move. The table is used where a lookup is faster than a
    /// count.
    fn leaves_of<C: Side>(&self, placement: &Placement<G>, depth: u32) -> u64 {
        match (depth, self.table) {
            (0, _) => 1,
            (1, _) if self.method == Method::Counted => movegen::count_of::<G, C>(placement),
            (3.., Some(table)) => table.get(placement, depth).unwrap_or_else(|| {
                let count = self.sum::<C>(placement, depth);
                table.put(placement, depth, count);
                count
            }),
            _ => self.sum::<C>(placement, depth),
        }
    }

    /// The sum of the leaves of all placements after one move.
    #[inline(never)]
    fn sum<C: Side>(&self, placement: &Placement<G>, depth: u32) -> u64 {
        let is_counted = self.method == Method::Counted;
        let mut sum: u64 = 0;
        movegen::visit::<G, C>(placement, |mv| {
            let next = movegen::play::<G, C>(placement, &mv);
            sum = sum.saturating_add(match depth {
                1 => leaf(&next),
                2 if is_counted => count_moves::<G, C::Other>(next.white, next.black, next.kings),
                _ => self.leaves_of::<C::Other>(&next, depth - 1),
            });
        });
        sum
    }
}

fn legal<G: Game>(placement: &Placement<G>) -> Position<G> {
    Position::new(*placement).expect("moves lead from legal positions to legal positions")
}

/// Counts a leaf that was made, without letting the compiler omit it.
fn leaf<G: Game>(placement: &Placement<G>) -> u64 {
    black_box(placement);
    1
}

/// Takes the sets one by one, so that they stay in registers.
#[inline(never)]
fn count_moves<G: Game, C: Side>(white: SetOf<G>, black: SetOf<G>, kings: SetOf<G>) -> u64 {
    movegen::count_of::<G, C>(&Placement { white, black, kings, turn: C::COLOR })
}

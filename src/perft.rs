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

pub use table::{CountTable, NoMemory};

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
    pub table: Option<&'a CountTable<G>>,
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
        let leaf = match self.method {
            Method::Counted => Leaf::Counted,
            Method::Made => Leaf::Made,
            Method::Rulebook => return rulebook::count_leaves(&legal(placement), depth),
        };
        match (self.table, placement.turn) {
            (None, Color::White) => leaves::<G, White>(placement, depth, leaf),
            (None, Color::Black) => leaves::<G, Black>(placement, depth, leaf),
            (Some(table), Color::White) => leaves_with_table::<G, White>(placement, depth, leaf, table),
            (Some(table), Color::Black) => leaves_with_table::<G, Black>(placement, depth, leaf, table),
        }
    }
}

fn legal<G: Game>(placement: &Placement<G>) -> Position<G> {
    Position::new(*placement).expect("moves lead from legal positions to legal positions")
}

/// Whether the fast generator counts leaves or makes them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaf {
    Counted,
    Made,
}

fn leaves<G: Game, C: Side>(placement: &Placement<G>, depth: u32, leaf: Leaf) -> u64 {
    let Placement { white, black, kings, game, runs, .. } = *placement;
    match depth {
        0 => 1,
        1 => last_ply::<G, C>((game, runs), white, black, kings, leaf),
        2 => sum::<G, C>(placement, |next, sum| {
            sum + last_ply::<G, C::Other>((game, next.runs), next.white, next.black, next.kings, leaf)
        }),
        _ => sum::<G, C>(placement, |next, sum| {
            sum.saturating_add(leaves::<G, C::Other>(next, depth - 1, leaf))
        }),
    }
}

/// The leaves after one ply. The sets are parameters of their own, so that they stay in registers.
#[inline(never)]
fn last_ply<G: Game, C: Side>(
    (game, runs): (G, G::Runs),
    white: SetOf<G>,
    black: SetOf<G>,
    kings: SetOf<G>,
    leaf: Leaf,
) -> u64 {
    let placement = Placement { white, black, kings, turn: C::COLOR, game, runs };
    match leaf {
        Leaf::Counted => movegen::count_of::<G, C>(&placement),
        Leaf::Made => make_leaves::<G, C>(placement),
    }
}

/// Makes every leaf, which the compiler must not omit, and counts them.
#[inline(never)]
fn make_leaves<G: Game, C: Side>(placement: Placement<G>) -> u64 {
    sum::<G, C>(&placement, |leaf, sum| {
        black_box(leaf);
        sum + 1
    })
}

/// The same with a table, which is used where a lookup is faster than a count.
fn leaves_with_table<G: Game, C: Side>(
    placement: &Placement<G>,
    depth: u32,
    leaf: Leaf,
    table: &CountTable<G>,
) -> u64 {
    if depth <= 2 {
        return leaves::<G, C>(placement, depth, leaf);
    }
    if let Some(count) = table.get(placement, depth) {
        return count;
    }
    let count =
        sum_of_list::<G, C>(placement, |next| leaves_with_table::<G, C::Other>(next, depth - 1, leaf, table));
    table.put(placement, depth, count);
    count
}

/// The sum over all placements after one move: `add` adds the count of the next placement to the sum so far.
#[inline(always)]
fn sum<G: Game, C: Side>(placement: &Placement<G>, mut add: impl FnMut(&Placement<G>, u64) -> u64) -> u64 {
    let mut sum = 0;
    movegen::visit::<G, C>(placement, |mv| sum = add(&movegen::play::<G, C>(placement, &mv), sum));
    sum
}

/// The same by a list: before a lookup in the table it costs nothing, and the generator is not compiled once
/// more.
fn sum_of_list<G: Game, C: Side>(
    placement: &Placement<G>,
    mut count: impl FnMut(&Placement<G>) -> u64,
) -> u64 {
    let mut list = MoveList::new();
    movegen::moves(placement, &mut list);
    list.iter().fold(0, |sum, mv| sum.saturating_add(count(&movegen::play::<G, C>(placement, mv))))
}

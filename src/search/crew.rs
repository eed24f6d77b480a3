//! Several threads that search the same position (Lazy SMP).
//!
//! They share the table and nothing else: what one finds out another does not have to. The first thread
//! is the one that counts; the helpers end when it does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use super::{Depth, Iteration, Limits, Observer, Options, Query, Search, Signals, Table, Tree};

/// What the threads know of each other.
#[derive(Debug, Default)]
pub(super) struct Crew {
    is_over: AtomicBool,
    /// Nodes that the helpers have visited, as far as they have told.
    nodes: AtomicU64,
}

/// What a search has to do with the others.
#[derive(Clone, Debug, Default)]
pub(super) enum Part {
    /// There are no others.
    #[default]
    Alone,
    /// It has helpers, and counts their nodes as its own.
    First(Arc<Crew>),
    /// It is a helper, and tells how many nodes it has visited.
    Helper(Arc<Crew>),
}

impl Part {
    /// How many nodes the helpers have visited.
    pub(super) fn nodes_of_helpers(&self) -> u64 {
        match self {
            Self::First(crew) => crew.nodes.load(Relaxed),
            Self::Alone | Self::Helper(_) => 0,
        }
    }

    /// So many more nodes were visited.
    pub(super) fn tell(&self, nodes: u64) {
        if let Self::Helper(crew) = self {
            crew.nodes.fetch_add(nodes, Relaxed);
        }
    }

    /// Whether entries of the table become old: that is for one of the threads to say.
    pub(super) fn is_first(&self) -> bool {
        !matches!(self, Self::Helper(_))
    }
}

/// Enough for the longest line, even without optimization.
const STACK: usize = 64 << 20;

impl<T, O> Search<'_, T, O>
where
    T: Tree + Sync,
    T::Node: Sync,
    T::Move: Sync,
    O: Observer<T>,
{
    /// The same as [`Search::deepen`] with so many threads. With more than one it is not always the same
    /// nodes that are visited. A thread that the system does not have is done without.
    pub fn deepen_with(
        &mut self,
        threads: usize,
        query: &Query<T>,
        hear: impl FnMut(&Iteration<T::Move>),
    ) -> Option<Iteration<T::Move>> {
        if threads <= 1 {
            return self.deepen(query, hear);
        }
        let crew = Arc::new(Crew::default());
        self.part = Part::First(Arc::clone(&crew));
        let (tree, table, options) = (self.tree, self.table, self.options);
        let found = thread::scope(|scope| {
            for number in 1..threads {
                let part = Part::Helper(Arc::clone(&crew));
                let helper = Helper { tree, table, options, query, part, number };
                let builder = thread::Builder::new().stack_size(STACK);
                if let Err(error) = builder.spawn_scoped(scope, || helper.work()) {
                    log::warn!("helper {number} cannot start: {error}");
                }
            }
            let found = self.deepen(query, hear);
            crew.is_over.store(true, Relaxed);
            found
        });
        self.part = Part::Alone;
        found
    }
}

/// What a helper needs to know.
struct Helper<'a, T: Tree> {
    tree: &'a T,
    table: &'a Table,
    options: Options,
    query: &'a Query<'a, T>,
    part: Part,
    number: usize,
}

impl<T: Tree> Helper<'_, T> {
    /// Searches until the first thread ends. Every other helper is a ply ahead.
    fn work(self) {
        let part = self.part.clone();
        let stopped = || matches!(&part, Part::Helper(crew) if crew.is_over.load(Relaxed));
        let signals = Signals { stopped: &stopped, elapsed: &|| Duration::ZERO };
        let mut search = Search::new(self.tree, self.table, self.options, signals);
        search.part = self.part;
        search.first_depth = Depth(1 + (self.number % 2) as u8);
        search.deepen(&Query { limits: Limits::NONE, ..*self.query }, |_| ());
    }
}

//! Parallel search (Lazy SMP): several threads search the same position and share the transposition table.
//!
//! A thread defers moves that another one is searching (simplified ABDADA; Weill, 1996), and every other
//! helper searches a ply deeper. Only the first thread reports; the helpers end when it does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use super::{
    Depth, Iteration, Limits, MoveCode, Observer, Query, Search, SearchOptions, Signals, Table, TableKey,
    Tree,
};

/// The search state that the threads share, besides the table.
#[derive(Debug)]
pub(super) struct SharedState {
    is_over: AtomicBool,
    /// The depth of the first thread's iteration.
    depth: AtomicU8,
    /// Nodes of the helpers, as far as reported.
    nodes: AtomicU64,
    /// The moves being searched. Two moves that fall into one slot overwrite each other: then one of them
    /// is searched twice.
    busy_moves: Vec<AtomicU64>,
}

impl SharedState {
    fn new() -> Self {
        let busy_moves = (0..BUSY_SLOTS).map(|_| AtomicU64::new(0)).collect();
        Self {
            is_over: AtomicBool::new(false),
            depth: AtomicU8::new(0),
            nodes: AtomicU64::new(0),
            busy_moves,
        }
    }

    fn slot(&self, busy: BusyMove) -> &AtomicU64 {
        &self.busy_moves[busy.0 as usize % BUSY_SLOTS]
    }
}

/// A move of a node that is searched to some depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BusyMove(u64);

impl BusyMove {
    fn new(key: TableKey, code: MoveCode, depth: Depth) -> Self {
        // Moves of a node and depths of a move differ in a few bits only: an odd factor spreads them.
        let hash = (u64::from(depth.0) << 16 | u64::from(code.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self(key.bucket() ^ hash ^ hash >> 32)
    }
}

/// The role of a thread in the search.
#[derive(Clone, Debug, Default)]
pub(super) enum ThreadRole {
    /// The only thread.
    #[default]
    Alone,
    /// The thread that reports. Its node count includes the helpers.
    First(Arc<SharedState>),
    /// A helper that stays at least this many plies ahead of the first thread.
    Helper(Arc<SharedState>, u8),
}

impl ThreadRole {
    /// The nodes that the helpers have visited.
    pub(super) fn helper_nodes(&self) -> u64 {
        match self {
            Self::First(shared) => shared.nodes.load(Relaxed),
            Self::Alone | Self::Helper(..) => 0,
        }
    }

    /// Adds nodes of a helper to the shared count.
    pub(super) fn report_nodes(&self, nodes: u64) {
        if let Self::Helper(shared, _) = self {
            shared.nodes.fetch_add(nodes, Relaxed);
        }
    }

    /// Whether this thread starts a new generation of the table.
    pub(super) fn ages_table(&self) -> bool {
        !matches!(self, Self::Helper(..))
    }

    /// The depth of the iteration that the thread searches when `next` would be its turn.
    pub(super) fn depth(&self, next: Depth) -> Depth {
        match self {
            Self::Alone => next,
            Self::First(shared) => {
                shared.depth.store(next.0, Relaxed);
                next
            }
            Self::Helper(shared, ahead) => {
                next.max(Depth(shared.depth.load(Relaxed) + ahead)).min(Depth::MAX)
            }
        }
    }

    /// Returns the mark of a move for the other threads, or `None` if there are none or the search of the
    /// move is too short to share.
    pub(super) fn busy_move(&self, key: TableKey, code: MoveCode, depth: Depth) -> Option<BusyMove> {
        (depth >= MIN_BUSY_DEPTH && !matches!(self, Self::Alone)).then(|| BusyMove::new(key, code, depth))
    }

    /// Whether another thread is searching the move.
    pub(super) fn is_busy(&self, busy: BusyMove) -> bool {
        self.shared().is_some_and(|shared| shared.slot(busy).load(Relaxed) == busy.0)
    }

    /// Marks a move as being searched.
    pub(super) fn mark(&self, busy: BusyMove) {
        if let Some(shared) = self.shared() {
            shared.slot(busy).store(busy.0, Relaxed);
        }
    }

    /// Removes the mark, if no other move has overwritten it.
    pub(super) fn unmark(&self, busy: BusyMove) {
        if let Some(shared) = self.shared() {
            let _ = shared.slot(busy).compare_exchange(busy.0, 0, Relaxed, Relaxed);
        }
    }

    fn shared(&self) -> Option<&SharedState> {
        match self {
            Self::Alone => None,
            Self::First(shared) | Self::Helper(shared, _) => Some(shared),
        }
    }
}

/// Many more than there are nodes on the lines of all threads.
const BUSY_SLOTS: usize = 1 << 12;
/// Below this depth a move is searched before another thread could profit.
const MIN_BUSY_DEPTH: Depth = Depth(4);

/// Stack size of a helper: enough for the longest line, even in unoptimized builds.
const STACK: usize = 64 << 20;

impl<T, O> Search<'_, T, O>
where
    T: Tree + Sync,
    T::Node: Sync,
    T::Move: Sync,
    O: Observer<T>,
{
    /// Like [`Search::deepen`], with several threads. With more than one the visited nodes vary from run to
    /// run. A thread that cannot be started is logged and left out.
    pub fn deepen_with(
        &mut self,
        threads: usize,
        query: &Query<T>,
        on_iteration: impl FnMut(&Iteration<T::Move>),
    ) -> Option<Iteration<T::Move>> {
        if threads <= 1 {
            return self.deepen(query, on_iteration);
        }
        let shared = Arc::new(SharedState::new());
        self.role = ThreadRole::First(Arc::clone(&shared));
        let (tree, table, options) = (self.tree, self.table, self.options);
        let found = thread::scope(|scope| {
            for number in 1..threads {
                // Every other helper is a ply ahead.
                let role = ThreadRole::Helper(Arc::clone(&shared), (number % 2) as u8);
                let helper = Helper { tree, table, options, query, role };
                let builder = thread::Builder::new().stack_size(STACK);
                if let Err(error) = builder.spawn_scoped(scope, || helper.work()) {
                    log::warn!("helper {number} cannot start: {error}");
                }
            }
            let found = self.deepen(query, on_iteration);
            shared.is_over.store(true, Relaxed);
            found
        });
        self.role = ThreadRole::Alone;
        found
    }
}

/// A helper thread before it starts.
struct Helper<'a, T: Tree> {
    tree: &'a T,
    table: &'a Table,
    options: SearchOptions,
    query: &'a Query<'a, T>,
    role: ThreadRole,
}

impl<T: Tree> Helper<'_, T> {
    /// Searches until the first thread ends or the node limit is reached.
    fn work(self) {
        let role = self.role.clone();
        let nodes = self.query.limits.nodes;
        let is_over =
            |shared: &SharedState| shared.is_over.load(Relaxed) || shared.nodes.load(Relaxed) >= nodes;
        let stopped = || matches!(&role, ThreadRole::Helper(shared, _) if is_over(shared));
        let signals = Signals { stopped: &stopped, elapsed: &|| Duration::ZERO };
        let mut search = Search::new(self.tree, self.table, self.options, signals);
        search.role = self.role;
        search.deepen(&Query { limits: Limits::NONE, ..*self.query }, |_| ());
    }
}

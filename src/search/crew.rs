//! Several threads that search the same position (Lazy SMP).
//!
//! They share the table: what one finds out another does not have to. So that they do not find out the same
//! at the same time, a thread puts off moves that another one is searching (ABDADA; Weill, 1996), and the
//! helpers are ahead. The first thread is the one that counts; the helpers end when it does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use super::{
    Depth, Iteration, Limits, MoveCode, Observer, Options, Query, Search, Signals, Table, TableKey, Tree,
};

/// What the threads know of each other.
#[derive(Debug)]
pub(super) struct Crew {
    is_over: AtomicBool,
    /// How deep the first thread searches now.
    depth: AtomicU8,
    /// Nodes that the helpers have visited, as far as they have told.
    nodes: AtomicU64,
    /// What is being searched. Of two tasks with the same place one is forgotten: then it is done twice.
    tasks: Vec<AtomicU64>,
}

impl Crew {
    fn new() -> Self {
        let tasks = (0..TASKS).map(|_| AtomicU64::new(0)).collect();
        Self { is_over: AtomicBool::new(false), depth: AtomicU8::new(0), nodes: AtomicU64::new(0), tasks }
    }

    fn place(&self, task: Task) -> &AtomicU64 {
        &self.tasks[task.0 as usize % TASKS]
    }
}

/// A move at a node, searched to a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task(u64);

impl Task {
    fn new(key: TableKey, code: MoveCode, depth: Depth) -> Self {
        // Moves of a node and depths of a move differ in a few bits only: an odd factor spreads them.
        let name = (u64::from(depth.0) << 16 | u64::from(code.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self(key.place() ^ name ^ name >> 32)
    }
}

/// What a search has to do with the others.
#[derive(Clone, Debug, Default)]
pub(super) enum Part {
    /// There are no others.
    #[default]
    Alone,
    /// It has helpers, and counts their nodes as its own.
    First(Arc<Crew>),
    /// It is a helper, so many plies ahead of the first one or more, and tells how many nodes it has
    /// visited.
    Helper(Arc<Crew>, u8),
}

impl Part {
    /// How many nodes the helpers have visited.
    pub(super) fn nodes_of_helpers(&self) -> u64 {
        match self {
            Self::First(crew) => crew.nodes.load(Relaxed),
            Self::Alone | Self::Helper(..) => 0,
        }
    }

    /// So many more nodes were visited.
    pub(super) fn tell(&self, nodes: u64) {
        if let Self::Helper(crew, _) = self {
            crew.nodes.fetch_add(nodes, Relaxed);
        }
    }

    /// Whether entries of the table become old: that is for one of the threads to say.
    pub(super) fn is_first(&self) -> bool {
        !matches!(self, Self::Helper(..))
    }

    /// How deep to search when it would be the turn of this depth.
    pub(super) fn depth(&self, turn: Depth) -> Depth {
        match self {
            Self::Alone => turn,
            Self::First(crew) => {
                crew.depth.store(turn.0, Relaxed);
                turn
            }
            Self::Helper(crew, ahead) => turn.max(Depth(crew.depth.load(Relaxed) + ahead)).min(Depth::MAX),
        }
    }

    /// What the others have to know of when a move is searched. None: they do not, it is done in no time.
    pub(super) fn task(&self, key: TableKey, code: MoveCode, depth: Depth) -> Option<Task> {
        (depth >= SHALLOWEST_TASK && !matches!(self, Self::Alone)).then(|| Task::new(key, code, depth))
    }

    /// Whether another thread is at it.
    pub(super) fn is_taken(&self, task: Task) -> bool {
        self.crew().is_some_and(|crew| crew.place(task).load(Relaxed) == task.0)
    }

    /// The others need not do this now.
    pub(super) fn take(&self, task: Task) {
        if let Some(crew) = self.crew() {
            crew.place(task).store(task.0, Relaxed);
        }
    }

    /// It is done.
    pub(super) fn leave(&self, task: Task) {
        if let Some(crew) = self.crew() {
            let _ = crew.place(task).compare_exchange(task.0, 0, Relaxed, Relaxed);
        }
    }

    fn crew(&self) -> Option<&Crew> {
        match self {
            Self::Alone => None,
            Self::First(crew) | Self::Helper(crew, _) => Some(crew),
        }
    }
}

/// Many more than there are nodes on the lines of all threads.
const TASKS: usize = 1 << 12;
/// A move that is searched less deep is done before another thread could do without.
const SHALLOWEST_TASK: Depth = Depth(4);

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
        let crew = Arc::new(Crew::new());
        self.part = Part::First(Arc::clone(&crew));
        let (tree, table, options) = (self.tree, self.table, self.options);
        let found = thread::scope(|scope| {
            for number in 1..threads {
                // Every other helper is a ply ahead.
                let part = Part::Helper(Arc::clone(&crew), (number % 2) as u8);
                let helper = Helper { tree, table, options, query, part };
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
}

impl<T: Tree> Helper<'_, T> {
    /// Searches until the first thread ends.
    fn work(self) {
        let part = self.part.clone();
        let nodes = self.query.limits.nodes;
        let is_over = |crew: &Crew| crew.is_over.load(Relaxed) || crew.nodes.load(Relaxed) >= nodes;
        let stopped = || matches!(&part, Part::Helper(crew, _) if is_over(crew));
        let signals = Signals { stopped: &stopped, elapsed: &|| Duration::ZERO };
        let mut search = Search::new(self.tree, self.table, self.options, signals);
        search.part = self.part;
        search.deepen(&Query { limits: Limits::NONE, ..*self.query }, |_| ());
    }
}

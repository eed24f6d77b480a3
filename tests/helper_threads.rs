//! Helper threads: the entries that they store have witnesses, and their nodes are counted.
//!
//! The first thread would finish before a helper starts. So the trees here make it wait until the helpers
//! have done some work.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;
use remise::board::{Color, Draughts, Key, Position};
use remise::eval::{Score, Weights};
use remise::search::{
    Bound, Depth, Entry, GameTree, Limits, MoveCode, Profile, Query, Search, SearchOptions, Signals, Table,
    TableKey, Tree,
};

use crate::witness::{Graph, Judge, Judged};

/// A tree that makes the first thread wait for the helpers, and reports each node that a helper expands.
struct Delayed<'a, T: Tree, F> {
    tree: &'a T,
    first: ThreadId,
    /// The number of calls by helpers that the first thread waits for.
    wanted: usize,
    calls: AtomicUsize,
    on_call: F,
}

impl<'a, T: Tree, F: Fn()> Delayed<'a, T, F> {
    fn new(tree: &'a T, wanted: usize, on_call: F) -> Self {
        Self { tree, first: thread::current().id(), wanted, calls: AtomicUsize::new(0), on_call }
    }

    fn calls(&self) -> usize {
        self.calls.load(SeqCst)
    }

    fn call(&self) {
        if thread::current().id() != self.first {
            (self.on_call)();
            self.calls.fetch_add(1, SeqCst);
            return;
        }
        let deadline = Instant::now() + Duration::from_secs(10);
        while self.calls() < self.wanted && Instant::now() < deadline {
            thread::yield_now();
        }
    }
}

impl<T: Tree, F: Fn()> Tree for Delayed<'_, T, F> {
    type Node = T::Node;
    type Move = T::Move;

    fn key(&self, node: &T::Node) -> Key {
        self.tree.key(node)
    }

    fn moves(&self, node: &T::Node, visit: impl FnMut(T::Move)) {
        self.call();
        self.tree.moves(node, visit);
    }

    fn play(&self, node: &T::Node, mv: &T::Move) -> T::Node {
        self.tree.play(node, mv)
    }

    fn is_quiet(&self, node: &T::Node) -> bool {
        self.tree.is_quiet(node)
    }

    fn evaluate(&self, node: &T::Node) -> Score {
        self.tree.evaluate(node)
    }

    fn code(&self, mv: &T::Move) -> MoveCode {
        self.tree.code(mv)
    }

    fn captured_count(&self, mv: &T::Move) -> u32 {
        self.tree.captured_count(mv)
    }

    fn reversible_plies(&self, node: &T::Node) -> usize {
        self.tree.reversible_plies(node)
    }

    fn plies_to_draw(&self, node: &T::Node) -> u16 {
        self.tree.plies_to_draw(node)
    }
}

impl<T: Judged, F: Fn()> Judged for Delayed<'_, T, F> {
    type Id = T::Id;

    fn id(&self, node: &T::Node) -> T::Id {
        self.tree.id(node)
    }
}

fn to_depth(depth: u8) -> Limits {
    Limits { depth: Depth(depth), ..Limits::NONE }
}

/// The entries of a table, read repeatedly while helpers search a graph.
struct TableLog<'a> {
    graph: &'a Graph,
    table: &'a Table,
    entries: Mutex<Vec<Vec<Entry>>>,
}

impl<'a> TableLog<'a> {
    fn new(graph: &'a Graph, table: &'a Table) -> Self {
        Self { graph, table, entries: Mutex::new(vec![Vec::new(); graph.children.len()]) }
    }

    fn read(&self) {
        // The salt of the full profile with salt option 0.
        let salt = Key::of_turn(Color::White).salted(0);
        let mut entries = self.entries.lock().expect("no thread panics");
        for (id, entries) in entries.iter_mut().enumerate() {
            let entry = self.table.get(TableKey::new(self.graph.key(&id), salt));
            entries.extend(entry.filter(|entry| entries.last() != Some(entry)));
        }
    }
}

#[test]
fn every_entry_that_helpers_store_has_a_witness() {
    let mut random = StdRng::seed_from_u64(5);
    let (mut graphs, mut judged) = (0, 0);
    while graphs < 100 {
        let graph = Graph::random(&mut random, 0.2);
        if graph.children[0].is_empty() {
            continue;
        }
        graphs += 1;
        let table = Table::new(1).expect("one MiB");
        let log = TableLog::new(&graph, &table);
        let tree = Delayed::new(&graph, 40, || log.read());
        let mut judge = Judge::new(&tree);
        let options = SearchOptions { profile: Profile::Full, salt: 0 };
        let mut search = Search::observed(&tree, &table, options, Signals::NONE, &mut judge);
        let query = Query { root: &0, game: &[], legal: &[], only: &[], lines: 1, limits: to_depth(4) };
        let found = search.deepen_with(3, &query, |_| ()).expect("there are moves");
        drop(search);
        judge.check("found", &0, found.depth, found.score, Bound::Exact);
        for (id, entries) in log.entries.lock().expect("no thread panics").iter().enumerate() {
            for entry in entries {
                judge.check("stored by a helper", &id, entry.depth, entry.score, entry.bound);
                judged += 1;
            }
        }
        assert_eq!(judge.fault, None, "{graph:?}");
    }
    assert!(judged > 1_000, "{judged} entries");
}

#[test]
fn the_nodes_of_helpers_are_counted() {
    const HELPERS: usize = 2;
    let root = Position::start(Draughts::<10>);
    let game = GameTree::new(Weights::new(Draughts::<10>));
    let tree = Delayed::new(&game, 10_000, || ());
    let table = Table::new(4).expect("four MiB");
    let mut search = Search::new(&tree, &table, SearchOptions::default(), Signals::NONE);
    let query = Query { root: &root, game: &[], legal: &[], only: &[], lines: 1, limits: to_depth(1) };
    let found = search.deepen_with(1 + HELPERS, &query, |_| ()).expect("there are moves");
    // A node is expanded at most once. Helpers report their nodes in steps of 1024.
    assert!(found.nodes as usize + 1024 * HELPERS >= 10_000, "{} nodes", found.nodes);
}

//! The search on graphs with cycles and a rule that counts moves: draws that depend on the path are found,
//! and they stay out of the transposition table.
//!
//! Two judges are used. Where depth and transpositions cannot change a value, the search must return the
//! value of a search by brute force. In general, each stored value needs a witness: an expansion of the
//! graph to at least the stored depth, in which no draw by rule occurs (see `witness`).

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use remise::board::{Color, Key};
use remise::eval::Score;
use remise::search::{
    Bound, Call, Depth, Entry, Limits, MoveCode, Observer, Profile, Query, Search, SearchOptions, Signals,
    Table, Tree, Window,
};

/// A graph in which a game is drawn when a node is repeated, or after a number of reversible moves.
#[derive(Clone, Debug)]
struct Graph {
    children: Vec<Vec<Edge>>,
    /// The static values. Each is the exact value if the node has no children.
    values: Vec<Score>,
    is_quiet: bool,
    /// The number of reversible plies after which the game is drawn.
    limit: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Edge {
    to: usize,
    is_irreversible: bool,
}

/// A node and the number of reversible plies that led there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    id: usize,
    reversible: u16,
}

impl Tree for Graph {
    type Node = Node;
    type Move = Edge;

    fn key(&self, node: &Node) -> Key {
        Key::of_turn(Color::White).salted(node.id as u64)
    }

    fn moves(&self, node: &Node, visit: impl FnMut(Edge)) {
        self.children[node.id].iter().copied().for_each(visit);
    }

    fn play(&self, node: &Node, edge: &Edge) -> Node {
        Node { id: edge.to, reversible: if edge.is_irreversible { 0 } else { node.reversible + 1 } }
    }

    fn is_quiet(&self, _: &Node) -> bool {
        self.is_quiet
    }

    fn evaluate(&self, node: &Node) -> Score {
        self.values[node.id]
    }

    fn code(&self, edge: &Edge) -> MoveCode {
        MoveCode(edge.to as u16 + 1)
    }

    fn captured_count(&self, _: &Edge) -> u32 {
        0
    }

    fn reversible_plies(&self, node: &Node) -> usize {
        usize::from(node.reversible)
    }

    /// A player without a move loses even if a counting rule applies.
    fn plies_to_draw(&self, node: &Node) -> u16 {
        if self.children[node.id].is_empty() { u16::MAX } else { self.limit.saturating_sub(node.reversible) }
    }
}

/// Nodes of one level for one player to move. Reversible moves stay in their level, irreversible ones lead to
/// the next.
const WIDTH: usize = 4;
const LEVELS: usize = 2;

impl Graph {
    /// A graph with cycles. The players alternate, and a cycle takes at least four plies, as in draughts.
    fn cyclic(
        random: &mut StdRng,
        limit: u16,
        is_quiet: bool,
        mut value: impl FnMut(&mut StdRng, bool) -> Score,
    ) -> Self {
        let mut children: Vec<Vec<Edge>> = vec![Vec::new(); 2 * WIDTH * LEVELS];
        for id in 0..children.len() {
            let (level, side) = (id / (2 * WIDTH), id / WIDTH % 2);
            for _ in 0..random.random_range(0..=3) {
                let is_irreversible = level + 1 < LEVELS && random.random_bool(0.2);
                let level = level + usize::from(is_irreversible);
                let to = (2 * level + 1 - side) * WIDTH + random.random_range(0..WIDTH);
                if children[to].iter().all(|edge| edge.to != id) {
                    children[id].push(Edge { to, is_irreversible });
                }
            }
        }
        let values = children.iter().map(|children| value(random, children.is_empty())).collect();
        Self { children, values, is_quiet, limit }
    }

    /// A graph without cycles whose moves lead from layer to layer. All paths to a node take the same number
    /// of plies, but differ in the number of reversible ones. A node has no child or several.
    fn layered(random: &mut StdRng) -> Self {
        let mut children: Vec<Vec<Edge>> = vec![Vec::new(); LAYERS * WIDTH];
        for (id, children) in children.iter_mut().enumerate() {
            let next = (id / WIDTH + 1).min(LAYERS - 1) * WIDTH;
            let is_last = id / WIDTH + 1 == LAYERS;
            let count = if is_last || random.random_bool(0.95) { random.random_range(2..=3) } else { 0 };
            let edge = |random: &mut StdRng| Edge {
                to: next + random.random_range(0..WIDTH),
                is_irreversible: random.random_bool(0.25),
            };
            *children = (0..count).map(|_| edge(random)).collect();
        }
        let values = children.iter().map(|children| decided_or_odd(random, children.is_empty())).collect();
        Self { children, values, is_quiet: true, limit: random.random_range(2..=7) }
    }

    /// Whether a move to a node draws the game, where `path` leads to the node's parent.
    fn is_draw(&self, node: &Node, path: &[usize]) -> bool {
        let since = path.len().saturating_sub(usize::from(node.reversible));
        self.plies_to_draw(node) == 0 || path[since..].contains(&node.id)
    }

    /// The value of the last node of a path by brute force. Nodes that are not quiet are always expanded.
    fn brute_force(&self, node: &Node, path: &mut Vec<usize>, depth: u8) -> Score {
        if self.children[node.id].is_empty() || depth == 0 && self.is_quiet {
            return self.evaluate(node);
        }
        let mut best = Score::MINUS_INFINITE;
        for edge in &self.children[node.id] {
            let child = self.play(node, edge);
            let value = if self.is_draw(&child, path) {
                Score::DRAW
            } else {
                path.push(child.id);
                let value = self.brute_force(&child, path, depth.saturating_sub(1));
                path.pop();
                value
            };
            best = best.max(-value.from_table(1));
        }
        best
    }

    /// A random game from a node of the first level. Returns its nodes.
    fn random_game(&self, random: &mut StdRng, plies: usize) -> Vec<Node> {
        let mut game = vec![Node { id: random.random_range(0..2 * WIDTH), reversible: 0 }];
        while let Some(edge) =
            self.children[game[game.len() - 1].id].choose(random).filter(|_| game.len() <= plies)
        {
            game.push(self.play(&game[game.len() - 1], edge));
        }
        game
    }
}

const LAYERS: usize = 8;

/// A value that is not a draw.
fn odd(random: &mut StdRng) -> Score {
    Score::estimate(2 * random.random_range(-4..=4) + 1)
}

/// A loss if there is no move, else a value that is not a draw.
fn decided_or_odd(random: &mut StdRng, has_no_move: bool) -> Score {
    if has_no_move { Score::LOST } else { odd(random) }
}

fn table() -> Table {
    Table::new(1).expect("one MiB")
}

/// At depth 1 nothing is read from the table, and nodes that are not quiet are searched to the end of the
/// game.
#[test]
fn repetitions_and_counted_moves_are_drawn_exactly_by_the_rules() {
    let mut random = StdRng::seed_from_u64(1);
    let (mut searched, mut draws) = (0, 0);
    while searched < 400 {
        let limit = random.random_range(4..=6);
        let graph = Graph::cyclic(&mut random, limit, false, decided_or_odd);
        let plies = random.random_range(0..=5);
        let game = graph.random_game(&mut random, plies);
        let root = game[game.len() - 1];
        if graph.children[root.id].is_empty() {
            continue;
        }
        let mut path: Vec<_> = game.iter().map(|node| node.id).collect();
        let expected = graph.brute_force(&root, &mut path, 1);
        let keys: Vec<_> = game.iter().map(|node| graph.key(node)).collect();
        for keys in [&keys[..], &keys[..keys.len() - 1]] {
            let table = table();
            let mut search = Search::new(&graph, &table, SearchOptions::default(), Signals::NONE);
            let limits = Limits { depth: Depth::ONE, ..Limits::NONE };
            let query = Query { root: &root, game: keys, legal: &[], only: &[], lines: 1, limits };
            let found = search.deepen(&query, |_| ()).map(|iteration| iteration.score);
            assert_eq!(found, Some(expected), "{game:?} {graph:?}");
        }
        searched += 1;
        draws += usize::from(expected == Score::DRAW);
    }
    assert!(draws > 20, "{draws}");
}

/// In a layered graph every entry of a node has the same depth, so that the value is that of brute force.
#[test]
fn an_entry_answers_only_if_no_counted_draw_comes_first() {
    let mut random = StdRng::seed_from_u64(2);
    for _ in 0..300 {
        let graph = Graph::layered(&mut random);
        let table = table();
        for _ in 0..12 {
            let layer = random.random_range(0..LAYERS - 2);
            let id = layer * WIDTH + random.random_range(0..WIDTH);
            let node = Node { id, reversible: random.random_range(0..graph.limit) };
            let depth = (LAYERS - 1 - layer) as u8;
            let alpha = random.random_range(-9..=8);
            let narrow = Window { alpha: Score::estimate(alpha), beta: Score::estimate(alpha + 2) };
            let window = if random.random() { Window::FULL } else { narrow };
            let options = SearchOptions { profile: Profile::Full, salt: 0 };
            let mut search = Search::new(&graph, &table, options, Signals::NONE);
            let score = search.value(&node, window, Depth(depth)).expect("nothing stops it");
            let exact = graph.brute_force(&node, &mut vec![id], depth);
            let is_correct = match window.bound(score) {
                Bound::Exact => exact == score,
                Bound::Lower => exact >= score,
                Bound::Upper => exact <= score,
            };
            assert!(is_correct, "{score:?}, not {exact:?}, for {node:?} in {window:?}: {graph:?}");
        }
    }
}

/// The values of all expansions of each node that contain the graph to a depth, without any draw by rule.
struct Witnesses<'a> {
    graph: &'a Graph,
    /// By depth and node.
    values: Vec<Vec<BTreeSet<Score>>>,
}

impl<'a> Witnesses<'a> {
    fn new(graph: &'a Graph) -> Self {
        let static_values = graph.values.iter().map(|&value| BTreeSet::from([value])).collect();
        let mut witnesses = Self { graph, values: vec![static_values] };
        // Expansions of any depth: the least fixed point.
        loop {
            let mut larger = witnesses.expanded();
            for (values, &value) in larger.iter_mut().zip(&graph.values) {
                values.insert(value);
            }
            if larger == witnesses.values[0] {
                return witnesses;
            }
            witnesses.values[0] = larger;
        }
    }

    /// The values of each node one ply deeper than the deepest ones so far.
    fn expanded(&self) -> Vec<BTreeSet<Score>> {
        let below = &self.values[self.values.len() - 1];
        let expand = |(id, children): (usize, &Vec<Edge>)| {
            if children.is_empty() {
                return BTreeSet::from([self.graph.values[id]]);
            }
            let replies = || children.iter().map(|edge| below[edge.to].iter().map(|&value| -value));
            let least = replies().filter_map(Iterator::min).max().expect("a reply has a value");
            replies().flatten().filter(|&value| value >= least).collect()
        };
        self.graph.children.iter().enumerate().map(expand).collect()
    }

    /// Whether an entry has a witness.
    fn has_witness_for(&mut self, id: usize, entry: &Entry) -> bool {
        while self.values.len() <= usize::from(entry.depth.0) {
            let deeper = self.expanded();
            self.values.push(deeper);
        }
        let values = &self.values[usize::from(entry.depth.0)][id];
        match entry.bound {
            Bound::Exact => values.contains(&entry.score),
            Bound::Lower => values.last() >= Some(&entry.score),
            Bound::Upper => values.first() <= Some(&entry.score),
        }
    }
}

/// The stored entries and the number of draws returned.
#[derive(Default)]
struct Records {
    stored: Vec<(usize, Entry)>,
    draws: usize,
}

impl Observer<Graph> for Records {
    fn stored(&mut self, call: &Call<Node>, entry: &Entry) {
        self.stored.push((call.node.id, *entry));
    }

    fn returned(&mut self, _: &Call<Node>, score: Score) {
        self.draws += usize::from(score == Score::DRAW);
    }
}

/// Searches nodes of a graph with one table, and returns the records.
fn records(graph: &Graph, random: &mut StdRng, profile: Profile) -> Records {
    let table = table();
    let mut records = Records::default();
    let options = SearchOptions { profile, salt: 0 };
    let mut search = Search::observed(graph, &table, options, Signals::NONE, &mut records);
    for _ in 0..4 {
        let plies = random.random_range(0..=5);
        let game = graph.random_game(random, plies);
        let keys: Vec<_> = game.iter().map(|node| graph.key(node)).collect();
        let limits = Limits { depth: Depth(random.random_range(3..=7)), ..Limits::NONE };
        search.deepen(
            &Query { root: &game[game.len() - 1], game: &keys, legal: &[], only: &[], lines: 1, limits },
            |_| (),
        );
    }
    drop(search);
    records
}

#[test]
fn no_value_that_depends_on_the_path_is_stored_by_the_full_profile() {
    let mut random = StdRng::seed_from_u64(3);
    let (mut stored, mut draws) = (0, 0);
    for _ in 0..150 {
        let limit = random.random_range(4..=9);
        let graph = Graph::cyclic(&mut random, limit, true, |random, _| odd(random));
        let records = records(&graph, &mut random, Profile::Full);
        let mut witnesses = Witnesses::new(&graph);
        for (id, entry) in &records.stored {
            assert!(witnesses.has_witness_for(*id, entry), "{entry:?} at {id} has no witness: {graph:?}");
        }
        stored += records.stored.len();
        draws += records.draws;
    }
    assert!(stored > 1_000 && draws > 1_000, "{stored} stored, {draws} draws");
}

/// No static value is a draw, so that each draw is one by rule.
#[test]
fn no_draw_that_depends_on_the_path_is_stored_by_the_selective_profile() {
    let mut random = StdRng::seed_from_u64(4);
    let (mut stored, mut draws) = (0, 0);
    for _ in 0..150 {
        let limit = random.random_range(4..=9);
        let graph = Graph::cyclic(&mut random, limit, true, |random, _| odd(random));
        let records = records(&graph, &mut random, Profile::Selective);
        let wrong = records.stored.iter().find(|(_, entry)| entry.score == Score::DRAW);
        assert_eq!(wrong, None, "{graph:?}");
        stored += records.stored.len();
        draws += records.draws;
    }
    assert!(stored > 1_000 && draws > 1_000, "{stored} stored, {draws} draws");
}

//! Each value that the search returns or stores has a witness.
//!
//! The criterion is that of Wesselink, Huizing and van de Wetering (*Formal verification of minimax
//! algorithms*, 2025). A value of a node at some depth is correct if it is the value of an expansion of the
//! tree that contains the tree to that depth and has, at each node, either all moves or none. A value that
//! fails low or high needs an expansion whose value is as low or as high. [`Judge`] computes the values of
//! all such expansions of a node by dynamic programming, and observes all results and entries of the search.
//!
//! To test the judge itself, small reference searches have one fault each, for instance one that lets a
//! stored bound narrow the window.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use remise::board::{
    Checkers, Color, Draughts, Game, Geometry, Key, Move, MoveList, Piece, Placement, Position, Set, movegen,
};
use remise::eval::Score;
use remise::search::{
    Bound, Call, Depth, Entry, MoveCode, Observer, Profile, Search, SearchOptions, Signals, Table, Tree,
    Window,
};

/// A tree that can be judged.
pub(crate) trait Judged: Tree {
    /// The identity of a node.
    type Id: Copy + Eq + Hash + std::fmt::Debug;

    fn id(&self, node: &Self::Node) -> Self::Id;

    fn children(&self, node: &Self::Node) -> Vec<Self::Node> {
        self.move_list(node).iter().map(|mv| self.play(node, mv)).collect()
    }
}

/// Observes the search and checks its values against those of all witnesses.
pub(crate) struct Judge<'a, T: Judged> {
    tree: &'a T,
    values: HashMap<(T::Id, u8), BTreeSet<Score>>,
    /// The number of checked values.
    judged: usize,
    /// The first value without a witness.
    pub(crate) fault: Option<String>,
}

impl<'a, T: Judged> Judge<'a, T> {
    pub(crate) fn new(tree: &'a T) -> Self {
        Self { tree, values: HashMap::new(), judged: 0, fault: None }
    }

    /// The values of all expansions that contain the tree to this depth.
    fn values(&mut self, node: &T::Node, depth: u8) -> BTreeSet<Score> {
        let id = (self.tree.id(node), depth);
        if let Some(values) = self.values.get(&id) {
            return values.clone();
        }
        let values = self.expansions(node, depth);
        self.values.insert(id, values.clone());
        values
    }

    fn expansions(&mut self, node: &T::Node, depth: u8) -> BTreeSet<Score> {
        let children = self.tree.children(node);
        let replies: Vec<BTreeSet<Score>> =
            children.iter().map(|child| self.after(child, depth.saturating_sub(1))).collect();
        let at_least = replies.iter().filter_map(BTreeSet::first).max().copied();
        let mut values: BTreeSet<Score> =
            replies.iter().flatten().filter(|value| Some(**value) >= at_least).copied().collect();
        if depth == 0 || children.is_empty() {
            values.insert(self.tree.evaluate(node));
        }
        values
    }

    /// The values of a child for the player who moved there: a win is a ply farther away.
    fn after(&mut self, child: &T::Node, depth: u8) -> BTreeSet<Score> {
        self.values(child, depth).into_iter().map(|value| -value.from_table(1)).collect()
    }

    /// Checks that a result or an entry has a witness.
    pub(crate) fn check(&mut self, what: &str, node: &T::Node, depth: Depth, score: Score, bound: Bound) {
        self.judged += 1;
        let values = self.values(node, depth.0);
        let low = *values.first().expect("every node has a value");
        let high = *values.last().expect("every node has a value");
        let is_correct = match bound {
            Bound::Exact => values.contains(&score),
            Bound::Lower => high >= score,
            Bound::Upper => low <= score,
        };
        if !is_correct && self.fault.is_none() {
            let id = self.tree.id(node);
            self.fault = Some(format!("{what} {bound:?} {score:?} at {id:?}, depth {depth:?}: {values:?}"));
        }
    }
}

impl<T: Judged> Observer<T> for Judge<'_, T> {
    fn stored(&mut self, call: &Call<T::Node>, entry: &Entry) {
        self.check("stored", call.node, entry.depth, entry.score, entry.bound);
    }

    fn returned(&mut self, call: &Call<T::Node>, score: Score) {
        let bound = call.window.bound(score);
        self.check("returned", call.node, call.depth, score.to_table(call.ply), bound);
    }
}

/// Searches nodes with one table. Returns the number of checked values, or the first fault.
fn judge_search<T: Judged>(tree: &T, calls: &[(T::Node, Window, u8)]) -> Result<usize, String> {
    let table = Table::new(1).expect("one MiB");
    let mut judge = Judge::new(tree);
    let options = SearchOptions { profile: Profile::Full, salt: 0 };
    for (node, window, depth) in calls {
        let mut search = Search::observed(tree, &table, options, Signals::NONE, &mut judge);
        search.value(node, *window, Depth(*depth)).expect("nothing stops it");
    }
    judge.fault.map_or(Ok(judge.judged), Err)
}

/// A game graph without cycles.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    /// Whether each node is unquiet.
    unquiet: Vec<bool>,
    /// The static values for the player to move.
    values: Vec<i32>,
    pub(crate) children: Vec<Vec<usize>>,
}

impl Graph {
    /// A random graph in which moves lead to higher numbers.
    pub(crate) fn random(random: &mut StdRng, unquiet: f64) -> Self {
        let count = random.random_range(4..=16);
        let children = (0..count).map(|node| Self::random_children(random, node, count)).collect();
        Self {
            unquiet: (0..count).map(|_| random.random_bool(unquiet)).collect(),
            values: (0..count).map(|_| random.random_range(-4..=4)).collect(),
            children,
        }
    }

    fn random_children(random: &mut StdRng, node: usize, count: usize) -> Vec<usize> {
        let wanted = if node + 1 == count { 0 } else { random.random_range(0..=3) };
        let last = count.min(node + 5);
        let mut children: Vec<usize> = (0..wanted).map(|_| random.random_range(node + 1..last)).collect();
        children.dedup();
        children
    }

    fn random_calls(&self, random: &mut StdRng) -> Vec<(usize, Window, u8)> {
        let mut call = || {
            let alpha = random.random_range(-5..=4);
            let beta = random.random_range(alpha + 1..=6);
            let node = random.random_range(0..self.values.len() / 2);
            (node, window(alpha, beta), random.random_range(0..=6))
        };
        (0..12).map(|_| call()).collect()
    }
}

fn window(alpha: i32, beta: i32) -> Window {
    Window { alpha: Score::estimate(alpha), beta: Score::estimate(beta) }
}

impl Tree for Graph {
    type Node = usize;
    type Move = usize;

    fn key(&self, node: &usize) -> Key {
        Key::of_turn(Color::White).salted(*node as u64)
    }

    fn moves(&self, node: &usize, visit: impl FnMut(usize)) {
        self.children[*node].iter().copied().for_each(visit);
    }

    fn play(&self, _: &usize, mv: &usize) -> usize {
        *mv
    }

    fn is_quiet(&self, node: &usize) -> bool {
        !self.unquiet[*node]
    }

    fn evaluate(&self, node: &usize) -> Score {
        Score::estimate(self.values[*node])
    }

    fn code(&self, mv: &usize) -> MoveCode {
        MoveCode(*mv as u16 + 1)
    }

    fn captured_count(&self, _: &usize) -> u32 {
        0
    }

    fn reversible_plies(&self, _: &usize) -> usize {
        0
    }

    fn plies_to_draw(&self, _: &usize) -> u16 {
        u16::MAX
    }
}

impl Judged for Graph {
    type Id = usize;

    fn id(&self, node: &usize) -> usize {
        *node
    }
}

/// A game tree cut off after a number of plies. The plies are part of the node, so that no node is repeated.
struct Horizon<G> {
    plies: u8,
    game: std::marker::PhantomData<G>,
}

impl<G: Game + Default> Tree for Horizon<G> {
    type Node = (Position<G>, u8);
    type Move = Move<G>;

    fn key(&self, (position, plies): &Self::Node) -> Key {
        position.key().salted(u64::from(*plies))
    }

    fn moves(&self, (position, plies): &Self::Node, visit: impl FnMut(Move<G>)) {
        if *plies < self.plies {
            let mut moves = MoveList::new();
            movegen::moves(position.placement(), &mut moves);
            moves.iter().copied().for_each(visit);
        }
    }

    fn play(&self, (position, plies): &Self::Node, mv: &Move<G>) -> Self::Node {
        (position.play(mv), plies + 1)
    }

    fn is_quiet(&self, (position, _): &Self::Node) -> bool {
        !movegen::must_capture(position.placement())
    }

    fn evaluate(&self, (position, _): &Self::Node) -> Score {
        let placement = position.placement();
        if !movegen::has_moves(placement) {
            return Score::LOST;
        }
        let material =
            |set: <G::Board as Geometry>::Set| (set.count() + (set & placement.kings).count()) as i32;
        let (own, others) = (placement.pieces(placement.turn), placement.pieces(!placement.turn));
        Score::estimate(material(own) - material(others))
    }

    fn code(&self, mv: &Move<G>) -> MoveCode {
        MoveCode((mv.from.index() << 7 | mv.to.index()) as u16 | 1 << 15)
    }

    fn captured_count(&self, mv: &Move<G>) -> u32 {
        mv.captured.count()
    }

    fn reversible_plies(&self, _: &Self::Node) -> usize {
        0
    }

    fn plies_to_draw(&self, _: &Self::Node) -> u16 {
        u16::MAX
    }
}

impl<G: Game + Default> Judged for Horizon<G> {
    type Id = (Key, u8);

    fn id(&self, node: &Self::Node) -> Self::Id {
        (self.key(node), node.1)
    }
}

/// The fault of a reference search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// No fault: entries cut but do not narrow the window, as in the real search.
    None,
    /// A stored bound narrows the window.
    NarrowsWindow,
    /// The score of the scout raises alpha for the second search.
    RaisesSecondSearch,
    /// At an unquiet leaf the static value competes with the first move only.
    StandsPat,
    /// A late move that beats alpha at reduced depth is not searched again at full depth.
    TrustsReduction,
}

/// A reference search of a graph, with or without a fault.
struct ReferenceSearch<'a> {
    graph: &'a Graph,
    fault: Fault,
    table: HashMap<usize, Entry>,
    judge: Judge<'a, Graph>,
}

impl<'a> ReferenceSearch<'a> {
    fn new(graph: &'a Graph, fault: Fault) -> Self {
        Self { graph, fault, table: HashMap::new(), judge: Judge::new(graph) }
    }

    fn value(&mut self, node: usize, window: Window, depth: u8) -> Score {
        let (mut inner, known) = (window, self.table.get(&node).copied());
        if let Some(entry) = known.filter(|entry| entry.depth.0 >= depth) {
            if let Some(score) = entry.cut(window, Depth(depth)) {
                return self.answer(node, window, depth, score);
            }
            if self.fault == Fault::NarrowsWindow {
                match entry.bound {
                    Bound::Lower => inner.alpha = inner.alpha.max(entry.score),
                    Bound::Upper => inner.beta = inner.beta.min(entry.score),
                    Bound::Exact => {}
                }
            }
        }
        let score = self.best(node, inner, depth);
        let keep = self.fault == Fault::NarrowsWindow && known.is_some_and(|entry| entry.depth.0 > depth);
        if !keep {
            self.store(node, inner, depth, score);
        }
        self.answer(node, window, depth, score)
    }

    fn answer(&mut self, node: usize, window: Window, depth: u8, score: Score) -> Score {
        self.judge.check("returned", &node, Depth(depth), score, window.bound(score));
        score
    }

    fn store(&mut self, node: usize, window: Window, depth: u8, score: Score) {
        let entry = Entry { depth: Depth(depth), score, bound: window.bound(score), code: MoveCode::NONE };
        self.judge.check("stored", &node, entry.depth, score, entry.bound);
        self.table.insert(node, entry);
    }

    fn best(&mut self, node: usize, window: Window, depth: u8) -> Score {
        let children = self.graph.children[node].clone();
        let quiet = !self.graph.unquiet[node];
        let stands_pat = depth == 0 && self.fault == Fault::StandsPat && !quiet;
        if children.is_empty() || depth == 0 && quiet {
            return self.graph.evaluate(&node);
        }
        let mut best = if stands_pat { self.graph.evaluate(&node) } else { Score::MINUS_INFINITE };
        for (index, child) in children.into_iter().take(if stands_pat { 1 } else { usize::MAX }).enumerate() {
            if best >= window.beta {
                break;
            }
            best = best.max(self.scout(child, window.raised(best), depth.saturating_sub(1), index));
        }
        best
    }

    /// Searches the first move with the whole window and the others with a zero window first.
    fn scout(&mut self, child: usize, window: Window, depth: u8, index: usize) -> Score {
        if index == 0 {
            return -self.value(child, window.flipped(), depth);
        }
        let reduced = if self.fault == Fault::TrustsReduction { depth.saturating_sub(1) } else { depth };
        let first = -self.value(child, Window::zero(window.alpha).flipped(), reduced);
        if !window.contains(first) {
            return first;
        }
        let alpha = if self.fault == Fault::RaisesSecondSearch { first } else { window.alpha };
        -self.value(child, Window { alpha, ..window }.flipped(), reduced)
    }
}

/// The published counterexample to narrowing. Its values are White's; the players alternate.
fn counterexample() -> Graph {
    let nodes: [(&str, char, i32, &str); 15] = [
        ("u", 'W', 0, "yk"),
        ("y", 'B', 0, "zvq"),
        ("z", 'W', 2, ""),
        ("v", 'W', 0, "be"),
        ("q", 'W', 1, ""),
        ("b", 'B', 0, "c"),
        ("c", 'W', 0, "dh"),
        ("d", 'B', 3, ""),
        ("h", 'B', 4, ""),
        ("e", 'B', 0, "fg"),
        ("f", 'W', 2, ""),
        ("g", 'W', 1, ""),
        ("k", 'B', 0, "l"),
        ("l", 'W', 0, "m"),
        ("m", 'B', 0, "v"),
    ];
    let number = |name: char| nodes.iter().position(|node| node.0.starts_with(name)).expect("a node");
    Graph {
        unquiet: vec![false; nodes.len()],
        values: nodes.iter().map(|node| if node.1 == 'W' { node.2 } else { -node.2 }).collect(),
        children: nodes.iter().map(|node| node.3.chars().map(number).collect()).collect(),
    }
}

const U: usize = 0;
const V: usize = 3;

#[test]
fn narrowing_the_window_fails_on_the_published_counterexample() {
    let graph = counterexample();
    let mut search = ReferenceSearch::new(&graph, Fault::NarrowsWindow);
    assert_eq!(search.value(V, window(0, 2), 4), Score::estimate(3));
    assert_eq!(search.judge.fault, None);
    assert_eq!(search.value(V, window(0, 5), 2), Score::estimate(2));
    assert!(search.judge.fault.is_some());
    let mut search = ReferenceSearch::new(&graph, Fault::NarrowsWindow);
    assert_eq!(search.value(U, window(0, 5), 6), Score::estimate(2));
    assert!(search.judge.fault.is_some());
}

#[test]
fn not_narrowing_the_window_passes_the_published_counterexample() {
    let graph = counterexample();
    let mut search = ReferenceSearch::new(&graph, Fault::None);
    assert_eq!(search.value(V, window(0, 2), 4), Score::estimate(3));
    assert_eq!(search.value(V, window(0, 5), 2), Score::estimate(1));
    assert_eq!(search.judge.fault, None);
    let mut search = ReferenceSearch::new(&graph, Fault::None);
    assert_eq!(search.value(U, window(0, 5), 6), Score::estimate(1));
    assert_eq!(search.judge.fault, None);
    let calls = [(V, window(0, 2), 4), (V, window(0, 5), 2), (U, window(0, 5), 6)];
    judge_search(&graph, &calls).expect("every value has a witness");
}

#[test]
fn the_witness_values_of_the_counterexample_are_the_published_ones() {
    let graph = counterexample();
    let mut judge = Judge::new(&graph);
    let scores = |values: &[i32]| values.iter().map(|value| Score::estimate(*value)).collect::<BTreeSet<_>>();
    assert_eq!(judge.values(&V, 4), scores(&[4]));
    assert_eq!(judge.values(&V, 2), scores(&[1, 4]));
    assert_eq!(judge.values(&U, 6), scores(&[1, 4]));
}

#[test]
fn every_value_on_random_graphs_has_a_witness() {
    for unquiet in [0.0, 0.3] {
        let mut random = StdRng::seed_from_u64(1);
        let mut judged = 0;
        for number in 0..10_000 {
            let graph = Graph::random(&mut random, unquiet);
            let calls = graph.random_calls(&mut random);
            judged += judge_search(&graph, &calls)
                .unwrap_or_else(|fault| panic!("graph {number} of {unquiet}: {fault}\n{graph:?}\n{calls:?}"));
        }
        assert!(judged > 100_000, "{judged} values");
    }
}

/// Whether the judge finds a fault in each of a number of random sessions.
fn sessions(fault: Fault, count: usize) -> impl Iterator<Item = bool> {
    let mut random = StdRng::seed_from_u64(2);
    (0..count).map(move |_| {
        let graph = Graph::random(&mut random, 0.3);
        let calls = graph.random_calls(&mut random);
        let mut search = ReferenceSearch::new(&graph, fault);
        for (node, window, depth) in calls {
            search.value(node, window, depth);
        }
        search.judge.fault.is_some()
    })
}

#[test]
fn the_judge_finds_no_fault_where_there_is_none() {
    assert!(sessions(Fault::None, 10_000).all(|found| !found));
}

/// The last fault shows in about one of 100,000 sessions.
#[test]
fn the_judge_finds_each_fault() {
    for fault in [Fault::StandsPat, Fault::TrustsReduction, Fault::RaisesSecondSearch] {
        assert!(sessions(fault, 200_000).any(|found| found), "{fault:?}");
    }
}

#[test]
fn every_value_on_positions_to_a_horizon_has_a_witness() {
    judge_positions::<Draughts<6>>();
    judge_positions::<Checkers<6>>();
}

fn judge_positions<G: Game + Default>() {
    let mut random = StdRng::seed_from_u64(3);
    let mut judged = 0;
    for number in 0..1000 {
        let position = random_position::<G>(&mut random);
        let tree = Horizon { plies: random.random_range(3..=7), game: std::marker::PhantomData };
        let mut call = || {
            let alpha = random.random_range(-3..=2);
            let beta = random.random_range(alpha + 1..=4);
            ((position, 0), window(alpha, beta), random.random_range(1..=4))
        };
        let calls: Vec<_> = (0..4).map(|_| call()).collect();
        judged += judge_search(&tree, &calls).unwrap_or_else(|fault| panic!("position {number}: {fault}"));
    }
    assert!(judged > 10_000, "{judged} values");
}

/// A random position with up to six pieces.
fn random_position<G: Game + Default>(random: &mut StdRng) -> Position<G> {
    loop {
        let turn = Color::ALL[random.random_range(0..2)];
        let mut placement = Placement::empty(G::default(), turn);
        for _ in 0..random.random_range(2..=6) {
            let square = random.random_range(1..=G::Board::SQUARES);
            let cell = G::Board::cell(square).expect("a square of the board");
            if placement.free().contains(cell) {
                placement.put(cell, Piece::ALL[random.random_range(0..4)]);
            }
        }
        if let Ok(position) = Position::new(placement) {
            return position;
        }
    }
}

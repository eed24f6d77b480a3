//! The values of all positions of a graph, from its sinks backwards.
//!
//! Linear in vertices and edges, and nothing is guessed: the judge of whatever claims a value. Not for
//! graphs that do not fit in memory.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{GameGraph, TooMany, Value};

/// The values of all positions that can be reached from some roots.
#[derive(Clone, Debug)]
pub struct Values<V> {
    numbers: FxHashMap<V, u32>,
    vertices: Vec<V>,
    values: Vec<Value>,
}

impl<V: Copy + Eq + Hash> Values<V> {
    /// Values everything that can be reached from the roots.
    ///
    /// # Errors
    /// When that is more than `limit` positions.
    pub fn of<T: GameGraph<Vertex = V>>(
        graph: &T,
        roots: impl IntoIterator<Item = V>,
        limit: usize,
    ) -> Result<Self, TooMany> {
        let held = Held::explore(graph, roots, limit.min(u32::MAX as usize))?;
        let Held { numbers, vertices, edges } = held;
        let values = Analysis::of(graph, &vertices, edges).values();
        Ok(Self { numbers, vertices, values })
    }

    /// The value of a position. None: it cannot be reached from the roots.
    #[must_use]
    pub fn get(&self, vertex: V) -> Option<Value> {
        self.numbers.get(&vertex).map(|&number| self.values[number as usize])
    }

    /// The positions and their values, nearest to the roots first.
    pub fn iter(&self) -> impl Iterator<Item = (V, Value)> {
        self.vertices.iter().copied().zip(self.values.iter().copied())
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Whether there is none, for want of roots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }
}

/// A graph written out: vertices by number, and what follows each of them.
struct Held<V> {
    numbers: FxHashMap<V, u32>,
    vertices: Vec<V>,
    edges: Edges,
}

impl<V: Copy + Eq + Hash> Held<V> {
    fn explore<T: GameGraph<Vertex = V>>(
        graph: &T,
        roots: impl IntoIterator<Item = V>,
        limit: usize,
    ) -> Result<Self, TooMany> {
        let edges = Edges { first: vec![0], to: Vec::new() };
        let mut held = Self { numbers: FxHashMap::default(), vertices: Vec::new(), edges };
        for root in roots {
            held.number(root, limit)?;
        }
        let mut moves = Vec::new();
        let mut explored = 0;
        while let Some(&vertex) = held.vertices.get(explored) {
            graph.moves(vertex, &mut moves);
            for next in moves.drain(..) {
                let number = held.number(next, limit)?;
                held.edges.to.push(number);
            }
            held.edges.first.push(held.edges.to.len());
            explored += 1;
        }
        Ok(held)
    }

    fn number(&mut self, vertex: V, limit: usize) -> Result<u32, TooMany> {
        let next = self.vertices.len();
        let number = *self.numbers.entry(vertex).or_insert(next as u32);
        if number as usize == next {
            if next == limit {
                return Err(TooMany { limit });
            }
            self.vertices.push(vertex);
        }
        Ok(number)
    }
}

/// The ends of edges, those of one vertex after those of the one before.
struct Edges {
    first: Vec<usize>,
    to: Vec<u32>,
}

impl Edges {
    fn of(&self, vertex: u32) -> &[u32] {
        &self.to[self.first[vertex as usize]..self.first[vertex as usize + 1]]
    }

    fn vertices(&self) -> u32 {
        (self.first.len() - 1) as u32
    }

    /// The same edges, from their ends to their beginnings.
    fn reversed(&self) -> Self {
        let mut first = vec![0; self.first.len()];
        for &end in &self.to {
            first[end as usize] += 1;
        }
        for vertex in 1..first.len() {
            first[vertex] += first[vertex - 1];
        }
        // Each vertex has the end of its part now, and is filled from there down to its beginning.
        let mut to = vec![0; self.to.len()];
        for from in 0..self.vertices() {
            for &end in self.of(from) {
                first[end as usize] -= 1;
                to[first[end as usize]] = from;
            }
        }
        Self { first, to }
    }
}

/// Values on their way from the sinks to the positions before them.
struct Analysis<'a, T: GameGraph> {
    graph: &'a T,
    vertices: &'a [T::Vertex],
    before: Edges,
    values: Vec<Option<Value>>,
    /// The moves of each vertex that are not known to lose.
    hopes: Vec<u32>,
    queue: VecDeque<u32>,
}

impl<'a, T: GameGraph> Analysis<'a, T> {
    fn of(graph: &'a T, vertices: &'a [T::Vertex], edges: Edges) -> Self {
        let hopes: Vec<u32> = (0..edges.vertices()).map(|vertex| edges.of(vertex).len() as u32).collect();
        let values = hopes.iter().zip(vertices).map(|(&hopes, &vertex)| {
            (hopes == 0).then(|| Value::of_sink(graph.winner(vertex), graph.player(vertex)))
        });
        let values = values.collect();
        Self { graph, vertices, before: edges.reversed(), values, hopes, queue: VecDeque::new() }
    }

    fn values(mut self) -> Vec<Value> {
        self.spread(|value| matches!(value, Value::Win(_) | Value::Lose(_)), Self::decide);
        self.spread(|value| matches!(value, Value::Tie(_)), |_, _, value| Some(value));
        self.values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
    }

    /// Goes back from all vertices with such a value, the least remote first. `settle` says what
    /// becomes of a vertex when the value of one of its moves is known.
    fn spread(
        &mut self,
        such: impl Fn(Value) -> bool,
        settle: impl Fn(&mut Self, u32, Value) -> Option<Value>,
    ) {
        let starts = (0..).zip(&self.values).filter(|(_, value)| value.is_some_and(&such));
        self.queue = starts.map(|(vertex, _)| vertex).collect();
        while let Some(vertex) = self.queue.pop_front() {
            let value = self.values[vertex as usize].expect("only vertices with a value are in the queue");
            for index in 0..self.before.of(vertex).len() {
                let before = self.before.of(vertex)[index];
                if self.values[before as usize].is_none() {
                    let value = value.of_move(self.player(before), self.player(vertex));
                    if let Some(value) = settle(self, before, value) {
                        self.values[before as usize] = Some(value);
                        self.queue.push_back(before);
                    }
                }
            }
        }
    }

    /// The first winning move that is met is the nearest, the last losing one the farthest.
    fn decide(&mut self, vertex: u32, value: Value) -> Option<Value> {
        if matches!(value, Value::Win(_)) {
            return Some(value);
        }
        self.hopes[vertex as usize] -= 1;
        (self.hopes[vertex as usize] == 0).then_some(value)
    }

    fn player(&self, vertex: u32) -> super::Player {
        self.graph.player(self.vertices[vertex as usize])
    }
}

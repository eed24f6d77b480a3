//! Retrograde analysis: the values of all positions of a graph, from its sinks backwards.
//!
//! It takes time linear in vertices and edges and is the reference for every other search. The graph must fit
//! in memory.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{GameGraph, TooMany, Value};
use crate::adjacency::Adjacency;

/// The values of all positions that can be reached from a set of roots.
#[derive(Clone, Debug)]
pub struct Values<V> {
    numbers: FxHashMap<V, u32>,
    vertices: Vec<V>,
    values: Vec<Value>,
}

impl<V: Copy + Eq + Hash> Values<V> {
    /// Computes the values of all positions that can be reached from the roots.
    ///
    /// # Errors
    /// If there are more than `limit` positions.
    pub fn of<T: GameGraph<Vertex = V>>(
        graph: &T,
        roots: impl IntoIterator<Item = V>,
        limit: usize,
    ) -> Result<Self, TooMany> {
        let explored_graph = Explored::explore(graph, roots, limit.min(u32::MAX as usize))?;
        let Explored { numbers, vertices, edges } = explored_graph;
        let values = Propagation::of(graph, &vertices, edges).values();
        Ok(Self { numbers, vertices, values })
    }

    /// The value of a position. Returns `None` if it cannot be reached from the roots.
    #[must_use]
    pub fn get(&self, vertex: V) -> Option<Value> {
        self.numbers.get(&vertex).map(|&number| self.values[number as usize])
    }

    /// The positions and their values, nearest to the roots first.
    pub fn iter(&self) -> impl Iterator<Item = (V, Value)> {
        self.vertices.iter().copied().zip(self.values.iter().copied())
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Whether there are no positions, because there were no roots.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }
}

/// An explored graph: numbered vertices and their successors.
struct Explored<V> {
    numbers: FxHashMap<V, u32>,
    vertices: Vec<V>,
    edges: Adjacency,
}

impl<V: Copy + Eq + Hash> Explored<V> {
    fn explore<T: GameGraph<Vertex = V>>(
        graph: &T,
        roots: impl IntoIterator<Item = V>,
        limit: usize,
    ) -> Result<Self, TooMany> {
        let mut explored_graph =
            Self { numbers: FxHashMap::default(), vertices: Vec::new(), edges: Adjacency::new() };
        for root in roots {
            explored_graph.number(root, limit)?;
        }
        let mut moves = Vec::new();
        let mut explored = 0;
        while let Some(&vertex) = explored_graph.vertices.get(explored) {
            graph.moves(vertex, &mut moves);
            for next in moves.drain(..) {
                let number = explored_graph.number(next, limit)?;
                explored_graph.edges.push(number);
            }
            explored_graph.edges.end_list();
            explored += 1;
        }
        Ok(explored_graph)
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

/// The propagation of values from the sinks backwards.
struct Propagation<'a, T: GameGraph> {
    graph: &'a T,
    vertices: &'a [T::Vertex],
    before: Adjacency,
    values: Vec<Option<Value>>,
    /// The number of moves of each vertex that are not known to lose.
    undecided_moves: Vec<u32>,
    queue: VecDeque<u32>,
}

impl<'a, T: GameGraph> Propagation<'a, T> {
    fn of(graph: &'a T, vertices: &'a [T::Vertex], edges: Adjacency) -> Self {
        let undecided_moves: Vec<u32> =
            (0..edges.vertices() as u32).map(|vertex| edges.of(vertex).len() as u32).collect();
        let values = undecided_moves.iter().zip(vertices).map(|(&undecided_moves, &vertex)| {
            (undecided_moves == 0).then(|| Value::of_sink(graph.winner(vertex), graph.player(vertex)))
        });
        let values = values.collect();
        let before = Adjacency::reversed(edges.vertices(), edges.edges());
        Self { graph, vertices, before, values, undecided_moves, queue: VecDeque::new() }
    }

    fn values(mut self) -> Vec<Value> {
        self.spread(|value| matches!(value, Value::Win(_) | Value::Lose(_)), Self::decide);
        self.spread(|value| matches!(value, Value::Tie(_)), |_, _, value| Some(value));
        self.values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
    }

    /// Propagates from all vertices with such a value, the least remote first. `settle` decides whether a
    /// vertex has a value once the value of one of its moves is known.
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

    /// The first winning move found is the shortest, the last losing one the longest.
    fn decide(&mut self, vertex: u32, value: Value) -> Option<Value> {
        if matches!(value, Value::Win(_)) {
            return Some(value);
        }
        self.undecided_moves[vertex as usize] -= 1;
        (self.undecided_moves[vertex as usize] == 0).then_some(value)
    }

    fn player(&self, vertex: u32) -> super::Player {
        self.graph.player(self.vertices[vertex as usize])
    }
}

//! The paths that the marks of a search describe, and marks that are wrong.

use super::{Mark, WinTree};
use crate::lab::{GameGraph, Value, Values};

impl<T: GameGraph> WinTree<'_, T> {
    /// The line from a TRUE root to the win, along falling distances. Empty if the root is not TRUE.
    #[must_use]
    pub fn winning_line(&self, root: T::Vertex) -> Vec<T::Vertex> {
        let Some(Mark::True { mut distance }) = self.mark(root) else { return Vec::new() };
        let mut line = vec![root];
        let (mut vertex, mut moves) = (root, Vec::new());
        while distance > 0 {
            distance -= 1;
            moves.clear();
            self.graph.moves(vertex, &mut moves);
            let is_next = |next: &&T::Vertex| self.mark(**next) == Some(Mark::True { distance });
            let Some(&next) = moves.iter().find(is_next) else { break };
            vertex = next;
            line.push(vertex);
        }
        line
    }

    /// The vertices that paths of NIL vertices join to a NIL root, the root first. Empty if the root is not
    /// NIL.
    #[must_use]
    pub fn nil_paths(&self, root: T::Vertex) -> Vec<T::Vertex> {
        if self.mark(root) != Some(Mark::Nil) {
            return Vec::new();
        }
        let (mut found, mut moves) = (vec![root], Vec::new());
        let mut done = 0;
        while let Some(&vertex) = found.get(done) {
            done += 1;
            moves.clear();
            self.graph.moves(vertex, &mut moves);
            for &next in &moves {
                if self.mark(next) == Some(Mark::Nil) && !found.contains(&next) {
                    found.push(next);
                }
            }
        }
        found
    }

    /// The vertices whose marks contradict their values: TRUE without a win, FALSE with one, and a win at
    /// a vertex on a NIL path from the root, which the draw strategy takes for safe.
    #[must_use]
    pub fn wrong_marks(&self, root: T::Vertex, values: &Values<T::Vertex>) -> Vec<T::Vertex> {
        let nil_paths = self.nil_paths(root);
        let is_wrong = |vertex: T::Vertex, mark| {
            let wins = values.get(vertex).is_some_and(|value| self.wins(vertex, value));
            match mark {
                Mark::True { .. } => !wins,
                Mark::False => wins,
                Mark::Nil => wins && nil_paths.contains(&vertex),
                Mark::Gray => false,
            }
        };
        self.marks().filter(|&(vertex, mark)| is_wrong(vertex, mark)).map(|(vertex, _)| vertex).collect()
    }

    /// Whether a vertex of this value is a win for the player of the search.
    #[must_use]
    pub fn wins(&self, vertex: T::Vertex, value: Value) -> bool {
        let is_own = self.graph.player(vertex) == self.player;
        matches!((value, is_own), (Value::Win(_), true) | (Value::Lose(_), false))
    }
}

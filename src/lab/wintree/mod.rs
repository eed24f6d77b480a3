//! WinTree: can a player win from here, in a graph with cycles?
//!
//! A depth-first search that distinguishes *not won* from *not won without returning to the path from the
//! root*. The first is a fact and is kept. The second, NIL, holds only below the vertices that are being
//! searched at the time, and the vertex is searched again if it is reached in another way. That makes the
//! search exact, and exponential in the worst case: it is for small graphs, as a reference.

mod paths;

use rustc_hash::FxHashMap;

use super::{GameGraph, Player};

/// The mark of a vertex. A vertex without a mark was not visited.
///
/// The marks are Romano's colors, win attributes and distances in one: a gray vertex is being searched, TRUE
/// and FALSE make a vertex black, NIL leaves it white; only TRUE has a finite distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Gray: the search is below it.
    Gray,
    /// Black: the player wins.
    True {
        /// The most plies that the win takes.
        distance: u32,
    },
    /// Black: the player does not win.
    False,
    /// White: the player does not win without the vertices that were gray at the time.
    Nil,
}

/// The order in which the moves of a vertex are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ordering {
    /// Black successors first; then all others, including those that turn black in the meantime.
    #[default]
    Repaired,
    /// As printed in the paper: black successors first; then those that are not black when their turn comes.
    /// A successor that turns black while a sibling is searched is never counted, so marks can be wrong.
    Printed,
}

impl Mark {
    /// Whether it is a fact, independent of the path to the vertex.
    #[must_use]
    pub fn is_black(self) -> bool {
        matches!(self, Self::True { .. } | Self::False)
    }
}

/// The search visited as many vertices as its budget allows, and has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search exceeded its budget")]
pub struct OutOfBudget;

/// A search for the wins of one player.
pub struct WinTree<'a, T: GameGraph> {
    graph: &'a T,
    player: Player,
    ordering: Ordering,
    marks: FxHashMap<T::Vertex, Mark>,
    stack: Vec<GrayVertex<T::Vertex>>,
    /// The moves of all gray vertices, those of the last one at the end.
    moves: Vec<T::Vertex>,
    calls: u64,
    budget: u64,
}

/// A gray vertex.
struct GrayVertex<V> {
    vertex: V,
    tally: Tally,
    /// The index of its first move.
    first: usize,
    /// The index of its next move.
    next: usize,
}

impl<'a, T: GameGraph> WinTree<'a, T> {
    /// A search for wins of `player`.
    #[must_use]
    pub fn new(graph: &'a T, player: Player) -> Self {
        Self::with_ordering(graph, player, Ordering::Repaired)
    }

    /// A search for wins of `player` that combines moves in this order.
    #[must_use]
    pub fn with_ordering(graph: &'a T, player: Player, ordering: Ordering) -> Self {
        let (stack, moves) = (Vec::new(), Vec::new());
        Self { graph, player, ordering, marks: FxHashMap::default(), stack, moves, calls: 0, budget: 0 }
    }

    /// Whether the player wins from `root`: TRUE if so, FALSE or NIL if not.
    ///
    /// # Errors
    /// If the search needs more than `budget` visits.
    pub fn search(&mut self, root: T::Vertex, budget: u64) -> Result<Mark, OutOfBudget> {
        self.forget_whites();
        self.budget = self.calls.saturating_add(budget);
        let mut finished = match self.mark(root) {
            Some(fact) => Some(fact),
            None => self.enter(root)?,
        };
        loop {
            if let Some(mark) = finished {
                let Some(parent) = self.stack.last_mut() else { return Ok(mark) };
                parent.tally.take(mark);
            }
            finished = self.proceed()?;
        }
    }

    /// The mark of a vertex. FALSE and NIL vertices together are safe for the opponent of the player, if play
    /// reached them from the last root over such vertices only. Returns `None` if it was not visited.
    #[must_use]
    pub fn mark(&self, vertex: T::Vertex) -> Option<Mark> {
        self.marks.get(&vertex).copied()
    }

    /// The vertices with a mark.
    pub fn marks(&self) -> impl Iterator<Item = (T::Vertex, Mark)> {
        self.marks.iter().map(|(&vertex, &mark)| (vertex, mark))
    }

    /// The number of visits.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// The player whose wins are searched for.
    #[must_use]
    pub fn player(&self) -> Player {
        self.player
    }

    /// The graph that is searched.
    #[must_use]
    pub fn graph(&self) -> &'a T {
        self.graph
    }

    /// Keeps the facts of earlier roots, and drops what depended on those roots.
    fn forget_whites(&mut self) {
        self.marks.retain(|_, mark| mark.is_black());
        self.stack.clear();
        self.moves.clear();
    }

    /// Visits a vertex. Returns `None` if it turns gray.
    fn enter(&mut self, vertex: T::Vertex) -> Result<Option<Mark>, OutOfBudget> {
        if self.calls == self.budget {
            return Err(OutOfBudget);
        }
        self.calls += 1;
        let first = self.moves.len();
        self.graph.moves(vertex, &mut self.moves);
        if self.moves.len() == first {
            let won = self.graph.winner(vertex) == Some(self.player);
            let mark = if won { Mark::True { distance: 0 } } else { Mark::False };
            self.marks.insert(vertex, mark);
            return Ok(Some(mark));
        }
        let tally = self.take_black(first, Tally::new(self.graph.player(vertex) == self.player));
        self.graph.order(vertex, &mut self.moves[first..]);
        self.marks.insert(vertex, Mark::Gray);
        self.stack.push(GrayVertex { vertex, tally, first, next: first });
        Ok(None)
    }

    /// Combines black vertices first, because they cost nothing, and removes them from the list. A vertex that
    /// turns black later, while a sibling is searched, stays on the list.
    fn take_black(&mut self, first: usize, mut tally: Tally) -> Tally {
        let mut kept = first;
        for index in first..self.moves.len() {
            let vertex = self.moves[index];
            match self.marks.get(&vertex) {
                Some(&mark) if mark.is_black() => tally.take(mark),
                _ => {
                    self.moves[kept] = vertex;
                    kept += 1;
                }
            }
        }
        self.moves.truncate(kept);
        tally
    }

    /// Continues with the last gray vertex. Returns `None` if it or a vertex below it is gray.
    fn proceed(&mut self) -> Result<Option<Mark>, OutOfBudget> {
        let entry = self.stack.last_mut().expect("the search ends with the last entry");
        if entry.tally.is_settled() || entry.next == self.moves.len() {
            return Ok(Some(self.leave()));
        }
        let vertex = self.moves[entry.next];
        entry.next += 1;
        match self.marks.get(&vertex) {
            Some(mark) if mark.is_black() && self.ordering == Ordering::Printed => {}
            Some(&mark) if mark.is_black() => entry.tally.take(mark),
            Some(Mark::Gray) => entry.tally.take(Mark::Nil),
            _ => return self.enter(vertex),
        }
        Ok(None)
    }

    fn leave(&mut self) -> Mark {
        let entry = self.stack.pop().expect("a gray vertex is on the stack");
        self.moves.truncate(entry.first);
        self.marks.insert(entry.vertex, entry.tally.mark);
        entry.tally.mark
    }
}

/// The mark that follows from the moves combined so far.
struct Tally {
    mark: Mark,
    /// Whether the player is to move. Then one TRUE is enough, otherwise one FALSE.
    own: bool,
}

impl Tally {
    fn new(own: bool) -> Self {
        Self { mark: if own { Mark::False } else { Mark::True { distance: 0 } }, own }
    }

    fn take(&mut self, child: Mark) {
        let through = match child {
            Mark::True { distance } => Mark::True { distance: distance + 1 },
            other => other,
        };
        self.mark = if self.own { self.mark.or(through) } else { self.mark.and(through) };
    }

    fn is_settled(&self) -> bool {
        if self.own { matches!(self.mark, Mark::True { .. }) } else { self.mark == Mark::False }
    }
}

impl Mark {
    /// The better one for the player, and the nearer of two wins.
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::True { distance: one }, Self::True { distance: another }) => {
                Self::True { distance: one.min(another) }
            }
            (Self::True { .. }, _) => self,
            (_, Self::True { .. }) => other,
            (Self::False, Self::False) => Self::False,
            _ => Self::Nil,
        }
    }

    /// The worse one for the player, and the farther of two wins.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::True { distance: one }, Self::True { distance: another }) => {
                Self::True { distance: one.max(another) }
            }
            (Self::False, _) | (_, Self::False) => Self::False,
            _ => Self::Nil,
        }
    }
}

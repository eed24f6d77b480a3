//! WinTree: can this player win from here, in a graph with cycles?
//!
//! A depth-first search that knows the difference between *is not won* and *is not won without going
//! back to where we come from*. The first is a fact and is kept; the second, NIL, holds only below the
//! vertices that are being searched at the time, and the vertex is searched again when it is met in
//! another way. That is why the search is exact, and why it may take exponentially long: it is for
//! small graphs, and for saying what is right.

use std::fmt;

use rustc_hash::FxHashMap;

use super::{GameGraph, Player};

/// What the search has written on a vertex. A vertex without a mark was not visited.
///
/// The marks are Romano's colors, win attributes and distances in one: a gray vertex is being
/// searched, TRUE and FALSE make a vertex black, NIL leaves it white; only TRUE has a finite distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Gray: the search is below it.
    Gray,
    /// Black: the player wins.
    True {
        /// In at most so many plies.
        distance: u32,
    },
    /// Black: the player does not win.
    False,
    /// White: the player does not win without the vertices that were gray at the time.
    Nil,
}

impl Mark {
    /// Whether it is a fact, however the vertex is reached.
    #[must_use]
    pub fn is_black(self) -> bool {
        matches!(self, Self::True { .. } | Self::False)
    }
}

/// The search visited as many vertices as it was allowed to, and does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfBudget;

impl fmt::Display for OutOfBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the search was not finished within its budget")
    }
}

impl std::error::Error for OutOfBudget {}

/// A search for the wins of one player.
pub struct WinTree<'a, T: GameGraph> {
    graph: &'a T,
    player: Player,
    marks: FxHashMap<T::Vertex, Mark>,
    frames: Vec<Frame<T::Vertex>>,
    /// The moves that are still to be tried, those of the last frame at the end.
    moves: Vec<T::Vertex>,
    calls: u64,
    budget: u64,
}

/// A gray vertex.
struct Frame<V> {
    vertex: V,
    tally: Tally,
    /// Where its moves begin.
    first: usize,
    /// The next one to be tried.
    next: usize,
}

impl<'a, T: GameGraph> WinTree<'a, T> {
    /// Asks about the wins of `player`.
    #[must_use]
    pub fn new(graph: &'a T, player: Player) -> Self {
        let (frames, moves) = (Vec::new(), Vec::new());
        Self { graph, player, marks: FxHashMap::default(), frames, moves, calls: 0, budget: 0 }
    }

    /// Whether the player wins from `root`: TRUE if so, FALSE or NIL if not.
    ///
    /// # Errors
    /// When more than `budget` visits would be needed.
    pub fn search(&mut self, root: T::Vertex, budget: u64) -> Result<Mark, OutOfBudget> {
        self.forget_whites();
        self.budget = self.calls.saturating_add(budget);
        let mut finished = match self.mark(root) {
            Some(fact) => Some(fact),
            None => self.enter(root)?,
        };
        loop {
            if let Some(mark) = finished {
                let Some(parent) = self.frames.last_mut() else { return Ok(mark) };
                parent.tally.take(mark);
            }
            finished = self.proceed()?;
        }
    }

    /// What is written on a vertex. FALSE and NIL together make the vertices where the opponent of the
    /// player is safe, for one who came there from the last root over such vertices only.
    #[must_use]
    pub fn mark(&self, vertex: T::Vertex) -> Option<Mark> {
        self.marks.get(&vertex).copied()
    }

    /// The vertices with a mark.
    pub fn marks(&self) -> impl Iterator<Item = (T::Vertex, Mark)> {
        self.marks.iter().map(|(&vertex, &mark)| (vertex, mark))
    }

    /// How many visits there were.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.calls
    }

    /// The graph that is searched.
    #[must_use]
    pub fn graph(&self) -> &'a T {
        self.graph
    }

    /// The facts of earlier roots are as good here; what depended on them is not.
    fn forget_whites(&mut self) {
        self.marks.retain(|_, mark| mark.is_black());
        self.frames.clear();
        self.moves.clear();
    }

    /// Visits a vertex. None: it became gray.
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
        self.frames.push(Frame { vertex, tally, first, next: first });
        Ok(None)
    }

    /// Black vertices first: they cost nothing. They are taken off the list, and nothing else is. A vertex
    /// that turns black later, while a sibling is searched, is still on it and must be.
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

    /// Goes on with the last gray vertex. None: it is still gray, or another one below it is.
    fn proceed(&mut self) -> Result<Option<Mark>, OutOfBudget> {
        let frame = self.frames.last_mut().expect("the search ends with the last frame");
        if frame.tally.is_settled() || frame.next == self.moves.len() {
            return Ok(Some(self.leave()));
        }
        let vertex = self.moves[frame.next];
        frame.next += 1;
        match self.marks.get(&vertex) {
            Some(&mark) if mark.is_black() => frame.tally.take(mark),
            Some(Mark::Gray) => frame.tally.take(Mark::Nil),
            _ => return self.enter(vertex),
        }
        Ok(None)
    }

    fn leave(&mut self) -> Mark {
        let frame = self.frames.pop().expect("only a gray vertex is left");
        self.moves.truncate(frame.first);
        self.marks.insert(frame.vertex, frame.tally.mark);
        frame.tally.mark
    }
}

/// What the moves of a vertex amount to, as far as they are known.
struct Tally {
    mark: Mark,
    /// Whether it is the player who moves, and one TRUE is enough. Otherwise one FALSE is.
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

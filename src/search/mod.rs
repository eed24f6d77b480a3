//! Game tree search: principal variation search with iterative deepening and aspiration windows.
//!
//! This file holds the iterations, `root` the root node, `node` all other nodes.
//!
//! The search knows neither notation nor protocols nor the wall clock: the caller passes a clock and a
//! function that receives each iteration.

mod limits;
mod node;
mod observer;
mod order;
mod root;
mod selective;
mod table;
mod threads;
mod tree;
mod value;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use crate::board::{Color, Key};
use crate::eval::Score;
use limits::{Stability, TimeBudget};
use node::{Node, StackEntry};
use order::MoveHistory;
use root::Root;
use threads::ThreadRole;

pub use limits::{GameClock, Limits, Signals, Stop};
pub use observer::{Call, NoObserver, Observer};
pub use table::{Entry, Table, TableKey, TooLarge};
pub use tree::{GameTree, MoveCode, TableValue, Tree};
pub use value::{Aborted, Bound, Depth, Value, Window};

/// The longest line. A node at this ply gets its static value.
pub const MAX_PLY: usize = 255;

/// Whether the search may prune.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// No forward pruning: a value covers all moves to its depth.
    Full,
    /// Reductions and `ProbCut`: stronger, but unsound.
    #[default]
    Selective,
}

/// Search options.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchOptions {
    /// The pruning profile.
    pub profile: Profile,
    /// Searches with different salts share no table entries.
    pub salt: u64,
}

/// A search request.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a, T: Tree> {
    /// The root position.
    pub root: &'a T::Node,
    /// The keys of the game's positions that can still be repeated. The last one may be the root's.
    pub game: &'a [Key],
    /// The legal moves in the order of the tree, if the caller has them. If empty, the search lists them.
    pub legal: &'a [T::Move],
    /// The moves to search; all moves if empty.
    pub only: &'a [T::Move],
    /// Number of lines to report (MultiPV).
    pub lines: usize,
    /// The limits of the search.
    pub limits: Limits,
}

/// The result of an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration<M> {
    /// The depth of the iteration.
    pub depth: Depth,
    /// The length of the longest line, quiescence and extensions included (selective depth).
    pub longest: usize,
    /// The number of the line, 1 for the best move.
    pub line: usize,
    /// How many lines an iteration has.
    pub lines: usize,
    /// The score for the player to move.
    pub score: Score,
    /// Nodes visited since the search began.
    pub nodes: u64,
    /// Number of nodes that the endgame tables answered.
    pub table_hits: u64,
    /// The principal variation.
    pub pv: Vec<M>,
}

/// A search and its state.
pub struct Search<'a, T: Tree, O = NoObserver> {
    tree: &'a T,
    table: &'a Table,
    options: SearchOptions,
    salt: Key,
    shuffle: Option<u64>,
    role: ThreadRole,
    signals: Signals<'a>,
    observer: O,
    limits: Limits,
    budget: Option<TimeBudget>,
    nodes: u64,
    table_hits: u64,
    longest: usize,
    max_extensions: usize,
    /// The keys of the game's positions and of the line to the current node.
    path: Vec<Key>,
    /// Number of keys before the root.
    before: usize,
    /// Whether tables know the winner at the root and not the distance: then the search goes on below table
    /// positions of this kind.
    seeks_conversion: bool,
    /// One entry for each ply.
    stack: Vec<StackEntry<T::Move>>,
    move_history: MoveHistory,
}

impl<'a, T: Tree> Search<'a, T> {
    /// A search without an observer.
    #[must_use]
    pub fn new(tree: &'a T, table: &'a Table, options: SearchOptions, signals: Signals<'a>) -> Self {
        Self::observed(tree, table, options, signals, NoObserver)
    }
}

impl<'a, T: Tree, O: Observer<T>> Search<'a, T, O> {
    /// A search with an observer.
    #[must_use]
    pub fn observed(
        tree: &'a T,
        table: &'a Table,
        options: SearchOptions,
        signals: Signals<'a>,
        observer: O,
    ) -> Self {
        Self {
            tree,
            table,
            options,
            role: ThreadRole::default(),
            salt: Key::of_turn(Color::White).salted(options.salt << 1 | options.profile as u64),
            shuffle: None,
            signals,
            observer,
            limits: Limits::NONE,
            budget: None,
            nodes: 0,
            table_hits: 0,
            longest: 0,
            max_extensions: 0,
            path: Vec::new(),
            before: 0,
            seeks_conversion: false,
            stack: (0..MAX_PLY + 2).map(|_| StackEntry::new()).collect(),
            move_history: MoveHistory::new(),
        }
    }

    /// The same search with the root moves shuffled before the first iteration, so that the choice among
    /// equal moves varies with the seed.
    #[must_use]
    pub fn shuffled(self, seed: u64) -> Self {
        Self { shuffle: Some(seed), ..self }
    }

    /// The value of a node, or a bound if it is outside the window.
    ///
    /// # Errors
    /// [`Aborted`] if a signal or limit ended the search.
    pub fn value(&mut self, node: &T::Node, window: Window, depth: Depth) -> Result<Score, Aborted> {
        self.reset(&[]);
        self.max_extensions = usize::from(depth.0);
        Ok(self.search(&Node::root(node), window, depth)?.score)
    }

    /// Iterative deepening: searches one ply deeper until a limit is reached. Calls `on_iteration` after each
    /// iteration, at least once. Returns `None` if there is no move.
    ///
    /// An aborted iteration counts as far as it got: a new best move was searched completely.
    pub fn deepen(
        &mut self,
        query: &Query<T>,
        mut on_iteration: impl FnMut(&Iteration<T::Move>),
    ) -> Option<Iteration<T::Move>> {
        self.deepen_reporting(query, &mut on_iteration)
    }

    fn deepen_reporting(
        &mut self,
        query: &Query<T>,
        on_iteration: Report<T::Move>,
    ) -> Option<Iteration<T::Move>> {
        self.begin(query);
        let mut root = self.new_root(query)?;
        if let Some(seed) = self.shuffle {
            root.moves.shuffle(&mut StdRng::seed_from_u64(seed));
        }
        let mut reported = None;
        self.iterate_to_limit(&mut root, &mut |iteration| {
            if iteration.line == 1 {
                reported = Some(iteration.pv[0]);
            }
            on_iteration(iteration);
        });
        let last = self.iteration(&root, 0);
        if reported != Some(last.pv[0]) {
            on_iteration(&last);
        }
        Some(last)
    }

    /// Searches one ply deeper until a limit is reached or the result is good enough.
    fn iterate_to_limit(&mut self, root: &mut Root<T>, report: Report<T::Move>) {
        let mut stability = Stability::default();
        let mut next = Depth::ONE;
        while next <= self.limits.depth {
            let depth = self.role.depth(next);
            let (mv, score) = root.best();
            if self.iterate(root, depth, report).is_err() {
                return;
            }
            let (now_best, now) = root.best();
            stability = stability.after(mv == now_best, now.hundredths() - score.hundredths());
            if self.is_enough(root, depth, stability) {
                return;
            }
            next = Depth(depth.0.saturating_add(1));
        }
    }

    fn begin(&mut self, query: &Query<T>) {
        self.limits = query.limits;
        self.budget = TimeBudget::new(&query.limits);
        if self.role.ages_table() {
            self.table.start_search();
        }
        self.reset(query.game);
        self.seeks_conversion = matches!(self.tree.probe_tables(query.root), Some(TableValue::Open { .. }));
        let root = self.tree.key(query.root);
        if self.path.last() == Some(&root) {
            self.before -= 1;
        }
    }

    /// Clears the state of the last search and sets the game that led to the new root.
    fn reset(&mut self, game: &[Key]) {
        self.nodes = 0;
        self.table_hits = 0;
        self.longest = 0;
        self.seeks_conversion = false;
        self.path.clear();
        self.path.extend_from_slice(game);
        self.before = game.len();
    }

    /// Searches each line to a depth.
    fn iterate(&mut self, root: &mut Root<T>, depth: Depth, report: Report<T::Move>) -> Result<(), Aborted> {
        self.max_extensions = usize::from(depth.0);
        for line in 0..root.lines {
            self.aspiration_search(root, line, depth)?;
            report(&self.iteration(root, line));
        }
        root.sort_lines();
        Ok(())
    }

    /// Searches in a window around the last score, and widens it while the score is outside (aspiration
    /// window).
    fn aspiration_search(&mut self, root: &mut Root<T>, line: usize, depth: Depth) -> Result<(), Aborted> {
        let expected = root.moves[line].score;
        let mut margin = if depth < MIN_ASPIRATION_DEPTH { FULL_MARGIN } else { FIRST_MARGIN };
        let mut window = Window { alpha: expected.moved(-margin), beta: expected.moved(margin) };
        loop {
            let score = self.search_root(root, line, window, depth)?;
            margin = margin.saturating_mul(4);
            match window.bound(score) {
                Bound::Exact => return Ok(()),
                Bound::Upper => window.alpha = score.moved(-margin),
                Bound::Lower => window.beta = score.moved(margin),
            }
        }
    }

    /// Whether to skip the next iteration: the soft limit has passed, the result is certain, or the score is
    /// that of the endgame tables.
    fn is_enough(&self, root: &Root<T>, depth: Depth, stability: Stability) -> bool {
        let best = root.moves[0].score;
        let plies_to_win = best.plies_to_win();
        self.tree.probe_tables(&root.node) == Some(TableValue::Exact(best))
            || self.budget.is_some_and(|budget| {
                (self.signals.elapsed)() >= budget.soft_limit(stability)
                    || plies_to_win.is_some_and(|plies| plies.unsigned_abs() <= u32::from(depth.0))
            })
    }

    fn iteration(&self, root: &Root<T>, line: usize) -> Iteration<T::Move> {
        let best = &root.moves[line];
        Iteration {
            depth: best.depth,
            longest: self.longest,
            line: line + 1,
            lines: root.lines,
            score: best.score,
            nodes: self.total_nodes(),
            table_hits: self.table_hits,
            pv: self.full_pv(&root.node, best),
        }
    }
}

/// What is called with each iteration.
type Report<'a, M> = &'a mut dyn FnMut(&Iteration<M>);

/// From this depth on the last score predicts the next one.
const MIN_ASPIRATION_DEPTH: Depth = Depth(4);
/// The first margin, in hundredths of a man.
const FIRST_MARGIN: i16 = 20;
/// A margin that covers all scores.
const FULL_MARGIN: i16 = i16::MAX;

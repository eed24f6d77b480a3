//! Which move is best, by looking ahead.
//!
//! Alpha-beta with null windows (principal variation search), one ply deeper at each iteration. This
//! file goes from iteration to iteration, `root` from move to move at the root, `node` does the rest.
//!
//! Not about whose time it is, what a move is called, or who listens: the caller lends a clock and a
//! function that hears of each iteration.

mod crew;
mod limits;
mod node;
mod observer;
mod order;
mod root;
mod selective;
mod table;
mod tree;
mod value;

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;

use crate::board::{Color, Key};
use crate::eval::Score;
use crew::Part;
use limits::{Doubt, Plan};
use node::{Frame, Place};
use order::Merits;
use root::Root;

pub use limits::{GameClock, Limits, Signals, Stop};
pub use observer::{Call, Nobody, Observer};
pub use table::{Entry, Table, TableKey, TooLarge};
pub use tree::{GameTree, MoveCode, Tree};
pub use value::{Aborted, Bound, Depth, Value, Window};

/// No line is longer. What is there is judged by its static value.
pub const MAX_PLY: usize = 255;

/// How much a search may leave out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Nothing: within its depth a value is that of all moves.
    Full,
    /// Less promising moves are searched less deep: stronger play, nothing is certain.
    #[default]
    Selective,
}

/// What a search is like.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// How much it may leave out.
    pub profile: Profile,
    /// Searches with different salts share nothing in the table.
    pub salt: u64,
}

/// What a search is asked.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a, T: Tree> {
    /// The position to play in.
    pub root: &'a T::Node,
    /// The keys of the game up to the root, as far back as they can come again. The root's may be the
    /// last one or missing.
    pub game: &'a [Key],
    /// The moves to choose from. Empty: all.
    pub only: &'a [T::Move],
    /// How many moves to report, each with its line.
    pub lines: usize,
    /// When to end.
    pub limits: Limits,
}

/// What an iteration found.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration<M> {
    /// How deep.
    pub depth: Depth,
    /// How long the longest line was, captures and extensions included.
    pub longest: usize,
    /// 1 for the best move, 2 for the next one.
    pub line: usize,
    /// What the move is worth for the player who makes it.
    pub score: Score,
    /// Nodes visited since the search began.
    pub nodes: u64,
    /// How many of them endgame tables answered.
    pub table_hits: u64,
    /// The move and what is expected to follow.
    pub pv: Vec<M>,
}

/// A search: what it stands on, and what it remembers from node to node.
pub struct Search<'a, T: Tree, O = Nobody> {
    tree: &'a T,
    table: &'a Table,
    options: Options,
    salt: Key,
    shuffle: Option<u64>,
    part: Part,
    signals: Signals<'a>,
    observer: O,
    limits: Limits,
    plan: Option<Plan>,
    nodes: u64,
    table_hits: u64,
    longest: usize,
    most_extensions: usize,
    /// The keys from the game's positions to the present node.
    path: Vec<Key>,
    /// How many of them come before the root.
    before: usize,
    /// One for each ply.
    frames: Vec<Frame<T::Move>>,
    merits: Merits,
}

impl<'a, T: Tree> Search<'a, T> {
    /// A search that nobody watches.
    #[must_use]
    pub fn new(tree: &'a T, table: &'a Table, options: Options, signals: Signals<'a>) -> Self {
        Self::watched(tree, table, options, signals, Nobody)
    }
}

impl<'a, T: Tree, O: Observer<T>> Search<'a, T, O> {
    /// A search that somebody watches.
    #[must_use]
    pub fn watched(
        tree: &'a T,
        table: &'a Table,
        options: Options,
        signals: Signals<'a>,
        observer: O,
    ) -> Self {
        Self {
            tree,
            table,
            options,
            part: Part::default(),
            salt: Key::of_turn(Color::White).salted(options.salt << 1 | options.profile as u64),
            shuffle: None,
            signals,
            observer,
            limits: Limits::NONE,
            plan: None,
            nodes: 0,
            table_hits: 0,
            longest: 0,
            most_extensions: 0,
            path: Vec::new(),
            before: 0,
            frames: (0..MAX_PLY + 2).map(|_| Frame::new()).collect(),
            merits: Merits::new(),
        }
    }

    /// The same, trying the moves at the root in an order by chance at first: of equal ones it is not
    /// always the same that is best.
    #[must_use]
    pub fn shuffled(self, seed: u64) -> Self {
        Self { shuffle: Some(seed), ..self }
    }

    /// What a node is worth, or a bound if that is outside the window.
    ///
    /// # Errors
    /// When it was told to end.
    pub fn value(&mut self, node: &T::Node, window: Window, depth: Depth) -> Result<Score, Aborted> {
        self.set_out(&[]);
        self.most_extensions = usize::from(depth.0);
        Ok(self.node(&Place::root(node), window, depth)?.score)
    }

    /// Searches deeper and deeper until a limit is met, and tells `hear` of each iteration, at least of
    /// one. None: there is no move.
    ///
    /// An iteration that is broken off counts as far as it got: a move that is better than the one of
    /// the iteration before was searched to the end.
    pub fn deepen(
        &mut self,
        query: &Query<T>,
        mut hear: impl FnMut(&Iteration<T::Move>),
    ) -> Option<Iteration<T::Move>> {
        self.begin(query);
        let mut root = self.root_of(query)?;
        if let Some(seed) = self.shuffle {
            root.moves.shuffle(&mut StdRng::seed_from_u64(seed));
        }
        let mut told = None;
        let mut tell = |iteration: &Iteration<T::Move>| {
            if iteration.line == 1 {
                told = Some(iteration.pv[0]);
            }
            hear(iteration);
        };
        let mut doubt = Doubt::default();
        let mut turn = Depth::ONE;
        while turn <= self.limits.depth {
            let depth = self.part.depth(turn);
            let (mv, score) = root.best();
            if self.iterate(&mut root, depth, &mut tell).is_err() {
                break;
            }
            let (now_best, now) = root.best();
            doubt = doubt.after(mv == now_best, now.hundredths() - score.hundredths());
            if self.is_enough(&root, depth, doubt) {
                break;
            }
            turn = Depth(depth.0.saturating_add(1));
        }
        let last = self.iteration(&root, 0);
        if told != Some(last.pv[0]) {
            hear(&last);
        }
        Some(last)
    }

    fn begin(&mut self, query: &Query<T>) {
        self.limits = query.limits;
        self.plan = Plan::new(&query.limits);
        if self.part.is_first() {
            self.table.start_search();
        }
        self.set_out(query.game);
        let root = self.tree.key(query.root);
        if self.path.last() == Some(&root) {
            self.before -= 1;
        }
    }

    /// Forgets the last search; the way to the new root leads through these positions.
    fn set_out(&mut self, game: &[Key]) {
        self.nodes = 0;
        self.table_hits = 0;
        self.longest = 0;
        self.path.clear();
        self.path.extend_from_slice(game);
        self.before = game.len();
    }

    /// Searches each line to this depth.
    fn iterate(
        &mut self,
        root: &mut Root<T>,
        depth: Depth,
        tell: &mut impl FnMut(&Iteration<T::Move>),
    ) -> Result<(), Aborted> {
        self.most_extensions = usize::from(depth.0);
        for line in 0..root.lines {
            self.aspire(root, line, depth)?;
            tell(&self.iteration(root, line));
        }
        root.sort_lines();
        Ok(())
    }

    /// Searches in a window around the score of the last iteration, and in wider ones as long as the
    /// score is outside.
    fn aspire(&mut self, root: &mut Root<T>, line: usize, depth: Depth) -> Result<(), Aborted> {
        let expected = root.moves[line].score;
        let mut margin = if depth < FIRST_EXPECTATION { WIDEST } else { NARROWEST };
        let mut window = Window { alpha: expected.moved(-margin), beta: expected.moved(margin) };
        loop {
            let score = self.root(root, line, window, depth)?;
            margin = margin.saturating_mul(4);
            match window.bound(score) {
                Bound::Exact => return Ok(()),
                Bound::Upper => window.alpha = score.moved(-margin),
                Bound::Lower => window.beta = score.moved(margin),
            }
        }
    }

    /// Whether another iteration would be for nothing: it does not fit in the time, the win is certain, or
    /// endgame tables say that no move is better.
    fn is_enough(&self, root: &Root<T>, depth: Depth, doubt: Doubt) -> bool {
        let best = root.moves[0].score;
        let certain = best.plies_to_win();
        let known = self.tree.tabulated(&root.node);
        known.is_some_and(|value| !value.uses_history && value.score == best)
            || self.plan.is_some_and(|plan| {
                (self.signals.elapsed)() >= plan.enough(doubt)
                    || certain.is_some_and(|plies| plies.unsigned_abs() <= u32::from(depth.0))
            })
    }

    fn iteration(&self, root: &Root<T>, line: usize) -> Iteration<T::Move> {
        let best = &root.moves[line];
        Iteration {
            depth: best.depth,
            longest: self.longest,
            line: line + 1,
            score: best.score,
            nodes: self.nodes_of_all(),
            table_hits: self.table_hits,
            pv: self.prolonged(&root.node, best),
        }
    }
}

/// From this depth on the last iteration's score says something about the next one.
const FIRST_EXPECTATION: Depth = Depth(4);
/// Hundredths of a man above and below what is expected.
const NARROWEST: i16 = 20;
/// Everything.
const WIDEST: i16 = i16::MAX;

//! One node of the search: negamax with alpha-beta pruning.
//!
//! [`Search::search`] enters a node, `node_value` tries to answer without moves, `search_moves` searches the
//! moves and `pvs` searches the child of one move.

use super::limits::TimeBudget;
use super::order::{self, Killers, Picker};
use super::selective;
use super::threads::BusyMove;
use super::{
    Aborted, Call, Depth, Entry, MAX_PLY, MoveCode, Observer, Profile, Search, Signals, TableKey, TableValue,
    Tree, Value, Window,
};
use crate::board::movegen;
use crate::eval::Score;

/// A node of the search: a position and the line that led to it.
pub(super) struct Node<'a, N> {
    pub(super) position: &'a N,
    /// Distance from the root.
    pub(super) ply: usize,
    /// Number of extensions on the line.
    pub(super) extensions: usize,
}

impl<'a, N> Node<'a, N> {
    pub(super) fn root(position: &'a N) -> Self {
        Self { position, ply: 0, extensions: 0 }
    }

    fn call(&self, window: Window, depth: Depth) -> Call<'a, N> {
        Call { node: self.position, ply: self.ply, window, depth }
    }
}

/// The search stack: what all nodes at one ply share.
pub(super) struct StackEntry<M> {
    pub(super) picker: Picker<M>,
    killers: Killers,
    /// The principal variation from this ply.
    pub(super) pv: Vec<M>,
}

impl<M: Copy> StackEntry<M> {
    pub(super) const fn new() -> Self {
        Self { picker: Picker::new(), killers: Killers::NONE, pv: Vec::new() }
    }
}

/// The best move searched so far at a node.
pub(super) struct Best {
    pub(super) value: Value,
    pub(super) code: MoveCode,
}

impl Best {
    /// No move has been searched yet.
    pub(super) const NONE: Self =
        Self { value: Value::path_independent(Score::MINUS_INFINITE), code: MoveCode::NONE };

    /// Adds a move that does not cut. A worse move adds its path dependence too: on another path it
    /// might be the best one.
    fn add(&mut self, value: Value, code: MoveCode) {
        self.value.is_path_dependent |= value.is_path_dependent;
        if value.score > self.value.score {
            self.value.score = value.score;
            self.code = code;
        }
    }

    /// Records a beta cutoff. The value then depends on this move only.
    fn cutoff(&mut self, value: Value, code: MoveCode) {
        *self = Self { value, code };
    }
}

/// The move that is being searched at a node.
#[derive(Clone, Copy)]
pub(super) struct MoveContext {
    /// Number of moves searched before.
    pub(super) index: usize,
    /// Number of moves of the node.
    pub(super) count: usize,
    /// Depth of the node.
    pub(super) depth: Depth,
}

impl MoveContext {
    /// Whether the move is forced: then the line is extended by a ply.
    fn is_single_reply(self) -> bool {
        self.count == 1 && self.depth > Depth::ZERO
    }
}

/// A [`TableValue`] relative to the root.
enum TableAnswer {
    Exact(Value),
    Open { estimate: Value, conversion: Option<Value> },
}

impl<T: Tree, O: Observer<T>> Search<'_, T, O> {
    /// Searches a node. The value is exact inside the window and a bound outside it (fail-soft).
    pub(super) fn search(
        &mut self,
        node: &Node<T::Node>,
        window: Window,
        depth: Depth,
    ) -> Result<Value, Aborted> {
        self.visit(node)?;
        let value = self.node_value(node, window, depth)?;
        self.observer.returned(&node.call(window, depth), value.score);
        Ok(value)
    }

    /// Answers a node from the rules, the endgame tables or the static evaluation, or else searches it.
    fn node_value(&mut self, node: &Node<T::Node>, window: Window, depth: Depth) -> Result<Value, Aborted> {
        if self.is_drawn(node) {
            return Ok(Value::DRAW);
        }
        let is_leaf = node.ply >= MAX_PLY || depth == Depth::ZERO && self.tree.is_quiet(node.position);
        match self.table_answer(node) {
            Some(TableAnswer::Exact(value)) => Ok(value),
            Some(TableAnswer::Open { estimate, conversion }) => {
                self.open_value(node, window, depth, (estimate, conversion, is_leaf))
            }
            None if is_leaf => Ok(self.static_value(node)),
            None => self.search_deeper(node, window, depth),
        }
    }

    /// The value of a node at which tables know who wins but not when, or where a counting rule may come
    /// before the win.
    ///
    /// All moves that win look alike there. Below a root of this kind the search goes on, and looks for a
    /// win that it can see to its end, or else for a conversion: a move that cannot be taken back and keeps
    /// the win. Games cannot have many of them.
    fn open_value(
        &mut self,
        node: &Node<T::Node>,
        window: Window,
        depth: Depth,
        (estimate, conversion, is_leaf): (Value, Option<Value>, bool),
    ) -> Result<Value, Aborted> {
        let is_win = estimate.score > Score::DRAW;
        if if is_win { window.beta <= Score::DRAW } else { window.alpha >= Score::DRAW } {
            return Ok(Value { score: Score::DRAW, ..estimate });
        }
        if is_leaf || !self.seeks_conversion {
            return Ok(conversion.unwrap_or(estimate));
        }
        let Some(conversion) = conversion else { return self.search_deeper(node, window, depth) };
        let (is_cut, beyond) = match is_win {
            true => (conversion.score >= window.beta, Window::zero(Score::MAX_ESTIMATE)),
            false => (conversion.score <= window.alpha, Window::zero(Score::MAX_ESTIMATE).flipped()),
        };
        if is_cut {
            return Ok(conversion);
        }
        let value = self.search_deeper(node, beyond, depth)?;
        Ok(if value.score.is_decided() { value } else { conversion })
    }

    /// Answers a node from the transposition table (an entry cuts but never narrows the window, see
    /// [`Entry::cut`]) or `ProbCut`; else searches its moves.
    fn search_deeper(
        &mut self,
        node: &Node<T::Node>,
        window: Window,
        depth: Depth,
    ) -> Result<Value, Aborted> {
        let entry = self.probe_tt(node, depth);
        if let Some(score) = entry.and_then(|entry| self.tt_cutoff(node, window, depth, entry)) {
            return Ok(Value::path_independent(score));
        }
        let tt_move = entry.map_or(MoveCode::NONE, |entry| entry.code);
        if self.options.profile == Profile::Full {
            return self.search_moves(node, window, depth, tt_move);
        }
        if let Some(value) = self.prob_cut(node, window, depth)? {
            return Ok(value);
        }
        let depth = selective::internal_iterative_reduction(depth, tt_move);
        self.search_moves(node, window, depth, tt_move)
    }

    /// Searches the moves until one causes a beta cutoff. At depth 0 this is quiescence search: only nodes
    /// that are not quiet get here, and all their moves are searched at depth 0.
    fn search_moves(
        &mut self,
        node: &Node<T::Node>,
        window: Window,
        depth: Depth,
        tt_move: MoveCode,
    ) -> Result<Value, Aborted> {
        let count = self.generate(node, tt_move)?;
        if count == 0 {
            return Ok(self.static_value(node));
        }
        let mut best = Best::NONE;
        for index in 0..count {
            let context = MoveContext { index, count, depth };
            let (mv, busy_move) = self.next_move(node, context);
            busy_move.inspect(|&busy_move| self.role.mark(busy_move));
            let score = self.search_move(node, &mv, context, window, &mut best);
            busy_move.inspect(|&busy_move| self.role.unmark(busy_move));
            if score? >= window.beta {
                self.update_history(node, &mv, context);
                break;
            }
        }
        self.store(node, window, depth, &best);
        Ok(best.value)
    }

    /// Searches a move, updates the best one and the principal variation, and returns the move's score.
    pub(super) fn search_move(
        &mut self,
        node: &Node<T::Node>,
        mv: &T::Move,
        context: MoveContext,
        window: Window,
        best: &mut Best,
    ) -> Result<Score, Aborted> {
        let open = window.raised(best.value.score);
        let value = self.pvs(node, mv, context, open)?;
        let code = self.tree.code(mv);
        if value.score >= window.beta {
            best.cutoff(value, code);
        } else {
            best.add(value, code);
        }
        if value.score > open.alpha {
            self.update_pv(node, mv);
        }
        Ok(value.score)
    }

    /// Principal variation search (Marsland and Campbell, 1982) of the child that a move leads to. The first
    /// move gets the whole window. Each later move gets a zero window first (scout; Pearl, 1980), quiet ones
    /// at reduced depth (late move reduction), and the whole window only when it beats alpha. The value of
    /// the scout is dropped then: it holds for another window.
    fn pvs(
        &mut self,
        node: &Node<T::Node>,
        mv: &T::Move,
        context: MoveContext,
        window: Window,
    ) -> Result<Value, Aborted> {
        let extend = context.is_single_reply() && node.extensions < self.max_extensions;
        let depth = if extend { context.depth } else { context.depth - 1 };
        let extensions = node.extensions + usize::from(extend);
        let position = self.tree.play(node.position, mv);
        let child = Node { position: &position, ply: node.ply + 1, extensions };
        if context.index > 0 {
            let zero = Window::zero(window.alpha).flipped();
            let reduction = self.reduction(mv, context, window);
            if reduction > 0 {
                let value = self.search(&child, zero, depth - reduction)?.flipped();
                if value.score <= window.alpha {
                    return Ok(value);
                }
            }
            let value = self.search(&child, zero, depth)?.flipped();
            if !window.contains(value.score) {
                return Ok(value);
            }
        }
        Ok(self.search(&child, window.flipped(), depth)?.flipped())
    }

    fn reduction(&self, mv: &T::Move, context: MoveContext, window: Window) -> u8 {
        let is_reducible = self.options.profile == Profile::Selective && self.tree.captured_count(mv) == 0;
        if is_reducible { selective::late_move_reduction(context, window) } else { 0 }
    }

    /// Enters a node, unless the search has to end.
    pub(super) fn visit(&mut self, node: &Node<T::Node>) -> Result<(), Aborted> {
        if self.nodes >= self.limits.nodes || self.must_stop() {
            return Err(Aborted);
        }
        self.nodes += 1;
        self.longest = self.longest.max(node.ply);
        self.stack[node.ply].pv.clear();
        self.path.truncate(self.before + node.ply);
        self.path.push(self.tree.key(node.position));
        Ok(())
    }

    /// Polls the signals every [`POLL_INTERVAL`] nodes, but not at the first node: helpers may already
    /// have used up the limit.
    fn must_stop(&self) -> bool {
        self.nodes > 0 && self.nodes.is_multiple_of(POLL_INTERVAL) && self.poll()
    }

    fn poll(&self) -> bool {
        self.role.report_nodes(self.nodes.min(POLL_INTERVAL));
        self.total_nodes() >= self.limits.nodes || is_over(self.signals, self.budget)
    }

    /// The nodes of all threads.
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes + self.role.helper_nodes()
    }

    /// Whether the node is a draw by a counting rule or by repetition. The first repetition counts: what
    /// a player can do the second time was possible the first time.
    fn is_drawn(&self, node: &Node<T::Node>) -> bool {
        node.ply > 0 && (self.tree.plies_to_draw(node.position) == 0 || self.is_repeated(node))
    }

    fn is_repeated(&self, node: &Node<T::Node>) -> bool {
        let now = self.before + node.ply;
        let farthest = self.tree.reversible_plies(node.position).min(now);
        (SHORTEST_CYCLE..=farthest).step_by(2).any(|plies| self.path[now - plies] == self.path[now])
    }

    /// What the endgame tables say about a node, with scores relative to the root.
    fn table_answer(&mut self, node: &Node<T::Node>) -> Option<TableAnswer> {
        let value = self.tree.probe_tables(node.position)?;
        self.table_hits += 1;
        let from_root = |score: Score| score.from_table(node.ply);
        Some(match value {
            TableValue::Exact(score) => TableAnswer::Exact(Value::path_independent(from_root(score))),
            TableValue::Open { estimate, conversion } => TableAnswer::Open {
                estimate,
                conversion: conversion.map(|score| Value { score: from_root(score), ..estimate }),
            },
        })
    }

    fn static_value(&self, node: &Node<T::Node>) -> Value {
        Value::path_independent(self.tree.evaluate(node.position).from_table(node.ply))
    }

    /// Probes the transposition table. Nodes below [`MIN_TT_DEPTH`] are not in it.
    fn probe_tt(&self, node: &Node<T::Node>, depth: Depth) -> Option<Entry> {
        if depth < MIN_TT_DEPTH { None } else { self.table.get(self.table_key(node)) }
    }

    /// Returns the score of an entry that answers the call by itself. An entry does not cut where a
    /// counting rule may end the game within the plies that the entry speaks of.
    fn tt_cutoff(
        &mut self,
        node: &Node<T::Node>,
        window: Window,
        depth: Depth,
        entry: Entry,
    ) -> Option<Score> {
        let from_root = Entry { score: entry.score.from_table(node.ply), ..entry };
        let score = from_root.cut(window, depth)?;
        let farthest = entry.score.plies_to_win().map_or(0, i32::unsigned_abs).max(u32::from(depth.0));
        if u32::from(self.tree.plies_to_draw(node.position)) <= farthest {
            return None;
        }
        self.observer.cut(&node.call(window, depth), &entry);
        Some(score)
    }

    /// Generates and ranks the moves, and returns their number.
    fn generate(&mut self, node: &Node<T::Node>, tt_move: MoveCode) -> Result<usize, Aborted> {
        let StackEntry { picker, killers, .. } = &mut self.stack[node.ply];
        let (tree, history) = (self.tree, &self.move_history);
        let poll = &mut || movegen::stop_if(is_over(self.signals, self.budget));
        picker.clear();
        let rank = |mv| order::rank(tree, &mv, tt_move, *killers, history);
        if tree.try_moves(node.position, poll, |mv| picker.push(mv, rank(mv))).is_break() {
            return Err(Aborted);
        }
        picker.sort_if_many();
        Ok(picker.len())
    }

    /// Ranks the moves of the root, best first.
    pub(super) fn ranked_at_root(&mut self, moves: &[T::Move], tt_move: MoveCode) -> Vec<T::Move> {
        let StackEntry { picker, killers, .. } = &mut self.stack[0];
        picker.clear();
        for mv in moves {
            picker.push(*mv, order::rank(self.tree, mv, tt_move, *killers, &self.move_history));
        }
        picker.sort_if_many();
        (0..moves.len()).map(|index| picker.pick(index)).collect()
    }

    /// Picks the best of the remaining moves. A move that another thread is searching is deferred (ABDADA):
    /// later the table will hold its value. All threads search the first move, since the window depends on
    /// it.
    fn next_move(&mut self, node: &Node<T::Node>, context: MoveContext) -> (T::Move, Option<BusyMove>) {
        loop {
            let mv = self.stack[node.ply].picker.pick(context.index);
            let busy_move = self.role.busy_move(self.table_key(node), self.tree.code(&mv), context.depth);
            let is_busy = context.index > 0 && busy_move.is_some_and(|busy| self.role.is_busy(busy));
            if !(is_busy && self.stack[node.ply].picker.defer(context.index)) {
                return (mv, busy_move);
            }
        }
    }

    fn update_pv(&mut self, node: &Node<T::Node>, mv: &T::Move) {
        let [here, below] = &mut self.stack[node.ply..node.ply + 2] else { unreachable!("two entries") };
        here.pv.clear();
        here.pv.push(*mv);
        here.pv.extend_from_slice(&below.pv);
    }

    /// After a beta cutoff: a bonus for the move, a malus for the moves tried before it, and a killer if
    /// the move is quiet.
    fn update_history(&mut self, node: &Node<T::Node>, mv: &T::Move, context: MoveContext) {
        let StackEntry { picker, killers, .. } = &mut self.stack[node.ply];
        let code = self.tree.code(mv);
        if self.tree.captured_count(mv) == 0 {
            killers.add(code);
        }
        self.move_history.add_bonus(code, context.depth);
        for tried in picker.tried(context.index) {
            self.move_history.add_malus(self.tree.code(tried), context.depth);
        }
    }

    /// Stores the result in the transposition table, unless it is path-dependent.
    pub(super) fn store(&mut self, node: &Node<T::Node>, window: Window, depth: Depth, best: &Best) {
        if depth < MIN_TT_DEPTH || self.is_not_storable(best.value) {
            return;
        }
        let score = best.value.score.to_table(node.ply);
        let entry = Entry { depth, score, bound: window.bound(best.value.score), code: best.code };
        self.table.set(self.table_key(node), entry);
        self.observer.stored(&node.call(window, depth), &entry);
    }

    /// Whether the value may be wrong on another path. The full profile rejects every path-dependent value,
    /// the selective one only the draw itself (graph history interaction).
    fn is_not_storable(&self, value: Value) -> bool {
        value.is_path_dependent && (self.options.profile == Profile::Full || value.score == Score::DRAW)
    }

    pub(super) fn table_key(&self, node: &Node<T::Node>) -> TableKey {
        TableKey::new(self.tree.key(node.position), self.salt)
    }
}

/// Whether the search was stopped or its time is over.
fn is_over(signals: Signals<'_>, budget: Option<TimeBudget>) -> bool {
    (signals.stopped)() || budget.is_some_and(|budget| (signals.elapsed)() >= budget.hard)
}

/// Below this depth a search is as fast as a probe.
const MIN_TT_DEPTH: Depth = Depth(2);
/// Nodes between two polls of the signals.
const POLL_INTERVAL: u64 = 1024;
/// Two moves by each player lead back to a position.
const SHORTEST_CYCLE: usize = 4;

//! What a node is worth: alpha-beta, one node at a time.

use super::crew::Task;
use super::order::{self, Killers, Picker};
use super::selective;
use super::{
    Aborted, Call, Depth, Entry, MAX_PLY, MoveCode, Observer, Profile, Search, TableKey, Tree, Value, Window,
};
use crate::eval::Score;

/// A node, and how the search got there.
pub(super) struct Place<'a, N> {
    pub(super) node: &'a N,
    pub(super) ply: usize,
    /// How many times the line was extended.
    pub(super) extensions: usize,
}

impl<'a, N> Place<'a, N> {
    pub(super) fn root(node: &'a N) -> Self {
        Self { node, ply: 0, extensions: 0 }
    }

    fn call(&self, window: Window, depth: Depth) -> Call<'a, N> {
        Call { node: self.node, ply: self.ply, window, depth }
    }
}

/// What the search keeps for all nodes at the same distance from the root.
pub(super) struct Frame<M> {
    pub(super) picker: Picker<M>,
    killers: Killers,
    /// The best line from here, where a value is exact.
    pub(super) pv: Vec<M>,
}

impl<M: Copy> Frame<M> {
    pub(super) const fn new() -> Self {
        Self { picker: Picker::new(), killers: Killers::NONE, pv: Vec::new() }
    }
}

/// The best of the moves that were searched so far.
pub(super) struct Best {
    pub(super) value: Value,
    pub(super) code: MoveCode,
}

impl Best {
    /// No move was searched.
    pub(super) const NONE: Self =
        Self { value: Value::anywhere(Score::MINUS_INFINITE), code: MoveCode::NONE };

    /// Another move was searched. That it is not better may be due to history too.
    fn add(&mut self, value: Value, code: MoveCode) {
        self.value.uses_history |= value.uses_history;
        if value.score > self.value.score {
            self.value.score = value.score;
            self.code = code;
        }
    }

    /// A move is as good as it has to be: then the others do not matter.
    fn settle(&mut self, value: Value, code: MoveCode) {
        *self = Self { value, code };
    }
}

impl<T: Tree, O: Observer<T>> Search<'_, T, O> {
    /// What a node is worth, exactly if it is inside the window.
    pub(super) fn node(
        &mut self,
        place: &Place<T::Node>,
        window: Window,
        depth: Depth,
    ) -> Result<Value, Aborted> {
        self.visit(place)?;
        let value = self.value_of(place, window, depth)?;
        self.observer.returned(&place.call(window, depth), value.score);
        Ok(value)
    }

    fn value_of(&mut self, place: &Place<T::Node>, window: Window, depth: Depth) -> Result<Value, Aborted> {
        if self.is_drawn(place) {
            return Ok(Value::DRAW);
        }
        if let Some(value) = self.tabulated(place) {
            return Ok(value);
        }
        if place.ply >= MAX_PLY || depth == Depth::ZERO && self.tree.is_quiet(place.node) {
            return Ok(self.static_value(place));
        }
        let known = self.known(place, depth);
        if let Some(score) = known.and_then(|entry| self.cut(place, window, depth, entry)) {
            return Ok(Value::anywhere(score));
        }
        let known = known.map_or(MoveCode::NONE, |entry| entry.code);
        match self.options.profile {
            Profile::Full => self.best_move(place, window, depth, known),
            Profile::Selective => self.likely_value(place, window, depth, known),
        }
    }

    /// What a node is worth if nothing important is left out.
    fn likely_value(
        &mut self,
        place: &Place<T::Node>,
        window: Window,
        depth: Depth,
        known: MoveCode,
    ) -> Result<Value, Aborted> {
        match self.foregone(place, window, depth)? {
            Some(value) => Ok(value),
            None => self.best_move(place, window, selective::worthwhile(depth, known), known),
        }
    }

    /// Enters a node, unless the search has to end.
    pub(super) fn visit(&mut self, place: &Place<T::Node>) -> Result<(), Aborted> {
        if self.nodes >= self.limits.nodes || self.has_to_end() {
            return Err(Aborted);
        }
        self.nodes += 1;
        self.longest = self.longest.max(place.ply);
        self.frames[place.ply].pv.clear();
        self.path.truncate(self.before + place.ply);
        self.path.push(self.tree.key(place.node));
        Ok(())
    }

    /// Listens, now and then, but not before it has begun: helpers may have used up what there is.
    fn has_to_end(&self) -> bool {
        self.nodes > 0 && self.nodes.is_multiple_of(NODES_BETWEEN_SIGNALS) && self.hears_the_end()
    }

    fn hears_the_end(&self) -> bool {
        self.part.tell(self.nodes.min(NODES_BETWEEN_SIGNALS));
        (self.signals.stopped)()
            || self.nodes_of_all() >= self.limits.nodes
            || self.plan.is_some_and(|plan| (self.signals.elapsed)() >= plan.most)
    }

    /// The nodes of all threads.
    pub(super) fn nodes_of_all(&self) -> u64 {
        self.nodes + self.part.nodes_of_helpers()
    }

    /// Whether the way to the node makes it a draw. Once is enough for a repetition: what could be
    /// done the second time could have been done the first time.
    fn is_drawn(&self, place: &Place<T::Node>) -> bool {
        place.ply > 0 && (self.tree.plies_to_draw(place.node) == 0 || self.is_repeated(place))
    }

    fn is_repeated(&self, place: &Place<T::Node>) -> bool {
        let now = self.before + place.ply;
        let farthest = self.tree.reversible_plies(place.node).min(now);
        (SHORTEST_CYCLE..=farthest).step_by(2).any(|plies| self.path[now - plies] == self.path[now])
    }

    /// What endgame tables say about a node.
    fn tabulated(&mut self, place: &Place<T::Node>) -> Option<Value> {
        let value = self.tree.tabulated(place.node)?;
        self.table_hits += 1;
        Some(Value { score: value.score.earlier(place.ply), ..value })
    }

    fn static_value(&self, place: &Place<T::Node>) -> Value {
        Value::anywhere(self.tree.evaluate(place.node).earlier(place.ply))
    }

    /// What the table knows of a node. Near the leaves it is not asked.
    fn known(&self, place: &Place<T::Node>, depth: Depth) -> Option<Entry> {
        if depth < SHALLOWEST_ENTRY { None } else { self.table.get(self.table_key(place)) }
    }

    fn cut(&mut self, place: &Place<T::Node>, window: Window, depth: Depth, entry: Entry) -> Option<Score> {
        let here = Entry { score: entry.score.earlier(place.ply), ..entry };
        let score = here.cut(window, depth)?;
        // A rule that counts moves comes before what the entry speaks of.
        let farthest = entry.score.plies_to_win().map_or(0, i32::unsigned_abs).max(u32::from(depth.0));
        if u32::from(self.tree.plies_to_draw(place.node)) <= farthest {
            return None;
        }
        self.observer.cut(&place.call(window, depth), &entry);
        Some(score)
    }

    /// Searches the moves until one is as good as it has to be. At a leaf that is not quiet it is the
    /// same, only that the depth stays what it is.
    fn best_move(
        &mut self,
        place: &Place<T::Node>,
        window: Window,
        depth: Depth,
        known: MoveCode,
    ) -> Result<Value, Aborted> {
        let count = self.list(place, known);
        if count == 0 {
            return Ok(self.static_value(place));
        }
        let mut best = Best::NONE;
        for index in 0..count {
            let step = Step { index, among: count, depth };
            let (mv, task) = self.next_move(place, step);
            task.inspect(|&task| self.part.take(task));
            let score = self.try_move(place, &mv, step, window, &mut best);
            task.inspect(|&task| self.part.leave(task));
            if score? >= window.beta {
                self.praise(place, &mv, step);
                break;
            }
        }
        self.remember(place, window, depth, &best);
        Ok(best.value)
    }

    /// The best of the moves that were not tried. One that another thread is at comes last: then the table
    /// will know what it is worth. Only the first one is searched by all, since the window depends on it.
    fn next_move(&mut self, place: &Place<T::Node>, step: Step) -> (T::Move, Option<Task>) {
        loop {
            let mv = self.frames[place.ply].picker.pick(step.index);
            let task = self.part.task(self.table_key(place), self.tree.code(&mv), step.depth);
            let is_taken = step.index > 0 && task.is_some_and(|task| self.part.is_taken(task));
            if !(is_taken && self.frames[place.ply].picker.put_off(step.index)) {
                return (mv, task);
            }
        }
    }

    /// Puts the moves in order. How many there are.
    pub(super) fn list(&mut self, place: &Place<T::Node>, known: MoveCode) -> usize {
        let Frame { picker, killers, .. } = &mut self.frames[place.ply];
        let (tree, merits) = (self.tree, &self.merits);
        picker.clear();
        tree.moves(place.node, |mv| picker.push(mv, order::rank(tree, &mv, known, *killers, merits)));
        picker.len()
    }

    /// Searches a move and adds it to the others. What it is worth.
    pub(super) fn try_move(
        &mut self,
        place: &Place<T::Node>,
        mv: &T::Move,
        step: Step,
        window: Window,
        best: &mut Best,
    ) -> Result<Score, Aborted> {
        let open = window.raised(best.value.score);
        let value = self.after_move(place, mv, step, open)?;
        let code = self.tree.code(mv);
        if value.score >= window.beta {
            best.settle(value, code);
        } else {
            best.add(value, code);
        }
        if value.score > open.alpha {
            self.lengthen_pv(place, mv);
        }
        Ok(value.score)
    }

    /// What a move is worth: the first one exactly, of the others first whether they are better.
    fn after_move(
        &mut self,
        place: &Place<T::Node>,
        mv: &T::Move,
        step: Step,
        window: Window,
    ) -> Result<Value, Aborted> {
        let extend = step.is_single_reply() && place.extensions < self.most_extensions;
        let node = self.tree.play(place.node, mv);
        let child =
            Place { node: &node, ply: place.ply + 1, extensions: place.extensions + usize::from(extend) };
        let depth = if extend { step.depth } else { step.depth - 1 };
        if step.index == 0 {
            return self.reply(&child, window, depth);
        }
        let is_reduced = self.options.profile == Profile::Selective && self.tree.gain(mv) == 0;
        let reduction = if is_reduced { selective::reduction(step, window) } else { 0 };
        self.scout(&child, window, depth, reduction)
    }

    /// What the opponent can make of it.
    fn reply(&mut self, child: &Place<T::Node>, window: Window, depth: Depth) -> Result<Value, Aborted> {
        Ok(self.node(child, window.flipped(), depth)?.flipped())
    }

    /// Asks first whether the move is better than `alpha`, and only if it is, by how much. The first
    /// answer is then forgotten: it holds for another window.
    fn scout(
        &mut self,
        child: &Place<T::Node>,
        window: Window,
        depth: Depth,
        reduction: u8,
    ) -> Result<Value, Aborted> {
        let test = Window::test(window.alpha);
        if reduction > 0 {
            let value = self.reply(child, test, depth - reduction)?;
            if value.score <= window.alpha {
                return Ok(value);
            }
        }
        let value = self.reply(child, test, depth)?;
        if window.contains(value.score) { self.reply(child, window, depth) } else { Ok(value) }
    }

    fn lengthen_pv(&mut self, place: &Place<T::Node>, mv: &T::Move) {
        let [here, below] = &mut self.frames[place.ply..place.ply + 2] else { unreachable!("two frames") };
        here.pv.clear();
        here.pv.push(*mv);
        here.pv.extend_from_slice(&below.pv);
    }

    /// The move refuted what led here, those before it did not.
    fn praise(&mut self, place: &Place<T::Node>, mv: &T::Move, step: Step) {
        let Frame { picker, killers, .. } = &mut self.frames[place.ply];
        let code = self.tree.code(mv);
        if self.tree.gain(mv) == 0 {
            killers.add(code);
        }
        self.merits.praise(code, step.depth);
        for tried in picker.tried(step.index) {
            self.merits.blame(self.tree.code(tried), step.depth);
        }
    }

    /// Stores what is known now, unless it holds only for the way that led here.
    pub(super) fn remember(&mut self, place: &Place<T::Node>, window: Window, depth: Depth, best: &Best) {
        if depth < SHALLOWEST_ENTRY || self.depends_on_history(best.value) {
            return;
        }
        let score = best.value.score.later(place.ply);
        let entry = Entry { depth, score, bound: window.bound(best.value.score), code: best.code };
        self.table.set(self.table_key(place), entry);
        self.observer.stored(&place.call(window, depth), &entry);
    }

    /// Whether a value is not to be met again elsewhere: any that used history when everything has to be
    /// right, else only the draw itself.
    fn depends_on_history(&self, value: Value) -> bool {
        value.uses_history && (self.options.profile == Profile::Full || value.score == Score::DRAW)
    }

    pub(super) fn table_key(&self, place: &Place<T::Node>) -> TableKey {
        TableKey::new(self.tree.key(place.node), self.salt)
    }
}

/// A move's turn at a node.
#[derive(Clone, Copy)]
pub(super) struct Step {
    /// How many moves were searched before it.
    pub(super) index: usize,
    /// How many moves there are.
    pub(super) among: usize,
    /// How deep the node is searched.
    pub(super) depth: Depth,
}

impl Step {
    /// Whether there is no choice: then the ply does not count.
    fn is_single_reply(self) -> bool {
        self.among == 1 && self.depth > Depth::ZERO
    }
}

/// To search less deep takes no longer than to look into the table.
const SHALLOWEST_ENTRY: Depth = Depth(2);
/// How often the search listens.
const NODES_BETWEEN_SIGNALS: u64 = 1024;
/// Two moves by each player lead back to a position.
const SHORTEST_CYCLE: usize = 4;

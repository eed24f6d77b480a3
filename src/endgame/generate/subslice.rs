//! Solves subslices: all positions with the same men, either player to move.

use super::kings::KingPlacements;
use super::man_moves::ManMove;
use super::queue::{Item, Queue};
use super::rules::GameRules;
use super::state::SolvingState;
use super::{GameSpec, PairTask, Slice, SliceValues, Store};
use crate::board::{Black, Color, Geometry, Piece, Set, White};
use crate::endgame::combination::Perspective;
use crate::endgame::encoded::EncodedValue;
use crate::endgame::index::{Index, Men, Pieces};

/// Solves subslices, one after the other, in the same buffers.
///
/// Positions of both players stand on the same board, which is not turned. Each position is found by the
/// ranks of both players' kings among the cells without men. Entries in which two kings share a cell are
/// unused.
pub(super) struct SubsliceSolver<'a, B: Geometry> {
    rules: GameRules<B::Set>,
    task: PairTask,
    store: &'a Store,
    /// The values for the file, [`EncodedValue::DONT_CARE`] where the player to move must capture. Empty if only
    /// captures are filled in.
    stored: &'a [SliceValues],
    /// The numbering of the pair's first slice.
    index: Index,
    men: Men<B::Set>,
    man_moves: Vec<ManMove<'a, B::Set>>,
    white: KingPlacements<B::Set>,
    black: KingPlacements<B::Set>,
    /// By the player to move, then by the opponent's kings, then by the player's kings.
    states: [Vec<SolvingState>; 2],
    queue: Queue,
}

impl<'a, B: Geometry> SubsliceSolver<'a, B> {
    pub(super) fn new(
        (spec, rules): (GameSpec, GameRules<B::Set>),
        task: PairTask,
        store: &'a Store,
        stored: &'a [SliceValues],
    ) -> Self {
        Self {
            rules,
            task,
            store,
            stored,
            index: Index::new(task.pair.first(), spec),
            men: Men { own: Set::EMPTY, theirs: Set::EMPTY },
            man_moves: Vec::new(),
            white: KingPlacements::new(),
            black: KingPlacements::new(),
            states: [Vec::new(), Vec::new()],
            queue: Queue::new(),
        }
    }

    /// Whether a distance came up that does not fit into a byte.
    pub(super) fn is_too_long(&self) -> bool {
        self.queue.is_too_long()
    }

    /// Solves the subslice with these men, White's and Black's. Returns its number of positions.
    pub(super) fn solve(&mut self, men: Men<B::Set>) -> usize {
        if self.is_duplicate(men) {
            return 0;
        }
        self.set_up(men);
        self.initialize::<White>();
        self.initialize::<Black>();
        self.propagate();
        self.write::<White>() + self.write::<Black>()
    }

    /// Adds the values of positions with captures to a subslice that was read from a file. Returns its number
    /// of positions.
    pub(super) fn fill_captures(&mut self, men: Men<B::Set>) -> usize {
        if self.is_duplicate(men) {
            return 0;
        }
        self.set_up(men);
        self.fill_captures_of::<White>() + self.fill_captures_of::<Black>()
    }

    /// Whether the slice is its own mirror and contains this subslice a second time, turned.
    fn is_duplicate(&self, men: Men<B::Set>) -> bool {
        let (slice, turned) = (self.task.pair.first(), men.exchanged());
        let index = &self.index;
        slice == slice.mirror() && index.first::<B, Black>(turned) < index.first::<B, White>(men)
    }

    /// Places the men, and lists the placements of kings.
    fn set_up(&mut self, men: Men<B::Set>) {
        let (slice, free) = (self.task.pair.first(), B::PLAYING & !men.own & !men.theirs);
        let flying = self.rules.flying_kings;
        self.men = men;
        self.white.place::<B>(slice.count(Piece::WhiteKing), free, flying);
        self.black.place::<B>(slice.count(Piece::BlackKing), free, flying);
    }

    /// The first pass, with `C` to move: captures and moves of men.
    fn initialize<C: Perspective>(&mut self) {
        self.man_moves.clear();
        ManMove::find::<B, C>(self.store, self.slice::<C>(), self.men_of::<C>(), &mut self.man_moves);
        let (own, theirs) = sides::<_, C>(&self.white, &self.black);
        let (rows, width) = (theirs.sets.len(), own.sets.len());
        let states = &mut self.states[C::COLOR as usize];
        states.clear();
        states.resize(rows * width, SolvingState::UNUSED);
        for row in 0..rows {
            let their_kings = sides::<_, C>(&self.white, &self.black).1.sets[row];
            self.man_moves.iter_mut().for_each(|man_move| man_move.set_their_kings::<C>(their_kings));
            self.initialize_row::<C>(their_kings, row * width);
        }
    }

    /// The first pass for one placement of the opponent's kings, whose states start at `first`.
    #[inline(always)]
    fn initialize_row<C: Perspective>(&mut self, their_kings: B::Set, first: usize) {
        let (store, rules, men) = (self.store, self.rules, self.men_of::<C>());
        let (own, theirs) = sides::<_, C>(&self.white, &self.black);
        let row = &mut self.states[C::COLOR as usize][first..first + own.sets.len()];
        for (rank, (&own_kings, state)) in own.sets.iter().zip(row).enumerate() {
            if own_kings.meets(their_kings) {
                continue;
            }
            let value =
                if let Some(value) = rules.best_capture::<C>(store, &pieces(men, own_kings, their_kings)) {
                    *state = SolvingState::capture(value);
                    value
                } else {
                    let values = self.man_moves.iter().filter_map(|man_move| man_move.value::<C>(own_kings));
                    let king_moves = own.count_moves(rank, their_kings);
                    *state = SolvingState::quiet(values.reduce(EncodedValue::better), king_moves);
                    state.candidate()
                };
            // A decided position that no king can move to has nothing to propagate.
            if !value.is_draw() && (state.is_open() || theirs.can_move()) {
                self.queue.push(value, Item::new::<C>(first + rank, state.is_open()));
            }
        }
    }

    /// The second pass: propagates values by retracting moves of kings, in the order of distance.
    fn propagate(&mut self) {
        for value in EncodedValue::all_decided() {
            let mut next = 0;
            // Items of the same distance can be added during the loop.
            while let Some(item) = self.queue.item(value, next) {
                next += 1;
                match (item.turn(), value.is_loss()) {
                    (Color::White, false) => self.retract::<White, false>(item, value),
                    (Color::White, true) => self.retract::<White, true>(item, value),
                    (Color::Black, false) => self.retract::<Black, false>(item, value),
                    (Color::Black, true) => self.retract::<Black, true>(item, value),
                }
            }
            self.queue.clear(value);
        }
    }

    /// Propagates the value of a position with `C` to move to the positions before it.
    #[inline(always)]
    fn retract<C: Perspective, const LOST: bool>(&mut self, item: Item, value: EncodedValue) {
        let (own, theirs) = sides::<_, C>(&self.white, &self.black);
        let number = item.number();
        if item.is_candidate() && !self.states[C::COLOR as usize][number].settle(value) {
            return;
        }
        let width = own.sets.len() as u32;
        let (their_rank, own_rank) = (number as u32 / width, number as u32 % width);
        let own_kings = own.sets[own_rank as usize];
        let first = own_rank as usize * theirs.sets.len();
        let row = &mut self.states[!C::COLOR as usize][first..first + theirs.sets.len()];
        for mv in theirs.moves(their_rank as usize) {
            // A king that does not fly passes over one cell. If it is occupied, the state is unused.
            if self.rules.flying_kings && mv.path.meets(own_kings) {
                continue;
            }
            let state = &mut row[mv.rank as usize];
            let before = value.before();
            let decided = if LOST { state.winning_move(before) } else { state.losing_move(before) };
            if let Some(decided) = decided {
                self.queue.push(decided, Item::new::<C::Opponent>(first + mv.rank as usize, false));
            }
        }
    }

    /// Writes the values with `C` to move to the store and to the values for the file.
    fn write<C: Perspective>(&self) -> usize {
        let slice = self.slice::<C>();
        let values = self.store.get(slice).expect("the slice that is generated");
        let stored = self.stored.iter().find(|values| values.index.slice() == slice);
        let stored = stored.expect("the slice that is generated");
        let width = sides::<_, C>(&self.white, &self.black).0.sets.len();
        let states = &self.states[C::COLOR as usize];
        let first = values.index.first::<B, C>(self.men_of::<C>());
        let (mut values, mut stored) = (values.set_from(first), stored.set_from(first));
        self.for_each_in_index_order::<C>(|own_rank, their_rank| {
            let state = states[their_rank * width + own_rank];
            let value = self.task.kind.reduced(state.value());
            values.push(value);
            stored.push(if state.must_capture() { EncodedValue::DONT_CARE } else { value });
        });
        values.number() - first
    }

    fn fill_captures_of<C: Perspective>(&self) -> usize {
        let (men, store) = (self.men_of::<C>(), self.store);
        let (own, theirs) = sides::<_, C>(&self.white, &self.black);
        let values = store.get(self.slice::<C>()).expect("the slice that was read");
        let first = values.index.first::<B, C>(men);
        let mut number = first;
        self.for_each_in_index_order::<C>(|own_rank, their_rank| {
            let pieces = pieces(men, own.sets[own_rank], theirs.sets[their_rank]);
            if let Some(value) = self.rules.best_capture::<C>(store, &pieces) {
                values.set(number, self.task.kind.reduced(value));
            }
            number += 1;
        });
        number - first
    }

    /// Calls `visit` with the ranks of the player's kings and of the opponent's kings, in the order of the
    /// index.
    #[inline(always)]
    fn for_each_in_index_order<C: Perspective>(&self, mut visit: impl FnMut(usize, usize)) {
        let (own, theirs) = sides::<_, C>(&self.white, &self.black);
        for own_rank in own.in_index_order::<C>() {
            for their_rank in theirs.in_index_order::<C>() {
                if !own.sets[own_rank].meets(theirs.sets[their_rank]) {
                    visit(own_rank, their_rank);
                }
            }
        }
    }

    fn men_of<C: Perspective>(&self) -> Men<B::Set> {
        match C::COLOR {
            Color::White => self.men,
            Color::Black => self.men.exchanged(),
        }
    }

    /// The slice of the positions with `C` to move.
    fn slice<C: Perspective>(&self) -> Slice {
        match C::COLOR {
            Color::White => self.task.pair.first(),
            Color::Black => self.task.pair.first().mirror(),
        }
    }
}

/// The first for the player to move, the second for the opponent.
#[inline(always)]
fn sides<'a, T, C: Perspective>(white: &'a T, black: &'a T) -> (&'a T, &'a T) {
    match C::COLOR {
        Color::White => (white, black),
        Color::Black => (black, white),
    }
}

#[inline(always)]
fn pieces<S: Set>(men: Men<S>, own_kings: S, their_kings: S) -> Pieces<S> {
    Pieces { own: men.own | own_kings, theirs: men.theirs | their_kings, kings: own_kings | their_kings }
}

//! All positions with the same men, either player to move.

use super::entry::{Entry, quiet};
use super::exits::Exit;
use super::kings::Kings;
use super::queue::{Item, Queue};
use crate::board::{Black, Color, Game, Geometry, Move, Piece, Placement, Set, SetOf, White, movegen};
use crate::endgame::code::Code;
use crate::endgame::combination::Order;
use crate::endgame::format::Kind;
use crate::endgame::index::Men;
use crate::endgame::slice::{Pair, Slice};
use crate::endgame::store::{Store, Values};

/// Solves blocks, one after the other, in the same memory.
///
/// Positions of White to move and of Black to move stand on one board, not turned. Each is found by the
/// ranks of both players' kings among the cells that the men leave; where two kings share a cell, nothing
/// stands.
pub(super) struct Block<'a, G: Game> {
    pair: Pair,
    kind: Kind,
    store: &'a Store<G>,
    /// What will be in the file, and [`Code::NOT_STORED`] where the player to move has to capture.
    stored: &'a [Values<G>],
    men: Men<SetOf<G>>,
    exits: Vec<Exit<'a, G>>,
    white: Kings<G>,
    black: Kings<G>,
    /// By who is to move, then the opponent's kings, then the player's.
    entries: [Vec<Entry>; 2],
    queue: Queue,
}

impl<'a, G: Game> Block<'a, G> {
    pub(super) fn new(pair: Pair, kind: Kind, store: &'a Store<G>, stored: &'a [Values<G>]) -> Self {
        Self {
            pair,
            kind,
            store,
            stored,
            men: Men { own: Set::EMPTY, theirs: Set::EMPTY },
            exits: Vec::new(),
            white: Kings::new(),
            black: Kings::new(),
            entries: [Vec::new(), Vec::new()],
            queue: Queue::new(),
        }
    }

    /// Whether a distance came up that does not fit into a byte.
    pub(super) fn is_too_long(&self) -> bool {
        self.queue.is_too_long()
    }

    /// Solves the block with these men, White's and Black's. Says how many positions it has.
    pub(super) fn solve(&mut self, men: Men<SetOf<G>>) -> usize {
        if self.is_other_half(men) {
            return 0;
        }
        self.place(men);
        self.look::<White>();
        self.look::<Black>();
        self.spread();
        self.write::<White>() + self.write::<Black>()
    }

    /// Adds the values of captures to a block that was read from a file. Says how many positions it has.
    pub(super) fn complete(&mut self, men: Men<SetOf<G>>) -> usize {
        if self.is_other_half(men) {
            return 0;
        }
        self.place(men);
        self.complete_for::<White>() + self.complete_for::<Black>()
    }

    /// Whether a slice that is its own mirror has this block a second time, turned.
    fn is_other_half(&self, men: Men<SetOf<G>>) -> bool {
        let (slice, turned) = (self.pair.first(), Men { own: men.theirs, theirs: men.own });
        let index = || &self.stored[0].index;
        slice == slice.mirror() && index().first::<Black>(turned) < index().first::<White>(men)
    }

    /// Puts the men on the board, and the kings where they can be.
    fn place(&mut self, men: Men<SetOf<G>>) {
        let (pair, free) = (self.pair.first(), G::Board::PLAYING & !men.own & !men.theirs);
        self.men = men;
        self.white.place(pair.count(Piece::WhiteKing), free);
        self.black.place(pair.count(Piece::BlackKing), free);
    }

    /// The first pass, with `C` to move: captures and moves of men.
    fn look<C: Order>(&mut self) {
        self.exits.clear();
        Exit::find::<C>(self.store, self.slice::<C>(), self.men_of::<C>(), &mut self.exits);
        let (own, theirs) = sides::<G, C>(&self.white, &self.black);
        let entries = &mut self.entries[C::COLOR as usize];
        entries.clear();
        entries.resize(own.sets.len() * theirs.sets.len(), Entry::NOTHING);
        let (rows, width) = (theirs.sets.len(), own.sets.len());
        for row in 0..rows {
            let their_kings = sides::<G, C>(&self.white, &self.black).1.sets[row];
            self.exits.iter_mut().for_each(|exit| exit.face::<C>(their_kings));
            self.look_at_row::<C>(their_kings, row * width);
        }
    }

    /// The first pass for one placement of the opponent's kings, whose entries begin there.
    #[inline(always)]
    fn look_at_row<C: Order>(&mut self, their_kings: SetOf<G>, first: usize) {
        let (store, men) = (self.store, self.men_of::<C>());
        let (own, theirs) = sides::<G, C>(&self.white, &self.black);
        let row = &mut self.entries[C::COLOR as usize][first..first + own.sets.len()];
        for (rank, (&own_kings, entry)) in own.sets.iter().zip(row).enumerate() {
            if own_kings.meets(their_kings) {
                continue;
            }
            let placement = placement::<G, C>(men, own_kings, their_kings);
            let code = if let Some(code) = capture::<G, C>(store, &placement) {
                *entry = Entry::captured(code);
                code
            } else {
                let exits = self.exits.iter().filter_map(|exit| exit.code::<C>(own_kings));
                let escapes = own.count_moves(rank, their_kings);
                *entry = quiet(exits.reduce(Code::better), escapes);
                entry.expected()
            };
            // Nobody waits for it if nobody can come here.
            if !code.is_draw() && (entry.is_open() || theirs.can_move()) {
                self.queue.push(code, Item::new::<C>(first + rank, entry.is_open()));
            }
        }
    }

    /// The second pass: takes moves of kings back, from near the end of the game to far from it.
    fn spread(&mut self) {
        for code in Code::all_ended() {
            let mut next = 0;
            // Items of the same distance may be added on the way.
            while let Some(item) = self.queue.item(code, next) {
                next += 1;
                match (item.turn(), code.is_loss()) {
                    (Color::White, false) => self.take_back::<White, false>(item, code),
                    (Color::White, true) => self.take_back::<White, true>(item, code),
                    (Color::Black, false) => self.take_back::<Black, false>(item, code),
                    (Color::Black, true) => self.take_back::<Black, true>(item, code),
                }
            }
            self.queue.clear(code);
        }
    }

    /// A position with `C` to move is worth so much: what does that mean for those before it?
    #[inline(always)]
    fn take_back<C: Order, const LOST: bool>(&mut self, item: Item, code: Code) {
        let (own, theirs) = sides::<G, C>(&self.white, &self.black);
        let number = item.number();
        if item.is_candidate() && !self.entries[C::COLOR as usize][number].settle(code) {
            return;
        }
        let width = own.sets.len() as u32;
        let (their_rank, own_rank) = (number as u32 / width, number as u32 % width);
        let own_kings = own.sets[own_rank as usize];
        let first = own_rank as usize * theirs.sets.len();
        let row = &mut self.entries[!C::COLOR as usize][first..first + theirs.sets.len()];
        for mv in theirs.moves(their_rank as usize) {
            // Kings that do not fly have a way of one cell, and if that is not free, nothing stands there.
            if G::RULES.flying_kings && mv.path.meets(own_kings) {
                continue;
            }
            let entry = &mut row[mv.rank as usize];
            let known = if LOST { entry.wins(code.before()) } else { entry.escapes_less(code.before()) };
            if let Some(known) = known {
                self.queue.push(known, Item::new::<C::Turned>(first + mv.rank as usize, false));
            }
        }
    }

    /// Puts the values of `C` to move where they belong in the table.
    fn write<C: Order>(&self) -> usize {
        let slice = self.slice::<C>();
        let values = self.store.get(slice).expect("the slice that is being made");
        let stored = self.stored.iter().find(|values| values.index.slice() == slice);
        let stored = stored.expect("the slice that is being made");
        let width = sides::<G, C>(&self.white, &self.black).0.sets.len();
        let entries = &self.entries[C::COLOR as usize];
        let first = values.index.first::<C>(self.men_of::<C>());
        let mut number = first;
        self.each_in_order::<C>(|own_rank, their_rank| {
            let entry = entries[their_rank * width + own_rank];
            let code = self.kind.reduced(entry.code());
            values.set(number, code);
            stored.set(number, if entry.is_captured() { Code::NOT_STORED } else { code });
            number += 1;
        });
        number - first
    }

    fn complete_for<C: Order>(&self) -> usize {
        let (men, store) = (self.men_of::<C>(), self.store);
        let (own, theirs) = sides::<G, C>(&self.white, &self.black);
        let values = store.get(self.slice::<C>()).expect("the slice that was read");
        let first = values.index.first::<C>(men);
        let mut number = first;
        self.each_in_order::<C>(|own_rank, their_rank| {
            let placement = placement::<G, C>(men, own.sets[own_rank], theirs.sets[their_rank]);
            if let Some(code) = capture::<G, C>(store, &placement) {
                values.set(number, self.kind.reduced(code));
            }
            number += 1;
        });
        number - first
    }

    /// Shows the ranks of the kings of the player to move and of the opponent's, in the order in which
    /// positions are numbered.
    #[inline(always)]
    fn each_in_order<C: Order>(&self, mut see: impl FnMut(usize, usize)) {
        let (own, theirs) = sides::<G, C>(&self.white, &self.black);
        for own_rank in own.in_order::<C>() {
            for their_rank in theirs.in_order::<C>() {
                if !own.sets[own_rank].meets(theirs.sets[their_rank]) {
                    see(own_rank, their_rank);
                }
            }
        }
    }

    fn men_of<C: Order>(&self) -> Men<SetOf<G>> {
        match C::COLOR {
            Color::White => self.men,
            Color::Black => Men { own: self.men.theirs, theirs: self.men.own },
        }
    }

    /// The slice where positions with `C` to move stand.
    fn slice<C: Order>(&self) -> Slice {
        match C::COLOR {
            Color::White => self.pair.first(),
            Color::Black => self.pair.first().mirror(),
        }
    }
}

/// The kings of the player to move, and the opponent's.
#[inline(always)]
fn sides<'a, G: Game, C: Order>(white: &'a Kings<G>, black: &'a Kings<G>) -> (&'a Kings<G>, &'a Kings<G>) {
    match C::COLOR {
        Color::White => (white, black),
        Color::Black => (black, white),
    }
}

/// What the best capture is worth. None: there is nothing to capture.
#[inline(always)]
fn capture<G: Game, C: Order>(store: &Store<G>, placement: &Placement<G>) -> Option<Code> {
    let mut best = None;
    movegen::visit_captures::<G, C>(placement, |mv| {
        let code = after::<G, C>(store, placement, &mv);
        best = Some(best.map_or(code, |best| code.better(best)));
    });
    best
}

/// What a move is worth. Not inlined: moves are shown in many places.
#[inline(never)]
fn after<G: Game, C: Order>(store: &Store<G>, placement: &Placement<G>, mv: &Move<G>) -> Code {
    store.code::<C::Turned>(&movegen::play::<G, C>(placement, mv)).before()
}

#[inline(always)]
fn placement<G: Game, C: Order>(
    men: Men<SetOf<G>>,
    own_kings: SetOf<G>,
    their_kings: SetOf<G>,
) -> Placement<G> {
    let (own, theirs, kings) = (men.own | own_kings, men.theirs | their_kings, own_kings | their_kings);
    match C::COLOR {
        Color::White => Placement { white: own, black: theirs, kings, turn: C::COLOR },
        Color::Black => Placement { white: theirs, black: own, kings, turn: C::COLOR },
    }
}

//! Where moves of men lead.

use crate::board::{Game, Geometry, Piece, Set, SetOf};
use crate::endgame::code::Code;
use crate::endgame::combination::{Order, choose};
use crate::endgame::index::Men;
use crate::endgame::slice::Slice;
use crate::endgame::store::{Store, Values};

/// A quiet move of a man, whatever the kings do.
pub(super) struct Exit<'a, G: Game> {
    to: SetOf<G>,
    /// A new king, if it becomes one.
    crowned: SetOf<G>,
    values: &'a Values<G>,
    /// The lowest number with the men after the move.
    first: usize,
    free: SetOf<G>,
    /// How many numbers go by for each placement of the kings of the player to move then.
    stride: usize,
    /// Where the row of the opponent's kings that stand now begins.
    row: usize,
    /// Where the player's kings can stand then. None: the opponent's kings are in the way.
    room: SetOf<G>,
    is_open: bool,
}

impl<'a, G: Game> Exit<'a, G> {
    /// Adds the moves of the men of `C` in a block of this slice.
    pub(super) fn find<C: Order>(
        store: &'a Store<G>,
        slice: Slice,
        men: Men<SetOf<G>>,
        exits: &mut Vec<Self>,
    ) {
        let free = G::Board::PLAYING & !men.own & !men.theirs;
        let last_row = G::Board::promotion_row(C::COLOR);
        for direction in C::FORWARD {
            let offset = direction.offset(G::Board::SIZE);
            for to in (men.own.shifted(offset) & free).cells() {
                let from = SetOf::<G>::of(to.moved(-offset));
                let to = SetOf::<G>::of(to);
                exits.push(Self::new::<C>(store, slice, men, [from, to, to & last_row]));
            }
        }
    }

    fn new<C: Order>(
        store: &'a Store<G>,
        slice: Slice,
        men: Men<SetOf<G>>,
        [from, to, crowned]: [SetOf<G>; 3],
    ) -> Self {
        let own = (men.own & !from) | (to & !crowned);
        let slice = if crowned.is_empty() { slice } else { slice.promoted() };
        let values = store.get(slice.mirror()).expect("what a man's move leads to was made before");
        let first = values.index.first::<C::Turned>(Men { own: men.theirs, theirs: own });
        let free = G::Board::PLAYING & !own & !men.theirs;
        let their_kings = slice.count(Piece::BlackKing);
        let stride = choose(free.count() as usize - their_kings, slice.count(Piece::WhiteKing));
        Self { to, crowned, values, first, free, stride, row: 0, room: free, is_open: true }
    }

    /// The opponent's kings stand there now.
    #[inline(always)]
    pub(super) fn face<C: Order>(&mut self, theirs: SetOf<G>) {
        self.is_open = !theirs.meets(self.to);
        if self.is_open {
            self.row = self.first + C::Turned::rank(theirs, self.free) * self.stride;
            self.room = self.free & !theirs;
        }
    }

    /// What the move is worth with these kings. None: they are in the way.
    #[inline(always)]
    pub(super) fn code<C: Order>(&self, own: SetOf<G>) -> Option<Code> {
        if !self.is_open || own.meets(self.to) {
            return None;
        }
        Some(self.values.get(self.row + C::Turned::rank(own | self.crowned, self.room)).before())
    }
}

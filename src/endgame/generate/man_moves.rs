//! The quiet moves of the men in a subslice, and their values.

use crate::board::{Geometry, Piece, Set};
use crate::endgame::combination::{Perspective, choose};
use crate::endgame::encoded::EncodedValue;
use crate::endgame::index::Men;
use crate::endgame::slice::Slice;
use crate::endgame::store::{SliceValues, Store};

/// A quiet move of a man, for all placements of the kings.
pub(super) struct ManMove<'a, S> {
    to: S,
    /// The new king, if the man promotes.
    promoted: S,
    values: &'a SliceValues,
    /// The lowest number with the men after the move.
    first: usize,
    free: S,
    /// The placements of the player's kings after the move for each placement of the opponent's kings.
    stride: usize,
    /// The lowest number with the current kings of the opponent.
    row: usize,
    /// Where the player's kings can stand after the move.
    room: S,
    /// Whether no king of the opponent is in the way.
    is_open: bool,
}

impl<'a, S: Set> ManMove<'a, S> {
    /// Adds the moves of the men of `C` in a subslice of this slice.
    pub(super) fn find<B: Geometry<Set = S>, C: Perspective>(
        store: &'a Store,
        slice: Slice,
        men: Men<S>,
        man_moves: &mut Vec<Self>,
    ) {
        let free = B::PLAYING & !men.own & !men.theirs;
        let last_row = B::promotion_row(C::COLOR);
        for direction in C::FORWARD {
            let offset = direction.offset(B::SIZE);
            for to in (men.own.shifted(offset) & free).cells() {
                let from = S::of(to.moved(-offset));
                let to = S::of(to);
                man_moves.push(Self::new::<B, C>(store, slice, men, [from, to, to & last_row]));
            }
        }
    }

    fn new<B: Geometry<Set = S>, C: Perspective>(
        store: &'a Store,
        slice: Slice,
        men: Men<S>,
        [from, to, promoted]: [S; 3],
    ) -> Self {
        let own = (men.own & !from) | (to & !promoted);
        let slice = if promoted.is_empty() { slice } else { slice.promoted() };
        let values =
            store.get(slice.mirror()).expect("a man's move leads to a slice that was generated before");
        let first = values.index.first::<B, C::Opponent>(Men { own: men.theirs, theirs: own });
        let free = B::PLAYING & !own & !men.theirs;
        let their_kings = slice.count(Piece::BlackKing);
        let stride = choose(free.count() as usize - their_kings, slice.count(Piece::WhiteKing));
        Self { to, promoted, values, first, free, stride, row: 0, room: free, is_open: true }
    }

    /// Sets the opponent's kings.
    #[inline(always)]
    pub(super) fn set_their_kings<C: Perspective>(&mut self, theirs: S) {
        self.is_open = !theirs.meets(self.to);
        if self.is_open {
            self.row = self.first + C::Opponent::rank(theirs, self.free) * self.stride;
            self.room = self.free & !theirs;
        }
    }

    /// The value of the move with these kings of the player. Returns `None` if a king is in the way.
    #[inline(always)]
    pub(super) fn value<C: Perspective>(&self, own: S) -> Option<EncodedValue> {
        if !self.is_open || own.meets(self.to) {
            return None;
        }
        Some(self.values.get(self.row + C::Opponent::rank(own | self.promoted, self.room)).before())
    }
}

//! The number of a position in its slice, and the position of a number.
//!
//! Every number from 0 to the size of the slice is one position, in this order:
//!
//! 1. the men of the player to move: by how many stand on their first row, then by the rank of those
//!    there, then by the rank of the others among the cells between the first and the last row;
//! 2. the opponent's men, by their rank among the cells that men of theirs can stand on and that are free;
//! 3. the kings of the player to move, by their rank among the cells without men;
//! 4. the opponent's kings, by their rank among the cells that are left.
//!
//! Ranks are those of [`super::combination`]. The board is seen by White; when Black is to move it is
//! turned, which changes the order in which cells are counted and nothing else.

use std::marker::PhantomData;

use super::combination::{MOST, Order, choose, unrank};
use super::slice::Slice;
use crate::board::{Color, Game, Geometry, Piece, Placement, Set, SetOf};

/// The numbers of one slice.
#[derive(Clone, Debug)]
pub(super) struct Index<G: Game> {
    slice: Slice,
    /// By how many of White's men stand on their first row.
    parts: [Part; MOST + 1],
    /// Ways to place White's kings, and then Black's.
    kings: [usize; 2],
    len: usize,
    game: PhantomData<G>,
}

/// Men with so many of them on White's first row.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// The number of the first one.
    begin: usize,
    /// Ways to place the rest of White's men.
    high: usize,
    /// Ways to place Black's men.
    black: usize,
}

/// The men of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Men<S> {
    pub(super) own: S,
    pub(super) theirs: S,
}

impl<G: Game> Index<G> {
    /// The numbers of a slice, of which the caller knows that they fit into 64 bits.
    pub(super) fn new(slice: Slice) -> Self {
        let [white_men, white_kings, black_men, black_kings] = Piece::ALL.map(|piece| slice.count(piece));
        let zone = G::Board::SQUARES - G::Board::HALF;
        let mut parts = [Part::default(); MOST + 1];
        let mut begin = 0;
        for (low, part) in parts.iter_mut().enumerate().take(white_men + 1) {
            let high = choose(zone - G::Board::HALF, white_men - low);
            let black = choose(zone - (white_men - low), black_men);
            *part = Part { begin, high, black };
            begin += choose(G::Board::HALF, low) * high * black;
        }
        let left = G::Board::SQUARES - white_men - black_men;
        let kings = [choose(left, white_kings), choose(left - white_kings, black_kings)];
        Self { slice, parts, kings, len: begin * kings[0] * kings[1], game: PhantomData }
    }

    pub(super) fn slice(&self) -> Slice {
        self.slice
    }

    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// How many positions have the same men.
    pub(super) fn ways_of_kings(&self) -> usize {
        self.kings[0] * self.kings[1]
    }

    /// The number of a placement of this slice, `C` to move.
    #[inline(always)]
    pub(super) fn number<C: Order>(&self, placement: &Placement<G>) -> usize {
        let (own, theirs) = (placement.pieces(C::COLOR), placement.pieces(!C::COLOR));
        let men = Men { own: own & !placement.kings, theirs: theirs & !placement.kings };
        let free = G::Board::PLAYING & !men.own & !men.theirs;
        self.first::<C>(men) + self.kings_number::<C>(free, own & placement.kings, theirs & placement.kings)
    }

    /// The lowest number with these men, `C` to move.
    #[inline(always)]
    pub(super) fn first<C: Order>(&self, men: Men<SetOf<G>>) -> usize {
        let (first_row, last_row) = (G::Board::promotion_row(!C::COLOR), G::Board::promotion_row(C::COLOR));
        let low = men.own & first_row;
        let between = G::Board::PLAYING & !first_row & !last_row;
        let part = &self.parts[low.count() as usize];
        let own = C::rank(low, first_row) * part.high + C::rank(men.own & between, between);
        let theirs = C::rank(men.theirs, G::Board::PLAYING & !first_row & !men.own);
        (part.begin + own * part.black + theirs) * self.kings[0] * self.kings[1]
    }

    /// The number of these kings among all on the cells without men.
    #[inline(always)]
    pub(super) fn kings_number<C: Order>(&self, free: SetOf<G>, own: SetOf<G>, theirs: SetOf<G>) -> usize {
        C::rank(own, free) * self.kings[1] + C::rank(theirs, free & !own)
    }

    /// The placement with this number, White to move.
    pub(super) fn placement(&self, number: usize) -> Placement<G> {
        let (number, black_kings) = (number / self.kings[1], number % self.kings[1]);
        let (number, white_kings) = (number / self.kings[0], number % self.kings[0]);
        let men = self.men(number);
        let free = G::Board::PLAYING & !men.own & !men.theirs;
        let white = unrank(white_kings, self.slice.count(Piece::WhiteKing), free);
        let black = unrank(black_kings, self.slice.count(Piece::BlackKing), free & !white);
        let kings = white | black;
        Placement { white: men.own | white, black: men.theirs | black, kings, turn: Color::White }
    }

    /// The men with this number, White to move.
    fn men(&self, number: usize) -> Men<SetOf<G>> {
        let [own, theirs] = [Piece::WhiteMan, Piece::BlackMan].map(|piece| self.slice.count(piece));
        let low = (0..=own).rev().find(|&low| self.parts[low].begin <= number);
        let low = low.expect("the first part begins at 0");
        let part = self.parts[low];
        let (number, black) = ((number - part.begin) / part.black, (number - part.begin) % part.black);
        let first_row = unrank(number / part.high, low, G::Board::BOTTOM);
        let between = G::Board::PLAYING & !G::Board::BOTTOM & !G::Board::TOP;
        let own = first_row | unrank(number % part.high, own - low, between);
        Men { own, theirs: unrank(black, theirs, G::Board::PLAYING & !G::Board::BOTTOM & !own) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Black, Checkers, Draughts, White};

    fn check<G: Game>(pieces: usize, step: usize) {
        for slice in Slice::all(pieces) {
            let index = Index::<G>::new(slice);
            assert_eq!(index.len() as u128, slice.positions::<G>(), "{slice}");
            for number in (0..index.len()).step_by(step) {
                let placement = index.placement(number);
                assert_eq!(Slice::of(&placement), Some(slice));
                assert_eq!(index.number::<White>(&placement), number, "{slice}");
                assert_eq!(index.number::<Black>(&placement.mirrored()), number, "{slice}");
            }
        }
    }

    #[test]
    fn numbers_and_placements_are_inverse() {
        check::<Checkers<6>>(2, 1);
        check::<Checkers<6>>(3, 1);
        check::<Checkers<6>>(4, 1);
        check::<Draughts<8>>(3, 1);
        check::<Draughts<10>>(2, 1);
        check::<Draughts<10>>(4, 997);
        check::<Draughts<12>>(3, 97);
        check::<Draughts<14>>(3, 997);
    }
}

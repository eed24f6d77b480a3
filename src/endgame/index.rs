//! The number of a position in its slice, and the position of a number.
//!
//! Every number from 0 to the size of the slice minus one is one position. Positions are ordered by
//!
//! 1. the men of the player to move: first by how many stand on their first row, then by the rank of those,
//!    then by the rank of the others among the cells between the first and the last row;
//! 2. the opponent's men, by their rank among the free cells on which they can stand;
//! 3. the kings of the player to move, by their rank among the cells without men;
//! 4. the opponent's kings, by their rank among the remaining cells.
//!
//! Ranks are those of [`super::combination`]. The board is seen by White. When Black is to move, the board
//! is turned, which changes the order in which cells are counted and nothing else.

use super::combination::{MAX_COUNT, Perspective, choose, unrank};
use super::slice::Slice;
use super::spec::GameSpec;
use crate::board::{Color, Game, Geometry, Piece, Placement, Set};

/// The numbering of one slice.
#[derive(Clone, Debug)]
pub(super) struct Index {
    slice: Slice,
    /// By the number of White's men on their first row.
    sections: [Section; MAX_COUNT + 1],
    /// Ways to place White's kings, and then Black's.
    kings: [usize; 2],
    len: usize,
}

/// The positions with a given number of White's men on their first row.
#[derive(Clone, Copy, Debug, Default)]
struct Section {
    /// Ways to place the men in all sections before this one.
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

impl<S> Men<S> {
    /// The same men, seen by the opponent.
    pub(super) fn exchanged(self) -> Self {
        Self { own: self.theirs, theirs: self.own }
    }
}

/// All pieces, seen by the player to move.
#[derive(Clone, Copy)]
pub(super) struct Pieces<S> {
    pub(super) own: S,
    pub(super) theirs: S,
    pub(super) kings: S,
}

impl<S: Set> Pieces<S> {
    /// The pieces of a placement with `C` to move.
    #[inline(always)]
    pub(super) fn of<G: Game<Board: Geometry<Set = S>>, C: Perspective>(placement: &Placement<G>) -> Self {
        let (own, theirs) = (placement.pieces(C::COLOR), placement.pieces(!C::COLOR));
        Self { own, theirs, kings: placement.kings }
    }
}

impl Index {
    /// The numbering of a slice whose size fits into `usize`; the caller has checked that.
    pub(super) fn new(slice: Slice, spec: GameSpec) -> Self {
        let [white_men, white_kings, black_men, black_kings] = Piece::ALL.map(|piece| slice.count(piece));
        let row = spec.row_length();
        let zone = spec.squares() - row;
        let mut sections = [Section::default(); MAX_COUNT + 1];
        let mut begin = 0;
        for (low, section) in sections.iter_mut().enumerate().take(white_men + 1) {
            let high = choose(zone - row, white_men - low);
            let black = choose(zone - (white_men - low), black_men);
            *section = Section { begin, high, black };
            begin += choose(row, low) * high * black;
        }
        let left = spec.squares() - white_men - black_men;
        let kings = [choose(left, white_kings), choose(left - white_kings, black_kings)];
        Self { slice, sections, kings, len: begin * kings[0] * kings[1] }
    }

    pub(super) fn slice(&self) -> Slice {
        self.slice
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The number of positions with the same men.
    pub(super) fn king_placements(&self) -> usize {
        self.kings[0] * self.kings[1]
    }

    /// The number of a position of this slice, `C` to move.
    #[inline(always)]
    pub(super) fn number<B: Geometry, C: Perspective>(&self, pieces: &Pieces<B::Set>) -> usize {
        let Pieces { own, theirs, kings } = *pieces;
        let men = Men { own: own & !kings, theirs: theirs & !kings };
        let free = B::PLAYING & !men.own & !men.theirs;
        self.first::<B, C>(men) + self.kings_number::<C, _>(free, own & kings, theirs & kings)
    }

    /// The lowest number with these men, `C` to move.
    #[inline(always)]
    pub(super) fn first<B: Geometry, C: Perspective>(&self, men: Men<B::Set>) -> usize {
        let (first_row, last_row) = (B::promotion_row(!C::COLOR), B::promotion_row(C::COLOR));
        let low = men.own & first_row;
        let between = B::PLAYING & !first_row & !last_row;
        let section = &self.sections[low.count() as usize];
        let own = C::rank(low, first_row) * section.high + C::rank(men.own & between, between);
        let theirs = C::rank(men.theirs, B::PLAYING & !first_row & !men.own);
        (section.begin + own * section.black + theirs) * self.kings[0] * self.kings[1]
    }

    /// The number of these kings among all placements of kings on the cells without men.
    #[inline(always)]
    fn kings_number<C: Perspective, S: Set>(&self, free: S, own: S, theirs: S) -> usize {
        C::rank(own, free) * self.kings[1] + C::rank(theirs, free & !own)
    }

    /// The placement with this number, White to move.
    pub(super) fn placement<G: Game>(&self, game: G, number: usize) -> Placement<G> {
        let Pieces { own, theirs, kings } = self.pieces::<G::Board>(number);
        Placement { white: own, black: theirs, kings, ..Placement::empty(game, Color::White) }
    }

    /// The pieces with this number, White to move.
    fn pieces<B: Geometry>(&self, number: usize) -> Pieces<B::Set> {
        let (number, black_kings) = (number / self.kings[1], number % self.kings[1]);
        let (number, white_kings) = (number / self.kings[0], number % self.kings[0]);
        let men = self.men::<B>(number);
        let free = B::PLAYING & !men.own & !men.theirs;
        let white = unrank(white_kings, self.slice.count(Piece::WhiteKing), free);
        let black = unrank(black_kings, self.slice.count(Piece::BlackKing), free & !white);
        Pieces { own: men.own | white, theirs: men.theirs | black, kings: white | black }
    }

    /// The men with this number, White to move.
    fn men<B: Geometry>(&self, number: usize) -> Men<B::Set> {
        let [own, theirs] = [Piece::WhiteMan, Piece::BlackMan].map(|piece| self.slice.count(piece));
        let low = (0..=own).rev().find(|&low| self.sections[low].begin <= number);
        let low = low.expect("the first section begins at 0");
        let section = self.sections[low];
        let (number, black) =
            ((number - section.begin) / section.black, (number - section.begin) % section.black);
        let first_row = unrank(number / section.high, low, B::BOTTOM);
        let between = B::PLAYING & !B::BOTTOM & !B::TOP;
        let own = first_row | unrank(number % section.high, own - low, between);
        Men { own, theirs: unrank(black, theirs, B::PLAYING & !B::BOTTOM & !own) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Black, Checkers, Draughts, White};

    fn check<G: Game>(game: G, pieces: usize, step: usize) {
        for slice in Slice::all(pieces) {
            let index = Index::new(slice, GameSpec::of(game));
            assert_eq!(index.len() as u128, slice.positions(game), "{slice}");
            for number in (0..index.len()).step_by(step) {
                let placement = index.placement(game, number);
                assert_eq!(Slice::of(&placement), Some(slice));
                assert_eq!(
                    index.number::<G::Board, White>(&Pieces::of::<G, White>(&placement)),
                    number,
                    "{slice}"
                );
                assert_eq!(
                    index.number::<G::Board, Black>(&Pieces::of::<G, Black>(&placement.mirrored())),
                    number,
                    "{slice}"
                );
            }
        }
    }

    #[test]
    fn numbers_and_placements_are_inverse() {
        check(Checkers::<6>, 2, 1);
        check(Checkers::<6>, 3, 1);
        check(Checkers::<6>, 4, 1);
        check(Draughts::<8>, 3, 1);
        check(Draughts::<10>, 2, 1);
        check(Draughts::<10>, 4, 997);
        check(Draughts::<12>, 3, 97);
        check(Draughts::<14>, 3, 997);
    }
}

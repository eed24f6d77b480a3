//! Closes subslices: all positions with the same men, either player to move.

use rustc_hash::FxHashSet;

use super::exits::Exits;
use super::marks::{Marks, SliceMarks};
use super::{Sets, slice_of};
use crate::board::{Black, Color, Game, Geometry, Piece, Placement, Set, White, movegen};
use crate::endgame::combination::{Perspective, choose};
use crate::endgame::generate::kings::KingPlacements;
use crate::endgame::index::{Men, Pieces};
use crate::endgame::slice::Slice;

/// Closes subslices of one material, one after the other, in the same buffers.
///
/// A position is found by the ranks of both players' kings among the cells without men, seen by White. Entries in
/// which two kings share a cell are unused.
pub(super) struct SubsliceClosure<'a, G: Game + Default> {
    marks: &'a Marks,
    material: Slice,
    /// White's men, and Black's.
    men: Men<Sets<G>>,
    white: KingPlacements<Sets<G>>,
    black: KingPlacements<Sets<G>>,
    /// By the player to move.
    man_moves: [Vec<ManExit<'a, Sets<G>>>; 2],
    /// The numbers that [`ManExit::rows`] refers to.
    rows: Vec<u32>,
    reached: Reached,
    exits: Exits<'a>,
    empty_handed: FxHashSet<Placement<G>>,
    counted: u64,
}

/// The positions of a subslice that are reached, and those that are still to be expanded.
struct Reached {
    /// By the player to move: a bit for each entry.
    bits: [Vec<u64>; 2],
    /// The number of placements of Black's kings.
    width: usize,
    open: Vec<Entry>,
}

/// A position of a subslice.
#[derive(Clone, Copy)]
struct Entry {
    turn: Color,
    /// The rank of White's kings, and of Black's.
    ranks: [u32; 2],
}

/// A quiet move of a man, for all placements of the kings.
struct ManExit<'a, S> {
    to: S,
    /// The new king, if the man promotes.
    promoted: S,
    marks: &'a SliceMarks,
    /// The lowest number with the men after the move.
    first: usize,
    /// The free cells after the move, but for kings.
    free: S,
    /// The placements of the player's kings after the move for each placement of the opponent's kings.
    stride: usize,
    /// Where the ranks of the opponent's kings after the move start, by their ranks before it.
    rows: usize,
}

impl Reached {
    /// Starts with no position.
    fn clear(&mut self, [rows, width]: [usize; 2]) {
        self.width = width;
        for bits in &mut self.bits {
            bits.clear();
            bits.resize((rows * width).div_ceil(64), 0);
        }
    }

    #[inline(always)]
    fn add(&mut self, entry: Entry) {
        let number = entry.ranks[0] as usize * self.width + entry.ranks[1] as usize;
        let word = &mut self.bits[entry.turn as usize][number / 64];
        let bit = 1 << (number % 64);
        if *word & bit == 0 {
            *word |= bit;
            self.open.push(entry);
        }
    }
}

impl<'a, G: Game + Default> SubsliceClosure<'a, G> {
    pub(super) fn new(marks: &'a Marks, material: Slice) -> Self {
        Self {
            marks,
            material,
            men: Men { own: Set::EMPTY, theirs: Set::EMPTY },
            white: KingPlacements::new(),
            black: KingPlacements::new(),
            man_moves: [Vec::new(), Vec::new()],
            rows: Vec::new(),
            reached: Reached { bits: [Vec::new(), Vec::new()], width: 0, open: Vec::new() },
            exits: Exits::new(),
            empty_handed: FxHashSet::default(),
            counted: 0,
        }
    }

    /// The number of positions counted, and those in which the player to move has no pieces.
    pub(super) fn finish(self) -> (u64, FxHashSet<Placement<G>>) {
        (self.counted, self.empty_handed)
    }

    /// Closes the subslice with these men, White's and Black's. Returns its number of reached positions.
    pub(super) fn count(&mut self, men: Men<Sets<G>>) -> usize {
        self.men = men;
        if !self.is_reached::<White>() && !self.is_reached::<Black>() {
            return 0;
        }
        self.set_up();
        self.load::<White>();
        self.load::<Black>();
        let mut count = 0;
        while let Some(entry) = self.reached.open.pop() {
            count += 1;
            match entry.turn {
                Color::White => self.expand::<White>(entry.ranks),
                Color::Black => self.expand::<Black>(entry.ranks),
            }
        }
        self.exits.flush();
        self.counted += count as u64;
        count
    }

    /// Whether a position with `C` to move was reached from outside.
    fn is_reached<C: Perspective>(&self) -> bool {
        self.marks.get(self.material, C::COLOR).is_some_and(|marks| {
            let first = marks.index.first::<G::Board, C>(self.men_of::<C>());
            marks.is_any_marked(first, marks.index.king_placements())
        })
    }

    /// Lists the placements of kings and the moves of men.
    fn set_up(&mut self) {
        let (men, flying) = (self.men, G::default().rules().flying_kings);
        let free = G::Board::PLAYING & !men.own & !men.theirs;
        self.white.place::<G::Board>(self.material.count(Piece::WhiteKing), free, flying);
        self.black.place::<G::Board>(self.material.count(Piece::BlackKing), free, flying);
        self.reached.clear([self.white.sets.len(), self.black.sets.len()]);
        self.rows.clear();
        self.find_man_moves::<White>();
        self.find_man_moves::<Black>();
    }

    fn find_man_moves<C: Perspective>(&mut self) {
        let men = self.men_of::<C>();
        let free = G::Board::PLAYING & !men.own & !men.theirs;
        let last_row = G::Board::promotion_row(C::COLOR);
        self.man_moves[C::COLOR as usize].clear();
        for direction in C::FORWARD {
            let offset = direction.offset(G::Board::SIZE);
            for to in (men.own.shifted(offset) & free).cells() {
                let (from, to) = (Set::of(to.moved(-offset)), Set::of(to));
                let man_move = self.man_exit::<C>(men, [from, to, to & last_row]);
                self.man_moves[C::COLOR as usize].push(man_move);
            }
        }
    }

    fn man_exit<C: Perspective>(
        &mut self,
        men: Men<Sets<G>>,
        [from, to, promoted]: [Sets<G>; 3],
    ) -> ManExit<'a, Sets<G>> {
        let own = (men.own & !from) | (to & !promoted);
        let before = slice_of(self.material, C::COLOR);
        let slice = if promoted.is_empty() { before } else { before.promoted() };
        let marks = self.marks.of_number(!C::COLOR, slice.mirror().number());
        let free = G::Board::PLAYING & !own & !men.theirs;
        let stride =
            choose(free.count() as usize - slice.count(Piece::BlackKing), slice.count(Piece::WhiteKing));
        let rows = self.rows.len();
        let theirs = &self.kings::<C::Opponent>().sets;
        let ranks: Vec<_> = theirs
            .iter()
            .map(|&kings| if kings.meets(to) { 0 } else { C::Opponent::rank(kings, free) as u32 })
            .collect();
        self.rows.extend(ranks);
        let first = marks.index.first::<G::Board, C::Opponent>(Men { own: men.theirs, theirs: own });
        ManExit { to, promoted, marks, first, free, stride, rows }
    }

    /// Adds the positions with `C` to move that were reached from outside.
    fn load<C: Perspective>(&mut self) {
        let Some(marks) = self.marks.get(self.material, C::COLOR) else { return };
        let (own, theirs) = (self.kings::<C>(), self.kings::<C::Opponent>());
        let mut number = marks.index.first::<G::Board, C>(self.men_of::<C>());
        let row = marks.index.king_placements() / own.sets.len();
        let mut found = Vec::new();
        for own_rank in own.in_index_order::<C>() {
            if !marks.is_any_marked(number, row) {
                number += row;
                continue;
            }
            for their_rank in theirs.in_index_order::<C>() {
                if own.sets[own_rank].meets(theirs.sets[their_rank]) {
                    continue;
                }
                if marks.is_marked(number) {
                    found.push(entry::<C>(own_rank as u32, their_rank as u32));
                }
                number += 1;
            }
        }
        found.into_iter().for_each(|entry| self.reached.add(entry));
    }

    /// Follows all moves of `C` in a position.
    #[inline(always)]
    fn expand<C: Perspective>(&mut self, [white_rank, black_rank]: [u32; 2]) {
        let (white, black) = (self.white.sets[white_rank as usize], self.black.sets[black_rank as usize]);
        let placement = Placement {
            white: self.men.own | white,
            black: self.men.theirs | black,
            kings: white | black,
            ..Placement::empty(G::default(), C::COLOR)
        };
        if self.capture::<C>(&placement) {
            return;
        }
        match C::COLOR {
            Color::White => self.move_quietly::<C>([white_rank, black_rank], [white, black]),
            Color::Black => self.move_quietly::<C>([black_rank, white_rank], [black, white]),
        }
    }

    /// Follows the captures. Returns whether there are any.
    #[inline(always)]
    fn capture<C: Perspective>(&mut self, placement: &Placement<G>) -> bool {
        let (marks, exits, empty_handed) = (self.marks, &mut self.exits, &mut self.empty_handed);
        let mut is_capture = false;
        movegen::visit_captures::<G, C>(placement, |mv| {
            is_capture = true;
            let next = movegen::play::<G, C>(placement, &mv);
            match marks.place::<G::Board, C::Opponent>(&Pieces::of::<G, C::Opponent>(&next)) {
                Some(mark) => exits.add(mark),
                None => drop(empty_handed.insert(next)),
            }
        });
        is_capture
    }

    /// Follows the quiet moves of kings and of men. Ranks and sets are those of the player's kings and of the
    /// opponent's.
    #[inline(always)]
    fn move_quietly<C: Perspective>(
        &mut self,
        [own_rank, their_rank]: [u32; 2],
        [own, theirs]: [Sets<G>; 2],
    ) {
        let kings = match C::COLOR {
            Color::White => &self.white,
            Color::Black => &self.black,
        };
        for mv in kings.moves(own_rank as usize) {
            if !mv.path.meets(theirs) {
                let Entry { ranks, .. } = entry::<C>(mv.rank, their_rank);
                self.reached.add(Entry { turn: !C::COLOR, ranks });
            }
        }
        for mv in &self.man_moves[C::COLOR as usize] {
            if !mv.to.meets(own | theirs) {
                let row = self.rows[mv.rows + their_rank as usize] as usize * mv.stride;
                let place = C::Opponent::rank(own | mv.promoted, mv.free & !theirs);
                self.exits.add(mv.marks.mark(mv.first + row + place));
            }
        }
    }

    fn kings<C: Perspective>(&self) -> &KingPlacements<Sets<G>> {
        match C::COLOR {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    fn men_of<C: Perspective>(&self) -> Men<Sets<G>> {
        match C::COLOR {
            Color::White => self.men,
            Color::Black => self.men.exchanged(),
        }
    }
}

/// The entry with `C` to move and these ranks of the player's kings and of the opponent's.
#[inline(always)]
fn entry<C: Perspective>(own: u32, theirs: u32) -> Entry {
    match C::COLOR {
        Color::White => Entry { turn: Color::White, ranks: [own, theirs] },
        Color::Black => Entry { turn: Color::Black, ranks: [theirs, own] },
    }
}

//! Which positions are known to be reached: a bit for each.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashSet;

use super::slice_of;
use crate::board::{Black, Color, Game, Geometry, Placement, Set, White};
use crate::endgame::combination::Perspective;
use crate::endgame::index::{Index, Pieces};
use crate::endgame::slice::Slice;
use crate::endgame::spec::GameSpec;

/// The marks of all slices, by the player to move and the number of the slice. A slice gets its marks when its first
/// position is reached.
pub(super) struct Marks {
    spec: GameSpec,
    slices: [Vec<OnceLock<SliceMarks>>; 2],
}

/// The marks of the positions of a slice with one color to move.
pub(super) struct SliceMarks {
    pub(super) index: Index,
    pub(super) words: Vec<AtomicU64>,
}

/// The place of a mark: its word, and its bit there.
pub(super) type Mark<'a> = (&'a AtomicU64, u64);

impl SliceMarks {
    pub(super) fn new(slice: Slice, spec: GameSpec) -> Self {
        let index = Index::new(slice, spec);
        let words = (0..index.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Self { index, words }
    }

    #[inline(always)]
    pub(super) fn mark(&self, number: usize) -> Mark<'_> {
        (&self.words[number / 64], 1 << (number % 64))
    }

    #[inline(always)]
    pub(super) fn is_marked(&self, number: usize) -> bool {
        let (word, bit) = self.mark(number);
        word.load(Ordering::Relaxed) & bit != 0
    }

    /// Whether any of `count` positions from this number on is marked.
    pub(super) fn is_any_marked(&self, first: usize, count: usize) -> bool {
        let mut number = first;
        while number < first + count {
            let last = (first + count).min((number / 64 + 1) * 64);
            let bits = (u64::MAX >> (64 - (last - number))) << (number % 64);
            if self.words[number / 64].load(Ordering::Relaxed) & bits != 0 {
                return true;
            }
            number = last;
        }
        false
    }
}

impl Marks {
    pub(super) fn new(spec: GameSpec) -> Self {
        let slices = || (0..Slice::NUMBERS).map(|_| OnceLock::new()).collect();
        Self { spec, slices: [slices(), slices()] }
    }

    /// The marks of the slice with this number.
    #[inline(always)]
    pub(super) fn of_number(&self, turn: Color, number: usize) -> &SliceMarks {
        self.slices[turn as usize][number].get_or_init(|| self.unmarked(number))
    }

    #[cold]
    fn unmarked(&self, number: usize) -> SliceMarks {
        let slice = Slice::with_number(number).expect("both players have pieces");
        SliceMarks::new(slice, self.spec)
    }

    /// The marks of a material, if any of its positions with this color to move was reached.
    pub(super) fn get(&self, material: Slice, turn: Color) -> Option<&SliceMarks> {
        self.slices[turn as usize][slice_of(material, turn).number()].get()
    }

    /// Whether any position with this material was reached.
    pub(super) fn has(&self, material: Slice) -> bool {
        Color::ALL.into_iter().any(|turn| self.get(material, turn).is_some())
    }

    /// Puts the marks of a slice in place, which must have none.
    pub(super) fn put(&self, turn: Color, marks: SliceMarks) {
        let number = marks.index.slice().number();
        let is_new = self.slices[turn as usize][number].set(marks).is_ok();
        debug_assert!(is_new, "the slice has marks already");
    }

    /// Frees the marks of a material.
    pub(super) fn forget(&mut self, material: Slice) {
        for turn in Color::ALL {
            self.slices[turn as usize][slice_of(material, turn).number()] = OnceLock::new();
        }
    }

    /// Marks a position. Those without pieces of the player to move have no slice and go into a set.
    pub(super) fn mark<G: Game + Default>(
        &self,
        placement: &Placement<G>,
        empty_handed: &mut FxHashSet<Placement<G>>,
    ) {
        let place = match placement.turn {
            Color::White => self.place::<G::Board, White>(&Pieces::of::<G, White>(placement)),
            Color::Black => self.place::<G::Board, Black>(&Pieces::of::<G, Black>(placement)),
        };
        match place {
            Some((word, bit)) => drop(word.fetch_or(bit, Ordering::Relaxed)),
            None => drop(empty_handed.insert(*placement)),
        }
    }

    /// The mark of a position with `C` to move. Returns `None` if this player has no pieces.
    #[inline(always)]
    pub(super) fn place<B: Geometry, C: Perspective>(&self, pieces: &Pieces<B::Set>) -> Option<Mark<'_>> {
        if pieces.own.is_empty() {
            return None;
        }
        let slice = self.of_number(C::COLOR, Slice::number_of(pieces));
        Some(slice.mark(slice.index.number::<B, C>(pieces)))
    }

    /// All marks: the player to move, the slice, and its words.
    pub(super) fn all(&self) -> impl Iterator<Item = (Color, &SliceMarks)> {
        Color::ALL.into_iter().flat_map(|turn| {
            self.slices[turn as usize].iter().filter_map(move |slice| Some((turn, slice.get()?)))
        })
    }
}

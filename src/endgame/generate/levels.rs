//! The men of a slice, by level.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::board::{Black, Color, Geometry, Piece, Set, White};
use crate::endgame::combination::{Perspective, subsets};
use crate::endgame::index::Men;
use crate::endgame::parallel::{self, Work};
use crate::endgame::slice::Slice;
use crate::interrupt;

/// The sets of men of each player, by the steps that they have to go.
pub(in crate::endgame) struct Levels<S> {
    white: Vec<Vec<S>>,
    black: Vec<Vec<S>>,
}

impl<S: Set> Levels<S> {
    pub(in crate::endgame) fn of<B: Geometry<Set = S>>(slice: Slice) -> Self {
        let white = by_steps::<B, White>(slice.count(Piece::WhiteMan));
        let black = by_steps::<B, Black>(slice.count(Piece::BlackMan));
        Self { white, black }
    }

    /// The number of levels.
    pub(in crate::endgame) fn count(&self) -> usize {
        self.white.len() + self.black.len() - 1
    }

    /// Calls `visit` with the men of each subslice of a level.
    pub(in crate::endgame) fn for_each(&self, level: usize, visit: &mut dyn FnMut(Men<S>)) {
        for (steps, white) in self.white.iter().enumerate() {
            for &own in white {
                let disjoint = self.black_men(level, steps).iter().filter(|theirs| !theirs.meets(own));
                disjoint.for_each(|&theirs| visit(Men { own, theirs }));
            }
        }
    }

    /// Black's men in a level in which White's men have this number of steps to go.
    fn black_men(&self, level: usize, white_steps: usize) -> &[S] {
        let steps = level.checked_sub(white_steps);
        steps.and_then(|steps| self.black.get(steps)).map_or(&[], Vec::as_slice)
    }

    /// Calls `work` for all subslices of a level, with a thread for each solver. `work` returns the number of
    /// positions of a subslice.
    pub(in crate::endgame) fn run<W: Send>(
        &self,
        level: usize,
        solvers: &mut [W],
        work: fn(&mut W, Men<S>) -> usize,
        on_progress: &mut dyn FnMut(usize),
    ) {
        let next = &AtomicUsize::new(0);
        let mut workers: Vec<Work<'_>> = Vec::new();
        for solver in solvers {
            workers.push(Box::new(move |on_progress| {
                self.work(level, next, &mut |men| work(&mut *solver, men), on_progress);
            }));
        }
        parallel::run(workers, on_progress);
    }

    /// Takes one set of White's men after the other, until none is left or the program is asked to end, and works on
    /// the subslices with it.
    fn work(
        &self,
        level: usize,
        next: &AtomicUsize,
        work: &mut dyn FnMut(Men<S>) -> usize,
        on_progress: &mut dyn FnMut(usize),
    ) {
        let mut before = 0;
        let mut taken = next.fetch_add(1, Ordering::Relaxed);
        for (steps, white) in self.white.iter().enumerate() {
            let black = self.black_men(level, steps);
            if black.is_empty() {
                continue;
            }
            while taken < before + white.len() && !interrupt::is_requested() {
                let own = white[taken - before];
                let disjoint = black.iter().filter(|theirs| !theirs.meets(own));
                on_progress(disjoint.map(|&theirs| work(Men { own, theirs })).sum());
                taken = next.fetch_add(1, Ordering::Relaxed);
            }
            before += white.len();
        }
    }
}

/// All sets of `count` men of `C`, by the steps that they have to go.
fn by_steps<B: Geometry, C: Perspective>(count: usize) -> Vec<Vec<B::Set>> {
    let zone = B::PLAYING & !B::promotion_row(C::COLOR);
    let mut sets = Vec::new();
    subsets(count, zone, &mut sets);
    let mut groups = vec![Vec::new(); (B::SIZE - 1) * count + 1];
    for men in sets {
        let steps = men.cells().map(|cell| match C::COLOR {
            Color::White => B::row(cell),
            Color::Black => B::SIZE - 1 - B::row(cell),
        });
        groups[steps.sum::<usize>()].push(men);
    }
    groups
}

//! Move ordering: TT move, captures and promotions, killers, history.

use super::{Depth, MoveCode, Tree};

/// A move and its rank: higher ranks are tried first.
#[derive(Clone, Copy, Debug)]
struct Ranked<M> {
    mv: M,
    rank: i32,
}

/// Picks the moves of a node by rank (selection sort).
#[derive(Clone, Debug)]
pub(super) struct Picker<M> {
    moves: Vec<Ranked<M>>,
    /// Whether the moves are sorted, apart from those that were deferred.
    is_sorted: bool,
}

impl<M: Copy> Picker<M> {
    pub(super) const fn new() -> Self {
        Self { moves: Vec::new(), is_sorted: false }
    }

    /// Removes all moves.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.is_sorted = false;
    }

    pub(super) fn push(&mut self, mv: M, rank: i32) {
        self.moves.push(Ranked { mv, rank });
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Sorts the moves if selection sort would take long.
    #[inline]
    pub(super) fn sort_if_many(&mut self) {
        self.is_sorted = self.moves.len() > MANY;
        if self.is_sorted {
            self.moves.sort_by_key(|ranked| std::cmp::Reverse(ranked.rank));
        }
    }

    /// The move to try after `index` others. Ties are broken deterministically.
    pub(super) fn pick(&mut self, index: usize) -> M {
        if self.is_sorted && self.moves[index].rank != DEFERRED {
            return self.moves[index].mv;
        }
        let mut best = index;
        for other in index + 1..self.moves.len() {
            if self.moves[other].rank > self.moves[best].rank {
                best = other;
            }
        }
        self.moves.swap(index, best);
        self.moves[index].mv
    }

    /// Defers the move at `index` until all others were tried. Returns `false` if it was deferred before.
    pub(super) fn defer(&mut self, index: usize) -> bool {
        let rank = &mut self.moves[index].rank;
        std::mem::replace(rank, DEFERRED) != DEFERRED
    }

    /// The moves that were tried before the one at `index`.
    pub(super) fn tried(&self, index: usize) -> impl Iterator<Item = &M> {
        self.moves[..index].iter().map(|ranked| &ranked.mv)
    }
}

/// Killer heuristic (Akl and Newborn, 1977): the last two quiet moves that caused a beta cutoff at a ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Killers([MoveCode; 2]);

impl Killers {
    pub(super) const NONE: Self = Self([MoveCode::NONE; 2]);

    pub(super) fn add(&mut self, code: MoveCode) {
        if self.0[0] != code {
            self.0 = [code, self.0[0]];
        }
    }

    fn rank(self, code: MoveCode) -> i32 {
        match self.0.iter().position(|&killer| killer == code) {
            Some(index) => KILLER - index as i32,
            None => 0,
        }
    }
}

/// The history heuristic (Schaeffer, 1983): how often a move caused a cutoff anywhere in the tree.
#[derive(Clone, Debug)]
pub(super) struct MoveHistory(Vec<i16>);

impl MoveHistory {
    pub(super) fn new() -> Self {
        Self(vec![0; 1 << 16])
    }

    pub(super) fn get(&self, code: MoveCode) -> i32 {
        i32::from(self.0[usize::from(code.0)])
    }

    /// Rewards a move that caused a cutoff.
    pub(super) fn add_bonus(&mut self, code: MoveCode, depth: Depth) {
        self.update(code, i32::from(MAX_HISTORY), depth);
    }

    /// Punishes a move that was tried before the one that caused the cutoff.
    pub(super) fn add_malus(&mut self, code: MoveCode, depth: Depth) {
        self.update(code, -i32::from(MAX_HISTORY), depth);
    }

    /// Moves a value towards the limit by a fraction of the distance, which grows with depth (history
    /// gravity).
    fn update(&mut self, code: MoveCode, limit: i32, depth: Depth) {
        let weight = i32::from(depth.0).pow(2).min(400);
        let value = &mut self.0[usize::from(code.0)];
        *value += ((limit - i32::from(*value)) * weight / 8192) as i16;
    }
}

/// More moves than positions of actual games have.
const MANY: usize = 256;
/// The rank of a deferred move.
const DEFERRED: i32 = i32::MIN;
/// The largest absolute value of the history.
const MAX_HISTORY: i16 = 16_000;
/// The rank of the first killer, above the history.
const KILLER: i32 = 20_000;
/// The rank of a capture, per captured piece.
const CAPTURED_PIECE: i32 = 100_000;
/// The rank of the move of the transposition table.
const TT_MOVE: i32 = 1 << 30;

/// The rank of a move.
pub(super) fn rank<T: Tree>(
    tree: &T,
    mv: &T::Move,
    tt_move: MoveCode,
    killers: Killers,
    move_history: &MoveHistory,
) -> i32 {
    let code = tree.code(mv);
    if code == tt_move {
        return TT_MOVE;
    }
    match tree.captured_count(mv) {
        0 => killers.rank(code) + move_history.get(code),
        captured => captured as i32 * CAPTURED_PIECE + move_history.get(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves in the order in which they are picked, where those divisible by `deferred` are deferred once.
    fn picked(count: usize, deferred: usize) -> Vec<usize> {
        let mut picker = Picker::new();
        (0..count).for_each(|mv| picker.push(mv, (mv * 7919 % count) as i32));
        picker.sort_if_many();
        assert_eq!(picker.is_sorted, count > MANY);
        let pick = |index| loop {
            let mv = picker.pick(index);
            if mv % deferred != 0 || !picker.defer(index) {
                return mv;
            }
        };
        (0..count).map(pick).collect()
    }

    #[test]
    fn few_moves_and_many_are_picked_in_the_order_of_their_ranks() {
        for count in [100, 1_000] {
            let ranks = |moves: Vec<usize>| moves.into_iter().map(|mv| mv * 7919 % count).collect::<Vec<_>>();
            assert!(ranks(picked(count, usize::MAX)).is_sorted_by(|one, next| one > next));
            let mut others = picked(count, 10);
            let last = others.split_off(count - count / 10);
            assert!(others.iter().all(|mv| mv % 10 != 0) && last.iter().all(|mv| mv % 10 == 0));
            assert!(ranks(others).is_sorted_by(|one, next| one > next));
        }
    }
}

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
}

impl<M: Copy> Picker<M> {
    pub(super) const fn new() -> Self {
        Self { moves: Vec::new() }
    }

    /// Removes all moves.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
    }

    pub(super) fn push(&mut self, mv: M, rank: i32) {
        self.moves.push(Ranked { mv, rank });
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The move to try after `index` others. Ties are broken deterministically.
    pub(super) fn pick(&mut self, index: usize) -> M {
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

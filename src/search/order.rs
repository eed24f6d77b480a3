//! In which order moves are tried: the better the first one, the smaller the tree.

use super::{Depth, MoveCode, Tree};

/// A move, and how early it is tried.
#[derive(Clone, Copy, Debug)]
struct Ranked<M> {
    mv: M,
    rank: i32,
}

/// The moves of a node, best first as far as one can tell.
#[derive(Clone, Debug)]
pub(super) struct Picker<M> {
    moves: Vec<Ranked<M>>,
}

impl<M: Copy> Picker<M> {
    pub(super) const fn new() -> Self {
        Self { moves: Vec::new() }
    }

    /// Forgets all moves.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
    }

    pub(super) fn push(&mut self, mv: M, rank: i32) {
        self.moves.push(Ranked { mv, rank });
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// The move to try after `index` others. Of equal ones it is the one that was pushed first, or
    /// nearly so: the same in every search.
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

    /// Puts the move at `index` off until all others were tried. False: it has been put off before.
    pub(super) fn put_off(&mut self, index: usize) -> bool {
        let rank = &mut self.moves[index].rank;
        std::mem::replace(rank, PUT_OFF) != PUT_OFF
    }

    /// The moves that were tried before the one at `index`.
    pub(super) fn tried(&self, index: usize) -> impl Iterator<Item = &M> {
        self.moves[..index].iter().map(|ranked| &ranked.mv)
    }
}

/// Quiet moves that refuted something at the same distance from the root.
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

/// How often moves refuted something, wherever (the history heuristic; Schaeffer, 1983).
#[derive(Clone, Debug)]
pub(super) struct Merits(Vec<i16>);

impl Merits {
    pub(super) fn new() -> Self {
        Self(vec![0; 1 << 16])
    }

    pub(super) fn get(&self, code: MoveCode) -> i32 {
        i32::from(self.0[usize::from(code.0)])
    }

    /// The move refuted something after so deep a search.
    pub(super) fn praise(&mut self, code: MoveCode, depth: Depth) {
        self.pull(code, i32::from(MOST_MERIT), depth);
    }

    /// The move was tried and did not.
    pub(super) fn blame(&mut self, code: MoveCode, depth: Depth) {
        self.pull(code, -i32::from(MOST_MERIT), depth);
    }

    /// Moves a merit towards the limit, the more the farther it is from there.
    fn pull(&mut self, code: MoveCode, limit: i32, depth: Depth) {
        let share = i32::from(depth.0).pow(2).min(400);
        let merit = &mut self.0[usize::from(code.0)];
        *merit += ((limit - i32::from(*merit)) * share / 8192) as i16;
    }
}

/// Less than any move is worth.
const PUT_OFF: i32 = i32::MIN;
const MOST_MERIT: i16 = 16_000;
const KILLER: i32 = 20_000;
const GAIN: i32 = 100_000;
const KNOWN: i32 = 1 << 30;

/// How early a move is tried: the one that the table knows, captures and promotions, killers, and the
/// rest by merit.
pub(super) fn rank<T: Tree>(
    tree: &T,
    mv: &T::Move,
    known: MoveCode,
    killers: Killers,
    merits: &Merits,
) -> i32 {
    let code = tree.code(mv);
    if code == known {
        return KNOWN;
    }
    match tree.gain(mv) {
        0 => killers.rank(code) + merits.get(code),
        gain => gain as i32 * GAIN + merits.get(code),
    }
}

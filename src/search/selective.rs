//! What the selective profile leaves out. Nothing of this is certain: it is what wins games.

use super::node::{Place, Step};
use super::value::Value;
use super::{Aborted, Depth, MoveCode, Observer, Search, Tree, Window};

impl<T: Tree, O: Observer<T>> Search<'_, T, O> {
    /// A node that a much shallower search finds far better than it has to be is good enough (ProbCut;
    /// Buro, 1995). None: it has to be searched.
    pub(super) fn foregone(
        &mut self,
        place: &Place<T::Node>,
        window: Window,
        depth: Depth,
    ) -> Result<Option<Value>, Aborted> {
        if depth < SHALLOWEST_FOREGONE || !window.is_test() || window.beta.is_decided() {
            return Ok(None);
        }
        let beta = window.beta.moved(FAR_BETTER);
        let value = self.node(place, Window::test(beta.moved(-1)), Depth(depth.0 / 2))?;
        Ok((value.score >= beta).then_some(value))
    }
}

/// How deep a node is searched. One where no best move is known is not worth the whole depth: the next
/// iteration will know one (internal iterative reduction).
pub(super) fn worthwhile(depth: Depth, known: MoveCode) -> Depth {
    if known == MoveCode::NONE && depth >= SHALLOWEST_UNKNOWN { depth - 1 } else { depth }
}

/// How many plies a quiet move is searched less at first: the more the later it comes and the deeper the
/// search is. Where the value itself is sought it is one less.
pub(super) fn reduction(step: Step, window: Window) -> u8 {
    let (depth, index) = (usize::from(step.depth.0), step.index);
    let plies = REDUCTIONS[depth.min(REDUCTIONS.len() - 1)][index.min(REDUCTIONS[0].len() - 1)];
    plies.saturating_sub(u8::from(!window.is_test())).min(step.depth.0.saturating_sub(1))
}

/// Plies by depth and by the number of moves before.
static REDUCTIONS: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut depth = 2;
    while depth < table.len() {
        let mut index = 1;
        while index < table[0].len() {
            let hundredths = 30 + 22 * log2(depth) * log2(index + 1) / 256;
            table[depth][index] = (hundredths / 100) as u8;
            index += 1;
        }
        depth += 1;
    }
    table
};

/// The binary logarithm in sixteenths, a straight line between the powers of two.
const fn log2(number: usize) -> usize {
    let whole = number.ilog2() as usize;
    16 * whole + 16 * (number - (1 << whole)) / (1 << whole)
}

/// A shallower search costs next to nothing only if this one is deep enough.
const SHALLOWEST_FOREGONE: Depth = Depth(4);
/// Hundredths of a man.
const FAR_BETTER: i16 = 30;
/// Less deep it does not matter which move is tried first.
const SHALLOWEST_UNKNOWN: Depth = Depth(4);

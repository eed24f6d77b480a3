//! Forward pruning and reductions of the selective profile. They are unsound, but the engine plays stronger
//! with them.

use super::node::{MoveContext, Node};
use super::value::Value;
use super::{Aborted, Depth, MoveCode, Observer, Search, Tree, Window};

impl<T: Tree, O: Observer<T>> Search<'_, T, O> {
    /// `ProbCut` (Buro, 1995): a search of half the depth that exceeds beta by a margin cuts. Returns `None`
    /// if the node has to be searched.
    pub(super) fn prob_cut(
        &mut self,
        node: &Node<T::Node>,
        window: Window,
        depth: Depth,
    ) -> Result<Option<Value>, Aborted> {
        if depth < MIN_PROB_CUT_DEPTH || !window.is_zero() || window.beta.is_decided() {
            return Ok(None);
        }
        let beta = window.beta.moved(PROB_CUT_MARGIN);
        let value = self.search(node, Window::zero(beta.moved(-1)), Depth(depth.0 / 2))?;
        Ok((value.score >= beta).then_some(value))
    }
}

/// Internal iterative reduction (Schröder, 2020): a node without a TT move is searched a ply less deep. The
/// next iteration will have a TT move.
pub(super) fn internal_iterative_reduction(depth: Depth, tt_move: MoveCode) -> Depth {
    if tt_move == MoveCode::NONE && depth >= MIN_REDUCED_DEPTH { depth - 1 } else { depth }
}

/// Late move reduction: the plies by which the scout of a quiet move is reduced. The reduction grows with
/// depth and move index, and is a ply less in an open window.
pub(super) fn late_move_reduction(context: MoveContext, window: Window) -> u8 {
    let (depth, index) = (usize::from(context.depth.0), context.index);
    let plies = REDUCTIONS[depth.min(REDUCTIONS.len() - 1)][index.min(REDUCTIONS[0].len() - 1)];
    plies.saturating_sub(u8::from(!window.is_zero())).min(context.depth.0.saturating_sub(1))
}

/// Plies by depth and move index.
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

/// The binary logarithm in sixteenths, interpolated linearly between powers of two.
const fn log2(number: usize) -> usize {
    let whole = number.ilog2() as usize;
    16 * whole + 16 * (number - (1 << whole)) / (1 << whole)
}

/// Below this depth the shallow search costs too much.
const MIN_PROB_CUT_DEPTH: Depth = Depth(4);
/// The margin above beta, in hundredths of a man.
const PROB_CUT_MARGIN: i16 = 30;
/// Below this depth move ordering matters too little.
const MIN_REDUCED_DEPTH: Depth = Depth(4);

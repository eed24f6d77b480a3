//! Checks a strategy of Down against every line of Across.

use rustc_hash::FxHashSet;

use super::{Hex, Stones, cells_of};
use crate::lab::TooMany;

/// A strategy of Down.
pub trait Strategy {
    /// The cell that Down takes, with Down to move. Returns `None` if no cell is left.
    fn reply(&self, stones: Stones) -> Option<u32>;

    /// Whether Across, who is to move, can no longer connect.
    fn is_decided(&self, stones: Stones) -> bool;
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// Across never connects left to right.
    Holds {
        /// The number of distinct positions with Across to move that can arise.
        positions: usize,
    },
    /// Across connects.
    Loses {
        /// The first losing line of a depth-first search that tries the moves of Across in reading order: the
        /// cells taken, Across and Down in turn.
        line: Vec<u32>,
    },
}

/// Checks a strategy against every line of Across, which moves first. Calls `on_progress` regularly with the
/// number of visited positions.
///
/// # Errors
/// If there are more than `limit` positions.
pub fn check(
    hex: &Hex,
    strategy: &impl Strategy,
    limit: usize,
    on_progress: impl FnMut(usize),
) -> Result<Check, TooMany> {
    let (seen, line) = (FxHashSet::default(), Vec::new());
    let mut checker = StrategyChecker { hex, strategy, limit, on_progress, seen, line };
    let holds = checker.holds(Stones::NONE)?;
    let StrategyChecker { seen, line, .. } = checker;
    Ok(if holds { Check::Holds { positions: seen.len() } } else { Check::Loses { line } })
}

struct StrategyChecker<'a, S, H> {
    hex: &'a Hex,
    strategy: &'a S,
    limit: usize,
    on_progress: H,
    seen: FxHashSet<Stones>,
    line: Vec<u32>,
}

/// Positions between two progress reports.
const BETWEEN_REPORTS: usize = 1 << 16;

impl<S: Strategy, H: FnMut(usize)> StrategyChecker<'_, S, H> {
    /// Whether Down holds with Across to move. If not, `line` is the losing line.
    ///
    /// The recursion is at most half as deep as the board has cells.
    fn holds(&mut self, stones: Stones) -> Result<bool, TooMany> {
        if !self.seen.insert(stones) {
            return Ok(true);
        }
        if self.seen.len() > self.limit {
            return Err(TooMany { limit: self.limit });
        }
        if self.seen.len().is_multiple_of(BETWEEN_REPORTS) {
            (self.on_progress)(self.seen.len());
        }
        if self.strategy.is_decided(stones) {
            return Ok(true);
        }
        for cell in cells_of(self.hex.all() & !stones.occupied()) {
            if !self.holds_after(stones, cell)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn holds_after(&mut self, stones: Stones, cell: u32) -> Result<bool, TooMany> {
        let taken = stones.with(cell);
        self.line.push(cell);
        if self.hex.joins_across(taken.across) {
            return Ok(false);
        }
        if let Some(reply) = self.strategy.reply(taken) {
            self.line.push(reply);
            if !self.holds(taken.with(reply))? {
                return Ok(false);
            }
            self.line.pop();
        }
        self.line.pop();
        Ok(true)
    }
}

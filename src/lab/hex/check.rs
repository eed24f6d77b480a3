//! Does a strategy of Down hold against every line of Across?

use rustc_hash::FxHashSet;

use super::{Hex, Stones, cells_of};
use crate::lab::TooMany;

/// A way for Down to play.
pub trait Strategy {
    /// The cell that Down takes; Down is to move. None: there is no cell to take.
    fn reply(&self, stones: Stones) -> Option<u32>;

    /// Whether Across, who is to move, can do nothing any more.
    fn has_nothing_to_fear(&self, stones: Stones) -> bool;
}

/// What the check of a strategy found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// Across never joins left to right.
    Holds {
        /// The distinct positions with Across to move that can arise.
        positions: usize,
    },
    /// Across does.
    Loses {
        /// The first line that shows it, when the moves of Across are tried in reading order and each to
        /// its end before the next: the cells taken, Across and Down alternating.
        line: Vec<u32>,
    },
}

/// Checks a strategy against every line of Across, which moves first. `hear` is told from time to time
/// how many positions were visited.
///
/// # Errors
/// When there are more than `limit` positions.
pub fn check(
    hex: &Hex,
    strategy: &impl Strategy,
    limit: usize,
    hear: impl FnMut(usize),
) -> Result<Check, TooMany> {
    let (seen, line) = (FxHashSet::default(), Vec::new());
    let mut checker = Checker { hex, strategy, limit, hear, seen, line };
    let holds = checker.holds(Stones::NONE)?;
    let Checker { seen, line, .. } = checker;
    Ok(if holds { Check::Holds { positions: seen.len() } } else { Check::Loses { line } })
}

struct Checker<'a, S, H> {
    hex: &'a Hex,
    strategy: &'a S,
    limit: usize,
    hear: H,
    seen: FxHashSet<Stones>,
    line: Vec<u32>,
}

/// How often somebody is told.
const BETWEEN_REPORTS: usize = 1 << 16;

impl<S: Strategy, H: FnMut(usize)> Checker<'_, S, H> {
    /// Whether Down holds with Across to move. If not, the line is left as it was when Across won.
    ///
    /// As deep as half the cells, so the stack is enough.
    fn holds(&mut self, stones: Stones) -> Result<bool, TooMany> {
        if !self.seen.insert(stones) {
            return Ok(true);
        }
        if self.seen.len() > self.limit {
            return Err(TooMany { limit: self.limit });
        }
        if self.seen.len().is_multiple_of(BETWEEN_REPORTS) {
            (self.hear)(self.seen.len());
        }
        if self.strategy.has_nothing_to_fear(stones) {
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

//! Asking now and then, in work that goes over many positions, whether to go on.

use std::ops::ControlFlow;

use crate::board::movegen::Poll;

/// Asks after so many units of work whether to go on.
pub(super) struct Pace<'a, 'b> {
    poll: &'a mut Poll<'b>,
    /// The work since it last asked.
    done: usize,
}

impl<'a, 'b> Pace<'a, 'b> {
    /// The work between two polls. A unit is the visit of a position or of a move between two, at most a tenth of
    /// a microsecond.
    pub(super) const INTERVAL: usize = 1 << 14;

    pub(super) fn new(poll: &'a mut Poll<'b>) -> Self {
        Self { poll, done: 0 }
    }

    /// Counts work that is about to be done.
    pub(super) fn work(&mut self, units: usize) -> ControlFlow<()> {
        self.done += units;
        if self.done < Self::INTERVAL {
            return ControlFlow::Continue(());
        }
        self.done = 0;
        (self.poll)()
    }
}

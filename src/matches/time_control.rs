//! The time that the players of a game have.

use std::time::Duration;

use crate::search::{GameClock, Limits};

/// The time that the players of a game have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeControl {
    /// The limits of each move.
    pub(crate) limits: Limits,
    /// The clock of each player for the whole game.
    pub(crate) clock: Option<GameClock>,
    /// The time by which a move may exceed its limit.
    pub(crate) tolerance: Duration,
    /// The time to wait beyond that before an engine counts as hanging. Without a limit of time, the time to
    /// wait for a move.
    pub(crate) patience: Duration,
}

impl TimeControl {
    /// Limits of each move without a clock. No move is too late.
    pub(crate) const fn untimed(limits: Limits) -> Self {
        Self { limits, clock: None, tolerance: Duration::MAX, patience: Duration::MAX }
    }

    /// Returns by how much a move exceeded its time. Returns `None` if that is within the tolerance, or if
    /// moves have no limit of time.
    pub(crate) fn overrun(&self, used: Duration) -> Option<Duration> {
        let over = used.checked_sub(self.limits.move_time?)?;
        Some(over).filter(|over| *over >= self.tolerance)
    }

    /// Takes the time of a move off a clock and adds the increment.
    ///
    /// # Errors
    /// Returns the time by which the clock was exceeded, if that is more than the tolerance.
    pub(crate) fn stop(&self, clock: &mut GameClock, used: Duration) -> Result<(), Duration> {
        let over = millis(used) - clock.time - clock.increment;
        if over > millis(self.tolerance) {
            return Err(Duration::from_millis(over.unsigned_abs()));
        }
        clock.time = (-over).max(0);
        Ok(())
    }

    /// Returns the time to wait for an answer.
    pub(crate) fn longest_wait(&self, clock: Option<GameClock>) -> Duration {
        let left = clock.map(|clock| clock.time.saturating_add(clock.increment).max(0).unsigned_abs());
        let time = left.map(Duration::from_millis).or(self.limits.move_time).unwrap_or_default();
        time.saturating_add(self.tolerance).saturating_add(self.patience)
    }
}

/// Returns the time in milliseconds, bounded so that sums do not overflow.
fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 4).min(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_move_may_exceed_its_time_by_the_tolerance() {
        let limits = Limits { move_time: Some(SECOND), ..Limits::NONE };
        let time = TimeControl { limits, clock: None, tolerance: SECOND / 10, patience: SECOND };
        assert_eq!(time.overrun(SECOND + SECOND / 20), None);
        assert_eq!(time.overrun(SECOND + SECOND / 5), Some(SECOND / 5));
        assert_eq!(time.longest_wait(None), 2 * SECOND + SECOND / 10);
    }

    #[test]
    fn a_clock_loses_the_time_of_a_move_and_gains_the_increment() {
        let time = TimeControl { tolerance: SECOND / 10, ..TimeControl::untimed(Limits::NONE) };
        let mut clock = GameClock { time: 1000, increment: 100, moves_to_go: None };
        assert_eq!(time.stop(&mut clock, SECOND / 2), Ok(()));
        assert_eq!(clock.time, 600);
        assert_eq!(time.stop(&mut clock, SECOND * 3 / 4), Ok(()));
        assert_eq!(clock.time, 0);
        assert_eq!(time.stop(&mut clock, SECOND), Err(SECOND * 9 / 10));
    }
}

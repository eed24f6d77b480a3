//! The clocks of both players.

use std::time::{Duration, Instant};

use crate::board::Color;
use crate::matches::time_control::TimeControl;
use crate::search::{GameClock, Limits};

/// The clocks, one of which is running.
#[derive(Clone, Copy)]
pub(super) struct Clocks {
    white: GameClock,
    black: GameClock,
    /// When the running clock was started.
    began: Instant,
}

/// A player's time is up.
pub(super) struct TimeIsUp;

impl Clocks {
    /// The clocks of a new game, with the same time for both.
    pub(super) fn new(clock: GameClock) -> Self {
        Self { white: clock, black: clock, began: Instant::now() }
    }

    /// Starts the clock of the player to move.
    pub(super) fn start(&mut self) {
        self.began = Instant::now();
    }

    /// Stops the clock of a player, who has moved.
    pub(super) fn stop(&mut self, color: Color) -> Result<(), TimeIsUp> {
        let used = self.began.elapsed();
        let rule = TimeControl { tolerance: Duration::ZERO, ..TimeControl::untimed(Limits::NONE) };
        rule.stop(self.clock_mut(color), used).map_err(|_| TimeIsUp)
    }

    /// The clock of a player.
    pub(super) fn clock(&self, color: Color) -> GameClock {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    fn clock_mut(&mut self, color: Color) -> &mut GameClock {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// When the time of a player whose clock is running is up.
    pub(super) fn deadline(&self, color: Color) -> Instant {
        self.began + left(self.clock(color))
    }

    /// The time that a player has left, whose clock may be running.
    pub(super) fn text(&self, color: Color, is_running: bool) -> String {
        let used = if is_running { self.began.elapsed() } else { Duration::ZERO };
        let seconds = left(self.clock(color)).saturating_sub(used).as_secs();
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// The time for the next move and all later ones.
fn left(clock: GameClock) -> Duration {
    Duration::from_millis(clock.time.saturating_add(clock.increment).max(0).unsigned_abs())
}

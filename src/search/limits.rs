//! Search limits and time management.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::Depth;

/// The limits of a search. The first one reached ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The depth of the last iteration.
    pub depth: Depth,
    /// The number of nodes.
    pub nodes: u64,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The time left for the game.
    pub clock: Option<GameClock>,
}

impl Limits {
    /// No limits: the search runs until it is stopped.
    pub const NONE: Self = Self { depth: Depth::MAX, nodes: u64::MAX, move_time: None, clock: None };

    /// The time that the move should take. Returns `None` if there is no time limit.
    #[must_use]
    pub fn planned(&self) -> Option<Duration> {
        TimeBudget::new(self).map(|budget| budget.soft)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::NONE
    }
}

/// A player's time for the game, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameClock {
    /// The time left, without the increment for this move. It may be negative.
    pub time: i64,
    /// The increment, added before each move.
    pub increment: i64,
    /// Moves to the next time control; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

impl GameClock {
    /// The number of moves that the time is divided among.
    const EXPECTED_MOVES: i64 = 25;
    /// The overhead of a move on a busy machine.
    const OVERHEAD: i64 = 20;

    /// The time budget of a move.
    fn budget(self) -> TimeBudget {
        let increment = self.increment.max(0);
        let left = self.time.saturating_add(increment);
        let reserve = Self::OVERHEAD.max(left / 50).min(left / 2);
        let usable = left.saturating_sub(reserve).max(1);
        // Some interfaces send 0 when there is no time control.
        let to_go = self.moves_to_go.filter(|&moves| moves > 0);
        let moves = to_go.map_or(Self::EXPECTED_MOVES, i64::from).min(Self::EXPECTED_MOVES);
        let share = usable.saturating_sub(increment).max(0) / moves + increment.min(usable);
        let hard = if moves == 1 { usable } else { share.saturating_mul(4).min(usable / 2) };
        TimeBudget { soft: millis(share.min(usable) / 2), hard: millis(hard), is_fixed: false }
    }
}

fn millis(count: i64) -> Duration {
    Duration::from_millis(count.max(1).unsigned_abs())
}

/// The time budget of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeBudget {
    /// The soft limit: after it no iteration starts, since it would usually not end in time.
    soft: Duration,
    /// The hard limit: the search is aborted.
    pub(super) hard: Duration,
    /// Whether unused time is lost for later moves.
    is_fixed: bool,
}

impl TimeBudget {
    /// The budget of a move. Returns `None` if there is no time limit.
    pub(super) fn new(limits: &Limits) -> Option<Self> {
        let move_time = limits.move_time.map(Self::fixed);
        let clock = limits.clock.map(GameClock::budget);
        match (move_time, clock) {
            (Some(a), Some(b)) => {
                Some(Self { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard), is_fixed: false })
            }
            (budget, None) | (None, budget) => budget,
        }
    }

    /// The whole move time less the overhead.
    fn fixed(time: Duration) -> Self {
        let hard = time - (time / 5).min(Duration::from_millis(10));
        Self { soft: hard, hard, is_fixed: true }
    }

    /// The soft limit, scaled by the stability of the best move.
    pub(super) fn soft_limit(&self, stability: Stability) -> Duration {
        if self.is_fixed { self.soft } else { (self.soft * stability.percent() / 100).min(self.hard) }
    }
}

/// The stability of the best move from iteration to iteration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stability {
    /// Iterations since the best move last changed.
    unchanged: u32,
    /// Whether the score dropped in the last iteration.
    is_worse: bool,
}

impl Stability {
    /// The stability after another iteration, with the change of score in hundredths of a man.
    pub(super) fn after(self, same_move: bool, gain: i32) -> Self {
        Self { unchanged: if same_move { self.unchanged + 1 } else { 0 }, is_worse: gain < -Self::SCORE_DROP }
    }

    /// A larger drop counts as worse, in hundredths of a man.
    const SCORE_DROP: i32 = 20;

    /// The percentage of the soft limit to use.
    fn percent(self) -> u32 {
        match (self.is_worse, self.unchanged) {
            (true, _) | (_, 0) => 200,
            (_, 1..=2) => 130,
            (_, 3..=6) => 100,
            _ => 70,
        }
    }
}

/// A flag that stops a search. Copies share the flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Requests that the search end.
    pub fn ask(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether a stop was requested.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The signals that a search polls. The caller provides them.
#[derive(Clone, Copy)]
pub struct Signals<'a> {
    /// Whether the search was stopped.
    pub stopped: &'a dyn Fn() -> bool,
    /// The time used so far.
    pub elapsed: &'a dyn Fn() -> Duration,
}

impl Signals<'_> {
    /// No stop is ever requested, and time does not pass.
    pub const NONE: Self = Self { stopped: &|| false, elapsed: &|| Duration::ZERO };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(time: i64, increment: i64, moves_to_go: Option<u32>) -> TimeBudget {
        let clock = GameClock { time, increment, moves_to_go };
        let budget =
            TimeBudget::new(&Limits { clock: Some(clock), ..Limits::NONE }).expect("there is a clock");
        assert!(budget.soft <= budget.hard.max(millis(1)), "{budget:?}");
        assert!(budget.hard <= millis((time.saturating_add(increment)).max(1)), "{budget:?}");
        budget
    }

    #[test]
    fn a_clock_is_never_overdrawn() {
        for time in [i64::MIN, -1_000, 0, 1, 10, 1_000, 60_000, 10_000_000, i64::MAX] {
            for increment in [0, 1, 100, 1_000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    check(time, increment, moves_to_go);
                }
            }
        }
    }

    #[test]
    fn a_reserve_remains_up_to_every_time_control() {
        let times = [-1_000_000, -1, 0, 1, 2, 3, 39, 40, 41, 100, 999, 1_000, 60_000, 7_200_000];
        for (time, increment) in times.into_iter().flat_map(|time| [0, 100, 2_000].map(|add| (time, add))) {
            for moves_to_go in (1..=60).map(Some).chain([None]) {
                let left = time + increment;
                let reserve = GameClock::OVERHEAD.max(left / 100).min(left / 2);
                let budget = check(time, increment, moves_to_go);
                assert!(budget.hard <= millis(left - reserve), "{budget:?} of {left} for {moves_to_go:?}");
            }
        }
    }

    #[test]
    fn an_unstable_best_move_takes_longer_but_never_too_long() {
        let budget = check(10_000, 100, None);
        let steady = (0..9).fold(Stability::default(), |stability, _| stability.after(true, 0));
        assert!(budget.soft_limit(steady) < budget.soft_limit(steady.after(false, 0)));
        assert!(budget.soft_limit(steady) < budget.soft_limit(steady.after(true, -50)));
        assert!(budget.soft_limit(Stability::default()) <= budget.hard);
        let fixed = TimeBudget::fixed(Duration::from_millis(50));
        assert_eq!(fixed.soft_limit(steady), fixed.soft_limit(Stability::default()));
        assert_eq!(fixed.hard, Duration::from_millis(40));
        assert_eq!(TimeBudget::fixed(Duration::from_secs(60)).hard, Duration::from_millis(59_990));
    }

    #[test]
    fn the_last_move_before_the_control_may_use_all() {
        assert!(check(10_000, 0, Some(1)).hard > Duration::from_millis(9_000));
        assert!(check(10_000, 0, None).hard < Duration::from_millis(3_000));
        assert_eq!(check(10_000, 0, Some(0)), check(10_000, 0, None));
    }

    #[test]
    fn the_shortest_limit_counts() {
        let clock = Some(GameClock { time: 1_000_000, increment: 0, moves_to_go: None });
        let limits = Limits { clock, move_time: Some(Duration::from_millis(7)), ..Limits::NONE };
        // A fifth of such a short time is kept for the overhead.
        assert_eq!(TimeBudget::new(&limits).expect("there are limits").hard, Duration::from_micros(5_600));
        assert_eq!(TimeBudget::new(&Limits::NONE), None);
    }
}

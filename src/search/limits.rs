//! When a search has to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use super::Depth;

/// When a search has to end. Whatever comes first ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The last iteration.
    pub depth: Depth,
    /// How many nodes are visited.
    pub nodes: u64,
    /// How long this move may take.
    pub move_time: Option<Duration>,
    /// What is left of the time for the game.
    pub clock: Option<GameClock>,
}

impl Limits {
    /// Until it is stopped.
    pub const NONE: Self = Self { depth: Depth::MAX, nodes: u64::MAX, move_time: None, clock: None };

    /// How much time a move should take. None: time does not matter.
    #[must_use]
    pub fn planned(&self) -> Option<Duration> {
        Plan::new(self).map(|plan| plan.enough)
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
    /// What is left, the increment for this move not included: it may be negative.
    pub time: i64,
    /// What each move adds before it is made.
    pub increment: i64,
    /// How many moves the time is for. None: for the whole game.
    pub moves_to_go: Option<u32>,
}

impl GameClock {
    /// A game is planned as if it went on for so many moves.
    const MOVES_AHEAD: i64 = 25;
    /// What a move can cost besides thinking when the machine is busy.
    const OVERHEAD: i64 = 20;

    /// When not to begin another iteration, and when to break off.
    fn plan(self) -> Plan {
        let increment = self.increment.max(0);
        let left = self.time.saturating_add(increment);
        let reserve = Self::OVERHEAD.max(left / 50).min(left / 2);
        let usable = left.saturating_sub(reserve).max(1);
        // No moves to go are no control: some interfaces write 0 for that.
        let to_go = self.moves_to_go.filter(|&moves| moves > 0);
        let moves = to_go.map_or(Self::MOVES_AHEAD, i64::from).min(Self::MOVES_AHEAD);
        let share = usable.saturating_sub(increment).max(0) / moves + increment.min(usable);
        let most = if moves == 1 { usable } else { share.saturating_mul(4).min(usable / 2) };
        Plan { enough: millis(share.min(usable) / 2), most: millis(most), is_fixed: false }
    }
}

fn millis(count: i64) -> Duration {
    Duration::from_millis(count.max(1).unsigned_abs())
}

/// How a move's time is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// After this another iteration would usually not end in time.
    enough: Duration,
    /// Then the search is broken off.
    pub(super) most: Duration,
    /// Time that is not used for this move is of no use for another one.
    is_fixed: bool,
}

impl Plan {
    /// The plan for a move. None: time does not matter.
    pub(super) fn new(limits: &Limits) -> Option<Self> {
        let at_most = limits.move_time.map(Self::fixed);
        let clock = limits.clock.map(GameClock::plan);
        match (at_most, clock) {
            (Some(a), Some(b)) => {
                Some(Self { enough: a.enough.min(b.enough), most: a.most.min(b.most), is_fixed: false })
            }
            (plan, None) | (None, plan) => plan,
        }
    }

    /// All of this time but for what a busy machine takes.
    fn fixed(time: Duration) -> Self {
        let most = time - (time / 5).min(Duration::from_millis(10));
        Self { enough: most, most, is_fixed: true }
    }

    /// When there was enough of it, for a choice that is so doubtful.
    pub(super) fn enough(&self, doubt: Doubt) -> Duration {
        if self.is_fixed { self.enough } else { (self.enough * doubt.percent() / 100).min(self.most) }
    }
}

/// How doubtful it is which move is best.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Doubt {
    /// Iterations since another move was best.
    steady: u32,
    /// The last iteration found the best move worse than the one before.
    is_worse: bool,
}

impl Doubt {
    /// What an iteration adds to it that moved the score by so many hundredths of a man.
    pub(super) fn after(self, same_move: bool, gain: i32) -> Self {
        Self { steady: if same_move { self.steady + 1 } else { 0 }, is_worse: gain < -Self::MUCH_WORSE }
    }

    /// Hundredths of a man.
    const MUCH_WORSE: i32 = 20;

    /// The share of the usual time that is worth while.
    fn percent(self) -> u32 {
        match (self.is_worse, self.steady) {
            (true, _) | (_, 0) => 200,
            (_, 1..=2) => 130,
            (_, 3..=6) => 100,
            _ => 70,
        }
    }
}

/// A request to end a search, made by whoever has a copy of it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to end.
    pub fn ask(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether it was asked to.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// What a search hears from outside. Whoever starts it lends it the ears.
#[derive(Clone, Copy)]
pub struct Signals<'a> {
    /// Whether it was told to end.
    pub stopped: &'a dyn Fn() -> bool,
    /// How much of the time was used.
    pub elapsed: &'a dyn Fn() -> Duration,
}

impl Signals<'_> {
    /// Nobody says stop, and time does not pass.
    pub const NONE: Self = Self { stopped: &|| false, elapsed: &|| Duration::ZERO };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(time: i64, increment: i64, moves_to_go: Option<u32>) -> Plan {
        let clock = GameClock { time, increment, moves_to_go };
        let plan = Plan::new(&Limits { clock: Some(clock), ..Limits::NONE }).expect("there is a clock");
        assert!(plan.enough <= plan.most.max(millis(1)), "{plan:?}");
        assert!(plan.most <= millis((time.saturating_add(increment)).max(1)), "{plan:?}");
        plan
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
    fn a_doubtful_choice_takes_longer_and_never_too_long() {
        let plan = check(10_000, 100, None);
        let steady = (0..9).fold(Doubt::default(), |doubt, _| doubt.after(true, 0));
        assert!(plan.enough(steady) < plan.enough(steady.after(false, 0)));
        assert!(plan.enough(steady) < plan.enough(steady.after(true, -50)));
        assert!(plan.enough(Doubt::default()) <= plan.most);
        let fixed = Plan::fixed(Duration::from_millis(50));
        assert_eq!(fixed.enough(steady), fixed.enough(Doubt::default()));
        assert_eq!(fixed.most, Duration::from_millis(40));
        assert_eq!(Plan::fixed(Duration::from_secs(60)).most, Duration::from_millis(59_990));
    }

    #[test]
    fn the_last_move_before_the_control_may_use_all() {
        assert!(check(10_000, 0, Some(1)).most > Duration::from_millis(9_000));
        assert!(check(10_000, 0, None).most < Duration::from_millis(3_000));
        assert_eq!(check(10_000, 0, Some(0)), check(10_000, 0, None));
    }

    #[test]
    fn the_shortest_limit_counts() {
        let clock = Some(GameClock { time: 1_000_000, increment: 0, moves_to_go: None });
        let limits = Limits { clock, move_time: Some(Duration::from_millis(7)), ..Limits::NONE };
        // A fifth of it is kept for what a busy machine takes.
        assert_eq!(Plan::new(&limits).expect("there are limits").most, Duration::from_micros(5_600));
        assert_eq!(Plan::new(&Limits::NONE), None);
    }
}

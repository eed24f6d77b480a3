//! How much time the players of a game have.

use std::time::Duration;

use clap::Args;

use super::player::Fault;
use crate::app::game::seconds;
use crate::app::options::whole;
use crate::search::{Depth, GameClock, Limits};

/// How long a move or a game may take.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PaceArgs {
    /// Plies to look ahead at each move; 0 plays by chance
    #[arg(long, visible_alias = "depth", value_name = "N", value_parser = whole::<u8>(0, 127))]
    pub(crate) ply: Option<u8>,
    /// Nodes to visit at each move
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    pub(crate) nodes: Option<u64>,
    /// Seconds for each move
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub(crate) time: Option<f64>,
}

impl PaceArgs {
    /// Whether nothing was said.
    pub(crate) fn is_silent(&self) -> bool {
        self.ply.is_none() && self.nodes.is_none() && self.time.is_none()
    }

    /// The limits of each move.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            depth: self.ply.map_or(Depth::MAX, Depth),
            nodes: self.nodes.unwrap_or(u64::MAX),
            move_time: self.time.map(Duration::from_secs_f64),
            ..Limits::NONE
        }
    }
}

/// What players are given for a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// For each move.
    pub(crate) limits: Limits,
    /// For the whole game.
    pub(crate) clock: Option<GameClock>,
    /// How much longer a move may take than there is time.
    pub(crate) tolerance: Duration,
    /// After that, how long an engine is waited for before it counts as one that hangs. So long it may
    /// take too where there is no time to keep.
    pub(crate) patience: Duration,
}

impl Pace {
    /// Whether a move that has a time of its own took no longer.
    pub(crate) fn check_move(&self, used: Duration) -> Result<(), Fault> {
        let over =
            self.limits.move_time.and_then(|time| used.checked_sub(time.saturating_add(self.tolerance)));
        over.map_or(Ok(()), |over| Err(Fault::Time(over.saturating_add(self.tolerance))))
    }

    /// How long an answer is waited for.
    pub(crate) fn longest(&self, clock: Option<GameClock>) -> Duration {
        let left = clock.map(|clock| clock.time.saturating_add(clock.increment).max(0).unsigned_abs());
        let time = left.map(Duration::from_millis).or(self.limits.move_time).unwrap_or_default();
        time.saturating_add(self.tolerance).saturating_add(self.patience)
    }
}

/// A clock as testers write it, in seconds: `60` or `60+0.6`.
pub(crate) fn clock(text: &str) -> Result<GameClock, String> {
    let wrong = || "it takes seconds for the game and for each move, such as 60+0.6".to_owned();
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let millis = |text: &str| seconds(text).map(|seconds| (seconds * 1000.0).round() as i64);
    let (time, increment) = (millis(time).map_err(|_| wrong())?, millis(increment).map_err(|_| wrong())?);
    if time + increment == 0 {
        return Err(wrong());
    }
    Ok(GameClock { time, increment, moves_to_go: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_has_a_time_and_an_increment() {
        assert_eq!(clock("60+0.6").map(|clock| (clock.time, clock.increment)), Ok((60_000, 600)));
        assert_eq!(clock("0.5").map(|clock| (clock.time, clock.increment)), Ok((500, 0)));
        for text in ["", "+", "0", "0+0", "-1", "1e9", "60+", "60+x", "nan"] {
            assert!(clock(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_move_that_takes_a_little_longer_is_forgiven() {
        let second = Duration::from_secs(1);
        let limits = Limits { move_time: Some(second), ..Limits::NONE };
        let pace = Pace { limits, clock: None, tolerance: second / 10, patience: second };
        assert_eq!(pace.check_move(second + second / 20), Ok(()));
        assert_eq!(pace.check_move(second + second / 5), Err(Fault::Time(second / 5)));
        assert_eq!(pace.longest(None), 2 * second + second / 10);
    }
}

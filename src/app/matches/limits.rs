//! The flags for the limits of a move and for the clock.

use std::time::Duration;

use clap::Args;

use crate::app::options::whole;
use crate::jobs::journal::{Detail, optional};
use crate::notation::seconds;
use crate::search::{Depth, GameClock, Limits};

/// The limits of a move.
#[derive(Args, Clone, Debug, Default)]
pub(in crate::app) struct MoveLimitArgs {
    /// Search depth in plies per move; 0 plays random moves
    #[arg(long, visible_alias = "depth", value_name = "N", value_parser = whole::<u8>(0, 127))]
    ply: Option<u8>,
    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    nodes: Option<u64>,
    /// Seconds per move
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<f64>,
}

impl MoveLimitArgs {
    /// Returns whether no limit is given.
    pub(in crate::app) fn is_empty(&self) -> bool {
        self.ply.is_none() && self.nodes.is_none() && self.time.is_none()
    }

    /// Returns the limits in words.
    pub(in crate::app) fn details(&self) -> [Detail; 3] {
        [optional("--ply", self.ply), optional("--nodes", self.nodes), optional("--time", self.time)]
    }

    /// Returns the limits of each move.
    pub(in crate::app) fn limits(&self) -> Limits {
        Limits {
            depth: self.ply.map_or(Depth::MAX, Depth),
            nodes: self.nodes.unwrap_or(u64::MAX),
            move_time: self.time.map(Duration::from_secs_f64),
            ..Limits::NONE
        }
    }
}

/// Reads a clock in seconds: `60`, or `60+0.6` with an increment.
pub(in crate::app) fn clock(text: &str) -> Result<GameClock, String> {
    let wrong = || "expected seconds per game and an optional increment, such as 60 or 60+0.6".to_owned();
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let millis = |text: &str| seconds(text).map(|seconds| (seconds * 1000.0).round() as i64);
    let (time, increment) = (millis(time).map_err(|_| wrong())?, millis(increment).map_err(|_| wrong())?);
    if time + increment == 0 {
        return Err(wrong());
    }
    Ok(GameClock { time, increment, moves_to_go: None })
}

/// Reads a lead in men.
pub(super) fn men(text: &str) -> Result<f64, String> {
    let men = text.parse().ok().filter(|men| (0.0..=1000.0).contains(men));
    men.ok_or_else(|| "expected a number of men from 0 to 1000".to_owned())
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
}

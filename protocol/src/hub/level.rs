//! The command `level`.

use std::fmt;

use super::Error;
use super::words::{Argument, Arguments, write_optional};
use crate::line;

/// The limits of the next search.
///
/// Limits hold together: the first that is reached ends the search. `infinite` lifts those that
/// were named before it, on the same line and on earlier ones; a limit that is named after it holds
/// again. So a level that was read is either infinite or has limits.
///
/// Seconds are finite but otherwise as they were sent. They can be negative: Hub adds the increment
/// before the move, so a client that counts otherwise subtracts it from what is left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of nodes.
    pub nodes: Option<u64>,
    /// Seconds for this move.
    pub move_time: Option<f64>,
    /// Moves until time is added to the clock; without it the time is for the whole game.
    pub moves: Option<u32>,
    /// Seconds on the clock.
    pub time: Option<f64>,
    /// Seconds that are added before each move.
    pub inc: Option<f64>,
    /// No limit: the search lasts until it is stopped.
    pub infinite: bool,
}

impl Level {
    /// No limit.
    pub const INFINITE: Self = Self {
        depth: None,
        nodes: None,
        move_time: None,
        moves: None,
        time: None,
        inc: None,
        infinite: true,
    };

    /// Both lines of limits together; where they disagree, the later one holds.
    #[must_use]
    pub fn and(self, later: Self) -> Self {
        if later.infinite {
            return later;
        }
        Self {
            depth: later.depth.or(self.depth),
            nodes: later.nodes.or(self.nodes),
            move_time: later.move_time.or(self.move_time),
            moves: later.moves.or(self.moves),
            time: later.time.or(self.time),
            inc: later.inc.or(self.inc),
            infinite: self.infinite && later == Self::default(),
        }
    }

    pub(super) fn read(mut arguments: Arguments<'_>) -> Result<Self, Error> {
        arguments.try_fold(Self::default(), |level, argument| Ok(level.and(Self::one(&argument?)?)))
    }

    /// The level that one argument is.
    fn one(argument: &Argument<'_>) -> Result<Self, Error> {
        let mut level = Self::default();
        match argument.name {
            "depth" => level.depth = Some(number("depth", argument.value, line::small)?),
            "nodes" => level.nodes = Some(number("nodes", argument.value, line::whole)?),
            "move-time" => level.move_time = Some(number("move-time", argument.value, line::real)?),
            "moves" => level.moves = Some(number("moves", argument.value, line::small)?),
            "time" => level.time = Some(number("time", argument.value, line::real)?),
            "inc" => level.inc = Some(number("inc", argument.value, line::real)?),
            "infinite" => level.infinite = true,
            _ => {}
        }
        Ok(level)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level")?;
        if self.infinite {
            write!(f, " infinite")?;
        }
        write_optional(f, "depth", self.depth)?;
        write_optional(f, "nodes", self.nodes)?;
        write_optional(f, "move-time", self.move_time.map(line::finite))?;
        write_optional(f, "moves", self.moves)?;
        write_optional(f, "time", self.time.map(line::finite))?;
        write_optional(f, "inc", self.inc.map(line::finite))
    }
}

fn number<T>(key: &'static str, value: &str, read: fn(&str) -> Option<T>) -> Result<T, Error> {
    read(value).ok_or_else(|| Error::bad_number(key, value))
}

//! The progress of a search.

use std::fmt;
use std::time::Duration;

use crate::Score;
use crate::line::on_one_line;

/// The progress of a search. Fields that are unknown are left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Plies that are complete.
    pub depth: Option<u32>,
    /// The length of the longest line.
    pub selective_depth: Option<u32>,
    /// Which of several best lines this is, from 1.
    pub multipv: Option<u32>,
    /// For the player to move.
    pub score: Option<Score>,
    /// Whether the score is a bound. `None` if it is exact.
    pub bound: Option<Bound>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Nodes per second (not millions of them, as in Hub).
    pub nps: Option<u64>,
    /// The used part of the transposition table, per mille.
    pub hashfull: Option<u32>,
    /// Positions found in endgame tables.
    pub table_hits: Option<u64>,
    /// Time since the start of the search.
    pub time: Option<Duration>,
    /// The best line.
    pub pv: Vec<String>,
}

/// The kind of an inexact score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The position is at least as good.
    Lower,
    /// The position is at most as good.
    Upper,
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info")?;
        write_optional(f, "depth", self.depth)?;
        write_optional(f, "seldepth", self.selective_depth)?;
        write_optional(f, "multipv", self.multipv)?;
        if let Some(score) = self.score {
            write_score(f, score, self.bound)?;
        }
        write_optional(f, "nodes", self.nodes)?;
        write_optional(f, "nps", self.nps)?;
        write_optional(f, "hashfull", self.hashfull)?;
        write_optional(f, "tbhits", self.table_hits)?;
        write_optional(f, "time", self.time.map(|time| time.as_millis()))?;
        write_optional(f, "pv", (!self.pv.is_empty()).then(|| on_one_line(&self.pv.join(" "))))
    }
}

fn write_optional<T: fmt::Display>(f: &mut fmt::Formatter<'_>, name: &str, value: Option<T>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

/// A man is 100, and wins are counted in moves of the winner: a win in one ply is `mate 1`, and so
/// is a loss in two plies `mate -1`.
fn write_score(f: &mut fmt::Formatter<'_>, score: Score, bound: Option<Bound>) -> fmt::Result {
    match score {
        Score::Men(_) => write!(f, " score cp {}", score.estimate().unwrap_or(0))?,
        Score::WinIn(plies) => write!(f, " score mate {}", plies.div_ceil(2))?,
        Score::LossIn(plies) => write!(f, " score mate {}", -i64::from(plies.div_ceil(2)))?,
    }
    match bound {
        Some(Bound::Lower) => write!(f, " lowerbound"),
        Some(Bound::Upper) => write!(f, " upperbound"),
        None => Ok(()),
    }
}

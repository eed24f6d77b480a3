//! The progress of a search.

use std::fmt;

use super::words::{Argument, Name, Value, write_list, write_optional};
use crate::Score;
use crate::line::{finite, real, small, whole, words};

/// The progress of a search. Fields that are unknown are left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Plies that are complete.
    pub depth: Option<u32>,
    /// The average length of the lines.
    pub mean_depth: Option<f64>,
    /// The length of the longest line.
    pub max_depth: Option<u32>,
    /// For the player to move.
    pub score: Option<Score>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Seconds.
    pub time: Option<f64>,
    /// **Millions** of nodes per second.
    pub nps: Option<f64>,
    /// Names and values that Hub does not define, such as `multipv`.
    pub extra: Vec<(String, String)>,
    /// The best line.
    pub pv: Vec<String>,
}

impl Info {
    /// Values that are not what they should be are left out.
    pub(super) fn read<'a>(arguments: impl Iterator<Item = Argument<'a>>) -> Self {
        let mut info = Self::default();
        for Argument { name, value } in arguments {
            match name {
                "depth" => info.depth = small(value),
                "mean-depth" => info.mean_depth = real(value),
                "max-depth" => info.max_depth = small(value),
                "score" => info.score = real(value).map(Score::from_men),
                "nodes" => info.nodes = whole(value),
                "time" => info.time = real(value),
                "nps" => info.nps = real(value),
                "pv" => info.pv = words(value).map(str::to_owned).collect(),
                _ => info.extra.push((name.to_owned(), value.to_owned())),
            }
        }
        info
    }

    /// Some clients do not survive a line that says nothing.
    fn or_depth_zero(&self) -> Option<u32> {
        self.depth.or_else(|| (*self == Self::default()).then_some(0))
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info")?;
        write_optional(f, "depth", self.or_depth_zero())?;
        write_optional(f, "mean-depth", self.mean_depth.map(|depth| format!("{:.1}", finite(depth))))?;
        write_optional(f, "max-depth", self.max_depth)?;
        write_optional(f, "score", self.score)?;
        write_optional(f, "nodes", self.nodes)?;
        write_optional(f, "time", self.time.map(|seconds| format!("{:.3}", finite(seconds))))?;
        write_optional(f, "nps", self.nps.map(|millions| format!("{:.3}", finite(millions))))?;
        for (name, value) in &self.extra {
            write!(f, " {}={}", Name(name), Value(value))?;
        }
        write_list(f, "pv", &self.pv)
    }
}

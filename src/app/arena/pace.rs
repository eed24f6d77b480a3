//! How much time the players of a game have.

use std::time::Duration;

use clap::Args;

use super::super::game::seconds;
use super::super::options::whole;
use crate::search::{Depth, GameClock, Limits};

/// How long a move or a game may take.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PaceArgs {
    /// Plies to look ahead at each move; 0 plays by chance
    #[arg(long, visible_alias = "depth", value_name = "N", value_parser = whole::<u32>(0, 127))]
    pub(crate) ply: Option<u32>,
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
            depth: self.ply.map_or(Depth::MAX, |plies| Depth(plies as u8)),
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
}

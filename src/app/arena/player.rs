//! Someone who plays, whoever it is.

use std::fmt;
use std::time::Duration;

use super::own::OwnPlayer;
use crate::engine::{MoveText, Start};
use crate::notation::Quote;
use crate::search::{GameClock, Limits};

/// Someone who plays.
pub(crate) enum Player {
    /// An engine of ours, in this process.
    Own(OwnPlayer),
}

/// What a player is asked.
pub(crate) struct Ask {
    /// What the game allows for this move, besides what the player allows itself.
    pub(crate) limits: Limits,
    /// The player's clock.
    pub(crate) clock: Option<GameClock>,
    /// Where chance begins for this move.
    pub(crate) seed: u64,
    /// How many legal moves there are.
    pub(crate) choices: usize,
}

/// What a player answers.
pub(crate) struct Answer {
    /// The move.
    pub(crate) mv: Choice,
}

/// A move that a player chose.
pub(crate) enum Choice {
    /// As it was written.
    Text(String),
    /// Its number among the legal moves, from 0.
    Number(usize),
}

/// Why a player could not go on. It loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It used more time than it had.
    Time(Duration),
    /// It has ended by itself.
    Crash(String),
    /// It played what is no legal move.
    Illegal(Quote),
}

impl Fault {
    /// The word for it in results.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::Time(_) => "time",
            Self::Crash(_) => "crash",
            Self::Illegal(_) => "illegal-move",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(over) => write!(f, "out of time by {:.3} s", over.as_secs_f64()),
            Self::Crash(how) => write!(f, "it has ended: {how}"),
            Self::Illegal(text) => write!(f, "it played {text}"),
        }
    }
}

impl Player {
    /// A new game begins here, with these moves already played.
    pub(crate) fn begin(&mut self, start: &Start, moves: &[MoveText]) -> Result<(), Fault> {
        match self {
            Self::Own(own) => own.begin(start, moves),
        }
        Ok(())
    }

    /// Someone has played.
    pub(crate) fn hear(&mut self, mv: &MoveText) {
        match self {
            Self::Own(own) => own.hear(mv),
        }
    }

    /// It is the player's turn.
    pub(crate) fn think(&mut self, ask: &Ask) -> Result<Answer, Fault> {
        match self {
            Self::Own(own) => own.think(ask),
        }
    }
}

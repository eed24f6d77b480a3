//! Someone who plays, whoever it is.

use std::fmt;
use std::time::Duration;

use super::duel::Reason;
use super::hub_player::HubPlayer;
use super::own::OwnPlayer;
use super::pace::Pace;
use crate::engine::{Claim, MoveText, Start};
use crate::notation::Quote;
use crate::search::GameClock;

/// Someone who plays.
pub(crate) enum Player {
    /// An engine of ours, in this process.
    Own(Box<OwnPlayer>),
    /// A program that speaks Hub.
    Hub(Box<HubPlayer>),
}

/// What a player is asked.
pub(crate) struct Ask<'a> {
    /// What the game allows, besides what the player allows itself.
    pub(crate) pace: &'a Pace,
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
    /// What it is worth for the player, in men, if the player says so.
    pub(crate) score: Option<f64>,
    /// What it claims is proven, if it is to never lose.
    pub(crate) claim: Option<Claim>,
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
    /// It used so much more time than it had.
    Time(Duration),
    /// It said nothing for so long that it was ended.
    Hang(Duration),
    /// It has ended by itself, or cannot be talked to.
    Crash(String),
    /// It played what is no legal move.
    Illegal(Quote),
    /// It said more than anybody can listen to.
    Flood,
}

impl Fault {
    /// What it is in results.
    pub(crate) const fn reason(&self) -> Reason {
        match self {
            Self::Time(_) => Reason::Time,
            Self::Hang(_) => Reason::Hang,
            Self::Crash(_) => Reason::Crash,
            Self::Illegal(_) => Reason::IllegalMove,
            Self::Flood => Reason::Flood,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(over) => write!(f, "out of time by {:.3} s", over.as_secs_f64()),
            Self::Hang(waited) => write!(f, "no answer in {:.1} s", waited.as_secs_f64()),
            Self::Crash(how) => f.write_str(how),
            Self::Illegal(text) => write!(f, "{text} is no legal move"),
            Self::Flood => write!(f, "it says too much"),
        }
    }
}

impl Player {
    /// A new game begins here, with these moves already played.
    pub(crate) fn begin(&mut self, start: &Start, moves: &[MoveText]) -> Result<(), Fault> {
        match self {
            Self::Own(own) => {
                own.begin(start, moves);
                Ok(())
            }
            Self::Hub(hub) => hub.begin(start, moves),
        }
    }

    /// Whether the time for a move is the match's to say: an engine of ours may have limits of its own.
    pub(crate) fn keeps_move_time(&self) -> bool {
        !matches!(self, Self::Own(own) if own.has_own_limits())
    }

    /// Someone has played.
    pub(crate) fn hear(&mut self, mv: &MoveText) {
        match self {
            Self::Own(own) => own.hear(mv),
            Self::Hub(hub) => hub.hear(mv),
        }
    }

    /// It is the player's turn.
    pub(crate) fn think(&mut self, ask: &Ask<'_>) -> Result<Answer, Fault> {
        match self {
            Self::Own(own) => own.think(ask),
            Self::Hub(hub) => hub.think(ask),
        }
    }
}

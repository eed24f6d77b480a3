//! A player of a game, whatever engine it is.

use std::time::Duration;

use thiserror::Error;

use super::termination::Termination;
use super::time_control::TimeControl;
use crate::engine::{Claim, MoveText, Start};
use crate::notation::Quote;
use crate::search::GameClock;

/// A player of a game.
pub(crate) trait Player: Send {
    /// Begins a game here, after these moves.
    fn begin(&mut self, start: &Start, moves: &[MoveText]) -> Result<(), PlayerError>;

    /// A player has moved.
    fn hear(&mut self, mv: &MoveText);

    /// It is this player's turn: asks for its move.
    fn think(&mut self, request: &MoveRequest<'_>) -> Result<PlayerReply, PlayerError>;

    /// The player has lost by an error: the next game begins with a fresh engine.
    fn lose_by_fault(&mut self) {}

    /// Returns the processor time that the player has used so far, if its clock runs by that.
    fn cpu_time(&mut self) -> Result<Option<Duration>, PlayerError> {
        Ok(None)
    }

    /// Returns whether the game's limit of time holds for the player, or it has limits of its own.
    fn keeps_move_time(&self) -> bool {
        true
    }
}

/// What a player needs to know when it is its turn.
pub(crate) struct MoveRequest<'a> {
    /// The time control of the game.
    pub(crate) time_control: &'a TimeControl,
    /// The player's clock.
    pub(crate) clock: Option<GameClock>,
    /// The random seed of this move.
    pub(crate) seed: u64,
    /// The number of legal moves.
    pub(crate) choices: usize,
    /// Whether the opening was played before: engines that can vary their games do so.
    pub(crate) is_repeated: bool,
}

/// The answer of a player.
pub(crate) struct PlayerReply {
    /// The move.
    pub(crate) mv: Choice,
    /// The score in men from the player's point of view, if the player gives one.
    pub(crate) score: Option<f64>,
    /// What the player claims is proven, if it plays in the never-lose mode.
    pub(crate) claim: Option<Claim>,
}

/// What the clock of a player runs by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ClockKind {
    /// The time that passes.
    #[default]
    Wall,
    /// The processor time that the player uses. Other programs on the machine do not cost it time.
    Cpu,
}

/// The move that a player chose.
pub(crate) enum Choice {
    /// A move in any notation.
    Text(String),
    /// The number of a legal move, counted from 0.
    Number(usize),
}

/// Why a player does not continue. It loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum PlayerError {
    /// It exceeded its time by this much.
    #[error("out of time by {:.3} s", .0.as_secs_f64())]
    Time(Duration),
    /// It was ended because it did not answer for this long.
    #[error("no answer in {:.1} s", .0.as_secs_f64())]
    Hang(Duration),
    /// Its program ended or cannot be used.
    #[error("{0}")]
    Crash(String),
    /// It played an illegal move.
    #[error("{0} is not a legal move")]
    IllegalMove(Quote),
    /// It wrote too much output.
    #[error("too much output")]
    Flood,
    /// It resigned.
    #[error("it resigned")]
    Resignation,
    /// It declared a draw, which DXP does not let anyone refuse. It does not lose.
    #[error("it declared a draw")]
    DrawClaim,
    /// It ended the game without a result.
    #[error("it ended the game")]
    Abandonment,
}

impl PlayerError {
    /// The error of an engine that answers without a move.
    pub(super) fn no_move() -> Self {
        Self::Crash("it found no move".to_owned())
    }

    /// Returns how the game ends.
    pub(crate) const fn termination(&self) -> Termination {
        match self {
            Self::Time(_) => Termination::Time,
            Self::Hang(_) => Termination::Hang,
            Self::Crash(_) => Termination::Crash,
            Self::IllegalMove(_) => Termination::IllegalMove,
            Self::Flood => Termination::Flood,
            Self::Resignation => Termination::Resignation,
            Self::DrawClaim => Termination::Claim,
            Self::Abandonment => Termination::Abandoned,
        }
    }
}

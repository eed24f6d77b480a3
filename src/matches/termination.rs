//! Why a game ended.

use serde::{Deserialize, Serialize};

use crate::board::{DrawReason, Outcome};

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Termination {
    /// The player to move had no legal move.
    NoMove,
    /// The position was repeated too often.
    Repetition,
    /// A rule that counts moves ended the game.
    MoveCount,
    /// Endgame tables decided the game.
    Tables,
    /// Both players agreed on the result.
    Adjudication,
    /// The limit of plies was reached.
    Plies,
    /// Few pieces were left. The result does not matter.
    Pieces,
    /// The material is hardly ever won. The result does not matter.
    Drawish,
    /// A player exceeded its time.
    Time,
    /// A player did not answer.
    Hang,
    /// A player's program ended or could not be used.
    Crash,
    /// A player played an illegal move.
    IllegalMove,
    /// A player wrote too much output.
    Flood,
    /// The player to move resigned.
    Resignation,
    /// A player declared the result.
    Claim,
    /// A player ended the game without a result.
    Abandoned,
}

impl Termination {
    /// Returns the word for it in results.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::NoMove => "no-move",
            Self::Repetition => "repetition",
            Self::MoveCount => "move-count",
            Self::Tables => "tables",
            Self::Adjudication => "adjudication",
            Self::Plies => "plies",
            Self::Pieces => "pieces",
            Self::Drawish => "drawish",
            Self::Time => "time",
            Self::Hang => "hang",
            Self::Crash => "crash",
            Self::IllegalMove => "illegal-move",
            Self::Flood => "flood",
            Self::Resignation => "resignation",
            Self::Claim => "claim",
            Self::Abandoned => "abandoned",
        }
    }

    /// Returns the text of the Termination tag in PDN.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::NoMove => "no move",
            Self::Repetition => "repetition",
            Self::MoveCount => "move-count rule",
            Self::Tables => "tables",
            Self::Adjudication => "adjudication",
            Self::Plies => "plies limit",
            Self::Pieces => "few pieces",
            Self::Drawish => "drawish material",
            Self::Time => "time forfeit",
            Self::Hang => "no answer",
            Self::Crash => "crash",
            Self::IllegalMove => "illegal move",
            Self::Flood => "flood of output",
            Self::Resignation => "resignation",
            Self::Claim => "claim",
            Self::Abandoned => "abandoned",
        }
    }
}

impl From<Outcome> for Termination {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(_) => Self::NoMove,
            Outcome::Draw(DrawReason::Repetition) => Self::Repetition,
            Outcome::Draw(DrawReason::QuietMoves | DrawReason::Ending) => Self::MoveCount,
        }
    }
}

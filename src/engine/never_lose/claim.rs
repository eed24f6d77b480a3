//! What is claimed about a position and its moves: never more than what is proven.

use std::fmt;

use crate::endgame::Value;
use crate::notation::counted;

/// What is claimed for the player to move, if play that never ends is a draw and no rule counts moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Wins against any play.
    ProvenWin {
        /// The most plies that the win takes.
        plies: u16,
        /// A rule that counts moves, or the repetition of a position of the game, can come before the win.
        rule_may_draw: bool,
    },
    /// Does not lose against any play. This holds under rules that count moves too.
    ProvenSafe,
    /// A proof that the move loses was sought and not found. Moves that are proven to lose are excluded.
    SafeSoFar,
    /// Nothing is proven, and the move was not examined. Moves that are proven to lose are excluded.
    SearchOnly,
    /// Loses against the best play.
    Lost {
        /// The most plies that the loss takes if the winner makes no mistake. `None` if that is unknown.
        plies: Option<u16>,
    },
    /// A table that should have the answer is missing or corrupt.
    TableMissing,
}

impl Claim {
    /// The name of the claim, which programs may rely on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ProvenWin { .. } => "proven-win",
            Self::ProvenSafe => "proven-safe",
            Self::SafeSoFar => "safe-so-far",
            Self::SearchOnly => "search-only",
            Self::Lost { .. } => "lost",
            Self::TableMissing => "table-missing",
        }
    }

    /// The most plies to the end of the game. Returns `None` if the claim names none.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::ProvenWin { plies, .. } => Some(plies),
            Self::Lost { plies } => plies,
            _ => None,
        }
    }

    /// Whether a rule that counts moves, or a repetition, may turn the win into a draw.
    #[must_use]
    pub const fn rule_may_draw(self) -> bool {
        matches!(self, Self::ProvenWin { rule_may_draw: true, .. })
    }

    /// Whether the player cannot lose.
    #[must_use]
    pub const fn is_safe(self) -> bool {
        matches!(self, Self::ProvenWin { .. } | Self::ProvenSafe)
    }

    /// The claim as a sentence for people.
    #[must_use]
    pub fn sentence(self) -> String {
        match self {
            Self::ProvenWin { plies, rule_may_draw } => {
                let unless =
                    if rule_may_draw { ", unless a move-count rule or a repetition draws first" } else { "" };
                format!("wins in at most {} against any defence{unless}", counted(plies, "ply"))
            }
            Self::ProvenSafe => "cannot lose, whatever the opponent plays".to_owned(),
            Self::SafeSoFar => "no loss was found; this is not a proof".to_owned(),
            Self::SearchOnly => "nothing is proven".to_owned(),
            Self::Lost { plies: Some(plies) } => {
                format!("loses in at most {} against best play", counted(plies, "ply"))
            }
            Self::Lost { plies: None } => "loses against best play".to_owned(),
            Self::TableMissing => "a table that is needed is missing or corrupt".to_owned(),
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Some(plies) = self.plies() {
            write!(f, " {plies}")?;
        }
        if self.rule_may_draw() { f.write_str(" (move-count rule may draw)") } else { Ok(()) }
    }
}

/// What is claimed about a move, for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveClaim {
    /// The number of the move among the legal moves, from 0.
    pub number: usize,
    /// The value of the move, with the move itself counted in its plies. `None` if it is not proven.
    pub value: Option<Value>,
    /// What is claimed about it.
    pub claim: Claim,
}

/// What is claimed about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionClaim {
    /// The claim for the player to move who goes on as the engine does.
    pub claim: Claim,
    /// The claims about the legal moves, in the order of their numbers. There can be tens of thousands of them:
    /// who needs their texts writes them.
    pub moves: Vec<MoveClaim>,
    /// The most pieces of the endgame tables on which the claims can rest.
    pub table_pieces: usize,
}

//! What is proven about a position and its moves: a claim is never more than that.

use std::fmt;

use crate::endgame::Value;
use crate::engine::MoveText;

/// What is proven for the player to move, if play that never ends is a draw and no rule counts moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Wins against any play.
    ProvenWin {
        /// In so many plies at most.
        plies: u16,
        /// The line to the win can meet a rule that counts moves, or a position of the game once more.
        rule_may_draw: bool,
    },
    /// Does not lose against any play. This holds under rules that count moves too.
    ProvenSafe,
    /// A proof that the move loses was sought and not found. Moves that were proven to lose are left out.
    SafeSoFar,
    /// Nothing was proven, and the move was not examined. Moves that were proven to lose are left out.
    SearchOnly,
    /// Loses against the best play.
    Lost {
        /// In so many plies at most, if the winner does not err. None: nobody knows.
        plies: Option<u16>,
    },
    /// A table that should have the answer is not there, or is not whole.
    TableMissing,
}

impl Claim {
    /// The word for it that programs rely on.
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

    /// The plies that are claimed with it.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Self::ProvenWin { plies, .. } => Some(plies),
            Self::Lost { plies } => plies,
            _ => None,
        }
    }

    /// Whether a rule that counts moves, or one of repetition, may make a draw of a win.
    #[must_use]
    pub const fn rule_may_draw(self) -> bool {
        matches!(self, Self::ProvenWin { rule_may_draw: true, .. })
    }

    /// Whether the player cannot lose.
    #[must_use]
    pub const fn is_safe(self) -> bool {
        matches!(self, Self::ProvenWin { .. } | Self::ProvenSafe)
    }

    /// In a sentence, as people read it.
    #[must_use]
    pub fn sentence(self) -> String {
        match self {
            Self::ProvenWin { plies, rule_may_draw } => {
                let unless = if rule_may_draw {
                    ", unless a rule that counts moves or a repetition comes before"
                } else {
                    ""
                };
                format!("wins against any play, in at most {plies} plies{unless}")
            }
            Self::ProvenSafe => "cannot lose, whatever the opponent plays".to_owned(),
            Self::SafeSoFar => "no losing line was found; that is no proof".to_owned(),
            Self::SearchOnly => "nothing is proven".to_owned(),
            Self::Lost { plies: Some(plies) } => {
                format!("loses against the best play, in at most {plies} plies")
            }
            Self::Lost { plies: None } => "loses against the best play".to_owned(),
            Self::TableMissing => "the endgame table that would tell is not there".to_owned(),
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

/// What is proven about a move, for the player who makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveClaim {
    /// The move.
    pub mv: MoveText,
    /// What it is worth, plies counted through the move. None: that is not proven.
    pub value: Option<Value>,
    /// What is proven about it.
    pub claim: Claim,
}

/// What is proven about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// For who is to move, and plays on as the engine does.
    pub claim: Claim,
    /// About each legal move.
    pub moves: Vec<MoveClaim>,
    /// The most pieces of the endgame tables that this can rest on.
    pub table_pieces: usize,
}

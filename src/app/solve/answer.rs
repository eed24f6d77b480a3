//! What `solve` says.

use serde::Serialize;

use crate::board::Color;

/// A value to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Word {
    Win,
    Draw,
    Loss,
    Unknown,
}

impl Word {
    /// The value that follows from who can force a win: the player to move, the opponent.
    pub(super) fn of(mine: Option<bool>, theirs: Option<bool>) -> Self {
        match (mine, theirs) {
            (Some(true), _) => Self::Win,
            (_, Some(true)) => Self::Loss,
            (Some(false), Some(false)) => Self::Draw,
            _ => Self::Unknown,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
            Self::Unknown => "unknown",
        }
    }

    /// The color of the traffic light.
    fn light(self) -> &'static str {
        match self {
            Self::Win => "green",
            Self::Draw => "yellow",
            Self::Loss => "red",
            Self::Unknown => "dark",
        }
    }
}

/// The answer.
#[derive(Serialize)]
pub(super) struct Line {
    pub(super) value: Word,
    pub(super) proven: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) goal: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) side: Option<&'static str>,
    /// None: it was not asked. Inside it None: not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) holds: Option<Option<bool>>,
    /// To the end of the game, where somebody wins and it is known.
    pub(super) plies_at_most: Option<u16>,
    pub(super) expanded: u64,
    pub(super) positions: usize,
    pub(super) tables: usize,
    pub(super) cpu_seconds: f64,
    pub(super) moves: Vec<MoveLine>,
    pub(super) certificates: Vec<Written>,
}

/// A move and what it is worth.
#[derive(Serialize)]
pub(super) struct MoveLine {
    r#move: String,
    value: Word,
    plies_at_most: Option<u16>,
}

/// A certificate that was written.
#[derive(Serialize)]
pub(super) struct Written {
    pub(super) file: String,
    pub(super) positions: usize,
}

impl MoveLine {
    pub(super) fn new(r#move: String, value: Word, plies_at_most: Option<u16>) -> Self {
        Self { r#move, value, plies_at_most }
    }

    fn text(&self) -> String {
        let Self { r#move, value, .. } = self;
        format!("{:<6} {move:>13} {}", value.light(), described(*value, self.plies_at_most))
    }
}

impl Line {
    /// The answer in words: the moves as traffic lights, then what is proven.
    pub(super) fn lines(&self, turn: Color) -> Vec<String> {
        let mut lines: Vec<_> = self.moves.iter().map(MoveLine::text).collect();
        lines.push(self.sentence(turn));
        let Self { expanded, tables, cpu_seconds, .. } = self;
        lines.push(format!("{expanded} positions over tables of {tables} pieces, {cpu_seconds:.2} s of CPU"));
        lines.extend(self.certificates.iter().map(|it| format!("{}: {} positions", it.file, it.positions)));
        lines
    }

    fn sentence(&self, turn: Color) -> String {
        let plies = self.plies_at_most;
        match (self.goal, self.holds, self.side) {
            (Some(goal), Some(holds), Some(side)) => {
                let claim = if goal == "win" { "wins" } else { "does not lose" };
                match holds {
                    Some(true) => format!("proven: {side} {claim}"),
                    Some(false) => format!("refuted: it is not so that {side} {claim}"),
                    None => format!("not proven, and not refuted: {side} {claim}"),
                }
            }
            _ if !self.proven => format!("not proven: {} is to move", turn.name()),
            _ => format!("proven: for {} to move it is a {}", turn.name(), described(self.value, plies)),
        }
    }
}

fn described(value: Word, plies: Option<u16>) -> String {
    match plies {
        Some(plies) => format!("{} in at most {plies}", value.name()),
        None => value.name().to_owned(),
    }
}

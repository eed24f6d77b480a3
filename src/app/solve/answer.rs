//! The output of `solve`.

use serde::{Serialize, Serializer};

use crate::board::Color;
use crate::notation::counted;
use crate::proof::Guarantee;

/// A value for the player to move, as far as it is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ProvenValue {
    Win,
    Draw,
    Loss,
    Unknown,
}

impl ProvenValue {
    /// The value that follows from who can force a win: the player to move, the opponent.
    pub(super) fn of(mine: Option<bool>, theirs: Option<bool>) -> Self {
        match (mine, theirs) {
            (Some(true), _) => Self::Win,
            (_, Some(true)) => Self::Loss,
            (Some(false), Some(false)) => Self::Draw,
            _ => Self::Unknown,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
            Self::Unknown => "unknown",
        }
    }
}

/// The answer.
#[derive(Serialize)]
pub(super) struct AnswerLine {
    pub(super) value: ProvenValue,
    pub(super) proven: bool,
    /// `None` if the goal is the value.
    #[serde(flatten)]
    pub(super) question: Option<QuestionLine>,
    /// The most plies to the end of the game, if a player wins and the distance is known.
    pub(super) plies_at_most: Option<u16>,
    pub(super) expanded: u64,
    pub(super) positions: usize,
    pub(super) tables: usize,
    pub(super) cpu_seconds: f64,
    pub(super) moves: Vec<MoveValueLine>,
    pub(super) certificates: Vec<Written>,
}

/// Whether a side reaches a goal.
#[derive(Serialize)]
pub(super) struct QuestionLine {
    pub(super) goal: Guarantee,
    #[serde(serialize_with = "lower_case")]
    pub(super) side: Color,
    /// `None` if it is undecided.
    pub(super) holds: Option<bool>,
}

/// A move and its value.
#[derive(Serialize)]
pub(super) struct MoveValueLine {
    r#move: String,
    value: ProvenValue,
    plies_at_most: Option<u16>,
}

/// A written certificate.
#[derive(Serialize)]
pub(super) struct Written {
    pub(super) file: String,
    pub(super) positions: usize,
}

impl MoveValueLine {
    pub(super) fn new(r#move: String, value: ProvenValue, plies_at_most: Option<u16>) -> Self {
        Self { r#move, value, plies_at_most }
    }

    fn text(&self) -> String {
        let Self { r#move, value, .. } = self;
        format!("{move:>13} {}", described(*value, self.plies_at_most))
    }
}

impl AnswerLine {
    /// The answer as text: the moves with their values, then the proven result.
    pub(super) fn lines(&self, turn: Color) -> Vec<String> {
        let mut lines: Vec<_> = self.moves.iter().map(MoveValueLine::text).collect();
        lines.push(self.sentence(turn));
        let Self { expanded, tables, cpu_seconds, .. } = self;
        let expanded = counted(*expanded, "position");
        lines.push(format!("{expanded} over tables of {tables} pieces, {cpu_seconds:.2} s of CPU"));
        let certificate = |it: &Written| format!("{}: {}", it.file, counted(it.positions, "position"));
        lines.extend(self.certificates.iter().map(certificate));
        lines
    }

    fn sentence(&self, turn: Color) -> String {
        let plies = self.plies_at_most;
        match &self.question {
            Some(question) => question.sentence(),
            None if !self.proven => format!("undecided; {} to move", title(turn)),
            None => format!("proven: {} to move, {}", title(turn), described(self.value, plies)),
        }
    }
}

impl QuestionLine {
    fn sentence(&self) -> String {
        let side = title(self.side);
        match (self.holds, self.goal) {
            (Some(true), Guarantee::Win) => format!("proven: {side} can force a win"),
            (Some(false), Guarantee::Win) => format!("disproved: {side} cannot force a win"),
            (None, Guarantee::Win) => format!("undecided: can {side} force a win?"),
            (Some(true), Guarantee::Safe) => format!("proven: {side} does not lose"),
            (Some(false), Guarantee::Safe) => format!("disproved: {side} loses against best play"),
            (None, Guarantee::Safe) => format!("undecided: can {side} avoid a loss?"),
        }
    }
}

/// The name of a side as people write it.
fn title(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn lower_case<S: Serializer>(side: &Color, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side.name())
}

fn described(value: ProvenValue, plies: Option<u16>) -> String {
    match plies {
        Some(plies) => format!("{} in at most {plies}", value.name()),
        None => value.name().to_owned(),
    }
}

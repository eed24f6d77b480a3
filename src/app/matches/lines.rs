//! The reports of a game and of a match.

use serde::Serialize;

use crate::matches::elo::StrengthEstimate;
use crate::matches::sprt::SprtState;
use crate::notation::{counted, one_line};

#[derive(Serialize)]
pub(super) struct MatchGameLine<'a> {
    pub(super) game: usize,
    pub(super) result: String,
    pub(super) plies: usize,
    pub(super) reason: &'static str,
    pub(super) white: &'a str,
    pub(super) black: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<&'a str>,
    /// Whether this game and the one before repeat an earlier pair, which is counted once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) repeated: Option<bool>,
}

#[derive(Serialize)]
pub(super) struct MatchTotalLine {
    pub(super) games: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    #[serde(flatten)]
    pub(super) strength: StrengthEstimate,
    pub(super) pentanomial: [u64; 5],
    pub(super) sprt: Option<SprtState>,
    /// The number of different openings.
    pub(super) openings: usize,
    /// The number of games that are not counted, because they repeat an earlier pair of games.
    pub(super) repeated: u64,
    pub(super) seed: u64,
    /// Whether the program was asked to end before the last game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) interrupted: Option<bool>,
}

impl MatchGameLine<'_> {
    pub(super) fn sentence(&self) -> String {
        let Self { game, result, plies, reason, white, black, fault, repeated } = self;
        let fault = fault.map_or(String::new(), |fault| format!(" ({})", one_line(fault)));
        let (white, black) = (one_line(white), one_line(black));
        let mark = if repeated.is_some() { ", a repeated pair" } else { "" };
        let plies = counted(*plies, "ply");
        format!("{game:>5} {result:>4} {plies:>10}, {reason}{fault}: {white} - {black}{mark}")
    }
}

impl MatchTotalLine {
    pub(super) fn sentence(&self) -> String {
        let Self { games, wins, draws, losses, strength, pentanomial, sprt, repeated, seed, .. } = self;
        let number = |number: Option<f64>, digits| {
            number.map_or("?".to_owned(), |number| format!("{number:.digits$}"))
        };
        let score = number(strength.score.map(|score| 100.0 * score), 1);
        let los = number(strength.los.map(|los| 100.0 * los), 1);
        let test = sprt.map_or(String::new(), |state| format!("\n{state}"));
        let repeated = match repeated {
            0 => String::new(),
            _ => format!(", {} not counted", counted(*repeated, "repeated game")),
        };
        format!(
            "{}{repeated}: +{wins} ={draws} -{losses}, score {score} %, {strength}, LOS {los} %
\
             pairs {pentanomial:?}, seed {seed}{test}",
            counted(*games, "game")
        )
    }
}

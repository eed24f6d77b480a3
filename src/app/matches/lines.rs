//! The reports of a game and of a match.

use serde::Serialize;

use crate::matches::elo::StrengthEstimate;
use crate::matches::sprt::SprtState;

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
    pub(super) seed: u64,
}

impl MatchGameLine<'_> {
    pub(super) fn sentence(&self) -> String {
        let Self { game, result, plies, reason, white, black, fault } = self;
        let fault = fault.as_ref().map_or(String::new(), |fault| format!(" ({fault})"));
        format!("{game:>5} {result:>4} {plies:>4} plies, {reason}{fault}: {white} - {black}")
    }
}

impl MatchTotalLine {
    pub(super) fn sentence(&self) -> String {
        let Self { games, wins, draws, losses, strength, pentanomial, sprt, seed } = self;
        let number = |number: Option<f64>, digits| {
            number.map_or("?".to_owned(), |number| format!("{number:.digits$}"))
        };
        let score = number(strength.score.map(|score| 100.0 * score), 1);
        let (elo, error) = (number(strength.elo, 1), number(strength.elo_error, 1));
        let los = number(strength.los.map(|los| 100.0 * los), 1);
        let test = sprt.map_or(String::new(), |state| format!("\n{state}"));
        format!(
            "{games} games: +{wins} ={draws} -{losses}, score {score} %, Elo {elo} ± {error}, LOS {los} %\n\
             pairs {pentanomial:?}, seed {seed}{test}"
        )
    }
}

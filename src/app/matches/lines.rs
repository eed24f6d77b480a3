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
        let percent =
            |name: &str, part: Option<f64>| part.map(|part| format!("{name} {:.1} %", 100.0 * part));
        let estimates =
            [percent("score", strength.score), Some(strength.to_string()), percent("LOS", strength.los)];
        let estimates = estimates.into_iter().flatten().collect::<Vec<_>>().join(", ");
        let test = sprt.map_or(String::new(), |state| format!("\n{state}"));
        let repeated = match repeated {
            0 => String::new(),
            _ => format!(", {} not counted", counted(*repeated, "repeated game")),
        };
        format!(
            "{}{repeated}: +{wins} ={draws} -{losses}, {estimates}\n\
             pairs {pentanomial:?}, seed {seed}{test}",
            counted(*games, "game")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::elo::MatchScore;

    #[test]
    fn a_summary_says_what_is_known_and_nothing_else() {
        let check = |score: MatchScore, expected: &str| {
            let MatchScore { wins, draws, losses, pairs } = score;
            let line = MatchTotalLine {
                games: score.games(),
                wins,
                draws,
                losses,
                strength: score.strength(),
                pentanomial: pairs,
                sprt: None,
                openings: 1,
                repeated: 0,
                seed: 7,
                interrupted: None,
            };
            assert_eq!(line.sentence(), expected);
        };
        check(
            MatchScore::default(),
            "0 games: +0 =0 -0, no Elo without games\npairs [0, 0, 0, 0, 0], seed 7",
        );
        check(
            MatchScore { wins: 1, ..MatchScore::default() },
            "1 game: +1 =0 -0, score 100.0 %, all won: Elo above -512 at 95 %\npairs [0, 0, 0, 0, 0], seed 7",
        );
    }
}

//! The score of a match while it is played.

use std::time::{Duration, Instant};

use crate::app::error::warn;
use crate::app::progress::ProgressDisplay;
use crate::matches::elo::MatchScore;
use crate::matches::sprt::SprtState;

/// The score on standard error: a line that stays in its place on a terminal, a line from time to time in a log.
pub(super) struct RunningScore {
    progress: ProgressDisplay,
    games: usize,
    began: Instant,
    log: Option<LogPace>,
}

impl RunningScore {
    /// The score of a match of this number of games.
    pub(super) fn new(games: usize, log: Option<LogPace>) -> Self {
        let progress = ProgressDisplay::new("games");
        Self { progress, games, began: Instant::now(), log }
    }

    /// Removes the line, so that another one can be printed.
    pub(super) fn clear(&mut self) {
        self.progress.clear();
    }

    /// Shows the score after this number of games.
    pub(super) fn show(&mut self, done: usize, score: &MatchScore, sprt: Option<SprtState>) {
        let line = || sentence(done, self.games, score, sprt);
        if !self.progress.is_hidden() {
            self.progress.tell(line());
            return;
        }
        let is_due = |log: &mut LogPace| log.is_due(done, self.began.elapsed());
        if done < self.games && self.log.as_mut().is_some_and(is_due) {
            warn(&line());
        }
    }
}

fn sentence(done: usize, games: usize, score: &MatchScore, sprt: Option<SprtState>) -> String {
    let MatchScore { wins, draws, losses, .. } = score;
    let llr = sprt.map_or(String::new(), |SprtState { llr, lower, upper, .. }| {
        format!(", LLR {llr:.2} ({lower:.2}, {upper:.2})")
    });
    format!("{done} of {games}: +{wins} ={draws} -{losses}, {}{llr}", score.strength())
}

/// When the last line was written to a log.
#[derive(Default)]
pub(super) struct LogPace {
    games: usize,
    time: Duration,
}

impl LogPace {
    /// Between two lines there are at least this number of games and this time: a log of a long match stays short.
    const GAMES: usize = 10;
    const TIME: Duration = Duration::from_secs(60);

    /// Whether another line is due after this number of games and this time.
    fn is_due(&mut self, games: usize, time: Duration) -> bool {
        let is_due = games >= self.games + Self::GAMES && time >= self.time + Self::TIME;
        if is_due {
            *self = Self { games, time };
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::sprt::Sprt;

    #[test]
    fn a_score_fits_into_a_line_of_a_terminal() {
        let score = MatchScore { wins: 1012, draws: 2020, losses: 905, pairs: [11, 210, 1200, 310, 20] };
        let test: Sprt = "0,10".parse().expect("a test");
        let line = sentence(3937, 10_000, &score, Some(test.state(&score.pairs)));
        assert!(line.starts_with("3937 of 10000: +1012 =2020 -905, Elo +9.4 ± "), "{line}");
        assert!(line.contains(", LLR ") && line.ends_with(" (-2.94, 2.94)"), "{line}");
        assert!("games: ".len() + line.chars().count() <= 80, "{line}");
        let none = sentence(1, 8, &MatchScore::default(), None);
        assert_eq!(none, "1 of 8: +0 =0 -0, no Elo without games");
    }

    #[test]
    fn a_log_has_a_line_every_minute_and_ten_games() {
        let mut pace = LogPace::default();
        let seconds = Duration::from_secs;
        let asked = [(9, 90), (10, 59), (10, 60), (30, 119), (31, 120), (40, 181), (41, 181)];
        let due = asked.map(|(games, time)| pace.is_due(games, seconds(time)));
        assert_eq!(due, [false, false, true, false, true, false, true]);
    }
}

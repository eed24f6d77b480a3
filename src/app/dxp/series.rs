//! The games that an initiator requests.

use serde::Serialize;

use super::session::{NewGame, Played};
use crate::board::Color;
use crate::engine::{GameState, Start, Variant};
use crate::matches::openings::Opening;
use crate::notation::GameResult;
use crate::notation::counted;

/// A number of games with changing colors, two from each opening.
pub(super) struct Series {
    /// The positions after the openings.
    openings: Vec<(GameState, Played)>,
    games: usize,
    minutes: u16,
    moves: u16,
    score: Score,
}

/// The results.
#[derive(Clone, Copy, Default, Serialize)]
struct Score {
    wins: u32,
    draws: u32,
    losses: u32,
    unknown: u32,
}

/// The report of all games.
#[derive(Serialize)]
pub(super) struct SeriesLine {
    games: usize,
    #[serde(flatten)]
    score: Score,
}

impl Series {
    /// Games from these openings. Those that end the game are left out.
    pub(super) fn new(
        variant: Variant,
        openings: &[Opening],
        games: usize,
        (minutes, moves): (u16, u16),
    ) -> Self {
        let mut openings: Vec<_> = openings.iter().filter_map(|opening| played(variant, opening)).collect();
        if openings.is_empty() {
            openings.push((GameState::initial(variant), Played::default()));
        }
        Self { openings, games, minutes, moves, score: Score::default() }
    }

    /// The game with this number, counted from 0. Returns `None` after the last one.
    pub(super) fn game(&self, number: usize) -> Option<NewGame> {
        let (start, opening) = self.openings.get(number / 2 % self.openings.len())?.clone();
        (number < self.games).then(|| NewGame {
            start,
            opening,
            color: if number.is_multiple_of(2) { Color::White } else { Color::Black },
            minutes: self.minutes,
            moves: self.moves,
            is_last: number + 1 == self.games,
        })
    }

    /// Adds the result of a game.
    pub(super) fn add(&mut self, color: Color, result: GameResult) {
        let Score { wins, draws, losses, unknown } = &mut self.score;
        *match result.points(color) {
            Some(2) => wins,
            Some(1) => draws,
            Some(_) => losses,
            None => unknown,
        } += 1;
    }

    /// The results of all games.
    pub(super) fn line(&self) -> SeriesLine {
        let Score { wins, draws, losses, unknown } = self.score;
        SeriesLine { games: (wins + draws + losses + unknown) as usize, score: self.score }
    }
}

impl SeriesLine {
    pub(super) fn sentence(&self) -> String {
        let Score { wins, draws, losses, unknown } = self.score;
        let unknown = if unknown == 0 { String::new() } else { format!(", {unknown} without a result") };
        format!("{}: +{wins} ={draws} -{losses}{unknown}", counted(self.games as u64, "game"))
    }
}

/// The position after an opening, and the moves that led there. Returns `None` if the game is over there.
fn played(variant: Variant, opening: &Opening) -> Option<(GameState, Played)> {
    let mut state = GameState::new(variant, &opening.start).ok()?;
    let fen = (opening.start != Start::Opening).then(|| state.fen());
    let moves = opening.moves.iter().map_while(|mv| Some(state.play(mv).ok()?.notation)).collect();
    state.outcome().is_none().then_some((state, Played { fen, moves }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_opening_is_played_with_both_colors() {
        let opening = |mv: &str| Opening::new(Start::Opening, vec![mv.to_owned()]);
        let series = Series::new(Variant::Draughts10, &[opening("32-28"), opening("33-29")], 5, (1, 0));
        let games: Vec<_> = (0..6).map_while(|number| series.game(number)).collect();
        let seen: Vec<_> = games.iter().map(|game| (game.opening.moves[0].as_str(), game.color)).collect();
        let (white, black) = (Color::White, Color::Black);
        assert_eq!(
            seen,
            [("32-28", white), ("32-28", black), ("33-29", white), ("33-29", black), ("32-28", white)]
        );
        assert_eq!(
            games.iter().map(|game| game.is_last).collect::<Vec<_>>(),
            [false, false, false, false, true]
        );
    }

    #[test]
    fn results_are_counted_for_us() {
        let mut series = Series::new(Variant::Draughts10, &[], 4, (1, 0));
        series.add(Color::White, GameResult::White);
        series.add(Color::Black, GameResult::White);
        series.add(Color::Black, GameResult::Draw);
        series.add(Color::Black, GameResult::Unknown);
        assert_eq!(series.line().sentence(), "4 games: +1 =1 -1, 1 without a result");
    }
}

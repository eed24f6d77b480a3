//! The score of a match, in which pairs of games that repeat are counted once.

use std::collections::HashSet;

use super::elo::MatchScore;
use super::game::GameRecord;
use super::openings::{Opening, OpeningError};
use super::termination::Termination;
use crate::board::Key;
use crate::engine::{GameState, Settings};
use crate::notation::GameResult;

/// Where the players begin to think.
pub(crate) struct Place {
    key: Key,
    /// The number of moves before that.
    moves: usize,
}

impl Place {
    /// The place at the end of an opening.
    pub(crate) fn after(settings: &Settings, opening: &Opening) -> Result<Self, OpeningError> {
        let mut state = GameState::new(settings.variant, &opening.start)?;
        for mv in &opening.moves {
            state.play(mv)?;
        }
        Ok(Self { key: state.key(), moves: opening.moves.len() })
    }
}

/// What makes a game the same as another one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Course {
    key: Key,
    moves: Vec<String>,
    result: GameResult,
    termination: &'static str,
}

impl Course {
    fn of(place: &Place, game: &GameRecord) -> Self {
        let moves = game.moves.get(place.moves..).unwrap_or_default().to_vec();
        let termination: Termination = game.termination;
        Self { key: place.key, moves, result: game.result, termination: termination.word() }
    }
}

/// The score of a match. The games are added in their order: two of each pair, the first engine has White in
/// the first one.
pub(crate) struct Tally {
    /// The score without repeated pairs.
    pub(crate) score: MatchScore,
    /// The number of games in repeated pairs.
    pub(crate) repeated: u64,
    /// The number of games in the match.
    games: usize,
    /// The first game of the pair, and the half points of the first engine.
    first: Option<(Course, u32)>,
    seen: HashSet<[Course; 2]>,
    firsts: HashSet<Course>,
}

impl Tally {
    /// The score of a match with this number of games, before the first one.
    pub(crate) fn new(games: usize) -> Self {
        Self {
            score: MatchScore::default(),
            repeated: 0,
            games,
            first: None,
            seen: HashSet::new(),
            firsts: HashSet::new(),
        }
    }

    /// Adds a game in which the first engine got this many half points. Returns whether it ends a pair that
    /// repeats an earlier one.
    pub(crate) fn add(&mut self, number: usize, place: &Place, game: &GameRecord, points: u32) -> bool {
        let course = Course::of(place, game);
        match self.first.take() {
            None if number + 1 == self.games => self.add_last(course, points),
            None => {
                self.first = Some((course, points));
                false
            }
            Some((first, first_points)) => self.add_pair([first, course], [first_points, points]),
        }
    }

    /// Counts the first game of a pair whose second one is not played any more.
    pub(crate) fn break_off(&mut self) {
        if let Some((course, points)) = self.first.take() {
            self.add_last(course, points);
        }
    }

    fn add_pair(&mut self, courses: [Course; 2], points: [u32; 2]) -> bool {
        self.firsts.insert(courses[0].clone());
        if !self.seen.insert(courses) {
            self.repeated += 2;
            return true;
        }
        points.iter().for_each(|&points| self.score.add_game(points));
        self.score.add_pair(points.iter().sum());
        false
    }

    /// Adds a game without a partner.
    fn add_last(&mut self, course: Course, points: u32) -> bool {
        let is_repeated = self.firsts.contains(&course);
        if is_repeated {
            self.repeated += 1;
        } else {
            self.score.add_game(points);
        }
        is_repeated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Start;

    fn won() -> GameRecord {
        GameRecord {
            fen: None,
            moves: Vec::new(),
            claims: Vec::new(),
            choices: 0,
            date: None,
            result: GameResult::White,
            termination: Termination::NoMove,
            fault: None,
        }
    }

    #[test]
    fn a_game_counts_alone_if_the_match_ends_before_its_partner() {
        let place = || Place::after(&Settings::default(), &Opening::new(Start::Opening, Vec::new()));
        let mut tally = Tally::new(4);
        assert!(!tally.add(0, &place().expect("a position"), &won(), 2));
        assert_eq!(tally.score.games(), 0);
        tally.break_off();
        tally.break_off();
        assert_eq!((tally.score.wins, tally.score.games(), tally.score.pairs), (1, 1, [0; 5]));
    }
}

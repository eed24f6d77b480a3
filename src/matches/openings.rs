//! The positions that games begin from.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::engine::{
    Evaluation, Event, GameState, Go, LocalEngine, ReplayedGame, Request, Settings, Start, StartError,
    Variant,
};
use crate::files;
use crate::interrupt;
use crate::notation::MoveError;
use crate::notation::pdn::{self, Games, PdnGame};
use crate::search::{Depth, Limits, Profile};
use crate::split_mix::seed_of;

/// The position where a game begins, and the moves that are played before the players think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// The position.
    pub(crate) start: Start,
    /// The moves, in Hub's notation.
    pub(crate) moves: Vec<String>,
    /// Whether it was played before in the same match.
    pub(crate) is_repeated: bool,
}

impl Opening {
    /// A position and moves from there.
    pub(crate) const fn new(start: Start, moves: Vec<String>) -> Self {
        Self { start, moves, is_repeated: false }
    }
}

/// Why an opening cannot be played.
#[derive(Debug, Error)]
pub(crate) enum OpeningError {
    /// The start is not a position of the game.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A file of openings cannot be read.
    #[error("--openings: '{}': {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    /// A file of openings is empty.
    #[error("--openings: '{}': no positions and no games", .0.display())]
    Empty(PathBuf),
    /// No opening in a file can be played.
    #[error("--openings: {0}")]
    Bad(String),
    /// The program was asked to end before the openings were found.
    #[error("interrupted while openings were searched")]
    Interrupted,
}

/// Ballots: short openings in which both players have a chance.
///
/// A ballot is one move by each player, or three moves in turn. It is balanced if a search to
/// [`SEARCH_DEPTH`] finds neither player ahead by more than [`MOST_AHEAD`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ballots {
    /// The number of moves of both players together.
    pub(crate) plies: usize,
}

/// The depth of the search of a ballot.
const SEARCH_DEPTH: Depth = Depth(7);
/// The largest score of a balanced ballot, in hundredths of a man.
const MOST_AHEAD: i32 = 50;

impl Ballots {
    /// Returns the moves of all balanced ballots, in Hub's notation.
    ///
    /// # Errors
    /// Returns an error if the start is not a position of the game.
    pub(crate) fn all(self, settings: &Settings, start: &Start) -> Result<Vec<Vec<String>>, OpeningError> {
        let mut lines = self.lines(settings, start)?;
        // A ballot is the same whatever the players think of it.
        let evaluation = Evaluation::Features;
        let settings = Settings { profile: Profile::Full, hash_mib: 1, evaluation, ..settings.clone() };
        let mut evaluator = Evaluator::new(settings, start);
        lines.retain(|line| evaluator.is_balanced(line));
        if interrupt::is_requested() { Err(OpeningError::Interrupted) } else { Ok(lines) }
    }

    /// Returns all balanced ballots in random order. Ballots of 0 plies are one: the start.
    ///
    /// # Errors
    /// Returns an error if the start is not a position of the game.
    pub(crate) fn balanced(
        self,
        settings: &Settings,
        start: &Start,
        seed: u64,
    ) -> Result<Vec<Opening>, OpeningError> {
        if self.plies == 0 {
            // The start is what the user asked for, balanced or not.
            return Ok(vec![Opening::new(start.clone(), Vec::new())]);
        }
        let mut lines = self.all(settings, start)?;
        lines.shuffle(&mut StdRng::seed_from_u64(seed));
        Ok(lines.into_iter().map(|moves| Opening::new(start.clone(), moves)).collect())
    }

    /// Returns the balanced ballots of two plies from the initial position, or those of three if there are fewer
    /// than `count`, in random order.
    ///
    /// # Errors
    /// Returns an error if the initial position cannot be searched.
    pub(crate) fn enough(settings: &Settings, seed: u64, count: usize) -> Result<Vec<Opening>, OpeningError> {
        let of = |plies| Self { plies }.balanced(settings, &Start::Opening, seed);
        let short = of(2)?;
        if short.len() < count { of(3) } else { Ok(short) }
    }

    /// Returns all lines of this length, one for each position that they lead to.
    fn lines(self, settings: &Settings, start: &Start) -> Result<Vec<Vec<String>>, OpeningError> {
        let mut lines = vec![Vec::new()];
        for _ in 0..self.plies {
            let mut seen = HashSet::new();
            let mut longer = Vec::new();
            for line in &lines {
                for number in 0.. {
                    let mut state = after(settings, start, line)?;
                    let Some(mv) = state.play_nth(number) else { break };
                    if seen.insert(state.key()) {
                        longer.push([line.as_slice(), &[mv.hub]].concat());
                    }
                }
            }
            lines = longer;
        }
        Ok(lines)
    }
}

/// Returns the state of the game after these moves.
fn after(settings: &Settings, start: &Start, line: &[String]) -> Result<GameState, OpeningError> {
    let mut state = GameState::new(settings.variant, start)?;
    for mv in line {
        state.play(mv)?;
    }
    Ok(state)
}

/// An engine that evaluates openings.
struct Evaluator<'a> {
    engine: LocalEngine,
    start: &'a Start,
}

impl<'a> Evaluator<'a> {
    fn new(settings: Settings, start: &'a Start) -> Self {
        Self { engine: LocalEngine::new(settings), start }
    }

    fn is_balanced(&mut self, line: &[String]) -> bool {
        // A new game forgets earlier searches, so that the order of the openings does not matter.
        let position = Request::Position { start: self.start.clone(), moves: line.to_vec() };
        let go = Request::Go(Go::think(Limits { depth: SEARCH_DEPTH, ..Limits::NONE }));
        let mut score = None;
        for request in [Request::NewGame, position, go] {
            for event in self.engine.request(request) {
                if let Event::Iteration(report) = event {
                    score = Some(report.score.hundredths());
                }
            }
        }
        score.is_some_and(|score| score.abs() <= MOST_AHEAD)
    }
}

/// The most bytes of a file of openings.
const MOST_BYTES: u64 = 64 << 20;

/// The openings of a file.
pub(crate) struct OpeningFile {
    /// The openings that can be played.
    pub(crate) openings: Vec<Opening>,
    /// What is wrong with the others and should be known about these, a line each.
    pub(crate) notes: Vec<String>,
}

/// Reads openings from a file: one FEN per line, or games in PDN, as far as they go. A bad one is left out.
///
/// # Errors
/// Returns an error if the file cannot be read, or no opening can be played.
pub(crate) fn read(path: &Path, settings: &Settings) -> Result<OpeningFile, OpeningError> {
    let failed = |source: io::Error| OpeningError::File { path: path.to_owned(), source };
    let bytes = files::read(path, MOST_BYTES).map_err(failed)?;
    let mut file = OpeningFile { openings: Vec::new(), notes: Vec::new() };
    for (game, number) in Games::new(&pdn::decode(&bytes)).zip(1_usize..) {
        let (opening, notes) = opening(&game, settings.variant);
        let place = format!("{}: game {number}", path.display());
        file.notes.extend(notes.into_iter().map(|note| format!("{place}, {note}")));
        file.openings.extend(opening);
    }
    match (file.openings.is_empty(), file.notes.first()) {
        (false, _) => Ok(file),
        (true, Some(note)) => Err(OpeningError::Bad(note.clone())),
        (true, None) => Err(OpeningError::Empty(path.to_owned())),
    }
}

/// Returns the opening that a game is, if it can be played, and what should be known about it.
fn opening(game: &PdnGame, variant: Variant) -> (Option<Opening>, Vec<String>) {
    let ReplayedGame { verdict, mut segments } = variant.replay(game);
    let mut notes: Vec<_> = verdict.remarks.iter().map(ToString::to_string).collect();
    if let Some((line, ply, problem)) = &verdict.problem {
        notes.push(format!("line {line}, ply {ply}: {problem}; the game is left out"));
    } else if game.is_cut() {
        notes.push(format!("line {}: the game is left out", game.line));
    } else if let Some(last) = segments.pop() {
        let start = last.fen.map_or(Start::Opening, Start::Fen);
        let moves = last.moves.into_iter().map(|(_, mv)| mv.hub).collect();
        return (Some(Opening::new(start, moves)), notes);
    }
    (None, notes)
}

/// The openings of a match or of many games.
#[derive(Clone, Debug)]
pub(crate) struct OpeningSuite {
    /// The openings. After the last one comes the first again.
    pub(crate) openings: Vec<Opening>,
    /// The number of random plies after each.
    pub(crate) random_plies: usize,
}

/// Which openings of a match lead to positions where an earlier one has led.
#[derive(Clone, Debug)]
pub(crate) struct Repeats {
    /// For each opening that was looked at, whether it repeats an earlier one.
    is_repeated: Vec<bool>,
}

impl Repeats {
    /// The most openings that are looked at.
    const MOST: usize = 1 << 16;

    /// Returns the number of different openings.
    pub(crate) fn distinct(&self) -> usize {
        self.is_repeated.iter().filter(|&&is_repeated| !is_repeated).count()
    }

    /// Returns the number of openings before the first one that repeats an earlier one.
    pub(crate) fn first(&self) -> usize {
        self.is_repeated.iter().take_while(|&&is_repeated| !is_repeated).count()
    }

    /// Returns whether the opening with this number, counted from 0, repeats an earlier one.
    pub(crate) fn has(&self, number: usize) -> bool {
        self.is_repeated.get(number).copied().unwrap_or(true)
    }
}

impl OpeningSuite {
    /// Returns a digest of the openings, which differs where the openings do.
    pub(crate) fn digest(&self) -> String {
        let text = format!("{:?}", self.openings);
        Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the opening with this number, counted from 0.
    ///
    /// # Errors
    /// Returns an error if the opening cannot be played.
    pub(crate) fn opening(
        &self,
        settings: &Settings,
        number: usize,
        seed: u64,
    ) -> Result<Opening, OpeningError> {
        let Opening { start, moves, .. } = &self.openings[number % self.openings.len()];
        let mut moves = moves.clone();
        let mut state = after(settings, start, &moves)?;
        let mut random = StdRng::seed_from_u64(seed_of(seed, number as u64));
        for _ in 0..self.random_plies {
            if state.outcome().is_some() {
                break;
            }
            let number = random.random_range(0..state.choices());
            moves.extend(state.play_nth(number).map(|mv| mv.hub));
        }
        Ok(Opening::new(start.clone(), moves))
    }

    /// Returns which of this number of openings repeat earlier ones.
    ///
    /// # Errors
    /// Returns an error if an opening cannot be played.
    pub(crate) fn repeats(
        &self,
        settings: &Settings,
        count: usize,
        seed: u64,
    ) -> Result<Repeats, OpeningError> {
        let most = if self.random_plies == 0 { self.openings.len() } else { Repeats::MOST };
        let mut seen = HashSet::new();
        let is_repeated = |number| {
            let Opening { start, moves, .. } = self.opening(settings, number, seed)?;
            Ok(!seen.insert(after(settings, &start, &moves)?.key()))
        };
        let is_repeated = (0..count.min(most)).map(is_repeated).collect::<Result<_, OpeningError>>()?;
        Ok(Repeats { is_repeated })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite(random_plies: usize) -> (Settings, OpeningSuite) {
        let settings = Settings { variant: Variant::Draughts6, hash_mib: 1, ..Settings::default() };
        let lines = Ballots { plies: 1 }.lines(&settings, &Start::Opening).expect("the start");
        let openings = lines.into_iter().map(|moves| Opening::new(Start::Opening, moves)).collect();
        (settings, OpeningSuite { openings, random_plies })
    }

    #[test]
    fn openings_are_never_longer_when_they_are_played_again() {
        for plies in [0, 3] {
            let (settings, suite) = suite(plies);
            for number in 0..20 * suite.openings.len() {
                let opening = suite.opening(&settings, number, 1).expect("an opening");
                assert_eq!(opening.moves.len(), 1 + plies, "{number}");
            }
        }
    }

    #[test]
    fn openings_that_lead_to_the_same_position_are_counted_once() {
        let (settings, mut fixed) = suite(0);
        let count = fixed.openings.len();
        fixed.openings.push(fixed.openings[0].clone());
        let repeats = fixed.repeats(&settings, 1000, 1).expect("openings");
        assert_eq!((repeats.distinct(), repeats.first()), (count, count));
        assert!(!repeats.has(count - 1) && repeats.has(count) && repeats.has(5 * count));
        let (settings, random) = suite(1);
        let positions = Ballots { plies: 2 }.lines(&settings, &Start::Opening).expect("the start").len();
        let repeats = random.repeats(&settings, 2000, 1).expect("openings");
        assert_eq!(repeats.distinct(), positions);
        assert!(repeats.first() < positions);
    }
}

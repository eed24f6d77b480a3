//! Which positions games begin from.

use std::collections::HashSet;
use std::path::Path;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use sha2::{Digest, Sha256};

use crate::app::error::Error;
use crate::engine::{Event, GameState, Go, LocalEngine, Request, Settings, Start};
use crate::notation::{Setup, pdn};
use crate::search::{Depth, Limits, Profile};
use crate::split_mix::seed_of;

/// Where a game begins, and the moves that are played for its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// The position.
    pub(crate) start: Start,
    /// The moves, in Hub's notation.
    pub(crate) moves: Vec<String>,
}

/// Ways to begin that leave both players a chance.
///
/// A ballot is one move by each player, or three moves in turn. It is balanced when a search of so many
/// plies finds neither player ahead by more than a part of a man.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ballots {
    /// Moves, of both players together.
    pub(crate) plies: usize,
}

/// How deep a ballot is looked at.
const DEPTH: Depth = Depth(7);
/// The most that a player may be ahead, in hundredths of a man.
const BALANCED: i32 = 50;

impl Ballots {
    /// All balanced ballots, each the moves that are played, in Hub's notation.
    ///
    /// # Errors
    /// When the start is no position of the game.
    pub(crate) fn all(self, settings: &Settings, start: &Start) -> Result<Vec<Vec<String>>, String> {
        let mut lines = self.lines(settings, start)?;
        let settings = Settings { profile: Profile::Full, hash_mib: 1, ..settings.clone() };
        let mut judge = Judge::new(settings, start);
        lines.retain(|line| judge.is_balanced(line));
        Ok(lines)
    }

    /// All balanced ballots, in an order by chance.
    ///
    /// # Errors
    /// When the start is no position of the game.
    pub(crate) fn balanced(
        self,
        settings: &Settings,
        start: &Start,
        seed: u64,
    ) -> Result<Vec<Opening>, String> {
        if self.plies == 0 {
            // Where games are told to begin they begin, whoever is ahead.
            return Ok(vec![Opening { start: start.clone(), moves: Vec::new() }]);
        }
        let mut lines = self.all(settings, start)?;
        lines.shuffle(&mut StdRng::seed_from_u64(seed));
        Ok(lines.into_iter().map(|moves| Opening { start: start.clone(), moves }).collect())
    }

    /// All ways to play so many plies, one for each position that they lead to.
    fn lines(self, settings: &Settings, start: &Start) -> Result<Vec<Vec<String>>, String> {
        let mut lines = vec![Vec::new()];
        for _ in 0..self.plies {
            let mut seen = HashSet::new();
            let mut longer = Vec::new();
            for line in &lines {
                for number in 0.. {
                    let mut referee = after(settings, start, line)?;
                    let Some(mv) = referee.play_nth(number) else { break };
                    if seen.insert(referee.key()) {
                        longer.push([line.as_slice(), &[mv.hub]].concat());
                    }
                }
            }
            lines = longer;
        }
        Ok(lines)
    }
}

/// The game after these moves.
fn after(settings: &Settings, start: &Start, line: &[String]) -> Result<GameState, String> {
    let mut referee = GameState::new(settings.variant, start)?;
    for mv in line {
        referee.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(referee)
}

/// An engine that says which openings are balanced.
struct Judge<'a> {
    engine: LocalEngine,
    start: &'a Start,
}

impl<'a> Judge<'a> {
    fn new(settings: Settings, start: &'a Start) -> Self {
        Self { engine: LocalEngine::new(settings), start }
    }

    fn is_balanced(&mut self, line: &[String]) -> bool {
        // What was searched before must not matter: another order of openings has the same ones.
        let position = Request::Position { start: self.start.clone(), moves: line.to_vec() };
        let go = Request::Go(Go::think(Limits { depth: DEPTH, ..Limits::NONE }));
        let mut score = None;
        for request in [Request::NewGame, position, go] {
            for event in self.engine.request(request) {
                if let Event::Iteration(report) = event {
                    score = Some(report.score.hundredths());
                }
            }
        }
        score.is_some_and(|score| score.abs() <= BALANCED)
    }
}

/// Reads openings from a file: a FEN a line, or games in PDN, as far as they go.
///
/// # Errors
/// When the file cannot be read, or one of them is none of this game.
pub(crate) fn read(path: &Path, settings: &Settings) -> Result<Vec<Opening>, Error> {
    let refused = |reason: String| Error::Input(format!("--openings: {}: {reason}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| refused(error.to_string()))?;
    let text = String::from_utf8_lossy(&bytes);
    let openings = match positions(&text) {
        Some(fens) => fens,
        None => games(&text),
    };
    if openings.is_empty() {
        return Err(refused("there are no positions and no games in it".to_owned()));
    }
    for (line, opening) in &openings {
        after(settings, &opening.start, &opening.moves)
            .map_err(|error| refused(format!("line {line}: {error}")))?;
    }
    Ok(openings.into_iter().map(|(_, opening)| opening).collect())
}

/// The positions of a text with a FEN a line; lines that begin with `#` say something else. None: there is
/// a line that is none.
fn positions(text: &str) -> Option<Vec<(usize, Opening)>> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
    let position = |(line, number): (&str, usize)| {
        let _: Setup = line.parse().ok()?;
        (!line.starts_with('['))
            .then(|| (number, Opening { start: Start::Fen(line.trim().to_owned()), moves: Vec::new() }))
    };
    lines.map(position).collect()
}

/// The games of a text in PDN.
fn games(text: &str) -> Vec<(usize, Opening)> {
    let (games, _) = pdn::read(text);
    let opening = |game: pdn::Game| {
        let start = game.tag("FEN").map_or(Start::Opening, |fen| Start::Fen(fen.to_owned()));
        (game.line, Opening { start, moves: game.moves.into_iter().map(|entry| entry.text).collect() })
    };
    games.into_iter().map(opening).collect()
}

/// The openings of a match or of many games.
#[derive(Clone, Debug)]
pub(crate) struct Book {
    /// The openings, one after the other and then from the first again.
    pub(crate) openings: Vec<Opening>,
    /// Plies by chance after each.
    pub(crate) random_plies: usize,
    /// What becomes of an opening that was played before.
    pub(crate) again: Again,
}

/// What becomes of an opening that was played before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Again {
    /// It is played again.
    Same,
    /// One more ply by chance is played, each time.
    Longer,
}

impl Book {
    /// What tells openings from others, wherever they come from.
    pub(crate) fn digest(&self) -> String {
        let text = format!("{:?}", self.openings);
        Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// The opening with this number, from 0.
    ///
    /// # Errors
    /// When an opening is none of this game.
    pub(crate) fn opening(&self, settings: &Settings, number: usize, seed: u64) -> Result<Opening, String> {
        let Opening { start, moves } = &self.openings[number % self.openings.len()];
        let rounds = if self.again == Again::Longer { number / self.openings.len() } else { 0 };
        let mut moves = moves.clone();
        let mut referee = after(settings, start, &moves)?;
        let mut chance = StdRng::seed_from_u64(seed_of(seed, number as u64));
        for _ in 0..self.random_plies + rounds {
            if referee.outcome().is_some() {
                break;
            }
            let number = chance.random_range(0..referee.choices());
            moves.extend(referee.play_nth(number).map(|mv| mv.hub));
        }
        Ok(Opening { start: start.clone(), moves })
    }
}

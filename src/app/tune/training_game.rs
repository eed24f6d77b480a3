//! A game to learn from.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use tuning::PositionSample;

use crate::board::{Color, Outcome};
use crate::endgame::Value;
use crate::engine::{EndgameTables, GameState, Searcher, Variant};
use crate::search::Limits;
use crate::split_mix::seed_of;

/// How games are played.
#[derive(Clone)]
pub(super) struct TrainingGames {
    pub(super) variant: Variant,
    /// Nodes per move.
    pub(super) nodes: u64,
    /// The least and the greatest number of random moves at the start.
    pub(super) random_plies: (usize, usize),
    pub(super) seed: u64,
    /// They tell exact values, and end games.
    pub(super) tables: EndgameTables,
}

/// A game: its moves, hashed, and its quiet positions after the random moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TrainingGame {
    /// A hash of the moves.
    pub(super) key: u64,
    #[serde(with = "text")]
    pub(super) samples: Vec<PositionSample>,
}

/// The number of plies after which a game on 10×10 or a smaller board is a draw. On larger boards it grows with
/// the number of pieces: with 220 plies nearly all games on 14×14 are draws, and nothing is learned from them.
const LONGEST: usize = 220;
/// The number of pieces at the start of a game on 10×10.
const LONGEST_PIECES: usize = 40;
/// An opening in which a player is this far ahead, in hundredths of a man, is not used.
const MOST_AHEAD: i32 = 150;
/// A game is won when one player is this far ahead, in hundredths of a man, for [`WON_PLIES`] plies.
const WON: i32 = 600;
const WON_PLIES: usize = 4;
/// A game of at most [`LEVEL_PIECES`] pieces is a draw when the score is this level for [`LEVEL_PLIES`] plies.
const LEVEL: i32 = 10;
const LEVEL_PLIES: usize = 24;
const LEVEL_PIECES: usize = 10;
/// Positions with larger scores are not learnt from.
const MOST_SCORE: i32 = 3_000;
/// Games end in tables of this number of pieces. With more pieces they go on, and tables tell the values.
const LAST_PIECES: usize = 4;

impl TrainingGames {
    /// Plays the game with this number.
    pub(super) fn play(&self, searcher: &mut Searcher, number: usize) -> TrainingGame {
        let mut random = StdRng::seed_from_u64(seed_of(self.seed, number as u64));
        searcher.clear();
        let limits = Limits { nodes: self.nodes, ..Limits::NONE };
        let (mut state, first) = loop {
            let state = self.opening(&mut random);
            match searcher.best_move(&state, limits) {
                Some(best) if best.score.hundredths().abs() <= MOST_AHEAD => break (state, best),
                _ => {}
            }
        };
        let mut record = Record::new(state.plies());
        let mut best = first;
        let winner = loop {
            if let Some(winner) = self.ending(&state, &record) {
                break winner;
            }
            record.add(&state, best.score.hundredths(), self.value(&state));
            record.play(&mut state, best.number);
            match searcher.best_move(&state, limits) {
                Some(next) => best = next,
                None => break winner(state.outcome()),
            }
        };
        record.finish(winner)
    }

    /// A position after some random moves, in which the game is not over.
    fn opening(&self, random: &mut StdRng) -> GameState {
        let (least, most) = self.random_plies;
        'again: loop {
            let mut state = GameState::initial(self.variant);
            for _ in 0..random.random_range(least..=most) {
                if state.outcome().is_some() {
                    continue 'again;
                }
                state.play_nth(random.random_range(0..state.choices()));
            }
            if state.outcome().is_none() {
                return state;
            }
        }
    }

    /// The value in the tables.
    fn value(&self, state: &GameState) -> Option<Option<Color>> {
        Some(match self.tables.probe(state)? {
            Value::Win(_) => Some(state.turn()),
            Value::Draw => None,
            Value::Loss(_) => Some(!state.turn()),
        })
    }

    /// The result of a game that ends here: the winner, if there is one.
    fn ending(&self, state: &GameState, record: &Record) -> Option<Option<Color>> {
        if let Some(outcome) = state.outcome() {
            return Some(winner(Some(outcome)));
        }
        if state.pieces() <= LAST_PIECES
            && let Some(value) = self.value(state)
        {
            return Some(value);
        }
        if let Some(leader) = record.leader() {
            return Some(Some(leader));
        }
        let is_level = state.pieces() <= LEVEL_PIECES && record.is_level();
        (is_level || state.plies() >= longest(self.variant.most_pieces())).then_some(None)
    }
}

/// The number of plies after which a game that begins with this number of pieces is a draw.
fn longest(pieces: usize) -> usize {
    LONGEST * pieces.max(LONGEST_PIECES) / LONGEST_PIECES
}

fn winner(outcome: Option<Outcome>) -> Option<Color> {
    match outcome {
        Some(Outcome::Win(color)) => Some(color),
        _ => None,
    }
}

/// A game in progress.
struct Record {
    key: u64,
    /// The scores of all plies for White.
    scores: Vec<i32>,
    /// The samples, the player to move, and the winner if tables tell the result.
    samples: Vec<(PositionSample, Color, Option<Option<Color>>)>,
}

impl Record {
    fn new(plies: usize) -> Self {
        Self { key: plies as u64, scores: Vec::new(), samples: Vec::new() }
    }

    fn add(&mut self, state: &GameState, score: i32, exact: Option<Option<Color>>) {
        let turn = state.turn();
        self.scores.push(if turn == Color::White { score } else { -score });
        if state.must_capture() || score.abs() >= MOST_SCORE {
            return;
        }
        let [own, opposing, kings] = state.seen_by_mover();
        let sample = PositionSample {
            own,
            opposing,
            kings,
            score: score as i16,
            ply: state.plies() as u16,
            result: 1,
            is_exact: exact.is_some(),
        };
        self.samples.push((sample, turn, exact));
    }

    fn play(&mut self, state: &mut GameState, number: usize) {
        state.play_nth(number);
        self.key = seed_of(self.key, state.key().low());
    }

    /// The last scores, if there are so many.
    fn last(&self, plies: usize) -> Option<&[i32]> {
        self.scores.len().checked_sub(plies).map(|from| &self.scores[from..])
    }

    fn leader(&self) -> Option<Color> {
        let last = self.last(WON_PLIES)?;
        if last.iter().all(|&score| score >= WON) {
            Some(Color::White)
        } else if last.iter().all(|&score| score <= -WON) {
            Some(Color::Black)
        } else {
            None
        }
    }

    fn is_level(&self) -> bool {
        self.last(LEVEL_PLIES).is_some_and(|last| last.iter().all(|score| score.abs() <= LEVEL))
    }

    /// The samples with their results.
    fn finish(self, winner: Option<Color>) -> TrainingGame {
        let samples = self.samples.into_iter().map(|(sample, turn, exact)| {
            let result = match exact.unwrap_or(winner) {
                None => 1,
                Some(color) => {
                    if color == turn {
                        2
                    } else {
                        0
                    }
                }
            };
            PositionSample { result, ..sample }
        });
        TrainingGame { key: self.key, samples: samples.collect() }
    }
}

/// Samples as text, in journals.
mod text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use tuning::PositionSample;

    pub(super) fn serialize<S: Serializer>(samples: &[PositionSample], to: S) -> Result<S::Ok, S::Error> {
        let lines: Vec<String> = samples.iter().map(ToString::to_string).collect();
        to.serialize_str(&lines.join(" "))
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<PositionSample>, D::Error> {
        let text = String::deserialize(from)?;
        text.split_whitespace().map(|word| word.parse().map_err(D::Error::custom)).collect()
    }
}

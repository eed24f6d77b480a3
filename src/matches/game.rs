//! One game between two players.

use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::adjudication::{Adjudication, Scores, Truncation};
use super::openings::Opening;
use super::player::{Choice, MoveRequest, Player, PlayerError, PlayerReply};
use super::termination::Termination;
use super::time_control::TimeControl;
use crate::board::Color;
use crate::engine::{Adjudicator, Claim, GameState, MoveText, Start, StartError, Unreadable, Variant};
use crate::interrupt;
use crate::notation::{GameResult, Quote};
use crate::search::GameClock;
use crate::split_mix::seed_of;

/// The conditions of a game.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    /// The variant.
    pub(crate) variant: Variant,
    /// The time of the players.
    pub(crate) time_control: TimeControl,
    /// The largest number of plies, and the result of a game that reaches it.
    pub(crate) plies: Option<(usize, GameResult)>,
    /// When the players' scores end the game.
    pub(crate) adjudication: Adjudication,
    /// Endgame tables that end the game.
    pub(crate) tables: Option<Arc<Adjudicator>>,
    /// When the rest of the game does not matter.
    pub(crate) truncation: Option<Truncation>,
}

impl Conditions {
    /// A game with this time control that ends by the rules only.
    pub(crate) fn new(variant: Variant, time_control: TimeControl) -> Self {
        let adjudication = Adjudication::default();
        Self { variant, time_control, plies: None, adjudication, tables: None, truncation: None }
    }

    /// Checks that every table could be read so far: without one of them a game may end differently. The
    /// players have the same tables.
    ///
    /// # Errors
    /// Returns the first file that could not be read, or the folder.
    pub(crate) fn check_tables(&self) -> Result<(), Unreadable> {
        self.tables.as_ref().map_or(Ok(()), |tables| tables.check_readable())
    }
}

/// The record of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameRecord {
    /// The FEN of the start. `None` for the initial position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fen: Option<String>,
    /// The moves, in the notation of the game, including those of the opening.
    pub(crate) moves: Vec<String>,
    /// What was claimed to be proven about moves, by their indices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) claims: Vec<(usize, String)>,
    /// The sum of the numbers of legal moves before each move.
    pub(crate) choices: u64,
    /// The day when it was played, as PDN writes it. It is unknown where games depend on their seed alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) date: Option<String>,
    /// The result.
    pub(crate) result: GameResult,
    /// Why the game ended.
    #[serde(rename = "reason")]
    pub(crate) termination: Termination,
    /// The error of the player that lost by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<String>,
}

/// Plays a game. The first player has White. Returns `None` if the program was asked to end: what a player did
/// after that does not count.
///
/// # Errors
/// Returns an error if the opening does not begin at a position of the game.
pub(crate) fn play<'a>(
    conditions: &'a Conditions,
    opening: &Opening,
    players: [&'a mut dyn Player; 2],
    seed: u64,
) -> Result<Option<GameRecord>, StartError> {
    let mut game = GameInPlay::new(conditions, opening, players, seed)?;
    let end = game.play(opening).filter(|_| !interrupt::is_requested());
    let Some(End { result, termination, fault }) = end else { return Ok(None) };
    let fen = match &opening.start {
        Start::Fen(fen) => Some(fen.clone()),
        Start::Opening | Start::Hub(_) => None,
    };
    let GameInPlay { moves, claims, choices, .. } = game;
    Ok(Some(GameRecord { fen, moves, claims, choices, date: None, result, termination, fault }))
}

/// A game that is being played.
struct GameInPlay<'a> {
    conditions: &'a Conditions,
    state: GameState,
    players: [&'a mut dyn Player; 2],
    clocks: [Option<GameClock>; 2],
    scores: Scores,
    seed: u64,
    moves: Vec<String>,
    claims: Vec<(usize, String)>,
    choices: u64,
    /// Whether the opening was played before.
    is_repeated: bool,
}

/// What a player said about its move.
struct Reported {
    score: Option<f64>,
    claim: Option<Claim>,
}

/// How a game ended.
struct End {
    result: GameResult,
    termination: Termination,
    fault: Option<String>,
}

impl End {
    fn new(result: GameResult, termination: Termination) -> Self {
        Self { result, termination, fault: None }
    }

    /// A player loses by an error, or ends the game.
    fn forfeit(color: Color, error: &PlayerError) -> Self {
        let result = match error {
            PlayerError::DrawClaim => GameResult::Draw,
            _ => GameResult::won_by(!color),
        };
        // To resign and to declare a draw are no faults.
        let is_fault = !matches!(error, PlayerError::Resignation | PlayerError::DrawClaim);
        let fault = is_fault.then(|| format!("{}: {error}", color.name()));
        Self { result, termination: error.termination(), fault }
    }
}

impl<'a> GameInPlay<'a> {
    fn new(
        conditions: &'a Conditions,
        opening: &Opening,
        players: [&'a mut dyn Player; 2],
        seed: u64,
    ) -> Result<Self, StartError> {
        Ok(Self {
            conditions,
            state: GameState::new(conditions.variant, &opening.start)?,
            players,
            clocks: [conditions.time_control.clock; 2],
            scores: Scores::default(),
            seed,
            moves: Vec::new(),
            claims: Vec::new(),
            choices: 0,
            is_repeated: opening.is_repeated,
        })
    }

    /// Plays to the end. Returns `None` if the program was asked to end before.
    fn play(&mut self, opening: &Opening) -> Option<End> {
        self.play_opening(opening).and_then(|()| self.play_on()).unwrap_or_else(Some)
    }

    /// Plays the moves of the opening, as far as the game goes.
    fn play_opening(&mut self, opening: &Opening) -> Result<(), End> {
        let mut played = Vec::new();
        for mv in &opening.moves {
            if self.state.outcome().is_some() {
                break;
            }
            let choices = self.state.choices();
            let Ok(mv) = self.state.play(mv) else { break };
            played.push(mv);
            self.choices += choices as u64;
        }
        for (player, color) in self.players.iter_mut().zip(Color::ALL) {
            player.begin(&opening.start, &played).map_err(|error| {
                player.lose_by_fault();
                End::forfeit(color, &error)
            })?;
        }
        self.moves.extend(played.into_iter().map(|mv| mv.notation));
        Ok(())
    }

    fn play_on(&mut self) -> Result<Option<End>, End> {
        while !interrupt::is_requested() {
            if let Some(end) = self.end() {
                return Ok(Some(end));
            }
            self.play_move()?;
        }
        Ok(None)
    }

    /// Returns how the game has ended. Returns `None` if it goes on.
    fn end(&self) -> Option<End> {
        let Conditions { truncation, tables, adjudication, plies, .. } = self.conditions;
        if let Some(outcome) = self.state.outcome() {
            return Some(End::new(outcome.into(), outcome.into()));
        }
        if let Some(termination) = truncation.and_then(|it| it.termination(&self.state, &self.scores)) {
            return Some(End::new(GameResult::Unknown, termination));
        }
        if let Some(winner) = tables.as_ref().and_then(|tables| tables.winner(&self.state)) {
            return Some(End::new(winner.map_or(GameResult::Draw, GameResult::won_by), Termination::Tables));
        }
        if let Some(result) = adjudication.result(&self.scores) {
            return Some(End::new(result, Termination::Adjudication));
        }
        let (_, result) = plies.filter(|(most, _)| self.moves.len() >= *most)?;
        Some(End::new(result, Termination::Plies))
    }

    /// The player to move thinks and moves.
    fn play_move(&mut self) -> Result<(), End> {
        let color = self.state.turn();
        let choices = self.state.choices();
        let (answer, mv) = self.choose(color, choices).map_err(|error| {
            self.players[color as usize].lose_by_fault();
            End::forfeit(color, &error)
        })?;
        self.players.iter_mut().for_each(|player| player.hear(&mv));
        self.scores.add(color, answer.score);
        self.claims.extend(answer.claim.map(|claim| (self.moves.len(), claim.to_string())));
        self.moves.push(mv.notation);
        self.choices += choices as u64;
        Ok(())
    }

    /// Asks a player for its move and plays it.
    fn choose(&mut self, color: Color, choices: usize) -> Result<(Reported, MoveText), PlayerError> {
        let PlayerReply { mv, score, claim } = self.ask(color, choices)?;
        Ok((Reported { score, claim }, self.play_choice(mv)?))
    }

    /// Asks a player for its move and takes the time.
    fn ask(&mut self, color: Color, choices: usize) -> Result<PlayerReply, PlayerError> {
        let time_control = &self.conditions.time_control;
        let player = &mut self.players[color as usize];
        let clock = &mut self.clocks[color as usize];
        let seed = seed_of(self.seed, self.moves.len() as u64);
        let (began, cpu_before) = (Instant::now(), player.cpu_time());
        let answer = player.think(&MoveRequest {
            time_control,
            clock: *clock,
            seed,
            choices,
            is_repeated: self.is_repeated,
        })?;
        let used = match (cpu_before?, player.cpu_time()?) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => began.elapsed(),
        };
        let over = match clock {
            Some(clock) => time_control.stop(clock, used).err(),
            None => time_control.overrun(used).filter(|_| player.keeps_move_time()),
        };
        over.map_or(Ok(answer), |over| Err(PlayerError::Time(over)))
    }

    fn play_choice(&mut self, choice: Choice) -> Result<MoveText, PlayerError> {
        let (played, text) = match choice {
            Choice::Text(text) => (self.state.play(&text).ok(), text),
            Choice::Number(number) => (self.state.play_nth(number), number.to_string()),
        };
        played.ok_or_else(|| PlayerError::IllegalMove(Quote::of(&text)))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::{Depth, Limits};

    /// Journals of `match` and `selfplay` hold these texts. With others, no journal of an earlier version could be
    /// continued.
    #[test]
    fn conditions_are_written_in_journals_as_before() {
        let limits = Limits { depth: Depth(3), move_time: Some(Duration::from_millis(100)), ..Limits::NONE };
        let clock = Some(GameClock { time: 60_000, increment: 600, moves_to_go: None });
        let (tolerance, patience) = (Duration::from_millis(200), Duration::from_secs(30));
        let conditions = Conditions {
            plies: Some((100, GameResult::Draw)),
            adjudication: Adjudication { win: Some(2.0), draw: None },
            ..Conditions::new(Variant::Draughts6, TimeControl { limits, clock, tolerance, patience })
        };
        let expected = "Conditions { variant: Draughts6, time_control: TimeControl { limits: Limits { \
                        depth: Depth(3), nodes: 18446744073709551615, move_time: Some(100ms), clock: None }, \
                        clock: Some(GameClock { time: 60000, increment: 600, moves_to_go: None }), \
                        tolerance: 200ms, patience: 30s }, plies: Some((100, Draw)), \
                        adjudication: Adjudication { win: Some(2.0), draw: None }, tables: None, \
                        truncation: None }";
        assert_eq!(format!("{conditions:?}"), expected);
    }
}

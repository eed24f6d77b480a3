//! One game between two players.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::adjudication::{Adjudication, Scores, Truncation};
use super::openings::Opening;
use super::pace::Pace;
use super::player::{Answer, Ask, Choice, Fault, Player};
use crate::board::{Color, DrawReason, Outcome};
use crate::engine::{Adjudicator, GameState, MoveText, Start, Variant};
use crate::notation::{GameResult, Quote};
use crate::search::GameClock;
use crate::split_mix::seed_of;

/// What is agreed before a game.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// The game.
    pub(crate) variant: Variant,
    /// How long it may take.
    pub(crate) pace: Pace,
    /// After how many plies it is broken off, and what counts then.
    pub(crate) plies: Option<(usize, GameResult)>,
    /// When it is clear enough who wins.
    pub(crate) adjudication: Adjudication,
    /// Endgame tables that say who wins.
    pub(crate) tables: Option<Arc<Adjudicator>>,
    /// When the rest of the game is of no interest.
    pub(crate) truncation: Option<Truncation>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Reason {
    /// The player to move had no move.
    NoMove,
    /// The position stood there too often.
    Repetition,
    /// A rule that counts moves.
    MoveCount,
    /// Endgame tables know who wins, or that nobody does.
    Tables,
    /// Both players thought so.
    Adjudication,
    /// It was broken off after so many plies.
    Plies,
    /// So few pieces are left that nobody wants to see more.
    Pieces,
    /// The same, as hardly anybody can win with these.
    Drawish,
    /// A player used more time than there was.
    Time,
    /// A player said nothing any more.
    Hang,
    /// A player ended.
    Crash,
    /// A player played what is no legal move.
    IllegalMove,
    /// A player said more than anybody can listen to.
    Flood,
}

impl Reason {
    /// The word for it in results.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::NoMove => "no-move",
            Self::Repetition => "repetition",
            Self::MoveCount => "move-count",
            Self::Tables => "tables",
            Self::Adjudication => "adjudication",
            Self::Plies => "plies",
            Self::Pieces => "pieces",
            Self::Drawish => "drawish",
            Self::Time => "time",
            Self::Hang => "hang",
            Self::Crash => "crash",
            Self::IllegalMove => "illegal-move",
            Self::Flood => "flood",
        }
    }
}

impl From<Outcome> for Reason {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(_) => Self::NoMove,
            Outcome::Draw(DrawReason::Repetition) => Self::Repetition,
            Outcome::Draw(DrawReason::QuietMoves | DrawReason::Ending) => Self::MoveCount,
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sheet {
    /// The FEN of where it began. None: at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fen: Option<String>,
    /// The moves as people write them, the opening's included.
    pub(crate) moves: Vec<String>,
    /// What was claimed to be proven with a move, by its place among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) claims: Vec<(usize, String)>,
    /// How many legal moves there were before each, added up.
    pub(crate) choices: u64,
    /// Who has won.
    pub(crate) result: GameResult,
    /// Why it ended.
    pub(crate) reason: Reason,
    /// What a player did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) fault: Option<String>,
}

/// Plays a game. White is the first of the players.
///
/// # Errors
/// When the opening is none of this game.
pub(crate) fn play(
    terms: &Terms,
    opening: &Opening,
    players: [&mut Player; 2],
    seed: u64,
) -> Result<Sheet, String> {
    let mut duel = Duel::new(terms, opening, players, seed)?;
    let End { result, reason, fault } = duel.finish(opening);
    let fen = match &opening.start {
        Start::Fen(fen) => Some(fen.clone()),
        Start::Opening | Start::Hub(_) => None,
    };
    let Duel { moves, claims, choices, .. } = duel;
    Ok(Sheet { fen, moves, claims, choices, result, reason, fault })
}

struct Duel<'a> {
    terms: &'a Terms,
    referee: GameState,
    players: [&'a mut Player; 2],
    clocks: [Option<GameClock>; 2],
    scores: Scores,
    seed: u64,
    moves: Vec<String>,
    claims: Vec<(usize, String)>,
    choices: u64,
}

/// How a game ended.
struct End {
    result: GameResult,
    reason: Reason,
    fault: Option<String>,
}

impl End {
    fn new(result: GameResult, reason: Reason) -> Self {
        Self { result, reason, fault: None }
    }

    /// A player could not go on.
    fn forfeit(color: Color, fault: &Fault) -> Self {
        let told = format!("{}: {fault}", color.name());
        Self { result: GameResult::won_by(!color), reason: fault.reason(), fault: Some(told) }
    }
}

impl<'a> Duel<'a> {
    fn new(
        terms: &'a Terms,
        opening: &Opening,
        players: [&'a mut Player; 2],
        seed: u64,
    ) -> Result<Self, String> {
        let referee = GameState::new(terms.variant, &opening.start)?;
        let clocks = [terms.pace.clock; 2];
        Ok(Self {
            terms,
            referee,
            players,
            clocks,
            scores: Scores::default(),
            seed,
            moves: Vec::new(),
            claims: Vec::new(),
            choices: 0,
        })
    }

    /// Plays to the end, whatever that is.
    fn finish(&mut self, opening: &Opening) -> End {
        match self.open(opening).and_then(|()| self.play_on()) {
            Ok(end) | Err(end) => end,
        }
    }

    /// Plays the opening, as far as the game goes.
    fn open(&mut self, opening: &Opening) -> Result<(), End> {
        let mut played = Vec::new();
        for mv in &opening.moves {
            if self.referee.outcome().is_some() {
                break;
            }
            let choices = self.referee.choices();
            let Ok(mv) = self.referee.play(mv) else { break };
            played.push(mv);
            self.choices += choices as u64;
        }
        for (player, color) in self.players.iter_mut().zip(Color::ALL) {
            player.begin(&opening.start, &played).map_err(|fault| End::forfeit(color, &fault))?;
        }
        self.moves.extend(played.into_iter().map(|mv| mv.notation));
        Ok(())
    }

    fn play_on(&mut self) -> Result<End, End> {
        loop {
            if let Some(end) = self.end() {
                return Ok(end);
            }
            self.ply()?;
        }
    }

    /// How the game has ended. None: it goes on.
    fn end(&self) -> Option<End> {
        if let Some(outcome) = self.referee.outcome() {
            return Some(End::new(outcome.into(), outcome.into()));
        }
        if let Some(reason) = self.terms.truncation.and_then(|it| it.reason(&self.referee, &self.scores)) {
            return Some(End::new(GameResult::Unknown, reason));
        }
        if let Some(winner) = self.terms.tables.as_ref().and_then(|tables| tables.winner(&self.referee)) {
            return Some(End::new(winner.map_or(GameResult::Draw, GameResult::won_by), Reason::Tables));
        }
        if let Some(result) = self.terms.adjudication.result(&self.scores) {
            return Some(End::new(result, Reason::Adjudication));
        }
        let (_, result) = self.terms.plies.filter(|(most, _)| self.moves.len() >= *most)?;
        Some(End::new(result, Reason::Plies))
    }

    /// A player thinks and moves.
    fn ply(&mut self) -> Result<(), End> {
        let color = self.referee.turn();
        let choices = self.referee.choices();
        let answer = self.ask(color, choices).map_err(|fault| End::forfeit(color, &fault))?;
        let mv = self.moved(answer.mv).map_err(|fault| End::forfeit(color, &fault))?;
        self.players.iter_mut().for_each(|player| player.hear(&mv));
        self.scores.add(color, answer.score);
        self.claims.extend(answer.claim.map(|claim| (self.moves.len(), claim.to_string())));
        self.moves.push(mv.notation);
        self.choices += choices as u64;
        Ok(())
    }

    /// Asks the player, and stops the time.
    fn ask(&mut self, color: Color, choices: usize) -> Result<Answer, Fault> {
        let index = color as usize;
        let seed = seed_of(self.seed, self.moves.len() as u64);
        let clock = self.clocks[index];
        let began = Instant::now();
        let answer = self.players[index].think(&Ask { pace: &self.terms.pace, clock, seed, choices })?;
        self.stop_clock(index, began.elapsed())?;
        Ok(answer)
    }

    fn stop_clock(&mut self, index: usize, used: Duration) -> Result<(), Fault> {
        let pace = &self.terms.pace;
        let Some(clock) = &mut self.clocks[index] else {
            return if self.players[index].keeps_move_time() { pace.check_move(used) } else { Ok(()) };
        };
        let over = millis(used) - clock.time - clock.increment;
        if over > millis(pace.tolerance) {
            return Err(Fault::Time(Duration::from_millis(over.unsigned_abs())));
        }
        clock.time = (-over).max(0);
        Ok(())
    }

    fn moved(&mut self, choice: Choice) -> Result<MoveText, Fault> {
        match choice {
            Choice::Text(text) => self.referee.play(&text).map_err(|_| Fault::Illegal(Quote::of(&text))),
            Choice::Number(number) => {
                let played = self.referee.play_nth(number);
                played.ok_or_else(|| Fault::Illegal(Quote::of(&number.to_string())))
            }
        }
    }
}

/// In milliseconds, as far as anybody waits.
fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX / 4).min(i64::MAX / 4)
}

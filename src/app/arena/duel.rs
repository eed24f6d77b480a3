//! One game between two players.

use std::time::{Duration, Instant};

use super::openings::Opening;
use super::pace::Pace;
use super::player::{Answer, Ask, Choice, Fault, Player};
use super::seed_of;
use crate::board::{Color, DrawReason, Outcome};
use crate::engine::{MoveText, Referee, Variant};
use crate::notation::{GameResult, Quote};
use crate::search::GameClock;

/// What is agreed before a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// The game.
    pub(crate) variant: Variant,
    /// How long it may take.
    pub(crate) pace: Pace,
    /// How much longer a move may take than there is time.
    pub(crate) tolerance: Duration,
    /// After how many plies it is broken off, and what counts then.
    pub(crate) plies: Option<(usize, GameResult)>,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// The player to move had no move.
    NoMove,
    /// The position stood there too often.
    Repetition,
    /// A rule that counts moves.
    MoveCount,
    /// It was broken off after so many plies.
    Plies,
    /// A player could not go on.
    Fault(Color, Fault),
}

impl Reason {
    /// The word for it in results.
    pub(crate) const fn word(&self) -> &'static str {
        match self {
            Self::NoMove => "no-move",
            Self::Repetition => "repetition",
            Self::MoveCount => "move-count",
            Self::Plies => "plies",
            Self::Fault(_, fault) => fault.word(),
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
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    /// The moves as people write them, the opening's included.
    pub(crate) moves: Vec<String>,
    /// How many legal moves there were before each.
    pub(crate) choices: Vec<u32>,
    /// Who has won.
    pub(crate) result: GameResult,
    /// Why it ended.
    pub(crate) reason: Reason,
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
    let (result, reason) = duel.finish(opening);
    Ok(Sheet { moves: duel.moves, choices: duel.choices, result, reason })
}

struct Duel<'a> {
    terms: &'a Terms,
    referee: Referee,
    players: [&'a mut Player; 2],
    clocks: [Option<GameClock>; 2],
    seed: u64,
    moves: Vec<String>,
    choices: Vec<u32>,
}

type End = (GameResult, Reason);

impl<'a> Duel<'a> {
    fn new(
        terms: &'a Terms,
        opening: &Opening,
        players: [&'a mut Player; 2],
        seed: u64,
    ) -> Result<Self, String> {
        let referee = Referee::new(terms.variant, &opening.start)?;
        let clocks = [terms.pace.clock; 2];
        Ok(Self { terms, referee, players, clocks, seed, moves: Vec::new(), choices: Vec::new() })
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
            match self.referee.play(mv) {
                Ok(mv) => played.push(mv),
                Err(_) => break,
            }
            self.choices.push(choices as u32);
        }
        for (player, color) in self.players.iter_mut().zip(Color::ALL) {
            player.begin(&opening.start, &played).map_err(|fault| forfeit(color, fault))?;
        }
        self.moves.extend(played.into_iter().map(|mv| mv.notation));
        Ok(())
    }

    fn play_on(&mut self) -> Result<End, End> {
        loop {
            if let Some(outcome) = self.referee.outcome() {
                return Ok((outcome.into(), outcome.into()));
            }
            if let Some((most, result)) = self.terms.plies
                && self.moves.len() >= most
            {
                return Ok((result, Reason::Plies));
            }
            self.ply()?;
        }
    }

    /// A player thinks and moves.
    fn ply(&mut self) -> Result<(), End> {
        let color = self.referee.turn();
        let choices = self.referee.choices();
        let answer = self.ask(color, choices).map_err(|fault| forfeit(color, fault))?;
        let mv = self.moved(answer.mv).map_err(|fault| forfeit(color, fault))?;
        self.players.iter_mut().for_each(|player| player.hear(&mv));
        self.moves.push(mv.notation);
        self.choices.push(choices as u32);
        Ok(())
    }

    /// Asks the player, and stops the time.
    fn ask(&mut self, color: Color, choices: usize) -> Result<Answer, Fault> {
        let index = color as usize;
        let seed = seed_of(self.seed, self.moves.len() as u64);
        let (limits, clock) = (self.terms.pace.limits, self.clocks[index]);
        let began = Instant::now();
        let answer = self.players[index].think(&Ask { limits, clock, seed, choices })?;
        self.stop_clock(index, began.elapsed())?;
        Ok(answer)
    }

    fn stop_clock(&mut self, index: usize, used: Duration) -> Result<(), Fault> {
        let Some(clock) = &mut self.clocks[index] else { return Ok(()) };
        let left = i128::from(clock.time) + i128::from(clock.increment);
        let over = i128::try_from(used.as_millis()).unwrap_or(i128::MAX) - left;
        if over > i128::try_from(self.terms.tolerance.as_millis()).unwrap_or(i128::MAX) {
            return Err(Fault::Time(Duration::from_millis(u64::try_from(over).unwrap_or(u64::MAX))));
        }
        clock.time = i64::try_from(-over).unwrap_or(0).max(0);
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

fn forfeit(color: Color, fault: Fault) -> End {
    (GameResult::won_by(!color), Reason::Fault(color, fault))
}

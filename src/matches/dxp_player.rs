//! Programs that accept games over DXP, as players.

use std::time::{Duration, Instant};

use protocol::dxp::{BackAnswer, Error, GameEnd, GameRequest, Kind, Message, Reason, Verdict};

use super::dxp_connection::{DxpConnection, IncomingMessage, NoMessage};
use super::dxp_translation::{legal_move, side, written_move, written_start};
use super::player::{Choice, MoveRequest, Player, PlayerError, PlayerReply};
use crate::board::{Color, Outcome};
use crate::engine::{GameState, MoveText, Start, Variant};
use crate::notation::{Quote, one_line};

/// A program that listens for games, and how they are requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DxpProgram {
    pub(crate) host: String,
    pub(crate) port: u16,
    /// The game.
    pub(crate) variant: Variant,
    /// The time of a game in minutes, instead of the clock's.
    pub(crate) minutes: Option<u16>,
    /// The number of moves to request, 0 for no limit.
    pub(crate) moves: u16,
    /// The time to wait for a connection and for answers other than moves.
    pub(crate) patience: Duration,
}

/// The time that a program has to confirm the end of a game.
const CONFIRMATION: Duration = Duration::from_secs(5);
/// The time between two messages in a row.
const DELAY: Duration = Duration::from_millis(100);
/// The most messages that a program may send instead of a move.
const MOST_MESSAGES: usize = 10_000;

/// A program that plays over DXP. Its connection is opened again after it was lost.
pub(crate) struct DxpPlayer {
    program: DxpProgram,
    connection: Option<DxpConnection>,
    game: Option<DxpGame>,
}

/// A game in progress.
struct DxpGame {
    /// Where it began.
    start: GameState,
    state: GameState,
    /// The program's color, once the game has been requested.
    color: Option<Color>,
    /// The opponent's move, which the program does not know yet.
    unsent: Option<MoveText>,
    /// Since when the opponent thinks.
    since: Instant,
}

impl DxpPlayer {
    /// Connects to a program.
    pub(crate) fn start(program: DxpProgram) -> Result<Self, PlayerError> {
        let mut player = Self { program, connection: None, game: None };
        player.connect()?;
        Ok(player)
    }

    fn connect(&mut self) -> Result<(), PlayerError> {
        let DxpProgram { host, port, patience, .. } = &self.program;
        let opened = DxpConnection::open(host, *port, *patience, DELAY);
        let failed = |error| PlayerError::Crash(format!("cannot connect to {}: {error}", one_line(host)));
        self.connection = Some(opened.map_err(failed)?);
        Ok(())
    }

    fn say(&mut self, message: &Message) -> Result<(), PlayerError> {
        let connection = self.connection.as_mut().ok_or_else(closed)?;
        connection.send(message).map_err(|error| PlayerError::Crash(error.to_string()))
    }

    /// Waits for a message that is part of the game. Others are answered and passed over.
    fn next(&mut self, deadline: Instant) -> Result<IncomingMessage, PlayerError> {
        let began = Instant::now();
        for _ in 0..MOST_MESSAGES {
            let message = self.connection.as_mut().ok_or_else(closed)?.receive(deadline);
            match message {
                Ok(Ok(Message::Chat(text))) => log::info!("the engine says: {text}"),
                // A game of a match has no second thoughts.
                Ok(Ok(Message::BackRequest(_))) => self.say(&Message::BackAnswer(BackAnswer::Unsupported))?,
                Ok(Err(error)) if error.kind().is_none() => log::info!("{error}"),
                Ok(message) => return Ok(message),
                Err(NoMessage::Timeout) => return Err(PlayerError::Hang(began.elapsed())),
                Err(NoMessage::Closed) => return Err(closed()),
            }
        }
        Err(PlayerError::Flood)
    }

    /// Requests the game, in which the program is to move now.
    fn request(&mut self, minutes: u16) -> Result<(), PlayerError> {
        let Some(game) = &mut self.game else { return Err(closed()) };
        let color = game.state.turn();
        game.color = Some(color);
        let request = GameRequest {
            name: "Remise".to_owned(),
            follower: side(color),
            minutes,
            moves: self.program.moves,
            start: written_start(&game.start),
        };
        self.say(&Message::GameRequest(request))?;
        let deadline = Instant::now() + self.program.patience;
        loop {
            let verdict = match self.next(deadline)? {
                Ok(Message::Acceptance(answer)) => answer.verdict,
                Err(Error::Part { kind: Kind::Acceptance, .. } | Error::Surplus(Kind::Acceptance)) => {
                    Verdict::NotThisGame
                }
                _ => continue,
            };
            return match verdict {
                Verdict::Accepted => Ok(()),
                verdict => {
                    Err(PlayerError::Crash(format!("it refused the game with code {}", verdict as u8)))
                }
            };
        }
    }

    /// Sends the opponent's move.
    fn tell_move(&mut self) -> Result<(), PlayerError> {
        let Some(game) = &mut self.game else { return Err(closed()) };
        match game.unsent.take() {
            Some(mv) => {
                let message = Message::Move(written_move(&mv, game.since.elapsed()));
                self.say(&message)
            }
            None => Ok(()),
        }
    }

    fn answer(&mut self, deadline: Instant) -> Result<PlayerReply, PlayerError> {
        loop {
            match self.next(deadline)? {
                Ok(Message::Move(mv)) => {
                    let state = self.game.as_ref().map(|game| &game.state);
                    let legal = state.and_then(|state| legal_move(state, &mv));
                    let illegal = || PlayerError::IllegalMove(Quote::of(&mv.to_string()));
                    let mv = Choice::Number(legal.ok_or_else(illegal)?.number);
                    return Ok(PlayerReply { mv, score: None, claim: None });
                }
                Ok(Message::GameEnd(end)) => return Err(self.ended(end)),
                Err(error) if error.kind() == Some(Kind::Move) => {
                    return Err(PlayerError::Crash(error.to_string()));
                }
                _ => {}
            }
        }
    }

    /// The program has ended the game instead of moving.
    fn ended(&mut self, GameEnd { reason, stop }: GameEnd) -> PlayerError {
        self.game = None;
        let confirmed = self.say(&Message::GameEnd(GameEnd { reason: Reason::Unspecified, stop }));
        if confirmed.is_err() || stop {
            self.connection = None;
        }
        match reason {
            Reason::Loss => PlayerError::Resignation,
            Reason::Draw => PlayerError::DrawClaim,
            Reason::Win | Reason::Unspecified => PlayerError::Abandonment,
        }
    }

    /// Ends the game that the program takes part in, if there is one.
    fn finish(&mut self) {
        let Some(DxpGame { color: Some(color), state, .. }) = &self.game else { return };
        let (color, outcome) = (*color, state.outcome());
        let ended = if outcome == Some(Outcome::Win(!color)) && state.turn() == color {
            // It learns how it has lost, and says so.
            self.tell_move().and_then(|()| self.confirm(Some(Reason::Unspecified)))
        } else {
            let reason = match outcome {
                Some(Outcome::Win(winner)) if winner == color => Reason::Loss,
                Some(Outcome::Draw(_)) => Reason::Draw,
                _ => Reason::Unspecified,
            };
            self.say(&Message::GameEnd(GameEnd { reason, stop: false })).and_then(|()| self.confirm(None))
        };
        self.game = None;
        if let Err(error) = ended {
            log::info!("the end of the game: {error}");
            self.connection = None;
        }
    }

    /// Waits for the program's end of the game, and confirms it with a reason if there is one.
    fn confirm(&mut self, reason: Option<Reason>) -> Result<(), PlayerError> {
        let deadline = Instant::now() + self.program.patience.min(CONFIRMATION);
        loop {
            if let Ok(Message::GameEnd(GameEnd { stop, .. })) = self.next(deadline)? {
                let answer = reason.map(|reason| Message::GameEnd(GameEnd { reason, stop }));
                answer.map_or(Ok(()), |answer| self.say(&answer))?;
                return if stop { Err(closed()) } else { Ok(()) };
            }
        }
    }

    /// The time of the game in minutes.
    fn minutes(&self, request: &MoveRequest<'_>) -> u16 {
        let of_clock = || {
            let clock = request.time_control.clock.or(request.clock);
            clock.map_or(0, |clock| u16::try_from(clock.time / 60_000).unwrap_or(u16::MAX))
        };
        self.program.minutes.unwrap_or_else(of_clock)
    }
}

impl Player for DxpPlayer {
    fn begin(&mut self, start: &Start, moves: &[MoveText]) -> Result<(), PlayerError> {
        self.finish();
        let failed = |error: String| PlayerError::Crash(error);
        let mut state =
            GameState::new(self.program.variant, start).map_err(|error| failed(error.to_string()))?;
        for mv in moves {
            state.play(&mv.hub).map_err(|error| failed(error.to_string()))?;
        }
        let (unsent, since) = (None, Instant::now());
        self.game = Some(DxpGame { start: state.clone(), state, color: None, unsent, since });
        if self.connection.is_none() { self.connect() } else { Ok(()) }
    }

    fn hear(&mut self, mv: &MoveText) {
        let Some(game) = &mut self.game else { return };
        let is_own = game.color == Some(game.state.turn());
        if game.state.play_nth(mv.number).is_none() {
            log::error!("{} is not legal", mv.notation);
        }
        game.since = if is_own { Instant::now() } else { game.since };
        game.unsent = (!is_own).then(|| mv.clone());
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<PlayerReply, PlayerError> {
        let minutes = self.minutes(request);
        if self.game.as_ref().is_some_and(|game| game.color.is_none()) {
            self.request(minutes)?;
        }
        self.tell_move()?;
        let game = Duration::from_secs(60 * u64::from(minutes));
        let patience = request.time_control.longest_wait(request.clock).saturating_add(game);
        let now = Instant::now();
        // A patience without end is a day.
        let deadline = now.checked_add(patience).unwrap_or(now + Duration::from_secs(86_400));
        self.answer(deadline)
    }

    /// DXP has only a time for the game.
    fn keeps_move_time(&self) -> bool {
        false
    }

    /// The connection is closed, unless the program itself has ended the game in order.
    fn lose_by_fault(&mut self) {
        if self.game.take().is_some() {
            self.connection = None;
        }
    }
}

impl Drop for DxpPlayer {
    fn drop(&mut self) {
        self.finish();
    }
}

fn closed() -> PlayerError {
    PlayerError::Crash("the connection is closed".to_owned())
}

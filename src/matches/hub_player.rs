//! Programs that speak Hub, as players.

use std::time::Duration;

use protocol::hub::{Command, Go, Level, Message, version1};

use super::player::{Choice, ClockKind, MoveRequest, Player, PlayerError, PlayerReply};
use super::process::{LineError, Process};
use crate::engine::{GameState, MoveText, Start, Variant};
use crate::notation::one_line;
use crate::search::{Depth, GameClock, Limits};

/// A version of Hub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HubVersion {
    One,
    Two,
}

impl HubVersion {
    /// Returns the lines that say what a command says.
    fn lines(self, command: &Command) -> Vec<String> {
        match self {
            Self::One => version1::lines(command),
            Self::Two => vec![command.to_string()],
        }
    }

    fn parse(self, line: &str) -> Message {
        match self {
            Self::One => version1::parse(line),
            Self::Two => Message::parse(line),
        }
    }
}

/// How to start a program, and its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    pub(crate) version: HubVersion,
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    /// The game.
    pub(crate) variant: Variant,
    /// The parameters to set: names and values.
    pub(crate) params: Vec<(String, String)>,
    /// The time to wait until it is ready.
    pub(crate) patience: Duration,
}

/// The time that a program has to end after `quit`.
const FAREWELL: Duration = Duration::from_millis(200);

/// A program that speaks Hub. It is started when it is needed, and again after it had to be ended.
pub(crate) struct HubPlayer {
    program: Program,
    /// Its own limit of nodes per move, which replaces the limits of the game.
    nodes: Option<u64>,
    clock: ClockKind,
    process: Option<Process>,
    position: String,
    moves: Vec<String>,
}

impl HubPlayer {
    /// Starts a program and waits until it is ready.
    pub(crate) fn start(program: Program, nodes: Option<u64>, clock: ClockKind) -> Result<Self, PlayerError> {
        let (position, moves) = (String::new(), Vec::new());
        let mut player = Self { program, nodes, clock, process: None, position, moves };
        player.get_ready()?;
        Ok(player)
    }

    /// Starts the program unless it is running.
    fn get_ready(&mut self) -> Result<(), PlayerError> {
        if self.process.as_mut().is_some_and(Process::is_running) {
            return Ok(());
        }
        self.process = None;
        let process = Process::start(&self.program.words).map_err(PlayerError::Crash)?;
        self.process = Some(process);
        self.introduce().inspect_err(|_| self.process = None)
    }

    /// Goes through Hub's handshake.
    fn introduce(&mut self) -> Result<(), PlayerError> {
        self.say(&Command::Hub)?;
        self.wait_for(&Message::Wait)?;
        let variant = ("variant".to_owned(), self.program.variant.hub_name().to_owned());
        let is_default = self.program.variant == Variant::default();
        let params: Vec<_> =
            (!is_default).then_some(variant).into_iter().chain(self.program.params.clone()).collect();
        for (name, value) in params {
            self.say(&Command::SetParam { name, value })?;
        }
        self.say(&Command::Init)?;
        self.wait_for(&Message::Ready)?;
        self.synchronize()
    }

    fn process(&mut self) -> Result<&mut Process, PlayerError> {
        self.process.as_mut().ok_or_else(|| PlayerError::Crash("the engine is not running".to_owned()))
    }

    fn say(&mut self, command: &Command) -> Result<(), PlayerError> {
        for line in self.program.version.lines(command) {
            self.process()?.say(line)?;
        }
        Ok(())
    }

    /// Waits for the next message.
    fn next(&mut self, patience: Duration) -> Result<Message, PlayerError> {
        let version = self.program.version;
        Ok(version.parse(&self.process()?.line(patience)?))
    }

    /// Waits until the program has answered all that it was sent. Earlier messages do not belong to what
    /// follows.
    fn synchronize(&mut self) -> Result<(), PlayerError> {
        self.say(&Command::Ping)?;
        self.wait_for(&Message::Pong)
    }

    fn wait_for(&mut self, expected: &Message) -> Result<(), PlayerError> {
        let patience = self.program.patience;
        self.listen();
        loop {
            match self.next(patience)? {
                // It would not play with the settings that it was given.
                Message::Error(text) => return Err(reported(&text)),
                message if message == *expected => return Ok(()),
                _ => {}
            }
        }
    }

    /// Starts to count the time and the amount of output.
    fn listen(&mut self) {
        if let Some(process) = &mut self.process {
            process.listen();
        }
    }

    fn level(&self, request: &MoveRequest<'_>) -> Level {
        match self.nodes {
            Some(nodes) => level(&Limits { nodes, ..Limits::NONE }, request.clock),
            None => level(&request.time_control.limits, request.clock),
        }
    }

    fn answer(&mut self, request: &MoveRequest<'_>) -> Result<PlayerReply, PlayerError> {
        self.say(&Command::Pos { position: Some(self.position.clone()), moves: self.moves.clone() })?;
        self.say(&Command::Level(self.level(request)))?;
        self.synchronize()?;
        self.listen();
        self.say(&Command::Go(Go::Think))?;
        let patience = request.time_control.longest_wait(request.clock);
        let mut score = None;
        loop {
            match self.next(patience)? {
                Message::Info(info) => score = info.score.map(men).or(score),
                Message::Done { mv: Some(mv), .. } => {
                    return Ok(PlayerReply { mv: Choice::Text(mv), score, claim: None });
                }
                Message::Done { mv: None, .. } => return Err(PlayerError::no_move()),
                Message::Error(text) => return Err(reported(&text)),
                _ => {}
            }
        }
    }
}

impl Player for HubPlayer {
    fn begin(&mut self, start: &Start, moves: &[MoveText]) -> Result<(), PlayerError> {
        self.get_ready()?;
        let state = GameState::new(self.program.variant, start)
            .map_err(|error| PlayerError::Crash(error.to_string()))?;
        self.position = state.letters();
        self.moves = moves.iter().map(|mv| mv.hub.clone()).collect();
        self.say(&Command::NewGame)
    }

    fn hear(&mut self, mv: &MoveText) {
        self.moves.push(mv.hub.clone());
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<PlayerReply, PlayerError> {
        self.answer(request)
    }

    fn cpu_time(&mut self) -> Result<Option<Duration>, PlayerError> {
        if self.clock == ClockKind::Wall {
            return Ok(None);
        }
        let unknown = |error| PlayerError::Crash(format!("its processor time cannot be read: {error}"));
        self.process()?.cpu_time().map(Some).map_err(unknown)
    }

    fn keeps_move_time(&self) -> bool {
        self.nodes.is_none()
    }

    /// The program is killed. The next game starts it again.
    fn lose_by_fault(&mut self) {
        self.process = None;
    }
}

impl Drop for HubPlayer {
    /// Lets the program end by itself, unless it takes too long.
    fn drop(&mut self) {
        if self.say(&Command::Quit).is_ok()
            && let Some(process) = &mut self.process
        {
            process.wait(FAREWELL);
        }
    }
}

impl From<LineError> for PlayerError {
    fn from(error: LineError) -> Self {
        match error {
            LineError::Timeout(waited) => Self::Hang(waited),
            LineError::Ended(how) => Self::Crash(how),
            LineError::Flood => Self::Flood,
        }
    }
}

fn reported(text: &str) -> PlayerError {
    PlayerError::Crash(format!("the engine reported an error: {}", one_line(text)))
}

/// Returns the limits of a search as Hub has them.
fn level(limits: &Limits, clock: Option<GameClock>) -> Level {
    let seconds = |millis: i64| millis as f64 / 1000.0;
    Level {
        depth: (limits.depth < Depth::MAX).then_some(u32::from(limits.depth.0.max(1))),
        nodes: Some(limits.nodes).filter(|&nodes| nodes < u64::MAX),
        move_time: limits.move_time.map(|time| time.as_secs_f64()),
        time: clock.map(|clock| seconds(clock.time)),
        inc: clock.map(|clock| seconds(clock.increment)).filter(|&inc| inc > 0.0),
        ..Level::default()
    }
}

/// Returns a score in men.
fn men(score: protocol::Score) -> f64 {
    match score {
        protocol::Score::Men(men) => men,
        protocol::Score::WinIn(_) => 100.0,
        protocol::Score::LossIn(_) => -100.0,
    }
}

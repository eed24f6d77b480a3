//! Programs that speak Hub, as players.

use std::time::Duration;

use protocol::hub::{Command, Go, Level, Message};

use super::player::{Answer, Ask, Choice, Fault};
use super::process::{Process, Silence};
use crate::engine::{GameState, MoveText, Start, Variant};
use crate::search::{Depth, GameClock, Limits};

/// How to start a program, and what to tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    /// The game.
    pub(crate) variant: Variant,
    /// Hub's name for it.
    pub(crate) hub_variant: String,
    /// Parameters to set, by name.
    pub(crate) params: Vec<(String, String)>,
    /// How long it may take to get ready.
    pub(crate) patience: Duration,
}

/// A program that speaks Hub. It is started when it is needed, and again when it had to be ended.
pub(crate) struct HubPlayer {
    program: Program,
    process: Option<Process>,
    position: String,
    moves: Vec<String>,
}

impl HubPlayer {
    /// A player that is ready.
    pub(crate) fn start(program: Program) -> Result<Self, Fault> {
        let mut player = Self { program, process: None, position: String::new(), moves: Vec::new() };
        player.get_ready()?;
        Ok(player)
    }

    /// Starts the program unless it runs.
    fn get_ready(&mut self) -> Result<(), Fault> {
        if self.process.as_mut().is_some_and(Process::is_running) {
            return Ok(());
        }
        self.process = None;
        let process = Process::start(&self.program.words).map_err(Fault::Crash)?;
        self.process = Some(process);
        self.introduce().inspect_err(|_| self.process = None)
    }

    fn introduce(&mut self) -> Result<(), Fault> {
        self.say(&Command::Hub)?;
        self.wait_for(&Message::Wait)?;
        let variant = ("variant".to_owned(), self.program.hub_variant.clone());
        let is_usual = self.program.variant == Variant::default();
        let params: Vec<_> =
            (!is_usual).then_some(variant).into_iter().chain(self.program.params.clone()).collect();
        for (name, value) in params {
            self.say(&Command::SetParam { name, value })?;
        }
        self.say(&Command::Init)?;
        self.wait_for(&Message::Ready)
    }

    fn say(&mut self, command: &Command) -> Result<(), Fault> {
        let process = self.process.as_mut().ok_or_else(|| Fault::Crash("it does not run".to_owned()))?;
        process.say(&command.to_string()).map_err(|_| Fault::Crash(process.end()))
    }

    /// The next message, as long as there is patience.
    fn next(&mut self, until: Duration) -> Result<Message, Fault> {
        let process = self.process.as_mut().ok_or_else(|| Fault::Crash("it does not run".to_owned()))?;
        let line = process.line(until).map_err(|silence| match silence {
            Silence::TooLong(waited) => Fault::Hang(waited),
            Silence::Ended(how) => Fault::Crash(how),
            Silence::Flood => Fault::Flood,
        })?;
        Ok(Message::parse(&line))
    }

    fn wait_for(&mut self, expected: &Message) -> Result<(), Fault> {
        let patience = self.program.patience;
        self.listen();
        loop {
            match self.next(patience)? {
                // It would play something else than what it was told.
                Message::Error(text) => return Err(complaint(&text)),
                message if message == *expected => return Ok(()),
                _ => {}
            }
        }
    }

    /// Time and the amount of what is said count from now on.
    fn listen(&mut self) {
        if let Some(process) = &mut self.process {
            process.listen();
        }
    }

    /// A new game begins.
    pub(crate) fn begin(&mut self, start: &Start, moves: &[MoveText]) -> Result<(), Fault> {
        self.get_ready()?;
        let referee =
            GameState::new(self.program.variant, start).map_err(|error| Fault::Crash(error.to_string()))?;
        self.position = referee.letters();
        self.moves = moves.iter().map(|mv| mv.hub.clone()).collect();
        self.say(&Command::NewGame)
    }

    pub(crate) fn hear(&mut self, mv: &MoveText) {
        self.moves.push(mv.hub.clone());
    }

    /// Asks for a move. A program that cannot be relied on any more is ended.
    pub(crate) fn think(&mut self, ask: &Ask<'_>) -> Result<Answer, Fault> {
        self.asked(ask).inspect_err(|_| self.process = None)
    }

    fn asked(&mut self, ask: &Ask<'_>) -> Result<Answer, Fault> {
        self.listen();
        self.say(&Command::Pos { position: Some(self.position.clone()), moves: self.moves.clone() })?;
        self.say(&Command::Level(level(&ask.pace.limits, ask.clock)))?;
        self.say(&Command::Go(Go::Think))?;
        let longest = ask.pace.longest(ask.clock);
        let mut score = None;
        loop {
            match self.next(longest)? {
                Message::Info(info) => score = info.score.map(men).or(score),
                Message::Done { mv: Some(mv), .. } => {
                    return Ok(Answer { mv: Choice::Text(mv), score, claim: None });
                }
                Message::Done { mv: None, .. } => return Err(Fault::Crash("it found no move".to_owned())),
                Message::Error(text) => return Err(complaint(&text)),
                _ => {}
            }
        }
    }
}

fn complaint(text: &str) -> Fault {
    Fault::Crash(format!("it said: {text}"))
}

/// The limits of a search in Hub's terms.
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

/// A score in men.
fn men(score: protocol::Score) -> f64 {
    match score {
        protocol::Score::Men(men) => men,
        protocol::Score::WinIn(_) => 100.0,
        protocol::Score::LossIn(_) => -100.0,
    }
}

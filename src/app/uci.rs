//! `uci`: speaks UCI, as engine testers and scripts use it.
//!
//! [`Uci::obey`] handles commands, [`Uci::report`] the events of the engine.

mod tools;

use std::time::Duration;

use crossbeam_channel::Receiver;
use protocol::uci::{self, Command, Info, Message, Setting, SettingKind};

use super::ExitStatus;
use super::error::Error;
use super::evaluation::{change_network, evaluation, evaluation_names};
use super::hub::score;
use super::options::Options;
use super::output::Output;
use super::session::{
    EngineSession, HASH, InputLine, LEVELS, LINES, OVERHEAD, PendingSearch, Range, Session, SessionFlow,
    THREADS, depth, level, number, serve, tables_name, truth,
};
use crate::engine::{
    Clocks, Event, GameState, Go, MoveText, Purpose, Report, Request, SearchResult, Start, Variant,
};
use crate::notation::Quote;
use crate::search::{Depth, GameClock, Limits};

/// Speaks UCI until the client quits.
pub(super) fn run(
    options: &Options,
    first: Option<InputLine>,
    lines: &Receiver<InputLine>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let player = EngineSession::new(options.settings()?);
    let game = GameState::initial(options.variant);
    let (format, overhead) = (MoveFormat::Pdn, Duration::ZERO);
    serve(Uci { player, game, lines: 1, format, overhead, held: None, output }, first, lines)
}

struct Uci<'a> {
    player: EngineSession,
    /// The game that was set up last.
    game: GameState,
    /// Number of moves to report.
    lines: usize,
    format: MoveFormat,
    /// The part of each time limit that is lost between the engine and the client.
    overhead: Duration,
    /// The answer of a search that ended before `stop` or `ponderhit`.
    held: Option<(PendingSearch, SearchResult)>,
    output: &'a mut Output,
}

/// How moves are written.
#[derive(Clone, Copy)]
enum MoveFormat {
    Pdn,
    Hub,
    Compact,
}

impl MoveFormat {
    const ALL: [Self; 3] = [Self::Pdn, Self::Hub, Self::Compact];

    const fn name(self) -> &'static str {
        match self {
            Self::Pdn => "pdn",
            Self::Hub => "hub",
            Self::Compact => "compact",
        }
    }

    fn read(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| format!("expected pdn, hub or compact, not {}", Quote::of(text)))
    }

    /// Writes a move.
    fn write(self, mv: MoveText) -> String {
        match self {
            Self::Pdn => mv.notation,
            Self::Hub => mv.hub,
            Self::Compact => mv.compact,
        }
    }
}

impl Session for Uci<'_> {
    fn events(&self) -> Receiver<Event> {
        self.player.events()
    }

    fn end(&mut self) -> Result<(), Error> {
        self.player.stop();
        self.let_go()?;
        self.player.end();
        Ok(())
    }

    fn hear(&mut self, line: InputLine) -> Result<SessionFlow, Error> {
        let text = line.map_err(|error| error.to_string());
        match text.map(|text| text.parse::<Command>()) {
            Ok(Ok(command)) => return self.obey(command),
            Ok(Err(uci::Error::Missing)) => {}
            Ok(Err(error)) => {
                self.refuse(error.to_string())?;
                if matches!(error, uci::Error::BadNumber { .. }) {
                    self.answer_bad_go()?;
                }
            }
            Err(text) => self.refuse(text)?,
        }
        Ok(SessionFlow::GoOn)
    }

    fn report(&mut self, event: Event) -> Result<(), Error> {
        match event {
            Event::Refused(text) | Event::Warning(text) | Event::Tables(text) => self.refuse(text),
            Event::Ready => self.say(&Message::ReadyOk),
            Event::Iteration(report) => {
                self.player.remember(&report);
                self.say(&Message::Info(info(report, self.format)))
            }
            Event::Claimed(judgement) => self.say(&Message::Text(format!("claim {}", judgement.claim))),
            Event::Done(done) => match self.player.ended(&done) {
                // A client that has requested another search will not send stop.
                Some(search) if search.is_open() && !self.player.is_searching() => {
                    self.held = Some((search, done));
                    Ok(())
                }
                _ => self.say(&answer(done, self.format)),
            },
        }
    }
}

impl Uci<'_> {
    fn say(&mut self, message: &Message) -> Result<(), Error> {
        log::debug!("< {message}");
        Ok(self.output.line(message)?)
    }

    fn refuse(&mut self, text: String) -> Result<(), Error> {
        self.say(&Message::Text(text))
    }

    fn obey(&mut self, command: Command) -> Result<SessionFlow, Error> {
        match command {
            Command::Uci => self.introduce()?,
            Command::Debug => {}
            Command::IsReady if self.player.is_searching() => self.say(&Message::ReadyOk)?,
            Command::IsReady => self.player.engine()?.request(Request::Ready),
            Command::SetOption { name, value } => {
                if let Err(text) = self.set(&name, value.as_deref().unwrap_or_default()) {
                    self.refuse(format!("{name}: {text}"))?;
                }
            }
            Command::NewGame => self.player.engine()?.request(Request::NewGame),
            Command::Position { fen, moves } => {
                self.place(&fen.map_or(Start::Opening, Start::Fen), &moves)?;
            }
            Command::Go(uci::Go { perft: Some(plies), .. }) => self.perft(plies)?,
            Command::Go(go) => self.go(go)?,
            Command::Stop => {
                self.player.stop();
                self.let_go()?;
            }
            Command::PonderHit => self.ponder_hit()?,
            Command::Display => self.display()?,
            Command::Eval => self.evaluate()?,
            Command::Bench { depth } => self.bench(depth)?,
            Command::Quit => return Ok(SessionFlow::Quit),
        }
        Ok(SessionFlow::GoOn)
    }

    fn introduce(&mut self) -> Result<(), Error> {
        self.say(&Message::Name(format!("Remise {}", env!("CARGO_PKG_VERSION"))))?;
        self.say(&Message::Author("the Remise authors".to_owned()))?;
        let settings = self.player.settings();
        let spin = |default: usize, (least, most): Range| SettingKind::Spin {
            default: default as i64,
            min: least as i64,
            max: most as i64,
        };
        let combo =
            |default: &str, choices: Vec<String>| SettingKind::Combo { default: default.to_owned(), choices };
        let variants = Variant::ALL.iter().map(|variant| variant.name().to_owned());
        let variant = combo(settings.variant.name(), variants.collect());
        let formats = MoveFormat::ALL.map(|format| format.name().to_owned()).to_vec();
        let overhead = usize::try_from(self.overhead.as_millis()).unwrap_or(OVERHEAD.1);
        let options = [
            ("Variant", variant.clone()),
            ("UCI_Variant", variant),
            ("Hash", spin(settings.hash_mib, HASH)),
            ("Threads", spin(settings.threads, THREADS)),
            ("Skill Level", spin(settings.level.number(), LEVELS)),
            ("MultiPV", spin(self.lines, LINES)),
            ("Ponder", SettingKind::Check { default: false }),
            ("Move Overhead", spin(overhead, OVERHEAD)),
            ("MoveFormat", combo(self.format.name(), formats)),
            ("NeverLose", SettingKind::Check { default: settings.never_lose }),
            ("EGDBPath", SettingKind::String { default: tables_name(settings) }),
            ("Evaluation", combo(settings.evaluation.name(), evaluation_names())),
            ("EvalFile", SettingKind::String { default: String::new() }),
            ("Clear Hash", SettingKind::Button),
        ];
        for (name, kind) in options {
            self.say(&Message::Option(Setting { name: name.to_owned(), kind }))?;
        }
        self.say(&Message::UciOk)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut settings = self.player.settings().clone();
        match name.to_ascii_lowercase().as_str() {
            "variant" | "uci_variant" => {
                settings.variant = value.parse::<Variant>().map_err(|error| error.to_string())?;
            }
            "hash" => settings.hash_mib = number(value, HASH)?,
            "threads" => settings.threads = number(value, THREADS)?,
            "skill level" => settings.level = level(value)?,
            "multipv" => self.lines = number(value, LINES)?,
            "clear hash" => {
                let engine = self.player.engine().map_err(|error| error.to_string())?;
                engine.request(Request::ClearTable);
            }
            // Whether to ponder is up to the client, which sends `go ponder`.
            "ponder" => drop(truth(value)?),
            "move overhead" => self.overhead = Duration::from_millis(number(value, OVERHEAD)? as u64),
            "moveformat" => self.format = MoveFormat::read(value)?,
            "evaluation" => settings.evaluation = evaluation(value)?,
            "evalfile" => change_network(&mut settings, value)?,
            "neverlose" => settings.never_lose = truth(value)?,
            "egdbpath" => settings.tables = self.player.tables_in(value),
            _ => return Err("unknown option".to_owned()),
        }
        if settings.variant != self.player.settings().variant {
            self.game = GameState::initial(settings.variant);
        }
        if settings != *self.player.settings() {
            self.player.change(settings);
        }
        Ok(())
    }

    /// Sets up a position and plays the moves up to the first illegal one. An invalid position changes nothing.
    fn place(&mut self, start: &Start, moves: &[String]) -> Result<(), Error> {
        match GameState::new(self.game.variant(), start) {
            Ok(game) => self.game = game,
            Err(error) => return self.refuse(error.to_string()),
        }
        let refused = moves.iter().find_map(|text| self.game.play(text).err());
        self.player.engine()?.request(Request::Game(self.game.clone()));
        refused.map_or(Ok(()), |error| self.refuse(error.to_string()))
    }

    fn go(&mut self, go: uci::Go) -> Result<(), Error> {
        self.let_go()?;
        let purpose = match (go.ponder, go.infinite) {
            (true, _) => Purpose::Ponder,
            (false, true) => Purpose::Analyze,
            (false, false) => Purpose::Think,
        };
        let (limits, clocks) = (limits(&go, self.overhead), clocks(&go, self.overhead));
        let (only, lines) = (go.search_moves, self.lines);
        self.player.go(Go { purpose, clocks, only, lines, ..Go::think(limits) })?;
        Ok(())
    }

    /// Answers a `go` with a bad number: clients wait for one `bestmove` after each `go`.
    fn answer_bad_go(&mut self) -> Result<(), Error> {
        self.go(uci::Go { depth: Some(1), ..uci::Go::default() })
    }

    fn ponder_hit(&mut self) -> Result<(), Error> {
        self.player.ponder_hit();
        if self.held.as_ref().is_some_and(|(search, _)| search.ponders()) { self.let_go() } else { Ok(()) }
    }

    /// Sends the answer that was held back.
    fn let_go(&mut self) -> Result<(), Error> {
        self.held.take().map_or(Ok(()), |(_, done)| self.say(&answer(done, self.format)))
    }
}

fn limits(go: &uci::Go, overhead: Duration) -> Limits {
    // A mate in n moves takes 2n - 1 plies.
    let mate = go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
    let plies = [go.depth, mate].into_iter().flatten().min();
    Limits {
        depth: plies.map_or(Depth::MAX, depth),
        nodes: go.nodes.unwrap_or(u64::MAX),
        move_time: go.move_time.map(|time| time.saturating_sub(overhead)),
        ..Limits::NONE
    }
}

fn clocks(go: &uci::Go, overhead: Duration) -> Clocks {
    let clock = |time: Option<Duration>, increment: Option<Duration>| {
        let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let increment = increment.map_or(0, milliseconds);
        // UCI adds the increment after the move, the search before it.
        let time = milliseconds(time?) - increment - milliseconds(overhead);
        Some(GameClock { time, increment, moves_to_go: go.moves_to_go })
    };
    Clocks {
        white: clock(go.white_time, go.white_increment),
        black: clock(go.black_time, go.black_increment),
    }
}

fn info(report: Report, format: MoveFormat) -> Info {
    let seconds = report.time.as_secs_f64().max(1e-6);
    Info {
        depth: Some(u32::from(report.depth)),
        selective_depth: u32::try_from(report.longest).ok(),
        multipv: u32::try_from(report.line).ok(),
        score: Some(score(report.score)),
        nodes: Some(report.nodes),
        nps: Some((report.nodes as f64 / seconds) as u64),
        hashfull: u32::try_from(report.hashfull).ok(),
        table_hits: Some(report.table_hits),
        time: Some(report.time),
        pv: report.pv.into_iter().map(|mv| format.write(mv)).collect(),
        ..Info::default()
    }
}

/// The answer to `go`.
fn answer(done: SearchResult, format: MoveFormat) -> Message {
    let text = |mv: Option<MoveText>| mv.map(|mv| format.write(mv));
    Message::BestMove { mv: text(done.best), ponder: text(done.ponder) }
}

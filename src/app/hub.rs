//! `hub`: speaks Hub, version 2 (Scan's `protocol.txt`), to graphical interfaces and bots.
//!
//! [`Hub::obey`] handles commands, [`Hub::report`] the events of the engine.

use std::time::Duration;

use crossbeam_channel::Receiver;
use protocol::hub::{self, Command, Id, Info, Level, Message, Param, ParamKind};

use super::ExitStatus;
use super::error::Error;
use super::evaluation::{change_network, evaluation, evaluation_names};
use super::options::Options;
use super::output::Output;
use super::session::{
    EngineSession, HASH, InputLine, LEVELS, LINES, Range, Session, SessionFlow, THREADS, depth, level,
    number, serve, tables_name, truth,
};
use crate::engine::{
    Claim, Event, Go, MoveText, Purpose, Report, Request, SearchResult, Settings, Start, Variant,
};
use crate::eval::Score;
use crate::notation::{Quote, one_line};
use crate::search::{Depth, GameClock, Limits};

/// The arguments of `hub`.
#[derive(clap::Args, Default)]
pub(crate) struct HubArgs {
    /// Parameters as --NAME=VALUE, as with set-param; unknown parameters are ignored
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "PARAMETERS")]
    words: Vec<String>,
}

/// Why an argument is refused. A parameter and its value are one word.
fn not_a_parameter(word: &str) -> String {
    let name = word.strip_prefix("--").filter(|name| !name.is_empty() && name.len() < 20);
    let name = name.map_or("NAME".to_owned(), one_line);
    format!("expected --{name}=VALUE, one word, not {}", Quote::of(word))
}

/// Speaks Hub until the client quits.
pub(crate) fn run(
    options: &Options,
    args: &HubArgs,
    first: Option<InputLine>,
    lines: &Receiver<InputLine>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let player = EngineSession::new(options.settings()?);
    let mut hub =
        Hub { player, level: Level::default(), tables: None, lines: 1, iteration: Vec::new(), output };
    for word in &args.words {
        hub.set_by_word(word)?;
    }
    serve(hub, first, lines)
}

struct Hub<'a> {
    player: EngineSession,
    /// The combined `level` commands since the last position or search.
    level: Level,
    /// What endgame tables there are, until it is told.
    tables: Option<String>,
    /// Number of moves to report.
    lines: usize,
    /// The lines of the current iteration if several are reported.
    iteration: Vec<Report>,
    output: &'a mut Output,
}

impl Session for Hub<'_> {
    fn events(&self) -> Receiver<Event> {
        self.player.events()
    }

    fn end(&mut self) -> Result<(), Error> {
        self.player.end();
        Ok(())
    }

    fn hear(&mut self, line: InputLine) -> Result<SessionFlow, Error> {
        let text = line.map_err(|error| error.to_string());
        match text.and_then(|text| text.parse::<Command>().map_err(|error| error.to_string())) {
            Ok(command) => self.obey(command),
            Err(text) => self.refuse(text),
        }
    }

    fn report(&mut self, event: Event) -> Result<(), Error> {
        match event {
            Event::Refused(text) | Event::Warning(text) => self.say(&Message::Error(text)),
            Event::Tables(text) => {
                self.tables = Some(text);
                Ok(())
            }
            Event::Ready => {
                self.tell_tables()?;
                self.say(&Message::Ready)
            }
            Event::Iteration(report) => {
                self.tell_tables()?;
                self.player.remember(&report);
                self.tell_line(report)
            }
            Event::Claimed(judgement) => {
                self.tell_iteration()?;
                // Clients keep the last line, so it repeats everything.
                let info = self.player.last().map(info).unwrap_or_default();
                self.say(&Message::Info(Info { extra: proven(judgement.claim), ..info }))
            }
            Event::Done(done) => {
                self.tell_iteration()?;
                let _ = self.player.ended(&done);
                self.say(&answer(done))
            }
        }
    }
}

impl Hub<'_> {
    fn refuse(&mut self, text: String) -> Result<SessionFlow, Error> {
        self.say(&Message::Error(text))?;
        Ok(SessionFlow::GoOn)
    }

    fn say(&mut self, message: &Message) -> Result<(), Error> {
        log::debug!("< {message}");
        Ok(self.output.line(message)?)
    }

    /// Says what endgame tables there are. Clients read `info` in answer to `init` and during a search.
    fn tell_tables(&mut self) -> Result<(), Error> {
        let Some(text) = self.tables.take() else { return Ok(()) };
        // Some clients cut the line at these signs, wherever they stand.
        let text = text.replace(['=', '"'], "?");
        self.say(&Message::Info(Info { extra: vec![("tables".to_owned(), text)], ..Info::default() }))
    }

    /// Reports a line of an iteration. Of several lines the best one comes last, because clients keep that.
    fn tell_line(&mut self, report: Report) -> Result<(), Error> {
        if report.line == 1 {
            self.tell_iteration()?;
        }
        let is_last = report.line >= self.lines.min(report.lines);
        self.iteration.push(report);
        if is_last { self.tell_iteration() } else { Ok(()) }
    }

    /// Reports the lines that were held back.
    fn tell_iteration(&mut self) -> Result<(), Error> {
        let is_numbered = self.lines > 1;
        for report in std::mem::take(&mut self.iteration).into_iter().rev() {
            let number = is_numbered.then(|| ("multipv".to_owned(), report.line.to_string()));
            self.say(&Message::Info(Info { extra: number.into_iter().collect(), ..info(&report) }))?;
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Result<SessionFlow, Error> {
        match command {
            Command::Hub => self.introduce()?,
            Command::Init if self.player.is_searching() => self.say(&Message::Ready)?,
            Command::Init => self.player.engine()?.request(Request::Ready),
            Command::SetParam { name, value } => {
                if let Err(text) = self.set(&name, &value) {
                    return self.refuse(format!("{name}: {text}"));
                }
            }
            Command::NewGame => self.player.engine()?.request(Request::NewGame),
            Command::Pos { position, moves } => self.place(position, moves)?,
            Command::Level(level) => self.level = self.level.and(level),
            Command::Go(go) => self.go(go)?,
            Command::PonderHit => self.player.ponder_hit(),
            Command::Stop => self.player.stop(),
            Command::Ping => self.say(&Message::Pong)?,
            Command::Quit => return Ok(SessionFlow::Quit),
        }
        Ok(SessionFlow::GoOn)
    }

    fn introduce(&mut self) -> Result<(), Error> {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        self.say(&Message::Id(Id { name: "Remise".to_owned(), version, ..Id::default() }))?;
        for param in params(self.player.settings(), self.lines) {
            self.say(&Message::Param(param))?;
        }
        self.say(&Message::Wait)
    }

    /// Sets a parameter. Unknown ones are ignored, because clients send those of other engines too.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut settings = self.player.settings().clone();
        match name {
            "variant" => settings.variant = value.parse::<Variant>().map_err(|error| error.to_string())?,
            "threads" => settings.threads = number(value, THREADS)?,
            "level" => settings.level = level(value)?,
            "multi-pv" => self.lines = number(value, LINES)?,
            "hash" => settings.hash_mib = number(value, HASH)?,
            "never-lose" => settings.never_lose = truth(value)?,
            "db-path" => settings.tables = self.player.tables_in(value),
            "evaluation" => settings.evaluation = evaluation(value)?,
            "weights" => change_network(&mut settings, value)?,
            "ponder" => drop(truth(value)?),
            _ => log::debug!("there is no parameter {name}"),
        }
        if settings != *self.player.settings() {
            self.player.change(settings);
        }
        Ok(())
    }

    /// Sets a parameter from an argument of the command line.
    fn set_by_word(&mut self, word: &str) -> Result<(), Error> {
        match word.strip_prefix("--").and_then(|word| word.split_once('=')) {
            Some((name, value)) => {
                self.set(name, value).map_err(|text| Error::Input(format!("{}: {text}", Quote::of(word))))
            }
            None => Err(Error::Input(not_a_parameter(word))),
        }
    }

    fn place(&mut self, position: Option<String>, moves: Vec<String>) -> Result<(), Error> {
        self.level = Level::default();
        let start = position.map_or(Start::Opening, Start::Hub);
        self.player.engine()?.request(Request::Position { start, moves });
        Ok(())
    }

    fn go(&mut self, go: hub::Go) -> Result<(), Error> {
        let purpose = match go {
            hub::Go::Think => Purpose::Think,
            hub::Go::Ponder => Purpose::Ponder,
            hub::Go::Analyze => Purpose::Analyze,
        };
        let limits = limits(&std::mem::take(&mut self.level));
        Ok(self.player.go(Go { purpose, lines: self.lines, ..Go::think(limits) })?)
    }
}

/// The parameters. The variant comes first because some clients expect it there.
fn params(settings: &Settings, lines: usize) -> Vec<Param> {
    let int = |(least, most): Range| ParamKind::Int { min: Some(least as i64), max: Some(most as i64) };
    let param = |name: &str, value: String, kind| Param { name: name.to_owned(), value, kind };
    vec![
        param("variant", settings.variant.hub_name().to_owned(), ParamKind::Enum(variant_names())),
        param("hash", settings.hash_mib.to_string(), int(HASH)),
        param("threads", settings.threads.to_string(), int(THREADS)),
        param("level", settings.level.number().to_string(), int(LEVELS)),
        param("multi-pv", lines.to_string(), int(LINES)),
        param("ponder", "false".to_owned(), ParamKind::Bool),
        param("never-lose", settings.never_lose.to_string(), ParamKind::Bool),
        param("db-path", tables_name(settings), ParamKind::String),
        param("evaluation", settings.evaluation.name().to_owned(), ParamKind::Enum(evaluation_names())),
        param("weights", String::new(), ParamKind::String),
    ]
}

/// The names of all variants, Hub's names first.
fn variant_names() -> Vec<String> {
    let hub = Variant::ALL.iter().map(|variant| variant.hub_name());
    let others = Variant::ALL.iter().flat_map(|variant| variant.all_names());
    let mut names: Vec<String> = Vec::new();
    for name in hub.chain(others) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// The limits of a search. The increment is added before the move, so the time without it may be negative.
fn limits(level: &Level) -> Limits {
    let milliseconds = |seconds: f64| (seconds * 1000.0) as i64;
    let clock = level.time.map(|time| GameClock {
        time: milliseconds(time),
        increment: milliseconds(level.inc.unwrap_or(0.0)),
        moves_to_go: level.moves,
    });
    Limits {
        depth: level.depth.map_or(Depth::MAX, depth),
        nodes: level.nodes.unwrap_or(u64::MAX),
        move_time: level.move_time.map(duration),
        clock,
    }
}

/// Seconds as milliseconds, saturating.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}

fn info(report: &Report) -> Info {
    let seconds = report.time.as_secs_f64();
    Info {
        depth: Some(u32::from(report.depth)),
        max_depth: u32::try_from(report.longest).ok(),
        score: Some(score(report.score)),
        nodes: Some(report.nodes),
        time: Some(seconds),
        nps: Some(report.nodes as f64 / seconds.max(1e-6) / 1e6),
        pv: report.pv.iter().map(|mv| mv.hub.clone()).collect(),
        ..Info::default()
    }
}

/// The fields of `info` for what is proven.
fn proven(claim: Claim) -> Vec<(String, String)> {
    let plies = claim.plies().map(|plies| ("claim-plies".to_owned(), plies.to_string()));
    let rule = claim.rule_may_draw().then(|| ("rule-may-draw".to_owned(), "true".to_owned()));
    [Some(("claim".to_owned(), claim.name().to_owned())), plies, rule].into_iter().flatten().collect()
}

/// The score as the protocols write it.
pub(crate) fn score(score: Score) -> protocol::Score {
    match score.plies_to_win() {
        Some(plies) if score > Score::DRAW => protocol::Score::WinIn(plies.unsigned_abs()),
        Some(plies) => protocol::Score::LossIn(plies.unsigned_abs()),
        None => protocol::Score::Men(score.men()),
    }
}

fn answer(done: SearchResult) -> Message {
    let hub = |mv: Option<MoveText>| mv.map(|mv| mv.hub);
    Message::Done { mv: hub(done.best), ponder: hub(done.ponder) }
}

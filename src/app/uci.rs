//! `uci`: speaks UCI, as engine testers and scripts use it.
//!
//! [`Uci::obey`] is what is heard, [`Uci::report`] is what is said.

use std::time::Duration;

use crossbeam_channel::Receiver;
use protocol::uci::{self, Command, Info, Message, Setting, SettingKind};

use super::Verdict;
use super::error::Error;
use super::hub::score;
use super::options::Options;
use super::output::Output;
use super::session::{Flow, HASH, Line, Player, Range, Session, THREADS, depth, number, serve};
use crate::engine::{Clocks, Done, Event, Go, MoveText, Purpose, Report, Request, Start, Variant};
use crate::search::{Depth, GameClock, Limits};

/// Speaks UCI until the other side is gone.
pub(super) fn run(
    options: &Options,
    first: Option<Line>,
    lines: &Receiver<Line>,
    output: &mut Output,
) -> Result<Verdict, Error> {
    let player = Player::new(options.settings()?);
    serve(Uci { player, waiting: Waiting::No, output }, first, lines)
}

struct Uci<'a> {
    player: Player,
    waiting: Waiting,
    output: &'a mut Output,
}

/// Whether the answer has to wait for `stop` or `ponderhit`.
enum Waiting {
    No,
    /// The search has not ended yet.
    Yes,
    /// The search has ended early: this is its answer.
    With(Done),
}

impl Session for Uci<'_> {
    fn events(&self) -> Receiver<Event> {
        self.player.events()
    }

    fn end(&mut self) {
        self.player.end();
    }

    fn hear(&mut self, line: Line) -> Result<Flow, Error> {
        let text = line.map_err(|error| error.to_string());
        match text.map(|text| text.parse::<Command>()) {
            Ok(Ok(command)) => return self.obey(command),
            Ok(Err(uci::Error::Missing)) => {}
            Ok(Err(error)) => self.refuse(error.to_string())?,
            Err(text) => self.refuse(text)?,
        }
        Ok(Flow::GoOn)
    }

    fn report(&mut self, event: Event) -> Result<(), Error> {
        match event {
            Event::Refused(text) => self.refuse(text),
            Event::Iteration(report) => self.say(&Message::Info(info(&report))),
            Event::Done(done) => {
                self.player.ended();
                match self.waiting {
                    Waiting::No => self.say(&answer(done)),
                    Waiting::Yes | Waiting::With(_) => {
                        self.waiting = Waiting::With(done);
                        Ok(())
                    }
                }
            }
        }
    }
}

impl Uci<'_> {
    fn say(&mut self, message: &Message) -> Result<(), Error> {
        Ok(self.output.line(message)?)
    }

    fn refuse(&mut self, text: String) -> Result<(), Error> {
        self.say(&Message::Text(text))
    }

    fn obey(&mut self, command: Command) -> Result<Flow, Error> {
        match command {
            Command::Uci => self.introduce()?,
            Command::Debug { .. } => {}
            Command::IsReady => {
                self.player.engine();
                self.say(&Message::ReadyOk)?;
            }
            Command::SetOption { name, value } => {
                if let Err(text) = self.set(&name, value.as_deref().unwrap_or_default()) {
                    self.refuse(format!("{name}: {text}"))?;
                }
            }
            Command::NewGame => self.player.engine().request(Request::NewGame),
            Command::Position { fen, moves } => {
                let start = fen.map_or(Start::Opening, Start::Fen);
                self.player.engine().request(Request::Position { start, moves });
            }
            Command::Go(go) => self.go(go)?,
            Command::Stop => self.stop()?,
            Command::PonderHit => self.ponder_hit()?,
            Command::Quit => return Ok(Flow::Quit),
            Command::Show | Command::Eval | Command::Bench { .. } | Command::Moves => {
                self.refuse("this command is not there".to_owned())?;
            }
        }
        Ok(Flow::GoOn)
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
        let variants = Variant::ALL.iter().map(|variant| variant.name().to_owned()).collect();
        let variant = SettingKind::Combo { default: settings.variant.name().to_owned(), choices: variants };
        let options = [
            ("Variant", variant.clone()),
            ("UCI_Variant", variant),
            ("Hash", spin(settings.hash_mib, HASH)),
            ("Threads", spin(settings.threads, THREADS)),
            ("Ponder", SettingKind::Check { default: false }),
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
            "clear hash" => self.player.engine().request(Request::NewGame),
            "ponder" => {}
            _ => return Err("there is no such option".to_owned()),
        }
        if settings != *self.player.settings() {
            self.player.change(settings);
        }
        Ok(())
    }

    fn go(&mut self, go: uci::Go) -> Result<(), Error> {
        if go.perft.is_some() {
            return self.refuse("perft is a command of its own".to_owned());
        }
        let purpose = match (go.ponder, go.infinite) {
            (true, _) => Purpose::Ponder,
            (false, true) => Purpose::Analyze,
            (false, false) => Purpose::Think,
        };
        self.waiting = if purpose == Purpose::Think { Waiting::No } else { Waiting::Yes };
        let (limits, clocks) = (limits(&go), clocks(&go));
        self.player.go(Go { purpose, clocks, only: go.search_moves, ..Go::think(limits) });
        Ok(())
    }

    fn stop(&mut self) -> Result<(), Error> {
        self.player.stop();
        self.let_go()
    }

    fn ponder_hit(&mut self) -> Result<(), Error> {
        self.player.ponder_hit();
        self.let_go()
    }

    /// The answer need not wait any more.
    fn let_go(&mut self) -> Result<(), Error> {
        match std::mem::replace(&mut self.waiting, Waiting::No) {
            Waiting::With(done) => self.say(&answer(done)),
            Waiting::No | Waiting::Yes => Ok(()),
        }
    }
}

fn limits(go: &uci::Go) -> Limits {
    // A mate in so many moves needs twice as many plies less one.
    let mate = go.mate.map(|moves| moves.saturating_mul(2).saturating_sub(1));
    let plies = [go.depth, mate].into_iter().flatten().min();
    Limits {
        depth: plies.map_or(Depth::MAX, depth),
        nodes: go.nodes.unwrap_or(u64::MAX),
        move_time: go.move_time,
        ..Limits::NONE
    }
}

fn clocks(go: &uci::Go) -> Clocks {
    let clock = |time: Option<Duration>, increment: Option<Duration>| {
        let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let increment = increment.map_or(0, milliseconds);
        // What is left here is what there is to use: the increment comes after the move.
        let time = milliseconds(time?) - increment;
        Some(GameClock { time, increment, moves_to_go: go.moves_to_go })
    };
    Clocks {
        white: clock(go.white_time, go.white_increment),
        black: clock(go.black_time, go.black_increment),
    }
}

fn info(report: &Report) -> Info {
    let seconds = report.time.as_secs_f64().max(1e-6);
    Info {
        depth: Some(u32::from(report.depth)),
        selective_depth: u32::try_from(report.longest).ok(),
        multipv: u32::try_from(report.line).ok(),
        score: Some(score(report.score)),
        nodes: Some(report.nodes),
        nps: Some((report.nodes as f64 / seconds) as u64),
        hashfull: u32::try_from(report.fullness).ok(),
        time: Some(report.time),
        pv: report.pv.iter().map(|mv| mv.notation.clone()).collect(),
        ..Info::default()
    }
}

/// An answer. The ponder move is one that can be played after the best one.
fn answer(done: Done) -> Message {
    let text = |mv: Option<MoveText>| mv.map(|mv| mv.notation);
    Message::BestMove { mv: text(done.best), ponder: text(done.ponder) }
}

//! What the sessions of all protocols share: lines of input, an engine, and the searches in progress.

use std::collections::VecDeque;
use std::io::{self, BufReader};
use std::path::Path;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, never, select};

use super::ExitStatus;
use super::error::Error;
use super::input::{BadLine, Lines};
use super::session_log;
use crate::engine::{
    Engine, Event, Go, Level, PonderHit, Purpose, Report, Request, SearchResult, Settings, SmallTables,
    TableFolder, ThreadError,
};
use crate::notation::Quote;
use crate::search::{Depth, Stop};

/// A line, or why it cannot be read.
pub(crate) type InputLine = Result<String, BadLine>;

/// The lines of standard input, read by a thread of their own so that a search can be interrupted. The
/// channel closes when the input ends.
///
/// # Errors
/// Returns an error if the system cannot start a thread.
pub(crate) fn standard_input() -> Result<Receiver<InputLine>, ThreadError> {
    let (sender, lines) = bounded(1024);
    thread::Builder::new().spawn(move || forward(&sender)).map_err(ThreadError)?;
    Ok(lines)
}

fn forward(sender: &Sender<InputLine>) {
    for line in Lines(BufReader::new(io::stdin())) {
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// The engine's side of a protocol.
pub(crate) trait Session {
    /// The events of the engine.
    fn events(&self) -> Receiver<Event>;

    /// Handles a line of input.
    fn hear(&mut self, line: InputLine) -> Result<SessionFlow, Error>;

    /// Handles an event of the engine.
    fn report(&mut self, event: Event) -> Result<(), Error>;

    /// Ends the engine and all its searches, whose answers are not held back any longer.
    fn end(&mut self) -> Result<(), Error>;
}

/// Serves until the input ends or the client quits; `first` is a line that was read before.
pub(crate) fn serve(
    mut session: impl Session,
    first: Option<InputLine>,
    lines: &Receiver<InputLine>,
) -> Result<ExitStatus, Error> {
    let mut flow = first.map_or(Ok(SessionFlow::GoOn), |line| hear(&mut session, line))?;
    while flow == SessionFlow::GoOn {
        let events = session.events();
        select! {
            recv(lines) -> line => match line {
                Ok(line) => flow = hear(&mut session, line)?,
                Err(_) => break,
            },
            recv(events) -> event => {
                session.report(event.map_err(|_| Error::engine_ended())?)?;
            }
        }
    }
    // Requests made before the end are answered.
    let events = session.events();
    session.end()?;
    events.try_iter().try_for_each(|event| session.report(event))?;
    Ok(ExitStatus::Done)
}

fn hear(session: &mut impl Session, line: InputLine) -> Result<SessionFlow, Error> {
    if let Ok(text) = &line {
        log::debug!("> {text}");
    }
    session.hear(line)
}

/// Whether a session continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionFlow {
    /// It continues.
    GoOn,
    /// The client quits.
    Quit,
}

/// An engine that is started when it is first needed, and its pending searches.
pub(crate) struct EngineSession {
    settings: Settings,
    /// The folder of endgame tables at first.
    default_tables: Option<TableFolder>,
    /// The last iteration of the current search.
    last: Option<Report>,
    running: Option<(Engine, Receiver<Event>)>,
    searches: VecDeque<PendingSearch>,
}

/// A pending search.
pub(crate) struct PendingSearch {
    purpose: Purpose,
    stop: Stop,
    ponder_hit: PonderHit,
}

impl EngineSession {
    pub(crate) fn new(settings: Settings) -> Self {
        log::info!("{}", session_log::settings(&settings));
        let default_tables = settings.tables.clone();
        Self { settings, default_tables, last: None, running: None, searches: VecDeque::new() }
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings.
    pub(crate) fn change(&mut self, settings: Settings) {
        if let Some((engine, _)) = &self.running {
            engine.request(Request::Settings(settings.clone()));
        }
        log::info!("{}", session_log::settings(&settings));
        self.settings = settings;
    }

    /// The endgame tables in a folder. Returns `None` for an empty name. Only in the default folder tables are
    /// built.
    pub(crate) fn tables_in(&self, folder: &str) -> Option<TableFolder> {
        let default = self.default_tables.as_ref().filter(|default| default.path == Path::new(folder));
        let other = || TableFolder { path: folder.into(), small: SmallTables::Leave };
        (!folder.is_empty()).then(|| default.cloned().unwrap_or_else(other))
    }

    /// The engine, which is started if it is not running.
    pub(crate) fn engine(&mut self) -> Result<&Engine, ThreadError> {
        let running = match self.running.take() {
            Some(running) => running,
            None => Engine::start(self.settings.clone())?,
        };
        Ok(&self.running.insert(running).0)
    }

    /// The events of the engine. There are none before it is started.
    pub(crate) fn events(&self) -> Receiver<Event> {
        self.running.as_ref().map_or_else(never, |(_, events)| events.clone())
    }

    /// Requests a search.
    pub(crate) fn go(&mut self, go: Go) -> Result<(), ThreadError> {
        log::info!("{}", session_log::search(&go));
        let (stop, ponder_hit) = (go.stop.clone(), go.ponder_hit.clone());
        self.searches.push_back(PendingSearch { purpose: go.purpose, stop, ponder_hit });
        self.engine()?.request(Request::Go(go));
        Ok(())
    }

    /// Whether a search is pending.
    pub(crate) fn is_searching(&self) -> bool {
        !self.searches.is_empty()
    }

    /// Stops all pending searches.
    pub(crate) fn stop(&self) {
        self.searches.iter().for_each(|search| search.stop.ask());
    }

    /// The opponent has played the expected move: pondering becomes thinking.
    pub(crate) fn ponder_hit(&mut self) {
        for search in &mut self.searches {
            if search.purpose == Purpose::Ponder {
                search.purpose = Purpose::Think;
                search.ponder_hit.tell();
            }
        }
    }

    /// Ends the engine, even during a search.
    pub(crate) fn end(&mut self) {
        self.running = None;
    }

    /// Removes the first pending search, which has ended with this result.
    pub(crate) fn ended(&mut self, done: &SearchResult) -> Option<PendingSearch> {
        log::info!("{}", session_log::result(done, self.last.take().as_ref()));
        self.searches.pop_front()
    }

    /// Remembers an iteration of the current search, if it is about the best line.
    pub(crate) fn remember(&mut self, report: &Report) {
        if report.line == 1 {
            self.last = Some(report.clone());
        }
    }

    /// The last iteration of the current search.
    pub(crate) fn last(&self) -> Option<&Report> {
        self.last.as_ref()
    }
}

impl PendingSearch {
    /// Whether its answer must wait for `stop` or a ponder hit.
    pub(crate) fn is_open(&self) -> bool {
        self.purpose != Purpose::Think && !self.stop.is_asked()
    }

    /// Whether it was stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_asked()
    }

    /// Whether it is a search in the opponent's time.
    pub(crate) fn ponders(&self) -> bool {
        self.purpose == Purpose::Ponder
    }
}

/// The depth nearest to a number of plies.
pub(crate) fn depth(plies: u32) -> Depth {
    Depth(plies.clamp(1, u32::from(Depth::MAX.0)) as u8)
}

/// The least and the greatest value of a setting.
pub(crate) type Range = (usize, usize);

/// Number of search threads.
pub(crate) const THREADS: Range = (*Settings::THREADS.start(), *Settings::THREADS.end());

/// Size of the transposition table in mebibytes.
pub(crate) const HASH: Range = (*Settings::HASH_MIB.start(), *Settings::HASH_MIB.end());

/// The name of the folder of endgame tables, empty if there is none.
pub(crate) fn tables_name(settings: &Settings) -> String {
    settings.tables.as_ref().map_or_else(String::new, |tables| tables.path.display().to_string())
}

/// Reads `true` or `false`.
pub(crate) fn truth(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("expected true or false, not {}", Quote::of(value))),
    }
}

/// Number of moves to report.
pub(crate) const LINES: Range = (1, 64);

/// Playing strength.
pub(crate) const LEVELS: Range = (0, 20);

/// Reads a level.
pub(crate) fn level(value: &str) -> Result<Level, String> {
    number(value, LEVELS).map(|number| Level::new(number).unwrap_or_default())
}

/// The delay between the engine and the client, in milliseconds.
pub(crate) const OVERHEAD: Range = (0, 10_000);

/// The depth of a count or of a bench in plies.
pub(crate) const PLIES: Range = (1, 127);

/// Reads a number in a range.
pub(crate) fn number(value: &str, range: Range) -> Result<usize, String> {
    let number = value.parse().ok().and_then(|number| number_in(number, range).ok());
    number.ok_or_else(|| out_of(value, range))
}

/// Checks that a number is in a range.
pub(crate) fn number_in(number: usize, range: Range) -> Result<usize, String> {
    let (least, most) = range;
    if (least..=most).contains(&number) { Ok(number) } else { Err(out_of(&number.to_string(), range)) }
}

fn out_of(value: &str, (least, most): Range) -> String {
    format!("expected an integer from {least} to {most}, not {}", Quote::of(value))
}

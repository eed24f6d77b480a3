//! What the sessions of all protocols share: lines in, an engine, and the searches under way.

use std::collections::VecDeque;
use std::io::{self, BufReader};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, never, select};

use super::ExitStatus;
use super::error::Error;
use super::input::{BadLine, Lines};
use crate::engine::{
    Engine, Event, Go, Level, PonderHit, Purpose, Request, Settings, SmallTables, TableFolder,
};
use crate::notation::Quote;
use crate::search::{Depth, Stop};

/// A line, or why it is none.
pub(crate) type Line = Result<String, BadLine>;

/// The lines of standard input, read by a thread of their own so that a search can be interrupted. The
/// channel closes when the input ends.
pub(crate) fn standard_input() -> Receiver<Line> {
    let (sender, lines) = bounded(1024);
    thread::spawn(move || forward(&sender));
    lines
}

fn forward(sender: &Sender<Line>) {
    for line in Lines(BufReader::new(io::stdin())) {
        if sender.send(line).is_err() {
            return;
        }
    }
}

/// One side of a protocol: what is heard and what is said.
pub(crate) trait Session {
    /// Where the engine is heard.
    fn events(&self) -> Receiver<Event>;

    /// A line has come.
    fn hear(&mut self, line: Line) -> Result<Flow, Error>;

    /// The engine has something to say.
    fn report(&mut self, event: Event) -> Result<(), Error>;

    /// Ends the engine: all searches, begun or not, end now.
    fn end(&mut self);
}

/// Serves until the lines end or one says so; `first` is a line that came before.
pub(crate) fn serve(
    mut session: impl Session,
    first: Option<Line>,
    lines: &Receiver<Line>,
) -> Result<ExitStatus, Error> {
    let mut flow = first.map_or(Ok(Flow::GoOn), |line| session.hear(line))?;
    while flow == Flow::GoOn {
        let events = session.events();
        select! {
            recv(lines) -> line => match line {
                Ok(line) => flow = session.hear(line)?,
                Err(_) => break,
            },
            recv(events) -> event => {
                session.report(event.map_err(|_| Error::engine_ended())?)?;
            }
        }
    }
    // What was asked before the end is answered.
    let events = session.events();
    session.end();
    events.try_iter().try_for_each(|event| session.report(event))?;
    Ok(ExitStatus::Done)
}

/// Whether a session goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// It does.
    GoOn,
    /// It was told to end.
    Quit,
}

/// An engine that begins when it is first needed, and the searches that it was asked for.
pub(crate) struct Player {
    settings: Settings,
    running: Option<(Engine, Receiver<Event>)>,
    searches: VecDeque<Search>,
}

/// A search that was asked for.
pub(crate) struct Search {
    purpose: Purpose,
    stop: Stop,
    ponder_hit: PonderHit,
}

impl Player {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, running: None, searches: VecDeque::new() }
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes settings, at once when the engine has not begun.
    pub(crate) fn change(&mut self, settings: Settings) {
        if let Some((engine, _)) = &self.running {
            engine.request(Request::Settings(settings.clone()));
        }
        self.settings = settings;
    }

    /// Begins, if it has not.
    pub(crate) fn engine(&mut self) -> &Engine {
        &self.running.get_or_insert_with(|| Engine::start(self.settings.clone())).0
    }

    /// Where the engine is heard. Nothing is, before it begins.
    pub(crate) fn events(&self) -> Receiver<Event> {
        self.running.as_ref().map_or_else(never, |(_, events)| events.clone())
    }

    /// Asks for a search.
    pub(crate) fn go(&mut self, go: Go) {
        let (stop, ponder_hit) = (go.stop.clone(), go.ponder_hit.clone());
        self.searches.push_back(Search { purpose: go.purpose, stop, ponder_hit });
        self.engine().request(Request::Go(go));
    }

    /// Whether a search was asked for that has not ended.
    pub(crate) fn is_searching(&self) -> bool {
        !self.searches.is_empty()
    }

    /// Ends all searches that were asked for so far. Without one nothing happens.
    pub(crate) fn stop(&self) {
        self.searches.iter().for_each(|search| search.stop.ask());
    }

    /// The opponent has played what was expected. Without a search of this kind nothing happens.
    pub(crate) fn ponder_hit(&mut self) {
        for search in &mut self.searches {
            if search.purpose == Purpose::Ponder {
                search.purpose = Purpose::Think;
                search.ponder_hit.tell();
            }
        }
    }

    /// Ends the engine, whatever it does.
    pub(crate) fn end(&mut self) {
        self.running = None;
    }

    /// A search has ended: the one that was asked for first.
    pub(crate) fn ended(&mut self) -> Option<Search> {
        self.searches.pop_front()
    }
}

impl Search {
    /// Whether somebody still has to say `stop`, or that the expected move was played.
    pub(crate) fn is_open(&self) -> bool {
        self.purpose != Purpose::Think && !self.stop.is_asked()
    }

    /// Whether it uses the opponent's time.
    pub(crate) fn ponders(&self) -> bool {
        self.purpose == Purpose::Ponder
    }
}

/// A depth as a protocol gives it, as near as there is one.
pub(crate) fn depth(plies: u32) -> Depth {
    Depth(plies.clamp(1, u32::from(Depth::MAX.0)) as u8)
}

/// What a setting can be.
pub(crate) type Range = (usize, usize);

/// How many threads search.
pub(crate) const THREADS: Range = (1, 256);

/// Mebibytes of the transposition table.
pub(crate) const HASH: Range = (1, 1 << 16);

/// The endgame tables in a folder that a protocol names. Without a name there are none.
pub(crate) fn tables_in(folder: &str) -> Option<TableFolder> {
    (!folder.is_empty()).then(|| TableFolder { path: folder.into(), small: SmallTables::Make })
}

/// The folder's name for a protocol.
pub(crate) fn tables_name(settings: &Settings) -> String {
    settings.tables.as_ref().map_or_else(String::new, |tables| tables.path.display().to_string())
}

/// Yes or no.
pub(crate) fn truth(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{} is neither true nor false", Quote::of(value))),
    }
}

/// How strong it plays.
pub(crate) const LEVELS: Range = (0, 20);

/// A level by its number.
pub(crate) fn level(value: &str) -> Result<Level, String> {
    number(value, LEVELS).map(|number| Level::new(number).unwrap_or_default())
}

/// A number in a range.
pub(crate) fn number(value: &str, (least, most): Range) -> Result<usize, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{} is no number from {least} to {most}", Quote::of(value)))
}

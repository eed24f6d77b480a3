//! Runs sessions of DXP: connects the states, the engine, the connection and the time.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, at, never, select};
use serde::Serialize;

use super::super::error::Error;
use super::super::options::Options;
use super::super::output::Output;
use super::super::pdn::today;
use super::super::session::{EngineSession, InputLine};
use super::session::{Action, DxpSession, FinishedGame, Role};
use super::{orders::Order, series::Series};
use crate::board::Color;
use crate::engine::{Event, Go, Request};
use crate::matches::dxp_connection::DxpConnection;
use crate::matches::game::GameRecord;
use crate::matches::pdn_file::{PdnFile, Players};
use crate::notation::one_line;

/// A program that plays over DXP.
pub(super) struct Runner<'a> {
    pub(super) options: &'a Options,
    pub(super) output: &'a mut Output,
    pub(super) engine: EngineSession,
    pub(super) session: DxpSession,
    /// The games to request.
    pub(super) series: Option<Series>,
    pub(super) name: String,
    pub(super) patience: Duration,
    pub(super) pdn: Option<PdnFile>,
    pub(super) lines: Receiver<InputLine>,
    /// When the engine began to think.
    pub(super) began: Instant,
    /// The number of games that have ended.
    pub(super) games: usize,
}

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// There are no more games.
    Over,
    /// The connection was closed or lost.
    Closed,
    /// The user quits.
    Quit,
}

/// The report of a game.
#[derive(Serialize)]
struct DxpGameLine<'a> {
    game: usize,
    result: String,
    plies: usize,
    reason: &'static str,
    white: &'a str,
    black: &'a str,
}

/// What the partner says.
#[derive(Serialize)]
struct ChatLine<'a> {
    chat: &'a str,
}

/// What has happened while it waited.
enum Happened {
    Actions(Vec<Action>),
    Ended(Ended),
}

impl Runner<'_> {
    /// Starts the engine, and waits until it is ready: the time of a game is not for building tables.
    pub(super) fn get_ready(&mut self) -> Result<(), Error> {
        self.engine.engine()?.request(Request::Ready);
        loop {
            match self.engine.events().recv().map_err(|_| Error::engine_ended())? {
                Event::Ready => return Ok(()),
                event => self.report_trouble(&event),
            }
        }
    }

    /// Plays with a partner until the connection ends.
    pub(super) fn converse(&mut self, mut connection: DxpConnection) -> Result<Ended, Error> {
        let (mut number, mut deadline) = (None, None);
        let ended = loop {
            if self.session.is_over() {
                break Ended::Over;
            }
            let happened = match self.next_request() {
                Some(actions) => Happened::Actions(actions),
                None => {
                    if number.replace(self.session.number()) != Some(self.session.number()) {
                        let patience = self.session.patience(self.patience);
                        deadline = patience.and_then(|patience| Instant::now().checked_add(patience));
                    }
                    self.wait(&mut connection, deadline)?
                }
            };
            match happened {
                Happened::Ended(ended) => break ended,
                Happened::Actions(actions) => {
                    if let Some(ended) = self.perform(actions, &mut connection)? {
                        break ended;
                    }
                }
            }
        };
        let actions = self.session.close();
        self.perform(actions, &mut connection)?;
        Ok(ended)
    }

    /// Requests the next game if it is time to.
    fn next_request(&mut self) -> Option<Vec<Action>> {
        let series = self.series.as_ref().filter(|_| self.session.is_idle())?;
        Some(self.session.request(series.game(self.games)?))
    }

    /// Waits for the partner, the engine, the user or the end of the patience.
    fn wait(&mut self, connection: &mut DxpConnection, deadline: Option<Instant>) -> Result<Happened, Error> {
        let timer = deadline.map_or_else(never, at);
        let (incoming, events, lines) =
            (connection.incoming().clone(), self.engine.events(), self.lines.clone());
        let actions = select! {
            recv(incoming) -> message => {
                connection.note_received();
                match message {
                    Ok(Ok(message)) => self.session.receive(message),
                    Ok(Err(error)) => self.session.receive_error(error),
                    Err(_) => return Ok(Happened::Ended(Ended::Closed)),
                }
            }
            recv(events) -> event => self.report(&event.map_err(|_| Error::engine_ended())?),
            recv(lines) -> line => match line {
                Ok(line) => match self.order(line) {
                    Some(actions) => actions,
                    None => return Ok(Happened::Ended(Ended::Quit)),
                },
                Err(_) => {
                    self.lines = never();
                    Vec::new()
                }
            },
            recv(timer) -> _ => self.session.time_out(),
        };
        Ok(Happened::Actions(actions))
    }

    fn report(&mut self, event: &Event) -> Vec<Action> {
        let Event::Done(done) = event else {
            self.report_trouble(event);
            return Vec::new();
        };
        let is_wanted = self.engine.ended(done).is_some_and(|search| !search.is_stopped());
        match &done.best {
            Some(mv) if is_wanted => self.session.moved(mv, self.began.elapsed()),
            _ => Vec::new(),
        }
    }

    fn report_trouble(&self, event: &Event) {
        match event {
            Event::Refused(text) => log::error!("{text}"),
            Event::Warning(text) => log::warn!("{text}"),
            _ => {}
        }
    }

    /// Obeys a line of the user. Returns `None` if it is to quit.
    fn order(&mut self, line: InputLine) -> Option<Vec<Action>> {
        let order = line.map_err(|error| error.to_string()).and_then(|line| line.parse());
        Some(match order {
            Ok(Order::Quit) => return None,
            Ok(Order::Resign) => self.session.resign(),
            Ok(Order::Back(request)) => self.session.ask_back(request),
            Ok(Order::Say(message)) => vec![Action::Send(message)],
            Err(text) => {
                super::super::error::warn(&text);
                Vec::new()
            }
        })
    }

    /// Does what is to do. Returns how the connection ended, if it did.
    fn perform(
        &mut self,
        actions: Vec<Action>,
        connection: &mut DxpConnection,
    ) -> Result<Option<Ended>, Error> {
        let mut ended = None;
        for action in actions {
            match action {
                Action::Send(message) => {
                    if let Err(error) = connection.send(&message) {
                        log::info!("{message}: {error}");
                        ended = Some(Ended::Closed);
                    }
                }
                Action::Begin => self.engine.engine()?.request(Request::NewGame),
                Action::Think { state, limits } => {
                    self.began = Instant::now();
                    self.engine.engine()?.request(Request::Game(*state));
                    self.engine.go(Go::think(limits))?;
                }
                Action::Stop => self.engine.stop(),
                Action::Finish(finished) => self.finish(*finished)?,
                Action::Show(text) => {
                    self.options.tell(
                        self.output,
                        &ChatLine { chat: &text },
                        format_args!("partner: {text}"),
                    )?;
                }
                Action::Close(reason) => {
                    if self.session.role() == Role::Initiator {
                        return Err(Error::Input(reason));
                    }
                    log::info!("{reason}");
                    ended = Some(Ended::Closed);
                }
            }
        }
        Ok(ended)
    }

    /// Reports a game that has ended.
    fn finish(&mut self, finished: FinishedGame) -> Result<(), Error> {
        let FinishedGame { game, result, termination } = finished;
        let partner = if game.partner.is_empty() { "partner" } else { &game.partner };
        let (white, black) = match game.color {
            Color::White => (self.name.as_str(), partner),
            Color::Black => (partner, self.name.as_str()),
        };
        let moves = game.opening.moves.into_iter().chain(game.moves.into_iter().map(|mv| mv.notation));
        let record = GameRecord {
            fen: game.opening.fen,
            moves: moves.collect(),
            claims: Vec::new(),
            choices: 0,
            date: Some(today()),
            result,
            termination,
            fault: None,
        };
        self.games += 1;
        if let Some(pdn) = &mut self.pdn {
            pdn.add(&Players { round: self.games, white, black }, &record)?;
        }
        if let Some(series) = &mut self.series {
            series.add(game.color, result);
        }
        let line = DxpGameLine {
            game: self.games,
            result: result.to_string(),
            plies: record.moves.len(),
            reason: termination.word(),
            white,
            black,
        };
        self.options.tell(self.output, &line, line.sentence())
    }
}

impl DxpGameLine<'_> {
    fn sentence(&self) -> String {
        let Self { game, result, plies, reason, white, black } = self;
        let (white, black) = (one_line(white), one_line(black));
        format!("{game:>5} {result:>4} {plies:>4} plies, {reason}: {white} - {black}")
    }
}

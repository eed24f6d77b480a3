//! Searches for the page: a move, a hint, the answer to a draw, an analysis.

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::RecvTimeoutError;
use hyper::Response;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

use super::engines::{BorrowedEngine, Strength};
use super::game::{GameMessage, MoveView, View};
use super::http::{Body, Refusal, Site};
use super::stream::{EventStream, stream};
use crate::app::board_view::move_values;
use crate::app::game::{draw_refusal, score_text};
use crate::board::Color;
use crate::engine::{Event, GameState, Go, Level, Purpose, Report, Request};
use crate::eval::Score;
use crate::search::{Depth, GameClock, Limits, Stop};

/// A search that the page asks for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThinkMessage {
    game: GameMessage,
    /// A name for the game, so that the same engine goes on with it.
    id: String,
    task: ThinkTask,
    #[serde(default = "most")]
    level: usize,
    #[serde(default)]
    never_lose: bool,
    /// The most seconds. Analyses may have none.
    #[serde(default)]
    seconds: Option<f64>,
    #[serde(default)]
    clock: Option<ClockMessage>,
    /// The number of moves to report.
    #[serde(default = "one")]
    lines: usize,
}

/// The clock of the engine, in milliseconds.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockMessage {
    left: i64,
    increment: i64,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ThinkTask {
    Play,
    Hint,
    Draw,
    Analyse,
}

fn most() -> usize {
    Level::MOST.number()
}

fn one() -> usize {
    1
}

/// The most seconds for a move.
const MOST_SECONDS: f64 = 300.0;
/// The seconds for a move, a hint or the answer to a draw.
const SECONDS: f64 = 1.0;
/// The most lines of an analysis.
const MOST_LINES: usize = 10;
/// The time between two looks at whether the client has gone.
const LOOK: Duration = Duration::from_millis(50);

/// A line of a search.
#[derive(Serialize)]
struct LineView {
    line: usize,
    depth: u8,
    /// In men, for White.
    score: f64,
    /// For White too.
    text: String,
    nodes: u64,
    seconds: f64,
    moves: Vec<String>,
}

/// What is proven about the engine's move.
#[derive(Serialize)]
struct ClaimView {
    name: &'static str,
    sentence: String,
}

/// The end of a search.
#[derive(Serialize)]
struct DoneView {
    best: Option<MoveView>,
    /// The position after the move, if it was played.
    view: Option<View>,
}

/// The answer to a draw.
#[derive(Serialize)]
struct DrawView {
    accepted: bool,
    sentence: String,
}

/// Begins a search, whose events the answer tells.
pub(super) async fn think(site: Arc<Site>, asked: ThinkMessage) -> Result<Response<Body>, Refusal> {
    let level = Level::new(asked.level).ok_or_else(|| Refusal::bad("level: expected 0 to 20"))?;
    let seconds_are_right = asked.seconds.is_none_or(|it| (0.0..=MOST_SECONDS).contains(&it));
    if !seconds_are_right || !(1..=MOST_LINES).contains(&asked.lines) || asked.id.len() > 64 {
        return Err(Refusal::bad("seconds, lines or id: out of range"));
    }
    let game = asked.game.state()?;
    let (stream, response) = stream();
    tokio::spawn(async move {
        match site.engines.turn(asked.task == ThinkTask::Analyse, &stream).await {
            Err(refusal) => refuse(&stream, &refusal.into_text()),
            Ok(None) => {}
            Ok(Some(permit)) => {
                let work = move || {
                    let search = PageSearch { site: &site, asked: &asked, game, level, stream: &stream };
                    search.run();
                    drop(permit);
                };
                // The answer ends with its stream.
                let _ = spawn_blocking(work).await;
            }
        }
    });
    Ok(response)
}

fn refuse(stream: &EventStream, text: &str) {
    stream.conclude("refused", &text);
}

/// A search that runs.
struct PageSearch<'a> {
    site: &'a Site,
    asked: &'a ThinkMessage,
    game: GameState,
    level: Level,
    stream: &'a EventStream,
}

impl PageSearch<'_> {
    fn run(&self) {
        if self.asked.task == ThinkTask::Draw
            && let Ok(answer) = self.draw(None)
        {
            return self.stream.conclude("draw", &answer);
        }
        let variant = self.game.variant();
        let strength = Strength { variant, level: self.level, never_lose: self.asked.never_lose };
        match self.site.engines.borrow(&self.asked.id, &strength) {
            Err(error) => refuse(self.stream, &error.to_string()),
            Ok(borrowed) => {
                if self.search(&borrowed) {
                    self.site.engines.give_back(borrowed);
                }
            }
        }
    }

    fn limits(&self) -> Limits {
        let &ThinkMessage { task, seconds, clock, .. } = self.asked;
        let clock = clock.filter(|_| task == ThinkTask::Play);
        let default = (task != ThinkTask::Analyse && clock.is_none()).then_some(SECONDS);
        // With a time, however long, a search ends when its score is certain, not at the greatest depth.
        let seconds = seconds.or(default).unwrap_or(86_400.0);
        Limits {
            move_time: Some(Duration::from_secs_f64(seconds)),
            clock: clock.map(|it| GameClock { time: it.left, increment: it.increment, moves_to_go: None }),
            depth: Depth::MAX,
            ..Limits::NONE
        }
    }

    /// Searches, and returns whether the engine can be used again.
    fn search(&self, BorrowedEngine { engine, events, .. }: &BorrowedEngine) -> bool {
        let stop = Stop::default();
        let purpose = if self.asked.task == ThinkTask::Play { Purpose::Think } else { Purpose::Analyze };
        let go = Go { purpose, lines: self.asked.lines, stop: stop.clone(), ..Go::think(self.limits()) };
        engine.request(Request::Game(self.game.clone()));
        engine.request(Request::Go(go));
        let mut last = None;
        loop {
            if self.stream.is_closed() {
                stop.ask();
            }
            match events.recv_timeout(LOOK) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    refuse(self.stream, "the engine stopped unexpectedly");
                    return false;
                }
                Ok(Event::Done(done)) => {
                    self.conclude(done.best.map(|best| best.number), last.as_ref());
                    return true;
                }
                Ok(event) => self.report(event, &mut last),
            }
        }
    }

    fn report(&self, event: Event, last: &mut Option<Report>) {
        match event {
            Event::Refused(text) | Event::Warning(text) => self.stream.tell("warning", &text),
            Event::Iteration(report) => {
                self.stream.tell("line", &self.line(&report));
                if report.line == 1 {
                    *last = Some(report);
                }
            }
            Event::Claimed(judged) => {
                let (name, sentence) = (judged.claim.name(), judged.claim.sentence());
                self.stream.conclude("claim", &ClaimView { name, sentence });
            }
            Event::Ready | Event::Tables(_) | Event::Done(_) => {}
        }
    }

    fn line(&self, report: &Report) -> LineView {
        let white = |score: Score| match self.game.turn() {
            Color::White => score,
            Color::Black => -score,
        };
        LineView {
            line: report.line,
            depth: report.depth,
            score: white(report.score).men(),
            text: score_text(report.score),
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            moves: report.pv.iter().map(|mv| mv.notation.clone()).collect(),
        }
    }

    fn conclude(&self, best: Option<usize>, last: Option<&Report>) {
        if self.asked.task == ThinkTask::Draw {
            let score = last.map_or(Score::LOST, |report| report.score);
            if let Ok(answer) = self.draw(Some(score)) {
                self.stream.conclude("draw", &answer);
            }
            return;
        }
        let text = best.and_then(|number| self.game.legal_moves().into_iter().nth(number));
        let next = best.filter(|_| self.asked.task == ThinkTask::Play).and_then(|it| self.game.after(it));
        let best = text.map(|mv| MoveView::legal(&self.game, mv));
        self.stream.conclude("done", &DoneView { best, view: next.as_ref().map(View::of) });
    }

    /// The answer to a draw. It is an error if it needs a score that is not known yet.
    fn draw(&self, score: Option<Score>) -> Result<DrawView, ()> {
        let tables = self.site.options.open_tables(self.game.variant(), 1);
        let values = move_values(&tables, &self.game);
        let refusal = draw_refusal(&values, self.game.plies(), || score.ok_or(()))?;
        Ok(match refusal {
            None => DrawView { accepted: true, sentence: "Draw by agreement.".to_owned() },
            Some(reason) => DrawView { accepted: false, sentence: format!("The engine declines: {reason}.") },
        })
    }
}

//! A game that a command plays with an engine.

use std::time::Duration;

use clap::Args;
use crossbeam_channel::Receiver;

use super::board_view::MoveValue;
use super::error::{Error, warn};
use super::options::whole;
use super::session::depth;
use crate::board::{Color, DrawReason, Goal, Outcome, Piece, Rank};
use crate::endgame::Value;
use crate::engine::{Claim, Engine, Event, GameState, Go, MoveText, Report, Request};
use crate::eval::Score;
use crate::notation::seconds;
use crate::search::{Depth, Limits};

/// How long the engine thinks about a move. The limit that is reached first ends the search.
#[derive(Args, Clone, Default)]
pub(crate) struct Thinking {
    /// Seconds per move [default: 1, or no limit with --depth or --nodes]
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<f64>,
    /// Search depth in plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, u32::MAX.into()))]
    depth: Option<u32>,
    /// Nodes per move
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    nodes: Option<u64>,
}

impl Thinking {
    /// The limits, with a default time for the case that none is given.
    pub(crate) fn limits(&self, default_seconds: impl Into<Option<f64>>) -> Limits {
        let is_unlimited = self.depth.is_none() && self.nodes.is_none();
        let seconds = self.time.or(default_seconds.into().filter(|_| is_unlimited));
        Limits {
            depth: self.depth.map_or(Depth::MAX, depth),
            nodes: self.nodes.unwrap_or(u64::MAX),
            move_time: seconds.map(Duration::from_secs_f64),
            ..Limits::NONE
        }
    }
}

/// A move that the engine would play.
pub(crate) struct EngineMove {
    pub(crate) mv: MoveText,
    /// The last iteration of the search.
    pub(crate) report: Report,
    /// What is proven about the position, if the engine never loses.
    claim: Option<Claim>,
}

/// Says which endgame tables an engine has, when it has opened them.
pub(crate) fn tell_tables(engine: &Engine, events: &Receiver<Event>) {
    engine.request(Request::Ready);
    for event in events {
        match event {
            Event::Ready => return,
            Event::Tables(text) | Event::Warning(text) | Event::Refused(text) => warn(&text),
            Event::Iteration(_) | Event::Claimed(_) | Event::Done(_) => {}
        }
    }
}

/// Asks the engine for its move. Returns `None` if there is no legal move.
pub(crate) fn best_move(
    game: &GameState,
    engine: &Engine,
    events: &Receiver<Event>,
    go: Go,
) -> Result<Option<EngineMove>, Error> {
    best_move_of(game, engine, go, || events.recv().map_err(|_| Error::engine_ended()))
}

/// The same with events that come from a function.
pub(crate) fn best_move_of(
    game: &GameState,
    engine: &Engine,
    go: Go,
    mut next_event: impl FnMut() -> Result<Event, Error>,
) -> Result<Option<EngineMove>, Error> {
    engine.request(Request::Game(game.clone()));
    engine.request(Request::Go(go));
    let (mut last, mut claim) = (None, None);
    loop {
        match next_event()? {
            Event::Refused(reason) => return Err(Error::Input(reason)),
            Event::Warning(text) => warn(&text),
            Event::Ready | Event::Tables(_) => {}
            Event::Iteration(report) => last = Some(report),
            Event::Claimed(judgement) => claim = Some(judgement.claim),
            Event::Done(done) => {
                return Ok(done.best.zip(last).map(|(mv, report)| EngineMove { mv, report, claim }));
            }
        }
    }
}

/// The end of a game in a sentence.
pub(crate) fn sentence(outcome: Outcome, state: &GameState) -> String {
    let text = match outcome {
        Outcome::Win(winner) => return won(winner, state),
        Outcome::Draw(DrawReason::Repetition) => "Draw by repetition.",
        Outcome::Draw(DrawReason::QuietMoves) => "Draw: too many moves without a capture or a man move.",
        Outcome::Draw(DrawReason::Ending) => "Draw: the ending was not won within its move limit.",
    };
    text.to_owned()
}

/// A win by the rules in a sentence.
fn won(winner: Color, state: &GameState) -> String {
    let name = |color| if color == Color::White { "White" } else { "Black" };
    let has_king = state.count(Piece::new(winner, Rank::King)) > 0;
    let why = match state.variant().rules().goal {
        Goal::FirstKing if has_king => "it has the first king".to_owned(),
        Goal::Block | Goal::FirstKing => format!("{} has no move", name(!winner)),
        Goal::GiveAway => "it has no move".to_owned(),
    };
    format!("{} wins: {why}.", name(winner))
}

/// A score as a distance to the end or in men.
pub(crate) fn score_text(score: Score) -> String {
    match score.plies_to_win() {
        Some(plies) if score > Score::DRAW => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{:+.2}", score.men()),
    }
}

/// A line about the engine's move, and a second one about what is proven, if the engine never loses.
pub(crate) fn described(game: &GameState, best: &EngineMove) -> String {
    let EngineMove { mv, report, claim } = best;
    let rest: Vec<_> = report.pv.iter().skip(1).take(8).map(|mv| mv.notation.as_str()).collect();
    let (number, text, score) = (game.move_number(), &mv.notation, score_text(report.score));
    let line = format!("{number:>6} {text:<12} {score:<10} depth {:<3} {}", report.depth, rest.join(" "));
    let proven =
        claim.map_or(String::new(), |claim| format!("\n       {}: {}", claim.name(), claim.sentence()));
    format!("{}{proven}", line.trim_end())
}

/// The number of plies after which the engine agrees to a draw in an equal position.
const EARLIEST_DRAW: usize = 40;
/// By how many hundredths of a man the engine has to be behind to agree earlier.
const CLEARLY_BEHIND: i32 = 50;

/// Returns why the engine declines a draw that the player to move offers, if it does. It answers by the values of the
/// moves if all are known, else by its score for that player.
pub(super) fn draw_refusal<E>(
    values: &[MoveValue],
    plies: usize,
    score: impl FnOnce() -> Result<Score, E>,
) -> Result<Option<&'static str>, E> {
    let known = values.iter().map(|it| it.value).collect::<Option<Vec<_>>>();
    match known.and_then(|values| values.into_iter().reduce(Value::better)) {
        Some(Value::Loss(_)) => return Ok(Some("the endgame tables say that it wins")),
        Some(Value::Draw | Value::Win(_)) => return Ok(None),
        None => {}
    }
    let score = score()?.hundredths();
    Ok(if score < 0 {
        Some("it thinks that it is ahead")
    } else if score < CLEARLY_BEHIND && plies < EARLIEST_DRAW {
        Some("it is too early in an equal game")
    } else {
        None
    })
}

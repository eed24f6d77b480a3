//! A game that a command plays with an engine.

use clap::Args;
use crossbeam_channel::Receiver;

use super::error::Error;
use super::options::whole;
use super::session::depth;
use crate::board::{Color, DrawReason, Game, History, Move, MoveList, Outcome, Position};
use crate::engine::{Claim, Engine, Event, Go, MoveText, Report, Request, Start, Task, Variant, variant};
use crate::eval::Score;
use crate::notation::{self, Setup, SetupError, hub};
use crate::search::{Depth, Limits};

/// How long the engine thinks about a move. What comes first ends it.
#[derive(Args, Clone, Default)]
pub(crate) struct Thinking {
    /// Seconds to think about a move; `watch` takes 0.1, `play` 1 and `analyse` 5 if nothing is said
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<f64>,
    /// Plies to look ahead
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, u32::MAX.into()))]
    depth: Option<u32>,
    /// Nodes to visit
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    nodes: Option<u64>,
}

/// A number of seconds that a move can take.
pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.0..=1e6).contains(seconds));
    seconds.ok_or_else(|| "it takes a number of seconds, from 0 to a million".to_owned())
}

impl Thinking {
    /// The limits; `usual` seconds when nothing was said.
    pub(crate) fn limits(&self, usual: f64) -> Limits {
        let silent = self.depth.is_none() && self.nodes.is_none();
        let seconds = self.time.or(silent.then_some(usual));
        Limits {
            depth: self.depth.map_or(Depth::MAX, depth),
            nodes: self.nodes.unwrap_or(u64::MAX),
            move_time: seconds.map(std::time::Duration::from_secs_f64),
            ..Limits::NONE
        }
    }
}

/// The FEN of a position that was asked for, when the game has it.
pub(crate) fn checked_fen(variant: Variant, setup: &Setup) -> Result<String, Error> {
    struct Check<'a>(&'a Setup);
    impl Task for Check<'_> {
        type Output = Result<String, SetupError>;

        fn run<G: Game>(self) -> Self::Output {
            Ok(notation::fen(self.0.position::<G>()?.placement()))
        }
    }
    variant::with(variant, Check(setup)).map_err(|error| Error::Input(format!("--fen: {error}")))
}

/// A move that the engine would play.
pub(crate) struct Thought<G: Game> {
    pub(crate) mv: Move<G>,
    /// What it last said about that.
    pub(crate) report: Report,
    /// What it says that is proven, when it is never to lose.
    claim: Option<Claim>,
}

/// A game as far as it was played.
pub(crate) struct Record<G: Game> {
    start: Position<G>,
    moves: Vec<Move<G>>,
    position: Position<G>,
    history: History,
}

impl<G: Game> Record<G> {
    pub(crate) fn new(start: Position<G>) -> Self {
        Self { start, moves: Vec::new(), position: start, history: History::new(&start) }
    }

    pub(crate) fn position(&self) -> &Position<G> {
        &self.position
    }

    pub(crate) fn legal_moves(&self) -> MoveList<G> {
        MoveList::legal(self.position.placement())
    }

    pub(crate) fn play(&mut self, mv: &Move<G>) {
        self.moves.push(*mv);
        self.position = self.position.play(mv);
        self.history.push(&self.position);
    }

    /// Goes back as many plies, if there are so many.
    pub(crate) fn take_back(&mut self, plies: usize) {
        let kept = self.moves.len().saturating_sub(plies);
        let moves = std::mem::take(&mut self.moves);
        *self = Self::new(self.start);
        moves[..kept].iter().for_each(|mv| self.play(mv));
    }

    pub(crate) fn plies(&self) -> usize {
        self.moves.len()
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.history.outcome(&self.position)
    }

    /// The number of the move to come, as game records have it: `1.` or `1...`.
    pub(crate) fn number(&self) -> String {
        let second = usize::from(self.start.turn() != G::RULES.opener);
        let plies = self.moves.len() + second;
        format!("{}{}", plies / 2 + 1, if plies.is_multiple_of(2) { "." } else { "..." })
    }

    /// The position and what led there, for the engine.
    pub(crate) fn request(&self) -> Request {
        let start = Start::Fen(notation::fen(self.start.placement()));
        Request::Position { start, moves: self.moves.iter().map(hub::write_move).collect() }
    }

    /// What the engine would play. None: there is no move.
    pub(crate) fn ask(
        &self,
        engine: &Engine,
        events: &Receiver<Event>,
        limits: Limits,
    ) -> Result<Option<Thought<G>>, Error> {
        engine.request(self.request());
        engine.request(Request::Go(Go::think(limits)));
        let (mut said, mut claim) = (None, None);
        for event in events {
            match event {
                Event::Refused(reason) => return Err(Error::Input(reason)),
                Event::Ready => {}
                Event::Iteration(report) => said = Some(report),
                Event::Judged(judgement) => claim = Some(judgement.claim),
                Event::Done(done) => {
                    let best = done.best.and_then(|best| self.find(&best));
                    return Ok(best.zip(said).map(|(mv, report)| Thought { mv, report, claim }));
                }
            }
        }
        Err(Error::Input("the engine has ended".to_owned()))
    }

    fn find(&self, text: &MoveText) -> Option<Move<G>> {
        self.legal_moves().iter().find(|mv| hub::write_move(mv) == text.hub).copied()
    }
}

/// The end of a game, in a sentence.
pub(crate) fn sentence(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Color::White) => "White has won: Black has no move.",
        Outcome::Win(Color::Black) => "Black has won: White has no move.",
        Outcome::Draw(DrawReason::Repetition) => "A draw: the position has come again too often.",
        Outcome::Draw(DrawReason::QuietMoves) => {
            "A draw: too many moves without a capture or a move of a man."
        }
        Outcome::Draw(DrawReason::Ending) => "A draw: the ending was not won in the moves that it is given.",
    }
}

/// A score in words or in men.
pub(crate) fn score_text(score: Score) -> String {
    match score.plies_to_win() {
        Some(plies) if score > Score::DRAW => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{:+.2}", score.men()),
    }
}

/// A move and what the engine thinks of it, in a line, and what it says that is proven in another one.
pub(crate) fn described<G: Game>(record: &Record<G>, thought: &Thought<G>) -> String {
    let Thought { mv, report, claim } = thought;
    let text = notation::to_text(record.position().placement(), mv);
    let rest: Vec<_> = report.pv.iter().skip(1).take(8).map(|mv| mv.notation.as_str()).collect();
    let number = record.number();
    let score = score_text(report.score);
    let line = format!("{number:>6} {text:<12} {score:<10} depth {:<3} {}", report.depth, rest.join(" "));
    let proven =
        claim.map_or(String::new(), |claim| format!("\n       {}: {}", claim.name(), claim.sentence()));
    format!("{}{proven}", line.trim_end())
}

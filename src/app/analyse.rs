//! `analyse`: what the engine thinks of a position.

mod proven;

use std::time::Instant;

use clap::ValueEnum;
use serde::Serialize;

use super::Verdict;
use super::error::Error;
use super::game::{Record, Thinking, score_text};
use super::moves::result_name;
use super::options::{Options, whole};
use super::output::Output;
use crate::board::{Game, Outcome};
use crate::engine::{
    Done, Engine, Event, Go, Judgement, MoveText, Purpose, Report, Request, Settings, Task, variant,
};
use crate::eval::Score;
use crate::notation;
use crate::search::Profile;
use proven::{Basis, Proven};

/// What `analyse` is asked.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    thinking: Thinking,
    /// How many moves to report, the best first
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<u32>(1, 1000))]
    lines: u32,
    /// Moves to play first, from the position that is given
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// How much the search may leave out
    #[arg(long, value_enum, default_value_t = Breadth::Selective)]
    profile: Breadth,
    /// Choose no move that is proven to lose, and say what is proven of each move
    #[arg(long)]
    never_lose: bool,
    /// Say what that rests on: the rules, and the hashes of the endgame tables
    #[arg(long, requires = "never_lose")]
    explain: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Breadth {
    /// Nothing
    Full,
    /// Less promising moves are searched less deep
    Selective,
}

/// Seconds, unless asked otherwise.
const SECONDS: f64 = 5.0;

#[derive(Serialize)]
struct IterationLine {
    depth: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    score: f64,
    nodes: u64,
    pv: Vec<String>,
}

#[derive(Serialize)]
struct ResultLine {
    best: Option<String>,
    ponder: Option<String>,
    score: Option<f64>,
    win_in: Option<i32>,
    depth: u8,
    nodes: u64,
    nps: f64,
    table_hits: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    #[serde(flatten)]
    proven: Option<Proven>,
}

pub(super) fn run(options: &Options, args: &Args, output: &mut Output) -> Result<Verdict, Error> {
    variant::with(options.variant, Analysis { options, args, output })
}

/// What an analysis comes to.
#[derive(Default)]
struct Answer {
    done: Done,
    /// The last iteration of the best move.
    last: Option<Report>,
    /// Nodes visited in all.
    nodes: u64,
    judgement: Option<Judgement>,
}

struct Analysis<'a> {
    options: &'a Options,
    args: &'a Args,
    output: &'a mut Output,
}

impl Task for Analysis<'_> {
    type Output = Result<Verdict, Error>;

    fn run<G: Game>(mut self) -> Self::Output {
        let record = self.record::<G>()?;
        if !self.options.json {
            self.output.line(notation::diagram(record.position().placement()))?;
        }
        let begin = Instant::now();
        let answer = self.think(&record)?;
        let proven = answer.judgement.as_ref().map(|judgement| self.proven::<G>(judgement)).transpose()?;
        self.conclude(&answer, begin, record.outcome(), proven)?;
        Ok(Verdict::Done)
    }
}

impl Analysis<'_> {
    /// The position, after the moves that were named.
    fn record<G: Game>(&self) -> Result<Record<G>, Error> {
        let mut record = Record::new(self.options.position::<G>()?);
        for text in self.args.moves.split_whitespace() {
            let mv = notation::read_move(record.position().placement(), text);
            record.play(&mv.map_err(|error| Error::Input(format!("--moves: {error}")))?);
        }
        Ok(record)
    }

    fn settings(&self) -> Result<Settings, Error> {
        let profile = match self.args.profile {
            Breadth::Full => Profile::Full,
            Breadth::Selective => Profile::Selective,
        };
        Ok(Settings { profile, never_lose: self.args.never_lose, ..self.options.settings()? })
    }

    /// What is proven, and what that rests on if it is asked.
    fn proven<G: Game>(&self, judgement: &Judgement) -> Result<Proven, Error> {
        let basis = self.args.explain.then(|| Basis::of::<G>(self.options, judgement.table_pieces));
        Ok(Proven::new(judgement, basis.transpose()?))
    }

    /// Shows each iteration. What comes of it.
    fn think<G: Game>(&mut self, record: &Record<G>) -> Result<Answer, Error> {
        let (engine, events) = Engine::start(self.settings()?);
        let limits = self.args.thinking.limits(SECONDS);
        engine.request(record.request());
        let lines = self.args.lines as usize;
        engine.request(Request::Go(Go { purpose: Purpose::Analyze, lines, ..Go::think(limits) }));
        let mut answer = Answer::default();
        for event in events {
            match event {
                Event::Refused(reason) => return Err(Error::Input(reason)),
                Event::Ready => {}
                Event::Judged(judgement) => answer.judgement = Some(judgement),
                Event::Done(done) => return Ok(Answer { done, ..answer }),
                Event::Iteration(report) => {
                    self.show(&report)?;
                    answer.nodes = answer.nodes.max(report.nodes);
                    if report.line == 1 {
                        answer.last = Some(report);
                    }
                }
            }
        }
        Err(Error::Input("the engine has ended".to_owned()))
    }

    fn show(&mut self, report: &Report) -> Result<(), Error> {
        let pv: Vec<_> = report.pv.iter().map(|mv| mv.notation.clone()).collect();
        if self.options.json {
            let line = (self.args.lines > 1).then_some(report.line);
            let Report { depth, nodes, .. } = *report;
            self.output.json(&IterationLine { depth, line, score: report.score.men(), nodes, pv })?;
        } else {
            let score = score_text(report.score);
            let nodes = report.nodes;
            self.output.line(format_args!(
                "{:>3} {score:<12} {nodes:>12}  {}",
                report.depth,
                pv.join(" ")
            ))?;
        }
        Ok(())
    }

    fn conclude(
        &mut self,
        Answer { done, last, nodes, .. }: &Answer,
        begin: Instant,
        outcome: Option<Outcome>,
        proven: Option<Proven>,
    ) -> Result<(), Error> {
        let last = last.as_ref();
        let text = |mv: &Option<MoveText>| mv.as_ref().map(|mv| mv.notation.clone());
        let (best, ponder) = (text(&done.best), text(&done.ponder));
        let score = last.map_or_else(|| best.is_none().then_some(Score::LOST), |report| Some(report.score));
        let line = ResultLine {
            score: score.map(Score::men),
            win_in: score.and_then(Score::plies_to_win),
            depth: last.map_or(0, |report| report.depth),
            nodes: *nodes,
            nps: *nodes as f64 / begin.elapsed().as_secs_f64().max(1e-9),
            table_hits: last.map_or(0, |report| report.table_hits),
            result: if best.is_none() { outcome.map(result_name) } else { None },
            best,
            ponder,
            proven,
        };
        if self.options.json {
            return Ok(self.output.json(&line)?);
        }
        for text in line.proven.iter().flat_map(Proven::lines) {
            self.output.line(text)?;
        }
        Ok(self.output.line(line.sentence())?)
    }
}

impl ResultLine {
    fn sentence(&self) -> String {
        match (&self.best, self.result) {
            (Some(best), _) => format!("best {best}, {} nodes, {:.1} M/s", self.nodes, self.nps / 1e6),
            (None, Some(winner)) => format!("there is no move: {winner} has won"),
            (None, None) => "there is no move".to_owned(),
        }
    }
}

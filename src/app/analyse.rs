//! `analyse`: evaluates a position.

mod proven;

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use serde::Serialize;

use super::ExitStatus;
use super::error::{Error, warn};
use super::evaluation::EvaluationArgs;
use super::game::{Thinking, score_text};
use super::game_file::state_after;
use super::moves::{outcome_name, result_name};
use super::options::{Options, whole};
use super::output::Output;
use super::pdn::text_of;
use super::units::{per_second, time};
use crate::board::Outcome;
use crate::endgame::CACHE_MIB;
use crate::engine::{
    Engine, Event, GameState, Go, MoveText, PositionClaim, Purpose, ReplayedGame, Report, Request,
    SearchResult, Settings, Variant,
};
use crate::eval::Score;
use crate::interrupt;
use crate::notation::pdn::{self, Games, PdnGame};
use crate::notation::{counted, one_line};
use crate::search::{Depth, Profile};
use proven::{Basis, Proven};

/// The arguments of `analyse`.
#[derive(clap::Args)]
#[command(mut_arg("time", |time| time.help("Seconds [default: 5, or no limit with --depth or --nodes]")))]
pub(super) struct AnalyseArgs {
    /// File of games in PDN, or of positions, one FEN per line: analyse the last position of each
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    file: Option<PathBuf>,
    /// Only the game with this number in the file
    #[arg(long, value_name = "N", requires = "file", value_parser = whole::<usize>(1, u64::MAX))]
    game: Option<usize>,
    #[command(flatten)]
    thinking: Thinking,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    /// Number of moves to report, best first
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<u32>(1, 1000))]
    lines: u32,
    /// Moves to play before the analysis, such as "1. 32-28 19-23"
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Pruning profile of the search
    #[arg(long, value_enum, default_value_t = SearchProfile::Selective)]
    profile: SearchProfile,
    /// Never choose a move that is proven to lose, and label each move with what is proven about it
    #[arg(long)]
    never_lose: bool,
    /// Show what the proofs rest on: the rules and the hashes of the endgame tables
    #[arg(long, requires = "never_lose")]
    explain: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum SearchProfile {
    /// No forward pruning
    Full,
    /// Forward pruning and reductions
    Selective,
}

/// Default seconds.
const SECONDS: f64 = 5.0;
/// More time than any analysis takes.
const LONG_TIME: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

#[derive(Serialize)]
struct IterationLine {
    depth: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    score: f64,
    nodes: u64,
    seconds: f64,
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
    seconds: f64,
    nps: f64,
    table_hits: u64,
    #[serde(rename = "result", serialize_with = "outcome_name", skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    #[serde(flatten)]
    proven: Option<Proven>,
    #[serde(flatten)]
    place: Option<Place>,
}

pub(super) fn run(options: &Options, args: &AnalyseArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let Some(path) = &args.file else {
        let mut analysis = Analysis { options, args, output, place: None };
        let game = analysis.game()?;
        return analysis.run(&game);
    };
    let mut status = ExitStatus::Done;
    let is_wanted = |number: &usize| args.game.is_none_or(|game| game == *number);
    let mut is_found = false;
    for (game, number) in Games::new(&text_of(path)?).zip(1..).filter(|(_, number)| is_wanted(number)) {
        is_found = true;
        if interrupt::is_requested() {
            return Ok(ExitStatus::Undecided);
        }
        let mut options = options.clone();
        options.variant = options.variant.of_game(&game);
        match end_of(&game, options.variant) {
            Ok(state) => {
                let place = Some(Place { game: number, line: game.line });
                Analysis { options: &options, args, output, place }.run(&state)?;
            }
            Err(reason) => {
                warn(&one_line(&format!("{}: game {number}, {reason}", path.display())));
                status = ExitStatus::No;
            }
        }
    }
    match is_found {
        true => Ok(status),
        false if args.game.is_some() => Err(Error::file(path, "there is no such game")),
        false => Err(Error::file(path, "there is no game in this file")),
    }
}

/// The state at the end of a game.
fn end_of(game: &PdnGame, variant: Variant) -> Result<GameState, String> {
    let ReplayedGame { verdict, mut segments } = variant.replay(game);
    if let Some((line, ply, problem)) = verdict.problem {
        return Err(format!("line {line}, ply {ply}: {problem}"));
    }
    let last = segments.pop().ok_or_else(|| "there is no position".to_owned())?;
    state_after(variant, last)
}

/// The result of an analysis.
#[derive(Default)]
struct AnalysisResult {
    done: SearchResult,
    /// The last iteration of the best move.
    last: Option<Report>,
    /// The nodes that were visited up to the end of the last iteration.
    nodes: u64,
    /// The time from the start of the search until then.
    time: Duration,
    judgement: Option<PositionClaim>,
}

struct Analysis<'a> {
    options: &'a Options,
    args: &'a AnalyseArgs,
    output: &'a mut Output,
    /// Where the position was found.
    place: Option<Place>,
}

/// A game of a file.
#[derive(Clone, Copy, Serialize)]
struct Place {
    game: usize,
    line: usize,
}

impl Analysis<'_> {
    /// Analyses a position.
    fn run(&mut self, game: &GameState) -> Result<ExitStatus, Error> {
        // What cannot be used is refused before the first line.
        let settings = self.settings()?;
        if !self.options.json {
            if let Some(Place { game, line }) = self.place {
                self.output.line(format_args!("game {game}, line {line}"))?;
            }
            self.output.line(game.diagram())?;
        }
        let found = self.search(game, settings)?;
        let proven = found.judgement.as_ref().map(|judgement| self.proven(game, judgement)).transpose()?;
        self.conclude(&found, game, proven)?;
        Ok(ExitStatus::Done)
    }

    /// The position after the moves of `--moves`.
    fn game(&self) -> Result<GameState, Error> {
        let mut game = self.options.game()?;
        let (games, flaws) = pdn::read(&self.args.moves);
        if let Some(flawed) = flaws.first() {
            return Err(Error::Input(format!("--moves: {}", flawed.flaw)));
        }
        for entry in games.iter().flat_map(|game| &game.moves) {
            game.play(&entry.text).map_err(|error| Error::Input(format!("--moves: {error}")))?;
        }
        Ok(game)
    }

    fn settings(&self) -> Result<Settings, Error> {
        let profile = match self.args.profile {
            SearchProfile::Full => Profile::Full,
            SearchProfile::Selective => Profile::Selective,
        };
        let settings = self.args.evaluation.apply(self.options.settings()?)?;
        Ok(Settings { profile, never_lose: self.args.never_lose, ..settings })
    }

    /// What is proven, and with `--explain` what that rests on.
    fn proven(&self, game: &GameState, judgement: &PositionClaim) -> Result<Proven, Error> {
        let basis = self.args.explain.then(|| Basis::of(self.options, judgement.table_pieces));
        Ok(Proven::new(judgement, game.legal_moves(), basis.transpose()?))
    }

    /// Searches and shows each iteration.
    fn search(&mut self, game: &GameState, settings: Settings) -> Result<AnalysisResult, Error> {
        let (engine, events) = Engine::start(settings)?;
        let mut limits = self.args.thinking.limits(SECONDS);
        if limits.depth == Depth::MAX && !self.args.never_lose {
            // With a clock, however slow, a search ends when its score is certain, not at the greatest depth.
            limits.move_time.get_or_insert(LONG_TIME);
        }
        engine.request(Request::Game(game.clone()));
        let lines = self.args.lines as usize;
        engine.request(Request::Go(Go { purpose: Purpose::Analyze, lines, ..Go::think(limits) }));
        let (mut found, mut warned) = (AnalysisResult::default(), Vec::new());
        for event in events {
            match event {
                Event::Refused(reason) => return Err(Error::Input(reason)),
                Event::Tables(text) => warn(&text),
                Event::Warning(text) => {
                    warn(&text);
                    warned.push(text);
                }
                Event::Ready => {}
                Event::Claimed(judgement) => found.judgement = Some(judgement),
                Event::Done(done) => {
                    self.tell_broken(game, &warned);
                    return Ok(AnalysisResult { done, ..found });
                }
                Event::Iteration(report) => {
                    self.show(&report)?;
                    (found.nodes, found.time) = (found.nodes, found.time).max((report.nodes, report.time));
                    if report.line == 1 {
                        found.last = Some(report);
                    }
                }
            }
        }
        Err(Error::engine_ended())
    }

    /// Tells of a table that the search found to be corrupt, unless the engine did. The engine uses the same
    /// tables until it ends.
    fn tell_broken(&self, game: &GameState, warned: &[String]) {
        let tables = self.options.open_tables(game.variant(), CACHE_MIB);
        let text = tables.first_broken().map(|broken| format!("{broken}; it is not used"));
        text.filter(|text| !warned.contains(text)).iter().for_each(|text| warn(&one_line(text)));
    }

    fn show(&mut self, report: &Report) -> Result<(), Error> {
        let pv: Vec<_> = report.pv.iter().map(|mv| mv.notation.clone()).collect();
        let (&Report { depth, nodes, score, .. }, seconds) = (report, report.time.as_secs_f64());
        if self.options.json {
            let line = (self.args.lines > 1).then_some(report.line);
            self.output.json(&IterationLine { depth, line, score: score.men(), nodes, seconds, pv })?;
        } else {
            let (score, time, pv) = (score_text(score), time(seconds), pv.join(" "));
            self.output.line(format_args!("{depth:>3} {score:<12} {nodes:>12} {time:>11}  {pv}"))?;
        }
        Ok(())
    }

    fn conclude(
        &mut self,
        AnalysisResult { done, last, nodes, time, .. }: &AnalysisResult,
        game: &GameState,
        proven: Option<Proven>,
    ) -> Result<(), Error> {
        let (last, outcome) = (last.as_ref(), game.outcome());
        let text = |mv: &Option<MoveText>| mv.as_ref().map(|mv| mv.notation.clone());
        let (best, ponder) = (text(&done.best), text(&done.ponder));
        let over = || best.is_none().then(|| score_at_end(game));
        let score = last.map_or_else(over, |report| Some(report.score));
        let seconds = time.as_secs_f64();
        let line = ResultLine {
            score: score.map(Score::men),
            win_in: score.and_then(Score::plies_to_win),
            depth: last.map_or(0, |report| report.depth),
            nodes: *nodes,
            seconds,
            nps: *nodes as f64 / seconds.max(1e-9),
            table_hits: last.map_or(0, |report| report.table_hits),
            outcome: outcome.filter(|_| best.is_none()),
            best,
            ponder,
            proven,
            place: self.place,
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

/// The score of the player to move, who has no move.
fn score_at_end(game: &GameState) -> Score {
    if game.outcome() == Some(Outcome::Win(game.turn())) { -Score::LOST } else { Score::LOST }
}

impl ResultLine {
    fn sentence(&self) -> String {
        match (&self.best, self.outcome) {
            (Some(best), _) => {
                let nodes = counted(self.nodes, "node");
                format!("best {best}, {nodes} in {}, {}", time(self.seconds), per_second(self.nps))
            }
            (None, Some(outcome)) => format!("there is no legal move: {} wins", result_name(outcome)),
            (None, None) => "there is no legal move".to_owned(),
        }
    }
}

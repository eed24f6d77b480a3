//! `match`: engine against engine, and who is the better one.

use std::num::NonZero;
use std::time::Duration;

use serde::Serialize;

use super::Verdict;
use super::arena::duel::{self, Reason, Sheet, Terms};
use super::arena::elo::{Strength, Tally};
use super::arena::entrant::Entrant;
use super::arena::openings::{Again, Ballots, Book, Opening};
use super::arena::pace::{Pace, PaceArgs};
use super::arena::player::Player;
use super::arena::pool::{self, Flow};
use super::arena::seed_of;
use super::arena::sprt::{self, Sprt, State};
use super::error::Error;
use super::options::{Options, whole};
use super::output::Output;
use super::progress::Progress;
use crate::board::Color;
use crate::engine::{Settings, Start};
use crate::notation::GameResult;
use crate::search::Limits;

/// What `match` is asked.
#[derive(clap::Args)]
pub(super) struct Args {
    /// An engine: self, or self:KEY=VALUE,FLAG,… such as self:profile=full,depth=7
    #[arg(value_name = "A")]
    first: String,
    /// The other one
    #[arg(value_name = "B")]
    second: String,
    /// How many games, each opening twice with colors swapped
    #[arg(long, value_name = "G", default_value_t = 100, value_parser = whole::<u32>(1, u32::MAX.into()))]
    games: u32,
    #[command(flatten)]
    pace: PaceArgs,
    /// Openings of so many plies that are balanced; 0 plays from the start [default: 2, or 3 when there
    /// are not enough]
    #[arg(long, value_name = "PLIES", value_parser = whole::<usize>(0, 4))]
    ballots: Option<usize>,
    /// So many moves by chance after each opening
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole::<usize>(0, 100))]
    random_plies: usize,
    /// A draw after so many plies
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX))]
    plies: Option<usize>,
    /// How many games are played at once [default: --threads]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 256))]
    concurrency: Option<u16>,
    /// End when it is clear whether A is worth ELO1 rather than ELO0, with errors ALPHA and BETA
    /// [0.05]
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
}

/// Seconds for a move, unless something else was said.
const SECONDS: f64 = 0.1;
/// How much longer a move may take than there is time.
const TOLERANCE: Duration = Duration::from_millis(50);
/// Mebibytes of an engine's table, unless something else was said.
const HASH: usize = 16;

#[derive(Serialize)]
struct GameLine<'a> {
    game: usize,
    result: String,
    plies: usize,
    reason: &'static str,
    white: &'a str,
    black: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

#[derive(Serialize)]
struct TotalLine {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    #[serde(flatten)]
    strength: Strength,
    pentanomial: [u64; 5],
    sprt: Option<State>,
    seed: u64,
}

pub(super) fn run(options: &Options, args: &Args, output: &mut Output) -> Result<Verdict, Error> {
    let usual = options.player(HASH);
    let read = |text: &str| Entrant::read(text, &usual).map_err(Error::input);
    let entrants = [read(&args.first)?, read(&args.second)?];
    let seed = options.seed();
    let start = start(options)?;
    let book = args.book(&usual, &start, seed)?;
    let mut contest = Contest { options, args, output, entrants, book, seed, tally: Tally::default() };
    contest.play()?;
    contest.conclude()
}

/// Where games begin.
pub(super) fn start(options: &Options) -> Result<Start, Error> {
    let Some(setup) = &options.fen else { return Ok(Start::Opening) };
    super::game::checked_fen(options.variant, setup).map(Start::Fen)
}

impl Args {
    fn book(&self, settings: &Settings, start: &Start, seed: u64) -> Result<Book, Error> {
        let pairs = self.games.div_ceil(2) as usize;
        let balanced = |plies| Ballots { plies }.balanced(settings, start, seed).map_err(Error::Input);
        let usual = if *start == Start::Opening { 2 } else { 0 };
        let mut openings = balanced(self.ballots.unwrap_or(usual))?;
        if self.ballots.is_none() && *start == Start::Opening && openings.len() < pairs {
            openings = balanced(usual + 1)?;
        }
        if openings.is_empty() {
            return Err(Error::Input("--ballots: no opening of this length is balanced".to_owned()));
        }
        Ok(Book { openings, random_plies: self.random_plies, again: Again::Longer })
    }

    fn terms(&self, options: &Options) -> Terms {
        let silent = self.pace.is_silent();
        let limits = self.pace.limits();
        let usual = Limits { move_time: Some(Duration::from_secs_f64(SECONDS)), ..limits };
        let pace = Pace { limits: if silent { usual } else { limits }, clock: None };
        let plies = self.plies.map(|plies| (plies, GameResult::Draw));
        Terms { variant: options.variant, pace, tolerance: TOLERANCE, plies }
    }

    fn threads(&self, options: &Options) -> NonZero<usize> {
        let threads = self.concurrency.unwrap_or(options.threads);
        NonZero::new(usize::from(threads)).unwrap_or(NonZero::<usize>::MIN)
    }
}

/// A match under way.
struct Contest<'a> {
    options: &'a Options,
    args: &'a Args,
    output: &'a mut Output,
    entrants: [Entrant; 2],
    book: Book,
    seed: u64,
    tally: Tally,
}

/// A game that is to be played.
struct Job {
    number: usize,
    opening: Opening,
}

impl Job {
    /// Which of the two engines has White.
    fn white(&self) -> usize {
        self.number % 2
    }
}

impl Contest<'_> {
    fn play(&mut self) -> Result<(), Error> {
        let jobs = self.jobs()?;
        let terms = self.args.terms(self.options);
        let entrants = self.entrants.clone();
        let seed = self.seed;
        let hire = || Ok(entrants.each_ref().map(Entrant::start));
        let work = |players: &mut [Player; 2], job: &Job| {
            let [first, second] = players;
            let players = if job.white() == 0 { [first, second] } else { [second, first] };
            let seed = seed_of(seed, job.number as u64);
            duel::play(&terms, &job.opening, players, seed).map_err(Error::Input)
        };
        let mut progress = Progress::new("games");
        let mut points = 0;
        let threads = self.args.threads(self.options);
        pool::in_order(&jobs, threads, hire, work, |index, sheet| {
            progress.clear();
            points += self.note(&jobs[index], &sheet)?;
            progress.show(index as u64 + 1, jobs.len() as u64);
            if index % 2 == 1 {
                self.tally.add_pair(std::mem::take(&mut points));
            }
            Ok(if self.is_decided() { Flow::Enough } else { Flow::GoOn })
        })
    }

    fn jobs(&self) -> Result<Vec<Job>, Error> {
        let settings = self.options.player(HASH);
        let job = |number: usize| {
            let opening = self.book.opening(&settings, number / 2, self.seed);
            Ok(Job { number, opening: opening.map_err(Error::Input)? })
        };
        (0..self.args.games as usize).map(job).collect()
    }

    /// Counts a game and tells of it. The half points of the first engine.
    fn note(&mut self, job: &Job, sheet: &Sheet) -> Result<u32, Error> {
        let color = Color::ALL[job.white()];
        let points = sheet.result.points(color).unwrap_or(1);
        self.tally.add_game(points);
        let [first, second] = &self.entrants;
        let (white, black) = if job.white() == 0 { (first, second) } else { (second, first) };
        let fault = match &sheet.reason {
            Reason::Fault(color, fault) => Some(format!("{}: {fault}", color.name())),
            _ => None,
        };
        let line = GameLine {
            game: job.number + 1,
            result: sheet.result.to_string(),
            plies: sheet.moves.len(),
            reason: sheet.reason.word(),
            white: &white.name,
            black: &black.name,
            fault,
        };
        if self.options.json { self.output.json(&line) } else { self.output.line(line.sentence()) }?;
        Ok(points)
    }

    fn state(&self) -> Option<State> {
        self.args.sprt.map(|test| test.state(&self.tally.pairs))
    }

    fn is_decided(&self) -> bool {
        self.state().is_some_and(|state| state.verdict != sprt::Verdict::Undecided)
    }

    fn conclude(self) -> Result<Verdict, Error> {
        let Tally { wins, draws, losses, pairs } = self.tally;
        let line = TotalLine {
            games: self.tally.games(),
            wins,
            draws,
            losses,
            strength: self.tally.strength(),
            pentanomial: pairs,
            sprt: self.state(),
            seed: self.seed,
        };
        if self.options.json { self.output.json(&line) } else { self.output.line(line.sentence()) }?;
        Ok(Verdict::Done)
    }
}

impl GameLine<'_> {
    fn sentence(&self) -> String {
        let Self { game, result, plies, reason, white, black, fault } = self;
        let fault = fault.as_ref().map_or(String::new(), |fault| format!(" ({fault})"));
        format!("{game:>5} {result:>4} {plies:>4} plies, {reason}{fault}: {white} - {black}")
    }
}

impl TotalLine {
    fn sentence(&self) -> String {
        let Self { games, wins, draws, losses, strength, pentanomial, sprt, seed } = self;
        let number = |number: Option<f64>, digits| {
            number.map_or("?".to_owned(), |number| format!("{number:.digits$}"))
        };
        let score = number(strength.score.map(|score| 100.0 * score), 1);
        let (elo, error) = (number(strength.elo, 1), number(strength.elo_error, 1));
        let los = number(strength.los.map(|los| 100.0 * los), 1);
        let test = sprt.map_or(String::new(), |state| format!("\n{state}"));
        format!(
            "{games} games: +{wins} ={draws} -{losses}, score {score} %, Elo {elo} ± {error}, LOS {los} %\n\
             pairs {pentanomial:?}, seed {seed}{test}"
        )
    }
}

//! `selfplay`: the engine against itself, in games that differ.
//!
//! They get their variety as in the experiments on the complexity of these games (see
//! [`crate::eval::Noise`]): each search has a whim of its own. All of it comes from one seed, so the same
//! seed gives the same games, with any number of threads.

use std::collections::HashSet;
use std::num::NonZero;
use std::time::Duration;

use serde::Serialize;

use super::Verdict;
use super::arena::duel::{self, Sheet, Terms};
use super::arena::openings::{Again, Ballots, Book, Opening};
use super::arena::own::{Own, OwnPlayer, Variety};
use super::arena::pace::{Pace, PaceArgs};
use super::arena::player::Player;
use super::arena::pool::{self, Flow};
use super::arena::seed_of;
use super::error::Error;
use super::matches::start;
use super::options::{Options, whole};
use super::output::Output;
use super::progress::Progress;
use crate::engine::Settings;
use crate::notation::GameResult;
use crate::search::{Limits, Profile};

/// What `selfplay` is asked.
#[derive(clap::Args)]
pub(super) struct Args {
    /// How many games
    #[arg(long, value_name = "G", value_parser = whole::<u32>(1, u32::MAX.into()))]
    games: u32,
    #[command(flatten)]
    pace: PaceArgs,
    /// Openings of so many plies that are balanced
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = whole::<usize>(0, 4))]
    ballots: usize,
    /// So many moves by chance at first
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole::<usize>(0, 100))]
    random_plies: usize,
    /// Break a game off after so many plies
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX))]
    plies: Option<usize>,
    /// Play no move that is proven to lose
    #[arg(long)]
    never_lose: bool,
}

/// Mebibytes of an engine's table, unless something else was said: games of few plies need little, and
/// the table is wiped before each.
const HASH: usize = 2;

#[derive(Serialize)]
struct GameLine {
    game: usize,
    result: String,
    plies: usize,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate: Option<bool>,
}

#[derive(Default, Serialize)]
struct TotalLine {
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    unfinished: u64,
    unique: u64,
    plies_mean: f64,
    branching_mean: f64,
    seed: u64,
}

pub(super) fn run(options: &Options, args: &Args, output: &mut Output) -> Result<Verdict, Error> {
    if args.pace.is_silent() {
        return Err(Error::Input("selfplay needs --ply, --nodes or --time".to_owned()));
    }
    let seed = options.seed();
    let book = args.book(options, seed)?;
    let mut series = Series { options, args, output, seed, totals: Totals::default() };
    series.play(&book)?;
    series.conclude()
}

impl Args {
    fn book(&self, options: &Options, seed: u64) -> Result<Book, Error> {
        let ballots = Ballots { plies: self.ballots };
        let start = start(options)?;
        let openings = ballots.balanced(&options.player(HASH), &start, seed).map_err(Error::Input)?;
        if openings.is_empty() {
            return Err(Error::Input("--ballots: no opening of this length is balanced".to_owned()));
        }
        Ok(Book { openings, random_plies: self.random_plies, again: Again::Same })
    }

    fn own(&self, options: &Options) -> Own {
        let settings =
            Settings { profile: Profile::Full, never_lose: self.never_lose, ..options.player(HASH) };
        Own { settings, limits: Limits::NONE, variety: Variety::Whims }
    }

    fn terms(&self, options: &Options) -> Terms {
        Terms {
            variant: options.variant,
            pace: Pace { limits: self.pace.limits(), clock: None },
            tolerance: Duration::MAX,
            plies: self.plies.map(|plies| (plies, GameResult::Unknown)),
        }
    }
}

/// Games under way.
struct Series<'a> {
    options: &'a Options,
    args: &'a Args,
    output: &'a mut Output,
    seed: u64,
    totals: Totals,
}

/// What games add up to.
#[derive(Default)]
struct Totals {
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    unfinished: u64,
    /// Of the games that no other game is the same as.
    plies: u64,
    /// Legal moves in the positions of these games.
    choices: u64,
    seen: HashSet<String>,
}

impl Totals {
    /// Adds a game. Whether it is a new one.
    fn add(&mut self, opening: &Opening, sheet: &Sheet) -> bool {
        self.games += 1;
        match sheet.result {
            GameResult::White => self.white += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Black => self.black += 1,
            GameResult::Forfeit | GameResult::Unknown => self.unfinished += 1,
        }
        let is_new = self.seen.insert(format!("{:?} {}", opening.start, sheet.moves.join(" ")));
        if is_new {
            self.plies += sheet.moves.len() as u64;
            self.choices += sheet.choices.iter().map(|&count| u64::from(count)).sum::<u64>();
        }
        is_new
    }

    fn line(&self, seed: u64) -> TotalLine {
        let unique = self.seen.len() as u64;
        TotalLine {
            games: self.games,
            white: self.white,
            draws: self.draws,
            black: self.black,
            unfinished: self.unfinished,
            unique,
            plies_mean: self.plies as f64 / unique.max(1) as f64,
            branching_mean: self.choices as f64 / self.plies.max(1) as f64,
            seed,
        }
    }
}

impl Series<'_> {
    fn play(&mut self, book: &Book) -> Result<(), Error> {
        let settings = self.options.player(HASH);
        let opening = |number| book.opening(&settings, number, self.seed).map_err(Error::Input);
        let openings: Vec<_> = (0..self.args.games as usize).map(opening).collect::<Result<_, _>>()?;
        let (own, terms, seed) = (self.args.own(self.options), self.args.terms(self.options), self.seed);
        let jobs: Vec<_> = openings.iter().enumerate().collect();
        let hire = || Ok([(); 2].map(|()| Player::Own(OwnPlayer::start(own.clone()))));
        let work = |[white, black]: &mut [Player; 2], (number, opening): &(usize, &Opening)| {
            let seed = seed_of(seed, *number as u64);
            duel::play(&terms, opening, [white, black], seed).map_err(Error::Input)
        };
        let threads = NonZero::new(usize::from(self.options.threads)).unwrap_or(NonZero::<usize>::MIN);
        let mut progress = Progress::new("games");
        pool::in_order(&jobs, threads, hire, work, |index, sheet| {
            progress.clear();
            self.note(index, jobs[index].1, &sheet)?;
            progress.show(index as u64 + 1, jobs.len() as u64);
            Ok(Flow::GoOn)
        })
    }

    fn note(&mut self, index: usize, opening: &Opening, sheet: &Sheet) -> Result<(), Error> {
        let is_new = self.totals.add(opening, sheet);
        let line = GameLine {
            game: index + 1,
            result: sheet.result.to_string(),
            plies: sheet.moves.len(),
            reason: sheet.reason.word(),
            duplicate: (!is_new).then_some(true),
        };
        if self.options.json { self.output.json(&line) } else { self.output.line(line.sentence()) }?;
        Ok(())
    }

    fn conclude(self) -> Result<Verdict, Error> {
        let line = self.totals.line(self.seed);
        if self.options.json { self.output.json(&line) } else { self.output.line(line.sentence()) }?;
        Ok(Verdict::Done)
    }
}

impl GameLine {
    fn sentence(&self) -> String {
        let Self { game, result, plies, reason, duplicate } = self;
        let again = if duplicate.is_some() { ", played before" } else { "" };
        format!("{game:>5} {result:>4} {plies:>4} plies, {reason}{again}")
    }
}

impl TotalLine {
    fn sentence(&self) -> String {
        let Self { games, white, draws, black, unique, plies_mean, branching_mean, seed, .. } = self;
        format!(
            "{games} games, {unique} of them different: White {white}, draws {draws}, Black {black}\n\
             {plies_mean:.1} plies a game, {branching_mean:.2} moves a position, seed {seed}"
        )
    }
}

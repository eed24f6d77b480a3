//! `selfplay`: the engine against itself, in games that differ.
//!
//! They get their variety as in the experiments on the complexity of these games (see
//! [`crate::eval::Noise`]): each search has a whim of its own. All of it comes from one seed, so the same
//! seed gives the same games, with any number of threads.

use std::collections::HashSet;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;

use super::ExitStatus;
use super::error::Error;
use super::options::{Options, whole};
use super::output::Output;
use super::progress::Progress;
use crate::engine::{Settings, Variant};
use crate::jobs::journal::{self, Header};
use crate::jobs::pool::Flow;
use crate::jobs::series::{Parts, Series, nobody, threads};
use crate::matches::adjudication::Adjudication;
use crate::matches::duel::{self, Sheet, Terms};
use crate::matches::openings::{self, Again, Ballots, Book};
use crate::matches::own::{Own, Variety};
use crate::matches::pace::{Pace, PaceArgs};
use crate::matches::pdn_file::{PdnFile, Players};
use crate::matches::player::Player;
use crate::notation::GameResult;
use crate::search::{Limits, Profile};
use crate::split_mix::seed_of;

/// What `selfplay` is asked.
#[derive(clap::Args)]
pub(super) struct Args {
    /// How many games
    #[arg(long, value_name = "G", required_unless_present = "merge")]
    #[arg(value_parser = whole::<u32>(1, u32::MAX.into()))]
    games: Option<u32>,
    #[command(flatten)]
    pace: PaceArgs,
    /// Begin with these: a FEN a line, or games in PDN
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "ballots"])]
    openings: Option<PathBuf>,
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
    /// Write the games, those that are the same but once. When the program is ended before all are
    /// played, the same command goes on where it was
    #[arg(long, value_name = "FILE.pdn")]
    out: Option<PathBuf>,
    #[command(flatten)]
    parts: Parts,
}

/// Mebibytes of an engine's table, unless something else was said: games of few plies need little, and
/// the table is wiped before each.
const HASH: usize = 2;
const COMMAND: &str = "selfplay";

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
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
}

pub(super) fn run(options: &Options, args: &Args, output: &mut Output) -> Result<ExitStatus, Error> {
    if !args.parts.merge.is_empty() {
        return merge(options, args, output);
    }
    if args.pace.is_silent() {
        return Err(Error::Input("selfplay needs --ply, --nodes or --time".to_owned()));
    }
    let file = args.journal(options);
    let seed = args.parts.seed(options, file.as_deref());
    let (book, own, terms) = (args.book(options, seed)?, args.own(options), args.terms(options));
    let header = args.header(options, &book, seed);
    let series = Series::new(&header, file.as_deref(), threads(options.threads))?;
    let settings = own.settings.clone();
    let hire = || Ok(own.both());
    let work = |[white, black]: &mut [Player; 2], number: usize| {
        let opening = book.opening(&settings, number, seed).map_err(Error::Input)?;
        duel::play(&terms, &opening, [white, black], seed_of(seed, number as u64)).map_err(Error::Input)
    };
    let pdn = args.out.as_deref().filter(|_| args.parts.shard.is_none());
    let pdn = pdn.map(|path| PdnFile::create(path, COMMAND, options.variant)).transpose()?;
    let mut report = Report { options, output, pdn, totals: Totals::default() };
    report.all(&series, hire, work)?;
    if args.parts.shard.is_none() {
        series.forget();
    }
    let shard = args.parts.shard.map(|shard| shard.to_string());
    report.conclude(TotalLine { seed, file: file.filter(|_| shard.is_some()), shard, ..TotalLine::default() })
}

/// Tells of games that were played in shards.
fn merge(options: &Options, args: &Args, output: &mut Output) -> Result<ExitStatus, Error> {
    let (header, series) = Series::<Sheet>::merged(&args.parts.merge, COMMAND)?;
    args.parts.check_out(args.out.as_deref())?;
    let variant: Variant = header.variant.parse().map_err(Error::input)?;
    let pdn = args.out.as_deref().map(|path| PdnFile::create(path, COMMAND, variant)).transpose()?;
    let mut report = Report { options, output, pdn, totals: Totals::default() };
    report.all(&series, || Ok(()), nobody)?;
    report.conclude(TotalLine { seed: header.seed, ..TotalLine::default() })
}

impl Args {
    /// Where results are kept while games are played. What a shard has to give stays there.
    fn journal(&self, options: &Options) -> Option<PathBuf> {
        if self.parts.shard.is_some() {
            return self.parts.file(self.out.as_deref(), options, COMMAND);
        }
        self.out.as_deref().map(journal::beside)
    }

    fn header(&self, options: &Options, book: &Book, seed: u64) -> Header {
        let settings = format!(
            "remise {} limits {:?} hash {:?} tables {:?} openings {} random {} plies {:?} never-lose {}",
            env!("CARGO_PKG_VERSION"),
            self.pace.limits(),
            options.hash,
            options.judge(),
            book.digest(),
            self.random_plies,
            self.plies,
            self.never_lose
        );
        Header {
            command: COMMAND.to_owned(),
            variant: options.variant.name().to_owned(),
            seed,
            jobs: self.games.unwrap_or(0) as usize,
            settings,
            shard: self.parts.shard.unwrap_or(crate::jobs::shard::Shard::WHOLE),
        }
    }

    fn book(&self, options: &Options, seed: u64) -> Result<Book, Error> {
        let settings = options.player(HASH);
        let openings = match &self.openings {
            Some(path) => openings::read(path, &settings)?,
            None => {
                let ballots = Ballots { plies: self.ballots };
                ballots.balanced(&settings, &options.start()?, seed).map_err(Error::Input)?
            }
        };
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
        let (tolerance, patience) = (Duration::MAX, Duration::MAX);
        Terms {
            variant: options.variant,
            pace: Pace { limits: self.pace.limits(), clock: None, tolerance, patience },
            plies: self.plies.map(|plies| (plies, GameResult::Unknown)),
            adjudication: Adjudication::default(),
            tables: options.judge(),
            truncation: None,
        }
    }
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
    fn add(&mut self, sheet: &Sheet) -> bool {
        self.games += 1;
        match sheet.result {
            GameResult::White => self.white += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Black => self.black += 1,
            GameResult::Forfeit | GameResult::Unknown => self.unfinished += 1,
        }
        let is_new = self.seen.insert(format!("{:?} {}", sheet.fen, sheet.moves.join(" ")));
        if is_new {
            self.plies += sheet.moves.len() as u64;
            self.choices += sheet.choices;
        }
        is_new
    }

    fn line(&self, rest: TotalLine) -> TotalLine {
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
            ..rest
        }
    }
}

/// Tells of games as they come.
struct Report<'a> {
    options: &'a Options,
    output: &'a mut Output,
    pdn: Option<PdnFile>,
    totals: Totals,
}

impl Report<'_> {
    fn all<W>(
        &mut self,
        series: &Series<Sheet>,
        hire: impl Fn() -> Result<W, Error> + Sync,
        work: impl Fn(&mut W, usize) -> Result<Sheet, Error> + Sync,
    ) -> Result<(), Error> {
        let mut progress = Progress::new("games");
        let mut done = 0;
        series.run(hire, work, |number, sheet| {
            progress.clear();
            self.note(number, &sheet)?;
            done += 1;
            progress.show(done, series.len() as u64);
            Ok(Flow::GoOn)
        })
    }

    fn note(&mut self, number: usize, sheet: &Sheet) -> Result<(), Error> {
        let is_new = self.totals.add(sheet);
        if let (true, Some(pdn)) = (is_new, &mut self.pdn) {
            pdn.add(&Players { round: number + 1, white: "Remise", black: "Remise" }, sheet)?;
        }
        let line = GameLine {
            game: number + 1,
            result: sheet.result.to_string(),
            plies: sheet.moves.len(),
            reason: sheet.reason.word(),
            duplicate: (!is_new).then_some(true),
        };
        self.options.tell(self.output, &line, line.sentence())?;
        Ok(())
    }

    fn conclude(self, rest: TotalLine) -> Result<ExitStatus, Error> {
        let line = self.totals.line(rest);
        self.options.tell(self.output, &line, line.sentence())?;
        Ok(ExitStatus::Done)
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
        let file =
            self.file.as_ref().map_or(String::new(), |file| format!("\nresults in {}", file.display()));
        format!(
            "{games} games, {unique} of them different: White {white}, draws {draws}, Black {black}\n\
             {plies_mean:.1} plies a game, {branching_mean:.2} moves a position, seed {seed}{file}"
        )
    }
}

//! `selfplay`: many different games of the engine against itself.
//!
//! Each search adds noise to the evaluation (see [`crate::eval::Noise`]), as in the experiments on the
//! complexity of these games. The same seed gives the same games with any number of threads.

use std::collections::HashSet;
use std::path::PathBuf;

use serde::Serialize;

use super::ExitStatus;
use super::error::Error;
use super::evaluation::EvaluationArgs;
use super::matches::limits::MoveLimitArgs;
use super::options::{Options, whole};
use super::output::Output;
use super::output_file::OutputFile;
use super::pdn::told;
use super::progress::ProgressDisplay;
use super::shard_flags::ShardArgs;
use crate::engine::{Settings, Variant};
use crate::jobs::journal::{self, Detail, Header, detail, optional};
use crate::jobs::pool::{Completion, Flow};
use crate::jobs::series::{Series, threads};
use crate::jobs::shard::Shard;
use crate::matches::built_in::{BuiltIn, BuiltInPlayer, Variety};
use crate::matches::game::{self, Conditions, GameRecord};
use crate::matches::openings::{self, Ballots, OpeningSuite};
use crate::matches::pdn_file::{PdnFile, Players};
use crate::matches::time_control::TimeControl;
use crate::notation::{GameResult, counted, one_line};
use crate::search::{Limits, Profile};
use crate::split_mix::seed_of;

/// The arguments of `selfplay`.
#[derive(clap::Args)]
#[command(
    override_usage = "remise selfplay [OPTIONS] --games <G> <--ply <N>|--nodes <N>|--time <S>>\n       \
                            remise selfplay [OPTIONS] --merge <FILES>..."
)]
pub(super) struct SelfplayArgs {
    /// Number of games [required, except with --merge]
    #[arg(long, value_name = "G", required_unless_present = "merge")]
    #[arg(value_parser = whole::<u32>(1, u32::MAX.into()))]
    games: Option<u32>,
    #[command(flatten)]
    move_limits: MoveLimitArgs,
    #[command(flatten)]
    evaluation: EvaluationArgs,
    /// File of openings: one FEN per line, or games in PDN
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "ballots"])]
    openings: Option<PathBuf>,
    /// Begin with balanced openings of this many plies
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = whole::<usize>(0, 4))]
    ballots: usize,
    /// Number of random moves after the opening
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole::<usize>(0, 100))]
    random_plies: usize,
    /// Stop a game after this many plies [default: no limit]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX))]
    plies: Option<usize>,
    /// Never play a move that is proven to lose
    #[arg(long)]
    never_lose: bool,
    /// File for the games, without duplicates. If the program is interrupted, the same command resumes
    #[arg(long, value_name = "FILE.pdn")]
    out: Option<PathBuf>,
    #[command(flatten)]
    shards: ShardArgs,
}

/// The default size of the transposition table in MiB. It is small because each game clears it.
const HASH_MIB: usize = 2;
const COMMAND: &str = "selfplay";

#[derive(Serialize)]
struct SelfplayGameLine {
    game: usize,
    result: String,
    plies: usize,
    reason: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate: Option<bool>,
}

#[derive(Default, Serialize)]
struct SelfplayTotalLine {
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
    /// Whether the program was asked to end before the last game.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
}

pub(super) fn run(options: &Options, args: &SelfplayArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    if !args.shards.merge.is_empty() {
        return merge(options, args, output);
    }
    if args.move_limits.is_empty() {
        return Err(Error::Input("selfplay needs --ply, --nodes or --time".to_owned()));
    }
    let file = args.journal(options);
    // The journal of a shard is its result.
    let pdn = args.out.as_deref().filter(|_| args.shards.shard.is_none());
    match (pdn, &file) {
        (Some(path), Some(journal)) => OutputFile::out(path).check_begun(options, journal)?,
        _ => args.shards.check_results(file.as_deref())?,
    }
    let seed = args.shards.seed(options, file.as_deref());
    let suite = args.openings(options, seed)?;
    let (player, conditions) = (args.player(options)?, args.conditions(options));
    conditions.check_tables()?;
    options.tell_judge(conditions.tables.as_deref());
    let header = args.header(options, &player.settings, &suite, seed);
    if let (Some(path), Some(journal)) = (pdn, &file) {
        OutputFile::out(path).check_run(options, journal, &header)?;
    }
    let other = options.other_results();
    let series = Series::new(&header, file.as_deref(), other, threads(options.threads))?;
    let pdn = pdn.map(|path| PdnFile::create(path, COMMAND, options.variant)).transpose()?;
    let mut report = GamesReport { options, output, pdn, totals: Totals::default() };
    let work = |[white, black]: &mut [BuiltInPlayer; 2], number: usize| {
        let opening = suite.opening(&player.settings, number, seed)?;
        let game = game::play(&conditions, &opening, [white, black], seed_of(seed, number as u64))?;
        conditions.check_tables()?;
        Ok(game)
    };
    let completion = report.play_all(&series, || Ok(player.pair()), work)?;
    if args.shards.shard.is_none() && completion == Completion::Complete {
        series.remove_journal();
    }
    let shard = args.shards.shard.map(|shard| shard.to_string());
    let is_kept = file.is_some();
    let done = report.conclude(SelfplayTotalLine {
        seed,
        file: file.filter(|_| shard.is_some()),
        shard,
        interrupted: (completion == Completion::Interrupted).then_some(true),
        ..SelfplayTotalLine::default()
    })?;
    Ok(if completion == Completion::Interrupted && is_kept { ExitStatus::Resumable } else { done })
}

/// Reports the games of all shards.
fn merge(options: &Options, args: &SelfplayArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    args.shards.check_out(options, args.out.as_deref())?;
    let (header, games) = journal::merge::<GameRecord>(&args.shards.merge, COMMAND)?;
    let variant: Variant = header.variant.parse().map_err(Error::input)?;
    let pdn = args.out.as_deref().map(|path| PdnFile::create(path, COMMAND, variant)).transpose()?;
    let mut report = GamesReport { options, output, pdn, totals: Totals::default() };
    games.iter().try_for_each(|(number, game)| report.game(*number, game))?;
    report.conclude(SelfplayTotalLine { seed: header.seed, ..SelfplayTotalLine::default() })
}

impl SelfplayArgs {
    /// Returns the path of the journal. The journal of a shard is its result.
    fn journal(&self, options: &Options) -> Option<PathBuf> {
        if self.shards.shard.is_some() {
            return self.shards.file(self.out.as_deref(), options, COMMAND);
        }
        self.out.as_deref().map(journal::beside)
    }

    fn header(&self, options: &Options, player: &Settings, suite: &OpeningSuite, seed: u64) -> Header {
        let settings = format!(
            "remise {} limits {:?} hash {:?} tables {:?} openings {} random {} plies {:?} never-lose {}{}",
            env!("CARGO_PKG_VERSION"),
            self.move_limits.limits(),
            options.hash,
            options.judge(),
            suite.digest(),
            self.random_plies,
            self.plies,
            self.never_lose,
            self.evaluation.identity(player)
        );
        Header {
            command: COMMAND.to_owned(),
            variant: options.variant.name().to_owned(),
            seed,
            jobs: self.games.unwrap_or(0) as usize,
            settings,
            details: self.details(options, player, suite),
            shard: self.shards.shard.unwrap_or(Shard::WHOLE),
        }
    }

    /// The settings in words.
    fn details(&self, options: &Options, player: &Settings, suite: &OpeningSuite) -> Vec<Detail> {
        let mut details = vec![
            detail("version", env!("CARGO_PKG_VERSION")),
            optional("--games", self.games),
            detail("openings", suite.digest()),
            detail("--random-plies", self.random_plies),
            optional("--plies", self.plies),
            detail("--never-lose", self.never_lose),
        ];
        details.extend(self.move_limits.details());
        details.extend(self.evaluation.details(player));
        details.extend(options.player_details());
        details
    }

    fn openings(&self, options: &Options, seed: u64) -> Result<OpeningSuite, Error> {
        let settings = options.player(HASH_MIB);
        let openings = match &self.openings {
            Some(path) => told(openings::read(path, &settings)?),
            None => {
                let ballots = Ballots { plies: self.ballots };
                ballots.balanced(&settings, &options.start()?, seed)?
            }
        };
        if openings.is_empty() {
            return Err(Error::Input("--ballots: no opening of this length is balanced".to_owned()));
        }
        Ok(OpeningSuite { openings, random_plies: self.random_plies })
    }

    fn player(&self, options: &Options) -> Result<BuiltIn, Error> {
        let settings = self.evaluation.apply(options.player(HASH_MIB))?;
        let settings = Settings { profile: Profile::Full, never_lose: self.never_lose, ..settings };
        Ok(BuiltIn { settings, limits: Limits::NONE, variety: Variety::Noise })
    }

    fn conditions(&self, options: &Options) -> Conditions {
        Conditions {
            plies: self.plies.map(|plies| (plies, GameResult::Unknown)),
            tables: options.judge(),
            ..Conditions::new(options.variant, TimeControl::untimed(self.move_limits.limits()))
        }
    }
}

/// The totals of the games.
#[derive(Default)]
struct Totals {
    games: u64,
    white: u64,
    draws: u64,
    black: u64,
    unfinished: u64,
    /// The plies of the games without duplicates.
    plies: u64,
    /// The legal moves in the positions of these games.
    choices: u64,
    seen: HashSet<String>,
}

impl Totals {
    /// Adds a game. Returns whether it is not a duplicate.
    fn add(&mut self, game: &GameRecord) -> bool {
        self.games += 1;
        match game.result {
            GameResult::White => self.white += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Black => self.black += 1,
            GameResult::Forfeit | GameResult::Unknown => self.unfinished += 1,
        }
        let is_new = self.seen.insert(format!("{:?} {}", game.fen, game.moves.join(" ")));
        if is_new {
            self.plies += game.moves.len() as u64;
            self.choices += game.choices;
        }
        is_new
    }

    fn line(&self, rest: SelfplayTotalLine) -> SelfplayTotalLine {
        let unique = self.seen.len() as u64;
        SelfplayTotalLine {
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

/// Reports the games and the totals.
struct GamesReport<'a> {
    options: &'a Options,
    output: &'a mut Output,
    pdn: Option<PdnFile>,
    totals: Totals,
}

impl GamesReport<'_> {
    /// Plays the games and reports each.
    fn play_all<W>(
        &mut self,
        series: &Series<GameRecord>,
        start: impl Fn() -> Result<W, Error> + Sync,
        work: impl Fn(&mut W, usize) -> Result<Option<GameRecord>, Error> + Sync,
    ) -> Result<Completion, Error> {
        let mut progress = ProgressDisplay::new("games");
        let mut done = 0;
        series.run(start, work, |number, game| {
            progress.clear();
            self.game(number, &game)?;
            done += 1;
            progress.show(done, series.len() as u64);
            Ok(Flow::GoOn)
        })
    }

    /// Reports a game.
    fn game(&mut self, number: usize, game: &GameRecord) -> Result<(), Error> {
        let is_new = self.totals.add(game);
        if let (true, Some(pdn)) = (is_new, &mut self.pdn) {
            pdn.add(&Players { round: number + 1, white: "Remise", black: "Remise" }, game)?;
        }
        let line = SelfplayGameLine {
            game: number + 1,
            result: game.result.to_string(),
            plies: game.moves.len(),
            reason: game.termination.word(),
            duplicate: (!is_new).then_some(true),
        };
        self.options.tell(self.output, &line, line.sentence())?;
        Ok(())
    }

    fn conclude(self, rest: SelfplayTotalLine) -> Result<ExitStatus, Error> {
        let line = self.totals.line(rest);
        self.options.tell(self.output, &line, line.sentence())?;
        Ok(ExitStatus::Done)
    }
}

impl SelfplayGameLine {
    fn sentence(&self) -> String {
        let Self { game, result, plies, reason, duplicate } = self;
        let mark = if duplicate.is_some() { ", duplicate" } else { "" };
        let plies = counted(*plies, "ply");
        format!("{game:>5} {result:>4} {plies:>10}, {reason}{mark}")
    }
}

impl SelfplayTotalLine {
    fn sentence(&self) -> String {
        let Self { games, white, draws, black, unique, plies_mean, branching_mean, seed, .. } = self;
        let file = self
            .file
            .as_ref()
            .map_or(String::new(), |file| format!("\nresults in {}", one_line(&file.to_string_lossy())));
        format!(
            "{}, {unique} unique: White {white}, draws {draws}, Black {black}\n\
             {plies_mean:.1} plies per game, {branching_mean:.2} moves per position, seed {seed}{file}",
            counted(*games, "game")
        )
    }
}

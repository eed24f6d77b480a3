//! `match`: games between engines, and the difference in strength.

mod cross_table;
pub(super) mod limits;
mod lines;
mod running_score;
mod tournament;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::ExitStatus;
use super::error::Error;
use super::options::{Options, whole};
use super::output::Output;
use super::output_file::OutputFile;
use super::pdn::{today, told};
use crate::board::Color;
use crate::engine::{Settings, Start};
use crate::interrupt;
use crate::jobs::journal::{self, Detail, Header, detail, optional};
use crate::jobs::pool::{Completion, Flow};
use crate::jobs::series::{Series, threads};
use crate::jobs::shard::Shard;
use crate::matches::adjudication::Adjudication;
use crate::matches::elo::MatchScore;
use crate::matches::engine_spec::EngineSpec;
use crate::matches::game::{self, Conditions, GameRecord};
use crate::matches::openings::{self, Ballots, Opening, OpeningSuite, Repeats};
use crate::matches::pdn_file::{PdnFile, Players};
use crate::matches::player::{ClockKind, Player};
use crate::matches::sprt::{Decision, Sprt, SprtState};
use crate::matches::tally::{Place, Tally};
use crate::matches::time_control::TimeControl;
use crate::notation::{GameResult, counted, one_line, seconds};
use crate::search::GameClock;
use crate::split_mix::seed_of;
use limits::{MoveLimitArgs, clock};
use lines::{MatchGameLine, MatchTotalLine};
use running_score::{LogPace, RunningScore};

/// The arguments of `match`.
#[derive(clap::Args)]
#[command(mut_arg("time", |time| time.help("Seconds per move [default: 0.1, if no other limit is given]")))]
#[command(
    override_usage = "remise match [OPTIONS] <A> <B>\n       remise match [OPTIONS] --round-robin <FILE.toml>"
)]
pub(super) struct MatchArgs {
    /// Engine A: self, self:KEY=VALUE,FLAG,… such as self:profile=full,depth=7, the command of an engine that
    /// speaks Hub, hub1:COMMAND if it speaks only version 1, or dxp:HOST:PORT[,minutes=N,moves=N] of a program
    /// that listens for games over DXP [required, except with --round-robin]
    #[arg(value_name = "A", required_unless_present = "round_robin")]
    first: Option<String>,
    /// Engine B [required, except with --round-robin]
    #[arg(value_name = "B", required_unless_present = "round_robin")]
    second: Option<String>,
    /// Play a round robin between the engines in this TOML file
    #[arg(long, value_name = "FILE.toml", conflicts_with_all = ["first", "second", "sprt"])]
    round_robin: Option<PathBuf>,
    /// Number of games of each pairing; each opening is played twice with colors swapped
    #[arg(long, value_name = "G", default_value_t = 100, value_parser = whole::<u32>(1, 10_000_000))]
    games: u32,
    #[command(flatten)]
    move_limits: MoveLimitArgs,
    /// Nodes per move of engine A, instead of the limits of the game
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    #[arg(conflicts_with_all = ["round_robin", "clock"])]
    nodes_a: Option<u64>,
    /// Nodes per move of engine B
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    #[arg(conflicts_with_all = ["round_robin", "clock"])]
    nodes_b: Option<u64>,
    /// Parameters of engine A, if it speaks Hub
    #[arg(long, value_name = "NAME=VALUE,…", value_delimiter = ',', value_parser = engine_param)]
    #[arg(conflicts_with = "round_robin")]
    params_a: Vec<(String, String)>,
    /// Parameters of engine B, if it speaks Hub
    #[arg(long, value_name = "NAME=VALUE,…", value_delimiter = ',', value_parser = engine_param)]
    #[arg(conflicts_with = "round_robin")]
    params_b: Vec<(String, String)>,
    /// Seconds per game and increment per move, such as 60+0.6
    #[arg(long, value_name = "S[+INC]", value_parser = clock, conflicts_with_all = ["time", "nodes", "ply"])]
    clock: Option<GameClock>,
    /// Measure the time of engines by the processor time that they use, so that other programs on the machine
    /// cost them none
    #[arg(long)]
    cpu_clock: bool,
    /// Seconds by which a move may exceed its time
    #[arg(long, value_name = "S", default_value_t = 0.2, value_parser = seconds)]
    tolerance: f64,
    /// Seconds without an answer after which an engine is stopped and loses the game
    #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = seconds)]
    patience: f64,
    /// File of openings: one FEN per line, or games in PDN
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "ballots"])]
    openings: Option<PathBuf>,
    /// Begin with balanced openings of this many plies; 0 begins at the initial position [default: 2, or 3
    /// if there are too few]
    #[arg(long, value_name = "PLIES", value_parser = whole::<usize>(0, 4))]
    ballots: Option<usize>,
    /// Number of random moves after each opening
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole::<usize>(0, 100))]
    random_plies: usize,
    /// Adjudicate a draw after this many plies [default: no limit]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, u64::MAX))]
    plies: Option<usize>,
    /// Adjudicate a win when both scores agree for 8 plies that one side is this many men ahead [default: off]
    #[arg(long, value_name = "MEN", value_parser = limits::men)]
    resign: Option<f64>,
    /// Adjudicate a draw after this many plies when both scores stay near zero for 8 plies [default: off]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX))]
    draw: Option<usize>,
    /// Number of games played at the same time [default: --threads]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 256))]
    concurrency: Option<u16>,
    /// Stop when a sequential test decides whether A is stronger by ELO1 or by ELO0, with error
    /// probabilities ALPHA and BETA [default: 0.05]
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// File for the games. If the program is interrupted, the same command resumes
    #[arg(long, value_name = "FILE.pdn")]
    out: Option<PathBuf>,
}

/// Reads a parameter of an engine.
fn engine_param(text: &str) -> Result<(String, String), String> {
    let param = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    param.filter(|(name, _)| !name.is_empty()).ok_or_else(|| "expected NAME=VALUE".to_owned())
}

/// The default of seconds per move.
const SECONDS: f64 = 0.1;
/// The default size of the transposition table in MiB.
const HASH_MIB: usize = 16;

pub(super) fn run(options: &Options, args: &MatchArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let default = options.player(HASH_MIB);
    let begun = args.file(0).and_then(|file| journal::seed(&journal::beside(&file)));
    let seed = options.seed.or(begun).unwrap_or_else(|| options.seed());
    args.check_clocks()?;
    args.check_out(options)?;
    if let Some(file) = &args.round_robin {
        let engines = tournament::read(options, args, file)?;
        args.check_concurrency(options, &engines)?;
        let openings = args.openings(&default, &options.start()?, seed)?;
        let mut runner = MatchRunner::new(options, args, output, openings, seed)?;
        return tournament::run(&mut runner, &engines);
    }
    let engines = args.engines(&default)?;
    args.check_concurrency(options, &engines)?;
    let pairing = EnginePair { engines: [&engines[0], &engines[1]], number: 0 };
    // An engine that cannot play is refused before the search for balanced openings.
    let players = pairing.players()?;
    let openings = args.openings(&default, &options.start()?, seed)?;
    let mut runner = MatchRunner::new(options, args, output, openings, seed)?;
    let (tally, completion) = runner.play(&pairing, Some(players))?;
    runner.conclude(&tally, completion)
}

impl MatchArgs {
    /// Checks that the games have clocks, if there is something to say about them.
    fn check_clocks(&self) -> Result<(), Error> {
        let TimeControl { limits, clock, .. } = self.time_control();
        if self.cpu_clock && limits.move_time.is_none() && clock.is_none() {
            return Err(Error::input("--cpu-clock needs --time or --clock"));
        }
        Ok(())
    }

    fn clock_kind(&self) -> ClockKind {
        if self.cpu_clock { ClockKind::Cpu } else { ClockKind::Wall }
    }

    fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.patience)
    }

    /// Returns the two engines of a match.
    fn engines(&self, default: &Settings) -> Result<[EngineSpec; 2], Error> {
        let read = |word: &Option<String>, params: &[_], nodes: Option<u64>| -> Result<_, Error> {
            let engine = EngineSpec::read(word.as_deref().unwrap_or("self"), default);
            let engine =
                engine.and_then(|engine| engine.with_params(params.to_vec())).map_err(Error::input)?;
            let engine = engine.with_nodes(nodes).with_patience(self.patience());
            let engine = engine.with_clock(self.clock_kind()).map_err(Error::input)?;
            engine.check_limits(&self.time_control()).map_err(Error::input)?;
            Ok(engine)
        };
        Ok([
            read(&self.first, &self.params_a, self.nodes_a)?,
            read(&self.second, &self.params_b, self.nodes_b)?,
        ])
    }

    /// Refuses several games at the same time with an engine that plays one.
    fn check_concurrency(&self, options: &Options, engines: &[EngineSpec]) -> Result<(), Error> {
        let count = self.concurrency.unwrap_or(options.threads);
        match engines.iter().find(|engine| engine.plays_alone()) {
            Some(engine) if count > 1 => {
                let name = one_line(&engine.name);
                Err(Error::Input(format!("--concurrency: {name} plays one game at a time")))
            }
            _ => Ok(()),
        }
    }

    /// Refuses to replace games that are there, unless they may be those of this match.
    fn check_out(&self, options: &Options) -> Result<(), Error> {
        let (Some(out), Some(file)) = (&self.out, self.file(0)) else { return Ok(()) };
        OutputFile::out(out).check_begun(options, &journal::beside(&file))
    }

    /// Returns the file beside which the journal of a pairing is.
    fn file(&self, pairing: usize) -> Option<PathBuf> {
        let out = self.out.as_ref()?;
        Some(match self.round_robin {
            None => out.clone(),
            Some(_) => out.with_extension(format!("{}.pdn", pairing + 1)),
        })
    }

    /// Returns the number of pairs of games, the last of which may have one game.
    fn pairs(&self) -> usize {
        self.games.div_ceil(2) as usize
    }

    /// Returns the openings, enough for all pairs of games if possible.
    fn openings(&self, settings: &Settings, start: &Start, seed: u64) -> Result<OpeningSuite, Error> {
        let openings = match &self.openings {
            Some(path) => told(openings::read(path, settings)?),
            None => self.balanced(settings, start, seed)?,
        };
        Ok(OpeningSuite { openings, random_plies: self.random_plies })
    }

    fn balanced(&self, settings: &Settings, start: &Start, seed: u64) -> Result<Vec<Opening>, Error> {
        let openings = match self.ballots {
            None if *start == Start::Opening => Ballots::enough(settings, seed, self.pairs())?,
            plies => Ballots { plies: plies.unwrap_or(0) }.balanced(settings, start, seed)?,
        };
        if openings.is_empty() {
            return Err(Error::Input("--ballots: no opening of this length is balanced".to_owned()));
        }
        Ok(openings)
    }

    fn time_control(&self) -> TimeControl {
        let mut limits = self.move_limits.limits();
        if self.move_limits.is_empty() && self.clock.is_none() {
            limits.move_time = Some(Duration::from_secs_f64(SECONDS));
        }
        let tolerance = Duration::from_secs_f64(self.tolerance);
        TimeControl { limits, clock: self.clock, tolerance, patience: self.patience() }
    }

    fn conditions(&self, options: &Options) -> Conditions {
        Conditions {
            variant: options.variant,
            time_control: self.time_control(),
            plies: self.plies.map(|plies| (plies, GameResult::Draw)),
            adjudication: Adjudication { win: self.resign, draw: self.draw },
            tables: options.judge(),
            truncation: None,
        }
    }
}

/// Plays the games of a match or of the pairings of a round robin.
struct MatchRunner<'a> {
    options: &'a Options,
    args: &'a MatchArgs,
    output: &'a mut Output,
    openings: OpeningSuite,
    repeats: Repeats,
    seed: u64,
    pdn: Option<PdnFile>,
    /// The journals of what was played, until they are not needed any more.
    played: Vec<Series<GameRecord>>,
}

/// Two engines that play a match.
struct EnginePair<'a> {
    engines: [&'a EngineSpec; 2],
    /// The number of the pairing, counted from 0.
    number: usize,
}

/// The two engines of a pairing, started.
type PlayerPair = [Box<dyn Player>; 2];

/// Starts an engine.
fn start(engine: &EngineSpec) -> Result<Box<dyn Player>, Error> {
    engine.start().map_err(|error| match interrupt::is_requested() {
        true => Error::Interrupted,
        // The name may be the command, which the error names too.
        false if error.to_string().contains(&engine.name) => Error::input(error),
        false => Error::Input(format!("{}: {error}", engine.name)),
    })
}

impl<'a> EnginePair<'a> {
    /// Returns the index of the engine that has White in a game.
    fn white(game: usize) -> usize {
        game % 2
    }

    /// Returns the names of White and Black in a game.
    fn names(&self, game: usize) -> [&'a str; 2] {
        let [first, second] = self.engines.map(|engine| engine.name.as_str());
        if Self::white(game) == 0 { [first, second] } else { [second, first] }
    }

    /// Returns the names of White and Black in the record of a game.
    fn player_names(&self, game: usize) -> [String; 2] {
        let [first, second] = self.engines.map(EngineSpec::player_name);
        if Self::white(game) == 0 { [first, second] } else { [second, first] }
    }

    /// Starts both engines.
    fn players(&self) -> Result<PlayerPair, Error> {
        Ok([start(self.engines[0])?, start(self.engines[1])?])
    }

    /// Returns the players of White and Black in a game.
    fn colors(players: &mut PlayerPair, game: usize) -> [&mut dyn Player; 2] {
        let [first, second] = players;
        if Self::white(game) == 0 {
            [first.as_mut(), second.as_mut()]
        } else {
            [second.as_mut(), first.as_mut()]
        }
    }
}

impl<'a> MatchRunner<'a> {
    fn new(
        options: &'a Options,
        args: &'a MatchArgs,
        output: &'a mut Output,
        openings: OpeningSuite,
        seed: u64,
    ) -> Result<Self, Error> {
        let repeats = openings.repeats(&options.player(HASH_MIB), args.pairs(), seed)?;
        Ok(Self { options, args, output, openings, repeats, seed, pdn: None, played: Vec::new() })
    }
}

impl MatchRunner<'_> {
    /// Opens the file for the games.
    fn open_pdn(&mut self) -> Result<(), Error> {
        let event = if self.args.round_robin.is_some() { "round robin" } else { "match" };
        let path = self.args.out.as_deref();
        self.pdn = path.map(|path| PdnFile::create(path, event, self.options.variant)).transpose()?;
        Ok(())
    }

    /// Plays the games of two engines. Games of earlier sessions are in a journal beside the file, which is kept
    /// until [`MatchRunner::end`]. `players` are engines that were started before, for the first thread.
    fn play(
        &mut self,
        pairing: &EnginePair<'_>,
        players: Option<PlayerPair>,
    ) -> Result<(Tally, Completion), Error> {
        let series = self.series(pairing)?;
        let (conditions, seed) = (self.args.conditions(self.options), self.seed);
        conditions.check_tables()?;
        if pairing.number == 0 {
            self.open_pdn()?;
            self.options.tell_judge(conditions.tables.as_deref());
            self.tell_openings()?;
        }
        let (settings, suite) = (self.options.player(HASH_MIB), self.openings.clone());
        let repeats = self.repeats.clone();
        let opening = |pair: usize| -> Result<Opening, Error> {
            let is_repeated = repeats.has(pair);
            Ok(Opening { is_repeated, ..suite.opening(&settings, pair, seed)? })
        };
        let work = |players: &mut PlayerPair, number: usize| {
            let players = EnginePair::colors(players, number);
            let game = game::play(&conditions, &opening(number / 2)?, players, seed_of(seed, number as u64))?;
            conditions.check_tables()?;
            Ok(game.map(|game| GameRecord { date: Some(today()), ..game }))
        };
        let ready = Mutex::new(players);
        let start = || match ready.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(players) => Ok(players),
            None => pairing.players(),
        };
        // Scripts add up the results themselves.
        let log = (!self.options.json).then(LogPace::default);
        let mut running = RunningScore::new(series.len(), log);
        let mut tally = Tally::new(self.args.games as usize);
        let completion = series.run(start, work, |number, game| {
            running.clear();
            let place = Place::after(&settings, &opening(number / 2)?)?;
            let points = game.result.points(Color::ALL[EnginePair::white(number)]).unwrap_or(1);
            let is_repeated = tally.add(number, &place, &game, points);
            self.tell_game(pairing, number, &game, is_repeated)?;
            running.show(number + 1, &tally.score, self.sprt_state(&tally.score));
            Ok(if self.is_decided(&tally.score) { Flow::Stop } else { Flow::GoOn })
        })?;
        if completion == Completion::Interrupted {
            tally.break_off();
        }
        self.played.push(series);
        Ok((tally, completion))
    }

    /// The games of two engines, some of which may be in the journal.
    fn series(&self, pairing: &EnginePair<'_>) -> Result<Series<GameRecord>, Error> {
        let journal = self.args.file(pairing.number).map(|file| journal::beside(&file));
        let header = self.header(pairing);
        if let (0, Some(path), Some(journal)) = (pairing.number, &self.args.out, &journal) {
            OutputFile::out(path).check_run(self.options, journal, &header)?;
        }
        let count = threads(self.args.concurrency.unwrap_or(self.options.threads));
        let other = self.options.other_results();
        Ok(Series::new(&header, journal.as_deref(), other, count)?)
    }

    /// Says how many openings there are, and what happens if they run out. With `--json` the summary says it.
    fn tell_openings(&mut self) -> Result<(), Error> {
        let (distinct, pairs) = (self.repeats.distinct(), self.args.pairs());
        let count = counted(distinct, "opening");
        let line = if self.repeats.first() < pairs {
            format!(
                "{count} for {} of games: where an opening is played again, built-in engines play \
                 with noise; pairs that repeat an earlier one are counted once",
                counted(pairs, "pair")
            )
        } else {
            count
        };
        if self.options.json {
            log::info!("{line}");
        } else {
            self.output.line(&line)?;
        }
        Ok(())
    }

    fn header(&self, pairing: &EnginePair<'_>) -> Header {
        let names = pairing.engines.map(EngineSpec::identity);
        let conditions = self.args.conditions(self.options);
        let from = (self.openings.digest(), self.args.random_plies);
        let version = env!("CARGO_PKG_VERSION");
        let clock = if self.args.cpu_clock { " cpu-clock" } else { "" };
        Header {
            command: "match".to_owned(),
            variant: self.options.variant.name().to_owned(),
            seed: self.seed,
            jobs: self.args.games as usize,
            settings: format!(
                "remise {version} {names:?} {:?} {from:?} {conditions:?}{clock}",
                self.options.hash
            ),
            details: self.details(&names),
            shard: Shard::WHOLE,
        }
    }

    /// The settings in words.
    fn details(&self, [first, second]: &[String; 2]) -> Vec<Detail> {
        let args = self.args;
        let clock = args.clock.map(|clock| {
            let seconds = |millis: i64| millis as f64 / 1000.0;
            format!("{}+{}", seconds(clock.time), seconds(clock.increment))
        });
        let mut details = vec![
            detail("version", env!("CARGO_PKG_VERSION")),
            detail("engine A", first),
            detail("engine B", second),
            detail("--games", args.games),
        ];
        details.extend(args.move_limits.details());
        details.extend([
            optional("--clock", clock),
            detail("--cpu-clock", args.cpu_clock),
            detail("--tolerance", args.tolerance),
            detail("--patience", args.patience),
            detail("openings", self.openings.digest()),
            detail("--random-plies", args.random_plies),
            optional("--plies", args.plies),
            optional("--resign", args.resign),
            optional("--draw", args.draw),
        ]);
        details.extend(self.options.player_details());
        details
    }

    /// Reports a game, which may complete a pair that repeats an earlier one.
    fn tell_game(
        &mut self,
        pairing: &EnginePair<'_>,
        number: usize,
        game: &GameRecord,
        is_repeated: bool,
    ) -> Result<(), Error> {
        let [white, black] = pairing.names(number);
        let round = pairing.number * self.args.games as usize + number + 1;
        if let Some(pdn) = &mut self.pdn {
            let [white, black] = pairing.player_names(number);
            pdn.add(&Players { round, white: &white, black: &black }, game)?;
        }
        let line = MatchGameLine {
            game: round,
            result: game.result.to_string(),
            plies: game.moves.len(),
            reason: game.termination.word(),
            white,
            black,
            fault: game.fault.as_deref(),
            repeated: is_repeated.then_some(true),
        };
        self.options.tell(self.output, &line, line.sentence())
    }

    fn sprt_state(&self, score: &MatchScore) -> Option<SprtState> {
        self.args.sprt.map(|test| test.state(&score.pairs))
    }

    fn is_decided(&self, score: &MatchScore) -> bool {
        self.sprt_state(score).is_some_and(|state| state.verdict != Decision::Undecided)
    }

    fn conclude(mut self, tally: &Tally, completion: Completion) -> Result<ExitStatus, Error> {
        let score = &tally.score;
        let MatchScore { wins, draws, losses, pairs } = *score;
        let line = MatchTotalLine {
            games: score.games(),
            wins,
            draws,
            losses,
            strength: score.strength(),
            pentanomial: pairs,
            sprt: self.sprt_state(score),
            openings: self.repeats.distinct(),
            repeated: tally.repeated,
            seed: self.seed,
            interrupted: (completion == Completion::Interrupted).then_some(true),
        };
        self.options.tell(self.output, &line, line.sentence())?;
        Ok(self.end(completion))
    }

    /// Ends the match. If it is not complete, the same command goes on with the journals.
    fn end(&mut self, completion: Completion) -> ExitStatus {
        match completion {
            Completion::Complete => {
                self.played.drain(..).for_each(Series::remove_journal);
                ExitStatus::Done
            }
            Completion::Interrupted if self.args.out.is_some() => ExitStatus::Resumable,
            Completion::Interrupted => ExitStatus::Undecided,
        }
    }
}

//! `match`: engine against engine, and who is the better one.

mod cross_table;
mod lines;
mod tournament;

use std::path::PathBuf;
use std::time::Duration;

use super::ExitStatus;
use super::error::Error;
use super::game::seconds;
use super::options::{Options, whole};
use super::output::Output;
use super::progress::Progress;
use crate::board::Color;
use crate::engine::{Settings, Start};
use crate::jobs::journal::{self, Header};
use crate::jobs::pool::Flow;
use crate::jobs::series::{Series, threads};
use crate::jobs::shard::Shard;
use crate::matches::adjudication::Adjudication;
use crate::matches::duel::{self, Sheet, Terms};
use crate::matches::elo::Tally;
use crate::matches::entrant::Entrant;
use crate::matches::openings::{self, Again, Ballots, Book};
use crate::matches::pace::{Pace, PaceArgs, clock};
use crate::matches::pdn_file::{PdnFile, Players};
use crate::matches::player::Player;
use crate::matches::sprt::{self, Sprt, State};
use crate::notation::GameResult;
use crate::search::{GameClock, Limits};
use crate::split_mix::seed_of;
use lines::{GameLine, TotalLine};

/// What `match` is asked.
#[derive(clap::Args)]
pub(super) struct Args {
    /// An engine: self, self:KEY=VALUE,FLAG,… such as self:profile=full,depth=7, or the command of one
    /// that speaks Hub
    #[arg(value_name = "A", required_unless_present = "round_robin")]
    first: Option<String>,
    /// The other one
    #[arg(value_name = "B", required_unless_present = "round_robin")]
    second: Option<String>,
    /// Everybody against everybody, as a file in TOML names them
    #[arg(long, value_name = "FILE.toml", conflicts_with_all = ["first", "second", "sprt"])]
    round_robin: Option<PathBuf>,
    /// How many games two engines play, each opening twice with colors swapped
    #[arg(long, value_name = "G", default_value_t = 100, value_parser = whole::<u32>(1, 10_000_000))]
    games: u32,
    #[command(flatten)]
    pace: PaceArgs,
    /// Seconds for a game, and for each move in addition, such as 60+0.6
    #[arg(long, value_name = "S[+INC]", value_parser = clock, conflicts_with_all = ["time", "nodes", "ply"])]
    clock: Option<GameClock>,
    /// Seconds that a move may take longer than there is time
    #[arg(long, value_name = "S", default_value_t = 0.2, value_parser = seconds)]
    tolerance: f64,
    /// Seconds after which an engine that says nothing is ended, and the game is lost
    #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = seconds)]
    patience: f64,
    /// Begin with these: a FEN a line, or games in PDN
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "ballots"])]
    openings: Option<PathBuf>,
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
    /// Won when both engines say for 8 plies that it is, by so many men
    #[arg(long, value_name = "MEN", value_parser = seconds)]
    resign: Option<f64>,
    /// A draw when after so many plies both engines say for 8 plies that nobody is ahead
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX))]
    draw: Option<usize>,
    /// How many games are played at once [default: --threads]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 256))]
    concurrency: Option<u16>,
    /// End when it is clear whether A is worth ELO1 rather than ELO0, with errors ALPHA and BETA
    /// [0.05]
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Write the games. When the program is ended before all are played, the same command goes on where
    /// it was
    #[arg(long, value_name = "FILE.pdn")]
    out: Option<PathBuf>,
}

/// Seconds for a move, unless something else was said.
const SECONDS: f64 = 0.1;
/// Mebibytes of an engine's table, unless something else was said.
const HASH: usize = 16;

pub(super) fn run(options: &Options, args: &Args, output: &mut Output) -> Result<ExitStatus, Error> {
    let usual = options.player(HASH);
    let begun = args.file(0).and_then(|file| journal::seed(&journal::beside(&file)));
    let seed = options.seed.or(begun).unwrap_or_else(|| options.seed());
    let openings = args.openings(&usual, &options.start()?, seed)?;
    let mut hall = Hall { options, args, output, openings, seed, pdn: None };
    if let Some(file) = &args.round_robin {
        return tournament::run(&mut hall, file);
    }
    let words = [&args.first, &args.second].map(|word| word.as_deref().unwrap_or("self"));
    let mut entrants = Vec::new();
    for word in words {
        let entrant = Entrant::read(word, &usual).map_err(Error::input)?;
        entrants.push(entrant.with_patience(args.patience()));
    }
    hall.begin_file("match")?;
    let pairing = Pairing { entrants: [&entrants[0], &entrants[1]], number: 0 };
    let (tally, series) = hall.play(&pairing)?;
    series.forget();
    hall.conclude(&tally)
}

impl Args {
    fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.patience)
    }

    /// The file that the journal of a pairing stands beside.
    fn file(&self, pairing: usize) -> Option<PathBuf> {
        let out = self.out.as_ref()?;
        Some(match self.round_robin {
            None => out.clone(),
            Some(_) => out.with_extension(format!("{}.pdn", pairing + 1)),
        })
    }

    /// Enough openings for all pairs of games, if there are so many.
    fn openings(&self, settings: &Settings, start: &Start, seed: u64) -> Result<Book, Error> {
        let openings = match &self.openings {
            Some(path) => openings::read(path, settings)?,
            None => self.balanced(settings, start, seed)?,
        };
        Ok(Book { openings, random_plies: self.random_plies, again: Again::Longer })
    }

    fn balanced(
        &self,
        settings: &Settings,
        start: &Start,
        seed: u64,
    ) -> Result<Vec<openings::Opening>, Error> {
        let pairs = self.games.div_ceil(2) as usize;
        let balanced = |plies| Ballots { plies }.balanced(settings, start, seed).map_err(Error::Input);
        let is_usual = *start == Start::Opening;
        let mut openings = balanced(self.ballots.unwrap_or(if is_usual { 2 } else { 0 }))?;
        if self.ballots.is_none() && is_usual && openings.len() < pairs {
            openings = balanced(3)?;
        }
        if openings.is_empty() {
            return Err(Error::Input("--ballots: no opening of this length is balanced".to_owned()));
        }
        Ok(openings)
    }

    fn terms(&self, options: &Options) -> Terms {
        let limits = self.pace.limits();
        let usual = Limits { move_time: Some(Duration::from_secs_f64(SECONDS)), ..limits };
        let limits = if self.pace.is_silent() && self.clock.is_none() { usual } else { limits };
        let tolerance = Duration::from_secs_f64(self.tolerance);
        Terms {
            variant: options.variant,
            pace: Pace { limits, clock: self.clock, tolerance, patience: self.patience() },
            plies: self.plies.map(|plies| (plies, GameResult::Draw)),
            adjudication: Adjudication { win: self.resign, draw: self.draw },
            tables: options.judge(),
            truncation: None,
        }
    }
}

/// Where games are played, of one match or of many.
struct Hall<'a> {
    options: &'a Options,
    args: &'a Args,
    output: &'a mut Output,
    openings: Book,
    seed: u64,
    pdn: Option<PdnFile>,
}

/// Two engines that meet.
struct Pairing<'a> {
    entrants: [&'a Entrant; 2],
    /// How many pairings came before.
    number: usize,
}

impl<'a> Pairing<'a> {
    /// Which of the two has White in a game.
    fn white(game: usize) -> usize {
        game % 2
    }

    /// The names of White and Black in a game.
    fn names(&self, game: usize) -> [&'a str; 2] {
        let [first, second] = self.entrants.map(|entrant| entrant.name.as_str());
        if Self::white(game) == 0 { [first, second] } else { [second, first] }
    }
}

impl Hall<'_> {
    fn begin_file(&mut self, event: &str) -> Result<(), Error> {
        let path = self.args.out.as_deref();
        self.pdn = path.map(|path| PdnFile::create(path, event, self.options.variant)).transpose()?;
        Ok(())
    }

    /// Plays the games of two engines. What was played before the program ended is in a journal beside
    /// the file, and stays there until it is forgotten.
    fn play(&mut self, pairing: &Pairing<'_>) -> Result<(Tally, Series<Sheet>), Error> {
        let journal = self.args.file(pairing.number).map(|file| journal::beside(&file));
        let count = self.args.concurrency.unwrap_or(self.options.threads);
        let series = Series::new(&self.header(pairing), journal.as_deref(), threads(count))?;
        let (terms, settings, seed) = (self.args.terms(self.options), self.options.player(HASH), self.seed);
        let book = self.openings.clone();
        let hire = || pairing.players();
        let work = |[first, second]: &mut [Player; 2], game: usize| {
            let opening = book.opening(&settings, game / 2, seed).map_err(Error::Input)?;
            let players = if Pairing::white(game) == 0 { [first, second] } else { [second, first] };
            duel::play(&terms, &opening, players, seed_of(seed, game as u64)).map_err(Error::Input)
        };
        let mut progress = Progress::new("games");
        let (mut tally, mut points) = (Tally::default(), 0);
        series.run(hire, work, |game, sheet| {
            progress.clear();
            let won = self.note(pairing, game, &sheet)?;
            tally.add_game(won);
            points += won;
            if game % 2 == 1 {
                tally.add_pair(std::mem::take(&mut points));
            }
            progress.show(game as u64 + 1, series.len() as u64);
            Ok(if self.is_decided(&tally) { Flow::Enough } else { Flow::GoOn })
        })?;
        Ok((tally, series))
    }

    fn header(&self, pairing: &Pairing<'_>) -> Header {
        let names = pairing.entrants.map(|entrant| entrant.name.as_str());
        let terms = self.args.terms(self.options);
        let from = (self.openings.digest(), self.args.random_plies);
        let version = env!("CARGO_PKG_VERSION");
        Header {
            command: "match".to_owned(),
            variant: self.options.variant.name().to_owned(),
            seed: self.seed,
            jobs: self.args.games as usize,
            settings: format!("remise {version} {names:?} {:?} {from:?} {terms:?}", self.options.hash),
            shard: Shard::WHOLE,
        }
    }

    /// Tells of a game. The half points of the first engine.
    fn note(&mut self, pairing: &Pairing<'_>, game: usize, sheet: &Sheet) -> Result<u32, Error> {
        let [white, black] = pairing.names(game);
        let round = pairing.number * self.args.games as usize + game + 1;
        if let Some(pdn) = &mut self.pdn {
            pdn.add(&Players { round, white, black }, sheet)?;
        }
        let line = GameLine {
            game: round,
            result: sheet.result.to_string(),
            plies: sheet.moves.len(),
            reason: sheet.reason.word(),
            white,
            black,
            fault: sheet.fault.as_deref(),
        };
        self.options.tell(self.output, &line, line.sentence())?;
        Ok(sheet.result.points(Color::ALL[Pairing::white(game)]).unwrap_or(1))
    }

    fn state(&self, tally: &Tally) -> Option<State> {
        self.args.sprt.map(|test| test.state(&tally.pairs))
    }

    fn is_decided(&self, tally: &Tally) -> bool {
        self.state(tally).is_some_and(|state| state.verdict != sprt::Verdict::Undecided)
    }

    fn conclude(self, tally: &Tally) -> Result<ExitStatus, Error> {
        let Tally { wins, draws, losses, pairs } = *tally;
        let line = TotalLine {
            games: tally.games(),
            wins,
            draws,
            losses,
            strength: tally.strength(),
            pentanomial: pairs,
            sprt: self.state(tally),
            seed: self.seed,
        };
        self.options.tell(self.output, &line, line.sentence())?;
        Ok(ExitStatus::Done)
    }
}

impl Pairing<'_> {
    /// Both players, ready to play.
    fn players(&self) -> Result<[Player; 2], Error> {
        let player = |entrant: &Entrant| {
            entrant.start().map_err(|fault| Error::Input(format!("{}: {fault}", entrant.name)))
        };
        Ok([player(self.entrants[0])?, player(self.entrants[1])?])
    }
}

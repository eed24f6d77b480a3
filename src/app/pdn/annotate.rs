//! `pdn analyse`: what the engine thinks of the moves of games.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::convert::record;
use super::{Counts, FileGame, GameLine, tell_empty, text_of};
use crate::app::ExitStatus;
use crate::app::error::{Error, warn};
use crate::app::game::score_text;
use crate::app::matches::limits::MoveLimitArgs;
use crate::app::options::Options;
use crate::app::output::Output;
use crate::app::output_file::OutputFile;
use crate::engine::{
    Event, GameState, Go, LocalEngine, Purpose, ReplayedGame, Report, Request, Settings, Start, Variant,
};
use crate::interrupt;
use crate::jobs::journal::{self, Header, detail};
use crate::jobs::pool::{Completion, Flow};
use crate::jobs::series::{Series, threads};
use crate::jobs::shard::Shard;
use crate::notation::counted;
use crate::notation::pdn::{self, Ending, Games, PdnGame, PdnMove, Style};
use crate::search::Limits;

/// The arguments of `pdn analyse`.
#[derive(clap::Args)]
#[command(mut_arg("time", |time| time.help("Seconds per move [default: 0.1, if no other limit is given]")))]
pub(in crate::app) struct AnnotateArgs {
    /// File of games in PDN
    file: PathBuf,
    #[command(flatten)]
    move_limits: MoveLimitArgs,
    /// File for the annotated games [default: standard output]. If the program is interrupted, the same command
    /// resumes
    #[arg(long, value_name = "FILE.pdn")]
    out: Option<PathBuf>,
}

/// The default of seconds per move.
const SECONDS: f64 = 0.1;
/// The default size of the transposition table in MiB.
const HASH_MIB: usize = 16;
const COMMAND: &str = "pdn analyse";
/// The most moves of a better line.
const LONGEST_LINE: usize = 8;

pub(super) fn run(options: &Options, args: &AnnotateArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    if options.json && args.out.is_none() {
        return Err(Error::Input("--json: this needs --out".to_owned()));
    }
    let text = text_of(&args.file)?;
    let games: Vec<_> = Games::new(&text).collect();
    tell_empty(&args.file, games.len());
    let header = args.header(options, &text, games.len());
    let (out, journal) = (args.out.as_deref().map(OutputFile::out), args.out.as_deref().map(journal::beside));
    if let (Some(out), Some(journal)) = (out, &journal) {
        out.check_other_than(&args.file)?;
        out.check_begun(options, journal)?;
        out.check_run(options, journal, &header)?;
    }
    let series = Series::new(&header, journal.as_deref(), options.other_results(), threads(options.threads))?;
    let work = |annotator: &mut Annotator, job: usize| Ok(annotator.annotated(&games[job]));
    let mut report = AnnotateReport { options, args, output, text: String::new(), counts: Counts::default() };
    let start = || -> Result<_, Error> { Ok(Annotator::new(options.player(HASH_MIB), args.limits())) };
    let completion = series.run(start, work, |job, annotated: AnnotatedGame| {
        report.game(job + 1, &games[job], annotated)?;
        Ok(Flow::GoOn)
    })?;
    report.conclude(out, series, completion)
}

impl AnnotateArgs {
    fn limits(&self) -> Limits {
        let limits = self.move_limits.limits();
        match self.move_limits.is_empty() {
            true => Limits { move_time: Some(Duration::from_secs_f64(SECONDS)), ..limits },
            false => limits,
        }
    }

    fn header(&self, options: &Options, text: &str, games: usize) -> Header {
        let digest: String = Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let version = env!("CARGO_PKG_VERSION");
        let mut details = vec![detail("version", version), detail("games", &digest)];
        details.extend(self.move_limits.details());
        details.extend(options.player_details());
        Header {
            command: COMMAND.to_owned(),
            variant: options.variant.name().to_owned(),
            seed: 0,
            jobs: games,
            settings: format!("remise {details:?}"),
            details,
            shard: Shard::WHOLE,
        }
    }
}

/// Tells of games that were annotated, and collects their texts.
struct AnnotateReport<'a> {
    options: &'a Options,
    args: &'a AnnotateArgs,
    output: &'a mut Output,
    text: String,
    counts: Counts,
}

impl AnnotateReport<'_> {
    fn game(&mut self, number: usize, game: &PdnGame, annotated: AnnotatedGame) -> Result<(), Error> {
        let variant = self.options.variant.of_game(game);
        let found = FileGame { path: &self.args.file, number, game: game.clone(), variant };
        let line = GameLine::new(&found, &variant.judge_game(game));
        self.counts.add(&found, &line);
        line.notes().iter().for_each(|note| warn(note));
        let text = annotated.text.unwrap_or_default();
        if self.args.out.is_none() {
            std::io::Write::write_all(self.output, text.as_bytes())?;
            std::io::Write::flush(self.output)?;
        } else {
            let sentence = format!("game {number}: {}", counted(line.plies as u64, "ply"));
            self.options.tell(self.output, &line, sentence)?;
            self.text.push_str(&text);
        }
        Ok(())
    }

    fn conclude(
        mut self,
        out: Option<OutputFile<'_>>,
        series: Series<AnnotatedGame>,
        completion: Completion,
    ) -> Result<ExitStatus, Error> {
        self.counts.files = 1;
        let Some(out) = out else {
            completion.required()?;
            return Ok(self.counts.status());
        };
        self.options.tell(self.output, &self.counts, self.counts.sentence())?;
        if completion == Completion::Interrupted {
            return Ok(ExitStatus::Resumable);
        }
        out.write(self.text.as_bytes())?;
        series.remove_journal();
        Ok(self.counts.status())
    }
}

/// A game that was annotated, as journals have it.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct AnnotatedGame {
    /// The text in PDN. `None` if the game is not legal.
    text: Option<String>,
}

/// An engine that annotates games.
struct Annotator {
    settings: Settings,
    limits: Limits,
    engine: LocalEngine,
}

impl Annotator {
    fn new(settings: Settings, limits: Limits) -> Self {
        Self { engine: LocalEngine::new(settings.clone()), settings, limits }
    }

    /// Annotates a game. A game that is not legal becomes nothing. Returns `None` if the program was asked to end.
    fn annotated(&mut self, game: &PdnGame) -> Option<AnnotatedGame> {
        let variant = self.settings.variant.of_game(game);
        let replayed = variant.replay(game);
        if replayed.verdict.problem.is_some() {
            return Some(AnnotatedGame { text: None });
        }
        self.begin(variant);
        let mut game = game.clone();
        for (place, report) in self.reports(variant, &replayed)? {
            annotate(&mut game.moves[place], &report);
        }
        game.tags.push(("Annotator".to_owned(), "Remise".to_owned()));
        let text = pdn::write(&record(variant, &game, &replayed, Ending::Result));
        Some(AnnotatedGame { text: Some(text) })
    }

    /// Forgets earlier games, so that their order does not matter.
    fn begin(&mut self, variant: Variant) {
        self.engine = LocalEngine::new(Settings { variant, ..self.settings.clone() });
    }

    /// The last iteration of a search before each move, with the move's place in the game.
    fn reports(&mut self, variant: Variant, game: &ReplayedGame) -> Option<Vec<(usize, Report)>> {
        let mut reports = Vec::new();
        for segment in &game.segments {
            let start = segment.fen.clone().map_or(Start::Opening, Start::Fen);
            let Ok(mut state) = GameState::new(variant, &start) else { continue };
            for (place, mv) in &segment.moves {
                if interrupt::is_requested() {
                    return None;
                }
                reports.extend(self.search(&state).map(|report| (*place, report)));
                if state.play(&mv.hub).is_err() {
                    break;
                }
            }
        }
        Some(reports)
    }

    fn search(&mut self, state: &GameState) -> Option<Report> {
        // An analysis searches a forced move too.
        let go = Go { purpose: Purpose::Analyze, ..Go::think(self.limits) };
        let mut last = None;
        for request in [Request::Game(state.clone()), Request::Go(go)] {
            for event in self.engine.request(request) {
                if let Event::Iteration(report) = event {
                    last = Some(report);
                }
            }
        }
        last
    }
}

/// Adds the score and the depth to a move, and the best line as a variation if it begins with another move.
fn annotate(entry: &mut PdnMove, report: &Report) {
    let separator = if report.score.plies_to_win().is_some() { " plies, depth " } else { "/" };
    entry.comments.push(format!("{}{separator}{}", score_text(report.score), report.depth));
    let mv = |text: &str| PdnMove { text: Style::mv(text), ..PdnMove::default() };
    let line: Vec<_> = report.pv.iter().take(LONGEST_LINE).map(|it| mv(&it.notation)).collect();
    entry.variations.insert(0, line);
}

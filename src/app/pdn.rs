//! `pdn`: checks, counts, converts, splits and annotates files of games; and what other commands do with such files.

mod annotate;
mod check;
mod convert;
mod split;
mod stats;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;

use super::ExitStatus;
use super::error::{Error, warn};
use super::options::Options;
use super::output::Output;
use crate::engine::{Variant, Verdict};
use crate::files;
use crate::jobs::pool::{self, Flow};
use crate::jobs::series::threads;
use crate::matches::openings::{Opening, OpeningFile};
use crate::notation::pdn::{self, Games, PdnGame};
use crate::notation::{GameResult, counted, one_line};

/// The arguments of `pdn`.
#[derive(Subcommand)]
pub(super) enum PdnCommand {
    /// Replay games and report each that is not legal.
    Check(PdnFiles),
    /// Count games, results, lengths and first moves.
    Stats(PdnFiles),
    /// Rewrite games in standard form, or list their last positions or their moves.
    Convert(convert::ConvertArgs),
    /// Write each game to a file of its own.
    Split(split::SplitArgs),
    /// Annotate the moves of games with scores and better lines.
    Analyse(annotate::AnnotateArgs),
}

/// Files of games.
#[derive(Args)]
pub(super) struct PdnFiles {
    /// Files of games in PDN, or of positions, one FEN per line
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

pub(super) fn run(options: &Options, command: &PdnCommand, output: &mut Output) -> Result<ExitStatus, Error> {
    match command {
        PdnCommand::Check(args) => check::run(options, args, output),
        PdnCommand::Stats(args) => stats::run(options, args, output),
        PdnCommand::Convert(args) => convert::run(options, args, output),
        PdnCommand::Split(args) => split::run(options, args, output),
        PdnCommand::Analyse(args) => annotate::run(options, args, output),
    }
}

/// The openings of a file. What is wrong with others is told on standard error.
pub(super) fn told(file: OpeningFile) -> Vec<Opening> {
    file.notes.iter().for_each(|note| warn(&one_line(note)));
    file.openings
}

/// Today's date as PDN writes it, in UTC.
pub(super) fn today() -> String {
    jiff::Timestamp::now().strftime("%Y.%m.%d").to_string()
}

/// The most bytes of a file of games.
const MOST_BYTES: u64 = 1 << 30;
/// The number of games that are read before they are replayed together.
const BATCH: usize = 2000;

/// The text of a file of games.
pub(super) fn text_of(path: &Path) -> Result<String, Error> {
    let bytes = files::read(path, MOST_BYTES).map_err(|error| Error::file(path, error))?;
    Ok(pdn::decode(&bytes).into_owned())
}

/// Tells if there is no game in a file.
fn tell_empty(path: &Path, games: usize) {
    if games == 0 {
        warn(&Error::file(path, "there is no game in this file").to_string());
    }
}

/// A game of a file.
struct FileGame<'a> {
    path: &'a Path,
    /// Its number in the file, counted from 1.
    number: usize,
    game: PdnGame,
    variant: Variant,
}

/// Works on the games of a text, several at the same time, and takes the results in the order of the games.
fn each_game<R: Send>(
    options: &Options,
    path: &Path,
    text: &str,
    work: impl Fn(Variant, &PdnGame) -> R + Sync,
    mut take: impl FnMut(&FileGame<'_>, R) -> Result<(), Error>,
) -> Result<(), Error> {
    let game = |(game, number)| {
        let variant = options.variant.of_game(&game);
        FileGame { path, number, game, variant }
    };
    let mut games = Games::new(text).zip(1..).map(game);
    let mut count = 0;
    loop {
        let batch: Vec<_> = games.by_ref().take(BATCH).collect();
        count += batch.len();
        if batch.is_empty() {
            tell_empty(path, count);
            return Ok(());
        }
        let work = |(): &mut (), job: usize| Ok(Some(work(batch[job].variant, &batch[job].game)));
        let take = |job: usize, result| take(&batch[job], result).map(|()| Flow::GoOn);
        let done: Result<_, Error> =
            pool::in_order(batch.len(), threads(options.threads), || Ok(()), work, take);
        done?.required()?;
    }
}

/// A game as the commands report it.
#[derive(Serialize)]
struct GameLine<'a> {
    file: &'a Path,
    game: usize,
    line: usize,
    plies: usize,
    legal: bool,
    result: GameResult,
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<GameError>,
}

/// Where a game could not be replayed further.
#[derive(Serialize)]
struct GameError {
    line: usize,
    ply: usize,
    reason: String,
}

impl<'a> GameLine<'a> {
    fn new(game: &FileGame<'a>, verdict: &Verdict) -> Self {
        let error = verdict.problem.as_ref().map(|(line, ply, problem)| GameError {
            line: *line,
            ply: *ply,
            reason: problem.to_string(),
        });
        Self {
            file: game.path,
            game: game.number,
            line: game.game.line,
            plies: verdict.plies,
            legal: error.is_none(),
            result: verdict.result,
            warnings: verdict.remarks.iter().map(ToString::to_string).collect(),
            error,
        }
    }

    /// What is wrong with the game and what should be known about it, a line each.
    fn notes(&self) -> Vec<String> {
        let place = format!("{}: game {}", self.file.display(), self.game);
        let error = self.error.iter().map(|it| format!("line {}, ply {}: {}", it.line, it.ply, it.reason));
        let notes = self.warnings.iter().cloned().chain(error);
        notes.map(|note| one_line(&format!("{place}, {note}"))).collect()
    }
}

/// The numbers of games of each kind.
#[derive(Clone, Debug, Default, Serialize)]
struct Counts {
    files: usize,
    games: usize,
    legal: usize,
    illegal: usize,
    without_moves: usize,
    plies: usize,
    warnings: usize,
}

impl Counts {
    fn add(&mut self, game: &FileGame<'_>, line: &GameLine<'_>) {
        // Moves that are all unknown are none.
        let has_moves = line.plies > 0 || game.game.fen().is_some();
        self.games += 1;
        self.legal += usize::from(line.legal && has_moves);
        self.illegal += usize::from(!line.legal);
        self.without_moves += usize::from(line.legal && !has_moves);
        self.plies += line.plies;
        self.warnings += line.warnings.len();
    }

    fn sentence(&self) -> String {
        let Self { games, legal, illegal, without_moves, plies, warnings, .. } = self;
        let [games, plies, warnings] = [(games, "game"), (plies, "ply"), (warnings, "warning")]
            .map(|(count, noun)| counted(*count as u64, noun));
        format!(
            "{games}, {plies}: {legal} legal, {illegal} not legal, {without_moves} without moves, {warnings}"
        )
    }

    /// The answer is no if a game was not legal.
    fn status(&self) -> ExitStatus {
        if self.illegal > 0 { ExitStatus::No } else { ExitStatus::Done }
    }
}

//! `perft` in shards for several machines: each counts the leaves below some of the first moves.

use std::fmt;
use std::iter;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{CountReport, PerftArgs};
use crate::app::ExitStatus;
use crate::app::error::{Error, resume_after_signals};
use crate::app::options::Options;
use crate::app::output::Output;
use crate::app::progress::ProgressDisplay;
use crate::engine::{GameState, MoveText, PerftCounter, Variant};
use crate::jobs::journal::{self, Header, detail};
use crate::jobs::pool::Flow;
use crate::jobs::series::{Series, threads};
use crate::jobs::shard::Shard;
use crate::notation::{Quote, Setup, one_line};

const COMMAND: &str = "perft";
/// A job is the subtree after this number of plies.
const PLIES: u32 = 2;

/// The leaves below a line.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct Counted {
    /// The first move of the line.
    first: String,
    /// The number of leaves at each depth, from that of the line's end.
    leaves: Vec<u64>,
}

#[derive(Serialize)]
struct FileLine {
    shard: String,
    file: PathBuf,
}

/// What is counted. The header of a file of results holds it as text: the depth, a space and the FEN.
struct CountQuestion {
    depth: u32,
    game: GameState,
}

impl fmt::Display for CountQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.depth, self.game.fen())
    }
}

impl CountQuestion {
    /// Reads the header of a file of results.
    fn read(header: &Header) -> Result<Self, Error> {
        let variant: Variant = header.variant.parse().map_err(Error::input)?;
        let read = |(depth, fen): (&str, &str)| Some((depth.parse().ok()?, fen.parse::<Setup>().ok()?));
        let Some((depth, setup)) = header.settings.split_once(' ').and_then(read) else {
            let settings = Quote::of(&header.settings);
            return Err(Error::Input(format!("--merge: {settings} is not a depth and a position")));
        };
        Ok(Self { depth, game: GameState::set_up(variant, &setup).map_err(Error::input)? })
    }
}

/// A line of moves from the root.
struct MovePath {
    /// The first move in the notation of the variant.
    first: String,
    /// The numbers of the moves.
    numbers: Vec<usize>,
}

/// Counts a shard and writes the counts to its file.
pub(super) fn count(options: &Options, args: &PerftArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let question = CountQuestion { depth: args.depth.unwrap_or(1), game: options.game()? };
    let lines = lines(&question.game, question.depth.min(PLIES));
    let shard = args.shards.shard.unwrap_or(Shard::WHOLE);
    let header = Header {
        command: COMMAND.to_owned(),
        variant: options.variant.name().to_owned(),
        seed: 0,
        jobs: lines.len(),
        settings: question.to_string(),
        details: vec![detail("depth", question.depth), detail("--fen", question.game.fen())],
        shard,
    };
    let file = args.shards.file(args.out.as_deref(), options, COMMAND);
    args.shards.check_results(file.as_deref())?;
    let other = options.other_results();
    let series = Series::new(&header, file.as_deref(), other, threads(options.threads))?;
    resume_after_signals();
    count_lines(&args.counter(options, &question.game, 1)?, question.depth, &series, &lines)?;
    let line = FileLine { shard: shard.to_string(), file: file.unwrap_or_default() };
    options.tell(
        output,
        &line,
        format_args!("shard {} in {}", line.shard, one_line(&line.file.to_string_lossy())),
    )?;
    Ok(ExitStatus::Done)
}

/// Counts the leaves below each line of the shard.
fn count_lines(
    counter: &PerftCounter,
    depth: u32,
    series: &Series<Counted>,
    lines: &[MovePath],
) -> Result<(), Error> {
    let work = |(): &mut (), job: usize| {
        let MovePath { first, numbers } = &lines[job];
        let below = (1..=depth.saturating_sub(PLIES)).map(|plies| counter.count_after(numbers, plies));
        Ok(Some(Counted { first: first.clone(), leaves: iter::once(1).chain(below).collect() }))
    };
    let mut progress = ProgressDisplay::new("lines");
    let mut done = 0;
    let completion = series.run(
        || Ok::<_, Error>(()),
        work,
        |_, _| {
            done += 1;
            progress.show(done, series.len() as u64);
            Ok(Flow::GoOn)
        },
    )?;
    completion.required().map_err(Error::from)
}

/// Adds up the counts of all shards.
pub(super) fn merge(options: &Options, args: &PerftArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let (header, counts) = journal::merge::<Counted>(&args.shards.merge, COMMAND)?;
    let CountQuestion { depth: last, game } = CountQuestion::read(&header)?;
    let all: Vec<_> = counts.into_values().collect();
    let mut report = CountReport { options, output };
    let first = game.legal_moves();
    for depth in 1..=last {
        let skipped = depth.checked_sub(last.min(PLIES)).map(|plies| plies as usize);
        if args.divide && depth == last {
            for mv in &first {
                let is_below = |counted: &Counted| counted.first == mv.notation;
                let nodes = skipped.map_or(1, |skipped| sum(&all, skipped, is_below));
                report.tell_move(&mv.notation, nodes)?;
            }
        }
        let nodes = skipped.map_or(first.len() as u64, |skipped| sum(&all, skipped, |_| true));
        report.tell_depth(depth, nodes, None)?;
    }
    Ok(ExitStatus::Done)
}

/// The leaves of some lines at a depth, counted from the end of the lines.
fn sum(all: &[Counted], depth: usize, is_below: impl Fn(&Counted) -> bool) -> u64 {
    let counts = all.iter().filter(|counted| is_below(counted)).filter_map(|it| it.leaves.get(depth));
    counts.fold(0, |sum: u64, count| sum.saturating_add(*count))
}

/// All lines of this number of plies.
fn lines(game: &GameState, plies: u32) -> Vec<MovePath> {
    let below = |mv: MoveText| {
        let next = game.after(mv.number).map_or(Vec::new(), |next| continuations(&next, plies - 1));
        let line = move |rest: Vec<usize>| MovePath {
            first: mv.notation.clone(),
            numbers: iter::once(mv.number).chain(rest).collect(),
        };
        next.into_iter().map(line)
    };
    game.legal_moves().into_iter().flat_map(below).collect()
}

fn continuations(game: &GameState, plies: u32) -> Vec<Vec<usize>> {
    if plies == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for number in 0..game.choices() {
        let rest = game.after(number).map_or(Vec::new(), |next| continuations(&next, plies - 1));
        all.extend(rest.into_iter().map(|rest| iter::once(number).chain(rest).collect()));
    }
    all
}

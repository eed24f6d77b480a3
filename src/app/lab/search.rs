//! `lab hex --search-weights`: weights with which Down holds.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::hex::Lab;
use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::options::{Options, whole};
use crate::app::output::Output;
use crate::app::output_file::OutputFile;
use crate::app::progress::ProgressDisplay;
use crate::files;
use crate::interrupt;
use crate::lab::hex::{Check, Climb, ClimbState, Hex, WEIGHT_ONE};
use crate::notation::counted;

/// How `lab hex` searches for weights.
#[derive(clap::Args)]
pub(super) struct WeightSearchArgs {
    /// Search for weights with which Down holds, starting from one half for each cell
    #[arg(long, conflicts_with_all = ["check", "strategy", "weights"])]
    pub(super) search_weights: bool,
    /// Number of weights to try in this run, besides those of the state [default: 10000, or no limit with
    /// --time]
    #[arg(long, value_name = "N", requires = "search_weights", value_parser = whole::<u64>(0, u64::MAX))]
    steps: Option<u64>,
    /// Search time in seconds
    #[arg(long, value_name = "S", requires = "search_weights", value_parser = whole::<u32>(1, u32::MAX.into()))]
    time: Option<u32>,
    /// Save the state of the search in this file, and resume from it
    #[arg(long, value_name = "FILE", requires = "search_weights")]
    state: Option<PathBuf>,
}

/// The default number of steps.
const STEPS: u64 = 10_000;

/// The most bytes of a state. That of the largest board has less than a thousand.
const MOST_BYTES: u64 = 1 << 20;

/// The time between two saves of the state.
const BETWEEN_SAVES: Duration = Duration::from_secs(5);

#[derive(Serialize)]
struct SearchLine<'a> {
    rows: u32,
    cols: u32,
    seed: u64,
    steps: u64,
    found: bool,
    leaks: usize,
    leaks_of_halves: usize,
    weights: &'a [u32],
    denominator: u32,
}

pub(super) fn run(
    options: &Options,
    hex: Hex,
    search: &WeightSearchArgs,
    svg: Option<OutputFile<'_>>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let saved = search.saved(options)?;
    let seed = options.seed.or(saved.as_ref().map(|state| state.seed)).unwrap_or_else(|| options.seed());
    let mut climb = Climb::new(hex, seed).map_err(Error::input)?;
    let leaks_of_halves = climb.state().best.leaks;
    if let (Some(state), Some(file)) = (saved, search.file())
        && let Err(error) = climb.resume(state)
        && !options.force
    {
        return Err(file.error(format_args!("{error}; --force begins anew")));
    }
    search.run(&mut climb)?;
    let mut lab = Lab { hex, json: options.json, svg, output };
    report(&mut lab, &climb, leaks_of_halves)?;
    if interrupt::is_requested() {
        let is_saved = search.state.is_some();
        return Ok(if is_saved { ExitStatus::Resumable } else { ExitStatus::Undecided });
    }
    let found = lab.check_weights(&climb.best())?;
    Ok(if matches!(found, Check::Holds { .. }) { ExitStatus::Done } else { ExitStatus::Undecided })
}

impl WeightSearchArgs {
    fn file(&self) -> Option<OutputFile<'_>> {
        self.state.as_deref().map(|path| OutputFile::new("--state", path))
    }

    /// The state to resume from, if there is one.
    fn saved(&self, options: &Options) -> Result<Option<ClimbState>, Error> {
        let (Some(path), Some(file)) = (&self.state, self.file()) else { return Ok(None) };
        file.check_writable()?;
        let text = match files::read_text(path, MOST_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(file.error(error)),
        };
        match serde_json::from_str(&text) {
            Ok(state) => Ok(Some(state)),
            Err(_) if options.force => Ok(None),
            Err(error) => {
                Err(file.error(format_args!("not the state of a search: {error}; --force begins anew")))
            }
        }
    }

    fn run(&self, climb: &mut Climb) -> Result<(), Error> {
        let steps = self.steps.or(self.time.is_none().then_some(STEPS)).unwrap_or(u64::MAX);
        let last = climb.state().steps.saturating_add(steps);
        let (begin, mut saved) = (Instant::now(), Instant::now());
        let limit = self.time.map(|seconds| Duration::from_secs(u64::from(seconds)));
        let mut progress = ProgressDisplay::new("steps");
        while !climb.has_found() && climb.state().steps < last && !interrupt::is_requested() {
            if limit.is_some_and(|limit| begin.elapsed() >= limit) {
                break;
            }
            climb.step();
            progress.tell(format_args!(
                "{}, fewest leaks: {}",
                climb.state().steps,
                climb.state().best.leaks
            ));
            if saved.elapsed() >= BETWEEN_SAVES {
                self.save(climb)?;
                saved = Instant::now();
            }
        }
        progress.clear();
        self.save(climb)
    }

    fn save(&self, climb: &Climb) -> Result<(), Error> {
        let Some(file) = self.file() else { return Ok(()) };
        let text = serde_json::to_string(climb.state()).map_err(|error| file.error(error))?;
        file.write(format!("{text}\n").as_bytes())
    }
}

fn report(lab: &mut Lab, climb: &Climb, leaks_of_halves: usize) -> Result<(), Error> {
    let (found, state) = (climb.has_found(), climb.state());
    let (seed, steps, leaks) = (state.seed, state.steps, state.best.leaks);
    if lab.json {
        let (rows, cols) = (state.rows, state.columns);
        let (weights, denominator) = (state.best.factors.as_slice(), WEIGHT_ONE);
        let line =
            SearchLine { rows, cols, seed, steps, found, leaks, leaks_of_halves, weights, denominator };
        return Ok(lab.output.json(&line)?);
    }
    let ended = if found { "found weights that hold" } else { "found no weights that hold" };
    let size = lab.size();
    lab.output.line(format_args!("{size}, seed {seed}: {ended} in {}", counted(steps, "step")))?;
    lab.output.line(format_args!(
        "Across can connect at once in {}; with one half for each cell, in {leaks_of_halves}",
        counted(leaks, "position")
    ))?;
    lab.output.line(format_args!("The weights of the cells, in {WEIGHT_ONE}ths:"))?;
    lab.board(|cell| state.best.factors[cell as usize].to_string())
}

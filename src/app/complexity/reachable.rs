//! `complexity reachable`: the exact number of positions that can be reached.

use std::fs::File;
use std::io::{BufReader, BufWriter, ErrorKind, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::machine;
use crate::app::options::{Options, whole};
use crate::app::output::Output;
use crate::app::output_file::OutputFile;
use crate::app::progress::ProgressDisplay;
use crate::endgame::reachable::{Count, SavedError};
use crate::engine;
use crate::interrupt;

/// The arguments of `complexity reachable`.
#[derive(clap::Args)]
pub(in crate::app) struct ReachableArgs {
    /// Save the state of the count in this file, and resume from it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Seconds between two saves of the state
    #[arg(long, value_name = "S", default_value_t = 600, requires = "state")]
    #[arg(value_parser = whole::<u32>(0, u32::MAX.into()))]
    save_every: u32,
}

#[derive(Serialize)]
struct ReachableLine {
    variant: &'static str,
    /// All positions. `None` if the count was interrupted.
    reachable: Option<u64>,
    /// The positions found before the interruption.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<u64>,
    cpu_seconds: f64,
}

pub(super) fn run(options: &Options, args: &ReachableArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let count = engine::reachable(options.variant, options.fen.as_ref(), machine::free_memory());
    let mut count = count.map_err(Error::input)?;
    args.resume(options, count.as_mut())?;
    args.count(options, count.as_mut())?;
    let is_done = !interrupt::is_requested();
    let (variant, found, cpu_seconds) = (options.variant.name(), count.found(), machine::cpu_seconds());
    if options.json {
        let (reachable, found) = (is_done.then_some(found), (!is_done).then_some(found));
        output.json(&ReachableLine { variant, reachable, found, cpu_seconds })?;
    } else {
        let positions = if is_done { "reachable positions" } else { "positions or more are reachable" };
        output.line(format_args!("{variant}: {found} {positions}, {cpu_seconds:.1} CPU s"))?;
    }
    Ok(match is_done {
        true => ExitStatus::Done,
        false if args.state.is_some() => ExitStatus::Resumable,
        false => ExitStatus::Undecided,
    })
}

impl ReachableArgs {
    fn file(&self) -> Option<OutputFile<'_>> {
        self.state.as_deref().map(|path| OutputFile::new("--state", path))
    }

    /// Goes on with the count in the file, if there is one.
    fn resume(&self, options: &Options, count: &mut dyn Count) -> Result<(), Error> {
        let (Some(path), Some(file)) = (&self.state, self.file()) else { return Ok(()) };
        file.check_writable()?;
        let input = match File::open(path) {
            Ok(input) => input,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(file.error(error)),
        };
        match count.resume(&mut BufReader::new(input)) {
            Err(SavedError::Foreign | SavedError::Damaged) if options.force => Ok(()),
            Err(error @ SavedError::Io(_)) => Err(file.error(error)),
            Err(error) => Err(file.error(format_args!("{error}; --force begins anew"))),
            Ok(()) => Ok(()),
        }
    }

    fn count(&self, options: &Options, count: &mut dyn Count) -> Result<(), Error> {
        let mut progress = ProgressDisplay::new("positions");
        let (interval, mut saved) = (Duration::from_secs(self.save_every.into()), Instant::now());
        while !interrupt::is_requested() && count.step(options.threads.into()) {
            progress.tell(count.found());
            if saved.elapsed() >= interval {
                self.save(count)?;
                saved = Instant::now();
            }
        }
        progress.clear();
        self.save(count)
    }

    fn save(&self, count: &dyn Count) -> Result<(), Error> {
        let Some(file) = self.file() else { return Ok(()) };
        file.write_with(|file| {
            let mut output = BufWriter::new(file);
            count.save(&mut output)?;
            output.flush()
        })
    }
}

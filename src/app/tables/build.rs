//! `tables build`.

use std::path::Path;
use std::time::Instant;

use serde::Serialize;

use super::{KindName, SliceLine};
use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::machine;
use crate::app::options::{Options, whole};
use crate::app::output::Output;
use crate::app::progress::ProgressDisplay;
use crate::endgame::{Build, BuildError, BuildEvent, Counts, Kind, Slice};

/// The arguments of `tables build`.
#[derive(clap::Args)]
pub(in crate::app) struct BuildArgs {
    /// Maximum number of pieces
    #[arg(long, value_name = "N", value_parser = whole::<u8>(2, 12))]
    pieces: u8,
    /// What the tables store
    #[arg(long, value_enum, default_value_t = KindName::Dtw)]
    kind: KindName,
}

#[derive(Serialize)]
struct Made {
    #[serde(flatten)]
    counts: SliceLine,
    seconds: f64,
}

#[derive(Serialize)]
struct Total {
    pieces: u8,
    slices: u64,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    seconds: f64,
    cpu_seconds: f64,
    bytes: u64,
    folder: String,
}

/// Makes the tables that are missing in the folder.
pub(super) fn run(
    options: &Options,
    args: &BuildArgs,
    folder: &Path,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let build = plan(options, folder, usize::from(args.pieces), args.kind.into());
    let mut teller = Teller::new(options, args, folder, output);
    let mut told = Ok(());
    let built = options.variant.build_tables(&build, folder, &mut |step| {
        if told.is_ok() {
            told = teller.tell(&step);
        }
    });
    told?;
    match built {
        Ok(()) => teller.total().map(|()| ExitStatus::Done),
        Err(BuildError::Interrupted) => teller.total().map(|()| ExitStatus::Resumable),
        Err(error) => Err(Error::input(error)),
    }
}

/// A build that may use the free memory and disk space.
pub(in crate::app) fn plan(options: &Options, folder: &Path, pieces: usize, kind: Kind) -> Build {
    Build {
        pieces,
        kind,
        threads: usize::from(options.threads),
        memory: machine::free_memory(),
        disk: machine::free_disk(folder),
    }
}

/// Prints the progress and the results of a build.
struct Teller<'a> {
    options: &'a Options,
    output: &'a mut Output,
    progress: ProgressDisplay,
    began: Instant,
    pair_began: Instant,
    total: Total,
}

impl<'a> Teller<'a> {
    fn new(options: &'a Options, args: &BuildArgs, folder: &Path, output: &'a mut Output) -> Self {
        let total = Total {
            pieces: args.pieces,
            slices: 0,
            positions: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            seconds: 0.0,
            cpu_seconds: 0.0,
            bytes: 0,
            folder: super::shown(folder),
        };
        let now = Instant::now();
        Self {
            options,
            output,
            progress: ProgressDisplay::new("positions"),
            began: now,
            pair_began: now,
            total,
        }
    }

    fn tell(&mut self, step: &BuildEvent<'_>) -> Result<(), Error> {
        match step {
            BuildEvent::Progress { done, total } => self.progress.show(*done, *total),
            BuildEvent::Finished { counts, bytes } => {
                self.progress.clear();
                self.total.bytes += bytes;
                for (slice, counts) in *counts {
                    self.slice(*slice, counts)?;
                }
                self.pair_began = Instant::now();
            }
        }
        Ok(())
    }

    fn slice(&mut self, slice: Slice, counts: &Counts) -> Result<(), Error> {
        self.total.slices += 1;
        self.total.positions += counts.positions();
        self.total.wins += counts.wins;
        self.total.draws += counts.draws;
        self.total.losses += counts.losses;
        let made =
            Made { counts: SliceLine::new(slice, counts), seconds: self.pair_began.elapsed().as_secs_f64() };
        if self.options.json {
            self.output.json(&made)?;
        } else {
            if self.total.slices == 1 {
                self.output.line(SliceLine::HEADING)?;
            }
            self.output.line(format_args!("{} {:>9.3} s", made.counts.text(), made.seconds))?;
        }
        Ok(())
    }

    fn total(mut self) -> Result<(), Error> {
        self.total.seconds = self.began.elapsed().as_secs_f64();
        self.total.cpu_seconds = machine::cpu_seconds();
        let Total { positions, bytes, seconds, cpu_seconds, folder, .. } = &self.total;
        if self.options.json {
            self.output.json(&self.total)?;
        } else {
            self.output.line(format_args!(
                "{positions} positions in {bytes} bytes, {seconds:.1} s, {cpu_seconds:.1} s of CPU"
            ))?;
            self.output.line(format_args!("the tables are in {folder}"))?;
        }
        Ok(())
    }
}

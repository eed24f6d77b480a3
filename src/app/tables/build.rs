//! `tables build`.

use std::path::Path;
use std::time::Instant;

use serde::Serialize;

use super::{KindName, SliceLine};
use crate::app::Verdict;
use crate::app::error::Error;
use crate::app::machine;
use crate::app::options::Options;
use crate::app::output::Output;
use crate::app::progress::Progress;
use crate::board::Game;
use crate::endgame::{Build, Counts, Kind, Slice, Step};

/// What `tables build` is asked.
#[derive(clap::Args)]
pub(in crate::app) struct Args {
    /// At most so many pieces
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=12))]
    pieces: u8,
    /// What the tables say
    #[arg(long, value_enum, default_value_t = KindName::Dtw)]
    kind: KindName,
}

pub(super) struct Task<'a> {
    pub(super) options: &'a Options,
    pub(super) args: &'a Args,
    pub(super) folder: &'a Path,
    pub(super) output: &'a mut Output,
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

impl crate::engine::Task for Task<'_> {
    type Output = Result<Verdict, Error>;

    fn run<G: Game>(self) -> Self::Output {
        let build = plan(self.options, self.folder, usize::from(self.args.pieces), self.args.kind.into());
        let mut teller = Teller::new(self);
        let mut told = Ok(());
        build
            .run::<G>(teller.task.folder, &mut |step| {
                if told.is_ok() {
                    told = teller.tell(&step);
                }
            })
            .map_err(Error::input)?;
        told?;
        teller.total()?;
        Ok(Verdict::Done)
    }
}

/// A build that may take what the machine has left.
pub(in crate::app) fn plan(options: &Options, folder: &Path, pieces: usize, kind: Kind) -> Build {
    Build {
        pieces,
        kind,
        threads: usize::from(options.threads),
        memory: machine::free_memory(),
        disk: machine::free_disk(folder),
    }
}

/// Tells what a build does.
struct Teller<'a> {
    task: Task<'a>,
    progress: Progress,
    began: Instant,
    pair_began: Instant,
    total: Total,
}

impl<'a> Teller<'a> {
    fn new(task: Task<'a>) -> Self {
        let total = Total {
            pieces: task.args.pieces,
            slices: 0,
            positions: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            seconds: 0.0,
            cpu_seconds: 0.0,
            bytes: 0,
            folder: super::shown(task.folder),
        };
        let now = Instant::now();
        Self { task, progress: Progress::new("positions"), began: now, pair_began: now, total }
    }

    fn tell(&mut self, step: &Step<'_>) -> Result<(), Error> {
        match step {
            Step::Positions { done, of } => self.progress.show(*done, *of),
            Step::Finished { counts, bytes } => {
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
        if self.task.options.json {
            self.task.output.json(&made)?;
        } else {
            self.task.output.line(format_args!("{} {:>9.3} s", made.counts.text(), made.seconds))?;
        }
        Ok(())
    }

    fn total(mut self) -> Result<(), Error> {
        self.total.seconds = self.began.elapsed().as_secs_f64();
        self.total.cpu_seconds = machine::cpu_seconds();
        let Total { positions, bytes, seconds, cpu_seconds, folder, .. } = &self.total;
        if self.task.options.json {
            self.task.output.json(&self.total)?;
        } else {
            self.task.output.line(format_args!(
                "{positions} positions in {bytes} bytes in {folder}: {seconds:.1} s, {cpu_seconds:.1} s of CPU"
            ))?;
        }
        Ok(())
    }
}

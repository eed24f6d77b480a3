//! A list of jobs, done by many threads, in parts and in several sittings.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::error::Error;
use crate::app::options::Options;
use crate::jobs::journal::{self, Header, Journal, Results};
use crate::jobs::pool::{self, Flow};
use crate::jobs::shard::Shard;

/// How a long job is cut in parts.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Parts {
    /// Do only a part, such as 2/4 for the second of four, and write its results to --out
    #[arg(long, value_name = "I/N", conflicts_with = "merge")]
    pub(crate) shard: Option<Shard>,
    /// Put the results of all shards together, as if it had been one run
    #[arg(long, value_name = "FILES", num_args = 1..)]
    pub(crate) merge: Vec<PathBuf>,
}

impl Parts {
    /// Where chance begins when nobody says: where it did when the job was begun, and in the same place
    /// for all shards.
    pub(crate) fn seed(&self, options: &Options, file: Option<&Path>) -> u64 {
        let usual = || if self.shard.is_some() { 1 } else { options.seed() };
        options.seed.or_else(|| journal::seed(file?)).unwrap_or_else(usual)
    }

    /// The file for a shard's results.
    pub(crate) fn file(&self, out: Option<&Path>, options: &Options, command: &str) -> Option<PathBuf> {
        let usual = |shard: Shard| shard.file(command, options.variant.name()).into();
        out.map(Path::to_owned).or_else(|| self.shard.map(usual))
    }

    /// The games of shards do not take the place of one of them.
    pub(crate) fn check_out(&self, out: Option<&Path>) -> Result<(), Error> {
        let same = |one: &Path, other: &Path| one.canonicalize().ok() == other.canonicalize().ok();
        match out.filter(|out| out.exists() && self.merge.iter().any(|file| same(file, out))) {
            Some(out) => Err(Error::Input(format!("--out: {} is one of the files to merge", out.display()))),
            None => Ok(()),
        }
    }
}

/// How many games are played at once.
pub(crate) fn threads(count: u16) -> NonZero<usize> {
    NonZero::new(usize::from(count)).unwrap_or(NonZero::<usize>::MIN)
}

/// Who works where all is done: a worker that [`Series::run`] takes and never needs.
pub(crate) fn nobody<R>((): &mut (), _job: usize) -> Result<R, Error> {
    Err(Error::Input("--merge: a part is missing".to_owned()))
}

/// Jobs, some of which may be done.
pub(crate) struct Series<R> {
    /// The numbers of the jobs to do.
    jobs: Vec<usize>,
    threads: NonZero<usize>,
    done: Results<R>,
    journal: Option<Journal>,
}

impl<R: Clone + Serialize + DeserializeOwned + Send + Sync> Series<R> {
    /// All jobs of a header's shard; what is in the file is not done again, and what is done goes there.
    pub(crate) fn new(header: &Header, file: Option<&Path>, threads: NonZero<usize>) -> Result<Self, Error> {
        let (journal, done) = match file {
            None => (None, Results::new()),
            Some(path) => {
                let (journal, done) = Journal::open(path, header)?;
                (Some(journal), done)
            }
        };
        let jobs = (0..header.jobs).filter(|&job| header.shard.has(job)).collect();
        Ok(Self { jobs, threads, done, journal })
    }

    /// Jobs of a command that are all done, in files of shards.
    pub(crate) fn merged(files: &[PathBuf], command: &str) -> Result<(Header, Self), Error> {
        let (header, done) = journal::merge(files, command)?;
        let jobs = (0..header.jobs).collect();
        Ok((header, Self { jobs, threads: NonZero::<usize>::MIN, done, journal: None }))
    }

    /// How many jobs there are.
    pub(crate) fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Does the jobs: each thread has a worker that `hire` makes when there is work for it. `take` gets
    /// the results in the order of the jobs.
    pub(crate) fn run<W>(
        &self,
        hire: impl Fn() -> Result<W, Error> + Sync,
        work: impl Fn(&mut W, usize) -> Result<R, Error> + Sync,
        mut take: impl FnMut(usize, R) -> Result<Flow, Error>,
    ) -> Result<(), Error> {
        let work = |worker: &mut Option<W>, &job: &usize| {
            if let Some(result) = self.done.get(&job) {
                return Ok(result.clone());
            }
            let worker = match worker {
                Some(worker) => worker,
                None => worker.insert(hire()?),
            };
            let result = work(worker, job)?;
            if let Some(journal) = &self.journal {
                journal.note(job, &result)?;
            }
            Ok(result)
        };
        pool::in_order(
            &self.jobs,
            self.threads,
            || Ok(None),
            work,
            |index, result| take(self.jobs[index], result),
        )
    }

    /// Takes the file of results away: they stand elsewhere now.
    pub(crate) fn forget(self) {
        if let Some(journal) = self.journal {
            journal.remove();
        }
    }
}

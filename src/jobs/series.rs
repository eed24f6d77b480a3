//! The jobs of a run: several threads do them, and a journal keeps what was done in earlier sessions.

use std::num::NonZero;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::JobError;
use super::journal::{Header, Journal, Results};
use super::pool::{self, Flow};

/// Returns the number of threads, at least 1.
pub(crate) fn threads(count: u16) -> NonZero<usize> {
    NonZero::new(usize::from(count)).unwrap_or(NonZero::<usize>::MIN)
}

/// The jobs of a run. Some of them may be done.
pub(crate) struct Series<R> {
    /// The numbers of the jobs, in ascending order.
    jobs: Vec<usize>,
    threads: NonZero<usize>,
    done: Results<R>,
    journal: Option<Journal>,
}

impl<R: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync> Series<R> {
    /// Prepares all jobs of the header's shard. With a journal, results that are in it are not computed
    /// again, and new results are added to it.
    pub(crate) fn new(
        header: &Header,
        journal: Option<&Path>,
        threads: NonZero<usize>,
    ) -> Result<Self, JobError> {
        let (journal, done) = match journal {
            None => (None, Results::new()),
            Some(path) => {
                let (journal, done) = Journal::open(path, header)?;
                (Some(journal), done)
            }
        };
        let jobs = (0..header.jobs).filter(|&job| header.shard.has(job)).collect();
        Ok(Self { jobs, threads, done, journal })
    }

    /// Returns the number of jobs.
    pub(crate) fn len(&self) -> usize {
        self.jobs.len()
    }

    /// Does the jobs. Each thread has a worker, which `start` makes when there is work for it. `take` gets
    /// the results in the order of the jobs.
    pub(crate) fn run<W, E: From<JobError> + Send>(
        &self,
        start: impl Fn() -> Result<W, E> + Sync,
        work: impl Fn(&mut W, usize) -> Result<R, E> + Sync,
        mut take: impl FnMut(usize, R) -> Result<Flow, E>,
    ) -> Result<(), E> {
        let work = |worker: &mut Option<W>, &job: &usize| {
            if let Some(result) = self.done.get(&job) {
                return Ok(result.clone());
            }
            let worker = match worker {
                Some(worker) => worker,
                None => worker.insert(start()?),
            };
            let result = work(worker, job)?;
            if let Some(journal) = &self.journal {
                journal.add(job, &result)?;
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

    /// Removes the journal, when its results are stored elsewhere.
    pub(crate) fn remove_journal(self) {
        if let Some(journal) = self.journal {
            journal.remove();
        }
    }
}

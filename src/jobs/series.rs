//! The jobs of a run: several threads do them, and a journal keeps what was done in earlier sessions.

use std::num::NonZero;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::JobError;
use super::journal::{Header, Journal, OtherResults, Results};
use super::pool::{self, Completion, Flow};
use super::shard::Shard;
use crate::interrupt;

/// Returns the number of threads, at least 1.
pub(crate) fn threads(count: u16) -> NonZero<usize> {
    NonZero::new(usize::from(count)).unwrap_or(NonZero::<usize>::MIN)
}

/// The jobs of a run. Some of them may be done.
pub(crate) struct Series<R> {
    /// The number of jobs of all shards. Those of a long run are not listed.
    of_all: usize,
    shard: Shard,
    threads: NonZero<usize>,
    done: Results<R>,
    journal: Option<Journal>,
}

impl<R: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync> Series<R> {
    /// Prepares all jobs of the header's shard. With a journal, results that are in it are not computed
    /// again, and new results are added to it. `other` says what becomes of a journal of another run.
    pub(crate) fn new(
        header: &Header,
        journal: Option<&Path>,
        other: OtherResults,
        threads: NonZero<usize>,
    ) -> Result<Self, JobError> {
        let (journal, done) = match journal {
            None => (None, Results::new()),
            Some(path) => {
                let (journal, done) = Journal::open(path, header, other)?;
                (Some(journal), done)
            }
        };
        Ok(Self { of_all: header.jobs, shard: header.shard, threads, done, journal })
    }

    /// Returns the number of jobs.
    pub(crate) fn len(&self) -> usize {
        self.shard.jobs(self.of_all)
    }

    /// Does the jobs. Each thread has a worker, which `start` makes when there is work for it. `work` returns
    /// `None` if the program was asked to end. `take` gets the results in the order of the jobs.
    pub(crate) fn run<W, E: From<JobError> + Send>(
        &self,
        start: impl Fn() -> Result<W, E> + Sync,
        work: impl Fn(&mut W, usize) -> Result<Option<R>, E> + Sync,
        mut take: impl FnMut(usize, R) -> Result<Flow, E>,
    ) -> Result<Completion, E> {
        let work = |worker: &mut Option<W>, number: usize| {
            let job = self.shard.job(number);
            if let Some(result) = self.done.get(&job) {
                return Ok(Some(result.clone()));
            }
            let worker = match worker {
                Some(worker) => worker,
                None => match start() {
                    // It may have been given up.
                    Err(_) if interrupt::is_requested() => return Ok(None),
                    started => worker.insert(started?),
                },
            };
            let result = work(worker, job)?;
            if let (Some(journal), Some(result)) = (&self.journal, &result) {
                journal.add(job, result)?;
            }
            Ok(result)
        };
        let take = |number, result| take(self.shard.job(number), result);
        pool::in_order(self.len(), self.threads, || Ok(None), work, take)
    }

    /// Removes the journal, when its results are stored elsewhere.
    pub(crate) fn remove_journal(self) {
        if let Some(journal) = self.journal {
            journal.remove();
        }
    }
}

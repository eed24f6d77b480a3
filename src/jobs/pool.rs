//! A pool of threads that returns results in the order of the jobs.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Sender, unbounded};

use super::JobError;
use crate::engine::LocalEngine;
use crate::interrupt;

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Take the next result.
    GoOn,
    /// Stop: no more results are needed.
    Stop,
}

/// Whether all jobs were done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum Completion {
    /// They were, or no more results were needed.
    Complete,
    /// The program was asked to end before.
    Interrupted,
}

impl Completion {
    /// Requires that all jobs were done.
    pub(crate) fn required(self) -> Result<(), JobError> {
        match self {
            Self::Complete => Ok(()),
            Self::Interrupted => Err(JobError::Interrupted),
        }
    }
}

/// Does the jobs, which are numbered from 0, on several threads. Each thread has a worker that `start` makes,
/// and `work` does a job with it, or returns `None` if the program was asked to end. `take` gets the results in
/// the order of the jobs, whichever is done first.
///
/// # Errors
/// Returns the first error of `start`, `work` or `take`, or an error if a thread cannot be started. Then no
/// job is done.
pub(crate) fn in_order<W, R, E>(
    jobs: usize,
    threads: NonZero<usize>,
    start: impl Fn() -> Result<W, E> + Sync,
    work: impl Fn(&mut W, usize) -> Result<Option<R>, E> + Sync,
    mut take: impl FnMut(usize, R) -> Result<Flow, E>,
) -> Result<Completion, E>
where
    R: Send,
    E: From<JobError> + Send,
{
    let queue = JobQueue { jobs, next: AtomicUsize::new(0), is_stopped: AtomicBool::new(false) };
    thread::scope(|scope| {
        let (sender, results) = unbounded();
        // No thread begins before all of them have started.
        let (begin, may_begin) = unbounded();
        let threads = threads.get().min(jobs);
        for number in 1..=threads {
            let (sender, may_begin) = (sender.clone(), may_begin.clone());
            let (start, work, queue) = (&start, &work, &queue);
            let serve = move || {
                if may_begin.recv().is_ok() {
                    serve(queue, start, work, &sender);
                }
            };
            let builder = thread::Builder::new().stack_size(LocalEngine::STACK);
            let spawned = builder.spawn_scoped(scope, serve);
            spawned.map_err(|source| JobError::Thread { number, threads, source })?;
        }
        drop(sender);
        (0..threads).try_for_each(|_| begin.send(())).expect("the threads wait for it");
        let taken = results
            .iter()
            .try_fold(Reorder::default(), |reorder, (index, result)| reorder.add(index, result?, &mut take));
        queue.is_stopped.store(true, Relaxed);
        match taken {
            Ok(reorder) if reorder.next < jobs => Ok(Completion::Interrupted),
            Ok(_) | Err(Break::Stop) => Ok(Completion::Complete),
            Err(Break::Error(error)) => Err(error),
        }
    })
}

/// The jobs that are left.
struct JobQueue {
    jobs: usize,
    next: AtomicUsize,
    is_stopped: AtomicBool,
}

impl JobQueue {
    /// The number of the next job.
    fn next(&self) -> Option<usize> {
        if self.is_stopped.load(Relaxed) || interrupt::is_requested() {
            return None;
        }
        Some(self.next.fetch_add(1, Relaxed)).filter(|job| *job < self.jobs)
    }
}

/// The loop of one thread.
fn serve<W, R, E>(
    queue: &JobQueue,
    start: impl Fn() -> Result<W, E>,
    work: impl Fn(&mut W, usize) -> Result<Option<R>, E>,
    results: &Sender<(usize, Result<R, E>)>,
) {
    let mut worker = match start() {
        Ok(worker) => worker,
        Err(error) => {
            // The receiver is gone after another error.
            let _ = results.send((0, Err(error)));
            return;
        }
    };
    while let Some(job) = queue.next() {
        let Some(result) = work(&mut worker, job).transpose() else { return };
        if results.send((job, result)).is_err() {
            return;
        }
    }
}

/// Why no more results are taken.
enum Break<E> {
    Stop,
    Error(E),
}

impl<E> From<E> for Break<E> {
    fn from(error: E) -> Self {
        Self::Error(error)
    }
}

/// A reorder buffer: results that arrived before their turn.
struct Reorder<R> {
    next: usize,
    early: BTreeMap<usize, R>,
}

impl<R> Default for Reorder<R> {
    fn default() -> Self {
        Self { next: 0, early: BTreeMap::new() }
    }
}

impl<R> Reorder<R> {
    /// Adds a result, and passes on those whose turn it is.
    fn add<E>(
        mut self,
        index: usize,
        result: R,
        take: &mut impl FnMut(usize, R) -> Result<Flow, E>,
    ) -> Result<Self, Break<E>> {
        self.early.insert(index, result);
        while let Some(result) = self.early.remove(&self.next) {
            let flow = take(self.next, result)?;
            self.next += 1;
            if flow == Flow::Stop {
                return Err(Break::Stop);
            }
        }
        Ok(self)
    }
}

//! A pool of threads that returns results in the order of the jobs.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Sender, unbounded};

use crate::engine::LocalEngine;

/// Whether to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Take the next result.
    GoOn,
    /// Stop: no more results are needed.
    Stop,
}

/// Does the jobs on several threads. Each thread has a worker that `start` makes, and `work` does a job with
/// it. `take` gets the results in the order of the jobs, whichever is done first.
///
/// # Errors
/// Returns the first error of `start`, `work` or `take`.
pub(crate) fn in_order<J, W, R, E>(
    jobs: &[J],
    threads: NonZero<usize>,
    start: impl Fn() -> Result<W, E> + Sync,
    work: impl Fn(&mut W, &J) -> Result<R, E> + Sync,
    mut take: impl FnMut(usize, R) -> Result<Flow, E>,
) -> Result<(), E>
where
    J: Sync,
    R: Send,
    E: Send,
{
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, results) = unbounded();
        for _ in 0..threads.get().min(jobs.len()) {
            let sender = sender.clone();
            let (start, work, next, stopped) = (&start, &work, &next, &stopped);
            let thread = thread::Builder::new().stack_size(LocalEngine::STACK);
            let spawned =
                thread.spawn_scoped(scope, move || serve(jobs, (next, stopped), start, work, &sender));
            spawned.expect("the system can start another thread");
        }
        drop(sender);
        let taken = results
            .iter()
            .try_fold(Reorder::default(), |reorder, (index, result)| reorder.add(index, result?, &mut take));
        stopped.store(true, Relaxed);
        match taken {
            Ok(_) | Err(Break::Stop) => Ok(()),
            Err(Break::Error(error)) => Err(error),
        }
    })
}

/// The loop of one thread.
fn serve<J, W, R, E>(
    jobs: &[J],
    (next, stopped): (&AtomicUsize, &AtomicBool),
    start: impl Fn() -> Result<W, E>,
    work: impl Fn(&mut W, &J) -> Result<R, E>,
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
    while !stopped.load(Relaxed) {
        let index = next.fetch_add(1, Relaxed);
        let Some(job) = jobs.get(index) else { return };
        if results.send((index, work(&mut worker, job))).is_err() {
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

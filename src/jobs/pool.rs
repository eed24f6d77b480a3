//! Many games at a time.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::{Sender, unbounded};

use crate::engine::LocalEngine;

/// Whether there is to be more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Yes.
    GoOn,
    /// No: what is not finished is not wanted.
    Enough,
}

/// Does the jobs on so many threads. Each thread has a worker that `hire` makes; `work` does a job with
/// it; `take` gets the results in the order of the jobs, whichever is done first.
///
/// # Errors
/// The first one of `hire`, `work` or `take`.
pub(crate) fn in_order<J, W, R, E>(
    jobs: &[J],
    threads: NonZero<usize>,
    hire: impl Fn() -> Result<W, E> + Sync,
    work: impl Fn(&mut W, &J) -> Result<R, E> + Sync,
    mut take: impl FnMut(usize, R) -> Result<Flow, E>,
) -> Result<(), E>
where
    J: Sync,
    R: Send,
    E: Send,
{
    let (next, ended) = (AtomicUsize::new(0), AtomicBool::new(false));
    thread::scope(|scope| {
        let (sender, results) = unbounded();
        for _ in 0..threads.get().min(jobs.len()) {
            let sender = sender.clone();
            let (hire, work, next, ended) = (&hire, &work, &next, &ended);
            let thread = thread::Builder::new().stack_size(LocalEngine::STACK);
            let begun = thread.spawn_scoped(scope, move || serve(jobs, (next, ended), hire, work, &sender));
            begun.expect("the system has threads");
        }
        drop(sender);
        let taken = results
            .iter()
            .try_fold(Waiting::default(), |waiting, (index, result)| waiting.and(index, result?, &mut take));
        ended.store(true, Relaxed);
        match taken {
            Ok(_) | Err(Left::Enough) => Ok(()),
            Err(Left::Error(error)) => Err(error),
        }
    })
}

/// What one thread does.
fn serve<J, W, R, E>(
    jobs: &[J],
    (next, ended): (&AtomicUsize, &AtomicBool),
    hire: impl Fn() -> Result<W, E>,
    work: impl Fn(&mut W, &J) -> Result<R, E>,
    results: &Sender<(usize, Result<R, E>)>,
) {
    let mut worker = match hire() {
        Ok(worker) => worker,
        Err(error) => {
            // Who has heard of another error is gone already.
            let _ = results.send((0, Err(error)));
            return;
        }
    };
    while !ended.load(Relaxed) {
        let index = next.fetch_add(1, Relaxed);
        let Some(job) = jobs.get(index) else { return };
        if results.send((index, work(&mut worker, job))).is_err() {
            return;
        }
    }
}

/// Why no more results are taken.
enum Left<E> {
    Enough,
    Error(E),
}

impl<E> From<E> for Left<E> {
    fn from(error: E) -> Self {
        Self::Error(error)
    }
}

/// Results that came before those whose turn it is.
struct Waiting<R> {
    next: usize,
    early: BTreeMap<usize, R>,
}

impl<R> Default for Waiting<R> {
    fn default() -> Self {
        Self { next: 0, early: BTreeMap::new() }
    }
}

impl<R> Waiting<R> {
    /// Another result came: hands on what has its turn now.
    fn and<E>(
        mut self,
        index: usize,
        result: R,
        take: &mut impl FnMut(usize, R) -> Result<Flow, E>,
    ) -> Result<Self, Left<E>> {
        self.early.insert(index, result);
        while let Some(result) = self.early.remove(&self.next) {
            let flow = take(self.next, result)?;
            self.next += 1;
            if flow == Flow::Enough {
                return Err(Left::Enough);
            }
        }
        Ok(self)
    }
}

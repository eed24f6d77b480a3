//! Work shared by threads.

use std::thread;

/// The work of one thread. It reports its progress to the function that it gets.
pub(super) type Work<'a> = Box<dyn FnOnce(&mut dyn FnMut(usize)) + Send + 'a>;

/// Runs the first worker on this thread and each other one on a thread of its own. The workers share the work,
/// so one whose thread cannot be started is left out, and the log says so. Only the progress of the
/// first one is reported, since the callback may not be shared by threads.
pub(super) fn run(workers: Vec<Work<'_>>, on_progress: &mut dyn FnMut(usize)) {
    let mut workers = workers.into_iter();
    let Some(first) = workers.next() else { return };
    thread::scope(|scope| {
        for worker in workers {
            let builder = thread::Builder::new();
            if let Err(error) = builder.spawn_scoped(scope, move || worker(&mut |_| ())) {
                log::warn!("a thread cannot be started and is left out: {error}");
            }
        }
        first(on_progress);
    });
}

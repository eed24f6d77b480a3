//! The handle of an engine.

use std::io;
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};
use thiserror::Error;

use super::worker;
use super::{Event, LocalEngine, Request, Settings};
use crate::search::Stop;

/// The system cannot start a thread.
#[derive(Debug, Error)]
#[error("cannot start a thread: {0}")]
pub struct ThreadError(#[source] pub io::Error);

/// A running engine. Dropping it ends it, even during a search.
#[derive(Debug)]
pub struct Engine {
    requests: Option<Sender<Request>>,
    quit: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts an engine, and returns it with the channel of its events.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread.
    pub fn start(settings: Settings) -> Result<(Self, Receiver<Event>), ThreadError> {
        let (requests, to_serve) = unbounded();
        let (events, received) = unbounded();
        let quit = Stop::default();
        let asked = quit.clone();
        let thread = thread::Builder::new().name("engine".into()).stack_size(LocalEngine::STACK);
        let thread = thread.spawn(move || worker::work(settings, &to_serve, events, asked));
        let thread = thread.map_err(ThreadError)?;
        Ok((Self { requests: Some(requests), quit, thread: Some(thread) }, received))
    }

    /// Sends a request. Requests are served in order.
    pub fn request(&self, request: Request) {
        if let Some(requests) = &self.requests
            && requests.send(request).is_err()
        {
            log::error!("the engine has ended");
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.quit.ask();
        self.requests = None;
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            log::error!("the engine has panicked");
        }
    }
}

//! The handle of an engine.

use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::worker;
use super::{Event, LocalEngine, Request, Settings};
use crate::search::Stop;

/// A running engine. When it is dropped it ends, whatever it does.
#[derive(Debug)]
pub struct Engine {
    requests: Option<Sender<Request>>,
    quit: Stop,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    /// Starts an engine, and where it will be heard.
    ///
    /// # Panics
    /// When the system has no thread left.
    #[must_use]
    pub fn start(settings: Settings) -> (Self, Receiver<Event>) {
        let (requests, to_serve) = unbounded();
        let (events, heard) = unbounded();
        let quit = Stop::default();
        let asked = quit.clone();
        let thread = thread::Builder::new().name("engine".into()).stack_size(LocalEngine::STACK);
        let thread = thread.spawn(move || worker::work(settings, &to_serve, events, asked));
        let thread = thread.expect("the system has threads");
        (Self { requests: Some(requests), quit, thread: Some(thread) }, heard)
    }

    /// Asks for something. It waits for its turn.
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

//! An engine that searches in the caller's thread.
//!
//! For many short searches, where handing each to another thread takes longer than the search.

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::worker::{EngineState, Worker};
use super::{Event, Request, Settings};
use crate::board::Game;
use crate::search::Stop;

/// An engine that serves a request before it returns.
///
/// It needs a stack of [`LocalEngine::STACK`] bytes.
pub struct LocalEngine {
    server: Server,
    events: Receiver<Event>,
}

impl LocalEngine {
    /// Bytes of stack that suffice for the longest line, even without optimization.
    pub const STACK: usize = 64 << 20;

    /// An engine with these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let (sender, events) = unbounded();
        Self { server: Server::new(settings, sender, Stop::default()), events }
    }

    /// Serves a request and returns the events that follow from it.
    pub fn request(&mut self, request: Request) -> impl Iterator<Item = Event> {
        self.server.serve(request);
        self.events.try_iter()
    }
}

/// Serves requests about games of any type.
pub(super) struct Server {
    worker: Worker,
    state: Box<dyn ErasedState>,
}

impl Server {
    pub(super) fn new(settings: Settings, events: Sender<Event>, quit: Stop) -> Self {
        let variant = settings.variant;
        let worker = Worker::new(settings, events, quit);
        let state = variant.operations().engine_state(&worker);
        Self { worker, state }
    }

    pub(super) fn serve(&mut self, request: Request) {
        if let Some(settings) = self.state.serve(&mut self.worker, request) {
            let variant = settings.variant;
            self.worker.change(settings);
            self.state = variant.operations().engine_state(&self.worker);
        }
    }
}

/// The state of an engine for a game of any type.
pub(super) trait ErasedState: Send {
    /// Serves a request. Returns the new settings if they are for another variant.
    fn serve(&mut self, worker: &mut Worker, request: Request) -> Option<Settings>;
}

impl<G: Game> ErasedState for EngineState<G> {
    fn serve(&mut self, worker: &mut Worker, request: Request) -> Option<Settings> {
        worker.serve(self, request)
    }
}

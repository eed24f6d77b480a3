//! An engine without a thread: it thinks in the caller's.
//!
//! For many short searches, where handing each to a thread takes longer than the search.

use crossbeam_channel::{Receiver, unbounded};

use super::worker::{Sitting, Worker};
use super::{Event, Request, Settings, Task, variant};
use crate::board::Game;
use crate::search::Stop;

/// An engine that serves a request before it returns.
///
/// It needs a stack as large as [`LocalEngine::STACK`].
pub struct LocalEngine {
    worker: Worker,
    game: Box<dyn AnyGame>,
    events: Receiver<Event>,
}

impl LocalEngine {
    /// Bytes of stack that are enough for the longest line, even without optimization.
    pub const STACK: usize = 64 << 20;

    /// An engine like this.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let (sender, events) = unbounded();
        let variant = settings.variant;
        let worker = Worker::new(settings, sender, Stop::default());
        let game = variant::with(variant, Begin(&worker));
        Self { worker, game, events }
    }

    /// Serves a request, and tells all that comes of it.
    pub fn request(&mut self, request: Request) -> impl Iterator<Item = Event> {
        if let Some(settings) = self.game.serve(&mut self.worker, request) {
            *self = Self::new(settings);
        }
        self.events.try_iter()
    }
}

/// A game of any type that requests are about.
trait AnyGame: Send {
    fn serve(&mut self, worker: &mut Worker, request: Request) -> Option<Settings>;
}

impl<G: Game> AnyGame for Sitting<G> {
    fn serve(&mut self, worker: &mut Worker, request: Request) -> Option<Settings> {
        worker.serve(self, request)
    }
}

struct Begin<'a>(&'a Worker);

impl Task for Begin<'_> {
    type Output = Box<dyn AnyGame>;

    fn run<G: Game>(self) -> Self::Output {
        Box::new(Sitting::<G>::new(self.0))
    }
}

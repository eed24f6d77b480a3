//! The engines that all pages share: how many searches run, and who waits.

use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::Receiver;
use hyper::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::http::Refusal;
use super::stream::EventStream;
use crate::engine::{Engine, Event, Level, Request, Settings, ThreadError, Variant};

/// The searches of one kind that run at the same time.
const RUNNING: usize = 2;
/// The searches of one kind that wait.
const WAITING: usize = 16;

/// The engines of the server.
pub(super) struct Engines {
    settings: Settings,
    /// For moves, which end soon.
    play: Queue,
    /// For analyses, which go on until the page stops them.
    analysis: Queue,
    idle: Mutex<Vec<BorrowedEngine>>,
}

/// The searches of one kind.
struct Queue {
    running: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
}

/// An engine, and the game that it last thought about.
pub(super) struct BorrowedEngine {
    pub(super) engine: Engine,
    pub(super) events: Receiver<Event>,
    game: String,
}

/// How an engine plays in a game.
pub(super) struct Strength {
    pub(super) variant: Variant,
    pub(super) level: Level,
    pub(super) never_lose: bool,
}

impl Queue {
    fn new() -> Self {
        Self { running: Arc::new(Semaphore::new(RUNNING)), waiting: Arc::new(Semaphore::new(WAITING)) }
    }
}

impl Engines {
    /// Engines with these settings, which share the memory of their hash tables.
    pub(super) fn new(settings: Settings) -> Self {
        let hash_mib = (settings.hash_mib / (2 * RUNNING)).max(1);
        let settings = Settings { hash_mib, ..settings };
        Self { settings, play: Queue::new(), analysis: Queue::new(), idle: Mutex::default() }
    }

    /// Waits for the right to search. Returns `None` if the client has gone.
    ///
    /// # Errors
    /// Returns that too many others are waiting.
    pub(super) async fn turn(
        &self,
        is_analysis: bool,
        stream: &EventStream,
    ) -> Result<Option<OwnedSemaphorePermit>, Refusal> {
        let queue = if is_analysis { &self.analysis } else { &self.play };
        if let Ok(permit) = Arc::clone(&queue.running).try_acquire_owned() {
            return Ok(Some(permit));
        }
        let Ok(_place) = queue.waiting.try_acquire() else {
            let text = "too many searches are waiting; stop one in another tab";
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, text));
        };
        stream.tell("waiting", &"Waiting: other tabs are searching.");
        tokio::select! {
            permit = Arc::clone(&queue.running).acquire_owned() => Ok(permit.ok()),
            () = stream.closed() => Ok(None),
        }
    }

    /// An engine for a game: the one that knows it, if that is idle.
    pub(super) fn borrow(&self, game: &str, strength: &Strength) -> Result<BorrowedEngine, ThreadError> {
        let settings = Settings {
            variant: strength.variant,
            level: strength.level,
            never_lose: strength.never_lose,
            ..self.settings.clone()
        };
        let found = {
            let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let place = idle.iter().position(|it| it.game == game).or_else(|| idle.len().checked_sub(1));
            place.map(|place| idle.swap_remove(place))
        };
        let mut borrowed = match found {
            Some(borrowed) => borrowed,
            None => {
                let (engine, events) = Engine::start(settings.clone())?;
                BorrowedEngine { engine, events, game: game.to_owned() }
            }
        };
        borrowed.engine.request(Request::Settings(settings));
        if borrowed.game != game {
            borrowed.engine.request(Request::NewGame);
            game.clone_into(&mut borrowed.game);
        }
        Ok(borrowed)
    }

    /// Takes an engine back.
    pub(super) fn give_back(&self, borrowed: BorrowedEngine) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(borrowed);
    }
}

//! How far long work has come, on a terminal; nothing where nobody looks.

use std::fmt::Display;
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// A line on standard error that is written over and over.
pub(super) struct Progress {
    what: &'static str,
    shown: Option<Instant>,
    seen: bool,
}

/// Faster than this nobody reads.
const BETWEEN: Duration = Duration::from_millis(200);

impl Progress {
    /// Progress in so many of these.
    pub(super) fn new(what: &'static str) -> Self {
        Self { what, shown: stderr().is_terminal().then(Instant::now), seen: false }
    }

    /// Shows how many, now and then.
    pub(super) fn tell(&mut self, many: impl Display) {
        let due = self.shown.is_some_and(|shown| shown.elapsed() >= BETWEEN);
        if due {
            // What cannot be shown is not missed.
            let _ = write!(stderr(), "\r\x1b[K{}: {many}", self.what);
            self.shown = Some(Instant::now());
            self.seen = true;
        }
    }

    /// Clears the line.
    pub(super) fn end(&mut self) {
        if self.seen {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}

//! How far a long work has come, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line that is written over and over again, and gone at the end.
pub(super) struct Bar {
    unit: &'static str,
    began: Instant,
    shown: Option<Instant>,
    /// None: nobody looks.
    terminal: Option<io::Stderr>,
}

impl Bar {
    const PAUSE: Duration = Duration::from_millis(100);
    const WIDTH: usize = 30;

    /// Counts these from now on.
    pub(super) fn new(unit: &'static str) -> Self {
        let stderr = io::stderr();
        let terminal = stderr.is_terminal().then_some(stderr);
        Self { unit, began: Instant::now(), shown: None, terminal }
    }

    /// So many of all are done.
    pub(super) fn show(&mut self, done: u64, of: u64) {
        let is_early = self.shown.is_some_and(|shown| shown.elapsed() < Self::PAUSE);
        let seconds = self.began.elapsed().as_secs_f64();
        if let (Some(terminal), false) = (&mut self.terminal, is_early) {
            self.shown = Some(Instant::now());
            // Who does not see how far it is misses nothing else.
            let _ = write!(terminal, "\r{}\x1b[K", line(self.unit, done, of, seconds));
        }
    }

    /// Takes the line away, for another one to be written.
    pub(super) fn clear(&mut self) {
        if let (Some(terminal), Some(_)) = (&mut self.terminal, self.shown.take()) {
            let _ = write!(terminal, "\r\x1b[K");
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.clear();
    }
}

fn line(unit: &str, done: u64, of: u64, seconds: f64) -> String {
    let part = done as f64 / of.max(1) as f64;
    let full = ((part * Bar::WIDTH as f64) as usize).min(Bar::WIDTH);
    let bar = format!("{}{}", "#".repeat(full), ".".repeat(Bar::WIDTH - full));
    let rate = done as f64 / seconds.max(1e-9);
    let left = of.saturating_sub(done) as f64 / rate.max(1e-9);
    let left = if done == 0 { "?".to_owned() } else { format!("{left:.0} s") };
    format!("[{bar}] {:.1} %, {:.2} M {unit} a second, {left} left", 100.0 * part, rate / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_fast_and_how_long_yet() {
        let bar = "#".repeat(15) + &".".repeat(15);
        assert_eq!(
            line("positions", 5_000_000, 10_000_000, 2.0),
            format!("[{bar}] 50.0 %, 2.50 M positions a second, 2 s left")
        );
        assert!(line("positions", 0, 0, 0.0).ends_with("? left"));
    }
}

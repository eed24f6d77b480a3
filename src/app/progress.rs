//! The progress of long work, shown on a terminal only.

use std::fmt::Display;
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// A line on standard error that is updated, and cleared at the end.
pub(super) struct Progress {
    what: &'static str,
    began: Instant,
    is_watched: bool,
    shown: Option<Instant>,
}

/// The least time between two updates.
const BETWEEN: Duration = Duration::from_millis(100);
const WIDTH: usize = 30;

impl Progress {
    /// Progress counted in these units.
    pub(super) fn new(what: &'static str) -> Self {
        Self { what, began: Instant::now(), is_watched: stderr().is_terminal(), shown: None }
    }

    /// Shows a number of units whose total is unknown.
    pub(super) fn tell(&mut self, many: impl Display) {
        self.write(|progress| format!("{}: {many}", progress.what));
    }

    /// Shows the part that is done, the rate and the remaining time.
    pub(super) fn show(&mut self, done: u64, of: u64) {
        self.write(|progress| bar(progress.what, done, of, progress.began.elapsed().as_secs_f64()));
    }

    fn write(&mut self, text: impl FnOnce(&Self) -> String) {
        if self.is_watched && self.shown.is_none_or(|shown| shown.elapsed() >= BETWEEN) {
            // Progress that cannot be shown is no error.
            let _ = write!(stderr(), "\r\x1b[K{}", text(self));
            self.shown = Some(Instant::now());
        }
    }

    /// Clears the line.
    pub(super) fn clear(&mut self) {
        if self.shown.take().is_some() {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

fn bar(unit: &str, done: u64, of: u64, seconds: f64) -> String {
    let part = done as f64 / of.max(1) as f64;
    let full = ((part * WIDTH as f64) as usize).min(WIDTH);
    let bar = format!("{}{}", "#".repeat(full), ".".repeat(WIDTH - full));
    let rate = done as f64 / seconds.max(1e-9);
    let left = of.saturating_sub(done) as f64 / rate.max(1e-9);
    let left = if done == 0 { "?".to_owned() } else { format!("{left:.0} s") };
    let rate = if rate < 1e5 { format!("{rate:.1}") } else { format!("{:.2} M", rate / 1e6) };
    format!("[{bar}] {:.1} %, {rate} {unit} a second, {left} left", 100.0 * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_says_how_fast_and_how_long_yet() {
        let full = "#".repeat(15) + &".".repeat(15);
        assert_eq!(
            bar("positions", 5_000_000, 10_000_000, 2.0),
            format!("[{full}] 50.0 %, 2.50 M positions a second, 2 s left")
        );
        assert!(bar("positions", 0, 0, 0.0).ends_with("? left"));
    }
}

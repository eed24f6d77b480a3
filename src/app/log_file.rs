//! The log: where it goes, and what a line of it looks like.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use env_logger::{Builder, Target};
use log::LevelFilter;

use super::error::{Error, warn};
use crate::notation::{Quote, one_line};

/// Starts the log. `RUST_LOG` chooses what is told; without it, nothing is told on standard error and what is
/// for operators in a file. A message is one line without control characters.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub(super) fn start(file: Option<&Path>) -> Result<(), Error> {
    let mut log = Builder::new();
    // Some clients read standard error as if it were the engine's answer: quiet unless asked.
    log.filter_level(if file.is_some() { LevelFilter::Info } else { LevelFilter::Off });
    log.parse_default_env();
    if let Some(word) = std::env::var("RUST_LOG").ok().as_deref().and_then(unknown_level) {
        warn(&format!(
            "RUST_LOG: {} is not a level: off, error, warn, info, debug or trace",
            Quote::of(word)
        ));
    }
    if let Some(path) = file {
        let opened = OpenOptions::new().append(true).create(true).open(path);
        let file = opened.map_err(|error| Error::Input(format!("--log {}", Error::file(path, error))))?;
        log.target(Target::Pipe(Box::new(LogFile { file, path: path.to_owned(), has_failed: false })));
    }
    log.format(|line, record| {
        let (time, text) = (line.timestamp_millis(), one_line(&record.args().to_string()));
        writeln!(line, "[{time} {} {}] {text}", record.level(), record.target())
    });
    // A program that uses the library may have a log of its own.
    let _ = log.try_init();
    Ok(())
}

/// The first word of a filter that is neither a level nor a part of this program. The logger takes it for the
/// name of a module that is not there, and tells nothing.
fn unknown_level(filter: &str) -> Option<&str> {
    let modules = filter.split('/').next().unwrap_or_default();
    let is_known = |word: &str| {
        word.is_empty()
            || word.contains('=')
            || word.parse::<LevelFilter>().is_ok()
            || word.split("::").next() == Some(env!("CARGO_PKG_NAME"))
    };
    modules.split(',').map(str::trim).find(|word| !is_known(word))
}

/// The file of the log. The first time that it cannot be written, that is told on standard error.
struct LogFile {
    file: File,
    path: PathBuf,
    has_failed: bool,
}

impl LogFile {
    fn tell<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        if let (Err(error), false) = (&result, self.has_failed) {
            self.has_failed = true;
            warn(&format!("--log {}", Error::file(&self.path, error)));
        }
        result
    }
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes);
        self.tell(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.tell(flushed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_no_level_is_found() {
        for filter in ["", "info", "DEBUG,remise::app=trace", "remise", "warn,/error", "remise::search"] {
            assert_eq!(unknown_level(filter), None, "{filter}");
        }
        assert_eq!(unknown_level("bogus"), Some("bogus"));
        assert_eq!(unknown_level("info, verbose/x"), Some("verbose"));
    }
}

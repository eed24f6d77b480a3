//! The log: where it goes, and what a line of it looks like.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use env_logger::{Builder, Target};
use log::LevelFilter;

use super::error::Error;
use crate::notation::one_line;

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
    if let Some(path) = file {
        let opened = OpenOptions::new().append(true).create(true).open(path);
        let file = opened.map_err(|error| Error::Input(format!("--log {}", Error::file(path, error))))?;
        log.target(Target::Pipe(Box::new(file)));
    }
    log.format(|line, record| {
        let (time, text) = (line.timestamp_millis(), one_line(&record.args().to_string()));
        writeln!(line, "[{time} {} {}] {text}", record.level(), record.target())
    });
    // A program that uses the library may have a log of its own.
    let _ = log.try_init();
    Ok(())
}

//! Standard output, line by line.

use std::fmt::Display;
use std::io::{self, StdoutLock, Write};

use serde::Serialize;

/// The output of a command. Each line is flushed.
pub(crate) struct Output(StdoutLock<'static>);

impl Output {
    pub(crate) fn standard() -> Self {
        Self(io::stdout().lock())
    }

    /// Writes one line.
    pub(crate) fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.0, "{text}")?;
        self.0.flush()
    }

    /// Writes one JSON object as a line.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string(value).map_err(io::Error::other)?;
        self.line(text)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

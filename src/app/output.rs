//! Standard output, line by line.

use std::fmt::Display;
use std::io::{self, StdoutLock, Write};

use serde::Serialize;

use crate::notation::visible;

/// The output of a command. Each line is flushed.
pub(crate) struct Output(StdoutLock<'static>);

impl Output {
    pub(crate) fn standard() -> Self {
        Self(io::stdout().lock())
    }

    /// Writes a line, or several. Characters that could control a terminal are escaped.
    pub(crate) fn line(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.0, "{}", visible(&text.to_string()))?;
        self.0.flush()
    }

    /// Writes one JSON object as a line.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string(value).map_err(io::Error::other)?;
        writeln!(self.0, "{}", escaped(text))?;
        self.0.flush()
    }
}

/// Escapes the control characters that JSON allows in strings. Some control a terminal.
fn escaped(json: String) -> String {
    if !json.contains(char::is_control) {
        return json;
    }
    let escape = |letter: char| match letter.is_control() {
        true => format!("\\u{:04x}", u32::from(letter)),
        false => letter.to_string(),
    };
    json.chars().map(escape).collect()
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

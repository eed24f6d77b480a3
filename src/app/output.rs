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

    /// Writes lines that this program has made, with the escape sequences of their colors.
    pub(crate) fn styled(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.0, "{text}")?;
        self.0.flush()
    }

    /// Writes one JSON object as a line.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        writeln!(self.0, "{}", json_text(value)?)?;
        self.0.flush()
    }
}

/// One JSON object, without characters that control a terminal.
pub(crate) fn json_text(value: &impl Serialize) -> io::Result<String> {
    serde_json::to_string(value).map(escaped).map_err(io::Error::other)
}

/// Escapes what JSON allows in strings and a terminal does not show as it is: control characters, and format
/// characters such as a change of the writing direction.
fn escaped(json: String) -> String {
    if json.is_ascii() && !json.contains(char::is_control) {
        return json;
    }
    json.chars().map(escaped_letter).collect()
}

/// Non-ASCII letters become pairs of UTF-16 if they are beyond its first plane, as JSON wants it.
fn escaped_letter(letter: char) -> String {
    let is_shown = matches!(letter, ' '..='~') || !letter.is_ascii() && letter.escape_debug().len() == 1;
    if is_shown {
        return letter.to_string();
    }
    let mut units = [0; 2];
    letter.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text is the same when it is read back.
    #[test]
    fn json_has_no_character_that_a_terminal_obeys() {
        let text = "a\u{202e}b\u{feff}c\u{7f}d\u{9b}e\u{e0001}f\n\"\\é–\u{1b}";
        let json = escaped(serde_json::to_string(text).expect("a string"));
        assert_eq!(json, r#""a\u202eb\ufeffc\u007fd\u009be\udb40\udc01f\n\"\\é–\u001b""#);
        assert_eq!(serde_json::from_str::<String>(&json).expect("a string"), text);
    }
}

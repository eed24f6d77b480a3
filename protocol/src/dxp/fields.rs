//! The parts of messages, which have fixed widths.

use std::fmt::{self, Write};

use super::{Error, Kind, SQUARES};

/// Takes a message apart.
pub(super) struct Fields<'a> {
    kind: Kind,
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    /// The parts of a message after its type.
    pub(super) const fn new(kind: Kind, rest: &'a [u8]) -> Self {
        Self { kind, rest }
    }

    /// The error of a part.
    pub(super) const fn wrong(&self, part: &'static str) -> Error {
        Error::Part { kind: self.kind, part }
    }

    /// The next characters.
    pub(super) fn take(&mut self, width: usize, part: &'static str) -> Result<&'a [u8], Error> {
        let (taken, rest) = self.rest.split_at_checked(width).ok_or_else(|| self.wrong(part))?;
        self.rest = rest;
        Ok(taken)
    }

    /// The next character.
    pub(super) fn letter(&mut self, part: &'static str) -> Result<u8, Error> {
        self.take(1, part).map(|letters| letters[0])
    }

    /// A number of this many digits.
    pub(super) fn number(&mut self, digits: usize, part: &'static str) -> Result<u16, Error> {
        let taken = self.take(digits, part)?;
        let add =
            |number: u16, digit: &u8| digit.is_ascii_digit().then(|| number * 10 + u16::from(digit - b'0'));
        taken.iter().try_fold(0, add).ok_or_else(|| self.wrong(part))
    }

    /// The number of a square.
    pub(super) fn square(&mut self, part: &'static str) -> Result<u8, Error> {
        let number = self.number(2, part)?;
        u8::try_from(number)
            .ok()
            .filter(|&square| (1..=SQUARES).contains(&usize::from(square)))
            .ok_or_else(|| self.wrong(part))
    }

    /// A name, without the blanks that fill it up.
    pub(super) fn name(&mut self, part: &'static str) -> Result<String, Error> {
        Ok(text(self.take(NAME, part)?).trim().to_owned())
    }

    /// Checks that nothing follows.
    pub(super) fn end(self) -> Result<(), Error> {
        if self.rest.is_empty() { Ok(()) } else { Err(Error::Surplus(self.kind)) }
    }
}

/// The width of a name.
pub(super) const NAME: usize = 32;

/// Bytes as text. Programs that write other bytes than ASCII mean Latin-1.
pub(super) fn text(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Writes a name, filled up with blanks and not longer than its width.
pub(super) fn write_name(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    let name: String = name.trim().chars().take(NAME).map(printable).collect();
    let name = if name.is_empty() { "?" } else { &name };
    write!(f, "{name:NAME$}")
}

/// Writes the beginning of a text.
pub(super) fn write_text(f: &mut fmt::Formatter<'_>, text: &str, longest: usize) -> fmt::Result {
    text.chars().take(longest).try_for_each(|character| f.write_char(printable(character)))
}

/// The character, or one that stands for it.
const fn printable(character: char) -> char {
    match character {
        ' '..='~' => character,
        _ => '?',
    }
}

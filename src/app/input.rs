//! Lines of input, which may contain any bytes.

use std::io::{self, BufRead};

use thiserror::Error;

/// The maximum length of a line in bytes. A game of a thousand moves needs much less.
const LONGEST: usize = 1 << 20;

/// Why a line cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum BadLine {
    /// It has more than [`LONGEST`] bytes, namely this number.
    #[error("the line has {0} bytes; the maximum is {LONGEST}")]
    TooLong(usize),
    /// The byte at this offset is not valid UTF-8.
    #[error("the line is not UTF-8 at byte {0}")]
    NotUtf8(usize),
}

/// Reads lines without their terminators.
pub(crate) struct Lines<R>(pub(super) R);

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<String, BadLine>;

    /// The next line. Returns `None` at the end of the input or after a read error.
    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        let length = read_line(&mut self.0, &mut line).ok()??;
        if length > LONGEST {
            return Some(Err(BadLine::TooLong(length)));
        }
        let text =
            String::from_utf8(line).map_err(|error| BadLine::NotUtf8(error.utf8_error().valid_up_to()));
        Some(text.map(|text| text.trim_end_matches(['\r', '\n']).to_owned()))
    }
}

/// Reads up to the end of a line, keeps at most [`LONGEST`] bytes, and returns its length.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<usize>> {
    let mut length = 0;
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok((length > 0).then_some(length));
        }
        let end = bytes.iter().position(|&byte| byte == b'\n').map(|place| place + 1);
        let taken = end.unwrap_or(bytes.len());
        if length + taken <= LONGEST {
            line.extend_from_slice(&bytes[..taken]);
        }
        input.consume(taken);
        length += taken;
        if end.is_some() {
            return Ok(Some(length));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(bytes: &[u8], expected: &[Result<&str, BadLine>]) {
        let lines: Vec<_> = Lines(io::BufReader::with_capacity(16, bytes)).collect();
        let expected: Vec<_> = expected.iter().map(|line| line.map(str::to_owned)).collect();
        assert_eq!(lines, expected);
    }

    #[test]
    fn a_line_ends_with_a_line_feed_a_pair_or_the_input() {
        check(b"a\nbc\r\n\nd", &[Ok("a"), Ok("bc"), Ok(""), Ok("d")]);
    }

    #[test]
    fn what_is_no_text_is_refused_and_the_next_line_is_read() {
        check(b"ab\xff\nc\n", &[Err(BadLine::NotUtf8(2)), Ok("c")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_refused_and_the_next_line_is_read() {
        let mut bytes = vec![b'x'; LONGEST];
        bytes.extend_from_slice(b"\nc\n");
        check(&bytes, &[Err(BadLine::TooLong(LONGEST + 1)), Ok("c")]);
    }
}

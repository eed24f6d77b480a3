//! Messages out of the bytes that arrive on a connection.

use super::LONGEST;

/// A message was longer than the protocol allows. It is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message is longer than {LONGEST} characters")]
pub struct TooLong;

/// Splits bytes into messages, however they arrive: several at once, or one in pieces.
///
/// It keeps at most one message of [`LONGEST`] bytes that is not complete.
///
/// ```
/// use remise_protocol::dxp::Inbox;
///
/// let mut inbox = Inbox::default();
/// assert_eq!(inbox.push(b"E00\0Cgood").collect::<Vec<_>>(), [Ok(b"E00".to_vec())]);
/// assert_eq!(inbox.push(b" game\0").collect::<Vec<_>>(), [Ok(b"Cgood game".to_vec())]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    /// What has arrived of the next message.
    part: Vec<u8>,
    /// Whether more of it was dropped.
    is_too_long: bool,
}

impl Inbox {
    /// Adds bytes, and returns the messages that are now complete, without their NUL bytes. Bytes that are not asked
    /// for are lost.
    pub fn push<'a>(&'a mut self, bytes: &'a [u8]) -> impl Iterator<Item = Result<Vec<u8>, TooLong>> + 'a {
        let mut rest = bytes;
        std::iter::from_fn(move || {
            let end = rest.iter().position(|&byte| byte == 0);
            let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
            self.keep(part);
            rest = after.get(1..).unwrap_or_default();
            end.map(|_| self.take())
        })
    }

    /// The number of bytes that wait for the rest of their message.
    #[must_use]
    pub const fn waiting(&self) -> usize {
        self.part.len()
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = LONGEST - self.part.len();
        self.is_too_long |= bytes.len() > room;
        self.part.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn take(&mut self) -> Result<Vec<u8>, TooLong> {
        let part = std::mem::take(&mut self.part);
        if std::mem::take(&mut self.is_too_long) { Err(TooLong) } else { Ok(part) }
    }
}

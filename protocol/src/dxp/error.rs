//! The errors in messages.

use std::fmt;

/// The type of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A request for a game.
    GameRequest,
    /// The answer to it.
    Acceptance,
    /// A move.
    Move,
    /// The end of a game.
    GameEnd,
    /// Text for people.
    Chat,
    /// A request to take back moves.
    BackRequest,
    /// The answer to it.
    BackAnswer,
}

impl Kind {
    /// The type that the first character of a message stands for.
    #[must_use]
    pub(super) const fn of(letter: u8) -> Option<Self> {
        Some(match letter {
            b'R' => Self::GameRequest,
            b'A' => Self::Acceptance,
            b'M' => Self::Move,
            b'E' => Self::GameEnd,
            b'C' => Self::Chat,
            b'B' => Self::BackRequest,
            b'K' => Self::BackAnswer,
            _ => return None,
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameRequest => "GAMEREQ",
            Self::Acceptance => "GAMEACC",
            Self::Move => "MOVE",
            Self::GameEnd => "GAMEEND",
            Self::Chat => "CHAT",
            Self::BackRequest => "BACKREQ",
            Self::BackAnswer => "BACKACC",
        })
    }
}

/// Why bytes are not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There are no characters.
    #[error("the message is empty")]
    Empty,
    /// There are more than [`LONGEST`](super::LONGEST) characters.
    #[error("the message is too long")]
    TooLong,
    /// No message begins with this byte.
    #[error("unknown type of message '{}'", .0.escape_ascii())]
    Unknown(u8),
    /// The request has another version than ours.
    #[error("GAMEREQ: this is not version 01 of the protocol")]
    Version,
    /// A part of the message is missing or wrong.
    #[error("{kind}: {part} is missing or wrong")]
    Part {
        /// The type of the message.
        kind: Kind,
        /// The part.
        part: &'static str,
    },
    /// Something follows the last part.
    #[error("{0}: too many characters")]
    Surplus(Kind),
}

impl Error {
    /// The type of the message that was meant.
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        match self {
            Self::Empty | Self::TooLong | Self::Unknown(_) => None,
            Self::Version => Some(Kind::GameRequest),
            Self::Part { kind, .. } | Self::Surplus(kind) => Some(kind),
        }
    }
}

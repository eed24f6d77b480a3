//! DamExchange (DXP), version 01: the protocol by which programs play 10×10 draughts over a connection.
//!
//! A message is 1 to 127 ASCII characters, the first of which is its type. On a TCP connection a NUL byte follows each
//! message; [`Inbox`] splits what arrives. One side, the *initiator*, requests games; the other one, the *follower*,
//! accepts or refuses. Then both send moves in turn until one of them ends the game. Which side listens for the
//! connection is independent of that.
//!
//! No message names the rules: both sides have to agree on them before.
//!
//! ```
//! use remise_protocol::dxp::{Message, Move};
//!
//! let capture = Move { seconds: 12, from: 5, to: 25, captured: vec![12, 20, 22, 23] };
//! assert_eq!(Message::parse(b"M001205250422122320"), Ok(Message::Move(capture)));
//! ```

mod error;
mod fields;
mod inbox;
mod message;
mod request;

pub use error::{Error, Kind};
pub use inbox::{Inbox, TooLong};
pub use message::{Acceptance, BackAnswer, BackRequest, GameEnd, Message, Move, Reason, Verdict};
pub use request::{GameRequest, Side, Start};

/// The port on which programs listen, unless they are told otherwise.
pub const PORT: u16 = 27531;

/// The most characters of a message.
pub const LONGEST: usize = 127;

/// The version of the protocol.
pub const VERSION: u8 = 1;

/// The number of squares of the board.
pub const SQUARES: usize = 50;

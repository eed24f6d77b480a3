//! Hub, UCI and DXP as text and as messages.
//!
//! An interface and an engine talk in lines. This crate turns a line into a [`hub::Command`], a
//! [`hub::Message`] or a [`uci::Command`], and values back into lines. Two programs talk in messages of
//! DamExchange, which are [`dxp::Message`]. It is not about what they mean: squares, moves and
//! positions stay the text or the numbers that they arrived as, nothing is printed, read or timed,
//! and no line, however long or strange, makes it panic.
//!
//! ```
//! use remise_protocol::hub::{Command, Go, Message};
//!
//! assert_eq!("go think".parse(), Ok(Command::Go(Go::Think)));
//! let done = Message::Done { mv: Some("32-28".to_owned()), ponder: None };
//! assert_eq!(done.to_string(), "done move=32-28");
//! ```

pub mod dxp;
pub mod hub;
pub mod uci;

mod line;
mod score;

pub use score::Score;

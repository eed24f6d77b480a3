//! UCI, the protocol of chess engines, as developers of draughts engines use it.
//!
//! A line is a command and words. There are no quotes; what may hold blanks ends at the next word
//! that is known, or with the line. Unknown words inside `go` are skipped.
//!
//! The protocol asks engines to skip an unknown *first* word and to try the next one. Here it is an
//! error instead, which the session can answer with `info string`: a command misspelt by a user is
//! far more frequent than a command after a word of noise.
//!
//! [`Command`] is what an interface says and can be read, [`Message`] what an engine answers and can
//! be written.

mod command;
mod error;
mod go;
mod info;
mod message;
mod setting;

pub use command::Command;
pub use error::Error;
pub use go::Go;
pub use info::{Bound, Info};
pub use message::Message;
pub use setting::{Setting, SettingKind};

//! Hub, version 2: the protocol of international draughts programs.
//!
//! A line is a command with arguments: `level moves=40 time=291.587 infinite "quoted name"="any text"`.
//! Blanks may stand anywhere, also around `=`. A value in quotes may hold blanks and `=` but no
//! quote, for which there is no escape. An argument without a value has the empty one. Arguments
//! that are unknown are ignored.
//!
//! [`Command`] is what an interface says, [`Message`] what an engine answers. Both can be read and
//! written, because an engine that plays matches is an interface to other engines. [`version1`] speaks to
//! engines that know only the older version.

mod command;
mod error;
mod info;
mod level;
mod message;
mod param;
pub mod version1;
mod words;

pub use command::{Command, Go};
pub use error::Error;
pub use info::Info;
pub use level::Level;
pub use message::{Id, Message};
pub use param::{Param, ParamKind};

//! Squares, positions and moves as text, and back.
//!
//! What is read may be anything: it is understood or refused with a reason, never guessed. What is
//! written reads back to the same thing. Not about the protocols and files that carry such text.

mod fen;
mod quote;
mod setup;
mod square;

pub use fen::fen;
pub use quote::Quote;
pub use setup::{Setup, SetupError};
pub use square::{NoSuchSquare, Square};

use crate::board::Color;

/// The name of a player in a message.
fn player(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

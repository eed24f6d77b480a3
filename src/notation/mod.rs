//! Squares, positions and moves as text, and back.
//!
//! What is read may be anything: it is understood or refused with a reason, never guessed. What is
//! written reads back to the same thing. Not about the protocols and files that carry such text.

mod fen;
pub mod hub;
mod number;
pub mod pdn;
mod quote;
mod read;
mod refusal;
mod result;
mod route;
mod setup;
mod square;
mod write;

pub use fen::fen;
pub use number::{seconds, whole};
pub use quote::Quote;
pub use read::{read_move, readings};
pub use refusal::{MoveError, Refusal};
pub use result::{GameResult, NotAResult};
pub use setup::{Setup, SetupError};
pub(crate) use square::column_letter;
pub use square::{NoSuchSquare, Square};
pub use write::{compact, full_path, to_text, to_text_among};

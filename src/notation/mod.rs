//! Squares, positions and moves as text, and back.
//!
//! Any text can be read: it is understood or refused with a reason, never guessed. What is written can be
//! read back. Protocols and files that carry such text are not the subject of this module.

mod fen;
pub mod hub;
mod number;
pub mod pdn;
mod quote;
mod read;
mod reason;
mod refusal;
mod result;
mod route;
mod setup;
mod square;
mod write;

pub use fen::fen;
pub use number::{counted, seconds, whole};
pub use quote::{Quote, one_line, visible};
pub use read::{read_move, read_move_among, readings, readings_among};
pub use refusal::{MoveError, Refusal};
pub use result::{GameResult, NotAResult};
pub use setup::{KingMoves, Setup, SetupError};
pub(crate) use square::column_letter;
pub use square::{NoSuchSquare, Square};
pub use write::{compact, compacts, full_path, to_text, to_text_among, to_texts, visited_squares};

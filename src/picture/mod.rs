//! Pictures of games, as SVG text: values as traffic lights, boards, weights and lines.
//!
//! Green is a win, yellow a tie or a draw, red a loss: of a position to the player to move, of a move to
//! the player who makes it. Nothing is written anywhere: who asked for a picture knows where it goes.

mod board;
mod graph;
mod light;
mod line;
mod svg;
mod tictactoe;

pub use board::{Diagram, hex_boards, hex_graph};
pub use line::nim;
pub use tictactoe::tictactoe;

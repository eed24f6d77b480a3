//! Pictures: boards as text for a terminal and as SVG, and the lab's games as SVG.
//!
//! Green is a win, yellow a tie or a draw, red a loss: of a position for the player to move, of a move for
//! the player who makes it. Pictures are returned as text; this module writes no files.

mod board;
mod draughts;
mod graph;
mod hex;
mod nim;
mod svg;
mod tictactoe;
mod value_color;
mod wintree;

pub use board::{BoardLook, BoardMarks, Light, TextStyle, text_board};
pub use draughts::{Arrow, BoardDrawing, BoardLayout, board_layout, draughts_board};
pub use hex::{HexBoard, hex_boards, hex_graph};
pub use nim::nim;
pub use tictactoe::tictactoe;
pub use wintree::wintree;

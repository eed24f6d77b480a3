//! Draughts and checkers on boards of 6×6 to 14×14.

pub mod board;
pub mod engine;
pub mod eval;
pub mod notation;
pub mod perft;
pub mod search;
pub mod solve;

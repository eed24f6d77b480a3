//! Draughts and checkers on boards of 6×6 to 14×14.
//!
//! In reading order: [`board`] has the games and their moves, [`perft`] counts them, [`notation`] reads
//! and writes positions and moves, [`endgame`] knows what few pieces are worth, [`eval`] judges a
//! position, [`search`] looks ahead, [`solve`] knows the exact theory of small games, [`engine`] is what
//! an application needs without knowing a game's type, and [`app`] is what a user sees.

pub mod board;
pub mod perft;

pub mod notation;

pub mod endgame;
pub mod eval;
pub mod search;

pub mod proof;

pub mod lab;
pub mod picture;

pub mod engine;

mod complexity;
mod jobs;
mod matches;

pub mod app;

mod split_mix;

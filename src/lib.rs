//! Draughts and checkers on boards of 6×6 to 14×14.
//!
//! In reading order: [`board`] has the games and their moves, [`perft`] counts them, [`notation`] reads
//! and writes positions and moves, [`endgame`] has the tables, [`eval`] scores a position, [`search`] looks
//! ahead, [`proof`] proves results, [`lab`] has the theory of game graphs, [`picture`] draws, [`engine`] hides
//! the type of a game, `jobs` and `matches` run many games, `complexity` measures, and [`app`] has the
//! commands.

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

mod adjacency;
mod files;
mod interrupt;
mod split_mix;

//! Tests.
#![allow(missing_docs)]

mod analyse;
mod architecture;
mod cli;
mod draws;
mod endgame;
mod engine;
mod faults;
mod generators;
mod hub;
mod notation;
mod perft;
mod positions;
mod program;
mod readme;
mod rules;
mod search;
mod selfplay;
mod shots;
mod solve;
mod tune;
mod uci;
mod witness;

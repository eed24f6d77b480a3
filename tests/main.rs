//! Tests.
#![allow(missing_docs)]

mod analyse;
mod architecture;
mod cli;
mod complexity;
mod draws;
mod endgame;
mod engine;
mod faults;
mod generators;
mod hub;
mod never_lose;
mod notation;
mod opponents;
mod pdn;
mod perft;
mod positions;
mod program;
mod readme;
mod rules;
mod search;
mod selfplay;
mod shards;
mod solve;
mod uci;
mod witness;

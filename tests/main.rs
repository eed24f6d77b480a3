//! Tests.
#![allow(missing_docs)]

mod architecture;
mod draws;
mod endgame;
mod engine;
mod faults;
mod generators;
mod notation;
mod perft;
mod positions;
mod readme;
mod rules;
mod search;

//! Tests.
#![allow(missing_docs)]

mod architecture;
mod draws;
mod faults;
mod generators;
mod notation;
mod perft;
mod positions;
mod rules;

//! Tests.
#![allow(missing_docs)]

mod faults;
mod generators;
mod perft;
mod positions;
mod rules;

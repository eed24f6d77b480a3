//! Tests.
#![allow(missing_docs)]

mod generators;
mod perft;
mod positions;

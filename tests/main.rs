//! Tests.
#![allow(missing_docs)]

mod analyse;
mod architecture;
mod board;
mod cli;
mod complexity;
mod conversions;
mod cyclic_graphs;
mod draws;
mod dxp;
mod endgame;
mod engine;
mod faults;
mod features;
mod generators;
mod help;
mod helper_threads;
mod hub;
#[cfg(target_os = "linux")]
mod interrupts;
mod lab;
mod library;
#[cfg(unix)]
mod limits;
mod many_captures;
mod never_lose;
mod notation;
mod opponents;
mod output_files;
mod pdn;
mod pdn_commands;
mod perft;
mod pictures;
mod positions;
mod program;
mod proof;
mod readme;
mod rules;
mod search;
mod selfplay;
mod serve;
mod session_log;
mod shards;
mod shots;
mod table_files;
mod table_salt;
mod tables_found;
#[cfg(unix)]
mod terminal;
mod tune;
mod uci;
mod wdl_search;
mod witness;

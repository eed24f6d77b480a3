//! `tables`: builds, lists, checks and probes endgame tables.

mod build;
mod check;
mod probe;

pub(super) use build::plan;
pub(super) use probe::{described, name as value_name};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde::Serialize;

use super::ExitStatus;
use super::error::Error;
use super::options::Options;
use super::output::Output;
use crate::endgame::{Counts, Kind, Slice, sha256};
use crate::engine::EndgameTables;

/// What the name of a table means.
const NAMES: &str = "\
A slice is the positions with the same pieces. It is named after them, with a
digit for each kind: white men, white kings, black men, black kings. White is
to move. In 3011 three white men play against a black man and a black king.
Black to move there is White to move in the mirror 1130, which is in the same
file: 3011.dtw, or 3011.wdl.

The last column of a list is the longest win and loss in plies.";

/// The subcommands.
#[derive(Subcommand)]
#[command(after_help = NAMES)]
pub(super) enum TablesCommand {
    /// Build the missing tables with at most a given number of pieces
    #[command(after_help = NAMES)]
    Build(build::BuildArgs),
    /// List the tables
    #[command(after_help = NAMES)]
    Info,
    /// Check the files; with --all, verify every value
    #[command(after_help = NAMES)]
    Check(check::CheckArgs),
    /// Show the value of a position and of each move
    #[command(after_help = NAMES)]
    Probe,
}

pub(super) fn run(
    options: &Options,
    command: &TablesCommand,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    match command {
        TablesCommand::Build(args) => build::run(options, args, &folder(options)?, output),
        TablesCommand::Info => check::run(options, &check::CheckArgs::INFO, &folder(options)?, output),
        TablesCommand::Check(args) => check::run(options, args, &folder(options)?, output),
        TablesCommand::Probe => probe::run(options, output),
    }
}

/// The folder of the variant's tables, which the command requires.
fn folder(options: &Options) -> Result<PathBuf, Error> {
    options.tables_folder().ok_or_else(|| Error::input("no tables folder: name one with --tables"))
}

/// What a table stores about a position.
#[derive(Clone, Copy, clap::ValueEnum)]
enum KindName {
    /// Who wins, and in how many plies
    Dtw,
    /// Who wins
    Wdl,
}

impl From<KindName> for Kind {
    fn from(name: KindName) -> Self {
        match name {
            KindName::Dtw => Self::Dtw,
            KindName::Wdl => Self::Wdl,
        }
    }
}

/// The counts of a slice.
#[derive(Serialize)]
struct SliceLine {
    slice: String,
    turn: &'static str,
    positions: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    longest_win: Option<u16>,
    longest_loss: Option<u16>,
}

impl SliceLine {
    fn new(slice: Slice, counts: &Counts) -> Self {
        Self {
            slice: slice.to_string(),
            turn: "white",
            positions: counts.positions(),
            wins: counts.wins,
            draws: counts.draws,
            losses: counts.losses,
            longest_win: counts.longest_win,
            longest_loss: counts.longest_loss,
        }
    }

    /// What the columns of the texts are.
    const HEADING: &str = "slice   positions         wins        draws       losses longest";

    /// The counts in 64 columns.
    fn text(&self) -> String {
        let longest = |plies: Option<u16>| plies.map_or("-".to_owned(), |plies| plies.to_string());
        format!(
            "{} {:>12} {:>12} {:>12} {:>12} {:>3} {:>3}",
            self.slice,
            self.positions,
            self.wins,
            self.draws,
            self.losses,
            longest(self.longest_win),
            longest(self.longest_loss)
        )
    }
}

/// The hashes of the table files up to this number of pieces, by slice.
pub(super) fn table_hashes(tables: &EndgameTables, pieces: usize) -> Result<BTreeMap<String, String>, Error> {
    let mut hashes = BTreeMap::new();
    for table in tables.list().iter().filter(|table| table.pair.first().pieces() <= pieces) {
        let path = &table.path;
        let hash = sha256(path).map_err(|error| Error::file(path, error))?;
        for slice in table.pair.slices() {
            hashes.insert(slice.to_string(), hash.clone());
        }
    }
    Ok(hashes)
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

//! `tables info` and `tables check`.

use std::fmt::Display;
use std::path::Path;

use serde::Serialize;

use super::SliceLine;
use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::options::{Options, whole};
use crate::app::output::Output;
use crate::app::progress::ProgressDisplay;
use crate::endgame::{CACHE_MIB, Counts, Kind, Slice, TableError, TableInfo, sha256};
use crate::engine::{EndgameTables, WrongValue};

/// The arguments of `tables check`.
#[derive(clap::Args)]
pub(in crate::app) struct CheckArgs {
    /// Verify that the value of every position follows from the values after its moves
    #[arg(long)]
    all: bool,
    /// Check only tables up to this number of pieces [default: all]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX))]
    pieces: Option<usize>,
    #[arg(skip = true)]
    blocks: bool,
}

impl CheckArgs {
    /// Only the headers are read.
    pub(super) const INFO: Self = Self { all: false, pieces: None, blocks: false };
}

struct TableCheck<'a> {
    options: &'a Options,
    args: &'a CheckArgs,
    tables: EndgameTables,
    output: &'a mut Output,
}

#[derive(Serialize)]
struct TableLine {
    #[serde(flatten)]
    counts: SliceLine,
    kind: &'static str,
    file: String,
    bytes: u64,
    sha256: Option<String>,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
struct Refused {
    file: String,
    ok: bool,
    reason: String,
}

/// Checks the tables in the folder.
pub(super) fn run(
    options: &Options,
    args: &CheckArgs,
    folder: &Path,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let tables = EndgameTables::open_folder(options.variant, folder, CACHE_MIB);
    let most = args.pieces.unwrap_or(usize::MAX);
    let mut found = tables.list();
    found.retain(|table| table.pair.first().pieces() <= most);
    if found.is_empty() && tables.refused().is_empty() {
        let folder = super::shown(folder);
        return Err(Error::Input(format!("{folder}: no tables of {}", options.variant)));
    }
    let mut check = TableCheck { options, args, tables: tables.clone(), output };
    let mut ok = true;
    for (path, error) in tables.refused().iter().filter(|(_, error)| !error.is_unreadable()) {
        check.tell_refused(path, error)?;
        ok = false;
    }
    if !options.json && !found.is_empty() {
        check.output.line(SliceLine::HEADING)?;
    }
    for table in &found {
        ok &= check.look(table)?;
    }
    // What cannot be read may be correct.
    tables.check_readable()?;
    Ok(if ok { ExitStatus::Done } else { ExitStatus::No })
}

impl TableCheck<'_> {
    /// Checks and reports both slices of a pair. Returns whether they are correct.
    fn look(&mut self, table: &TableInfo) -> Result<bool, Error> {
        let unreadable =
            |error: &dyn Display| Error::Input(format!("cannot read {}: {error}", super::shown(&table.path)));
        let sha256 = sha256(&table.path).map_err(|error| unreadable(&error))?;
        let blocks = if self.args.blocks { self.tables.verify_blocks(table.pair) } else { Ok(()) };
        let broken = match blocks {
            Ok(()) => None,
            Err(error) if error.is_unreadable() => return Err(unreadable(&error)),
            Err(error) => Some(error.to_string()),
        };
        let mut ok = true;
        for (slice, counts) in &table.counts {
            let reason = broken.clone().or_else(|| self.proof(table.kind, *slice, counts));
            self.tables.check_readable()?;
            ok &= reason.is_none();
            self.tell(&TableLine {
                counts: SliceLine::new(*slice, counts),
                kind: table.kind.name(),
                file: super::shown(&table.path),
                bytes: table.bytes,
                sha256: Some(sha256.clone()),
                ok: reason.is_none(),
                reason,
            })?;
        }
        Ok(ok)
    }

    /// Verifies the values of a slice with `--all`. Returns the first error.
    fn proof(&self, kind: Kind, slice: Slice, counts: &Counts) -> Option<String> {
        if !self.args.all {
            return None;
        }
        let mut progress = ProgressDisplay::new("positions");
        let (mut done, total) = (0, counts.positions());
        let found = self.tables.verify_slice(slice, usize::from(self.options.threads), &mut |positions| {
            done += positions as u64;
            progress.show(done, total);
        });
        match found {
            Err(wrong) => Some(described(&wrong)),
            Ok(found) => {
                let found = if kind == Kind::Wdl { found.without_plies() } else { found };
                (found != *counts).then(|| "the counts in the header are wrong".to_owned())
            }
        }
    }

    fn tell(&mut self, found: &TableLine) -> Result<(), Error> {
        if self.options.json {
            self.output.json(found)?;
        } else {
            let verdict = found.reason.as_deref().unwrap_or("ok");
            self.output.line(format_args!("{} {} {verdict}", found.counts.text(), found.kind))?;
        }
        Ok(())
    }

    fn tell_refused(&mut self, path: &Path, error: &TableError) -> Result<(), Error> {
        let refused = Refused { file: super::shown(path), ok: false, reason: error.to_string() };
        if self.options.json {
            self.output.json(&refused)?;
        } else {
            self.output.line(format_args!("{}: {}", refused.file, refused.reason))?;
        }
        Ok(())
    }
}

fn described(wrong: &WrongValue) -> String {
    let position = &wrong.fen;
    let value = |value| super::probe::described(value);
    match (wrong.stored, wrong.expected) {
        (None, _) => format!("the tables do not contain {position}"),
        (_, None) => format!("the tables do not contain a successor of {position}"),
        (said, expected) => {
            format!("{position} is stored as a {}, but its moves make it a {}", value(said), value(expected))
        }
    }
}

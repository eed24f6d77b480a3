//! `verify`: checks a certificate against every line of the opponent.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::ExitStatus;
use super::error::Error;
use super::options::Options;
use super::output::Output;
use super::tables::table_hashes;
use crate::endgame::{CACHE_MIB, Pair};
use crate::engine::{EndgameTables, Variant};
use crate::notation::{Quote, counted};
use crate::proof::verify::{
    Accepted, CertificateClaim, CheckError, ParsedCertificate, ReadError, Rejection, read,
};

/// The arguments of `verify`.
#[derive(clap::Args)]
pub(super) struct VerifyArgs {
    /// The certificate, compressed with zstd or not
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(Serialize)]
struct AcceptedLine {
    ok: bool,
    positions: usize,
    unreachable: usize,
    variant: String,
    side: &'static str,
    claim: CertificateClaim,
    tables: usize,
    table_hashes: BTreeMap<String, String>,
}

#[derive(Serialize)]
struct RejectedLine {
    ok: bool,
    line: usize,
    text: String,
    reason: String,
}

pub(super) fn run(options: &Options, args: &VerifyArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let failed = |error: io::Error| Error::file(&args.file, error);
    let file = File::open(&args.file).map_err(failed)?;
    let certificate = match read(BufReader::new(file)) {
        Ok(certificate) => certificate,
        Err(ReadError::Io(error)) => return Err(failed(error)),
        Err(ReadError::Rejected(rejection)) => return reject(options, &rejection, output),
    };
    // Only main names are valid, so that a certificate has exactly one text.
    match Variant::ALL.iter().find(|variant| variant.name() == certificate.variant) {
        None => reject(options, &certificate.unknown_variant(), output),
        Some(&variant) => check(options, variant, &certificate, output),
    }
}

fn check(
    options: &Options,
    variant: Variant,
    certificate: &ParsedCertificate,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let tables = options.open_tables(variant, CACHE_MIB);
    let checked = tables.check_certificate(certificate);
    tables.check_readable()?;
    match checked {
        Ok(accepted) => {
            let hashes = table_hashes(&tables, certificate.tables)?;
            accept(options, certificate, accepted, hashes, output)
        }
        Err(CheckError::Rejected(rejection)) => reject(options, &rejection, output),
        Err(CheckError::Table(pair)) => {
            let folder = options.tables_folder_of(variant);
            Err(Error::Input(missing(variant, pair, folder.as_deref(), &tables)))
        }
    }
}

fn accept(
    options: &Options,
    certificate: &ParsedCertificate,
    accepted: Accepted,
    table_hashes: BTreeMap<String, String>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let Accepted { positions, unreachable } = accepted;
    let ParsedCertificate { variant, claim, side, tables, .. } = certificate;
    let (side, claim) = (side.name(), *claim);
    if options.json {
        let (tables, variant) = (*tables, variant.clone());
        let line =
            AcceptedLine { ok: true, positions, unreachable, variant, side, claim, tables, table_hashes };
        output.json(&line)?;
    } else {
        for (slice, hash) in &table_hashes {
            output.line(format_args!("table {slice} {hash}"))?;
        }
        let claim = match claim {
            CertificateClaim::Safe => "does not lose",
            CertificateClaim::Win => "wins",
        };
        output.line(format_args!(
            "accepted: in {variant} {side} {claim}; {} over tables of {tables} pieces, \
             {unreachable} unreachable",
            counted(positions, "position")
        ))?;
    }
    Ok(ExitStatus::Done)
}

fn reject(options: &Options, rejection: &Rejection, output: &mut Output) -> Result<ExitStatus, Error> {
    let Rejection { line, text, reason } = rejection;
    if options.json {
        let (text, reason) = (text.clone(), reason.to_string());
        output.json(&RejectedLine { ok: false, line: *line, text, reason })?;
    } else {
        output.line(format_args!("rejected at line {line}, {}: {reason}", Quote::of(text)))?;
    }
    Ok(ExitStatus::No)
}

/// The error for a table that is missing or corrupt.
pub(super) fn missing(variant: Variant, pair: Pair, folder: Option<&Path>, tables: &EndgameTables) -> String {
    let Some(folder) = folder else { return format!("table {pair}: no tables folder is set") };
    let named = |path: &Path| path.file_stem().is_some_and(|stem| *stem == *pair.to_string());
    if let Some((path, fault)) = tables.refused().iter().find(|(path, _)| named(path)) {
        return format!("table {pair}: {}: {fault}", path.display());
    }
    match tables.verify_blocks(pair) {
        Ok(()) => format!(
            "table {pair}: missing in {}; `remise tables build --variant {variant} --pieces {}` builds it",
            folder.display(),
            pair.first().pieces()
        ),
        Err(fault) => format!("table {pair}: broken in {}: {fault}", folder.display()),
    }
}

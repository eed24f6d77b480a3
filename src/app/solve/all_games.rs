//! `solve --all-games`: what every game on a board is worth, and each of its first moves.

use std::path::Path;

use serde::Serialize;

use super::answer::ProvenValue;
use super::questions::{PositionAnswers, ProofLimits, Questions};
use super::{SolveArgs, certificate_file, memory};
use crate::app::error::Error;
use crate::app::options::Options;
use crate::app::output::Output;
use crate::app::output_file::OutputFile;
use crate::app::{ExitStatus, machine, ready};
use crate::board::Color;
use crate::engine::{CertificateText, EndgameTables, GameState, Variant};
use crate::interrupt;
use crate::notation::counted;
use crate::proof::Guarantee;
use crate::proof::verify::read;

/// The most seconds for each game, unless `--time` says otherwise.
const SECONDS: f64 = 3600.0;

/// A game: its value, and those of the first moves.
#[derive(Serialize)]
struct GameLine {
    variant: &'static str,
    value: ProvenValue,
    proven: bool,
    /// The certificates of the start.
    certificates: Vec<CertificateLine>,
    moves: Vec<MoveLine>,
    expanded: u64,
    /// The number of positions in memory.
    positions: usize,
    tables: usize,
    /// Tables, proofs, certificates and their verification.
    cpu_seconds: f64,
}

/// A first move and its value for the player who makes it.
#[derive(Serialize)]
struct MoveLine {
    r#move: String,
    value: ProvenValue,
    certificates: Vec<CertificateLine>,
}

/// A certificate that the independent checker accepted.
#[derive(Serialize)]
struct CertificateLine {
    side: &'static str,
    claim: Guarantee,
    positions: usize,
    bytes: usize,
    /// The file, if there is one.
    file: Option<String>,
}

pub(super) fn run(options: &Options, args: &SolveArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let variants = games_of_size(args.size)?;
    if let Some(prefix) = &args.certificate {
        variants.iter().try_for_each(|&variant| check_files(options, prefix, variant))?;
    }
    let mut status = ExitStatus::Done;
    for variant in variants {
        let line = OneGame { options, args, variant }.solve()?;
        options.tell(output, &line, line.text())?;
        if !line.is_complete() {
            status = ExitStatus::Undecided;
        }
        if interrupt::is_requested() {
            return Ok(ExitStatus::Undecided);
        }
    }
    Ok(status)
}

/// The games on boards of a size, in the order of their list.
fn games_of_size(size: Option<usize>) -> Result<Vec<Variant>, Error> {
    let is_asked = |variant: &&Variant| size.is_none_or(|size| variant.board_size() == size);
    let variants: Vec<_> = Variant::ALL.iter().filter(is_asked).copied().collect();
    match (variants.is_empty(), size) {
        (true, Some(size)) => Err(Error::Input(format!("--size {size}: no game has a board of {size} rows"))),
        _ => Ok(variants),
    }
}

/// Checks all files that may be written: which ones is known only after the proofs.
fn check_files(options: &Options, prefix: &Path, variant: Variant) -> Result<(), Error> {
    let moves = GameState::initial(variant).legal_moves();
    let moves = moves.iter().map(|mv| Some(mv.notation.as_str()));
    for mv in moves.chain([None]) {
        super::check_certificates(options, &prefix_of(prefix, variant, mv))?;
    }
    Ok(())
}

/// The prefix of the files of a game, or of one of its first moves.
fn prefix_of(prefix: &Path, variant: Variant, mv: Option<&str>) -> std::path::PathBuf {
    let mut name = prefix.to_owned().into_os_string();
    name.push(format!("-{}", variant.name()));
    if let Some(mv) = mv {
        name.push(format!("-{mv}"));
    }
    name.into()
}

struct OneGame<'a> {
    options: &'a Options,
    args: &'a SolveArgs,
    variant: Variant,
}

impl OneGame<'_> {
    fn solve(&self) -> Result<GameLine, Error> {
        let before = machine::cpu_seconds();
        let mut options = self.options.clone();
        options.variant = self.variant;
        let pieces = self.args.pieces.unwrap_or(self.variant.proof_pieces());
        let tables = ready::with_pieces(&options, pieces);
        tables.check_readable()?;
        let game = GameState::initial(self.variant);
        let solver = tables.solver(&game, pieces, memory(&options));
        let limits = ProofLimits::new(self.args.nodes, Some(self.args.time.unwrap_or(SECONDS)));
        let mut questions = Questions::new(solver, game, limits);
        let found = questions.value();
        tables.check_readable()?;
        let written = |after, mv: Option<&str>, found: &PositionAnswers| {
            self.certificates(&questions, &tables, after, mv, found)
        };
        let certificates = written(None, None, &found)?;
        let moves = questions.game().legal_moves().into_iter().map(|mv| {
            let found = questions.answers_after(mv.number);
            let certificates = written(Some(mv.number), Some(&mv.notation), &found)?;
            Ok(MoveLine { value: found.value(questions.game().turn()), r#move: mv.notation, certificates })
        });
        let value = found.value(questions.game().turn());
        Ok(GameLine {
            variant: self.variant.name(),
            value,
            proven: value != ProvenValue::Unknown,
            certificates,
            moves: moves.collect::<Result<_, Error>>()?,
            expanded: questions.solver().expanded(),
            positions: questions.solver().positions(),
            tables: questions.solver().table_pieces(),
            cpu_seconds: machine::cpu_seconds() - before,
        })
    }

    /// The certificates of what is proven about a position: checked, and written if that is asked for.
    fn certificates(
        &self,
        questions: &Questions,
        tables: &EndgameTables,
        after: Option<usize>,
        mv: Option<&str>,
        found: &PositionAnswers,
    ) -> Result<Vec<CertificateLine>, Error> {
        let mut lines = Vec::new();
        for (side, claim) in found.guarantees() {
            let Some(certificate) = questions.certificate(after, side, claim) else { continue };
            check(&certificate, tables)?;
            let file = self.write(&certificate, mv, side, claim)?;
            let CertificateText { positions, text } = certificate;
            lines.push(CertificateLine { side: side.name(), claim, positions, bytes: text.len(), file });
        }
        Ok(lines)
    }

    fn write(
        &self,
        certificate: &CertificateText,
        mv: Option<&str>,
        side: Color,
        claim: Guarantee,
    ) -> Result<Option<String>, Error> {
        let Some(prefix) = &self.args.certificate else { return Ok(None) };
        let path = certificate_file(&prefix_of(prefix, self.variant, mv), side, claim);
        OutputFile::new("--certificate", &path).write(certificate.text.as_ref())?;
        Ok(Some(path.display().to_string()))
    }
}

/// Has the independent checker read and verify a certificate.
fn check(certificate: &CertificateText, tables: &EndgameTables) -> Result<(), Error> {
    let refused =
        |reason: &dyn std::fmt::Debug| Error::Input(format!("a certificate was refused: {reason:?}"));
    let parsed = read(certificate.text.as_bytes()).map_err(|error| refused(&error))?;
    tables.check_certificate(&parsed).map_err(|error| refused(&error))?;
    Ok(())
}

impl GameLine {
    /// Whether the start and all first moves are decided.
    fn is_complete(&self) -> bool {
        self.proven && self.moves.iter().all(|mv| mv.value != ProvenValue::Unknown)
    }

    fn text(&self) -> String {
        let Self { variant, value, expanded, tables, cpu_seconds, .. } = self;
        let value = if self.proven { value.name() } else { "undecided" };
        let expanded = counted(*expanded, "position");
        let mut text = format!(
            "{variant}: {value}; {expanded} over tables of {tables} pieces, {cpu_seconds:.2} s of CPU\n"
        );
        text += &row("start", self.value, &self.certificates);
        for MoveLine { r#move, value, certificates } in &self.moves {
            text += "\n";
            text += &row(r#move, *value, certificates);
        }
        text
    }
}

/// A line: the position, its value and its certificates.
fn row(name: &str, value: ProvenValue, certificates: &[CertificateLine]) -> String {
    let certificate = |it: &CertificateLine| {
        let claim = match it.claim {
            Guarantee::Safe => "does not lose",
            Guarantee::Win => "wins",
        };
        format!("{} {claim} ({})", it.side, counted(it.positions, "position"))
    };
    let certificates: Vec<_> = certificates.iter().map(certificate).collect();
    format!("{name:>9} {:<8}{}", value.name(), certificates.join(", ")).trim_end().to_owned()
}

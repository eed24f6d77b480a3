//! `solve`: proves the value of a position.

mod all_games;
mod answer;
mod questions;

use std::path::{Path, PathBuf};

use super::ExitStatus;
use super::error::Error;
use super::machine;
use super::options::{ColorName, Options, whole};
use super::output::Output;
use super::output_file::OutputFile;
use super::ready;
use crate::board::Color;
use crate::proof::Guarantee;
use answer::{AnswerLine, ProvenValue, QuestionLine, Written};
use questions::{PositionAnswers, ProofLimits, Questions};

/// The arguments of `solve`.
#[derive(clap::Args)]
pub(super) struct SolveArgs {
    /// What to prove
    #[arg(long, value_enum, default_value_t = Goal::Value)]
    goal: Goal,
    /// Side for which to prove the goal [default: the player to move]
    #[arg(long, value_enum)]
    side: Option<ColorName>,
    /// Maximum number of pieces of the endgame tables; missing tables are built [default: 5 on 6×6, 3 up to
    /// 10×10, 2 on larger boards]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, 12))]
    pieces: Option<usize>,
    /// Maximum number of positions to expand [default: no limit]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    nodes: Option<u64>,
    /// Maximum search time in seconds, not counting the time to build tables [default: no limit]
    #[arg(long, value_name = "S", value_parser = crate::notation::seconds)]
    time: Option<f64>,
    /// Write certificates of the proofs: PREFIX-white-safe.cert and so on
    #[arg(long, value_name = "PREFIX")]
    certificate: Option<PathBuf>,
    /// Prove the start of each game and every first move, and verify a certificate of each: a time limit is that
    /// of one game [default: an hour]
    #[arg(long, conflicts_with_all = ["goal", "side", "fen", "variant"])]
    all_games: bool,
    /// Only games on boards with this many rows
    #[arg(long, value_name = "N", requires = "all_games")]
    size: Option<usize>,
}

/// The goal of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Goal {
    /// The side can force a win
    Win,
    /// The side cannot be forced to lose
    Safe,
    /// The value of the position and of each move
    Value,
}

pub(super) fn run(options: &Options, args: &SolveArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    if args.all_games {
        return all_games::run(options, args, output);
    }
    let game = options.game()?;
    if let Some(prefix) = &args.certificate {
        check_certificates(options, prefix)?;
    }
    let pieces = args.pieces.unwrap_or(options.variant.proof_pieces());
    let tables = ready::with_pieces(options, pieces);
    tables.check_readable()?;
    let mut solve = Solve { options, args, turn: game.turn(), output };
    let solver = tables.solver(&game, pieces, memory(options));
    let mut questions = Questions::new(solver, game, ProofLimits::new(args.nodes, args.time));
    let found = match args.goal {
        Goal::Value => questions.value(),
        Goal::Win => questions.can_win(solve.side()),
        Goal::Safe => questions.can_win(!solve.side()),
    };
    tables.check_readable()?;
    let certificates = solve.certificates(&questions, &found)?;
    solve.report(&questions, &found, certificates)
}

/// The file of a certificate.
fn certificate_file(prefix: &Path, side: Color, guarantee: Guarantee) -> PathBuf {
    let mut name = prefix.to_owned().into_os_string();
    name.push(format!("-{}-{}.cert", side.name(), guarantee.name()));
    name.into()
}

/// Checks all files that may be written: which ones is known only after the proof.
fn check_certificates(options: &Options, prefix: &Path) -> Result<(), Error> {
    for side in Color::ALL {
        for guarantee in [Guarantee::Safe, Guarantee::Win] {
            let path = certificate_file(prefix, side, guarantee);
            OutputFile::new("--certificate", &path).check(options)?;
        }
    }
    Ok(())
}

/// The most bytes that the proofs may use.
fn memory(options: &Options) -> usize {
    let free = machine::free_memory().map_or(1 << 30, |bytes| bytes / 2) as usize;
    options.hash.map_or(free, |mebibytes| (mebibytes as usize) << 20)
}

struct Solve<'a> {
    options: &'a Options,
    args: &'a SolveArgs,
    /// The player to move.
    turn: Color,
    output: &'a mut Output,
}

impl Solve<'_> {
    fn side(&self) -> Color {
        self.args.side.map_or(self.turn, Color::from)
    }

    /// Writes certificates of the proven results.
    fn certificates(&self, questions: &Questions, found: &PositionAnswers) -> Result<Vec<Written>, Error> {
        let Some(prefix) = &self.args.certificate else { return Ok(Vec::new()) };
        let mut written = Vec::new();
        for (side, guarantee) in found.guarantees() {
            if let Some(certificate) = questions.certificate(None, side, guarantee) {
                let path = certificate_file(prefix, side, guarantee);
                OutputFile::new("--certificate", &path).write(certificate.text.as_ref())?;
                let file = path.display().to_string();
                written.push(Written { file, positions: certificate.positions });
            }
        }
        Ok(written)
    }

    fn report(
        &mut self,
        questions: &Questions,
        found: &PositionAnswers,
        certificates: Vec<Written>,
    ) -> Result<ExitStatus, Error> {
        let turn = self.turn;
        let holds = match self.args.goal {
            Goal::Value => None,
            Goal::Win => Some((Guarantee::Win, found.wins(self.side()))),
            Goal::Safe => Some((Guarantee::Safe, found.wins(!self.side()).map(|wins| !wins))),
        };
        let value = found.value(turn);
        let proven = holds.map_or(value != ProvenValue::Unknown, |(_, holds)| holds.is_some());
        let line = AnswerLine {
            value,
            proven,
            question: holds.map(|(goal, holds)| QuestionLine { goal, side: self.side(), holds }),
            plies_at_most: found.plies(),
            expanded: questions.solver().expanded(),
            positions: questions.solver().positions(),
            tables: questions.solver().table_pieces(),
            cpu_seconds: machine::cpu_seconds(),
            moves: questions.moves(),
            certificates,
        };
        if self.options.json {
            self.output.json(&line)?;
        } else {
            self.output.line(questions.game().diagram())?;
            line.lines(turn).into_iter().try_for_each(|line| self.output.line(line))?;
            if let (false, Some(why)) = (proven, questions.why()) {
                self.output.line(why)?;
            }
        }
        Ok(match (proven, holds) {
            (false, _) => ExitStatus::Undecided,
            (true, Some((_, Some(false)))) => ExitStatus::No,
            (true, _) => ExitStatus::Done,
        })
    }
}

//! `solve`: proves what a position is worth.

mod answer;
mod questions;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use super::Verdict;
use super::error::Error;
use super::machine;
use super::options::{Options, whole};
use super::output::Output;
use super::ready;
use crate::board::{Color, Game, Placement};
use crate::engine::{Task, small_pieces, variant};
use crate::notation;
use crate::proof::{Certificate, Guarantee};
use crate::proof::{DraughtsDomain, Prover};
use answer::{Line, Word, Written};
use questions::{Found, Limits, Questions};

/// What `solve` is asked.
#[derive(clap::Args)]
pub(super) struct Args {
    /// What is to be proven
    #[arg(long, value_enum, default_value_t = Goal::Value)]
    goal: Goal,
    /// Who is to win, or not to lose [default: the player to move]
    #[arg(long, value_enum)]
    side: Option<Side>,
    /// The most pieces of the endgame tables, which are made if they are missing [default: 4 on 6×6, 3 up to
    /// 10×10, else 2]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, 12))]
    pieces: Option<usize>,
    /// How many positions to look at [default: as many as there is memory for]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    nodes: Option<u64>,
    /// How many seconds to search, once the tables are there [default: no limit]
    #[arg(long, value_name = "S", value_parser = super::game::seconds)]
    time: Option<f64>,
    /// Write certificates of what is proven: PREFIX-white-safe.cert and so on
    #[arg(long, value_name = "PREFIX")]
    certificate: Option<PathBuf>,
}

/// What is to be proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Goal {
    /// The side wins
    Win,
    /// The side does not lose
    Safe,
    /// Who wins, and what each move is worth
    Value,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Side {
    White,
    Black,
}

pub(super) fn run(options: &Options, args: &Args, output: &mut Output) -> Result<Verdict, Error> {
    variant::with(options.variant, Solve { options, args, output })
}

struct Solve<'a> {
    options: &'a Options,
    args: &'a Args,
    output: &'a mut Output,
}

impl Task for Solve<'_> {
    type Output = Result<Verdict, Error>;

    fn run<G: Game>(mut self) -> Self::Output {
        let root = *self.options.position::<G>()?.placement();
        let pieces = self.args.pieces.unwrap_or(small_pieces::<G>());
        let tables = Arc::new(ready::with_pieces::<G>(self.options, pieces));
        let prover = Prover::new(DraughtsDomain::new(tables, pieces), self.memory());
        let mut questions = Questions::new(prover, root, Limits::new(self.args.nodes, self.args.time));
        let found = match self.args.goal {
            Goal::Value => questions.value(),
            Goal::Win => questions.can_win(self.side(&root)),
            Goal::Safe => questions.can_win(!self.side(&root)),
        };
        let certificates = self.certificates(&questions, &found)?;
        self.tell(&questions, &found, certificates)
    }
}

impl Solve<'_> {
    /// Bytes that the proof may take.
    fn memory(&self) -> usize {
        let free = machine::free_memory().map_or(1 << 30, |bytes| bytes / 2) as usize;
        self.options.hash.map_or(free, |mebibytes| (mebibytes as usize) << 20)
    }

    fn side<G: Game>(&self, root: &Placement<G>) -> Color {
        match self.args.side {
            Some(Side::White) => Color::White,
            Some(Side::Black) => Color::Black,
            None => root.turn,
        }
    }

    /// Writes the certificates of what was found.
    fn certificates<G: Game>(&self, questions: &Questions<G>, found: &Found) -> Result<Vec<Written>, Error> {
        let Some(prefix) = &self.args.certificate else { return Ok(Vec::new()) };
        let mut written = Vec::new();
        for (side, guarantee) in found.claims() {
            let certificate = Certificate::of(questions.prover(), questions.root(), side, guarantee);
            if let Some(certificate) = certificate {
                let mut name = prefix.clone().into_os_string();
                name.push(format!("-{}-{}.cert", side.name(), guarantee.name()));
                let path = PathBuf::from(name);
                let file = path.display().to_string();
                fs::write(&path, certificate.text(self.options.variant.name()))
                    .map_err(|error| Error::Input(format!("{file}: {error}")))?;
                written.push(Written { file, positions: certificate.positions() });
            }
        }
        Ok(written)
    }

    fn tell<G: Game>(
        &mut self,
        questions: &Questions<G>,
        found: &Found,
        certificates: Vec<Written>,
    ) -> Result<Verdict, Error> {
        let turn = questions.root().turn;
        let holds = match self.args.goal {
            Goal::Value => None,
            Goal::Win => Some((Guarantee::Win, found.wins(self.side(questions.root())))),
            Goal::Safe => Some((Guarantee::Safe, found.wins(!self.side(questions.root())).map(|wins| !wins))),
        };
        let value = found.value(turn);
        let proven = holds.map_or(value != Word::Unknown, |(_, holds)| holds.is_some());
        let line = Line {
            value,
            proven,
            goal: holds.map(|(guarantee, _)| guarantee.name()),
            side: holds.map(|_| self.side(questions.root()).name()),
            holds: holds.map(|(_, holds)| holds),
            plies_at_most: found.plies(),
            expanded: questions.prover().expanded(),
            positions: questions.prover().positions(),
            tables: questions.prover().domain().pieces(),
            cpu_seconds: machine::cpu_seconds(),
            moves: questions.moves(),
            certificates,
        };
        if self.options.json {
            self.output.json(&line)?;
        } else {
            self.output.line(notation::diagram(questions.root()))?;
            line.lines(turn).into_iter().try_for_each(|line| self.output.line(line))?;
            if let (false, Some(why)) = (proven, questions.why()) {
                self.output.line(why)?;
            }
        }
        Ok(match (proven, holds) {
            (false, _) => Verdict::Undecided,
            (true, Some((_, Some(false)))) => Verdict::No,
            (true, _) => Verdict::Done,
        })
    }
}

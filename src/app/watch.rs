//! `watch`: the engine plays against itself, and everybody can see it.

use crossbeam_channel::Receiver;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::Verdict;
use super::error::Error;
use super::game::{Record, Thinking, described, sentence};
use super::options::{Options, whole};
use super::output::Output;
use crate::board::Game;
use crate::engine::{Engine, Event, Settings, Task, variant};
use crate::notation;

/// What `watch` is asked.
#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    thinking: Thinking,
    /// Begin with so many moves by chance [default: 2, and none with --fen]
    #[arg(long, value_name = "K", value_parser = whole::<usize>(0, 100))]
    random_plies: Option<usize>,
    /// End after so many plies
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX))]
    plies: Option<usize>,
    /// Play no move that is proven to lose, and say what is proven
    #[arg(long)]
    never_lose: bool,
}

/// Seconds for a move: a game takes as long as one likes to look.
const SECONDS: f64 = 0.1;

pub(super) fn run(options: &Options, args: &Args, output: &mut Output) -> Result<Verdict, Error> {
    variant::with(options.variant, Watch { options, args, output })
}

struct Watch<'a> {
    options: &'a Options,
    args: &'a Args,
    output: &'a mut Output,
}

impl Task for Watch<'_> {
    type Output = Result<Verdict, Error>;

    fn run<G: Game>(mut self) -> Self::Output {
        let mut record = Record::new(self.options.position::<G>()?);
        let (engine, events) =
            Engine::start(Settings { never_lose: self.args.never_lose, ..self.options.settings()? });
        let seed = self.options.seed();
        self.output.line(format_args!("{}, seed {seed}\n", self.options.variant))?;
        self.output.line(notation::diagram(record.position().placement()))?;
        self.open(&mut record, seed)?;
        self.play_on(&mut record, &engine, &events)?;
        self.output.line(match record.outcome() {
            Some(outcome) => sentence(outcome),
            None => "The game is not over.",
        })?;
        Ok(Verdict::Done)
    }
}

impl Watch<'_> {
    /// Moves by chance, so that every game is another one.
    fn open<G: Game>(&mut self, record: &mut Record<G>, seed: u64) -> Result<(), Error> {
        let usual = if self.options.fen.is_some() { 0 } else { 2 };
        let mut chance = StdRng::seed_from_u64(seed);
        for _ in 0..self.args.random_plies.unwrap_or(usual) {
            if !self.goes_on(record) {
                break;
            }
            let moves = record.legal_moves();
            let mv = moves[chance.random_range(0..moves.len())];
            let text = notation::to_text(record.position().placement(), &mv);
            self.output.line(format_args!("{:>6} {text:<12} by chance", record.number()))?;
            record.play(&mv);
        }
        Ok(())
    }

    fn goes_on<G: Game>(&self, record: &Record<G>) -> bool {
        record.outcome().is_none() && self.args.plies.is_none_or(|plies| record.plies() < plies)
    }

    fn play_on<G: Game>(
        &mut self,
        record: &mut Record<G>,
        engine: &Engine,
        events: &Receiver<Event>,
    ) -> Result<(), Error> {
        let limits = self.args.thinking.limits(SECONDS);
        while self.goes_on(record) {
            let Some(thought) = record.ask(engine, events, limits)? else { break };
            let line = described(record, &thought);
            record.play(&thought.mv);
            self.output.line(format_args!("{line}\n"))?;
            self.output.line(notation::diagram(record.position().placement()))?;
        }
        Ok(())
    }
}

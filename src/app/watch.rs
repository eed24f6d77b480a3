//! `watch`: shows a game of the engine against itself.

use crossbeam_channel::Receiver;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::ExitStatus;
use super::error::Error;
use super::game::{Thinking, best_move, described, sentence, tell_tables};
use super::options::{Options, whole};
use super::output::Output;
use crate::engine::{Engine, Event, GameState, Settings};

/// The arguments of `watch`.
#[derive(clap::Args)]
pub(super) struct WatchArgs {
    #[command(flatten)]
    thinking: Thinking,
    /// Number of random plies at the start [default: 2, or 0 with --fen]
    #[arg(long, value_name = "K", value_parser = whole::<usize>(0, 100))]
    random_plies: Option<usize>,
    /// Stop after this many plies [default: the end of the game]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX))]
    plies: Option<usize>,
    /// Never play a move that is proven to lose, and show what is proven
    #[arg(long)]
    never_lose: bool,
}

/// Default seconds per move: the reader should be able to follow the game.
const SECONDS: f64 = 0.1;

pub(super) fn run(options: &Options, args: &WatchArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let game = options.game()?;
    let (engine, events) = Engine::start(Settings { never_lose: args.never_lose, ..options.settings()? })?;
    tell_tables(&engine, &events);
    let seed = options.seed();
    output.line(format_args!("{}, seed {seed}\n", options.variant))?;
    output.line(game.diagram())?;
    let mut watch = Watch { options, args, output, game };
    watch.play_opening(seed)?;
    watch.play_on(&engine, &events)?;
    let end = watch.game.outcome().map_or("The game is not over.", sentence);
    output.line(end)?;
    Ok(ExitStatus::Done)
}

struct Watch<'a> {
    options: &'a Options,
    args: &'a WatchArgs,
    output: &'a mut Output,
    game: GameState,
}

impl Watch<'_> {
    /// Plays random moves, so that games differ.
    fn play_opening(&mut self, seed: u64) -> Result<(), Error> {
        let default = if self.options.fen.is_some() { 0 } else { 2 };
        let mut random = StdRng::seed_from_u64(seed);
        for _ in 0..self.args.random_plies.unwrap_or(default) {
            if self.is_over() {
                break;
            }
            let number = self.game.move_number();
            let choice = random.random_range(0..self.game.choices());
            if let Some(mv) = self.game.play_nth(choice) {
                self.output.line(format_args!("{number:>6} {:<12} random", mv.notation))?;
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.game.outcome().is_some() || self.args.plies.is_some_and(|plies| self.game.plies() >= plies)
    }

    fn play_on(&mut self, engine: &Engine, events: &Receiver<Event>) -> Result<(), Error> {
        let limits = self.args.thinking.limits(SECONDS);
        while !self.is_over() {
            let Some(best) = best_move(&self.game, engine, events, limits)? else { break };
            self.output.line(format_args!("{}\n", described(&self.game, &best)))?;
            self.game.play_nth(best.mv.number);
            self.output.line(self.game.diagram())?;
        }
        Ok(())
    }
}

//! `watch`: shows a game of the engine against itself.

use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, select};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::ExitStatus;
use super::board_view::BoardView;
use super::error::Error;
use super::game::{EngineMove, Thinking, best_move_of, described, sentence, tell_tables};
use super::game_file::{GameEnd, PlayedGame, engine_name};
use super::keys::Keys;
use super::options::{Options, whole};
use super::output::Output;
use super::output_file::OutputFile;
use crate::board::Color;
use crate::engine::{Engine, Event, GameState, Go, Settings};
use crate::interrupt;
use crate::notation::seconds;
use crate::search::Stop;

/// The arguments of `watch`.
#[derive(clap::Args)]
#[command(mut_arg("time", |time| time.help("Seconds per move [default: 0.1, or no limit with --depth or --nodes]")))]
pub(super) struct WatchArgs {
    #[command(flatten)]
    thinking: Thinking,
    /// Least number of seconds from one move to the next [default: 1 on a terminal, else 0]
    #[arg(long, value_name = "S", value_parser = seconds)]
    pace: Option<f64>,
    /// Number of random plies at the start [default: 2, or 0 with --fen]
    #[arg(long, value_name = "K", value_parser = whole::<usize>(0, 100))]
    random_plies: Option<usize>,
    /// Stop after this many plies [default: the end of the game]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, u64::MAX))]
    plies: Option<usize>,
    /// Never play a move that is proven to lose, and show what is proven
    #[arg(long)]
    never_lose: bool,
    /// Write the game to this PDN file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Default seconds per move.
const SECONDS: f64 = 0.1;
/// Default seconds from one move to the next on a terminal: the reader should be able to follow the game.
const PACE: f64 = 1.0;

/// The longest time between two looks for a signal.
const LOOK_FOR_SIGNALS: Duration = Duration::from_millis(50);

const KEYS: &str = "space pauses and goes on, n shows the next move, f turns the board, q ends";

pub(super) fn run(options: &Options, args: &WatchArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    let game = options.game()?;
    let out = args.out.as_deref().map(OutputFile::out);
    out.map_or(Ok(()), |out| out.check(options))?;
    let (engine, events) = Engine::start(Settings { never_lose: args.never_lose, ..options.settings()? })?;
    tell_tables(&engine, &events);
    let seed = options.seed();
    output.line(format_args!("{}, seed {seed}", options.variant))?;
    let keys = Keys::open()?;
    if keys.is_open() {
        output.line(KEYS)?;
    }
    output.line("")?;
    let mut watch = Watch::new(options, args, game, keys.pressed().clone(), output);
    let watched = watch.show().and_then(|()| watch.play(seed, &engine, &events));
    // What was played before an error is kept too.
    let written = out.map_or(Ok(()), |out| out.write(watch.played().pdn().as_bytes()));
    watched.and(written)?;
    let end = watch
        .game
        .outcome()
        .map_or_else(|| "The game is not over.".to_owned(), |outcome| sentence(outcome, &watch.game));
    output.line(end)?;
    Ok(ExitStatus::Done)
}

struct Watch<'a> {
    options: &'a Options,
    args: &'a WatchArgs,
    output: &'a mut Output,
    game: GameState,
    view: BoardView,
    keys: Receiver<char>,
    is_paused: bool,
    /// Whether the next move is to be shown at once.
    is_hurried: bool,
    is_stopped: bool,
}

impl<'a> Watch<'a> {
    fn new(
        options: &'a Options,
        args: &'a WatchArgs,
        game: GameState,
        keys: Receiver<char>,
        output: &'a mut Output,
    ) -> Self {
        let view = BoardView::new(Color::White);
        let (is_paused, is_hurried, is_stopped) = (false, false, false);
        Self { options, args, output, game, view, keys, is_paused, is_hurried, is_stopped }
    }

    fn show(&mut self) -> Result<(), Error> {
        Ok(self.output.styled(self.view.draw(&self.game, &[]))?)
    }

    fn play(&mut self, seed: u64, engine: &Engine, events: &Receiver<Event>) -> Result<(), Error> {
        self.play_opening(seed)?;
        self.play_on(engine, events)
    }

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
        self.is_ended()
            || self.game.outcome().is_some()
            || self.args.plies.is_some_and(|plies| self.game.plies() >= plies)
    }

    fn play_on(&mut self, engine: &Engine, events: &Receiver<Event>) -> Result<(), Error> {
        while !self.is_over() {
            let began = Instant::now();
            let Some(best) = self.best_move(engine, events)? else { break };
            self.rest_until(began + self.pace())?;
            if self.is_ended() {
                break;
            }
            self.output.line(format_args!("{}\n", described(&self.game, &best)))?;
            self.game.play_nth(best.mv.number);
            self.show()?;
        }
        Ok(())
    }

    fn pace(&self) -> Duration {
        let default = if stdout().is_terminal() { PACE } else { 0.0 };
        Duration::from_secs_f64(self.args.pace.unwrap_or(default))
    }

    /// Asks the engine for its move, and obeys the keys that are pressed meanwhile.
    fn best_move(&mut self, engine: &Engine, events: &Receiver<Event>) -> Result<Option<EngineMove>, Error> {
        let go = Go::think(self.args.thinking.limits(SECONDS));
        let (game, keys, stop) = (self.game.clone(), self.keys.clone(), go.stop.clone());
        best_move_of(&game, engine, go, || {
            loop {
                select! {
                    recv(events) -> event => return event.map_err(|_| Error::engine_ended()),
                    recv(keys) -> key => self.obey(key.map_err(|_| Error::engine_ended())?, &stop)?,
                }
            }
        })
    }

    /// Waits, longer if the game is paused, and obeys the keys that are pressed meanwhile.
    fn rest_until(&mut self, time: Instant) -> Result<(), Error> {
        let keys = self.keys.clone();
        while !self.is_ended() && !std::mem::take(&mut self.is_hurried) {
            let now = Instant::now();
            if !self.is_paused && now >= time {
                return Ok(());
            }
            let next_look = now + LOOK_FOR_SIGNALS;
            let wake = if self.is_paused { next_look } else { next_look.min(time) };
            if let Ok(key) = keys.recv_deadline(wake) {
                self.obey(key, &Stop::default())?;
            }
        }
        Ok(())
    }

    /// Obeys a key. Returns an error if the board cannot be shown.
    fn obey(&mut self, key: char, search: &Stop) -> Result<(), Error> {
        match key {
            ' ' => self.is_paused = !self.is_paused,
            'n' | '\n' => self.is_hurried = true,
            'f' => {
                self.view.flip();
                self.show()?;
            }
            'q' => {
                self.is_stopped = true;
                search.ask();
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the person, or a signal, has ended the game.
    fn is_ended(&self) -> bool {
        self.is_stopped || interrupt::is_requested()
    }

    fn played(&self) -> PlayedGame<'_> {
        PlayedGame {
            game: &self.game,
            event: "Remise watch",
            white: engine_name(),
            black: engine_name(),
            end: self.game.outcome().map(GameEnd::ByRules),
        }
    }
}

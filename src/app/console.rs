//! `play`: a person plays against the engine by typing moves.

use std::fmt::Display;
use std::io::{IsTerminal, Write, stdin};

use clap::builder::TypedValueParser;
use crossbeam_channel::Receiver;

use super::ExitStatus;
use super::error::Error;
use super::game::{EngineMove, Thinking, best_move, described, sentence, tell_tables};
use super::options::{ColorName, Options, whole};
use super::output::Output;
use super::session::{InputLine, LEVELS};
use super::{hub, uci};
use crate::board::Color;
use crate::engine::{Engine, Event, GameState, Level, Request, Settings};
use crate::notation::Refusal;
use crate::search::Limits;

/// The arguments of `play`.
#[derive(clap::Args, Default)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    thinking: Thinking,
    /// Your color [default: the player to move]
    #[arg(long)]
    color: Option<ColorName>,
    /// Never play a move that is proven to lose, and show what is proven
    #[arg(long)]
    never_lose: bool,
    /// Playing strength of the engine, from 0 to 20 [default: 20]
    #[arg(long, value_name = "L", value_parser = strength())]
    level: Option<Level>,
}

/// Reads the number of a level.
fn strength() -> impl TypedValueParser<Value = Level> {
    let (least, most) = LEVELS;
    whole::<usize>(least as u64, most as u64).map(|number| Level::new(number).unwrap_or_default())
}

/// Default seconds per move.
const SECONDS: f64 = 1.0;

const NO_MOVE: &str = "there is no legal move";

const HELP: &str = "\
type a move, such as 32-28, 28x19 or c3-d4, or
  moves   list the legal moves       undo    take back your last move
  hint    show the engine's choice   go      let the engine move and swap sides
  board   show the board             fen     show the position as FEN
  new     start another game         quit    leave";

/// Reads the first line: the name of a protocol starts it, anything else is for the console.
pub(super) fn run_or_speak(
    options: &Options,
    lines: &Receiver<InputLine>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    let args = PlayArgs::default();
    if stdin().is_terminal() {
        return run(options, &args, lines, output);
    }
    let first = lines.recv().ok();
    match first.as_ref().and_then(|line| line.as_ref().ok()).map(|line| line.trim()) {
        Some("hub") => hub::run(options, &hub::HubArgs::default(), first, lines, output),
        Some("uci") => uci::run(options, first, lines, output),
        _ => converse(options, &args, first, lines, output),
    }
}

/// Plays until the person quits.
pub(super) fn run(
    options: &Options,
    args: &PlayArgs,
    lines: &Receiver<InputLine>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    converse(options, args, None, lines, output)
}

fn converse(
    options: &Options,
    args: &PlayArgs,
    first: Option<InputLine>,
    lines: &Receiver<InputLine>,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    match Console::new(options, args, output)?.converse(first, lines)? {
        Ended::Quit => Ok(ExitStatus::Done),
        Ended::Hub(line) => hub::run(options, &hub::HubArgs::default(), Some(line), lines, output),
        Ended::Uci(line) => uci::run(options, Some(line), lines, output),
    }
}

/// How a conversation ended.
enum Ended {
    Quit,
    /// With the line that starts this protocol.
    Hub(InputLine),
    Uci(InputLine),
}

struct Console<'a> {
    game: GameState,
    /// The color that the person plays.
    person: Color,
    engine: Engine,
    events: Receiver<Event>,
    limits: Limits,
    output: &'a mut Output,
}

impl<'a> Console<'a> {
    fn new(options: &Options, args: &PlayArgs, output: &'a mut Output) -> Result<Self, Error> {
        let game = options.game()?;
        let (level, never_lose) = (args.level.unwrap_or_default(), args.never_lose);
        let (engine, events) = Engine::start(Settings { level, never_lose, ..options.settings()? })?;
        tell_tables(&engine, &events);
        let person = args.color.map_or(game.turn(), Color::from);
        let limits = args.thinking.limits(SECONDS);
        Ok(Self { game, person, engine, events, limits, output })
    }

    fn converse(mut self, first: Option<InputLine>, lines: &Receiver<InputLine>) -> Result<Ended, Error> {
        self.greet()?;
        self.show()?;
        self.answer()?;
        self.prompt()?;
        for line in first.into_iter().chain(lines) {
            match line.as_ref().map(|text| text.trim().to_lowercase()).as_deref() {
                Ok("quit" | "exit") => return Ok(Ended::Quit),
                Ok("hub") => return Ok(Ended::Hub(line)),
                Ok("uci") => return Ok(Ended::Uci(line)),
                Ok(text) => self.obey(text)?,
                Err(error) => self.say(error)?,
            }
            self.prompt()?;
        }
        // Ends the line of the prompt.
        if stdin().is_terminal() {
            self.say("")?;
        }
        Ok(Ended::Quit)
    }

    fn say(&mut self, text: impl Display) -> Result<(), Error> {
        Ok(self.output.line(text)?)
    }

    fn greet(&mut self) -> Result<(), Error> {
        let color = self.person.name();
        let is_own_turn = self.game.turn() == self.person;
        let example = match self.game.clone().play_nth(0).filter(|_| is_own_turn) {
            Some(mv) => format!("such as {}, ", mv.notation),
            None => String::new(),
        };
        self.say(format_args!("You play {color}. Type a move, {example}or help.\n"))
    }

    /// Shows on a terminal whose turn it is.
    fn prompt(&mut self) -> Result<(), Error> {
        if stdin().is_terminal() {
            write!(self.output, "{}> ", self.game.turn().name())?;
            self.output.flush()?;
        }
        Ok(())
    }

    fn show(&mut self) -> Result<(), Error> {
        self.say(self.game.diagram())
    }

    fn obey(&mut self, text: &str) -> Result<(), Error> {
        match text {
            "" => Ok(()),
            "help" | "?" => self.say(HELP),
            "board" => self.show(),
            "fen" => self.say(self.game.fen()),
            "moves" => self.list(),
            "hint" => self.hint(),
            "undo" => self.undo(),
            "new" => self.begin(),
            "go" => self.change_sides(),
            _ => self.play(text),
        }
    }

    fn list(&mut self) -> Result<(), Error> {
        let legal = self.game.legal_moves();
        if legal.is_empty() {
            return self.say(NO_MOVE);
        }
        let texts: Vec<_> = legal.into_iter().map(|mv| mv.notation).collect();
        self.say(texts.join(" "))
    }

    fn best_move(&self) -> Result<Option<EngineMove>, Error> {
        best_move(&self.game, &self.engine, &self.events, self.limits)
    }

    fn hint(&mut self) -> Result<(), Error> {
        match self.best_move()? {
            Some(best) => self.say(described(&self.game, &best)),
            None => self.say(NO_MOVE),
        }
    }

    fn undo(&mut self) -> Result<(), Error> {
        let plies = if self.game.turn() == self.person { 2 } else { 1 };
        if self.game.plies() < plies {
            return self.say("you have not moved yet");
        }
        self.game.take_back(plies);
        self.show()
    }

    fn begin(&mut self) -> Result<(), Error> {
        self.engine.request(Request::NewGame);
        self.game.take_back(usize::MAX);
        self.show()?;
        self.answer()
    }

    fn change_sides(&mut self) -> Result<(), Error> {
        self.person = !self.game.turn();
        self.answer()
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        if let Some(outcome) = self.game.outcome() {
            return self.say(format_args!("{} Type new or undo.", sentence(outcome)));
        }
        match self.game.play(text) {
            Ok(_) => {
                self.show()?;
                self.answer()
            }
            Err(error) if error.reason == Refusal::NotAMove => {
                self.say(format_args!("{error}; type help for a list of commands"))
            }
            Err(error) => self.say(error),
        }
    }

    /// Lets the engine move if it is its turn, and says so if the game is over.
    fn answer(&mut self) -> Result<(), Error> {
        let is_due = self.game.outcome().is_none() && self.game.turn() != self.person;
        if is_due && let Some(best) = self.best_move()? {
            self.say(format_args!("{}\n", described(&self.game, &best)))?;
            self.game.play_nth(best.mv.number);
            self.show()?;
        }
        match self.game.outcome() {
            Some(outcome) => self.say(sentence(outcome)),
            None => Ok(()),
        }
    }
}

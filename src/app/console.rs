//! `play`: a person types moves, the engine answers.

use std::io::{IsTerminal, Write, stdin};

use clap::ValueEnum;
use crossbeam_channel::Receiver;

use super::Verdict;
use super::error::Error;
use super::game::{Record, Thinking, described, sentence};
use super::options::Options;
use super::output::Output;
use super::session::{Line, level};
use super::{hub, uci};
use crate::board::{Color, Game};
use crate::engine::{Engine, Event, Level, Request, Settings, Task, variant};
use crate::notation::{self, Refusal};
use crate::search::Limits;

/// What `play` is asked.
#[derive(clap::Args, Default)]
pub(super) struct Args {
    #[command(flatten)]
    thinking: Thinking,
    /// The color that you play [default: the one that moves first]
    #[arg(long)]
    color: Option<Side>,
    /// Play no move that is proven to lose, and say what is proven
    #[arg(long)]
    never_lose: bool,
    /// How strong Remise plays, from 0 to 20
    #[arg(long, value_name = "L", value_parser = level)]
    level: Option<Level>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Side {
    White,
    Black,
}

/// Seconds for a move, unless asked otherwise.
const SECONDS: f64 = 1.0;

const NO_MOVE: &str = "there is no move";

const HELP: &str = "\
type a move, such as 32-28, 28x19 or c3-d4, or
  moves   your legal moves         undo    take back your last move
  hint    what Remise would play   go      let Remise play this move, then you the other color
  board   the board                fen     the position as text
  new     another game             quit    good bye";

/// Waits for the first line: a protocol, or the console.
pub(super) fn run_or_speak(
    options: &Options,
    lines: &Receiver<Line>,
    output: &mut Output,
) -> Result<Verdict, Error> {
    let args = Args::default();
    if stdin().is_terminal() {
        return run(options, &args, lines, output);
    }
    let first = lines.recv().ok();
    match first.as_ref().and_then(|line| line.as_ref().ok()).map(|line| line.trim()) {
        Some("hub") => hub::run(options, &hub::Args::default(), first, lines, output),
        Some("uci") => uci::run(options, first, lines, output),
        _ => converse(options, &args, first, lines, output),
    }
}

/// Plays until the person has enough.
pub(super) fn run(
    options: &Options,
    args: &Args,
    lines: &Receiver<Line>,
    output: &mut Output,
) -> Result<Verdict, Error> {
    converse(options, args, None, lines, output)
}

fn converse(
    options: &Options,
    args: &Args,
    first: Option<Line>,
    lines: &Receiver<Line>,
    output: &mut Output,
) -> Result<Verdict, Error> {
    let ended = variant::with(options.variant, Talk { options, args, first, lines, output })?;
    match ended {
        Ended::Quit => Ok(Verdict::Done),
        Ended::Hub(line) => hub::run(options, &hub::Args::default(), Some(line), lines, output),
        Ended::Uci(line) => uci::run(options, Some(line), lines, output),
    }
}

struct Talk<'a> {
    options: &'a Options,
    args: &'a Args,
    first: Option<Line>,
    lines: &'a Receiver<Line>,
    output: &'a mut Output,
}

/// How a conversation ended.
enum Ended {
    Quit,
    /// With the word that starts this protocol, which nobody means as a move.
    Hub(Line),
    Uci(Line),
}

impl Task for Talk<'_> {
    type Output = Result<Ended, Error>;

    fn run<G: Game>(self) -> Self::Output {
        let start = self.options.position::<G>()?;
        let (level, never_lose) = (self.args.level.unwrap_or_default(), self.args.never_lose);
        let (engine, events) = Engine::start(Settings { level, never_lose, ..self.options.settings()? });
        let person = match self.args.color {
            None => start.turn(),
            Some(Side::White) => Color::White,
            Some(Side::Black) => Color::Black,
        };
        let limits = self.args.thinking.limits(SECONDS);
        let record = Record::new(start);
        Console { record, person, engine, events, limits, output: self.output }.talk(self.first, self.lines)
    }
}

struct Console<'a, G: Game> {
    record: Record<G>,
    /// The color that the person plays.
    person: Color,
    engine: Engine,
    events: Receiver<Event>,
    limits: Limits,
    output: &'a mut Output,
}

impl<G: Game> Console<'_, G> {
    fn talk(mut self, first: Option<Line>, lines: &Receiver<Line>) -> Result<Ended, Error> {
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
        // The prompt stands alone: what a shell prints next begins a line.
        if stdin().is_terminal() {
            self.say("")?;
        }
        Ok(Ended::Quit)
    }

    fn say(&mut self, text: impl std::fmt::Display) -> Result<(), Error> {
        Ok(self.output.line(text)?)
    }

    fn greet(&mut self) -> Result<(), Error> {
        let color = self.person.name();
        let own = self.record.position().turn() == self.person;
        let example = match self.record.legal_moves().first().filter(|_| own) {
            Some(mv) => format!("such as {}, ", notation::to_text(self.record.position().placement(), mv)),
            None => String::new(),
        };
        self.say(format_args!("You play {color}. Type a move, {example}or help.\n"))
    }

    /// Shows a person whose turn it is.
    fn prompt(&mut self) -> Result<(), Error> {
        if stdin().is_terminal() {
            write!(self.output, "{}> ", self.record.position().turn().name())?;
            self.output.flush()?;
        }
        Ok(())
    }

    fn show(&mut self) -> Result<(), Error> {
        self.say(notation::diagram(self.record.position().placement()))
    }

    fn obey(&mut self, text: &str) -> Result<(), Error> {
        match text {
            "" => Ok(()),
            "help" | "?" => self.say(HELP),
            "board" => self.show(),
            "fen" => self.say(notation::fen(self.record.position().placement())),
            "moves" => self.list(),
            "hint" => self.hint(),
            "undo" => self.undo(),
            "new" => self.begin(),
            "go" => self.change_sides(),
            _ => self.play(text),
        }
    }

    fn list(&mut self) -> Result<(), Error> {
        let placement = *self.record.position().placement();
        let legal = self.record.legal_moves();
        if legal.is_empty() {
            return self.say(NO_MOVE);
        }
        let texts: Vec<_> = legal.iter().map(|mv| notation::to_text_among(&placement, &legal, mv)).collect();
        self.say(texts.join(" "))
    }

    fn hint(&mut self) -> Result<(), Error> {
        match self.record.ask(&self.engine, &self.events, self.limits)? {
            Some(thought) => self.say(described(&self.record, &thought)),
            None => self.say(NO_MOVE),
        }
    }

    fn undo(&mut self) -> Result<(), Error> {
        let plies = if self.record.position().turn() == self.person { 2 } else { 1 };
        if self.record.plies() < plies {
            return self.say("you have not moved yet");
        }
        self.record.take_back(plies);
        self.show()
    }

    fn begin(&mut self) -> Result<(), Error> {
        self.engine.request(Request::NewGame);
        self.record.take_back(usize::MAX);
        self.show()?;
        self.answer()
    }

    fn change_sides(&mut self) -> Result<(), Error> {
        self.person = !self.record.position().turn();
        self.answer()
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        if let Some(outcome) = self.record.outcome() {
            return self.say(format_args!("{} Type new or undo.", sentence(outcome)));
        }
        match notation::read_move(self.record.position().placement(), text) {
            Ok(mv) => {
                self.record.play(&mv);
                self.show()?;
                self.answer()
            }
            Err(error) if error.reason == Refusal::NotAMove => {
                self.say(format_args!("{error}; help lists the commands"))
            }
            Err(error) => self.say(error),
        }
    }

    /// The engine moves, if it is to move, and the game may be over.
    fn answer(&mut self) -> Result<(), Error> {
        let is_due = self.record.outcome().is_none() && self.record.position().turn() != self.person;
        if is_due && let Some(thought) = self.record.ask(&self.engine, &self.events, self.limits)? {
            self.say(format_args!("{}\n", described(&self.record, &thought)))?;
            self.record.play(&thought.mv);
            self.show()?;
        }
        match self.record.outcome() {
            Some(outcome) => self.say(sentence(outcome)),
            None => Ok(()),
        }
    }
}

//! `play`: a person plays against the engine by typing moves.

mod clocks;
mod command;
mod editor;
mod person_game;

use std::fmt::Display;
use std::io::{IsTerminal, Write, stdin};
use std::path::Path;

use clap::builder::TypedValueParser;
use crossbeam_channel::Receiver;

use super::ExitStatus;
use super::board_view::{BoardView, MoveValue, move_values};
use super::error::Error;
use super::game::{EngineMove, Thinking, best_move, described, draw_refusal, sentence, tell_tables};
use super::game_file::{GameEnd, PlayedGame, engine_name, games_in, replayed};
use super::matches::limits::clock;
use super::options::{ColorName, Options, whole};
use super::output::Output;
use super::output_file::OutputFile;
use super::session::{InputLine, LEVELS, level};
use super::{hub, uci};
use crate::board::Color;
use crate::engine::{EndgameTables, Engine, Event, GameState, Go, Level, Purpose, Request, Settings, Start};
use crate::eval::Score;
use crate::notation::Refusal;
use crate::search::{GameClock, Limits};
use command::{Command, HELP};
use editor::{Heard, Input, Prompt};
use person_game::PersonGame;

/// The arguments of `play`.
#[derive(clap::Args, Default)]
#[command(mut_arg("time", |time| {
    time.help("Seconds per move [default: 1, or no limit with --depth, --nodes or --clock]")
}))]
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
    /// Seconds that each player has for the game, and for each move in addition, such as 300+3 [default: no clock]
    #[arg(long, value_name = "S[+I]", value_parser = clock)]
    clock: Option<GameClock>,
}

/// Reads the number of a level.
fn strength() -> impl TypedValueParser<Value = Level> {
    let (least, most) = LEVELS;
    whole::<usize>(least as u64, most as u64).map(|number| Level::new(number).unwrap_or_default())
}

/// Default seconds per move.
const SECONDS: f64 = 1.0;

const NO_MOVE: &str = "there is no legal move";

/// Reads the first line: the name of a protocol starts it, anything else is for the console.
pub(super) fn run_or_speak(options: &Options, output: &mut Output) -> Result<ExitStatus, Error> {
    let args = PlayArgs::default();
    let input = Input::open()?;
    if stdin().is_terminal() {
        return converse(options, &args, None, input, output);
    }
    let lines = input.into_lines()?;
    let first = lines.recv().ok();
    match first.as_ref().and_then(|line| line.as_ref().ok()).map(|line| line.trim()) {
        Some("hub") => hub::run(options, &hub::HubArgs::default(), first, &lines, output),
        Some("uci") => uci::run(options, first, &lines, output),
        _ => converse(options, &args, first, Input::Lines(lines), output),
    }
}

/// Plays until the person quits.
pub(super) fn run(options: &Options, args: &PlayArgs, output: &mut Output) -> Result<ExitStatus, Error> {
    converse(options, args, None, Input::open()?, output)
}

fn converse(
    options: &Options,
    args: &PlayArgs,
    first: Option<InputLine>,
    mut input: Input,
    output: &mut Output,
) -> Result<ExitStatus, Error> {
    match Console::new(options, args, output)?.converse(first, &mut input)? {
        Ended::Quit => Ok(ExitStatus::Done),
        Ended::Hub(line) => {
            hub::run(options, &hub::HubArgs::default(), Some(line), &input.into_lines()?, output)
        }
        Ended::Uci(line) => uci::run(options, Some(line), &input.into_lines()?, output),
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
    options: &'a Options,
    game: PersonGame,
    settings: Settings,
    engine: Engine,
    events: Receiver<Event>,
    limits: Limits,
    view: BoardView,
    /// Whether the board is turned so that the person looks at it from the other side.
    is_flipped: bool,
    /// Whether the board shows the values of the moves.
    has_lights: bool,
    /// The endgame tables, once they were asked for.
    tables: Option<EndgameTables>,
    output: &'a mut Output,
}

impl<'a> Console<'a> {
    fn new(options: &'a Options, args: &PlayArgs, output: &'a mut Output) -> Result<Self, Error> {
        let game = options.game()?;
        let (level, never_lose) = (args.level.unwrap_or_default(), args.never_lose);
        let settings = Settings { level, never_lose, ..options.settings()? };
        let (engine, events) = Engine::start(settings.clone())?;
        tell_tables(&engine, &events);
        let person = args.color.map_or(game.turn(), Color::from);
        Ok(Self {
            options,
            game: PersonGame::new(game, person, args.clock),
            settings,
            engine,
            events,
            limits: args.thinking.limits(args.clock.is_none().then_some(SECONDS)),
            view: BoardView::new(person),
            is_flipped: false,
            has_lights: false,
            tables: None,
            output,
        })
    }

    fn converse(mut self, first: Option<InputLine>, input: &mut Input) -> Result<Ended, Error> {
        self.greet()?;
        self.show()?;
        self.answer()?;
        let mut first = first;
        loop {
            let heard = match first.take() {
                Some(line) => Heard::Line(line),
                None => self.hear(input)?,
            };
            match heard {
                Heard::Line(line) => match line.as_ref().map(|text| text.trim()) {
                    Ok(word) if is_one_of(word, &["quit", "exit"]) => return Ok(Ended::Quit),
                    Ok(word) if is_one_of(word, &["hub"]) => return Ok(Ended::Hub(line)),
                    Ok(word) if is_one_of(word, &["uci"]) => return Ok(Ended::Uci(line)),
                    Ok(text) => self.obey(text)?,
                    Err(error) => self.say(error)?,
                },
                Heard::Interrupted => self.say("type quit to leave")?,
                Heard::TimeIsUp => self.lose_on_time(input)?,
                Heard::End => break,
            }
        }
        // Ends the line of the prompt.
        if stdin().is_terminal() {
            self.say("")?;
        }
        Ok(Ended::Quit)
    }

    /// Waits for a line.
    fn hear(&mut self, input: &mut Input) -> Result<Heard, Error> {
        if matches!(input, Input::Lines(_)) && stdin().is_terminal() {
            write!(self.output, "{}", self.prompt())?;
            self.output.flush()?;
        }
        let deadline = self.game.deadline();
        Ok(input.next(|| Prompt { text: self.prompt(), words: self.words() }, deadline))
    }

    /// Whose turn it is, and the time that is left.
    fn prompt(&self) -> String {
        let turn = self.state().turn();
        let running = self.game.clocks().filter(|_| self.game.end().is_none());
        let time = running.map_or(String::new(), |clocks| format!(" {}", clocks.text(turn, true)));
        format!("{}{time}> ", turn.name())
    }

    /// What can be completed.
    fn words(&self) -> Vec<String> {
        let moves = self.state().legal_moves().into_iter().map(|mv| mv.notation);
        moves.chain(Command::words().map(str::to_owned)).collect()
    }

    fn state(&self) -> &GameState {
        self.game.state()
    }

    fn say(&mut self, text: impl Display) -> Result<(), Error> {
        Ok(self.output.line(text)?)
    }

    fn greet(&mut self) -> Result<(), Error> {
        let color = self.game.person().name();
        let example = match self.state().after(0).filter(|_| self.game.is_persons_turn()) {
            Some(next) => next.last_move().map_or(String::new(), |mv| format!("such as {}, ", mv.notation)),
            None => String::new(),
        };
        self.say(format_args!("You play {color}. Type a move, {example}or help.\n"))
    }

    fn show(&mut self) -> Result<(), Error> {
        let person = self.game.person();
        self.view.set_bottom(if self.is_flipped { !person } else { person });
        let has_lights = self.has_lights && self.game.end().is_none() && self.game.is_persons_turn();
        let values = if has_lights { self.values()? } else { Vec::new() };
        let board = self.view.draw(self.state(), &values);
        Ok(self.output.styled(board)?)
    }

    fn obey(&mut self, text: &str) -> Result<(), Error> {
        let Some((command, argument)) = Command::read(text) else {
            return if text.is_empty() { Ok(()) } else { self.play(&text.to_lowercase()) };
        };
        match command {
            Command::Help => self.say(HELP),
            Command::Board => self.show(),
            Command::Flip => self.flip(),
            Command::Numbers => self.toggle_numbers(),
            Command::Lights => self.toggle_lights(),
            Command::Moves => self.list(),
            Command::Hint => self.hint(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Go => self.change_sides(),
            Command::Level => self.set_level(argument),
            Command::NeverLose => self.toggle_never_lose(),
            Command::Draw => self.offer_draw(),
            Command::Resign => self.resign(),
            Command::Fen if argument.is_empty() => self.say(self.game.state().fen()),
            Command::Fen => self.set_up(argument),
            Command::New => self.begin(),
            Command::Save => self.save(argument),
            Command::Load => self.load(argument),
        }
    }

    fn flip(&mut self) -> Result<(), Error> {
        self.is_flipped = !self.is_flipped;
        self.show()
    }

    fn toggle_numbers(&mut self) -> Result<(), Error> {
        self.view.toggle_numbers();
        self.show()
    }

    fn toggle_lights(&mut self) -> Result<(), Error> {
        self.has_lights = !self.has_lights;
        self.show()
    }

    /// The legal moves with their values.
    fn values(&mut self) -> Result<Vec<MoveValue>, Error> {
        let (variant, game) = (self.state().variant(), self.game.state());
        let tables = self.tables.get_or_insert_with(|| self.options.open_tables(variant, TABLES_CACHE_MIB));
        Ok(move_values(tables, game))
    }

    fn list(&mut self) -> Result<(), Error> {
        let values = self.values()?;
        if values.is_empty() {
            return self.say(NO_MOVE);
        }
        let is_known = values.iter().any(|it| it.value.is_some());
        let texts: Vec<_> = values.iter().map(|it| self.view.described(it)).collect();
        Ok(self.output.styled(texts.join(if is_known { "\n" } else { " " }))?)
    }

    fn best_move(&self, purpose: Purpose) -> Result<Option<EngineMove>, Error> {
        let turn = self.state().turn();
        let clock = self.game.clocks().map(|clocks| clocks.clock(turn));
        let limits = match (purpose, clock) {
            (Purpose::Think, clock) => Limits { clock, ..self.limits },
            (_, None) => self.limits,
            // An analysis has no clock.
            (_, Some(_)) => Thinking::default().limits(Some(SECONDS)),
        };
        let go = Go { purpose, ..Go::think(limits) };
        best_move(self.state(), &self.engine, &self.events, go)
    }

    /// Shows the best move. An analysis ignores the level at which the engine plays.
    fn hint(&mut self) -> Result<(), Error> {
        match self.best_move(Purpose::Analyze)? {
            Some(best) => self.say(described(self.game.state(), &best)),
            None => self.say(NO_MOVE),
        }
    }

    fn undo(&mut self) -> Result<(), Error> {
        let before = self.game.person();
        match self.game.undo() {
            None => self.say("you have not moved yet"),
            Some(()) => self.show_again(before),
        }
    }

    fn redo(&mut self) -> Result<(), Error> {
        let before = self.game.person();
        match self.game.redo() {
            None => self.say("nothing was taken back"),
            Some(()) => self.show_again(before),
        }
    }

    /// Shows another position, and says so if the person has the other side now.
    fn show_again(&mut self, person_before: Color) -> Result<(), Error> {
        if self.game.person() != person_before {
            self.tell_side()?;
        }
        self.show()?;
        self.tell_end()
    }

    fn tell_side(&mut self) -> Result<(), Error> {
        self.say(format_args!("You play {}.", self.game.person().name()))
    }

    fn begin(&mut self) -> Result<(), Error> {
        self.game.restart();
        self.begin_here()
    }

    /// Starts from a position that was not played in this game.
    fn begin_here(&mut self) -> Result<(), Error> {
        self.engine.request(Request::NewGame);
        self.tell_side()?;
        self.show()?;
        self.answer()
    }

    fn set_up(&mut self, fen: &str) -> Result<(), Error> {
        match GameState::new(self.state().variant(), &Start::Fen(fen.to_owned())) {
            Err(error) => self.say(error),
            Ok(game) => {
                self.game.replace(game, None);
                self.begin_here()
            }
        }
    }

    fn change_sides(&mut self) -> Result<(), Error> {
        if self.game.end().is_some() {
            return self.tell_over();
        }
        self.game.change_sides();
        self.tell_side()?;
        self.answer()
    }

    fn set_level(&mut self, argument: &str) -> Result<(), Error> {
        if !argument.is_empty() {
            match level(argument) {
                Ok(level) => self.settings.level = level,
                Err(error) => return self.say(format_args!("level: {error}")),
            }
            self.engine.request(Request::Settings(self.settings.clone()));
        }
        self.say(format_args!("The engine plays at level {}.", self.settings.level.number()))
    }

    fn toggle_never_lose(&mut self) -> Result<(), Error> {
        self.settings.never_lose = !self.settings.never_lose;
        self.engine.request(Request::Settings(self.settings.clone()));
        self.say(match self.settings.never_lose {
            true => "The engine plays no move that is proven to lose.",
            false => "The engine may play any move.",
        })
    }

    fn resign(&mut self) -> Result<(), Error> {
        self.end_with(GameEnd::Resigned(self.game.person()))
    }

    fn end_with(&mut self, end: GameEnd) -> Result<(), Error> {
        if self.game.end().is_some() {
            return self.tell_over();
        }
        self.game.set_end(end);
        self.tell_end()
    }

    /// Offers a draw. The engine answers by the endgame tables, else by its score.
    fn offer_draw(&mut self) -> Result<(), Error> {
        if self.game.end().is_some() {
            return self.tell_over();
        }
        match self.answer_to_draw()? {
            None => self.end_with(GameEnd::Agreed),
            Some(reason) => self.say(format_args!("The engine declines: {reason}.")),
        }
    }

    /// Returns why the engine declines a draw, if it does.
    fn answer_to_draw(&mut self) -> Result<Option<&'static str>, Error> {
        let values = self.values()?;
        draw_refusal(&values, self.state().plies(), || {
            let best = self.best_move(Purpose::Analyze)?;
            Ok(best.map_or(Score::LOST, |best| best.report.score))
        })
    }

    fn lose_on_time(&mut self, input: &mut Input) -> Result<(), Error> {
        let end = GameEnd::Time(self.game.person());
        self.game.set_end(end);
        match input {
            Input::Editor(editor) => editor.print(&end_sentence(end, self.game.state(), self.game.person())),
            Input::Lines(_) => self.tell_end()?,
        }
        Ok(())
    }

    fn save(&mut self, argument: &str) -> Result<(), Error> {
        let (name, is_forced) = match argument.strip_suffix("--force") {
            Some(name) => (name.trim(), true),
            None => (argument, false),
        };
        if name.is_empty() {
            return self.say("save: the name of a file is missing");
        }
        let file = OutputFile::new("save", Path::new(name));
        let mut options = self.options.clone();
        options.force |= is_forced;
        let saved = file.check(&options).and_then(|()| file.write(self.played().pdn().as_bytes()));
        match saved {
            Ok(()) => self.say(format_args!("The game is saved in {name}.")),
            Err(error) => self.say(error),
        }
    }

    fn played(&self) -> PlayedGame<'_> {
        let engine = match self.settings.level {
            Level::MOST => engine_name(),
            level => format!("{}, level {}", engine_name(), level.number()),
        };
        let (white, black) = match self.game.person() {
            Color::White => ("Person".to_owned(), engine),
            Color::Black => (engine, "Person".to_owned()),
        };
        PlayedGame { game: self.state(), event: "Remise play", white, black, end: self.game.end() }
    }

    fn load(&mut self, argument: &str) -> Result<(), Error> {
        if argument.is_empty() {
            return self.say("load: the name of a file is missing");
        }
        match self.load_game(argument) {
            Err(error) => self.say(format_args!("load: {error}")),
            Ok(told) => {
                self.engine.request(Request::NewGame);
                self.say(told)?;
                self.tell_side()?;
                self.show()?;
                self.answer()
            }
        }
    }

    /// Goes on with a game of a file, and returns which one it is.
    fn load_game(&mut self, argument: &str) -> Result<String, Error> {
        let numbered = argument.rsplit_once(' ').and_then(|(name, number)| {
            number.parse::<usize>().ok().filter(|_| !Path::new(argument).exists()).map(|it| (name.trim(), it))
        });
        let (name, number) = numbered.unwrap_or((argument, 1));
        let games = games_in(Path::new(name))?;
        let count = games.len();
        let of_count = || Error::Input(format!("{name} has games 1 to {count}, not {number}"));
        let chosen = number.checked_sub(1).and_then(|index| games.get(index)).ok_or_else(of_count)?;
        let (game, end) = replayed(self.state().variant(), chosen)?;
        self.game.replace(game, end);
        let player = |tag| chosen.tag(tag).unwrap_or("?");
        Ok(format!("Game {number} of {count}: {} - {}.", player("White"), player("Black")))
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        if self.game.end().is_some() {
            return self.tell_over();
        }
        match self.game.play(text) {
            Ok(()) => {
                self.show()?;
                self.answer()
            }
            Err(error) if error.reason == Refusal::NotAMove => {
                self.say(format_args!("{error}; help lists the commands"))
            }
            Err(error) => self.say(error),
        }
    }

    /// Lets the engine move if it is its turn, and says so if the game is over.
    fn answer(&mut self) -> Result<(), Error> {
        let is_due = self.game.end().is_none() && !self.game.is_persons_turn();
        if is_due && let Some(best) = self.best_move(Purpose::Think)? {
            self.say(format_args!("{}\n", described(self.game.state(), &best)))?;
            self.game.play_nth(best.mv.number);
            self.show()?;
        }
        self.tell_end()
    }

    /// Says how the game ended, if it is over.
    fn tell_end(&mut self) -> Result<(), Error> {
        match self.game.end() {
            Some(end) => self.say(end_sentence(end, self.game.state(), self.game.person())),
            None => Ok(()),
        }
    }

    /// Says that the game is over, and what can be done.
    fn tell_over(&mut self) -> Result<(), Error> {
        let told = self
            .game
            .end()
            .map_or(String::new(), |end| end_sentence(end, self.game.state(), self.game.person()));
        self.say(format_args!("{told} Type new or undo."))
    }
}

/// The cache for the values of moves.
const TABLES_CACHE_MIB: usize = 16;

fn is_one_of(word: &str, names: &[&str]) -> bool {
    names.iter().any(|name| word.eq_ignore_ascii_case(name))
}

/// The end of a game in a sentence.
fn end_sentence(end: GameEnd, state: &GameState, person: Color) -> String {
    let winner = |loser: Color| match !loser {
        Color::White => "White",
        Color::Black => "Black",
    };
    match end {
        GameEnd::ByRules(outcome) => sentence(outcome, state),
        GameEnd::Resigned(loser) if loser == person => format!("You resign. {} wins.", winner(loser)),
        GameEnd::Resigned(loser) => format!("The engine resigns. {} wins.", winner(loser)),
        GameEnd::Agreed => "Draw by agreement.".to_owned(),
        GameEnd::Time(loser) if loser == person => format!("Your time is up. {} wins.", winner(loser)),
        GameEnd::Time(loser) => format!("The engine's time is up. {} wins.", winner(loser)),
    }
}

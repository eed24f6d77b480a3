//! Where `play` gets its lines from: an editor with history and completion on a terminal, else standard input.

use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper};

use crate::app::error::Error;
use crate::app::session::{InputLine, standard_input};
use crate::app::terminal_modes::RestoredModes;
use crate::engine::ThreadError;

/// Where lines come from.
pub(super) enum Input {
    /// Standard input, line by line.
    Lines(Receiver<InputLine>),
    Editor(LineEditor),
}

/// What was heard.
pub(super) enum Heard {
    Line(InputLine),
    /// Ctrl-C.
    Interrupted,
    /// There is no line yet, and the person's time is up.
    TimeIsUp,
    /// The input has ended.
    End,
}

/// What is shown before a line, and the words that can be completed in it.
pub(super) struct Prompt {
    pub(super) text: String,
    pub(super) words: Vec<String>,
}

impl Input {
    pub(super) fn open() -> Result<Self, Error> {
        Ok(match LineEditor::open()? {
            Some(editor) => Self::Editor(editor),
            None => Self::Lines(standard_input()?),
        })
    }

    /// Waits for the next line, until this time if there is one.
    pub(super) fn next(&mut self, prompt: impl FnOnce() -> Prompt, deadline: Option<Instant>) -> Heard {
        match self {
            Self::Editor(editor) => editor.next(prompt, deadline),
            Self::Lines(lines) => match received(lines, deadline) {
                Ok(line) => Heard::Line(line),
                Err(RecvTimeoutError::Timeout) => Heard::TimeIsUp,
                Err(RecvTimeoutError::Disconnected) => Heard::End,
            },
        }
    }

    /// The lines of standard input without an editor.
    pub(super) fn into_lines(self) -> Result<Receiver<InputLine>, Error> {
        match self {
            Self::Lines(lines) => Ok(lines),
            Self::Editor(_) => Ok(standard_input()?),
        }
    }
}

fn received<T>(channel: &Receiver<T>, deadline: Option<Instant>) -> Result<T, RecvTimeoutError> {
    match deadline {
        Some(deadline) => channel.recv_deadline(deadline),
        None => channel.recv().map_err(RecvTimeoutError::from),
    }
}

/// An editor of lines, in a thread of its own.
pub(super) struct LineEditor {
    prompts: Sender<Prompt>,
    lines: Receiver<Result<String, ReadlineError>>,
    printer: Option<Box<dyn ExternalPrinter + Send>>,
    /// Whether the person is asked for a line.
    is_asked: bool,
    _modes: RestoredModes,
}

impl LineEditor {
    /// Returns `None` where there is no terminal to edit lines on.
    fn open() -> Result<Option<Self>, Error> {
        if !anstyle_query::term_supports_ansi_color() {
            return Ok(None);
        }
        let Some(modes) = RestoredModes::remember() else { return Ok(None) };
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let history = MemHistory::with_config(&config);
        let editor = Editor::<Words, MemHistory>::with_history(config, history);
        let mut editor = editor.map_err(Error::input)?;
        let printer = editor.create_external_printer().ok();
        let printer = printer.map(|printer| Box::new(printer) as Box<dyn ExternalPrinter + Send>);
        let (prompts, asked) = bounded::<Prompt>(1);
        let (sender, lines) = bounded(1);
        let edit = move || {
            for Prompt { text, words } in asked {
                editor.set_helper(Some(Words { words, files: FilenameCompleter::new() }));
                if sender.send(editor.readline(&text)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("editor".into()).spawn(edit).map_err(ThreadError)?;
        Ok(Some(Self { prompts, lines, printer, is_asked: false, _modes: modes }))
    }

    fn next(&mut self, prompt: impl FnOnce() -> Prompt, deadline: Option<Instant>) -> Heard {
        if !self.is_asked && self.prompts.send(prompt()).is_err() {
            return Heard::End;
        }
        self.is_asked = true;
        let line = match received(&self.lines, deadline) {
            Err(RecvTimeoutError::Timeout) => return Heard::TimeIsUp,
            Err(RecvTimeoutError::Disconnected) => return Heard::End,
            Ok(line) => line,
        };
        self.is_asked = false;
        match line {
            Ok(line) => Heard::Line(Ok(line)),
            Err(ReadlineError::Interrupted) => Heard::Interrupted,
            Err(_) => Heard::End,
        }
    }

    /// Prints a line above the one that the person is typing.
    pub(super) fn print(&mut self, line: &str) {
        if let Some(printer) = &mut self.printer
            && let Err(error) = printer.print(format!("{line}\n"))
        {
            log::warn!("cannot print: {error}");
        }
    }
}

/// What can be completed: moves and commands, and the names of files after `save` and `load`.
struct Words {
    words: Vec<String>,
    files: FilenameCompleter,
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        end: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line[..end].trim_start();
        if ["save ", "load "].iter().any(|word| typed.starts_with(word)) {
            return self.files.complete(line, end, context);
        }
        let fitting = self.words.iter().filter(|word| word.starts_with(typed));
        let pair = |word: &String| Pair { display: word.clone(), replacement: format!("{word} ") };
        Ok((end - typed.len(), fitting.map(pair).collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

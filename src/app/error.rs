//! The errors of commands, each with a message of one line.

use std::error::Error as _;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::endgame::Unreadable;
use crate::engine::{StartError, ThreadError};
use crate::interrupt;
use crate::jobs::JobError;
use crate::matches::openings::OpeningError;
use crate::matches::pdn_file::PdnFileError;
use crate::notation::{Quote, one_line};

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    /// The command line is wrong, or asks for help.
    #[error("{}", first_paragraph(.0))]
    Usage(#[from] clap::Error),
    /// An input is invalid or an operation failed, with a message.
    #[error("{0}")]
    Input(String),
    /// The program was asked to end before there was anything to tell.
    #[error("interrupted")]
    Interrupted,
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    /// The engine's thread has ended before it answered.
    pub(crate) fn engine_ended() -> Self {
        Self::Input("the engine stopped unexpectedly".to_owned())
    }

    /// An error with the message of another one.
    pub(crate) fn input(error: impl fmt::Display) -> Self {
        Self::Input(error.to_string())
    }

    /// An error about a file, which is named.
    pub(crate) fn file(path: &Path, error: impl fmt::Display) -> Self {
        Self::Input(format!("'{}': {error}", one_line(&path.to_string_lossy())))
    }

    /// Prints the error and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Usage(error) if !error.use_stderr() => match error.print() {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => Self::Output(error).report(),
            },
            // The reader has closed the pipe, as in `remise perft 9 | head -1`.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                // After Ctrl-C the reader has gone too.
                interrupt::exit_code().map_or(ExitCode::SUCCESS, ExitCode::from)
            }
            _ => {
                // If standard error is closed, the exit code still tells.
                let _ = writeln!(io::stderr(), "remise: {}", one_line(&self.to_string()));
                let interrupted = interrupt::exit_code().filter(|_| matches!(self, Self::Interrupted));
                ExitCode::from(interrupted.unwrap_or(2))
            }
        }
    }
}

/// What is said after an interruption, if the same command goes on where it ended.
pub(crate) const RESUMABLE: &str = "interrupted; the same command resumes";

/// From now on, a signal ends the program with the message that the same command resumes. For commands that keep
/// each step on disk as soon as it is done.
pub(crate) fn resume_after_signals() {
    interrupt::before_end(|| warn(RESUMABLE));
}

/// Prints a warning to standard error.
pub(crate) fn warn(text: &str) {
    // If standard error is closed, the command goes on.
    let _ = writeln!(io::stderr(), "remise: {text}");
}

impl From<JobError> for Error {
    fn from(error: JobError) -> Self {
        match error {
            JobError::Interrupted => Self::Interrupted,
            error => Self::input(error),
        }
    }
}

impl From<Unreadable> for Error {
    fn from(error: Unreadable) -> Self {
        Self::input(error)
    }
}

impl From<OpeningError> for Error {
    fn from(error: OpeningError) -> Self {
        match error {
            OpeningError::Interrupted => Self::Interrupted,
            error => Self::input(error),
        }
    }
}

impl From<PdnFileError> for Error {
    fn from(error: PdnFileError) -> Self {
        Self::input(error)
    }
}

impl From<ThreadError> for Error {
    fn from(error: ThreadError) -> Self {
        Self::input(error)
    }
}

impl From<StartError> for Error {
    fn from(error: StartError) -> Self {
        Self::input(error)
    }
}

/// The first paragraph of clap's message without its title, and the nearest name if something was mistyped. The
/// rest is the usage, which `--help` shows.
fn first_paragraph(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a subcommand is required; --help lists them".to_owned();
    }
    let message = with_quotes(error);
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let paragraph = message.split("\n\n").next().unwrap_or_default();
    let paragraph = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    nearest(error).map_or(paragraph.clone(), |name| format!("{paragraph}; did you mean '{name}'?"))
}

/// The name that is most like the one that was mistyped.
fn nearest(error: &clap::Error) -> Option<&str> {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(name) => Some(name.as_str()),
        // The best one comes last.
        ContextValue::Strings(names) => names.last().map(String::as_str),
        _ => None,
    })
}

/// The message with the input quoted: it may be long and contain any character.
fn with_quotes(error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (value, argument) = (text(ContextKind::InvalidValue), text(ContextKind::InvalidArg));
    if let (Some(value), Some(argument), Some(reason)) = (value, argument, error.source()) {
        let (value, reason) = (Quote::of(value).to_string(), reason.to_string());
        // Many reasons name the value themselves.
        return match reason.contains(&value) {
            true => format!("invalid value for '{argument}': {reason}"),
            false => format!("invalid value {value} for '{argument}': {reason}"),
        };
    }
    let typed = [value, argument, text(ContextKind::InvalidSubcommand)].into_iter().flatten();
    typed.fold(error.to_string(), |message, typed| {
        // Clap removes control characters from its message, so this text does not occur in it.
        if typed.contains(char::is_control) {
            return format!("{}: {}", error.kind(), Quote::of(typed));
        }
        message.replace(&format!("'{typed}'"), &Quote::of(typed).to_string())
    })
}

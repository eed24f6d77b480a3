//! What can go wrong with a command, in one line.

use std::error::Error as _;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::notation::Quote;

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum Error {
    /// The words of the command line are wrong, or ask for help.
    Usage(clap::Error),
    /// Something that was given is wrong, in words.
    Input(String),
    /// Nothing more can be written.
    Output(io::Error),
}

impl Error {
    /// The engine's thread has ended before it answered.
    pub(crate) fn engine_ended() -> Self {
        Self::Input("the engine has ended unexpectedly".to_owned())
    }

    /// Something that was given is wrong, as the error says.
    pub(crate) fn input(error: impl fmt::Display) -> Self {
        Self::Input(error.to_string())
    }

    /// Says it where the user looks, and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Usage(error) if !error.use_stderr() => match error.print() {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => Self::Output(error).report(),
            },
            // Whoever reads has seen enough, as with `remise perft 9 | head -1`.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            _ => {
                // Whoever does not listen to errors sees the exit code.
                let _ = writeln!(io::stderr(), "remise: {self}");
                ExitCode::from(2)
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) => f.write_str(&one_line(error)),
            Self::Input(text) => f.write_str(text),
            Self::Output(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<clap::Error> for Error {
    fn from(error: clap::Error) -> Self {
        Self::Usage(error)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The first paragraph of clap's message, without its title: what follows is usage, which `--help` has.
fn one_line(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "one of its commands is needed; --help lists them".to_owned();
    }
    let message = with_quotes(error);
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let paragraph = message.split("\n\n").next().unwrap_or_default();
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The message, with what was typed as it can be shown: it may be long and have any character.
fn with_quotes(error: &clap::Error) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let (value, argument) = (text(ContextKind::InvalidValue), text(ContextKind::InvalidArg));
    if let (Some(value), Some(argument), Some(reason)) = (value, argument, error.source()) {
        return format!("invalid value {} for '{argument}': {reason}", Quote::of(value));
    }
    let typed = [value, argument, text(ContextKind::InvalidSubcommand)].into_iter().flatten();
    typed.fold(error.to_string(), |message, typed| {
        // Clap's message has no control characters, so it does not have this text either.
        if typed.contains(char::is_control) {
            return format!("{}: {}", error.kind(), Quote::of(typed));
        }
        message.replace(&format!("'{typed}'"), &Quote::of(typed).to_string())
    })
}

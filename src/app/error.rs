//! What can go wrong with a command, in one line.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why a command could not do its work.
#[derive(Debug)]
pub(super) enum Error {
    /// The words of the command line are wrong, or ask for help.
    Usage(clap::Error),
    /// Something that was given is wrong, in words.
    Input(String),
    /// Nothing more can be written.
    Output(io::Error),
}

impl Error {
    /// Something that was given is wrong, as the error says.
    pub(super) fn input(error: impl fmt::Display) -> Self {
        Self::Input(error.to_string())
    }

    /// Says it where the user looks, and gives the exit code.
    #[expect(clippy::print_stderr, reason = "a command that failed says so there")]
    pub(super) fn report(&self) -> ExitCode {
        match self {
            Self::Usage(error) if !error.use_stderr() => match error.print() {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => Self::Output(error).report(),
            },
            // Whoever reads has seen enough, as with `remise perft 9 | head -1`.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            _ => {
                eprintln!("remise: {self}");
                ExitCode::from(2)
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) => write!(f, "{}", one_line(&error.to_string())),
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
fn one_line(message: &str) -> String {
    let paragraph =
        message.strip_prefix("error: ").unwrap_or(message).split("\n\n").next().unwrap_or_default();
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

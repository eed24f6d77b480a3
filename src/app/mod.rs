//! The command line: one file for each command and each protocol. The only place that prints.

mod analyse;
mod ballots;
mod bench;
mod board;
mod board_view;
mod complexity;
mod console;
mod dxp;
mod error;
mod evaluation;
mod game;
mod game_file;
mod help;
mod hub;
mod input;
mod keys;
mod lab;
mod log_file;
mod machine;
mod matches;
mod moves;
mod options;
mod output;
mod output_file;
mod pdn;
mod perft;
mod progress;
mod ready;
mod selfplay;
mod serve;
mod session;
mod session_log;
mod shard_flags;
mod solve;
mod tables;
mod terminal_modes;
mod tune;
mod uci;
mod units;
mod verify;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{FromArgMatches, Parser, Subcommand};

use error::Error;
use options::Options;
use output::Output;

use crate::interrupt;

/// Play and analyse draughts and checkers on boards of 6×6 to 14×14.
///
/// Without a command, the first line of input decides: `hub` or `uci` starts that protocol, anything else
/// starts `play`.
#[derive(Parser)]
#[command(name = "remise", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count the leaves of the move tree, depth by depth.
    Perft(perft::PerftArgs),
    /// List the legal moves.
    Moves,
    /// Evaluate a position and show the best moves.
    Analyse(analyse::AnalyseArgs),
    /// Search fixed positions; the number of nodes is the signature of the search.
    Bench(bench::BenchArgs),
    /// Prove the value of a position and of each move.
    Solve(solve::SolveArgs),
    /// Check a certificate against every line of the opponent.
    Verify(verify::VerifyArgs),
    /// Solve small games exactly: Hex, tic-tac-toe, N-to-0-by-1-or-2.
    Lab(lab::LabArgs),
    /// Play many games of the engine against itself.
    Selfplay(selfplay::SelfplayArgs),
    /// Play a match between two engines.
    Match(Box<matches::MatchArgs>),
    /// List balanced openings.
    Ballots(ballots::BallotsArgs),
    /// Measure the complexity of a game.
    #[command(subcommand)]
    Complexity(complexity::Complexity),
    /// Watch the engine play against itself.
    Watch(watch::WatchArgs),
    /// Play against the engine by typing moves.
    Play(console::PlayArgs),
    /// Draw a position, with moves and their values.
    Board(board::BoardArgs),
    /// Show a board in the browser, to play and analyse on.
    Serve(serve::ServeArgs),
    /// Speak Hub on standard input and output.
    Hub(hub::HubArgs),
    /// Speak UCI on standard input and output.
    Uci,
    /// Play 10×10 draughts with another program over DXP, the DamExchange protocol.
    ///
    /// During a session, type `chat TEXT`, `back 5 white` to ask for that position, `resign` or `quit`.
    Dxp(dxp::DxpArgs),
    /// Learn the evaluation from games of the engine against itself.
    Tune(tune::TuneArgs),
    /// Check, count, convert, split and annotate files of games.
    #[command(subcommand)]
    Pdn(pdn::PdnCommand),
    /// Build, list, check and probe endgame tables.
    #[command(subcommand)]
    Tables(tables::TablesCommand),
}

impl Command {
    /// Whether the command makes the folder of `--tables`, or says itself which table it lacks.
    fn bears_missing_tables(&self) -> bool {
        matches!(self, Self::Tables(tables::TablesCommand::Build(_)) | Self::Verify(_))
    }
}

/// The result of a command that ran without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// The work is done, or the answer is yes.
    Done,
    /// The answer is no.
    No,
    /// Not decided within the budget.
    Undecided,
    /// The program was asked to end, and the same command resumes.
    Resumable,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        match status {
            ExitStatus::Done => Self::SUCCESS,
            ExitStatus::No => Self::from(1),
            ExitStatus::Undecided | ExitStatus::Resumable => Self::from(3),
        }
    }
}

/// Runs the command line. The exit code is 0 for success, 1 if the answer is no, 2 after an error, 3 if the
/// question is undecided, and 130 after Ctrl-C.
pub fn run(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut output = Output::standard();
    match parse(words).and_then(|cli| obey(&cli, &mut output)) {
        Ok(status) => end(status),
        Err(error) => error.report(),
    }
}

/// The exit code of a command, which may have been asked to end.
fn end(status: ExitStatus) -> ExitCode {
    let Some(code) = interrupt::exit_code() else { return status.into() };
    error::warn(match status {
        ExitStatus::Resumable => error::RESUMABLE,
        _ => "interrupted",
    });
    ExitCode::from(code)
}

fn parse(words: impl IntoIterator<Item = OsString>) -> Result<Cli, Error> {
    let mut matches = help::command().try_get_matches_from(words)?;
    help::check(&matches)?;
    Ok(Cli::from_arg_matches_mut(&mut matches)?)
}

impl Command {
    /// Prepares for signals: a session is ended by the system, a command by an exit code, and one that knows
    /// something before it is done ends by itself.
    fn prepare_for_signals(&self) {
        match self {
            Self::Play(_) | Self::Hub(_) | Self::Uci => {}
            Self::Analyse(_)
            | Self::Solve(_)
            | Self::Selfplay(_)
            | Self::Match(_)
            | Self::Complexity(_)
            | Self::Watch(_) => interrupt::defer(),
            Self::Lab(args) if args.tells_what_it_has() => interrupt::defer(),
            Self::Tune(args) if args.tells_what_it_has() => interrupt::defer(),
            Self::Tables(tables::TablesCommand::Build(_)) => interrupt::defer(),
            Self::Pdn(pdn::PdnCommand::Analyse(_)) => interrupt::defer(),
            _ => interrupt::handle(),
        }
    }
}

fn obey(cli: &Cli, output: &mut Output) -> Result<ExitStatus, Error> {
    log_file::start(cli.options.log.as_deref())?;
    cli.options.check_tables_folder(cli.command.as_ref().is_some_and(Command::bears_missing_tables))?;
    cli.command.iter().for_each(Command::prepare_for_signals);
    match &cli.command {
        Some(Command::Perft(args)) => perft::run(&cli.options, args, output),
        Some(Command::Moves) => moves::run(&cli.options, output),
        Some(Command::Analyse(args)) => analyse::run(&cli.options, args, output),
        Some(Command::Bench(args)) => bench::run(&cli.options, args, output),
        Some(Command::Solve(args)) => solve::run(&cli.options, args, output),
        Some(Command::Verify(args)) => verify::run(&cli.options, args, output),
        Some(Command::Lab(args)) => lab::run(&cli.options, args, output),
        Some(Command::Selfplay(args)) => selfplay::run(&cli.options, args, output),
        Some(Command::Match(args)) => matches::run(&cli.options, args, output),
        Some(Command::Ballots(args)) => ballots::run(&cli.options, args, output),
        Some(Command::Complexity(command)) => complexity::run(&cli.options, command, output),
        Some(Command::Watch(args)) => watch::run(&cli.options, args, output),
        Some(Command::Play(args)) => console::run(&cli.options, args, output),
        Some(Command::Board(args)) => board::run(&cli.options, args, output),
        Some(Command::Serve(args)) => serve::run(&cli.options, args, output),
        Some(Command::Hub(args)) => hub::run(&cli.options, args, None, &session::standard_input()?, output),
        Some(Command::Uci) => uci::run(&cli.options, None, &session::standard_input()?, output),
        Some(Command::Dxp(args)) => dxp::run(&cli.options, args, session::standard_input()?, output),
        Some(Command::Tune(args)) => tune::run(&cli.options, args, output),
        Some(Command::Pdn(command)) => pdn::run(&cli.options, command, output),
        Some(Command::Tables(command)) => tables::run(&cli.options, command, output),
        None => console::run_or_speak(&cli.options, output),
    }
}

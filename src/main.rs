//! The command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    remise::app::run(std::env::args_os())
}

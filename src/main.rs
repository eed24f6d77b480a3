//! The command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    remise::app::start_log();
    remise::app::run(std::env::args_os())
}

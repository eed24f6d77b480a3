//! The command line.

use std::process::ExitCode;

use log::LevelFilter;

fn main() -> ExitCode {
    // Some clients read standard error as if it were the engine's answer: quiet unless asked.
    env_logger::Builder::new().filter_level(LevelFilter::Off).parse_default_env().init();
    remise::app::run(std::env::args_os())
}

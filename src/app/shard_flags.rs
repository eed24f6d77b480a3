//! The flags of commands whose work can be divided into shards.

use std::path::{Path, PathBuf};

use clap::Args;

use super::error::Error;
use super::options::Options;
use super::output_file::OutputFile;
use crate::jobs::journal;
use crate::jobs::shard::Shard;

/// The flags of commands whose work can be divided into shards.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ShardArgs {
    /// Do one shard of the work, such as 2/4 for the second of four, and write its results to --out
    #[arg(long, value_name = "I/N", conflicts_with = "merge")]
    pub(crate) shard: Option<Shard>,
    /// Merge the result files of all shards into the result of a single run
    #[arg(long, value_name = "FILES", num_args = 1..)]
    pub(crate) merge: Vec<PathBuf>,
}

impl ShardArgs {
    /// Returns the random seed: the one given, the one of the run that is continued, or the default, which
    /// is the same for all shards.
    pub(crate) fn seed(&self, options: &Options, journal: Option<&Path>) -> u64 {
        let default = || if self.shard.is_some() { 1 } else { options.seed() };
        options.seed.or_else(|| journal::seed(journal?)).unwrap_or_else(default)
    }

    /// Returns the file of a shard's results. Returns `None` if no file is asked for.
    pub(crate) fn file(&self, out: Option<&Path>, options: &Options, command: &str) -> Option<PathBuf> {
        let default = |shard: Shard| shard.file_name(command, options.variant.name()).into();
        out.map(Path::to_owned).or_else(|| self.shard.map(default))
    }

    /// Checks the file for what is merged, which is never one of the files to merge.
    pub(crate) fn check_out(&self, options: &Options, out: Option<&Path>) -> Result<(), Error> {
        let Some(out) = out.map(OutputFile::out) else { return Ok(()) };
        if self.merge.iter().any(|file| out.is(file)) {
            return Err(out.error("this is one of the files to merge"));
        }
        out.check(options)
    }

    /// Checks the file for the results of a shard. What is there decides whether they are continued.
    pub(crate) fn check_results(&self, file: Option<&Path>) -> Result<(), Error> {
        file.map_or(Ok(()), |file| OutputFile::out(file).check_writable())
    }
}

//! What can go wrong with the results of jobs.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::notation::{Quote, counted};

/// Why the results of jobs cannot be read, written or merged.
#[derive(Debug, Error)]
pub(crate) enum JobError {
    /// The program was asked to end before all jobs were done.
    #[error("interrupted")]
    Interrupted,
    /// The system refused access to a file.
    #[error("cannot {action} '{}': {source}", path.display())]
    File { action: &'static str, path: PathBuf, source: io::Error },
    /// Another process writes to the file.
    #[error("'{}' is in use by another process", .0.display())]
    InUse(PathBuf),
    /// The file has the results of another run.
    #[error("'{}' holds the results of another run ({difference}); choose another file, or --force to replace it", path.display())]
    OtherRun { path: PathBuf, difference: String },
    /// A line is not part of a file of results.
    #[error("'{}': line {line} is not part of a results file: {reason}", path.display())]
    Malformed { path: PathBuf, line: usize, reason: String },
    /// A file to merge belongs to another command.
    #[error("--merge: these are results of {found}, not of {expected}")]
    OtherCommand { found: Quote, expected: String },
    /// Two files to merge belong to different runs.
    #[error("--merge: '{}' and '{}' belong to different runs ({difference})", path.display(), first.display())]
    DifferentRuns { path: PathBuf, first: PathBuf, difference: String },
    /// Two files to merge have different results for the same job.
    #[error("--merge: '{}' contradicts an earlier file about job {job}", path.display())]
    Conflict { path: PathBuf, job: usize },
    /// The system cannot start a thread.
    #[error("cannot start thread {number} of {threads}: {source}")]
    Thread { number: usize, threads: usize, source: io::Error },
    /// There is nothing to merge.
    #[error("--merge: no files")]
    NoFiles,
    /// The files to merge do not have the results of all jobs.
    #[error("--merge: the results of {missing} of {} are missing, beginning with job {first}", counted(*.jobs, "job"))]
    Incomplete { missing: usize, jobs: usize, first: usize },
}

impl JobError {
    /// The system refused to do this with a file.
    pub(super) fn file(action: &'static str, path: &Path, source: io::Error) -> Self {
        Self::File { action, path: path.to_owned(), source }
    }
}

//! The files that commands write. One that is there is replaced only with `--force`, and what stands in the way
//! is said before the work.

use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::error::Error;
use super::options::Options;
use crate::files;
use crate::jobs::journal::{self, Header};
use crate::notation::one_line;

/// A file that a command writes.
#[derive(Clone, Copy)]
pub(super) struct OutputFile<'a> {
    /// The flag that names it.
    flag: &'static str,
    path: &'a Path,
}

impl<'a> OutputFile<'a> {
    /// The file that a flag names.
    pub(super) const fn new(flag: &'static str, path: &'a Path) -> Self {
        Self { flag, path }
    }

    /// The file of `--out`.
    pub(super) const fn out(path: &'a Path) -> Self {
        Self::new("--out", path)
    }

    /// Checks that the file can be written, and that none is there unless it may be replaced.
    pub(super) fn check(self, options: &Options) -> Result<(), Error> {
        if !options.force && self.found()?.is_some_and(|found| found.is_file()) {
            return Err(self.error("the file exists; --force replaces it"));
        }
        self.check_writable()
    }

    /// Checks that the file is not the one that is read: what is left out of it would be lost.
    pub(super) fn check_other_than(self, input: &Path) -> Result<(), Error> {
        if self.is(input) { Err(self.error("this is the file that is read")) } else { Ok(()) }
    }

    /// Whether both paths lead to the same file, which is there.
    pub(super) fn is(self, other: &Path) -> bool {
        let is_same =
            |path: &Path| other.canonicalize().is_ok_and(|other| other == path || is_linked(path, &other));
        self.path.canonicalize().is_ok_and(|path| is_same(&path))
    }

    /// Checks that the file can be written, or replaced.
    pub(super) fn check_writable(self) -> Result<(), Error> {
        let checked = match self.found()? {
            Some(found) if found.is_file() => OpenOptions::new().write(true).open(self.path).map(drop),
            // To open a pipe may take until somebody reads.
            Some(_) => Ok(()),
            None => files::temporary(self.folder()?, ".", ".tmp").map(drop),
        };
        checked.map_err(|error| self.error(error))
    }

    /// The same for a file with a journal, before the run is known: if there is a journal, [`Self::check_run`]
    /// decides.
    pub(super) fn check_begun(self, options: &Options, journal: &Path) -> Result<(), Error> {
        if journal.exists() { self.check_writable() } else { self.check(options) }
    }

    /// The same for a file with a journal: results of the same run may be continued.
    pub(super) fn check_run(self, options: &Options, journal: &Path, run: &Header) -> Result<(), Error> {
        let is_same = journal::header(journal).is_ok_and(|found| found.is_same_run(run));
        // About results of another run, the journal says more.
        if is_same || journal::has_results(journal) { Ok(()) } else { self.check(options) }
    }

    /// Writes the file: whole or not at all, unless it is a device or a pipe.
    pub(super) fn write(self, bytes: &[u8]) -> Result<(), Error> {
        self.write_with(|file| file.write_all(bytes))
    }

    /// Writes the file with a function.
    pub(super) fn write_with(self, write: impl FnOnce(&mut fs::File) -> io::Result<()>) -> Result<(), Error> {
        let written = match self.found()? {
            Some(found) if !found.is_file() => {
                OpenOptions::new().write(true).open(self.path).and_then(|mut file| write(&mut file))
            }
            // Where the name is a link, its target is replaced.
            Some(_) => self.path.canonicalize().and_then(|path| files::write_whole(&path, write)),
            None => files::write_whole(self.path, write),
        };
        written.map_err(|error| self.error(error))
    }

    /// An error about the file, which is named with its flag.
    pub(super) fn error(self, reason: impl std::fmt::Display) -> Error {
        Error::Input(format!("{} '{}': {reason}", self.flag, one_line(&self.path.to_string_lossy())))
    }

    /// What is there. Returns `None` if nothing is.
    fn found(self) -> Result<Option<Metadata>, Error> {
        match fs::metadata(self.path) {
            Ok(found) if found.is_dir() => Err(self.error("this is a folder")),
            Ok(found) => Ok(Some(found)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.error(error)),
        }
    }

    /// The folder of the file, which has to be there.
    fn folder(self) -> Result<&'a Path, Error> {
        let folder = self.path.parent().unwrap_or(Path::new(""));
        if folder.as_os_str().is_empty() || folder.is_dir() {
            return Ok(folder);
        }
        let name = one_line(&folder.to_string_lossy());
        Err(self.error(format_args!("there is no folder '{name}'")))
    }
}

/// Whether these are two names of the same file.
#[cfg(unix)]
fn is_linked(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |path: &Path| fs::metadata(path).ok().map(|found| (found.dev(), found.ino()));
    number(one).is_some_and(|one| number(other) == Some(one))
}

/// Whether these are two names of the same file. The system does not tell.
#[cfg(not(unix))]
fn is_linked(_: &Path, _: &Path) -> bool {
    false
}

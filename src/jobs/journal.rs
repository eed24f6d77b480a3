//! What a long job has done so far, in a file that survives the end of the program.
//!
//! Lines of JSON: first what the job is, then a line for each of its parts that is done, as they are done.
//! The same file is what a shard hands over to be merged.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::app::error::Error;
use crate::jobs::shard::Shard;
use crate::notation::Quote;

/// What a job is. Results of jobs that differ in anything but the shard have nothing to do with each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The command.
    pub(crate) command: String,
    /// The game.
    pub(crate) variant: String,
    /// Where chance begins.
    pub(crate) seed: u64,
    /// How many parts there are.
    pub(crate) jobs: usize,
    /// Everything else that the results depend on.
    pub(crate) settings: String,
    /// Which parts are done here.
    pub(crate) shard: Shard,
}

impl Header {
    /// The same job as a whole.
    fn whole(&self) -> Self {
        Self { shard: Shard::WHOLE, ..self.clone() }
    }
}

#[derive(Serialize, Deserialize)]
struct Line<R> {
    job: usize,
    #[serde(flatten)]
    result: R,
}

/// Results by the number of their part, from 0.
pub(crate) type Results<R> = BTreeMap<usize, R>;

/// A file that results are written to as they come.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Begins a file, or goes on with one that is there, and what was done already. Nobody else can as long
    /// as this process does. Where nothing was done yet another job may begin.
    ///
    /// # Errors
    /// When the file cannot be used, is in use, or has results of another job.
    pub(crate) fn open<R: DeserializeOwned>(
        path: &Path,
        header: &Header,
    ) -> Result<(Self, Results<R>), Error> {
        let mut file = locked(path)?;
        // Through the same handle: elsewhere nobody can read what is locked.
        let reader = || {
            let again = file.try_clone().and_then(|mut file| file.rewind().map(|()| file));
            again.map_err(|error| cannot("read", path, &error))
        };
        let found = if is_unbegun(reader()?) { None } else { Some(Found::of(path, reader()?, header)?) };
        // What was written when the program was killed may be half a line.
        let length = found.as_ref().map_or(0, |found| found.length);
        let cut = file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| cannot("write", path, &error))?;
        let journal = Self { path: path.to_owned(), file: Mutex::new(file) };
        match found {
            Some(found) => Ok((journal, found.results)),
            None => journal.append(header).map(|()| (journal, BTreeMap::new())),
        }
    }

    /// Writes down a result. It is safe when this returns.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn note(&self, job: usize, result: &impl Serialize) -> Result<(), Error> {
        self.append(&Line { job, result })
    }

    fn append(&self, value: &impl Serialize) -> Result<(), Error> {
        let failed = |error: io::Error| cannot("write", &self.path, &error);
        let mut text = serde_json::to_string(value).map_err(|error| failed(error.into()))?;
        text.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes()).map_err(failed)
    }

    /// Takes the file away: what was in it stands elsewhere now.
    pub(crate) fn remove(self) {
        if let Err(error) = std::fs::remove_file(&self.path) {
            log::warn!("{} cannot be removed: {error}", self.path.display());
        }
    }
}

/// What is in a file of results.
pub(crate) struct Found<R> {
    /// What job it is.
    pub(crate) header: Header,
    /// What is done of it.
    pub(crate) results: Results<R>,
    /// Bytes in whole lines.
    length: u64,
}

impl<R: DeserializeOwned> Found<R> {
    /// What is done of a job.
    fn of(path: &Path, file: File, asked: &Header) -> Result<Self, Error> {
        let (header, lines) = begin(path, file)?;
        if header == *asked {
            return Self::rest(header, lines);
        }
        Err(Error::Input(format!(
            "{} has the results of another job ({}); choose another file, or remove it",
            path.display(),
            difference(&header, asked)
        )))
    }

    /// A last line that does not end is not counted.
    fn rest(header: Header, mut lines: WholeLines<'_>) -> Result<Self, Error> {
        let mut results = BTreeMap::new();
        while let Some(Line { job, result }) = lines.value()? {
            if job >= header.jobs || !header.shard.has(job) {
                return Err(lines.refused(&format!("job {job} is none of shard {}", header.shard)));
            }
            results.insert(job, result);
        }
        Ok(Self { header, results, length: lines.length })
    }
}

/// Which job a file has the results of.
///
/// # Errors
/// When it cannot be read, or is no such file.
pub(crate) fn header(path: &Path) -> Result<Header, Error> {
    Ok(begin(path, open(path)?)?.0)
}

fn open(path: &Path) -> Result<File, Error> {
    File::open(path).map_err(|error| cannot("read", path, &error))
}

fn begin(path: &Path, file: File) -> Result<(Header, WholeLines<'_>), Error> {
    let mut lines = WholeLines { input: BufReader::new(file), number: 0, length: 0, path };
    let header = lines.value()?.ok_or_else(|| lines.refused(&"there is nothing in it"))?;
    Ok((header, lines))
}

/// Reads the shards of a command's job and puts them together.
///
/// # Errors
/// When they are of another command, not of the same job, or do not make up the whole.
pub(crate) fn merge<R: DeserializeOwned>(
    paths: &[PathBuf],
    command: &str,
) -> Result<(Header, Results<R>), Error> {
    let mut whole: Option<Header> = None;
    let mut all = BTreeMap::new();
    for path in paths {
        let (header, lines) = begin(path, open(path)?)?;
        if header.command != command {
            let found = Quote::of(&header.command);
            return Err(Error::Input(format!("--merge: these are results of {found}, not of {command}")));
        }
        let Found { header, results, .. } = Found::rest(header, lines)?;
        let known = whole.get_or_insert_with(|| header.whole());
        if *known != header.whole() {
            return Err(Error::Input(format!(
                "--merge: {} is of another job than {} ({})",
                path.display(),
                paths[0].display(),
                difference(&header.whole(), known)
            )));
        }
        all.extend(results);
    }
    let header = whole.ok_or_else(|| Error::Input("--merge: no files".to_owned()))?;
    let missing = (0..header.jobs).filter(|job| !all.contains_key(job));
    let count = missing.clone().count();
    match missing.into_iter().next() {
        None => Ok((header, all)),
        Some(first) => Err(Error::Input(format!(
            "--merge: {count} of {} parts are missing, the first is number {}",
            header.jobs,
            first + 1
        ))),
    }
}

/// The file for the results of a job whose games go to this file.
pub(crate) fn beside(games: &Path) -> PathBuf {
    let mut name = games.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

/// Where chance begins in the job whose results are in a file. None: there is no such file.
pub(crate) fn seed(path: &Path) -> Option<u64> {
    let mut line = String::new();
    BufReader::new(File::open(path).ok()?).read_line(&mut line).ok()?;
    serde_json::from_str(&line).ok().map(|header: Header| header.seed)
}

/// A file that nobody else is writing to.
fn locked(path: &Path) -> Result<File, Error> {
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = open.map_err(|error| cannot("write", path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(Error::Input(format!("{} is in use by another process", path.display())))
        }
        Err(TryLockError::Error(error)) => Err(cannot("lock", path, &error)),
    }
}

/// Whether there is no result in a file: nothing but its first line, or a part of that, as the program was
/// killed.
fn is_unbegun(file: File) -> bool {
    const BEGINNING: &[u8] = b"{\"command\":";
    let mut text = Vec::new();
    let mut input = BufReader::new(file);
    let mut read = || input.read_until(b'\n', &mut text);
    let is_read = read().and_then(|_| read()).is_ok();
    let as_far = text.len().min(BEGINNING.len());
    let has_second = text.iter().position(|&byte| byte == b'\n').is_some_and(|end| end + 1 < text.len());
    is_read && !has_second && text[..as_far] == BEGINNING[..as_far]
}

/// What two jobs differ in.
fn difference(found: &Header, asked: &Header) -> String {
    let pairs = [
        ("command", found.command.clone(), asked.command.clone()),
        ("variant", found.variant.clone(), asked.variant.clone()),
        ("seed", found.seed.to_string(), asked.seed.to_string()),
        ("parts", found.jobs.to_string(), asked.jobs.to_string()),
        ("settings", found.settings.clone(), asked.settings.clone()),
        ("shard", found.shard.to_string(), asked.shard.to_string()),
    ];
    let differing = pairs.into_iter().find(|(_, found, asked)| found != asked);
    differing.map_or(String::new(), |(what, found, asked)| format!("{what} {found}, not {asked}"))
}

fn cannot(what: &str, path: &Path, error: &io::Error) -> Error {
    Error::Input(format!("cannot {what} {}: {error}", path.display()))
}

/// The lines of a file that end.
struct WholeLines<'a> {
    input: BufReader<File>,
    number: usize,
    length: u64,
    path: &'a Path,
}

impl WholeLines<'_> {
    /// The value of the next line. None: there is no whole one.
    fn value<T: DeserializeOwned>(&mut self) -> Result<Option<T>, Error> {
        let mut line = Vec::new();
        self.input.read_until(b'\n', &mut line).map_err(|error| cannot("read", self.path, &error))?;
        if line.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.number += 1;
        self.length += line.len() as u64;
        serde_json::from_slice(&line).map(Some).map_err(|error| self.refused(&error))
    }

    fn refused(&self, reason: &dyn std::fmt::Display) -> Error {
        Error::Input(format!("{} is no file of results, line {}: {reason}", self.path.display(), self.number))
    }
}

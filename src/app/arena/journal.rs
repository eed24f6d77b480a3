//! What a long job has done so far, in a file that survives the end of the program.
//!
//! Lines of JSON: first what the job is, then a line for each of its parts that is done, as they are done.
//! The same file is what a shard hands over to be merged.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::super::error::Error;
use super::shard::Shard;

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
    /// Begins a file, or goes on with one that is there, and what was done already.
    ///
    /// # Errors
    /// When the file cannot be used, or is that of another job.
    pub(crate) fn open<R: DeserializeOwned>(
        path: &Path,
        header: &Header,
    ) -> Result<(Self, Results<R>), Error> {
        if !path.exists() || is_unbegun(path) {
            let file = File::create(path).map_err(|error| cannot("write", path, &error))?;
            let journal = Self { path: path.to_owned(), file: Mutex::new(file) };
            journal.append(header)?;
            return Ok((journal, BTreeMap::new()));
        }
        let found = read::<R>(path)?;
        if found.header != *header {
            return Err(Error::Input(format!(
                "{} has the results of another job ({}); choose another file, or remove it",
                path.display(),
                difference(&found.header, header)
            )));
        }
        let mut file =
            OpenOptions::new().write(true).open(path).map_err(|error| cannot("write", path, &error))?;
        // What was written when the program was killed may be half a line.
        let cut = file.set_len(found.length).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| cannot("write", path, &error))?;
        Ok((Self { path: path.to_owned(), file: Mutex::new(file) }, found.results))
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

/// Reads a file of results. A last line that does not end is not counted.
///
/// # Errors
/// When it cannot be read, or is no such file.
pub(crate) fn read<R: DeserializeOwned>(path: &Path) -> Result<Found<R>, Error> {
    let file = File::open(path).map_err(|error| cannot("read", path, &error))?;
    let mut lines = WholeLines { input: BufReader::new(file), number: 0, length: 0, path };
    let header: Header = lines.value()?.ok_or_else(|| lines.refused(&"there is nothing in it"))?;
    let mut results = BTreeMap::new();
    while let Some(Line { job, result }) = lines.value()? {
        if job >= header.jobs || !header.shard.has(job) {
            return Err(lines.refused(&format!("job {job} is none of shard {}", header.shard)));
        }
        results.insert(job, result);
    }
    Ok(Found { header, results, length: lines.length })
}

/// Reads the shards of a job and puts them together.
///
/// # Errors
/// When they are not of the same job, or do not make up the whole.
pub(crate) fn merge<R: DeserializeOwned>(paths: &[PathBuf]) -> Result<(Header, Results<R>), Error> {
    let mut whole: Option<Header> = None;
    let mut all = BTreeMap::new();
    for path in paths {
        let Found { header, results, .. } = read(path)?;
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

/// Whether nothing is in a file but a part of its first line, as the program was killed.
fn is_unbegun(path: &Path) -> bool {
    const BEGINNING: &[u8] = b"{\"command\":";
    let mut line = Vec::new();
    let read = File::open(path).and_then(|file| BufReader::new(file).read_until(b'\n', &mut line));
    let as_far = line.len().min(BEGINNING.len());
    read.is_ok() && line.last() != Some(&b'\n') && line[..as_far] == BEGINNING[..as_far]
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

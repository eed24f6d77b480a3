//! The journal of a run: a file of its results that survives the end of the program.
//!
//! Lines of JSON: a header that describes the run, then a line for each job that is done, in the order in
//! which they finish. Shards are merged from the same files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::JobError;
use super::shard::Shard;
use crate::files;
use crate::notation::Quote;

/// The description of a run. Results of runs that differ in anything but the shard are not comparable.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The command.
    pub(crate) command: String,
    /// The game.
    pub(crate) variant: String,
    /// The random seed.
    pub(crate) seed: u64,
    /// The number of jobs of all shards.
    pub(crate) jobs: usize,
    /// Everything else that the results depend on.
    pub(crate) settings: String,
    /// The same in words: names and values, to say what differs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) details: Vec<Detail>,
    /// The shard that this file has the results of.
    pub(crate) shard: Shard,
}

/// The name of a setting, and its value.
pub(crate) type Detail = (String, String);

/// A setting in words.
pub(crate) fn detail(name: &str, value: impl std::fmt::Display) -> Detail {
    (name.to_owned(), value.to_string())
}

/// A setting that may not be given.
pub(crate) fn optional(name: &str, value: Option<impl std::fmt::Display>) -> Detail {
    detail(name, value.map_or("not given".to_owned(), |value| value.to_string()))
}

/// What becomes of a file with the results of another run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OtherResults {
    Keep,
    Replace,
}

impl Header {
    /// Returns the header of the whole run.
    fn whole(&self) -> Self {
        Self { shard: Shard::WHOLE, ..self.clone() }
    }

    /// Whether results with both headers belong together.
    pub(crate) fn is_same_run(&self, other: &Self) -> bool {
        self.numbers() == other.numbers() && self.settings == other.settings
    }

    /// What a run is known by, besides its settings.
    fn numbers(&self) -> [Detail; 5] {
        [
            detail("command", &self.command),
            detail("variant", &self.variant),
            detail("seed", self.seed),
            detail("jobs", self.jobs),
            detail("shard", self.shard),
        ]
    }

    /// Describes the first difference between the header that was found and the one expected.
    fn difference(&self, expected: &Self) -> String {
        // The number of jobs comes last: the details may say the same in better words.
        let all = |header: &Self| [&header.numbers()[..3], &header.details, &header.numbers()[3..]].concat();
        let (found, expected) = (all(self), all(expected));
        let differing = expected.iter().find_map(|(what, expected)| {
            let (_, found) = found.iter().find(|(name, _)| name == what)?;
            (found != expected).then(|| format!("{what} {found}, not {expected}"))
        });
        differing.unwrap_or_else(|| "other settings".to_owned())
    }
}

#[derive(Serialize, Deserialize)]
struct JobLine<R> {
    job: usize,
    #[serde(flatten)]
    result: R,
}

/// The most bytes of a line. The longest games have a few hundred thousand.
const MOST_BYTES: u64 = 16 << 20;

/// Results by the number of their job, counted from 0.
pub(crate) type Results<R> = BTreeMap<usize, R>;

/// A file that results are written to as they come.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Begins a journal, or continues one, and returns the results that are in it. The file stays locked
    /// against other processes. A journal without results is overwritten.
    ///
    /// # Errors
    /// Returns an error if the file cannot be used, is in use, or has results of another run that are to be
    /// kept.
    pub(crate) fn open<R: DeserializeOwned + PartialEq>(
        path: &Path,
        header: &Header,
        other: OtherResults,
    ) -> Result<(Self, Results<R>), JobError> {
        let mut file = locked(path)?;
        // A locked file can only be read through a handle that shares the lock.
        let reader = || {
            let again = file.try_clone().and_then(|mut file| file.rewind().map(|()| file));
            again.map_err(|error| JobError::file("read", path, error))
        };
        let found = if has_no_results(reader()?) {
            None
        } else {
            match JournalContents::of(path, reader()?, header) {
                Err(JobError::OtherRun { .. } | JobError::Malformed { .. })
                    if other == OtherResults::Replace =>
                {
                    None
                }
                found => Some(found?),
            }
        };
        // The program may have been killed in the middle of a line.
        let length = found.as_ref().map_or(0, |found| found.length);
        let cut = file.set_len(length).and_then(|()| file.seek(SeekFrom::End(0)));
        cut.map_err(|error| JobError::file("write", path, error))?;
        let journal = Self { path: path.to_owned(), file: Mutex::new(file) };
        match found {
            Some(found) => Ok((journal, found.results)),
            None => journal.append(header).map(|()| (journal, BTreeMap::new())),
        }
    }

    /// Adds a result. It is in the file when this returns.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub(crate) fn add(&self, job: usize, result: &impl Serialize) -> Result<(), JobError> {
        self.append(&JobLine { job, result })
    }

    fn append(&self, value: &impl Serialize) -> Result<(), JobError> {
        let failed = |error: io::Error| JobError::file("write", &self.path, error);
        let mut text = serde_json::to_string(value).map_err(|error| failed(error.into()))?;
        text.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes()).map_err(failed)
    }

    /// Removes the file, when its results are stored elsewhere.
    pub(crate) fn remove(self) {
        if let Err(error) = std::fs::remove_file(&self.path) {
            log::warn!("{} cannot be removed: {error}", self.path.display());
        }
    }
}

/// The contents of a file of results.
struct JournalContents<R> {
    header: Header,
    results: Results<R>,
    /// The number of bytes in whole lines.
    length: u64,
}

impl<R: DeserializeOwned + PartialEq> JournalContents<R> {
    /// Reads the results of the expected run.
    fn of(path: &Path, file: File, expected: &Header) -> Result<Self, JobError> {
        let (header, lines) = begin(path, file)?;
        if header.is_same_run(expected) {
            return Self::rest(header, lines);
        }
        Err(JobError::OtherRun { path: path.to_owned(), difference: header.difference(expected) })
    }

    /// Reads the lines after the header. A last line that does not end is ignored.
    fn rest(header: Header, mut lines: WholeLines<'_>) -> Result<Self, JobError> {
        let mut results = BTreeMap::new();
        while let Some(JobLine { job, result }) = lines.value()? {
            if job >= header.jobs || !header.shard.has(job) {
                return Err(lines.malformed(&format!("job {job} does not belong to shard {}", header.shard)));
            }
            if !insert(&mut results, job, result) {
                return Err(lines.malformed(&format!("job {job} has a different result on an earlier line")));
            }
        }
        Ok(Self { header, results, length: lines.length })
    }
}

/// Adds a result. Returns `false` if there is another result of the same job.
fn insert<R: PartialEq>(results: &mut Results<R>, job: usize, result: R) -> bool {
    match results.entry(job) {
        Entry::Vacant(entry) => {
            entry.insert(result);
            true
        }
        Entry::Occupied(entry) => *entry.get() == result,
    }
}

/// Reads the header of a file of results.
///
/// # Errors
/// Returns an error if the file cannot be read, or is not a file of results.
pub(crate) fn header(path: &Path) -> Result<Header, JobError> {
    Ok(begin(path, open(path)?)?.0)
}

/// Returns whether a file has more than the header of a run.
pub(crate) fn has_results(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| !has_no_results(file))
}

fn open(path: &Path) -> Result<File, JobError> {
    File::open(path).map_err(|error| JobError::file("read", path, error))
}

fn begin(path: &Path, file: File) -> Result<(Header, WholeLines<'_>), JobError> {
    let mut lines = WholeLines { input: BufReader::new(file), number: 0, length: 0, path };
    let header = lines.value()?.ok_or_else(|| lines.malformed(&"it is incomplete"))?;
    Ok((header, lines))
}

/// Reads the shards of a command's run and merges them. Files may overlap where their results are equal.
///
/// # Errors
/// Returns an error if the files belong to another command or to different runs, contradict each other, or
/// do not have all results.
pub(crate) fn merge<R: DeserializeOwned + PartialEq>(
    paths: &[PathBuf],
    command: &str,
) -> Result<(Header, Results<R>), JobError> {
    let mut whole: Option<Header> = None;
    let mut all = BTreeMap::new();
    for path in paths {
        let JournalContents { header, results, .. } = shard_of(path, command)?;
        let first = whole.get_or_insert_with(|| header.whole());
        if !first.is_same_run(&header.whole()) {
            let difference = header.whole().difference(first);
            return Err(JobError::DifferentRuns { path: path.clone(), first: paths[0].clone(), difference });
        }
        for (job, result) in results {
            if !insert(&mut all, job, result) {
                return Err(JobError::Conflict { path: path.clone(), job });
            }
        }
    }
    let header = whole.ok_or(JobError::NoFiles)?;
    // All numbers are below that of the jobs, of which there may be more than fit in memory.
    let missing = header.jobs - all.len();
    let first =
        all.keys().zip(0..).find(|(job, number)| *job != number).map_or(all.len(), |(_, number)| number);
    if missing == 0 {
        Ok((header, all))
    } else {
        Err(JobError::Incomplete { missing, jobs: header.jobs, first })
    }
}

/// Reads a file of the command's results.
fn shard_of<R: DeserializeOwned + PartialEq>(
    path: &Path,
    command: &str,
) -> Result<JournalContents<R>, JobError> {
    let (header, lines) = begin(path, open(path)?)?;
    if header.command != command {
        let found = Quote::of(&header.command);
        return Err(JobError::OtherCommand { found, expected: command.to_owned() });
    }
    JournalContents::rest(header, lines)
}

/// Returns the path of the journal beside a file of games.
pub(crate) fn beside(games: &Path) -> PathBuf {
    let mut name = games.as_os_str().to_owned();
    name.push(".journal");
    name.into()
}

/// Returns the random seed of the run whose results are in a file. Returns `None` if there is no such file.
pub(crate) fn seed(path: &Path) -> Option<u64> {
    let mut line = Vec::new();
    files::read_line(&mut BufReader::new(File::open(path).ok()?), &mut line, MOST_BYTES).ok()?;
    serde_json::from_slice(&line).ok().map(|header: Header| header.seed)
}

/// Opens a file and locks it against other processes.
fn locked(path: &Path) -> Result<File, JobError> {
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = open.map_err(|error| JobError::file("write", path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(JobError::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(JobError::file("lock", path, error)),
    }
}

/// Returns whether a file has at most a header, or a part of one because the program was killed.
fn has_no_results(file: File) -> bool {
    const BEGINNING: &[u8] = b"{\"command\":";
    let mut text = Vec::new();
    let mut input = BufReader::new(file);
    let mut read = || files::read_line(&mut input, &mut text, MOST_BYTES);
    let is_read = read().and_then(|_| read()).is_ok();
    let common = text.len().min(BEGINNING.len());
    let has_second = text.iter().position(|&byte| byte == b'\n').is_some_and(|end| end + 1 < text.len());
    is_read && !has_second && text[..common] == BEGINNING[..common]
}

/// The lines of a file that end.
struct WholeLines<'a> {
    input: BufReader<File>,
    number: usize,
    length: u64,
    path: &'a Path,
}

impl WholeLines<'_> {
    /// Reads the value of the next line. Returns `None` if there is no whole line.
    fn value<T: DeserializeOwned>(&mut self) -> Result<Option<T>, JobError> {
        let mut line = Vec::new();
        files::read_line(&mut self.input, &mut line, MOST_BYTES)
            .map_err(|error| JobError::file("read", self.path, error))?;
        if line.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.number += 1;
        self.length += line.len() as u64;
        serde_json::from_slice(&line).map(Some).map_err(|error| self.malformed(&without_place(&error)))
    }

    fn malformed(&self, reason: &dyn std::fmt::Display) -> JobError {
        JobError::Malformed {
            path: self.path.to_owned(),
            line: self.number.max(1),
            reason: reason.to_string(),
        }
    }
}

/// The message of an error without its position, which is that within a line.
fn without_place(error: &serde_json::Error) -> String {
    if error.is_syntax() || error.is_eof() {
        return "it is not JSON".to_owned();
    }
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    struct Count {
        count: u32,
    }

    /// A file of a shard of a run of four jobs.
    fn shard_file(name: &str, shard: &str, lines: &[(usize, u32)]) -> PathBuf {
        let path = std::env::temp_dir().join(format!("remise-journal-{}-{name}", std::process::id()));
        let shard = shard.parse().expect("a shard");
        let text = |value: &dyn Fn() -> serde_json::Result<String>| value().expect("JSON") + "\n";
        let header = Header { shard, ..header_of_four() };
        let results = lines.iter().map(|&(job, count)| JobLine { job, result: Count { count } });
        let lines: String = results.map(|line| text(&|| serde_json::to_string(&line))).collect();
        std::fs::write(&path, text(&|| serde_json::to_string(&header)) + &lines).expect("it can be written");
        path
    }

    fn header_of_four() -> Header {
        let (command, variant) = ("count".to_owned(), "draughts-6".to_owned());
        let (settings, details) = (String::new(), Vec::new());
        Header { command, variant, seed: 1, jobs: 4, settings, details, shard: Shard::WHOLE }
    }

    /// Merges files and removes them.
    fn merged(files: &[PathBuf]) -> Result<Vec<u32>, String> {
        let merged = merge::<Count>(files, "count");
        for file in files {
            std::fs::remove_file(file).expect("it is there");
        }
        let (_, results) = merged.map_err(|error| error.to_string())?;
        Ok(results.into_values().map(|result| result.count).collect())
    }

    #[test]
    fn shards_are_merged_in_the_order_of_their_jobs() {
        let second = shard_file("second", "2/2", &[(3, 13), (1, 11)]);
        let first = shard_file("first", "1/2", &[(0, 10), (2, 12)]);
        assert_eq!(merged(&[second, first]), Ok(vec![10, 11, 12, 13]));
    }

    #[test]
    fn a_job_of_another_shard_is_refused() {
        let forged = shard_file("forged", "1/2", &[(0, 10), (1, 11)]);
        let other = shard_file("other", "2/2", &[(1, 11), (3, 13)]);
        let error = merged(&[forged, other]).expect_err("job 1 is in shard 2/2");
        assert!(
            error.contains("line 3 is not part of a results file: job 1 does not belong to shard 1/2"),
            "{error}"
        );
    }

    #[test]
    fn a_job_beyond_the_last_one_is_refused() {
        let error = merged(&[shard_file("beyond", "1/1", &[(4, 14)])]).expect_err("there are four jobs");
        assert!(error.contains("job 4 does not belong to shard 1/1"), "{error}");
    }

    #[test]
    fn files_may_overlap_only_where_they_agree() {
        let whole = [(0, 10), (1, 11), (2, 12), (3, 13)];
        let files = || [shard_file("one", "1/1", &whole), shard_file("same", "1/2", &[(0, 10), (2, 12)])];
        assert_eq!(merged(&files()), Ok(vec![10, 11, 12, 13]));
        let contrary = shard_file("contrary", "1/2", &[(0, 10), (2, 99)]);
        let error = merged(&[shard_file("all", "1/1", &whole), contrary]).expect_err("job 2 differs");
        assert!(error.contains("contradicts an earlier file about job 2"), "{error}");
    }

    #[test]
    fn a_journal_that_contradicts_itself_is_refused() {
        let path = shard_file("twice", "1/1", &[(0, 10), (0, 10)]);
        let open = || {
            let opened = Journal::open::<Count>(&path, &header_of_four(), OtherResults::Keep);
            opened.map(|(_, results)| results.len())
        };
        assert_eq!(open().map_err(|error| error.to_string()), Ok(1));
        shard_file("twice", "1/1", &[(0, 10), (0, 11)]);
        let error = open().expect_err("job 0 has two results").to_string();
        assert!(
            error.contains(
                "line 3 is not part of a results file: job 0 has a different result on an earlier line"
            ),
            "{error}"
        );
        std::fs::remove_file(&path).expect("it is there");
    }
}

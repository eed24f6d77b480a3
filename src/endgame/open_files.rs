//! The open files of all tables of the process. Their number is bounded, however many tables there are.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::header::TableHeader;
use super::table_error::TableError;

/// The most files that stay open. Opening one takes less time than decoding a block.
const MOST_OPEN: usize = 32;

/// The open files with their numbers, the one used last at the end.
static OPEN: Mutex<VecDeque<(u64, Arc<File>)>> = Mutex::new(VecDeque::new());

/// A table file, which is opened when it is read.
#[derive(Debug)]
pub(super) struct TableFile {
    path: PathBuf,
    /// Identifies it among the open files.
    number: u64,
    /// If the file is replaced by another one, its header differs.
    header: [u8; TableHeader::LENGTH],
}

impl TableFile {
    /// Opens a file and reads its header.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let file = with_room(|| File::open(path))?;
        let mut header = [0; TableHeader::LENGTH];
        read_at(&file, &mut header, 0)?;
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        add(number, file);
        Ok(Self { path: path.to_owned(), number, header })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn header(&self) -> &[u8; TableHeader::LENGTH] {
        &self.header
    }

    /// Fills the buffer from this offset. Other threads may read at the same time.
    pub(super) fn read_at(&self, buffer: &mut [u8], at: u64) -> Result<(), TableError> {
        Ok(read_at(&*self.file()?, buffer, at)?)
    }

    fn file(&self) -> Result<Arc<File>, TableError> {
        if let Some(file) = find(self.number) {
            return Ok(file);
        }
        let file = with_room(|| File::open(&self.path))?;
        let mut header = [0; TableHeader::LENGTH];
        read_at(&file, &mut header, 0)?;
        if header != self.header {
            return Err(TableError::Replaced);
        }
        Ok(add(self.number, file))
    }
}

impl Drop for TableFile {
    fn drop(&mut self) {
        open_files().retain(|(number, _)| *number != self.number);
    }
}

/// Tries again with all files closed if the system refuses, as it does when too many are open.
pub(super) fn with_room<T>(open: impl Fn() -> io::Result<T>) -> io::Result<T> {
    open().or_else(|error| {
        if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied) {
            return Err(error);
        }
        open_files().clear();
        open()
    })
}

fn find(number: u64) -> Option<Arc<File>> {
    let mut open = open_files();
    let place = open.iter().position(|(other, _)| *other == number)?;
    let entry = open.remove(place)?;
    let file = Arc::clone(&entry.1);
    open.push_back(entry);
    Some(file)
}

fn add(number: u64, file: File) -> Arc<File> {
    let file = Arc::new(file);
    let mut open = open_files();
    while open.len() >= MOST_OPEN {
        open.pop_front();
    }
    open.push_back((number, Arc::clone(&file)));
    file
}

fn open_files() -> MutexGuard<'static, VecDeque<(u64, Arc<File>)>> {
    // A thread that panicked cannot leave an entry half written.
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fills the buffer from this offset of a file. Other threads may read from it at the same time.
#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

/// Fills the buffer from this offset of a file. Other threads may read from it at the same time.
#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> std::io::Result<()> {
    use std::os::windows::fs::FileExt;
    let mut done = 0;
    while done < buffer.len() {
        match file.seek_read(&mut buffer[done..], at + done as u64)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            read => done += read,
        }
    }
    Ok(())
}

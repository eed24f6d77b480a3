//! Files: reading with a limit, and temporary files that take the place of others.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// Reads a whole file.
///
/// # Errors
/// Returns an error if the file cannot be read, or has more than this number of bytes.
pub(crate) fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large("the file", most)) } else { Ok(bytes) }
}

/// Reads a whole file of text.
///
/// # Errors
/// Returns an error if the file cannot be read, has more than this number of bytes, or is not UTF-8.
pub(crate) fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        io::Error::new(io::ErrorKind::InvalidData, format!("the file is not UTF-8 at byte {place}"))
    })
}

/// Reads up to the end of a line, which is included, or of the input, and appends it to `line`.
///
/// # Errors
/// Returns an error if the input cannot be read, or the line has more than this number of bytes.
pub(crate) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, most: u64) -> io::Result<usize> {
    let length = input.take(most.saturating_add(1)).read_until(b'\n', line)?;
    if length as u64 > most { Err(too_large("a line", most)) } else { Ok(length) }
}

fn too_large(what: &str, most: u64) -> io::Error {
    let limit =
        if most.is_multiple_of(1 << 20) { format!("{} MiB", most >> 20) } else { format!("{most} bytes") };
    io::Error::new(io::ErrorKind::FileTooLarge, format!("{what} has more than {limit}, which is the limit"))
}

/// Creates a file with an unpredictable name, in the folder of the file whose place it is to take. It is
/// removed when it is dropped.
///
/// # Errors
/// Returns an error if it cannot be created.
pub(crate) fn temporary(folder: &Path, prefix: &str, suffix: &str) -> io::Result<NamedTempFile> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut builder = Builder::new();
    builder.prefix(prefix).suffix(suffix);
    // As for other new files, the system removes the permissions of the umask.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder).map_err(|error| without_path(&error))
}

/// The error of the system alone: the name of a temporary file tells users nothing.
fn without_path(error: &io::Error) -> io::Error {
    let source = error.get_ref().and_then(|error| error.source()?.downcast_ref::<io::Error>());
    match source.unwrap_or(error).raw_os_error() {
        // As in `/proc`: whether the folder is there has been asked before.
        _ if error.kind() == io::ErrorKind::NotFound => {
            io::Error::new(io::ErrorKind::NotFound, "no file can be created in this folder")
        }
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    }
}

/// Writes a file whole or not at all. `write` gets a temporary file in the same folder.
///
/// # Errors
/// Returns an error if the file cannot be written. What was there before stays then.
pub(crate) fn write_whole(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = temporary(path.parent().unwrap_or(Path::new("")), ".", ".tmp")?;
    write(file.as_file_mut())?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_more_bytes_than_the_limit_is_refused() {
        let file = NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), "äbc").expect("it can be written");
        assert_eq!(read_text(file.path(), 4).expect("four bytes"), "äbc");
        let error = read(file.path(), 3).expect_err("four bytes").to_string();
        assert_eq!(error, "the file has more than 3 bytes, which is the limit");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_end_is_refused() {
        let error = read(Path::new("/dev/zero"), 1 << 20).expect_err("no end").to_string();
        assert_eq!(error, "the file has more than 1 MiB, which is the limit");
    }

    #[test]
    fn a_file_is_written_whole_or_stays_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        write_whole(&path, |file| io::Write::write_all(file, b"old")).expect("it can be written");
        let broken = write_whole(&path, |file| {
            io::Write::write_all(file, b"ne")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(broken.expect_err("it is full").kind(), io::ErrorKind::StorageFull);
        assert_eq!(read(&path, 3).expect("three bytes"), b"old");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_line_with_more_bytes_than_the_limit_is_refused() {
        let (mut input, mut line) = (&b"ab\nabc\n"[..], Vec::new());
        assert_eq!(read_line(&mut input, &mut line, 3).expect("a short line"), 3);
        assert!(read_line(&mut input, &mut line, 3).is_err());
    }
}

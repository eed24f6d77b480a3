//! Hashes of files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::open_files::with_room;

/// The SHA-256 of a file in hexadecimal digits.
///
/// # Errors
/// If the file cannot be read.
pub fn sha256(path: &Path) -> io::Result<String> {
    let mut file = with_room(|| File::open(path))?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => hasher.update(&buffer[..read]),
        }
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

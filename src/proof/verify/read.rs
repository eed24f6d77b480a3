//! The reader of certificates.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use serde::Serialize;
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::{Reason, Rejection};
use crate::board::Color;

/// The claim of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CertificateClaim {
    /// The player never loses.
    Safe,
    /// The player wins.
    Win,
}

impl CertificateClaim {
    /// The name in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Win => "win",
        }
    }
}

/// A certificate whose form is checked: header, fields, order, count and hash. Its claim is not.
#[derive(Clone, Debug)]
pub struct ParsedCertificate {
    /// The game.
    pub variant: String,
    /// The claim.
    pub claim: CertificateClaim,
    /// The player of the strategy.
    pub side: Color,
    /// Positions of at most this many pieces are in the tables and not listed.
    pub tables: usize,
    /// The position from which the claim holds.
    pub(super) root: String,
    pub(super) entries: Vec<CertificateLine>,
}

/// A line with a position.
#[derive(Clone, Debug)]
pub(super) struct CertificateLine {
    pub(super) position: String,
    pub(super) mv: String,
    /// `None` if the claim is safety, which needs no ranks.
    pub(super) rank: Option<u16>,
}

impl ParsedCertificate {
    /// The number of the line of the root.
    pub(super) const ROOT_LINE: usize = 6;
    const HEADER: usize = 7;

    /// The rejection of an unknown variant.
    #[must_use]
    pub fn unknown_variant(&self) -> Rejection {
        Rejection { line: 2, text: format!("variant {}", self.variant), reason: Reason::Variant }
    }

    /// The number of the line of an entry.
    pub(super) fn line_of(index: usize) -> usize {
        Self::HEADER + 1 + index
    }

    pub(super) fn reject(&self, index: usize, reason: Reason) -> Rejection {
        let CertificateLine { position, mv, rank } = &self.entries[index];
        let rank = rank.map_or(String::new(), |rank| format!(" {rank}"));
        Rejection { line: Self::line_of(index), text: format!("{position} {mv}{rank}"), reason }
    }

    pub(super) fn reject_root(&self, reason: Reason) -> Rejection {
        Rejection { line: Self::ROOT_LINE, text: format!("root {}", self.root), reason }
    }
}

/// Why there is no certificate to check.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The input cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The form of the certificate is wrong.
    #[error("rejected at line {}: {}", .0.line, .0.reason)]
    Rejected(Rejection),
}

impl From<Rejection> for ReadError {
    fn from(rejection: Rejection) -> Self {
        Self::Rejected(rejection)
    }
}

/// Reads a certificate, as plain text or compressed with zstd, line by line.
///
/// # Errors
/// If the input cannot be read, or the form of the certificate is wrong.
pub fn read(mut input: impl BufRead) -> Result<ParsedCertificate, ReadError> {
    const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
    let mut beginning = Vec::new();
    input.by_ref().take(ZSTD.len() as u64).read_to_end(&mut beginning)?;
    let is_compressed = beginning == ZSTD;
    let input = Cursor::new(beginning).chain(input);
    if !is_compressed {
        return Ok(HashedLines::of(input).certificate()?);
    }
    let compressed = |_| Rejection { line: 1, text: String::new(), reason: Reason::Compression };
    let decoder = zstd::Decoder::with_buffer(input).map_err(compressed)?;
    Ok(HashedLines::of(BufReader::new(decoder)).certificate()?)
}

/// The lines of an input, with the hash of those read.
struct HashedLines<R> {
    input: R,
    /// The number of the current line.
    number: usize,
    text: String,
    hash: Sha256,
}

impl<R: BufRead> HashedLines<R> {
    /// The longest line: twice a full 14×14 board with a capture of all pieces of a player.
    const LONGEST: u64 = 2048;

    fn of(input: R) -> Self {
        Self { input, number: 0, text: String::new(), hash: Sha256::new() }
    }

    fn certificate(mut self) -> Result<ParsedCertificate, Rejection> {
        let mut certificate = self.header()?;
        let count = self.field("positions ")?;
        let count: usize = self.number(&count)?;
        let count_line = self.reject(Reason::End);
        while !self.next()?.starts_with("sha256 ") {
            let entry = self.entry(certificate.claim)?;
            if certificate.entries.last().is_some_and(|last| last.position >= entry.position) {
                return Err(self.reject(Reason::Order));
            }
            certificate.entries.push(entry);
            self.add_to_hash();
        }
        let found = certificate.entries.len();
        if found != count {
            return Err(Rejection { reason: Reason::Count(found), ..count_line });
        }
        self.check_end()?;
        Ok(certificate)
    }

    /// Reads the header up to the number of positions.
    fn header(&mut self) -> Result<ParsedCertificate, Rejection> {
        self.field("remise certificate 1").and_then(|rest| match rest.as_str() {
            "" => Ok(()),
            _ => Err(self.reject(Reason::Header("remise certificate 1"))),
        })?;
        let variant = self.field("variant ")?;
        let claim = self.field("claim ")?;
        let claim = match claim.as_str() {
            "safe" => CertificateClaim::Safe,
            "win" => CertificateClaim::Win,
            _ => return Err(self.reject(Reason::Unknown("a claim, safe or win"))),
        };
        let side = self.field("side ")?;
        let side = match side.as_str() {
            "white" => Color::White,
            "black" => Color::Black,
            _ => return Err(self.reject(Reason::Unknown("a side, white or black"))),
        };
        let tables = self.field("tables ")?;
        let tables = self.number(&tables)?;
        let root = self.field("root ")?;
        Ok(ParsedCertificate { variant, claim, side, tables, root, entries: Vec::new() })
    }

    /// The rest of the next line after these words.
    fn field(&mut self, words: &'static str) -> Result<String, Rejection> {
        let rest = self.next()?.strip_prefix(words).map(str::to_owned);
        let rest = rest.ok_or_else(|| self.reject(Reason::Header(words.trim_end())))?;
        self.add_to_hash();
        Ok(rest)
    }

    fn number(&self, text: &str) -> Result<usize, Rejection> {
        plain_number(text).ok_or_else(|| self.reject(Reason::Unknown("a number without leading zeros")))
    }

    fn entry(&self, claim: CertificateClaim) -> Result<CertificateLine, Rejection> {
        let fields: Vec<_> = self.text.split(' ').collect();
        let (position, mv, rank) = match (fields.as_slice(), claim) {
            ([position, mv], CertificateClaim::Safe) => (position, mv, None),
            ([position, mv, rank], CertificateClaim::Win) => {
                let rank = plain_number(rank).and_then(|rank| u16::try_from(rank).ok());
                (position, mv, Some(rank.ok_or_else(|| self.reject(Reason::Rank))?))
            }
            _ => return Err(self.reject(Reason::Fields)),
        };
        Ok(CertificateLine { position: (*position).to_owned(), mv: (*mv).to_owned(), rank })
    }

    /// Checks that the current line is the hash, and the last line.
    fn check_end(&mut self) -> Result<(), Rejection> {
        let found: String = self.hash.clone().finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        if self.text.strip_prefix("sha256 ") != Some(found.as_str()) {
            return Err(self.reject(Reason::Sum));
        }
        match self.read_line() {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.reject(Reason::Beyond)),
            Err(rejection) => Err(rejection),
        }
    }

    /// Reads a line that must exist.
    fn next(&mut self) -> Result<&str, Rejection> {
        match self.read_line()? {
            0 => Err(self.reject(Reason::End)),
            _ => Ok(&self.text),
        }
    }

    /// Reads a line. Returns its length in bytes, the line feed included.
    fn read_line(&mut self) -> Result<usize, Rejection> {
        let mut bytes = Vec::new();
        self.number += 1;
        self.text.clear();
        let read = (&mut self.input).take(Self::LONGEST).read_until(b'\n', &mut bytes);
        let length = read.map_err(|error| self.reject_bytes(&error))?;
        let is_cut = length as u64 == Self::LONGEST;
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        }
        match String::from_utf8(bytes) {
            Ok(text) => self.text = text,
            Err(error) => {
                self.text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                return Err(self.reject(Reason::NotUtf8));
            }
        }
        if is_cut { Err(self.reject(Reason::Fields)) } else { Ok(length) }
    }

    fn reject_bytes(&self, _: &io::Error) -> Rejection {
        self.reject(Reason::Compression)
    }

    fn add_to_hash(&mut self) {
        self.hash.update(&self.text);
        self.hash.update(b"\n");
    }

    fn reject(&self, reason: Reason) -> Rejection {
        Rejection { line: self.number, text: self.text.clone(), reason }
    }
}

/// Reads a decimal number without leading zeros.
pub(super) fn plain_number(text: &str) -> Option<usize> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_plain)
}

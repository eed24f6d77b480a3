//! Whether a certificate holds: every move of the opponent is played, with the rulebook.
//!
//! Has nothing in common with what writes certificates and with what proves: own reader, moves from
//! [`crate::board::rulebook`], and tables in which captures are resolved by it. What is accepted here does
//! not lose, or wins, if the tables are true; those can be proven for themselves.

mod check;
mod position;
mod read;
mod rejection;

pub use check::{Accepted, CheckError, check};
pub use read::{CertificateClaim, ParsedCertificate, read};
pub use rejection::{Reason, Rejection};

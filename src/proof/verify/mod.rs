//! The independent checker of certificates: it plays every move of the opponent, by the rulebook.
//!
//! It shares no code with the prover and the writer of certificates: it has its own reader, takes moves from
//! [`crate::board::rulebook`], and resolves captures in the tables with it. An accepted strategy does not
//! lose, or wins, if the tables are correct; they have a check of their own.

mod check;
mod position;
mod read;
mod rejection;

pub use check::{Accepted, CheckError, check};
pub use read::{CertificateClaim, ParsedCertificate, ReadError, read};
pub use rejection::{Reason, Rejection};

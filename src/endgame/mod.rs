//! Endgame tables: what positions with few pieces are worth, exactly.
//!
//! In reading order: a [`Slice`] is which pieces stand there, `index` numbers its positions, `generate`
//! computes what they are worth, `format` is how that is kept in files, [`Build`] makes what is missing,
//! [`Tables`] tell it, and [`prove`] looks whether it is true. Values do not know rules that count moves
//! towards a draw. Not about playing: who asks decides what to do with the answer.

mod build;
mod cache;
mod check;
mod code;
mod combination;
mod format;
mod generate;
mod index;
mod pack;
mod slice;
mod spool;
mod store;
mod table;
mod tables;
mod value;
mod writer;
pub use build::{Build, BuildError, Needs, Step};
pub use check::{Wrong, prove, sha256};
pub use format::{Counts, Fault, Kind};
pub use slice::{NoSlice, Pair, Slice};
pub use tables::{CACHE_MIB, Fast, Generator, Report, Rulebook, Tables};
pub use value::Value;

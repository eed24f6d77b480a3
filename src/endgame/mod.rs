//! Endgame tables: the exact values of positions with few pieces.
//!
//! In reading order: a [`Slice`] is the positions with one material. `index` numbers its positions.
//! `generate` computes their values by retrograde analysis. `format` describes the files. [`Build`] generates
//! the missing tables of a folder. [`Tables`] probes them. [`verify_slice`] checks that they are consistent.
//! Values ignore rules that count moves towards a draw. How to use a value in play is up to the caller.
//!
//! Only the inner loops of generation and probing are generic. They depend on the board where that is
//! enough, and on the game where captures are generated. Everything else works with a `GameSpec`.

mod block_encoder;
mod build;
mod cache;
mod checkpoint;
mod combination;
mod counts;
mod digest;
mod encoded;
mod format;
mod generate;
mod generator;
mod header;
mod index;
mod open_files;
mod parallel;
mod probe;
pub mod reachable;
mod requirements;
mod shared;
mod slice;
mod spec;
mod store;
mod table;
mod table_error;
mod table_set;
mod tables;
mod value;
mod verify;
mod writer;
pub use build::{Build, BuildError, BuildEvent};
pub use counts::Counts;
pub use digest::sha256;
pub use format::Kind;
pub use generator::{Fast, Generator, Rulebook};
pub use requirements::{Requirements, Shortage};
pub use slice::{Pair, Slice, SliceError};
pub use spec::has_tables;
pub use table_error::{TableError, Unreadable};
pub use table_set::TableInfo;
pub use tables::{CACHE_MIB, Tables};
pub use value::Value;
pub use verify::{Inconsistency, verify_slice};

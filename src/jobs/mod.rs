//! Long runs: a list of jobs, each with a seed of its own.
//!
//! A job does not know which others were done before it. The results are therefore the same with any number
//! of threads, in shards and after an interruption. Not about what the jobs are.
//!
//! `series` uses `journal` and `pool`; `journal` uses `shard`; all use `error`.

mod error;
pub(crate) mod journal;
pub(crate) mod pool;
pub(crate) mod series;
pub(crate) mod shard;

pub(crate) use error::JobError;

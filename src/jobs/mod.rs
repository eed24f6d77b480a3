//! Long jobs: a list of parts, each with a seed of its own.
//!
//! A part does not know which others were done before it, so results are the same with any number of
//! threads, in shards and after an interruption. Not about what the parts are.

pub(crate) mod journal;
pub(crate) mod pool;
pub(crate) mod series;
pub(crate) mod shard;

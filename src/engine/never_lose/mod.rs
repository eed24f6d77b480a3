//! Play that does not lose what is proven: which moves may be played, and what is claimed of them.

mod budget;
mod claim;
mod guard;
mod verdict;

pub(super) use budget::*;
pub use claim::{Claim, Judgement, MoveClaim};
pub(super) use guard::Guard;
pub(super) use verdict::Verdict;

//! Samples in, weights out.

mod samples;

mod scale;

mod batch;

mod split;

#[cfg(test)]
mod made_up;

pub use batch::{InputError, loss};
pub use samples::{Fault, Sample, SampleError, Samples};
pub use scale::{Scale, ScaleError, fit_scale};

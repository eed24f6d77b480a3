//! Samples in, weights out.

mod samples;

pub use samples::{Fault, Sample, SampleError, Samples};

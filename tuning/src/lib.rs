//! Samples in, weights out.

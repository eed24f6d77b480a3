//! Tests.
#![allow(missing_docs)]

mod solve;

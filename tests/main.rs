//! Tests.
#![allow(missing_docs)]

mod notation;

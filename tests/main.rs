//! Tests.
#![allow(missing_docs)]

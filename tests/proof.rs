//! Proofs, their certificates, and the commands `solve` and `verify`.

mod certificates;
mod commands;
mod proofs;

//! The exact theory: values, WinTree, and the small games.

mod certificates;
mod commands;
mod draughts;
mod graphs;
mod hex;
mod lab;
mod pictures;
mod proofs;
mod small_games;
mod wintree;

//! The exact theory: values, WinTree, and the small games.

mod draughts;
mod graphs;
mod hex;
mod lab;
mod pictures;
mod small_games;
mod wintree;

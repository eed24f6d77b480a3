//! The lab: exact values, WinTree and the small games.

mod commands;
mod draughts;
mod graphs;
mod hex;
mod small_games;
mod wintree;

pub(crate) use graphs::{random_graphs, values_of};

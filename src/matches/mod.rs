//! Games between engines: who plays, from which openings, one game and many at a time.
//!
//! What comes of them is for the commands: `selfplay`, `match` and `complexity`.

pub(crate) mod adjudication;
pub(crate) mod duel;
pub(crate) mod elo;
pub(crate) mod entrant;
mod hub_player;
pub(crate) mod openings;
pub(crate) mod own;
pub(crate) mod pace;
pub(crate) mod pdn_file;
pub(crate) mod player;
mod process;
pub(crate) mod sprt;

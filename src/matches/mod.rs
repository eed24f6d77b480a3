//! Games between engines: players, openings, clocks, adjudication, statistics.
//!
//! What becomes of the games is for the commands: `selfplay`, `match` and `complexity`.
//!
//! Each file uses only those above it:
//!
//! ```text
//! cpu_time         dxp_connection  dxp_translation
//!    │                     └───┬─────────┘
//! process_group                │
//!    │                         │
//! process  termination  time_control  likelihood  openings
//!    │          │            │            │
//!    │          ├── adjudication       elo  sprt
//!    │        player ────────┤
//!    └── hub_player   built_in  dxp_player
//!              └─ engine_spec
//!             game
//!        pdn_file  tally
//! ```

pub(crate) mod adjudication;
pub(crate) mod built_in;
mod cpu_time;
pub(crate) mod dxp_connection;
mod dxp_player;
pub(crate) mod dxp_translation;
pub(crate) mod elo;
pub(crate) mod engine_spec;
pub(crate) mod game;
mod hub_player;
mod likelihood;
pub(crate) mod openings;
pub(crate) mod pdn_file;
pub(crate) mod player;
mod process;
mod process_group;
pub(crate) mod sprt;
pub(crate) mod tally;
pub(crate) mod termination;
pub(crate) mod time_control;

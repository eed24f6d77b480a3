//! The thread that owns a search: requests in, events out.
//!
//! Here the type of the game ends. What goes in and comes out are plain values, moves and positions
//! are text. Not about protocols, nor about who reads the events.

mod budget;
mod claim;
mod event;
mod guard;
mod handle;
mod judge;
mod local;
mod played;
mod referee;
mod request;
mod skill;
mod tables;
pub mod variant;
mod verdict;
mod worker;

pub use claim::{Claim, Judgement, MoveClaim};
pub use event::{Done, Event, MoveText, Report};
pub use handle::Engine;
pub use judge::TableJudge;
pub use local::LocalEngine;
pub use referee::Referee;
pub use request::{Clocks, Evaluation, Go, PonderHit, Purpose, Request, Settings, Start};
pub use skill::Level;
pub use tables::{SmallTables, TableFolder, small_pieces};
pub use variant::{Task, Variant};

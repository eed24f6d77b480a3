//! The thread that owns a search: requests in, events out.
//!
//! Here the type of the game ends. What goes in and comes out are plain values, moves and positions
//! are text. Not about protocols, nor about who reads the events.

mod event;
mod handle;
mod judge;
mod local;
mod never_lose;
mod played;
mod referee;
mod request;
mod skill;
mod tables;
pub mod variant;
mod worker;

pub use event::{Done, Event, MoveText, Report};
pub use handle::Engine;
pub use judge::TableJudge;
pub use local::LocalEngine;
pub use never_lose::{Claim, Judgement, MoveClaim};
pub use referee::Referee;
pub use request::{Clocks, Evaluation, Go, PonderHit, Purpose, Request, Settings, Start};
pub use skill::Level;
pub use tables::{SmallTables, TableFolder, small_pieces};
pub use variant::{Task, Variant};

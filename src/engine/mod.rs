//! Games of any variant as plain values, and the thread that owns a search: requests in, events out.
//!
//! The type of the game is hidden here: [`GameState`] is a game, [`EndgameTables`] are tables, [`Solver`]
//! proves, [`PerftCounter`] counts, and each is implemented once for all game types. Not about protocols or
//! commands.

mod adjudicator;
mod endgame_tables;
mod event;
mod game_state;
mod handle;
mod local;
mod never_lose;
mod operations;
mod perft;
mod played;
mod reachable;
mod replay;
mod request;
mod searcher;
mod skill;
mod solver;
mod tables;
pub mod variant;
mod worker;

pub use adjudicator::Adjudicator;
pub use endgame_tables::{EndgameTables, WrongValue};
pub use event::{Event, MoveText, Report, SearchResult};
pub use game_state::{GameState, Start, StartError};
pub use handle::{Engine, ThreadError};
pub use local::LocalEngine;
pub use never_lose::{Claim, MoveClaim, PositionClaim};
pub use perft::{PerftCounter, PerftSettings};
pub use reachable::{NoCount, reachable};
pub use replay::{ReplayedGame, ReplayedSegment, Verdict};
pub use request::{Clocks, Evaluation, Go, PonderHit, Purpose, Request, Settings, TimeSource};
pub use searcher::{BestMove, Searcher};
pub use skill::Level;
pub use solver::{CertificateText, Solver};
pub use tables::{SmallTables, TableFolder, small_pieces};
pub use variant::{Task, Variant};

pub use crate::endgame::Unreadable;

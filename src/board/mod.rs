//! The board, the rules and the moves of every game.
//!
//! Nothing here allocates while a tree is searched, and nothing can fail: an illegal position is refused
//! when a [`Position`] is made. Text is the subject of `notation`.

mod cell;
mod color;
mod draws;
mod game;
mod geometry;
mod key;
mod king_run;
mod list;
mod mailbox;
pub mod movegen;
mod moves;
mod placement;
mod position;
pub mod rulebook;
mod rules;
mod set;

pub use cell::{Cell, Direction};
pub use color::{Color, Piece, Rank};
pub use draws::{Clock, DrawReason, History, Outcome};
pub use game::{Checkers, Draughts, Game, Notation, RuleSet, Russian, SetOf, Varied};
pub use geometry::{Board, Geometry};
pub use key::Key;
pub use king_run::{Counted, KingRun, KingRuns, Uncounted};
pub use list::MoveList;
pub use mailbox::{Content, Mailbox};
pub use movegen::{Black, Side, White};
pub use moves::Move;
pub use placement::Placement;
pub use position::{Position, PositionError};
pub use rules::{
    CaptureLines, DrawRules, Ending, Goal, Landing, Precedence, Promotion, Restart, Rules, Strength,
};
pub use set::{Cells, Set};

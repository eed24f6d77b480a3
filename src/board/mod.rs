//! The board, the rules and the moves of every game.
//!
//! Nothing here allocates on the way through a tree, and nothing can fail: what can be wrong about a
//! position is refused when a [`Position`] is made. Not about text: that is `notation`.

mod cell;
mod color;
mod draws;
mod game;
mod geometry;
mod key;
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
pub use game::{Checkers, Draughts, Game, Notation, Russian, SetOf};
pub use geometry::{Board, Geometry};
pub use key::Key;
pub use list::MoveList;
pub use mailbox::{Content, Mailbox};
pub use movegen::{Black, Side, White};
pub use moves::Move;
pub use placement::Placement;
pub use position::{Illegal, Position};
pub use rules::{DrawRules, Ending, Precedence, Promotion, Restart, Rules, Strength};
pub use set::{Cells, Set};

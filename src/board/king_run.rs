//! How often in a row a player has moved the same king, for games that limit this.
//!
//! The count decides which moves are legal, so it is part of a placement, and two placements that differ in it are
//! different. In other games it takes no space.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Cell, Color, Rank};

/// A king that its player has moved last, without a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KingRun {
    /// Where the king stands.
    pub king: Cell,
    /// How many moves in a row it has made, at least one.
    pub moves: u8,
}

/// The king runs of both players.
pub trait KingRuns: Copy + Debug + Default + Eq + Hash + Send + Sync + 'static {
    /// Whether anything is counted. If not, there never is a run.
    const ARE_COUNTED: bool;

    /// The run of a player. `None` if the last move was not one with a king, or if there is no limit, as for a player
    /// without men.
    #[must_use]
    fn of(self, color: Color) -> Option<KingRun>;

    /// The runs in which that of a player is replaced.
    #[must_use]
    fn with(self, color: Color, run: Option<KingRun>) -> Self;

    /// The runs with the players exchanged, and each king on the cell that `turned` makes of its own.
    #[must_use]
    fn mirrored(self, turned: impl Fn(Cell) -> Cell) -> Self {
        let turn = |run: KingRun| KingRun { king: turned(run.king), ..run };
        Color::ALL.into_iter().fold(self, |runs, color| runs.with(color, self.of(!color).map(turn)))
    }
}

/// The runs of a game that has no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Uncounted;

impl KingRuns for Uncounted {
    const ARE_COUNTED: bool = false;

    #[inline(always)]
    fn of(self, _: Color) -> Option<KingRun> {
        None
    }

    #[inline(always)]
    fn with(self, _: Color, _: Option<KingRun>) -> Self {
        self
    }
}

/// The runs of a game that may have a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counted {
    white: Option<KingRun>,
    black: Option<KingRun>,
}

impl KingRuns for Counted {
    const ARE_COUNTED: bool = true;

    #[inline(always)]
    fn of(self, color: Color) -> Option<KingRun> {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    #[inline(always)]
    fn with(self, color: Color, run: Option<KingRun>) -> Self {
        match color {
            Color::White => Self { white: run, ..self },
            Color::Black => Self { black: run, ..self },
        }
    }
}

impl KingRun {
    /// The run after a move without capture from one cell to another, if the run before it was `before`. `None` after
    /// the move of a man.
    #[must_use]
    pub(super) fn after(before: Option<Self>, mover: Rank, from: Cell, to: Cell) -> Option<Self> {
        let earlier = before.filter(|run| run.king == from).map_or(0, |run| run.moves);
        (mover == Rank::King).then(|| Self { king: to, moves: earlier.saturating_add(1) })
    }
}

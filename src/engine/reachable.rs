//! Counts of reachable positions, of the games that are small enough.

use thiserror::Error;

use super::variant::Variant;
use crate::board::{Checkers, Draughts, Game, Position};
use crate::endgame::reachable::{Count, ReachableCount, ReachableError};
use crate::notation::{Setup, SetupError};

/// Why a count does not begin.
#[derive(Debug, Error)]
pub enum NoCount {
    /// The board is too large.
    #[error("reachable positions can be counted in draughts-6 and checkers-6, not in {0}")]
    Variant(Variant),
    /// The position is not legal in this variant.
    #[error("--fen: {0}")]
    Position(#[from] SetupError),
    /// There are too many pieces, or not enough memory.
    #[error(transparent)]
    Count(#[from] ReachableError),
}

/// Begins a count of the positions that can be reached from a position, or from the initial one.
///
/// # Errors
/// If the board is too large, the position is not legal, or the memory in bytes, if it is known, does not suffice.
pub fn reachable(
    variant: Variant,
    setup: Option<&Setup>,
    memory: Option<u64>,
) -> Result<Box<dyn Count>, NoCount> {
    match variant {
        Variant::Draughts6 => begin::<Draughts<6>>(setup, memory),
        Variant::Checkers6 => begin::<Checkers<6>>(setup, memory),
        _ => Err(NoCount::Variant(variant)),
    }
}

fn begin<G: Game + Default>(setup: Option<&Setup>, memory: Option<u64>) -> Result<Box<dyn Count>, NoCount> {
    let game = G::default();
    let position = setup.map_or_else(|| Ok(Position::start(game)), |setup| setup.position(game))?;
    Ok(Box::new(ReachableCount::new(*position.placement(), memory)?))
}

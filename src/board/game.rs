//! The games: a board, rules and a notation.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Board, Geometry, Rules};

/// A game of the draughts family.
pub trait Game: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The board.
    type Board: Geometry;
    /// The rules.
    const RULES: Rules;
    /// The notation of moves.
    const NOTATION: Notation;
}

/// The type of the sets of cells on a game's board.
pub type SetOf<G> = <<G as Game>::Board as Geometry>::Set;

/// How squares and captures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `32-28`, `28x19`.
    Numeric,
    /// `c3-d4`, and captures with this separator.
    Algebraic {
        /// `x` or `:`.
        capture: char,
    },
}

/// International rules on an N×N board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draughts<const N: usize>;

impl<const N: usize> Game for Draughts<N>
where
    Board<N>: Geometry,
{
    type Board = Board<N>;
    const RULES: Rules = Rules::draughts(N);
    const NOTATION: Notation = if N == 8 { Notation::Algebraic { capture: 'x' } } else { Notation::Numeric };
}

/// English rules on an N×N board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Checkers<const N: usize>;

impl<const N: usize> Game for Checkers<N>
where
    Board<N>: Geometry,
{
    type Board = Board<N>;
    const RULES: Rules = Rules::ENGLISH;
    const NOTATION: Notation = Notation::Numeric;
}

/// Russian draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Russian;

impl Game for Russian {
    type Board = Board<8>;
    const RULES: Rules = Rules::RUSSIAN;
    const NOTATION: Notation = Notation::Algebraic { capture: ':' };
}

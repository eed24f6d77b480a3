//! The games: a board, rules, and how their moves are written.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Board, Geometry, Rules};

/// A game that two players can play.
pub trait Game: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The board that it is played on.
    type Board: Geometry;
    /// The rules.
    const RULES: Rules;
    /// How its moves are written.
    const NOTATION: Notation;
}

/// The sets of cells of a game's board.
pub type SetOf<G> = <<G as Game>::Board as Geometry>::Set;

/// How people write squares and captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// `32-28`, `28x19`.
    Numeric,
    /// `c3-d4`, and captures with this sign between the squares.
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

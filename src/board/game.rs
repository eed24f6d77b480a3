//! The games: a board, rules and a notation.

use std::fmt::Debug;
use std::hash::Hash;

use super::{Board, Counted, Geometry, KingRuns, Rules, Uncounted};

/// A game of the draughts family.
///
/// The type has the board, the value has the rules. Most games are types without data, so that their rules are
/// constants where speed matters.
pub trait Game: Copy + Debug + Eq + Hash + Send + Sync + 'static {
    /// The board.
    type Board: Geometry;
    /// What is counted of moves with the same king: [`Uncounted`] if no game of the type limits them.
    type Runs: KingRuns;
    /// The only value, if the type has one: then the rules are constants.
    const ONLY: Option<Self>;

    /// The rules.
    fn rules(self) -> &'static Rules;

    /// The notation of moves.
    fn notation(self) -> Notation;
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Draughts<const N: usize>;

impl<const N: usize> Game for Draughts<N>
where
    Board<N>: Geometry,
{
    type Board = Board<N>;
    type Runs = Uncounted;
    const ONLY: Option<Self> = Some(Self);

    #[inline(always)]
    fn rules(self) -> &'static Rules {
        const { &Rules::draughts(N) }
    }

    fn notation(self) -> Notation {
        if N == 8 { Notation::Algebraic { capture: 'x' } } else { Notation::Numeric }
    }
}

/// English rules on an N×N board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Checkers<const N: usize>;

impl<const N: usize> Game for Checkers<N>
where
    Board<N>: Geometry,
{
    type Board = Board<N>;
    type Runs = Uncounted;
    const ONLY: Option<Self> = Some(Self);

    #[inline(always)]
    fn rules(self) -> &'static Rules {
        &Rules::ENGLISH
    }

    fn notation(self) -> Notation {
        Notation::Numeric
    }
}

/// One of the games on an N×N board that differ in their rules only.
///
/// Their rules are looked up when they are needed, so that generic code is compiled once for all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Varied<const N: usize>(pub RuleSet);

/// The rules of a game that is not a type of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// [`Rules::KILLER`].
    Killer,
    /// [`Rules::BREAKTHROUGH`].
    Breakthrough,
    /// [`Rules::LOSING`].
    Losing,
    /// [`Rules::FRISIAN`].
    Frisian,
    /// [`Rules::FRYSK`].
    Frysk,
}

impl<const N: usize> Game for Varied<N>
where
    Board<N>: Geometry,
{
    type Board = Board<N>;
    type Runs = Counted;
    const ONLY: Option<Self> = None;

    #[inline(always)]
    fn rules(self) -> &'static Rules {
        match self.0 {
            RuleSet::Killer => &Rules::KILLER,
            RuleSet::Breakthrough => &Rules::BREAKTHROUGH,
            RuleSet::Losing => &Rules::LOSING,
            RuleSet::Frisian => &Rules::FRISIAN,
            RuleSet::Frysk => &Rules::FRYSK,
        }
    }

    fn notation(self) -> Notation {
        Notation::Numeric
    }
}

/// Russian draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Russian;

impl Game for Russian {
    type Board = Board<8>;
    type Runs = Uncounted;
    const ONLY: Option<Self> = Some(Self);

    #[inline(always)]
    fn rules(self) -> &'static Rules {
        &Rules::RUSSIAN
    }

    fn notation(self) -> Notation {
        Notation::Algebraic { capture: ':' }
    }
}

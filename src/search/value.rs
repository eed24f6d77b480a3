//! Depths, windows, bounds and values.

use std::ops::{Add, Sub};

use crate::eval::Score;

/// The remaining depth in plies. A quiet node at depth 0 gets its static value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(pub u8);

impl Depth {
    /// A leaf.
    pub const ZERO: Self = Self(0);
    /// One ply.
    pub const ONE: Self = Self(1);
    /// The maximum. A line with as many extensions is not longer than [`super::MAX_PLY`].
    pub const MAX: Self = Self(127);
}

impl Add<u8> for Depth {
    type Output = Self;

    fn add(self, plies: u8) -> Self {
        Self(self.0.saturating_add(plies))
    }
}

impl Sub<u8> for Depth {
    type Output = Self;

    /// Subtracts plies, down to depth 0.
    fn sub(self, plies: u8) -> Self {
        Self(self.0.saturating_sub(plies))
    }
}

/// The search window: scores strictly between alpha and beta are exact. `alpha` is less than `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The score that the player to move already has.
    pub alpha: Score,
    /// The score from which on the opponent avoids the node.
    pub beta: Score,
}

impl Window {
    /// The full window.
    pub const FULL: Self = Self { alpha: Score::MINUS_INFINITE, beta: Score::INFINITE };

    /// The zero window above `alpha`: tells whether a score exceeds it.
    #[must_use]
    pub fn zero(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    /// Whether this is a zero window.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self == Self::zero(self.alpha)
    }

    /// The window with alpha raised to a score.
    #[must_use]
    pub fn raised(self, score: Score) -> Self {
        Self { alpha: self.alpha.max(score), ..self }
    }

    /// The window from the opponent's point of view.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether this score is strictly between the bounds.
    #[must_use]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The kind of bound that a score is when a search in this window returned it.
    #[must_use]
    pub fn bound(self, score: Score) -> Bound {
        if score <= self.alpha {
            Bound::Upper
        } else if score >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

/// How a score bounds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is at most the score (fail low).
    Upper,
    /// The value is at least the score (fail high).
    Lower,
    /// The value is the score.
    Exact,
}

/// A score, and whether it depends on the path to the node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The score for the player to move.
    pub score: Score,
    /// Whether the score depends on the path to the node, by repetition or a counting rule.
    pub is_path_dependent: bool,
}

impl Value {
    /// A draw by repetition or a counting rule.
    pub(super) const DRAW: Self = Self { score: Score::DRAW, is_path_dependent: true };

    /// A score that holds on every path.
    #[must_use]
    pub const fn path_independent(score: Score) -> Self {
        Self { score, is_path_dependent: false }
    }

    /// The value for the opponent.
    pub(super) fn flipped(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// The search was stopped: its partial result is meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aborted;

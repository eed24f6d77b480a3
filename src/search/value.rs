//! How deep, between which bounds, and what came of it.

use std::ops::{Add, Sub};

use crate::eval::Score;

/// How many plies are still to be searched before a node is judged by its static value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(pub u8);

impl Depth {
    /// A leaf.
    pub const ZERO: Self = Self(0);
    /// One ply.
    pub const ONE: Self = Self(1);
    /// The most. With as many extensions a line is not longer than [`super::MAX_PLY`].
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

    /// So much less, but not less than a leaf.
    fn sub(self, plies: u8) -> Self {
        Self(self.0.saturating_sub(plies))
    }
}

/// What the caller wants to know exactly: scores between alpha and beta. `alpha` is less than `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Not better: the player to move has something else.
    pub alpha: Score,
    /// As good or better: the opponent has something else.
    pub beta: Score,
}

impl Window {
    /// Everything is to be known exactly.
    pub const FULL: Self = Self { alpha: Score::MINUS_INFINITE, beta: Score::INFINITE };

    /// Whether a score is better than `alpha` at all.
    #[must_use]
    pub fn zero(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    /// Whether it only tells better from worse.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self == Self::zero(self.alpha)
    }

    /// The window with a better alternative.
    #[must_use]
    pub fn raised(self, score: Score) -> Self {
        Self { alpha: self.alpha.max(score), ..self }
    }

    /// The window as the opponent sees it.
    #[must_use]
    pub fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether this score is strictly between the bounds.
    #[must_use]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }

    /// What is known of a value when a search in this window returned `score`.
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

/// What a score says of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is not more.
    Upper,
    /// It is not less.
    Lower,
    /// It is the value.
    Exact,
}

/// A score, and whether it holds wherever the node is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// For the player to move.
    pub score: Score,
    /// The way to the node was used: a repetition, or a rule that counts moves.
    pub is_path_dependent: bool,
}

impl Value {
    /// The draw that the way to the node makes.
    pub(super) const DRAW: Self = Self { score: Score::DRAW, is_path_dependent: true };

    /// A score that holds everywhere.
    #[must_use]
    pub const fn path_independent(score: Score) -> Self {
        Self { score, is_path_dependent: false }
    }

    /// The same for the opponent.
    pub(super) fn flipped(self) -> Self {
        Self { score: -self.score, ..self }
    }
}

/// The search was told to end: its partial result means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aborted;

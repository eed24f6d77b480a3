//! Players and pieces.

use std::ops::Not;

/// A player, by the color of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// Starts at the bottom and moves up, towards square 1.
    White,
    /// Starts at the top and moves down.
    Black,
}

impl Color {
    /// Both players, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl Not for Color {
    type Output = Self;

    /// The opponent.
    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// The rank of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rank {
    /// Moves forward only.
    Man,
    /// Moves in all four directions.
    King,
}

/// A kind of piece, in the order of the four digits of an endgame slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// A white man.
    WhiteMan,
    /// A white king.
    WhiteKing,
    /// A black man.
    BlackMan,
    /// A black king.
    BlackKing,
}

impl Piece {
    /// All four kinds.
    pub const ALL: [Self; 4] = [Self::WhiteMan, Self::WhiteKing, Self::BlackMan, Self::BlackKing];

    /// The piece of this color and rank.
    #[inline(always)]
    #[must_use]
    pub const fn new(color: Color, rank: Rank) -> Self {
        match (color, rank) {
            (Color::White, Rank::Man) => Self::WhiteMan,
            (Color::White, Rank::King) => Self::WhiteKing,
            (Color::Black, Rank::Man) => Self::BlackMan,
            (Color::Black, Rank::King) => Self::BlackKing,
        }
    }

    /// The owner of the piece.
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            Self::WhiteMan | Self::WhiteKing => Color::White,
            Self::BlackMan | Self::BlackKing => Color::Black,
        }
    }

    /// Man or king.
    #[must_use]
    pub const fn rank(self) -> Rank {
        match self {
            Self::WhiteMan | Self::BlackMan => Rank::Man,
            Self::WhiteKing | Self::BlackKing => Rank::King,
        }
    }
}

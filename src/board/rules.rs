//! The rules of each game, as data.
//!
//! Articles are those of the FMJD's Annex 1 (international draughts, version of November 2015) and of the
//! WCDF's rules of draughts (English). Games without a federation take the rules of the nearest one that
//! has one.

use super::Color;

/// What is allowed, what is obligatory, and when nobody wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A king moves any number of empty cells, and captures from afar.
    pub flying_kings: bool,
    /// A man captures in all four directions.
    pub men_capture_backward: bool,
    /// Which of several captures must be played.
    pub precedence: Precedence,
    /// When a man becomes a king.
    pub promotion: Promotion,
    /// Who moves first.
    pub opener: Color,
    /// When the game is a draw.
    pub draws: DrawRules,
}

/// Which of several captures must be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// Any, but to its end.
    Free,
    /// One that takes the most pieces.
    Most,
}

/// When a man that reaches the last row becomes a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// When its move ends there. A man that captures through the last row goes on as a man.
    AtRest,
    /// At once: a capture goes on as a king's.
    InPassing,
    /// At once, and the move is over.
    EndsMove,
}

/// When a game is drawn without anybody's consent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// The same position with the same player to move stands this often.
    pub repetitions: u8,
    /// Moves by each player without a capture or a move of a man.
    pub quiet_moves: u16,
    /// Endings that have to be won within a number of moves. At most [`DrawRules::MOST_ENDINGS`].
    pub endings: &'static [Ending],
}

impl DrawRules {
    /// The most endings that a game counts.
    pub const MOST_ENDINGS: usize = 8;
}

/// An ending that has to be won within a number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The pieces that make it.
    pub strength: Strength,
    /// Moves by each player from when it arises.
    pub moves: u16,
    /// What makes the count start again.
    pub restart: Restart,
}

/// The pieces of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// A king alone against so many pieces with at least one king.
    AgainstKing {
        /// The fewest pieces of the stronger side.
        least: u8,
        /// The most.
        most: u8,
    },
    /// The same, and the lone king stands on the main diagonal.
    AgainstKingOnDiagonal {
        /// The fewest pieces of the stronger side.
        least: u8,
        /// The most.
        most: u8,
    },
    /// A king alone against at least so many kings and no man.
    KingsAgainstKing {
        /// The fewest kings of the stronger side.
        least: u8,
    },
    /// Both players have a king, and so many pieces stand in all.
    KingsOnBothSides {
        /// The fewest pieces on the board.
        least: u8,
        /// The most.
        most: u8,
    },
}

/// What makes the count of an ending start again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restart {
    /// Nothing: once it runs it runs, captures do not extend it.
    Never,
    /// A capture or a promotion.
    Material,
    /// Leaving the ending and coming back to it.
    Leaving,
}

impl Rules {
    /// International draughts (FMJD, Annex 1).
    pub const INTERNATIONAL: Self = Self {
        flying_kings: true,           // 3.9, 4.3
        men_capture_backward: true,   // 4.1
        precedence: Precedence::Most, // 4.13
        promotion: Promotion::AtRest, // 3.5, 4.15
        opener: Color::White,         // 3.3
        draws: DrawRules {
            repetitions: 3,  // 6.1
            quiet_moves: 25, // 6.2
            endings: &[
                // 6.3; the 16 moves run on when a piece is taken.
                Ending {
                    strength: Strength::AgainstKing { least: 3, most: 3 },
                    moves: 16,
                    restart: Restart::Never,
                },
                // 6.4
                Ending {
                    strength: Strength::AgainstKing { least: 1, most: 2 },
                    moves: 5,
                    restart: Restart::Never,
                },
            ],
        },
    };

    /// Draughts on 6×6, 12×12 and 14×14: international rules without limits for few pieces.
    pub const INTERNATIONAL_ANY_SIZE: Self =
        Self { draws: DrawRules { endings: &[], ..Self::INTERNATIONAL.draws }, ..Self::INTERNATIONAL };

    /// Russian draughts (IDF, FMJD-64).
    pub const RUSSIAN: Self = Self {
        precedence: Precedence::Free,
        promotion: Promotion::InPassing,
        draws: DrawRules { repetitions: 3, quiet_moves: 15, endings: &ENDINGS_64 },
        ..Self::INTERNATIONAL
    };

    /// Brazilian draughts (FMJD-64): international rules on 8×8, and the endings of the 64 squares.
    pub const BRAZILIAN: Self = Self {
        draws: DrawRules { repetitions: 3, quiet_moves: 15, endings: &ENDINGS_BRAZILIAN },
        ..Self::INTERNATIONAL
    };

    /// English draughts, American checkers (WCDF).
    pub const ENGLISH: Self = Self {
        flying_kings: false,          // 1.17
        men_capture_backward: false,  // 1.18
        precedence: Precedence::Free, // 1.20
        promotion: Promotion::EndsMove,
        opener: Color::Black,
        draws: DrawRules { repetitions: 3, quiet_moves: 40, endings: &[] },
    };

    /// The international rules with the draw limits that go with a board of `size` by `size`.
    #[must_use]
    pub const fn draughts(size: usize) -> Self {
        match size {
            8 => Self::BRAZILIAN,
            10 => Self::INTERNATIONAL,
            _ => Self::INTERNATIONAL_ANY_SIZE,
        }
    }
}

/// Three against one has to be won in 15 moves (Petrov's triangle), in 5 when the lone king holds the
/// main road; kings on both sides by the number of pieces.
const ENDINGS_64: [Ending; 6] = [
    Ending { strength: Strength::AgainstKing { least: 3, most: 3 }, moves: 15, restart: Restart::Never },
    Ending { strength: Strength::KingsAgainstKing { least: 4 }, moves: 15, restart: Restart::Never },
    Ending {
        strength: Strength::AgainstKingOnDiagonal { least: 3, most: 3 },
        moves: 5,
        restart: Restart::Leaving,
    },
    Ending {
        strength: Strength::KingsOnBothSides { least: 2, most: 3 },
        moves: 5,
        restart: Restart::Material,
    },
    Ending {
        strength: Strength::KingsOnBothSides { least: 4, most: 5 },
        moves: 30,
        restart: Restart::Material,
    },
    Ending {
        strength: Strength::KingsOnBothSides { least: 6, most: 7 },
        moves: 60,
        restart: Restart::Material,
    },
];

const ENDINGS_BRAZILIAN: [Ending; 7] = [
    ENDINGS_64[0],
    ENDINGS_64[1],
    ENDINGS_64[2],
    ENDINGS_64[3],
    ENDINGS_64[4],
    ENDINGS_64[5],
    Ending { strength: Strength::AgainstKing { least: 1, most: 2 }, moves: 5, restart: Restart::Never },
];

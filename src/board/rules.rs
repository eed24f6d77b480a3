//! The rules of each game, as data.
//!
//! Article numbers refer to the FMJD's Annex 1 (international draughts, version of November 2015) and to the
//! WCDF's rules of draughts (English), those of Frisian draughts to its official rules of 2011. A game without a
//! federation follows the most similar game that has one.

use super::{Color, Direction};

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A king moves over any number of empty cells and captures at a distance.
    pub flying_kings: bool,
    /// A man captures in all four directions.
    pub men_capture_backward: bool,
    /// Along which lines pieces capture.
    pub capture_lines: CaptureLines,
    /// Which of several captures are legal.
    pub precedence: Precedence,
    /// Where a flying king lands behind the last piece of a capture.
    pub landing: Landing,
    /// How many moves in a row, none of them a capture, a player who has men can make with the same king. `None` if
    /// there is no limit. A game with a limit has [`super::KingRuns`] that are counted.
    pub king_moves: Option<u8>,
    /// When a man becomes a king.
    pub promotion: Promotion,
    /// Who wins, and when.
    pub goal: Goal,
    /// The rows of men of each player at the start. `None` if all rows are filled but the two in the middle.
    pub rows: Option<u8>,
    /// The player who moves first.
    pub opener: Color,
    /// When the game is a draw.
    pub draws: DrawRules,
}

/// Along which lines pieces capture. They move along diagonals only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureLines {
    /// Along diagonals.
    Diagonals,
    /// Along diagonals, files and rows.
    All,
}

impl CaptureLines {
    /// The directions of these lines.
    #[inline(always)]
    #[must_use]
    pub const fn directions(self) -> &'static [Direction] {
        match self {
            Self::Diagonals => &Direction::ALL,
            Self::All => &Direction::EIGHT,
        }
    }
}

/// Which of several captures are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// All of them, but a capture has to be completed.
    Free,
    /// Those that capture the most pieces.
    Most,
    /// Those that capture the greatest value, where a king is worth a little less than two men; among captures of
    /// the same value, those by kings if there are some.
    Value,
}

/// Where a flying king lands behind the last piece of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On any of the empty cells behind it.
    Anywhere,
    /// The same, but directly behind it if it is a king.
    NextToKing,
}

/// Who wins, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A player who cannot move loses.
    Block,
    /// A player who cannot move wins.
    GiveAway,
    /// The first king wins. A player who cannot move loses.
    FirstKing,
}

/// When a man that reaches the last row becomes a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promotion {
    /// If its move ends there. A man that captures through the last row continues as a man.
    AtRest,
    /// At once, and a capture continues as that of a king.
    InPassing,
    /// At once, and the move ends.
    EndsMove,
}

/// When a game is drawn by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// How often the same position with the same player to move has to occur.
    pub repetitions: u8,
    /// Moves by each player without a capture or a move of a man, or [`DrawRules::NO_LIMIT`].
    pub quiet_moves: u16,
    /// Endings that have to be won within a number of moves, at most [`DrawRules::MOST_ENDINGS`].
    pub endings: &'static [Ending],
}

impl DrawRules {
    /// A number of moves that no game reaches. Twice as many plies can still be counted.
    pub const NO_LIMIT: u16 = u16::MAX / 2;
    /// The most endings that a game can have.
    pub const MOST_ENDINGS: usize = 8;
}

/// An ending that has to be won within a number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The pieces of the ending.
    pub strength: Strength,
    /// The number of moves by each player, counted from when the ending arises.
    pub moves: u16,
    /// What restarts the count.
    pub restart: Restart,
}

/// The pieces of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// A lone king against this number of pieces, at least one of them a king.
    AgainstKing {
        /// The fewest pieces of the stronger side.
        least: u8,
        /// The most pieces.
        most: u8,
    },
    /// The same, with the lone king on the main diagonal.
    AgainstKingOnDiagonal {
        /// The fewest pieces of the stronger side.
        least: u8,
        /// The most pieces.
        most: u8,
    },
    /// A lone king against this number of kings and no men.
    KingsAgainstKing {
        /// The fewest kings of the stronger side.
        least: u8,
        /// The most kings.
        most: u8,
    },
    /// Both players have a king, and this number of pieces is on the board.
    KingsOnBothSides {
        /// The fewest pieces on the board.
        least: u8,
        /// The most pieces.
        most: u8,
    },
}

/// What restarts the count of an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restart {
    /// Nothing. Once started, the count goes on; captures do not extend it.
    Never,
    /// A capture or a promotion.
    Material,
    /// Leaving the ending and returning to it.
    Leaving,
}

impl Rules {
    /// International draughts (FMJD, Annex 1).
    pub const INTERNATIONAL: Self = Self {
        flying_kings: true,                     // 3.9, 4.3
        men_capture_backward: true,             // 4.1
        capture_lines: CaptureLines::Diagonals, // 4.1
        precedence: Precedence::Most,           // 4.13
        landing: Landing::Anywhere,             // 4.3
        king_moves: None,
        promotion: Promotion::AtRest, // 3.5, 4.15
        goal: Goal::Block,
        rows: None,           // 3.2
        opener: Color::White, // 3.3
        draws: DrawRules {
            repetitions: 3,  // 6.1
            quiet_moves: 25, // 6.2
            endings: &[
                // 6.3; a capture does not restart the 16 moves.
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

    /// Draughts on 6×6, 12×12 and 14×14: international rules without limits for endings.
    pub const INTERNATIONAL_ANY_SIZE: Self =
        Self { draws: DrawRules { endings: &[], ..Self::INTERNATIONAL.draws }, ..Self::INTERNATIONAL };

    /// Russian draughts (IDF, FMJD-64).
    pub const RUSSIAN: Self = Self {
        precedence: Precedence::Free,
        promotion: Promotion::InPassing,
        draws: DrawRules { repetitions: 3, quiet_moves: 15, endings: &ENDINGS_64 },
        ..Self::INTERNATIONAL
    };

    /// Brazilian draughts (FMJD-64): international rules on 8×8, with the limits for endings on 64 squares.
    pub const BRAZILIAN: Self = Self {
        draws: DrawRules { repetitions: 3, quiet_moves: 15, endings: &ENDINGS_BRAZILIAN },
        ..Self::INTERNATIONAL
    };

    /// English draughts, also called American checkers (WCDF).
    pub const ENGLISH: Self = Self {
        flying_kings: false,         // 1.17
        men_capture_backward: false, // 1.18
        capture_lines: CaptureLines::Diagonals,
        precedence: Precedence::Free, // 1.20
        landing: Landing::Anywhere,
        king_moves: None,
        promotion: Promotion::EndsMove,
        goal: Goal::Block,
        rows: None,
        opener: Color::Black,
        draws: DrawRules { repetitions: 3, quiet_moves: 40, endings: &[] },
    };

    /// Killer draughts: international rules, but a king that captures a king last stops right behind it. So two
    /// kings win against one, and there are no limits for endings.
    pub const KILLER: Self = Self { landing: Landing::NextToKing, ..Self::INTERNATIONAL_ANY_SIZE };

    /// Losing draughts, also called antidraughts: international rules, but who has no pieces left or cannot move
    /// wins.
    pub const LOSING: Self = Self { goal: Goal::GiveAway, ..Self::INTERNATIONAL_ANY_SIZE };

    /// Breakthrough: international rules, but the first king wins.
    pub const BREAKTHROUGH: Self = Self { goal: Goal::FirstKing, ..Self::INTERNATIONAL_ANY_SIZE };

    /// Frisian draughts (official rules, 2011). Where they leave the winner of an ending to the arbiter, two moves
    /// each decide.
    pub const FRISIAN: Self = Self {
        capture_lines: CaptureLines::All, // 7, 9
        precedence: Precedence::Value,
        king_moves: Some(3),
        draws: DrawRules {
            repetitions: 3,
            quiet_moves: DrawRules::NO_LIMIT,
            endings: &[
                Ending {
                    strength: Strength::KingsAgainstKing { least: 2, most: 2 },
                    moves: 7,
                    restart: Restart::Leaving,
                },
                Ending {
                    strength: Strength::KingsAgainstKing { least: 1, most: 1 },
                    moves: 2,
                    restart: Restart::Leaving,
                },
            ],
        },
        ..Self::INTERNATIONAL
    };

    /// Frysk!: Frisian draughts with five men each, on the first row.
    pub const FRYSK: Self = Self { rows: Some(1), ..Self::FRISIAN };

    /// Whether pieces move, capture and win as under other rules. Draws, the start and the first move may differ.
    #[must_use]
    pub fn play_as(&self, other: &Self) -> bool {
        Self { draws: other.draws, opener: other.opener, rows: other.rows, ..*self } == *other
    }

    /// The winner if this player cannot move.
    #[must_use]
    pub fn winner_without_move(&self, turn: Color) -> Color {
        match self.goal {
            Goal::GiveAway => turn,
            Goal::Block | Goal::FirstKing => !turn,
        }
    }

    /// The international rules with the draw limits for a board of `size` by `size`.
    #[must_use]
    pub const fn draughts(size: usize) -> Self {
        match size {
            8 => Self::BRAZILIAN,
            10 => Self::INTERNATIONAL,
            _ => Self::INTERNATIONAL_ANY_SIZE,
        }
    }
}

/// Three pieces against one king have 15 moves to win (Petrov's triangle), 5 if the lone king is on the main
/// road. With kings on both sides the limit depends on the number of pieces.
const ENDINGS_64: [Ending; 6] = [
    Ending { strength: Strength::AgainstKing { least: 3, most: 3 }, moves: 15, restart: Restart::Never },
    Ending {
        strength: Strength::KingsAgainstKing { least: 4, most: u8::MAX },
        moves: 15,
        restart: Restart::Never,
    },
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

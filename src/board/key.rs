//! Hash keys of placements (Zobrist, 1970).

use super::{Cell, Color, KingRun, Piece};
use crate::split_mix::split_mix;

/// The 128-bit hash of a placement: the exclusive or of a pseudo-random number for each piece on its cell,
/// and one for Black to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(u128);

impl Key {
    /// The key of an empty board with this player to move.
    #[inline(always)]
    #[must_use]
    pub const fn of_turn(turn: Color) -> Self {
        match turn {
            Color::White => Self(0),
            Color::Black => Self(TURN),
        }
    }

    /// The key after a piece was put on a cell or removed from it.
    #[inline(always)]
    #[must_use]
    pub const fn toggled(self, piece: Piece, cell: Cell) -> Self {
        Self(self.0 ^ PIECES[piece as usize][cell.index() & 127])
    }

    /// The key after the king run of a player was begun or ended.
    #[must_use]
    pub const fn toggled_run(self, color: Color, run: KingRun) -> Self {
        let KingRun { king, moves } = run;
        let number = (color as u64) << 15 | (king.index() as u64) << 8 | moves as u64;
        Self(self.0 ^ random(1 << 16 | number)) // beyond the numbers of pieces
    }

    /// The key with the other player to move.
    #[inline(always)]
    #[must_use]
    pub const fn passed(self) -> Self {
        Self(self.0 ^ TURN)
    }

    /// The key combined with a salt, so that searches with different salts do not share table entries.
    #[must_use]
    pub const fn salted(self, salt: u64) -> Self {
        Self(self.0 ^ random(split_mix(salt) >> 2 | 1 << 62)) // beyond the numbers of pieces
    }

    /// The half that selects the table entry.
    #[inline(always)]
    #[must_use]
    pub const fn low(self) -> u64 {
        self.0 as u64
    }

    /// The half that verifies the table entry.
    #[inline(always)]
    #[must_use]
    pub const fn high(self) -> u64 {
        (self.0 >> 64) as u64
    }
}

const TURN: u128 = random(0);

static PIECES: [[u128; 128]; 4] = {
    let mut table = [[0; 128]; 4];
    let mut number = 0;
    while number < 512 {
        table[number / 128][number % 128] = random(1 + number as u64);
        number += 1;
    }
    table
};

/// Two outputs of SplitMix64.
const fn random(number: u64) -> u128 {
    (split_mix(2 * number) as u128) << 64 | split_mix(2 * number + 1) as u128
}

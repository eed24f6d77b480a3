//! Tic-tac-toe: three in a row on 3×3 cells.

use super::{GameGraph, Player};

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// The cells of each player, one bit for each cell in reading order. The first player has the crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Marks {
    /// The cells of the first player.
    pub crosses: u16,
    /// The cells of the second player.
    pub noughts: u16,
}

const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Marks {
    /// The empty board.
    pub const EMPTY: Self = Self { crosses: 0, noughts: 0 };

    /// The player who has taken a cell, 0 to 8.
    #[must_use]
    pub const fn at(self, cell: usize) -> Option<Player> {
        match (self.crosses >> cell & 1, self.noughts >> cell & 1) {
            (1, _) => Some(Player::First),
            (_, 1) => Some(Player::Second),
            _ => None,
        }
    }

    fn occupied(self) -> u16 {
        self.crosses | self.noughts
    }

    fn turn(self) -> Player {
        if self.occupied().count_ones().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn with(self, cell: usize) -> Self {
        match self.turn() {
            Player::First => Self { crosses: self.crosses | 1 << cell, ..self },
            Player::Second => Self { noughts: self.noughts | 1 << cell, ..self },
        }
    }

    fn winner(self) -> Option<Player> {
        let has_row = |cells: u16| ROWS.into_iter().any(|row| cells & row == row);
        match (has_row(self.crosses), has_row(self.noughts)) {
            (true, _) => Some(Player::First),
            (_, true) => Some(Player::Second),
            _ => None,
        }
    }

    /// The smallest of the eight boards that rotations and reflections make of this one.
    #[must_use]
    pub fn canonical(self) -> Self {
        let turned = |marks: &Self| Some(marks.rearranged(|row, column| (2 - column, row)));
        let turns = |marks| std::iter::successors(Some(marks), turned).take(4);
        let reflected = self.rearranged(|row, column| (row, 2 - column));
        turns(self).chain(turns(reflected)).min().unwrap_or(self)
    }

    fn rearranged(self, from: impl Fn(usize, usize) -> (usize, usize)) -> Self {
        let mut marks = Self::EMPTY;
        for cell in 0..9 {
            let (row, column) = from(cell / 3, cell % 3);
            marks.crosses |= (self.crosses >> (3 * row + column) & 1) << cell;
            marks.noughts |= (self.noughts >> (3 * row + column) & 1) << cell;
        }
        marks
    }
}

impl GameGraph for TicTacToe {
    type Vertex = Marks;

    fn player(&self, vertex: Marks) -> Player {
        vertex.turn()
    }

    fn moves(&self, vertex: Marks, list: &mut Vec<Marks>) {
        if vertex.winner().is_none() {
            let free = (0..9).filter(|cell| vertex.occupied() >> cell & 1 == 0);
            list.extend(free.map(|cell| vertex.with(cell)));
        }
    }

    fn winner(&self, sink: Marks) -> Option<Player> {
        sink.winner()
    }
}

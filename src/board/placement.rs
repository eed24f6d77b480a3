//! Placements: the pieces on the board and the player to move, all that move generation needs.

use super::{Cell, Color, Game, Geometry, Key, Move, Piece, Rank, Set, SetOf};

/// The pieces on the board and the player to move. It takes a few words and is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement<G: Game> {
    /// White's pieces.
    pub white: SetOf<G>,
    /// Black's pieces.
    pub black: SetOf<G>,
    /// The kings of both players.
    pub kings: SetOf<G>,
    /// The player to move.
    pub turn: Color,
    /// The game.
    pub game: G,
}

impl<G: Game> Placement<G> {
    /// The starting position.
    #[must_use]
    pub fn start(game: G) -> Self {
        let men = G::Board::SQUARES / 2 - G::Board::HALF;
        let black = first_squares::<G>(men);
        let white = G::Board::turned_set(black);
        Self { white, black, kings: Set::EMPTY, turn: game.rules().opener, game }
    }

    /// A board without pieces.
    #[must_use]
    pub fn empty(game: G, turn: Color) -> Self {
        Self { white: Set::EMPTY, black: Set::EMPTY, kings: Set::EMPTY, turn, game }
    }

    /// The pieces of a player.
    #[inline(always)]
    #[must_use]
    pub fn pieces(&self, color: Color) -> SetOf<G> {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The pieces of this kind.
    #[must_use]
    pub fn of(&self, piece: Piece) -> SetOf<G> {
        let own = self.pieces(piece.color());
        match piece.rank() {
            Rank::Man => own & !self.kings,
            Rank::King => own & self.kings,
        }
    }

    /// All pieces.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self) -> SetOf<G> {
        self.white | self.black
    }

    /// The empty playing cells.
    #[inline(always)]
    #[must_use]
    pub fn free(&self) -> SetOf<G> {
        G::Board::PLAYING & !self.occupied()
    }

    /// The piece on a cell. Returns `None` if the cell is empty.
    #[must_use]
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        Piece::ALL.into_iter().find(|&piece| self.of(piece).contains(cell))
    }

    /// The rank of the piece on a cell that is not empty.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, cell: Cell) -> Rank {
        if self.kings.contains(cell) { Rank::King } else { Rank::Man }
    }

    /// Puts a piece on an empty cell.
    pub fn put(&mut self, cell: Cell, piece: Piece) {
        debug_assert!(self.free().contains(cell), "a cell holds one piece");
        match piece.color() {
            Color::White => self.white |= Set::of(cell),
            Color::Black => self.black |= Set::of(cell),
        }
        if piece.rank() == Rank::King {
            self.kings |= Set::of(cell);
        }
    }

    /// The placement after a move that is legal here.
    #[inline(always)]
    #[must_use]
    pub fn play(&self, mv: &Move<G>) -> Self {
        let (from, to) = (SetOf::<G>::of(mv.from), SetOf::<G>::of(mv.to));
        let own = self.pieces(self.turn) ^ from ^ to;
        let opponents = self.pieces(!self.turn) & !mv.captured;
        let mut kings = self.kings & !mv.captured;
        if mv.mover == Rank::King {
            kings ^= from;
        }
        if mv.arrives == Rank::King {
            kings ^= to;
        }
        match self.turn {
            Color::White => Self { white: own, black: opponents, kings, turn: Color::Black, game: self.game },
            Color::Black => Self { white: opponents, black: own, kings, turn: Color::White, game: self.game },
        }
    }

    /// The placement with the board rotated by 180° and the colors exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self {
            white: G::Board::turned_set(self.black),
            black: G::Board::turned_set(self.white),
            kings: G::Board::turned_set(self.kings),
            turn: !self.turn,
            game: self.game,
        }
    }

    /// The key, computed from scratch.
    #[must_use]
    pub fn key(&self) -> Key {
        let mut key = Key::of_turn(self.turn);
        for piece in Piece::ALL {
            for cell in self.of(piece).cells() {
                key = key.toggled(piece, cell);
            }
        }
        key
    }
}

fn first_squares<G: Game>(count: usize) -> SetOf<G> {
    let squares = (1..=count).filter_map(G::Board::cell);
    squares.fold(Set::EMPTY, |set: SetOf<G>, cell| set | SetOf::<G>::of(cell))
}

//! A position: a placement that is legal, and what a game and a search keep with it.

use std::fmt;

use super::{
    Cell, Clock, Color, Content, Direction, Game, Geometry, Key, Mailbox, Move, Piece, Placement, Rank, Set,
};

/// A legal position. It is a value: [`Position::play`] returns the next one, nothing is taken back.
///
/// The fields are private because they say the same thing in four ways.
#[derive(Clone, Copy, Debug)]
pub struct Position<G: Game> {
    placement: Placement<G>,
    mailbox: Mailbox<G>,
    key: Key,
    clock: Clock,
}

/// Why a placement is no position of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Nothing stands on the board.
    NoPieces,
    /// A man stands where it would have become a king.
    ManOnLastRow {
        /// The number of the square.
        square: usize,
        /// Whose man it is.
        color: Color,
    },
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPieces => write!(f, "there are no pieces on the board"),
            Self::ManOnLastRow { square, color } => {
                let player = color.name();
                write!(f, "a {player} man cannot stand on square {square}, where it becomes a king")
            }
        }
    }
}

impl std::error::Error for Illegal {}

impl<G: Game> Position<G> {
    /// The position that games start from.
    #[must_use]
    pub fn start() -> Self {
        Self::of(Placement::start())
    }

    /// The position of a placement, as if the game began there.
    ///
    /// # Errors
    /// When a man stands on its last row, or nothing on the board.
    pub fn new(placement: Placement<G>) -> Result<Self, Illegal> {
        debug_assert!(!placement.white.meets(placement.black), "only one piece stands on a cell");
        if placement.occupied().is_empty() {
            return Err(Illegal::NoPieces);
        }
        for color in Color::ALL {
            let men = placement.of(Piece::new(color, Rank::Man));
            if let Some(cell) = (men & G::Board::promotion_row(color)).cells().next() {
                return Err(Illegal::ManOnLastRow { square: G::Board::square(cell), color });
            }
        }
        Ok(Self::of(placement))
    }

    fn of(placement: Placement<G>) -> Self {
        let mailbox = Mailbox::of(&placement);
        Self { placement, mailbox, key: placement.key(), clock: Clock::new(&placement) }
    }

    /// The pieces and the turn.
    #[inline(always)]
    #[must_use]
    pub fn placement(&self) -> &Placement<G> {
        &self.placement
    }

    /// The board as an array.
    #[must_use]
    pub fn mailbox(&self) -> &Mailbox<G> {
        &self.mailbox
    }

    /// The key, kept from move to move.
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// What the rules count towards a draw.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Who is to move.
    #[inline(always)]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.placement.turn
    }

    /// What stands on a cell.
    #[must_use]
    pub fn content(&self, cell: Cell) -> Content {
        self.mailbox.get(cell)
    }

    /// The next cell in a direction. None: the board ends.
    #[must_use]
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        self.mailbox.step(cell, direction)
    }

    /// The position after a move that is legal here.
    #[must_use]
    pub fn play(&self, mv: &Move<G>) -> Self {
        let mut next = *self;
        next.placement = self.placement.play(mv);
        next.key = self.key.passed();
        for cell in mv.captured.cells() {
            next.lift(cell);
        }
        next.lift(mv.from);
        next.drop(mv.to, Piece::new(self.turn(), mv.arrives));
        next.clock = self.clock.after(mv, &next.placement);
        next
    }

    fn lift(&mut self, cell: Cell) {
        if let Content::Piece(piece) = self.mailbox.get(cell) {
            self.key = self.key.toggled(piece, cell);
        }
        self.mailbox.set(cell, Content::Free);
    }

    fn drop(&mut self, cell: Cell, piece: Piece) {
        self.key = self.key.toggled(piece, cell);
        self.mailbox.set(cell, Content::Piece(piece));
    }
}

impl<G: Game> PartialEq for Position<G> {
    /// Positions are the same when the same pieces stand there and the same player is to move.
    fn eq(&self, other: &Self) -> bool {
        self.placement == other.placement
    }
}

impl<G: Game> Eq for Position<G> {}

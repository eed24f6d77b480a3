//! The board as an array of cells, walls around it.

use super::{Cell, Direction, Game, Geometry, Piece, Placement, Set};

/// What a cell of the mailbox holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// A wall: nothing ever stands here.
    Ghost,
    /// A playing cell where nothing stands.
    Free,
    /// A piece.
    Piece(Piece),
}

/// One array of all cells: ghosts, then rows of playing cells with one ghost after every two, ghosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mailbox<G: Game>(<G::Board as Geometry>::Contents);

impl<G: Game> Mailbox<G> {
    /// The mailbox of a placement.
    #[must_use]
    pub fn of(placement: &Placement<G>) -> Self {
        let mut mailbox = Self(G::Board::GHOSTS);
        for cell in G::Board::PLAYING.cells() {
            mailbox.set(cell, placement.piece(cell).map_or(Content::Free, Content::Piece));
        }
        mailbox
    }

    /// What stands on a playing cell.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Content {
        self.0.as_ref()[G::Board::GHOSTS_ABOVE + cell.index()]
    }

    /// Changes what stands on a playing cell.
    pub fn set(&mut self, cell: Cell, content: Content) {
        self.0.as_mut()[G::Board::GHOSTS_ABOVE + cell.index()] = content;
    }

    /// The next cell in a direction. None: a wall.
    #[must_use]
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let offset = direction.offset(G::Board::SIZE);
        let index = (G::Board::GHOSTS_ABOVE + cell.index()).checked_add_signed(offset as isize)?;
        (self.0.as_ref()[index] != Content::Ghost).then(|| cell.moved(offset))
    }
}

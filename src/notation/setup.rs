//! Descriptions of positions, not yet checked.

use super::{NoSuchSquare, Quote, Square};
use crate::board::{Color, Game, KingRun, KingRuns, Piece, Placement, Position, PositionError, Rank, Set};

/// Pieces on squares and the player to move, in any game. It need not be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The player to move.
    pub turn: Color,
    /// The pieces and their squares.
    pub pieces: Vec<(Square, Piece)>,
    /// How many moves in a row each player has made with the same king. Games without a limit ignore it.
    pub king_moves: Vec<KingMoves>,
}

/// How many moves in a row a player has made with the same king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingMoves {
    /// The player, if the square does not tell.
    pub color: Color,
    /// The number of moves.
    pub moves: u8,
    /// The number of the king's square. `None` if it is the player's only one.
    pub square: Option<usize>,
}

impl Setup {
    /// The position of a game that this describes.
    ///
    /// # Errors
    /// If it is not a legal position of that game.
    pub fn position<G: Game>(&self, game: G) -> Result<Position<G>, SetupError> {
        let mut placement = Placement::empty(game, self.turn);
        for &(square, piece) in &self.pieces {
            let cell = square.cell::<G>()?;
            if placement.occupied().contains(cell) {
                return Err(SetupError::Occupied { square });
            }
            placement.put(cell, piece);
        }
        if game.rules().king_moves.is_some() {
            for counted in &self.king_moves {
                counted.add_to(&mut placement)?;
            }
        }
        Ok(Position::new(placement)?)
    }
}

impl KingMoves {
    /// Adds the count to a placement. It is dropped if the king is not told and the player has several.
    fn add_to<G: Game>(&self, placement: &mut Placement<G>) -> Result<(), NoSuchSquare> {
        let king = match self.square {
            Some(number) => Some(Square::Number(number).cell::<G>()?),
            None => {
                let kings = placement.of(Piece::new(self.color, Rank::King));
                (kings.count() == 1).then(|| kings.first())
            }
        };
        let Some(king) = king else { return Ok(()) };
        let color = if placement.pieces(!self.color).contains(king) { !self.color } else { self.color };
        placement.runs = placement.runs.with(color, Some(KingRun { king, moves: self.moves }));
        Ok(())
    }
}

/// Why a description is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The text is longer than any FEN.
    #[error("a FEN has at most {most} bytes, not {bytes}")]
    TooLong {
        /// Its length.
        bytes: usize,
        /// The longest text that is accepted.
        most: usize,
    },
    /// The player to move is missing.
    #[error("{text} does not begin with the player to move, 'W:' or 'B:'")]
    NoTurn {
        /// The text.
        text: Quote,
    },
    /// The player to move is given as unknown.
    #[error("the player to move must be W or B, not '?'")]
    UnknownTurn,
    /// A list of pieces has no color.
    #[error("a list of pieces must begin with W or B, unlike {list}")]
    NoColor {
        /// The list.
        list: Quote,
    },
    /// A player has two lists.
    #[error("there are two lists of {} pieces", .color.name())]
    TwoLists {
        /// The player.
        color: Color,
    },
    /// A player has no list.
    #[error("the list of {} pieces is missing", .color.name())]
    NoList {
        /// The player.
        color: Color,
    },
    /// An entry of a list is not a square.
    #[error("{text} is not a square (entry {place} in the list of {} pieces)", .color.name())]
    NotASquare {
        /// The entry.
        text: Quote,
        /// The player whose list it is.
        color: Color,
        /// Its place in the list, counted from 1.
        place: usize,
    },
    /// A range ends before it begins.
    #[error("the range {first}-{last} runs backwards")]
    ReversedRange {
        /// The first square.
        first: usize,
        /// The last square.
        last: usize,
    },
    /// The board of the game has no such square.
    #[error(transparent)]
    NoSuchSquare(#[from] NoSuchSquare),
    /// A square has two pieces.
    #[error("square {square} is occupied twice")]
    Occupied {
        /// The square.
        square: Square,
    },
    /// The position is not legal.
    #[error(transparent)]
    Illegal(#[from] PositionError),
}

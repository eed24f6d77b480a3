//! A legal position: a placement, its key and its clock.

use super::{Clock, Color, Game, Geometry, Goal, Key, KingRun, KingRuns, Move, Piece, Placement, Rank, Set};

/// A legal position. It is a value: [`Position::play`] returns the next one.
///
/// The fields are private because the key has to be that of the placement.
#[derive(Clone, Copy, Debug)]
pub struct Position<G: Game> {
    placement: Placement<G>,
    key: Key,
    clock: Clock,
}

/// Why a placement is not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The board is empty.
    #[error("there are no pieces on the board")]
    NoPieces,
    /// The game was won before this player's turn.
    #[error("{} has a king and would be to move, but the first king wins", .color.name())]
    AlreadyWon {
        /// The player.
        color: Color,
    },
    /// No king of the player can have made this number of moves in a row to this square.
    #[error("no {} king on square {square} can have made {moves} moves in a row", .color.name())]
    ImpossibleRun {
        /// The number of the square.
        square: usize,
        /// The player.
        color: Color,
        /// The number of moves.
        moves: u8,
    },
    /// A man stands on its promotion row.
    #[error("a {} man cannot stand on square {square}, where it becomes a king", .color.name())]
    ManOnLastRow {
        /// The number of the square.
        square: usize,
        /// The color of the man.
        color: Color,
    },
}

impl<G: Game> Position<G> {
    /// The starting position.
    #[must_use]
    pub fn start(game: G) -> Self {
        Self::of(Placement::start(game))
    }

    /// The position of a placement, as if the game began there.
    ///
    /// # Errors
    /// If a man stands on its promotion row, the board is empty, the player to move has already won, or a king run is
    /// impossible.
    pub fn new(placement: Placement<G>) -> Result<Self, PositionError> {
        debug_assert!(!placement.white.meets(placement.black), "a cell holds one piece");
        if placement.occupied().is_empty() {
            return Err(PositionError::NoPieces);
        }
        for color in Color::ALL {
            let men = placement.of(Piece::new(color, Rank::Man));
            if let Some(cell) = (men & G::Board::promotion_row(color)).cells().next() {
                return Err(PositionError::ManOnLastRow { square: G::Board::square(cell), color });
            }
        }
        let kings = placement.pieces(placement.turn) & placement.kings;
        if placement.game.rules().goal == Goal::FirstKing && !kings.is_empty() {
            return Err(PositionError::AlreadyWon { color: placement.turn });
        }
        if G::Runs::ARE_COUNTED {
            check_runs(&placement)?;
        }
        Ok(Self::of(placement))
    }

    fn of(placement: Placement<G>) -> Self {
        Self { placement, key: placement.key(), clock: Clock::new(&placement) }
    }

    /// The pieces and the player to move.
    #[inline(always)]
    #[must_use]
    pub fn placement(&self) -> &Placement<G> {
        &self.placement
    }

    /// The key, updated incrementally.
    #[inline(always)]
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The counters of the draw rules.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The game.
    #[inline(always)]
    #[must_use]
    pub fn game(&self) -> G {
        self.placement.game
    }

    /// The player to move.
    #[inline(always)]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.placement.turn
    }

    /// The position after a move that is legal here.
    #[must_use]
    pub fn play(&self, mv: &Move<G>) -> Self {
        let placement = self.placement.play(mv);
        Self { placement, key: self.key_after(mv, &placement), clock: self.clock.after(mv, &placement) }
    }

    fn key_after(&self, mv: &Move<G>, next: &Placement<G>) -> Key {
        let (own, opponent) = (self.turn(), !self.turn());
        let mut key = self.key.passed();
        for cell in mv.captured.cells() {
            key = key.toggled(Piece::new(opponent, self.placement.rank(cell)), cell);
        }
        let key = key.toggled(Piece::new(own, mv.mover), mv.from).toggled(Piece::new(own, mv.arrives), mv.to);
        if G::Runs::ARE_COUNTED { key_after_runs::<G>(key, self.placement.runs, next.runs) } else { key }
    }
}

fn check_runs<G: Game>(placement: &Placement<G>) -> Result<(), PositionError> {
    let most = placement.game.rules().king_moves.unwrap_or(0);
    for color in Color::ALL {
        if let Some(KingRun { king, moves }) = placement.runs.of(color) {
            let own = placement.pieces(color);
            let is_king = (own & placement.kings).contains(king);
            let has_men = !(own & !placement.kings).is_empty();
            if !is_king || !has_men || !(1..=most).contains(&moves) {
                return Err(PositionError::ImpossibleRun { square: G::Board::square(king), color, moves });
            }
        }
    }
    Ok(())
}

/// The key after the king runs have become others.
fn key_after_runs<G: Game>(key: Key, before: G::Runs, after: G::Runs) -> Key {
    let changed = Color::ALL.into_iter().filter(|&color| before.of(color) != after.of(color));
    changed.fold(key, |key, color| {
        let runs = [before.of(color), after.of(color)];
        runs.into_iter().flatten().fold(key, |key, run| key.toggled_run(color, run))
    })
}

impl<G: Game> PartialEq for Position<G> {
    /// Positions are equal if the same pieces stand on the same cells, the same player is to move, and the same kings
    /// can.
    fn eq(&self, other: &Self) -> bool {
        self.placement == other.placement
    }
}

impl<G: Game> Eq for Position<G> {}

//! Placements: the pieces on the board and the player to move, all that move generation needs.

use super::{Cell, Color, Game, Geometry, Key, KingRun, KingRuns, Move, Piece, Rank, Set, SetOf};

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
    /// How often each player has moved the same king, if the game limits this.
    pub runs: G::Runs,
}

impl<G: Game> Placement<G> {
    /// The starting position.
    #[must_use]
    pub fn start(game: G) -> Self {
        let rows = game.rules().rows.map_or(G::Board::HALF - 1, usize::from);
        let black = first_squares::<G>(rows * G::Board::HALF);
        let white = G::Board::turned_set(black);
        Self { white, black, ..Self::empty(game, game.rules().opener) }
    }

    /// A board without pieces.
    #[must_use]
    pub fn empty(game: G, turn: Color) -> Self {
        let (white, black, kings) = (Set::EMPTY, Set::EMPTY, Set::EMPTY);
        Self { white, black, kings, turn, game, runs: G::Runs::default() }
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
        let (game, runs) = (self.game, self.runs);
        let next = match self.turn {
            Color::White => Self { white: own, black: opponents, kings, turn: Color::Black, game, runs },
            Color::Black => Self { white: opponents, black: own, kings, turn: Color::White, game, runs },
        };
        if G::Runs::ARE_COUNTED { next.with_runs_after(self.turn, mv) } else { next }
    }

    /// The placement after a move of `mover`, in which the king runs are those before it.
    fn with_runs_after(self, mover: Color, mv: &Move<G>) -> Self {
        if self.game.rules().king_moves.is_none() {
            return self;
        }
        let own = match mv.is_capture() {
            true => None,
            false => KingRun::after(self.runs.of(mover), mv.mover, mv.from, mv.to),
        };
        let opponents = self.runs.of(!mover).filter(|run| !mv.captured.contains(run.king));
        let of_player_with_men = |color, run: Option<KingRun>| run.filter(|_| self.has_men(color));
        let runs = self.runs.with(mover, of_player_with_men(mover, own));
        Self { runs: runs.with(!mover, of_player_with_men(!mover, opponents)), ..self }
    }

    fn has_men(&self, color: Color) -> bool {
        !(self.pieces(color) & !self.kings).is_empty()
    }

    /// The king that the player to move may not move now, unless it captures. The set is empty if all may move.
    #[inline(always)]
    #[must_use]
    pub fn resting_king(&self) -> SetOf<G> {
        if !G::Runs::ARE_COUNTED {
            return Set::EMPTY;
        }
        let (run, limit) = (self.runs.of(self.turn), self.game.rules().king_moves);
        let resting = run.filter(|run| limit.is_some_and(|limit| run.moves >= limit));
        resting.map_or(Set::EMPTY, |run| Set::of(run.king))
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
            runs: self.runs.mirrored(G::Board::turned),
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
        for color in Color::ALL {
            if let Some(run) = self.runs.of(color) {
                key = key.toggled_run(color, run);
            }
        }
        key
    }
}

fn first_squares<G: Game>(count: usize) -> SetOf<G> {
    let squares = (1..=count).filter_map(G::Board::cell);
    squares.fold(Set::EMPTY, |set: SetOf<G>, cell| set | SetOf::<G>::of(cell))
}

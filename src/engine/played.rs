//! The game up to the position that the engine thinks about.

use super::{MoveText, Start};
use crate::board::{Game, History, Move, MoveList, Outcome, Placement, Position};
use crate::notation::{self, MoveError, Setup, hub};

/// A game: where it stands, and what stood there before.
#[derive(Clone, Debug)]
pub(super) struct Played<G: Game> {
    position: Position<G>,
    history: History,
    /// The positions before this one, as far back as they can come again.
    earlier: Vec<Placement<G>>,
    /// The position before this one.
    before: Option<Placement<G>>,
}

impl<G: Game> Played<G> {
    pub(super) fn new(position: Position<G>) -> Self {
        Self { position, history: History::new(&position), earlier: Vec::new(), before: None }
    }

    /// The game that begins here. An error is a line of text.
    pub(super) fn begun(start: &Start) -> Result<Self, String> {
        let position = match start {
            Start::Opening => Position::start(),
            Start::Fen(fen) => {
                let setup: Setup = fen.parse().map_err(|error: notation::SetupError| error.to_string())?;
                setup.position().map_err(|error| error.to_string())?
            }
            Start::Hub(letters) => hub::read_position(letters).map_err(|error| error.to_string())?,
        };
        Ok(Self::new(position))
    }

    pub(super) fn position(&self) -> &Position<G> {
        &self.position
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }

    /// How the game has ended.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.history.outcome(&self.position)
    }

    pub(super) fn legal_moves(&self) -> MoveList<G> {
        MoveList::legal(self.position.placement())
    }

    pub(super) fn play(&mut self, mv: &Move<G>) {
        let before = *self.position.placement();
        self.before = Some(before);
        self.earlier.push(before);
        self.position = self.position.play(mv);
        self.history.push(&self.position);
        if self.position.clock().quiet_plies() == 0 {
            self.earlier.clear();
        }
    }

    /// The positions before this one, as far back as they can come again.
    pub(super) fn earlier(&self) -> &[Placement<G>] {
        &self.earlier
    }

    /// The position before this one. None: the game began with this one.
    pub(super) fn before(&self) -> Option<Placement<G>> {
        self.before
    }

    pub(super) fn read(&self, text: &str) -> Result<Move<G>, MoveError> {
        notation::read_move(self.position.placement(), text)
    }

    /// How a legal move is written.
    pub(super) fn text(&self, mv: &Move<G>) -> MoveText {
        MoveText::new(self.position.placement(), mv)
    }

    /// How a line is written that begins here.
    pub(super) fn write(&self, line: &[Move<G>]) -> Vec<MoveText> {
        let mut position = self.position;
        let mut texts = Vec::new();
        for mv in line {
            texts.push(MoveText::new(position.placement(), mv));
            position = position.play(mv);
        }
        texts
    }
}

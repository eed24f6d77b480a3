//! The game up to the position that the engine thinks about.

use super::{MoveText, Start};
use crate::board::{Game, History, Move, MoveList, Outcome, Position};
use crate::notation::{self, MoveError, Setup, hub};

/// A game: where it stands, and what stood there before.
#[derive(Clone, Debug)]
pub(super) struct Played<G: Game> {
    position: Position<G>,
    history: History,
}

impl<G: Game> Played<G> {
    pub(super) fn new(position: Position<G>) -> Self {
        Self { position, history: History::new(&position) }
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
        self.position = self.position.play(mv);
        self.history.push(&self.position);
    }

    pub(super) fn read(&self, text: &str) -> Result<Move<G>, MoveError> {
        notation::read_move(self.position.placement(), text)
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

//! A game of a known type: the position, and the moves that led to it.

use std::sync::OnceLock;

use super::{MoveText, Start, StartError};
use crate::board::{Game, History, Move, MoveList, Outcome, Placement, Position};
use crate::notation::{self, MoveError, Setup, hub};

/// A game in progress.
#[derive(Clone, Debug)]
pub(super) struct Played<G: Game> {
    start: Position<G>,
    moves: Vec<Move<G>>,
    position: Position<G>,
    /// The legal moves, once they were asked for. There can be tens of thousands of them, which take long to
    /// generate.
    legal: OnceLock<Vec<Move<G>>>,
    history: History,
    /// The positions before this one that can be repeated.
    earlier: Vec<Placement<G>>,
    /// The position before this one.
    before: Option<Placement<G>>,
}

impl<G: Game> Played<G> {
    pub(super) fn new(position: Position<G>) -> Self {
        Self {
            start: position,
            moves: Vec::new(),
            position,
            legal: OnceLock::new(),
            history: History::new(&position),
            earlier: Vec::new(),
            before: None,
        }
    }

    /// A game that begins here.
    pub(super) fn begun(game: G, start: &Start) -> Result<Self, StartError> {
        Ok(Self::new(match start {
            Start::Opening => Position::start(game),
            Start::Fen(fen) => fen.parse::<Setup>()?.position(game)?,
            Start::Hub(letters) => hub::read_position(game, letters)?,
        }))
    }

    /// The position at which the game began.
    pub(super) fn start(&self) -> &Position<G> {
        &self.start
    }

    /// The moves that were played.
    pub(super) fn moves(&self) -> &[Move<G>] {
        &self.moves
    }

    pub(super) fn position(&self) -> &Position<G> {
        &self.position
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }

    /// The outcome. Returns `None` if the game is not over.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.history.outcome(&self.position)
    }

    pub(super) fn legal_moves(&self) -> &[Move<G>] {
        self.legal.get_or_init(|| MoveList::legal(self.position.placement()).to_vec())
    }

    pub(super) fn play(&mut self, mv: &Move<G>) {
        let before = *self.position.placement();
        self.before = Some(before);
        self.earlier.push(before);
        self.moves.push(*mv);
        self.position = self.position.play(mv);
        self.legal = OnceLock::new();
        self.history.push(&self.position);
        if self.position.clock().quiet_plies() == 0 {
            self.earlier.clear();
        }
    }

    /// Takes back the last plies, or all if there are fewer.
    pub(super) fn take_back(&mut self, plies: usize) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.truncate(moves.len().saturating_sub(plies));
        *self = Self::new(self.start);
        moves.iter().for_each(|mv| self.play(mv));
    }

    /// The positions before this one that can be repeated.
    pub(super) fn earlier(&self) -> &[Placement<G>] {
        &self.earlier
    }

    /// The position before this one. Returns `None` if the game began with this one.
    pub(super) fn before(&self) -> Option<Placement<G>> {
        self.before
    }

    pub(super) fn read(&self, text: &str) -> Result<Move<G>, MoveError> {
        notation::read_move_among(self.position.placement(), self.legal_moves(), text)
    }

    /// The texts of a legal move.
    pub(super) fn text(&self, mv: &Move<G>) -> MoveText {
        MoveText::among(self.position.placement(), self.legal_moves(), mv)
    }

    /// The texts of a line that begins here.
    pub(super) fn write(&self, line: &[Move<G>]) -> Vec<MoveText> {
        let Some((first, rest)) = line.split_first() else { return Vec::new() };
        let mut position = self.position.play(first);
        let mut texts = vec![self.text(first)];
        for mv in rest {
            texts.push(MoveText::new(position.placement(), mv));
            position = position.play(mv);
        }
        texts
    }
}

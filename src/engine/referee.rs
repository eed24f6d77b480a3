//! A game as a referee sees it: what was played, what may be played, how it ended.
//!
//! In any variant, its type hidden. Not about who plays and how long they think.

use super::played::Played;
use super::{MoveText, Start, Task, Variant, variant};
use crate::board::{Color, Game, Key, Outcome, Piece, Set};
use crate::notation::{self, MoveError, hub};

/// A game under way.
pub struct Referee(Box<dyn Board>);

impl Referee {
    /// The game that begins here.
    ///
    /// # Errors
    /// When the start is no position of the game, in a line.
    pub fn new(variant: Variant, start: &Start) -> Result<Self, String> {
        variant::with(variant, Begin(start)).map(Self)
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.0.turn()
    }

    /// How many legal moves there are.
    #[must_use]
    pub fn choices(&self) -> usize {
        self.0.choices()
    }

    /// Plays the legal move with this number, from 0, and tells which one that is. None: there are not so
    /// many.
    pub fn play_nth(&mut self, number: usize) -> Option<MoveText> {
        self.0.play_nth(number)
    }

    /// Plays a move, in any notation, and tells how it is written.
    ///
    /// # Errors
    /// When it is not a legal move, or can be more than one.
    pub fn play(&mut self, text: &str) -> Result<MoveText, MoveError> {
        self.0.play(text)
    }

    /// How the game has ended. None: it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// The FEN of the position.
    #[must_use]
    pub fn fen(&self) -> String {
        self.0.fen()
    }

    /// The position in Hub's letters.
    #[must_use]
    pub fn letters(&self) -> String {
        self.0.letters()
    }

    /// A number that stands for the position.
    #[must_use]
    pub fn key(&self) -> Key {
        self.0.key()
    }

    /// How many pieces stand on the board.
    #[must_use]
    pub fn pieces(&self) -> usize {
        Piece::ALL.into_iter().map(|piece| self.count(piece) as usize).sum()
    }

    /// How many pieces of this kind stand on the board.
    #[must_use]
    pub fn count(&self, piece: Piece) -> u32 {
        self.0.count(piece)
    }
}

struct Begin<'a>(&'a Start);

impl Task for Begin<'_> {
    type Output = Result<Box<dyn Board>, String>;

    fn run<G: Game>(self) -> Self::Output {
        Ok(Box::new(Played::<G>::begun(self.0)?))
    }
}

/// What [`Referee`] asks of a game of any type.
trait Board: Send {
    fn turn(&self) -> Color;
    fn choices(&self) -> usize;
    fn play_nth(&mut self, number: usize) -> Option<MoveText>;
    fn play(&mut self, text: &str) -> Result<MoveText, MoveError>;
    fn outcome(&self) -> Option<Outcome>;
    fn fen(&self) -> String;
    fn letters(&self) -> String;
    fn key(&self) -> Key;
    fn count(&self, piece: Piece) -> u32;
}

impl<G: Game> Board for Played<G> {
    fn turn(&self) -> Color {
        self.position().turn()
    }

    fn choices(&self) -> usize {
        self.legal_moves().len()
    }

    fn play_nth(&mut self, number: usize) -> Option<MoveText> {
        let mv = *self.legal_moves().get(number)?;
        let text = self.text(&mv);
        Played::play(self, &mv);
        Some(text)
    }

    fn play(&mut self, text: &str) -> Result<MoveText, MoveError> {
        let mv = self.read(text)?;
        let text = self.text(&mv);
        Played::play(self, &mv);
        Ok(text)
    }

    fn outcome(&self) -> Option<Outcome> {
        Played::outcome(self)
    }

    fn fen(&self) -> String {
        notation::fen(self.position().placement())
    }

    fn letters(&self) -> String {
        hub::position(self.position().placement())
    }

    fn key(&self) -> Key {
        self.position().key()
    }

    fn count(&self, piece: Piece) -> u32 {
        self.position().placement().of(piece).count()
    }
}

//! The state of a game of any variant: the one object that hides the game's type.
//!
//! Not about who plays and how long they think.

use std::any::Any;
use std::fmt;

use thiserror::Error;

use super::perft::{self, ErasedCounter, PerftSettings};
use super::played::Played;
use super::{MoveText, Variant};
use crate::board::{Color, Game, Geometry, Key, Outcome, Piece, Position, Set, movegen};
use crate::eval::{self, Feature};
use crate::notation::{self, MoveError, Setup, SetupError, Square, hub};
use crate::perft::NoMemory;
use crate::picture::{self, BoardDrawing, BoardLayout, BoardMarks, TextStyle};

/// A position, the game that led to it, and the rules by which the game goes on.
///
/// Moves are text or numbers: move `n` is the n-th legal move, counted from 0.
#[derive(Clone)]
pub struct GameState {
    variant: Variant,
    game: Box<dyn ErasedGame>,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the initial position of the variant.
    Opening,
    /// At the position of a FEN.
    Fen(String),
    /// At the position of Hub's letters.
    Hub(String),
}

/// Why a game cannot begin at a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// The FEN cannot be read, or is not a position of the variant.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Hub's letters cannot be read, or are not a position of the variant.
    #[error(transparent)]
    Letters(#[from] hub::PositionTextError),
}

impl From<StartError> for String {
    fn from(error: StartError) -> Self {
        error.to_string()
    }
}

impl GameState {
    /// A game that begins at the initial position.
    #[must_use]
    pub fn initial(variant: Variant) -> Self {
        Self { variant, game: variant.operations().initial() }
    }

    /// A game that begins here.
    ///
    /// # Errors
    /// Returns an error if the start is not a position of the variant.
    pub fn new(variant: Variant, start: &Start) -> Result<Self, StartError> {
        Ok(Self { variant, game: variant.operations().begin(start)? })
    }

    /// A game that begins at a position that was read before.
    ///
    /// # Errors
    /// Returns an error if it is not a position of the variant.
    pub fn set_up(variant: Variant, setup: &Setup) -> Result<Self, SetupError> {
        Ok(Self { variant, game: variant.operations().set_up(setup)? })
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The player to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.game.turn()
    }

    /// The number of legal moves.
    #[must_use]
    pub fn choices(&self) -> usize {
        self.game.choices()
    }

    /// The legal moves, in the order of their numbers.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<MoveText> {
        self.game.legal_moves()
    }

    /// Plays the legal move with this number and returns it. Returns `None` if there is no such move.
    pub fn play_nth(&mut self, number: usize) -> Option<MoveText> {
        self.game.play_nth(number)
    }

    /// Plays a move in any notation and returns it.
    ///
    /// # Errors
    /// Returns an error if the move is not legal or is ambiguous.
    pub fn play(&mut self, text: &str) -> Result<MoveText, MoveError> {
        self.game.play(text)
    }

    /// The state after the legal move with this number. Returns `None` if there is no such move.
    #[must_use]
    pub fn after(&self, number: usize) -> Option<Self> {
        let mut next = self.clone();
        next.play_nth(number).map(|_| next)
    }

    /// A game that begins at the position, without the moves that led there.
    #[must_use]
    pub fn without_history(&self) -> Self {
        Self { variant: self.variant, game: self.game.without_history() }
    }

    /// Takes back the last plies, or all that were played if there are fewer.
    pub fn take_back(&mut self, plies: usize) {
        self.game.take_back(plies);
    }

    /// The moves that were played.
    #[must_use]
    pub fn moves(&self) -> Vec<MoveText> {
        self.game.moves()
    }

    /// The last move that was played.
    #[must_use]
    pub fn last_move(&self) -> Option<MoveText> {
        self.game.last_move()
    }

    /// The FEN of the position where the game began. Returns `None` if that is the initial position.
    #[must_use]
    pub fn start_fen(&self) -> Option<String> {
        self.game.start_fen()
    }

    /// The number of plies that were played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.game.plies()
    }

    /// The number of the next move as game records write it: `1.` or `1...`.
    #[must_use]
    pub fn move_number(&self) -> String {
        let plies = self.plies() + usize::from(self.game.second_began());
        format!("{}{}", plies / 2 + 1, if plies.is_multiple_of(2) { "." } else { "..." })
    }

    /// The outcome of the game. Returns `None` if the game is not over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// The FEN of the position.
    #[must_use]
    pub fn fen(&self) -> String {
        self.game.fen()
    }

    /// The position in Hub's letters.
    #[must_use]
    pub fn letters(&self) -> String {
        self.game.letters()
    }

    /// The position as a plain diagram of several lines, White at the bottom.
    #[must_use]
    pub fn diagram(&self) -> String {
        self.text_board(&TextStyle::PLAIN, &BoardMarks::default())
    }

    /// The position as a diagram of several lines.
    #[must_use]
    pub fn text_board(&self, style: &TextStyle, marks: &BoardMarks) -> String {
        self.game.text_board(style, marks)
    }

    /// The position as a picture in SVG.
    #[must_use]
    pub fn svg(&self, drawing: &BoardDrawing) -> String {
        self.game.svg(drawing)
    }

    /// Where the squares are in a picture with this player at the bottom.
    #[must_use]
    pub fn layout(&self, bottom: Color) -> BoardLayout {
        self.game.layout(bottom)
    }

    /// The numbers of the squares that a piece visits in the legal move with this number: the origin, each square
    /// where it turns or lands behind a captured piece, and the destination. Returns `None` if there is no such
    /// move.
    #[must_use]
    pub fn visited_squares(&self, number: usize) -> Option<Vec<usize>> {
        self.game.visited_squares(number)
    }

    /// The name of the square with this number, as the variant writes it.
    #[must_use]
    pub fn square_name(&self, square: usize) -> String {
        self.game.square_name(square)
    }

    /// The hash key of the position.
    #[must_use]
    pub fn key(&self) -> Key {
        self.game.key()
    }

    /// The number of pieces on the board.
    #[must_use]
    pub fn pieces(&self) -> usize {
        Piece::ALL.into_iter().map(|piece| self.count(piece) as usize).sum()
    }

    /// The number of pieces of this kind on the board.
    #[must_use]
    pub fn count(&self, piece: Piece) -> u32 {
        self.game.count(piece)
    }

    /// Whether the player to move must capture.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        self.game.must_capture()
    }

    /// The phase of the game, from 0 without men to [`eval::FULL_PHASE`] with all of them.
    #[must_use]
    pub fn phase(&self) -> i32 {
        self.game.phase()
    }

    /// The pieces of the player to move, those of the opponent, and the kings, as sets of cells on the board as
    /// the player to move sees it.
    #[must_use]
    pub fn seen_by_mover(&self) -> [u128; 3] {
        self.game.seen_by_mover()
    }

    /// What the evaluation counts in the position.
    #[must_use]
    pub fn features(&self) -> Vec<(Feature, i32)> {
        self.game.features()
    }

    pub(super) fn perft(&self, settings: PerftSettings) -> Result<Box<dyn ErasedCounter>, NoMemory> {
        self.game.perft(settings)
    }

    /// The game with its type. Returns `None` if it is another one than `game`.
    pub(super) fn played<G: Game>(&self, game: G) -> Option<&Played<G>> {
        let played = self.game.as_any().downcast_ref::<Played<G>>();
        played.filter(|played| played.position().game() == game)
    }
}

impl fmt::Debug for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameState").field("variant", &self.variant).field("fen", &self.fen()).finish()
    }
}

/// A game of any type.
pub(super) trait ErasedGame: Any + Send + Sync {
    fn turn(&self) -> Color;
    fn choices(&self) -> usize;
    fn legal_moves(&self) -> Vec<MoveText>;
    fn play_nth(&mut self, number: usize) -> Option<MoveText>;
    fn play(&mut self, text: &str) -> Result<MoveText, MoveError>;
    fn without_history(&self) -> Box<dyn ErasedGame>;
    fn take_back(&mut self, plies: usize);
    fn moves(&self) -> Vec<MoveText>;
    fn last_move(&self) -> Option<MoveText>;
    fn start_fen(&self) -> Option<String>;
    fn plies(&self) -> usize;
    /// Whether the game began with the player who usually moves second.
    fn second_began(&self) -> bool;
    fn outcome(&self) -> Option<Outcome>;
    fn fen(&self) -> String;
    fn letters(&self) -> String;
    fn text_board(&self, style: &TextStyle, marks: &BoardMarks) -> String;
    fn svg(&self, drawing: &BoardDrawing) -> String;
    fn layout(&self, bottom: Color) -> BoardLayout;
    fn visited_squares(&self, number: usize) -> Option<Vec<usize>>;
    fn square_name(&self, square: usize) -> String;
    fn key(&self) -> Key;
    fn count(&self, piece: Piece) -> u32;
    fn must_capture(&self) -> bool;
    fn phase(&self) -> i32;
    fn features(&self) -> Vec<(Feature, i32)>;
    fn seen_by_mover(&self) -> [u128; 3];
    fn perft(&self, settings: PerftSettings) -> Result<Box<dyn ErasedCounter>, NoMemory>;
    fn as_any(&self) -> &dyn Any;
    fn boxed(&self) -> Box<dyn ErasedGame>;
}

impl Clone for Box<dyn ErasedGame> {
    fn clone(&self) -> Self {
        (**self).boxed()
    }
}

impl<G: Game> ErasedGame for Played<G> {
    fn turn(&self) -> Color {
        self.position().turn()
    }

    fn choices(&self) -> usize {
        Played::legal_moves(self).len()
    }

    fn legal_moves(&self) -> Vec<MoveText> {
        MoveText::all(self.position().placement(), Played::legal_moves(self))
    }

    fn play_nth(&mut self, number: usize) -> Option<MoveText> {
        let mv = *Played::legal_moves(self).get(number)?;
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

    fn without_history(&self) -> Box<dyn ErasedGame> {
        let position = Position::new(*self.position().placement());
        Box::new(Self::new(position.expect("a position of a game is legal")))
    }

    fn take_back(&mut self, plies: usize) {
        Played::take_back(self, plies);
    }

    fn moves(&self) -> Vec<MoveText> {
        Self::new(*self.start()).write(Played::moves(self))
    }

    fn last_move(&self) -> Option<MoveText> {
        let (before, last) = (self.before()?, Played::moves(self).last()?);
        Some(MoveText::new(&before, last))
    }

    fn start_fen(&self) -> Option<String> {
        let is_initial = self.start().placement() == Position::start(self.position().game()).placement();
        (!is_initial).then(|| notation::fen(self.start().placement()))
    }

    fn plies(&self) -> usize {
        Played::moves(self).len()
    }

    fn second_began(&self) -> bool {
        self.start().turn() != self.start().game().rules().opener
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

    fn text_board(&self, style: &TextStyle, marks: &BoardMarks) -> String {
        picture::text_board(self.position().placement(), style, marks)
    }

    fn svg(&self, drawing: &BoardDrawing) -> String {
        picture::draughts_board(self.position().placement(), drawing)
    }

    fn layout(&self, bottom: Color) -> BoardLayout {
        picture::board_layout::<G>(bottom)
    }

    fn visited_squares(&self, number: usize) -> Option<Vec<usize>> {
        let mv = Played::legal_moves(self).get(number)?;
        Some(notation::visited_squares(self.position().placement(), mv))
    }

    fn square_name(&self, square: usize) -> String {
        G::Board::cell(square)
            .map_or_else(String::new, |cell| Square::of(self.position().game(), cell).to_string())
    }

    fn key(&self) -> Key {
        self.position().key()
    }

    fn count(&self, piece: Piece) -> u32 {
        self.position().placement().of(piece).count()
    }

    fn must_capture(&self) -> bool {
        movegen::must_capture(self.position().placement())
    }

    fn phase(&self) -> i32 {
        eval::phase(self.position())
    }

    fn features(&self) -> Vec<(Feature, i32)> {
        let mut features = Vec::new();
        eval::features(self.position(), |feature, count| features.push((feature, count)));
        features
    }

    fn seen_by_mover(&self) -> [u128; 3] {
        let placement = self.position().placement();
        let seen = if placement.turn == Color::White { *placement } else { placement.mirrored() };
        [seen.white, seen.black, seen.kings].map(Set::bits)
    }

    fn perft(&self, settings: PerftSettings) -> Result<Box<dyn ErasedCounter>, NoMemory> {
        perft::counter(self, settings)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn ErasedGame> {
        Box::new(self.clone())
    }
}

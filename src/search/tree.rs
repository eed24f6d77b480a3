//! What the search needs to know of a game.

use super::Value;
use crate::board::{Game, Key, Move, Position, Set, movegen};
use crate::endgame::{self, Tables};
use crate::eval::{self, Noise, Score, Weights};

/// A game tree: how to walk it and what its leaves are worth.
///
/// Draughts are one ([`GameTree`]), graphs made by hand in tests are others.
pub trait Tree {
    /// A node. It is a value: nothing is taken back.
    type Node: Clone;
    /// A way to a child.
    type Move: Copy + PartialEq;

    /// A number that stands for the node.
    fn key(&self, node: &Self::Node) -> Key;

    /// Shows each move to `see`, always in the same order.
    fn moves(&self, node: &Self::Node, see: impl FnMut(Self::Move));

    /// The child that a move leads to.
    fn play(&self, node: &Self::Node, mv: &Self::Move) -> Self::Node;

    /// Whether the static value of a leaf may be trusted. Otherwise all its moves are searched.
    fn is_quiet(&self, node: &Self::Node) -> bool;

    /// The static value for the player to move; when there are no moves it is the exact one.
    fn evaluate(&self, node: &Self::Node) -> Score;

    /// The value of a node that endgame tables know. Returns `None` if the node has to be searched.
    fn probe_tables(&self, _node: &Self::Node) -> Option<Value> {
        None
    }

    /// A short name of a move, the same in all nodes. Two moves may share a name: it only helps to
    /// put moves in order.
    fn code(&self, mv: &Self::Move) -> MoveCode;

    /// How many pieces a move gains at once.
    fn captured_count(&self, mv: &Self::Move) -> u32;

    /// How many plies ago the same node can have been visited, at most.
    fn reversible_plies(&self, node: &Self::Node) -> usize;

    /// After how many plies a rule that counts moves can make the game a draw. 0: it is one.
    fn plies_to_draw(&self, node: &Self::Node) -> u16;
}

/// A short name of a move. No move is called 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCode(pub u16);

impl MoveCode {
    /// No move.
    pub const NONE: Self = Self(0);
}

/// The tree of a draughts game.
pub struct GameTree<'a, G: Game> {
    weights: Weights,
    tables: Option<&'a Tables<G>>,
    noise: Noise,
}

impl<'a, G: Game> GameTree<'a, G> {
    /// The tree whose leaves are worth what the weights say.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        Self { weights, tables: None, noise: Noise::NONE }
    }

    /// The same, where what the tables know is not searched.
    #[must_use]
    pub fn with_tables(self, tables: &'a Tables<G>) -> Self {
        Self { tables: Some(tables), ..self }
    }

    /// The score of a win in this number of plies; an estimate if a rule may draw the game first.
    fn ended(&self, position: &Position<G>, plies: u16) -> Value {
        if plies <= position.clock().plies_left::<G>() {
            return Value::path_independent(Score::win_in(plies));
        }
        Value { score: Score::estimate(RULES_MAY_DRAW - i32::from(plies)), is_path_dependent: true }
    }

    /// The score of a win or loss without a known distance: the search still has to find the way.
    fn won_sometime(&self, position: &Position<G>, sign: i32) -> Value {
        let estimate = eval::evaluate(position, &self.weights).hundredths();
        Value::path_independent(Score::estimate(sign * WON_SOMETIME + estimate))
    }

    /// The same with noise at the leaves.
    #[must_use]
    pub fn with_noise(self, noise: Noise) -> Self {
        Self { noise, ..self }
    }
}

/// Hundredths of a man for a win in no plies that a rule which counts moves may spoil.
const RULES_MAY_DRAW: i32 = 7_000;
/// Hundredths of a man for a win of which the distance is not known.
const WON_SOMETIME: i32 = 5_000;

impl<G: Game> Tree for GameTree<'_, G> {
    type Node = Position<G>;
    type Move = Move<G>;

    #[inline]
    fn key(&self, position: &Position<G>) -> Key {
        position.key()
    }

    #[inline]
    fn moves(&self, position: &Position<G>, see: impl FnMut(Move<G>)) {
        movegen::each(position.placement(), see);
    }

    #[inline]
    fn play(&self, position: &Position<G>, mv: &Move<G>) -> Position<G> {
        position.play(mv)
    }

    /// A position is quiet when the player to move does not have to capture.
    #[inline]
    fn is_quiet(&self, position: &Position<G>) -> bool {
        !movegen::must_capture(position.placement())
    }

    #[inline]
    fn evaluate(&self, position: &Position<G>) -> Score {
        if movegen::has_moves(position.placement()) {
            let estimate = eval::evaluate(position, &self.weights).hundredths();
            Score::estimate(estimate + self.noise.of(position.key()))
        } else {
            Score::LOST
        }
    }

    #[inline]
    fn probe_tables(&self, position: &Position<G>) -> Option<Value> {
        let value = match self.tables?.probe(position.placement())? {
            endgame::Value::Draw => Value::path_independent(Score::DRAW),
            endgame::Value::Win(Some(plies)) => self.ended(position, plies),
            endgame::Value::Loss(Some(plies)) => self.ended(position, plies).flipped(),
            endgame::Value::Win(None) => self.won_sometime(position, 1),
            endgame::Value::Loss(None) => self.won_sometime(position, -1),
        };
        Some(value)
    }

    #[inline]
    fn code(&self, mv: &Move<G>) -> MoveCode {
        let way = (mv.from.index() << 7 | mv.to.index()) as u16;
        MoveCode(if mv.is_capture() { 1 << 15 | way ^ fold(mv.captured) } else { way })
    }

    #[inline]
    fn captured_count(&self, mv: &Move<G>) -> u32 {
        mv.captured.count() + u32::from(mv.promotes())
    }

    #[inline]
    fn reversible_plies(&self, position: &Position<G>) -> usize {
        usize::from(position.clock().quiet_plies())
    }

    /// Having no move comes before any draw.
    #[inline]
    fn plies_to_draw(&self, position: &Position<G>) -> u16 {
        match position.clock().plies_left::<G>() {
            0 if !movegen::has_moves(position.placement()) => u16::MAX,
            plies => plies,
        }
    }
}

/// A set in 15 bits, mixed.
fn fold<S: Set>(set: S) -> u16 {
    let both = set.low() ^ (set.bits() >> 64) as u64;
    (both.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49) as u16
}

//! The interface between the search and a game.

use std::hash::Hash;
use std::ops::ControlFlow;

use super::Value;
use crate::board::movegen::{self, Poll};
use crate::board::{Color, Direction, Game, Geometry, Key, Move, MoveList, Placement, Position, Set};
use crate::endgame::{self, Tables};
use crate::eval::{Noise, Score, StaticEvaluation};

/// A game tree: its moves, and the static values of its nodes.
///
/// [`GameTree`] is the one of draughts. Tests define small graphs.
pub trait Tree {
    /// A node. It is a value: there is no undo.
    type Node: Clone;
    /// A move, which leads to a child.
    type Move: Copy + Eq + Hash;

    /// The hash key of a node.
    fn key(&self, node: &Self::Node) -> Key;

    /// Calls `visit` with each move, always in the same order.
    fn moves(&self, node: &Self::Node, visit: impl FnMut(Self::Move));

    /// The same, unless `poll` breaks it off: then no move is visited. Moves that take long to list are an
    /// exception, so a tree need not ask it.
    fn try_moves(
        &self,
        node: &Self::Node,
        _poll: &mut Poll<'_>,
        visit: impl FnMut(Self::Move),
    ) -> ControlFlow<()> {
        self.moves(node, visit);
        ControlFlow::Continue(())
    }

    /// The moves as a list, in the same order. It is for callers that are not hot: each use of
    /// [`Tree::moves`] compiles the generator once more.
    fn move_list(&self, node: &Self::Node) -> Vec<Self::Move> {
        let mut list = Vec::new();
        self.moves(node, |mv| list.push(mv));
        list
    }

    /// The child that a move leads to.
    fn play(&self, node: &Self::Node, mv: &Self::Move) -> Self::Node;

    /// Whether a leaf may get its static value. Otherwise quiescence search searches all its moves.
    fn is_quiet(&self, node: &Self::Node) -> bool;

    /// The static value for the player to move. It is exact if there are no moves.
    fn evaluate(&self, node: &Self::Node) -> Score;

    /// What the endgame tables say about a node. Returns `None` if it is not in them.
    fn probe_tables(&self, _node: &Self::Node) -> Option<TableValue> {
        None
    }

    /// The code of a move, the same at all nodes. Two moves may share a code: it is only used to order moves
    /// and to share work between threads.
    fn code(&self, mv: &Self::Move) -> MoveCode;

    /// The number of pieces that a move captures, plus 1 for a promotion.
    fn captured_count(&self, mv: &Self::Move) -> u32;

    /// The number of plies since the last irreversible move: earlier nodes cannot be repeated.
    fn reversible_plies(&self, node: &Self::Node) -> usize;

    /// The number of plies after which a counting rule may draw the game, 0 if it is drawn.
    fn plies_to_draw(&self, node: &Self::Node) -> u16;
}

/// What the endgame tables say about a node, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableValue {
    /// The value of the node.
    Exact(Score),
    /// The player to move wins or loses, but the tables do not tell when, or a counting rule may come first.
    Open {
        /// An estimate that has the sign of the result.
        estimate: Value,
        /// The score as a conversion. `None` if the last move could be taken back, or leaves the winner too
        /// little time under the counting rules to call it progress.
        conversion: Option<Score>,
    },
}

impl TableValue {
    /// The value for the opponent.
    fn flipped(self) -> Self {
        match self {
            Self::Exact(score) => Self::Exact(-score),
            Self::Open { estimate, conversion } => {
                Self::Open { estimate: estimate.flipped(), conversion: conversion.map(|score| -score) }
            }
        }
    }
}

/// The 16-bit code of a move, never 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCode(pub u16);

impl MoveCode {
    /// No move.
    pub const NONE: Self = Self(0);
}

/// The tree of a draughts game.
pub struct GameTree<'a, G: Game> {
    evaluation: StaticEvaluation,
    tables: Option<&'a Tables<G>>,
    noise: Noise,
}

impl<'a, G: Game> GameTree<'a, G> {
    /// The tree with the evaluation by these weights or this network.
    #[must_use]
    pub fn new(evaluation: impl Into<StaticEvaluation>) -> Self {
        Self { evaluation: evaluation.into(), tables: None, noise: Noise::NONE }
    }

    /// The same tree with endgame tables.
    #[must_use]
    pub fn with_tables(self, tables: &'a Tables<G>) -> Self {
        Self { tables: Some(tables), ..self }
    }

    /// The value of a table win for the winner, who is to move (`sign` 1) or not (-1).
    fn win(&self, position: &Position<G>, plies: Option<u16>, sign: i32) -> TableValue {
        let plies_left = position.clock().plies_left(&position.game().rules().draws);
        let (estimate, bonus) = match plies {
            Some(plies) if plies <= plies_left => return TableValue::Exact(Score::win_in(plies)),
            Some(plies) => (ENDANGERED_WIN - i32::from(plies), -i32::from(plies)),
            None => {
                let evaluation = sign * self.evaluation.of(position).hundredths();
                let winner = if sign > 0 { position.turn() } else { !position.turn() };
                let guidance = evaluation / 4 - STEP * king_distance(position.placement(), winner);
                let base = match plies_left < MIN_PLIES_LEFT {
                    true => WIN_IN_A_HURRY,
                    false => WIN_WITHOUT_DISTANCE,
                };
                (base + guidance.clamp(-MAX_GUIDANCE, MAX_GUIDANCE), evaluation / 8)
            }
        };
        let is_conversion = position.clock().quiet_plies() == 0 && plies_left >= MIN_PLIES_LEFT;
        TableValue::Open {
            estimate: Value { score: Score::estimate(estimate), is_path_dependent: plies.is_some() },
            conversion: is_conversion.then(|| Score::conversion(bonus)),
        }
    }

    /// The same tree with noise in the evaluation.
    #[must_use]
    pub fn with_noise(self, noise: Noise) -> Self {
        Self { noise, ..self }
    }
}

/// The estimate for a win that a counting rule may draw, in hundredths of a man, less one for each ply to the
/// win.
const ENDANGERED_WIN: i32 = 6_000;
/// The estimate for a win of unknown distance, in hundredths of a man.
const WIN_WITHOUT_DISTANCE: i32 = 5_000;
/// The same if the counting rules leave little time.
const WIN_IN_A_HURRY: i32 = 1_000;
/// What a step of a king towards the opponent is worth in a win of unknown distance.
const STEP: i32 = 12;
/// What the static evaluation adds to it or subtracts from it at most.
const MAX_GUIDANCE: i32 = 500;
/// A move is only a conversion if the counting rules leave this number of plies after it.
const MIN_PLIES_LEFT: u16 = 20;

impl<G: Game> Tree for GameTree<'_, G> {
    type Node = Position<G>;
    type Move = Move<G>;

    #[inline]
    fn key(&self, position: &Position<G>) -> Key {
        position.key()
    }

    #[inline]
    fn moves(&self, position: &Position<G>, visit: impl FnMut(Move<G>)) {
        let _ = self.try_moves(position, &mut movegen::unstoppable, visit);
    }

    #[inline]
    fn try_moves(
        &self,
        position: &Position<G>,
        poll: &mut Poll<'_>,
        visit: impl FnMut(Move<G>),
    ) -> ControlFlow<()> {
        movegen::try_each(position.placement(), poll, visit)
    }

    fn move_list(&self, position: &Position<G>) -> Vec<Move<G>> {
        MoveList::legal(position.placement()).to_vec()
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
            let estimate = self.evaluation.of(position).hundredths();
            Score::estimate(estimate + self.noise.of(position.key()))
        } else {
            without_move(position)
        }
    }

    #[inline]
    fn probe_tables(&self, position: &Position<G>) -> Option<TableValue> {
        Some(match self.tables?.probe(position.placement())? {
            endgame::Value::Draw => TableValue::Exact(Score::DRAW),
            endgame::Value::Win(plies) => self.win(position, plies, 1),
            endgame::Value::Loss(plies) => self.win(position, plies, -1).flipped(),
        })
    }

    #[inline]
    fn code(&self, mv: &Move<G>) -> MoveCode {
        let squares = (mv.from.index() << 7 | mv.to.index()) as u16;
        MoveCode(if mv.is_capture() { 1 << 15 | squares ^ fold(mv.captured) } else { squares })
    }

    #[inline]
    fn captured_count(&self, mv: &Move<G>) -> u32 {
        mv.captured.count() + u32::from(mv.promotes())
    }

    #[inline]
    fn reversible_plies(&self, position: &Position<G>) -> usize {
        usize::from(position.clock().quiet_plies())
    }

    /// The game of a player without a move is over even if a counting rule applies.
    #[inline]
    fn plies_to_draw(&self, position: &Position<G>) -> u16 {
        match position.clock().plies_left(&position.game().rules().draws) {
            0 if !movegen::has_moves(position.placement()) => u16::MAX,
            plies => plies,
        }
    }
}

/// The score of a player who cannot move.
fn without_move<G: Game>(position: &Position<G>) -> Score {
    let winner = position.game().rules().winner_without_move(position.turn());
    if winner == position.turn() { -Score::LOST } else { Score::LOST }
}

/// The number of steps from the kings of this color to the opponent's nearest pieces, on an empty board.
fn king_distance<G: Game>(placement: &Placement<G>, color: Color) -> i32 {
    let kings = placement.pieces(color) & placement.kings;
    let mut reached = placement.pieces(!color);
    let mut distance = 0;
    for _ in 1..G::Board::SIZE {
        for direction in Direction::ALL {
            reached |= reached.shifted(direction.offset(G::Board::SIZE)) & G::Board::PLAYING;
        }
        distance += (kings & !reached).count();
    }
    distance as i32
}

/// Hashes a set to 15 bits.
fn fold<S: Set>(set: S) -> u16 {
    let both = set.low() ^ (set.bits() >> 64) as u64;
    (both.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49) as u16
}

//! Games of files, replayed, as plain values.

use super::MoveText;
use crate::board::{Game, MoveList, Position};
use crate::notation::pdn::{Problem, Remark, Replayed, Segment};
use crate::notation::{self, GameResult};

/// Whether a game of a file is legal, and what a reader should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The number of plies that were replayed.
    pub plies: usize,
    /// The result, as the file has it.
    pub result: GameResult,
    /// What a reader should know.
    pub remarks: Vec<Remark>,
    /// The line, the ply and the reason where the game could not be replayed further. The start is ply 0.
    pub problem: Option<(usize, usize, Problem)>,
}

/// A game of a file with its moves in the engine's notation.
#[derive(Clone, Debug)]
pub struct ReplayedGame {
    /// Whether it is legal.
    pub verdict: Verdict,
    /// The moves from the start, and from each position that is set up later.
    pub segments: Vec<ReplayedSegment>,
}

/// Moves from a position.
#[derive(Clone, Debug)]
pub struct ReplayedSegment {
    /// The FEN of the position. `None` for the initial position.
    pub fen: Option<String>,
    /// Whether the first move is the second player's.
    pub second_begins: bool,
    /// The moves, each with its place in the list of the game.
    pub moves: Vec<(usize, MoveText)>,
    /// The FEN of the position after them.
    pub end: String,
}

impl Verdict {
    pub(super) fn of<G: Game>(game: Replayed<G>) -> Self {
        let plies = game.plies();
        let Replayed { result, remarks, problem, .. } = game;
        Self { plies, result, remarks, problem }
    }
}

impl ReplayedGame {
    pub(super) fn of<G: Game>(game: Replayed<G>) -> Self {
        let segments = game.segments.iter().map(ReplayedSegment::of).collect();
        Self { segments, verdict: Verdict::of(game) }
    }
}

impl ReplayedSegment {
    fn of<G: Game>(segment: &Segment<G>) -> Self {
        let mut position = segment.start;
        let text = |(place, mv): &(usize, _)| {
            let text = MoveText::among(position.placement(), &MoveList::legal(position.placement()), mv);
            position = position.play(mv);
            (*place, text)
        };
        let moves = segment.moves.iter().map(text).collect();
        let is_initial = segment.start == Position::start(segment.start.game());
        Self {
            fen: (!is_initial).then(|| notation::fen(segment.start.placement())),
            second_begins: segment.start.turn() != segment.start.game().rules().opener,
            moves,
            end: notation::fen(segment.end.placement()),
        }
    }
}

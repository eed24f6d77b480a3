//! What an engine has to say.

use std::time::Duration;

use super::Judgement;
use crate::board::{Game, Geometry, Move, MoveList, Outcome, Placement, Set};
use crate::eval::Score;
use crate::notation::{self, hub};

/// What an engine has to say.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A request was not understood, for this reason, and served as far as it was.
    Refused(String),
    /// The answer to [`Ready`](super::Request::Ready).
    Ready,
    /// An iteration is over. There is at least one before the answer, unless there is no move.
    Iteration(Report),
    /// What is proven, when the engine is to never lose. It comes before the answer.
    Judged(Judgement),
    /// The answer to a [`Go`](super::Go). It may come before anybody says stop, when everything that can
    /// be searched was: whoever may not answer so early has to hold it back.
    Done(Done),
}

/// What an iteration found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// How deep it was.
    pub depth: u8,
    /// How long the longest line was.
    pub longest: usize,
    /// 1 for the best move, 2 for the next one.
    pub line: usize,
    /// What the move is worth for the player to move.
    pub score: Score,
    /// Nodes visited since the search began.
    pub nodes: u64,
    /// How many of them endgame tables answered.
    pub table_hits: u64,
    /// Time since then.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub fullness: usize,
    /// The move and what is expected to follow.
    pub pv: Vec<MoveText>,
}

/// What a search came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Done {
    /// The move to play. None: there is no move.
    pub best: Option<MoveText>,
    /// What the opponent is expected to answer. None: nothing, or the game is over.
    pub ponder: Option<MoveText>,
    /// How the game had ended before. After a draw by the rules there still are moves.
    pub result: Option<Outcome>,
}

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// Its number among the legal moves, from 0.
    pub number: usize,
    /// As people write it in this game: the shortest that is not ambiguous.
    pub notation: String,
    /// As Hub writes it: with all captured squares.
    pub hub: String,
    /// The number of the square where the piece stood.
    pub from: usize,
    /// The number of the square where it ends.
    pub to: usize,
    /// The numbers of the captured squares, ascending.
    pub captured: Vec<usize>,
    /// Whether a man becomes a king.
    pub promotes: bool,
}

impl MoveText {
    /// How a legal move is written.
    #[must_use]
    pub fn new<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> Self {
        Self::among(placement, &MoveList::legal(placement), mv)
    }

    /// How a move is written if the legal moves are known already.
    pub(super) fn among<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> Self {
        Self {
            number: legal.iter().position(|other| other == mv).expect("the move is legal"),
            notation: notation::to_text_among(placement, legal, mv),
            hub: hub::write_move(mv),
            from: G::Board::square(mv.from),
            to: G::Board::square(mv.to),
            captured: mv.captured.cells().map(G::Board::square).collect(),
            promotes: mv.promotes(),
        }
    }
}

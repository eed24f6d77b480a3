//! The events of an engine.

use std::time::Duration;

use super::PositionClaim;
use crate::board::{Game, Geometry, Move, MoveList, Outcome, Placement, Set};
use crate::eval::Score;
use crate::notation::{self, hub};

/// An event of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A request was invalid, for this reason. The part before the error was served.
    Refused(String),
    /// Something that the engine can do without does not work.
    Warning(String),
    /// The endgame tables that were found, in one line. It comes when they are opened.
    Tables(String),
    /// The answer to [`Ready`](super::Request::Ready).
    Ready,
    /// An iteration has ended. There is at least one before the answer, unless there is no legal move.
    Iteration(Report),
    /// What is proven, if the engine never loses. It comes before the answer.
    Claimed(PositionClaim),
    /// The answer to a [`Go`](super::Go). It may come before a stop, if the search is exhausted. Protocols
    /// that must wait for a stop have to hold it back.
    Done(SearchResult),
}

/// The result of an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The depth in plies.
    pub depth: u8,
    /// The length of the longest line in plies.
    pub longest: usize,
    /// 1 for the best move, 2 for the next one.
    pub line: usize,
    /// How many lines the search has, of which those that were asked for are reported.
    pub lines: usize,
    /// The score for the player to move.
    pub score: Score,
    /// Nodes visited since the start of the search.
    pub nodes: u64,
    /// The number of nodes that endgame tables answered.
    pub table_hits: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// The used part of the transposition table, per mille.
    pub hashfull: usize,
    /// The principal variation.
    pub pv: Vec<MoveText>,
}

/// The answer of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The move to play. `None` if there is no legal move.
    pub best: Option<MoveText>,
    /// The expected reply. `None` if there is none or the game is over.
    pub ponder: Option<MoveText>,
    /// The outcome if the game was over before. After a draw by the rules there are still legal moves.
    pub result: Option<Outcome>,
}

/// A legal move as text and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// Its number among the legal moves, from 0.
    pub number: usize,
    /// The shortest unambiguous text in the notation of the variant.
    pub notation: String,
    /// The text in Hub notation, with all captured squares.
    pub hub: String,
    /// The same without separators, two digits for each square.
    pub compact: String,
    /// The number of the origin square.
    pub from: usize,
    /// The number of the destination square.
    pub to: usize,
    /// The numbers of the captured squares in ascending order.
    pub captured: Vec<usize>,
    /// Whether a man is promoted.
    pub promotes: bool,
}

impl MoveText {
    /// The texts of a legal move.
    #[must_use]
    pub fn new<G: Game>(placement: &Placement<G>, mv: &Move<G>) -> Self {
        Self::among(placement, &MoveList::legal(placement), mv)
    }

    /// The texts of a legal move if the legal moves are known.
    pub(super) fn among<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> Self {
        let number = legal.iter().position(|other| other == mv).expect("the move is legal");
        let compact = notation::compact(placement, legal, mv);
        Self::numbered(number, notation::to_text_among(placement, legal, mv), compact, mv)
    }

    /// The texts of all legal moves, in their order.
    pub(super) fn all<G: Game>(placement: &Placement<G>, legal: &[Move<G>]) -> Vec<Self> {
        let compacts = notation::compacts(placement, legal).into_iter();
        let texts = notation::to_texts(placement, legal).into_iter().zip(compacts).enumerate();
        let texts = legal.iter().zip(texts);
        texts.map(|(mv, (number, (text, compact)))| Self::numbered(number, text, compact, mv)).collect()
    }

    fn numbered<G: Game>(number: usize, notation: String, compact: String, mv: &Move<G>) -> Self {
        Self {
            number,
            notation,
            compact,
            hub: hub::write_move(mv),
            from: G::Board::square(mv.from),
            to: G::Board::square(mv.to),
            captured: mv.captured.cells().map(G::Board::square).collect(),
            promotes: mv.promotes(),
        }
    }
}

//! `moves`: lists the legal moves.

use serde::Serialize;

use super::Verdict;
use super::error::Error;
use super::options::Options;
use super::output::Output;
use crate::board::{Game, Geometry, History, Move, MoveList, Outcome, Position, Set};
use crate::engine::{Task, variant};
use crate::notation::{self, Square};

#[derive(Serialize)]
struct Listing {
    fen: String,
    turn: &'static str,
    moves: Vec<MoveEntry>,
    result: Option<&'static str>,
}

#[derive(Serialize)]
struct MoveEntry {
    r#move: String,
    from: usize,
    to: usize,
    captured: Vec<usize>,
    /// The same as people call them.
    #[serde(skip)]
    taken: Vec<String>,
    promotes: bool,
}

pub(super) fn run(options: &Options, output: &mut Output) -> Result<Verdict, Error> {
    variant::with(options.variant, List { options, output })
}

struct List<'a> {
    options: &'a Options,
    output: &'a mut Output,
}

impl Task for List<'_> {
    type Output = Result<Verdict, Error>;

    fn run<G: Game>(self) -> Self::Output {
        let position = self.options.position::<G>()?;
        let listing = Listing::of(&position);
        if self.options.json {
            self.output.json(&listing)?;
        } else {
            self.output.line(notation::diagram(position.placement()))?;
            self.output.line(listing.summary())?;
            for entry in &listing.moves {
                self.output.line(entry.described())?;
            }
        }
        Ok(Verdict::Done)
    }
}

impl Listing {
    fn of<G: Game>(position: &Position<G>) -> Self {
        let legal = MoveList::legal(position.placement());
        let outcome = History::new(position).outcome(position);
        Self {
            fen: notation::fen(position.placement()),
            turn: position.turn().name(),
            moves: legal.iter().map(|mv| MoveEntry::of(position, &legal, mv)).collect(),
            result: outcome.map(result_name),
        }
    }

    fn summary(&self) -> String {
        match (self.result, self.moves.len()) {
            (Some("draw"), _) => format!("{} is to move: the game is a draw", self.turn),
            (Some(winner), _) => format!("{} is to move and has no move: {winner} has won", self.turn),
            (None, 1) => format!("{} is to move and has 1 move:", self.turn),
            (None, count) => format!("{} is to move and has {count} moves:", self.turn),
        }
    }
}

impl MoveEntry {
    fn of<G: Game>(position: &Position<G>, legal: &[Move<G>], mv: &Move<G>) -> Self {
        Self {
            r#move: notation::to_text_among(position.placement(), legal, mv),
            from: G::Board::square(mv.from),
            to: G::Board::square(mv.to),
            captured: mv.captured.cells().map(G::Board::square).collect(),
            taken: mv.captured.cells().map(|cell| Square::of::<G>(cell).to_string()).collect(),
            promotes: mv.promotes(),
        }
    }

    fn described(&self) -> String {
        let captured = match self.taken.as_slice() {
            [] => String::new(),
            squares => format!("  takes {}", squares.join(", ")),
        };
        let promotes = if self.promotes { "  becomes a king" } else { "" };
        format!("  {}{captured}{promotes}", self.r#move)
    }
}

pub(super) fn result_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(color) => color.name(),
        Outcome::Draw(_) => "draw",
    }
}

//! What endgame tables say about a game under way, in any variant.

use std::fmt;

use super::{Referee, TableFolder, Task, Variant, variant};
use crate::board::{Color, Game, Position};
use crate::endgame::{Tables, Value};
use crate::notation::Setup;

/// Endgame tables that know who wins a game. They know no rule that counts moves.
pub struct TableJudge {
    folder: TableFolder,
    tables: Box<dyn Judging>,
}

impl TableJudge {
    /// The tables of a variant in a folder.
    #[must_use]
    pub fn open(variant: Variant, folder: &TableFolder) -> Self {
        Self { folder: folder.clone(), tables: variant::with(variant, Open(variant, folder)) }
    }

    /// Who wins, or that nobody does. None: the tables do not say.
    #[must_use]
    pub fn winner(&self, referee: &Referee) -> Option<Option<Color>> {
        if referee.pieces() > self.tables.most_pieces() {
            return None;
        }
        self.tables.winner(&referee.fen())
    }
}

impl fmt::Debug for TableJudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableJudge").field(&self.folder).finish()
    }
}

/// What is asked of the tables of any game.
trait Judging: Send + Sync {
    fn most_pieces(&self) -> usize;
    fn winner(&self, fen: &str) -> Option<Option<Color>>;
}

impl<G: Game> Judging for Tables<G> {
    fn most_pieces(&self) -> usize {
        Tables::most_pieces(self)
    }

    fn winner(&self, fen: &str) -> Option<Option<Color>> {
        let setup: Setup = fen.parse().ok()?;
        let position: Position<G> = setup.position().ok()?;
        match self.probe(position.placement())? {
            Value::Win(_) => Some(Some(position.turn())),
            Value::Loss(_) => Some(Some(!position.turn())),
            Value::Draw => Some(None),
        }
    }
}

struct Open<'a>(Variant, &'a TableFolder);

impl Task for Open<'_> {
    type Output = Box<dyn Judging>;

    fn run<G: Game>(self) -> Self::Output {
        Box::new(self.1.open::<G>(self.0.name()))
    }
}

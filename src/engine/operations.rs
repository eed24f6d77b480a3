//! What differs from game type to game type, as plain values in and out.
//!
//! Whatever is above the board, the search and the proofs is written once and reaches them through this.

use std::path::Path;
use std::sync::Arc;

use super::endgame_tables::ErasedTables;
use super::game_state::ErasedGame;
use super::local::ErasedState;
use super::played::Played;
use super::replay::{ReplayedGame, Verdict};
use super::searcher::{self, ErasedSearcher};
use super::worker::{EngineState, Worker};
use super::{Evaluation, Start, StartError, TableFolder, Task, small_pieces};
use crate::board::{Color, Game, Geometry, Placement, Position, Rules, Set, SetOf};
use crate::endgame::{Build, BuildError, BuildEvent, Tables};
use crate::eval::{self, Network, StaticEvaluation, Weights};
use crate::notation::pdn::{PdnGame, Replayed, Style};
use crate::notation::{Setup, SetupError};

/// What can be done in any game.
pub(super) trait Operations: Sync {
    fn initial(&self) -> Box<dyn ErasedGame>;
    fn begin(&self, start: &Start) -> Result<Box<dyn ErasedGame>, StartError>;
    fn set_up(&self, setup: &Setup) -> Result<Box<dyn ErasedGame>, SetupError>;
    fn engine_state(&self, worker: &Worker) -> Box<dyn ErasedState>;
    fn searcher(&self, evaluation: &StaticEvaluation) -> Box<dyn ErasedSearcher>;
    fn network(&self) -> Option<Arc<Network>>;
    fn cells(&self) -> usize;
    fn most_pieces(&self) -> usize;
    fn weights(&self) -> Weights;
    fn initial_weights(&self) -> Weights;
    fn static_evaluation(&self, evaluation: Evaluation, network: Option<Arc<Network>>) -> StaticEvaluation;
    fn static_score(&self, seen: [u128; 3], evaluation: &StaticEvaluation) -> i32;
    fn no_tables(&self) -> Arc<dyn ErasedTables>;
    fn tables_of(&self, variant: &str, folder: &TableFolder) -> Arc<dyn ErasedTables>;
    fn tables_in(&self, folder: &Path, cache_mib: usize) -> Arc<dyn ErasedTables>;
    fn build_tables(
        &self,
        build: &Build,
        folder: &Path,
        hear: &mut dyn FnMut(BuildEvent<'_>),
    ) -> Result<(), BuildError>;
    fn small_pieces(&self) -> usize;
    fn board_size(&self) -> usize;
    fn rules(&self) -> &'static Rules;
    fn style(&self) -> Style;
    fn judge_game(&self, game: &PdnGame) -> Verdict;
    fn replay(&self, game: &PdnGame) -> ReplayedGame;
}

/// The operations of a game.
struct Of<G>(G);

impl<G: Game> Operations for Of<G> {
    fn initial(&self) -> Box<dyn ErasedGame> {
        Box::new(Played::new(Position::start(self.0)))
    }

    fn begin(&self, start: &Start) -> Result<Box<dyn ErasedGame>, StartError> {
        Ok(Box::new(Played::begun(self.0, start)?))
    }

    fn set_up(&self, setup: &Setup) -> Result<Box<dyn ErasedGame>, SetupError> {
        Ok(Box::new(Played::new(setup.position(self.0)?)))
    }

    fn engine_state(&self, worker: &Worker) -> Box<dyn ErasedState> {
        Box::new(EngineState::new(self.0, worker))
    }

    fn searcher(&self, evaluation: &StaticEvaluation) -> Box<dyn ErasedSearcher> {
        searcher::searcher(self.0, evaluation)
    }

    fn network(&self) -> Option<Arc<Network>> {
        Network::built_in(self.0)
    }

    fn cells(&self) -> usize {
        eval::cells::<G>()
    }

    fn most_pieces(&self) -> usize {
        eval::most_pieces::<G>()
    }

    fn weights(&self) -> Weights {
        Weights::new(self.0)
    }

    fn initial_weights(&self) -> Weights {
        Weights::initial(self.0)
    }

    fn static_evaluation(&self, evaluation: Evaluation, network: Option<Arc<Network>>) -> StaticEvaluation {
        evaluation.of(self.0, network)
    }

    fn static_score(&self, seen: [u128; 3], evaluation: &StaticEvaluation) -> i32 {
        let [white, black, kings] = seen.map(SetOf::<G>::from_bits);
        let placement = Placement { white, black, kings, ..Placement::empty(self.0, Color::White) };
        Position::new(placement).map_or(0, |position| evaluation.of(&position).hundredths())
    }

    fn no_tables(&self) -> Arc<dyn ErasedTables> {
        Arc::new(Tables::none(self.0))
    }

    fn tables_of(&self, variant: &str, folder: &TableFolder) -> Arc<dyn ErasedTables> {
        Arc::new(folder.open(self.0, variant))
    }

    fn tables_in(&self, folder: &Path, cache_mib: usize) -> Arc<dyn ErasedTables> {
        Arc::new(Tables::shared(self.0, folder, cache_mib))
    }

    fn build_tables(
        &self,
        build: &Build,
        folder: &Path,
        hear: &mut dyn FnMut(BuildEvent<'_>),
    ) -> Result<(), BuildError> {
        build.run(self.0, folder, hear)
    }

    fn small_pieces(&self) -> usize {
        small_pieces(self.0)
    }

    fn board_size(&self) -> usize {
        G::Board::SIZE
    }

    fn rules(&self) -> &'static Rules {
        self.0.rules()
    }

    fn style(&self) -> Style {
        Style::of(self.0)
    }

    fn judge_game(&self, game: &PdnGame) -> Verdict {
        Verdict::of(Replayed::of(self.0, game))
    }

    fn replay(&self, game: &PdnGame) -> ReplayedGame {
        ReplayedGame::of(Replayed::of(self.0, game))
    }
}

/// Looks up the operations of a variant.
pub(super) struct Lookup;

impl Task for Lookup {
    type Output = Box<dyn Operations>;

    fn run<G: Game>(self, game: G) -> Self::Output {
        Box::new(Of(game))
    }
}

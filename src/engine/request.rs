//! The requests to an engine.

use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::{GameState, Level, Start, TableFolder, Variant};
use crate::board::{Color, Game};
use crate::eval::{Network, StaticEvaluation, Weights};
use crate::search::{GameClock, Limits, Profile, Stop};

/// A request to an engine. Requests are served in order.
#[derive(Clone, Debug)]
pub enum Request {
    /// Answer when all earlier requests are served.
    Ready,
    /// A new game begins: forget the old one.
    NewGame,
    /// Clear the transposition table, but keep the proofs.
    ClearTable,
    /// Set up a position.
    Position {
        /// The start of the game.
        start: Start,
        /// The moves since the start, in any notation.
        moves: Vec<String>,
    },
    /// Set up the position of a game of the engine's variant.
    Game(GameState),
    /// Play a move, in any notation.
    Play(String),
    /// Search. Each is answered by one [`Event::Done`](super::Event::Done).
    Go(Go),
    /// Change the settings. Another variant begins at its initial position.
    Settings(Settings),
}

/// The settings of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The variant.
    pub variant: Variant,
    /// The size of the transposition table in mebibytes.
    pub hash_mib: usize,
    /// The number of search threads.
    pub threads: usize,
    /// What the search may prune.
    pub profile: Profile,
    /// The folder of the endgame tables, if there is one.
    pub tables: Option<TableFolder>,
    /// Whether the engine avoids moves that are proven to lose.
    pub never_lose: bool,
    /// The evaluation.
    pub evaluation: Evaluation,
    /// The network to use instead of the one in the binary. It is ignored in games that it is not for.
    pub network: Option<Arc<Network>>,
    /// The playing strength. Analysis always uses full strength.
    pub level: Level,
    /// The random seed for the choices of weaker levels. `None` for a random one.
    pub seed: Option<u64>,
}

impl Settings {
    /// The sizes that the transposition table can have.
    pub const HASH_MIB: RangeInclusive<usize> = 1..=1 << 16;
    /// The numbers of threads that can search.
    pub const THREADS: RangeInclusive<usize> = 1..=256;
}

impl Settings {
    /// The network of the settings, if it is for the game that is played.
    #[must_use]
    pub fn network_of_game(&self) -> Option<Arc<Network>> {
        self.network.as_ref().filter(|network| network.game() == self.variant.name()).cloned()
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            variant: Variant::default(),
            hash_mib: 64,
            threads: 1,
            profile: Profile::default(),
            tables: None,
            never_lose: false,
            evaluation: Evaluation::default(),
            network: None,
            level: Level::default(),
            seed: None,
        }
    }
}

/// The evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// The network of the game. If there is none, all features.
    #[default]
    Network,
    /// All features.
    Features,
    /// Only the material.
    Material,
}

impl Evaluation {
    /// All evaluations.
    pub const ALL: [Self; 3] = [Self::Network, Self::Features, Self::Material];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Network => "network",
            Self::Features => "features",
            Self::Material => "material",
        }
    }

    /// The evaluation with a name, whatever the case of its letters. Returns `None` if there is none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|evaluation| evaluation.name().eq_ignore_ascii_case(name))
    }

    /// The evaluation of a game, with this network instead of the one in the binary.
    pub(super) fn of<G: Game>(self, game: G, network: Option<Arc<Network>>) -> StaticEvaluation {
        match self {
            Self::Network => match network.or_else(|| Network::built_in(game)) {
                Some(network) => network.into(),
                None => Self::Features.of(game, None),
            },
            Self::Features => Weights::new(game).into(),
            Self::Material => Weights::material(game).into(),
        }
    }
}

/// A search of the position.
#[derive(Clone, Debug)]
pub struct Go {
    /// The limits of the search.
    pub limits: Limits,
    /// Both players' clocks, for callers that do not know whose turn it is.
    pub clocks: Clocks,
    /// The purpose of the search.
    pub purpose: Purpose,
    /// The moves to choose from, in any notation. If empty, all moves.
    pub only: Vec<String>,
    /// The number of moves to report.
    pub lines: usize,
    /// A seed for noise in the evaluation and for the order of the root moves, for variety. `None` for a
    /// deterministic search.
    pub noise_seed: Option<u64>,
    /// The random seed for the choice of a weaker level in this search. `None` continues the random sequence.
    pub seed: Option<u64>,
    /// Stops this search only, even before it starts.
    pub stop: Stop,
    /// Signals that the opponent has played the expected move.
    pub ponder_hit: PonderHit,
    /// What the time limits of a search for the own move are about.
    pub time_source: TimeSource,
}

/// What time is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeSource {
    /// The time of the day.
    #[default]
    Wall,
    /// The processor time of the thread that searches.
    ThreadCpu,
}

impl Go {
    /// A search for the own move within these limits.
    #[must_use]
    pub fn think(limits: Limits) -> Self {
        Self {
            limits,
            clocks: Clocks::default(),
            purpose: Purpose::Think,
            only: Vec::new(),
            lines: 1,
            noise_seed: None,
            seed: None,
            stop: Stop::default(),
            ponder_hit: PonderHit::default(),
            time_source: TimeSource::default(),
        }
    }
}

/// The clocks of both players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// White's.
    pub white: Option<GameClock>,
    /// Black's.
    pub black: Option<GameClock>,
}

impl Clocks {
    /// The clock of this color.
    #[must_use]
    pub const fn of(self, color: Color) -> Option<GameClock> {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To choose a move. A forced move is played at once.
    Think,
    /// To use the opponent's time. The clock does not run until the opponent has moved.
    Ponder,
    /// To analyse the position.
    Analyze,
}

/// A signal that the opponent has played the expected move. Any copy can send it.
#[derive(Clone, Debug, Default)]
pub struct PonderHit(Arc<OnceLock<Instant>>);

impl PonderHit {
    /// Sends the signal. From now on the engine's own clock runs.
    pub fn tell(&self) {
        // Only the first signal counts.
        let _ = self.0.set(Instant::now());
    }

    /// The time since the signal was sent. Zero if it was not.
    pub(super) fn elapsed(&self) -> Duration {
        self.0.get().map_or(Duration::ZERO, Instant::elapsed)
    }
}

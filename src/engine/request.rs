//! What an engine can be asked.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use super::{GameState, Level, Start, TableFolder, Variant};
use crate::board::Color;
use crate::search::{GameClock, Limits, Profile, Stop};

/// What an engine can be asked. Requests are served one after the other.
#[derive(Clone, Debug)]
pub enum Request {
    /// Say when everything that was asked before is done.
    Ready,
    /// What comes now has nothing to do with what was: forget it.
    NewGame,
    /// Empty the transposition table. What is proven of the game stays.
    ClearTable,
    /// Think about another position from now on.
    Position {
        /// Where the game began.
        start: Start,
        /// What was played since, in any notation.
        moves: Vec<String>,
    },
    /// Think about the position of this game, which is of the engine's variant, from now on.
    Game(GameState),
    /// Another move was played, in any notation.
    Play(String),
    /// Think. Each is answered by one [`Event::Done`](super::Event::Done).
    Go(Go),
    /// Be another engine from now on. Another game begins at its opening position.
    Settings(Settings),
}

/// What an engine is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The game.
    pub variant: Variant,
    /// The size of the transposition table.
    pub hash_mib: usize,
    /// How many threads search.
    pub threads: usize,
    /// How much the search may leave out.
    pub profile: Profile,
    /// Where endgame tables are. None: there are none.
    pub tables: Option<TableFolder>,
    /// Whether only moves are played that are not proven to lose, as far as that can be known.
    pub never_lose: bool,
    /// What it looks at when it judges a position.
    pub evaluation: Evaluation,
    /// How strong it plays when it thinks about its move.
    pub level: Level,
    /// Where the chance begins by which weaker levels choose. None: anywhere.
    pub seed: Option<u64>,
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
            level: Level::default(),
            seed: None,
        }
    }
}

/// What an engine looks at when it judges a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Evaluation {
    /// All it knows of.
    #[default]
    All,
    /// Only which pieces there are.
    Material,
}

/// How to think about the position.
#[derive(Clone, Debug)]
pub struct Go {
    /// When to end.
    pub limits: Limits,
    /// Both players' clocks, for who does not know who is to move.
    pub clocks: Clocks,
    /// What for.
    pub purpose: Purpose,
    /// The moves to choose from, in any notation. Empty: all.
    pub only: Vec<String>,
    /// How many moves to report.
    pub lines: usize,
    /// Noise in the evaluation and another order of the first moves, for the sake of variety: with
    /// another number it is another whim. None: the same request has the same answer.
    pub whim: Option<u64>,
    /// Where the chance begins by which a weaker level chooses in this search. None: it goes on.
    pub seed: Option<u64>,
    /// Ends this search and no other, even before it begins.
    pub stop: Stop,
    /// Tells that the opponent has played what was expected.
    pub ponder_hit: PonderHit,
}

impl Go {
    /// Thinking about the own move within these limits.
    #[must_use]
    pub fn think(limits: Limits) -> Self {
        Self {
            limits,
            clocks: Clocks::default(),
            purpose: Purpose::Think,
            only: Vec::new(),
            lines: 1,
            whim: None,
            seed: None,
            stop: Stop::default(),
            ponder_hit: PonderHit::default(),
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
    /// The clock of this player.
    #[must_use]
    pub const fn of(self, color: Color) -> Option<GameClock> {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// What the engine thinks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To move. The only legal move is played at once.
    Think,
    /// To use the opponent's time. The clock stands still until the opponent has moved.
    Ponder,
    /// To know.
    Analyze,
}

/// The news that the opponent has played what was expected, told by whoever has a copy of it.
#[derive(Clone, Debug, Default)]
pub struct PonderHit(Arc<OnceLock<Instant>>);

impl PonderHit {
    /// Tells it. From now on the time is the engine's own.
    pub fn tell(&self) {
        // Told again it is no news.
        let _ = self.0.set(Instant::now());
    }

    /// How long ago it was told.
    pub(super) fn elapsed(&self) -> Duration {
        self.0.get().map_or(Duration::ZERO, Instant::elapsed)
    }
}

//! The built-in engine as a player, in this process.

use std::time::Duration;

use cpu_time::ThreadTime;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::player::{Choice, ClockKind, MoveRequest, Player, PlayerError, PlayerReply};
use crate::engine::{Event, Go, LocalEngine, MoveText, Request, Settings, Start, TimeSource};
use crate::search::{Depth, Limits};

/// How the built-in engine plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BuiltIn {
    /// The settings of the engine.
    pub(crate) settings: Settings,
    /// Its own limits of each move, which replace those of the game. At depth 0 its moves are random.
    pub(crate) limits: Limits,
    /// Whether its games vary.
    pub(crate) variety: Variety,
}

impl BuiltIn {
    /// Starts two players of this kind.
    pub(crate) fn pair(&self) -> [BuiltInPlayer; 2] {
        [(); 2].map(|()| BuiltInPlayer::start(self.clone()))
    }
}

/// Whether an engine always answers a position with the same move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Variety {
    /// It does, where an opening is played for the first time.
    #[default]
    None,
    /// Each search adds noise to the evaluation and orders moves differently.
    Noise,
}

/// A player that is the built-in engine.
pub(crate) struct BuiltInPlayer {
    built_in: BuiltIn,
    engine: LocalEngine,
    clock: ClockKind,
}

impl BuiltInPlayer {
    /// Starts a player.
    pub(crate) fn start(built_in: BuiltIn) -> Self {
        let engine = LocalEngine::new(built_in.settings.clone());
        Self { built_in, engine, clock: ClockKind::Wall }
    }

    /// Returns the same player with a clock of this kind.
    pub(crate) fn with_clock(self, clock: ClockKind) -> Self {
        Self { clock, ..self }
    }

    fn has_own_limits(&self) -> bool {
        self.built_in.limits != Limits::NONE
    }

    /// Sends a request that has no answer, unless the engine refuses it.
    fn tell(&mut self, request: Request) {
        for event in self.engine.request(request) {
            if !matches!(event, Event::Tables(_)) {
                log::warn!("{event:?}");
            }
        }
    }

    /// Returns the limits of a move. The clock is always the game's.
    fn limits(&self, request: &MoveRequest<'_>) -> Limits {
        let (own, game) = (self.built_in.limits, request.time_control.limits);
        let limits = if self.has_own_limits() { own } else { game };
        Limits { clock: request.clock, ..limits }
    }

    fn answer(&mut self, go: Go) -> Result<PlayerReply, PlayerError> {
        let (mut score, mut claim) = (None, None);
        for event in self.engine.request(Request::Go(go)) {
            match event {
                Event::Refused(reason) => return Err(PlayerError::Crash(reason)),
                Event::Ready | Event::Tables(_) => {}
                Event::Warning(text) => log::warn!("{text}"),
                Event::Claimed(judgement) => claim = Some(judgement.claim),
                Event::Iteration(report) => score = Some(report.score.men()),
                Event::Done(done) => {
                    let mv = done.best.map(|mv| Choice::Text(mv.hub));
                    return Ok(PlayerReply { mv: mv.ok_or_else(PlayerError::no_move)?, score, claim });
                }
            }
        }
        Err(PlayerError::Crash("the engine gave no answer".to_owned()))
    }
}

impl Player for BuiltInPlayer {
    fn begin(&mut self, start: &Start, moves: &[MoveText]) -> Result<(), PlayerError> {
        self.tell(Request::NewGame);
        let moves = moves.iter().map(|mv| mv.hub.clone()).collect();
        self.tell(Request::Position { start: start.clone(), moves });
        Ok(())
    }

    fn hear(&mut self, mv: &MoveText) {
        self.tell(Request::Play(mv.hub.clone()));
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<PlayerReply, PlayerError> {
        let limits = self.limits(request);
        if limits.depth == Depth::ZERO {
            let number = StdRng::seed_from_u64(request.seed).random_range(0..request.choices.max(1));
            return Ok(PlayerReply { mv: Choice::Number(number), score: None, claim: None });
        }
        let is_varied = request.is_repeated || self.built_in.variety == Variety::Noise;
        let noise_seed = is_varied.then_some(request.seed);
        let time_source = match self.clock {
            ClockKind::Wall => TimeSource::Wall,
            ClockKind::Cpu => TimeSource::ThreadCpu,
        };
        self.answer(Go { noise_seed, seed: Some(request.seed), time_source, ..Go::think(limits) })
    }

    fn cpu_time(&mut self) -> Result<Option<Duration>, PlayerError> {
        Ok((self.clock == ClockKind::Cpu).then(|| ThreadTime::now().as_duration()))
    }

    fn keeps_move_time(&self) -> bool {
        !self.has_own_limits()
    }
}

//! Engines of ours that play in this process.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::player::{Answer, Ask, Choice, Fault, Player};
use crate::engine::{Event, Go, LocalEngine, MoveText, Request, Settings, Start};
use crate::search::{Depth, Limits};

/// How an engine of ours plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Own {
    /// The engine.
    pub(crate) settings: Settings,
    /// What it allows itself for a move. Depth 0 plays by chance.
    pub(crate) limits: Limits,
    /// Whether no two of its games need to be the same.
    pub(crate) variety: Variety,
}

impl Own {
    /// Two players like this.
    pub(crate) fn both(&self) -> [Player; 2] {
        [(); 2].map(|()| Player::Own(Box::new(OwnPlayer::start(self.clone()))))
    }
}

/// Whether the same position has the same answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Variety {
    /// It has.
    #[default]
    None,
    /// Noise in the evaluation and another order of moves in each search.
    Whims,
}

/// An engine of ours that plays.
pub(crate) struct OwnPlayer {
    own: Own,
    engine: LocalEngine,
}

impl OwnPlayer {
    pub(crate) fn start(own: Own) -> Self {
        let engine = LocalEngine::new(own.settings.clone());
        Self { own, engine }
    }

    /// Whether it plays by limits that are not the match's.
    pub(crate) fn has_own_limits(&self) -> bool {
        self.own.limits != Limits::NONE
    }

    pub(crate) fn begin(&mut self, start: &Start, moves: &[MoveText]) {
        self.tell(Request::NewGame);
        let moves = moves.iter().map(|mv| mv.hub.clone()).collect();
        self.tell(Request::Position { start: start.clone(), moves });
    }

    pub(crate) fn hear(&mut self, mv: &MoveText) {
        self.tell(Request::Play(mv.hub.clone()));
    }

    /// A request that has no answer, unless it cannot be served.
    fn tell(&mut self, request: Request) {
        for event in self.engine.request(request) {
            log::warn!("{event:?}");
        }
    }

    pub(crate) fn think(&mut self, ask: &Ask<'_>) -> Result<Answer, Fault> {
        let limits = self.limits(ask);
        if limits.depth == Depth::ZERO {
            let number = StdRng::seed_from_u64(ask.seed).random_range(0..ask.choices.max(1));
            return Ok(Answer { mv: Choice::Number(number), score: None, claim: None });
        }
        let whim = (self.own.variety == Variety::Whims).then_some(ask.seed);
        self.answer(Go { noise_seed: whim, seed: Some(ask.seed), ..Go::think(limits) })
    }

    fn limits(&self, ask: &Ask<'_>) -> Limits {
        let (own, game) = (self.own.limits, ask.pace.limits);
        // Who has limits of its own plays by them; the clock is the game's.
        let limits = if self.has_own_limits() { own } else { game };
        Limits { clock: ask.clock, ..limits }
    }

    fn answer(&mut self, go: Go) -> Result<Answer, Fault> {
        let (mut score, mut claim) = (None, None);
        for event in self.engine.request(Request::Go(go)) {
            match event {
                Event::Refused(reason) => return Err(Fault::Crash(reason)),
                Event::Ready => {}
                Event::Judged(judgement) => claim = Some(judgement.claim),
                Event::Iteration(report) => score = Some(report.score.men()),
                Event::Done(done) => {
                    let mv = done.best.map(|mv| Choice::Text(mv.hub));
                    let none = || Fault::Crash("it found no move".to_owned());
                    return Ok(Answer { mv: mv.ok_or_else(none)?, score, claim });
                }
            }
        }
        Err(Fault::Crash("it gave no answer".to_owned()))
    }
}

//! A match between two evaluations at equal nodes, which ends when a sequential test is decided.

use std::path::Path;

use super::super::error::Error;
use super::super::progress::ProgressDisplay;
use crate::board::Color;
use crate::engine::Settings;
use crate::jobs::journal::{Header, OtherResults, detail};
use crate::jobs::pool::Flow;
use crate::jobs::series::{Series, threads};
use crate::jobs::shard::Shard;
use crate::matches::built_in::{BuiltIn, BuiltInPlayer, Variety};
use crate::matches::elo::MatchScore;
use crate::matches::game::{self, Conditions, GameRecord};
use crate::matches::openings::{Ballots, Opening, OpeningSuite};
use crate::matches::sprt::{Decision, Sprt, SprtState};
use crate::matches::tally::{Place, Tally};
use crate::matches::time_control::TimeControl;
use crate::search::Limits;
use crate::split_mix::seed_of;

/// A match to be played.
pub(super) struct Duel<'a> {
    /// The settings of the engine that is tested, and of the other one.
    pub(super) engines: [Settings; 2],
    /// What tells this match from others.
    pub(super) names: String,
    /// Nodes per move.
    pub(super) nodes: u64,
    /// The most games.
    pub(super) games: u32,
    pub(super) sprt: Sprt,
    pub(super) seed: u64,
    pub(super) threads: u16,
    /// The file of the games that were played before.
    pub(super) journal: &'a Path,
    /// What becomes of that file if its games are those of another match.
    pub(super) other: OtherResults,
}

/// The result of a match for the engine that is tested.
pub(super) struct DuelResult {
    pub(super) score: MatchScore,
    pub(super) sprt: SprtState,
}

impl Duel<'_> {
    /// Plays the match.
    pub(super) fn play(&self) -> Result<DuelResult, Error> {
        let settings = &self.engines[0];
        let limits = Limits { nodes: self.nodes, ..Limits::NONE };
        let conditions = Conditions::new(settings.variant, TimeControl::untimed(limits));
        let suite = self.openings()?;
        let opening = |pair: usize| -> Result<Opening, Error> {
            let is_repeated = pair >= suite.openings.len();
            Ok(Opening { is_repeated, ..suite.opening(settings, pair, self.seed)? })
        };
        let series = Series::<GameRecord>::new(
            &self.header(&suite),
            Some(self.journal),
            self.other,
            threads(self.threads),
        )?;
        let player = |settings: &Settings| {
            let built_in =
                BuiltIn { settings: settings.clone(), limits: Limits::NONE, variety: Variety::None };
            BuiltInPlayer::start(built_in)
        };
        let start = || Ok::<_, Error>([player(&self.engines[0]), player(&self.engines[1])]);
        let work = |[first, second]: &mut [BuiltInPlayer; 2], number: usize| {
            let players = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
            let [white, black] = players;
            Ok(game::play(
                &conditions,
                &opening(number / 2)?,
                [white, black],
                seed_of(self.seed, number as u64),
            )?)
        };
        let mut progress = ProgressDisplay::new("games");
        let mut tally = Tally::new(self.games as usize);
        let completion = series.run(start, work, |number, game| {
            progress.show(number as u64 + 1, series.len() as u64);
            let place = Place::after(settings, &opening(number / 2)?)?;
            tally.add(number, &place, &game, game.result.points(Color::ALL[number % 2]).unwrap_or(1));
            let is_decided = self.sprt.state(&tally.score.pairs).verdict != Decision::Undecided;
            Ok(if is_decided { Flow::Stop } else { Flow::GoOn })
        })?;
        progress.clear();
        completion.required()?;
        Ok(DuelResult { sprt: self.sprt.state(&tally.score.pairs), score: tally.score })
    }

    /// An opening for each pair of games, if there are enough.
    fn openings(&self) -> Result<OpeningSuite, Error> {
        let openings = Ballots::enough(&self.engines[0], self.seed, self.games.div_ceil(2) as usize)?;
        if openings.is_empty() {
            return Err(Error::Input("no opening of three plies is balanced".to_owned()));
        }
        Ok(OpeningSuite { openings, random_plies: 0 })
    }

    fn header(&self, suite: &OpeningSuite) -> Header {
        let Sprt { elo0, elo1, alpha, beta } = self.sprt;
        let version = env!("CARGO_PKG_VERSION");
        Header {
            command: "tune generations".to_owned(),
            variant: self.engines[0].variant.name().to_owned(),
            seed: self.seed,
            jobs: self.games as usize,
            settings: format!(
                "remise {version}, {}, {} nodes, openings {}, SPRT({elo0}, {elo1}, {alpha}, {beta})",
                self.names,
                self.nodes,
                suite.digest()
            ),
            details: vec![
                detail("version", version),
                detail("networks", &self.names),
                detail("--match-games", self.games),
                detail("--match-nodes", self.nodes),
                detail("--sprt", format_args!("{elo0},{elo1},{alpha},{beta}")),
            ],
            shard: Shard::WHOLE,
        }
    }
}

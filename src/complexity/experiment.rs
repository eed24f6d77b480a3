//! The games from which the size of the game tree is estimated.
//!
//! The experiment of Table 3 in *Complexity of checkers and draughts on different board sizes* (van Horssen):
//! at each depth, games without forward pruning and with noise in each search, which end when few pieces are
//! left.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::engine::{Evaluation, Settings, Start, StartError, Variant};
use crate::jobs::journal::{Header, detail, optional};
use crate::jobs::shard::Shard;
use crate::matches::adjudication::Truncation;
use crate::matches::built_in::{BuiltIn, BuiltInPlayer, Variety};
use crate::matches::game::{self, Conditions, GameRecord};
use crate::matches::openings::Opening;
use crate::matches::time_control::TimeControl;
use crate::search::{Depth, Limits, Profile};
use crate::split_mix::seed_of;

/// The command in headers of files.
pub(crate) const COMMAND: &str = "game-tree";

/// The smallest and the largest depth, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Depths {
    least: u8,
    most: u8,
}

impl FromStr for Depths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (least.parse(), most.parse()) {
            (Ok(least), Ok(most)) if least <= most && most <= Depth::MAX.0 => Ok(Self { least, most }),
            (Ok(least), Ok(most)) if least > most => {
                Err(format!("the least depth comes first, as in {most}-{least}"))
            }
            _ => Err("expected the least and the greatest depth, such as 0-7".to_owned()),
        }
    }
}

/// The games of the experiment: a number of games at each depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The number of games at each depth.
    pub(crate) games: usize,
    /// The depths.
    pub(crate) depths: Depths,
    /// The version of the program that plays the games.
    version: String,
    /// The size of the transposition table, if it was given.
    hash_mib: Option<u32>,
}

/// The header of a file does not describe the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("--merge: the header of a file does not describe its games")]
pub(crate) struct PlanError;

impl Plan {
    /// This number of games at each depth, played by this version of the program.
    pub(crate) fn new(games: usize, depths: Depths, hash_mib: Option<u32>) -> Self {
        Self { games, depths, version: env!("CARGO_PKG_VERSION").to_owned(), hash_mib }
    }

    /// Returns the number of games at all depths.
    fn jobs(&self) -> usize {
        self.games * usize::from(self.depths.most - self.depths.least + 1)
    }

    /// Returns the depth of the game with this number.
    pub(crate) fn depth(&self, job: usize) -> u8 {
        self.depths.least + (job / self.games) as u8
    }

    /// Returns the header of the file of a shard.
    pub(crate) fn header(&self, variant: Variant, seed: u64, shard: Shard) -> Header {
        Header {
            command: COMMAND.to_owned(),
            variant: variant.name().to_owned(),
            seed,
            jobs: self.jobs(),
            settings: self.to_string(),
            details: vec![
                detail("version", &self.version),
                detail("--games", self.games),
                detail("--plies", format_args!("{}-{}", self.depths.least, self.depths.most)),
                optional("--hash", self.hash_mib),
            ],
            shard,
        }
    }
}

/// The settings in the header of a file.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, depths: Depths { least, most }, version, hash_mib } = self;
        write!(f, "remise {version} games {games} plies {least}-{most} hash {hash_mib:?}")
    }
}

impl FromStr for Plan {
    type Err = PlanError;

    fn from_str(text: &str) -> Result<Self, PlanError> {
        let words: Vec<_> = text.split(' ').collect();
        let ["remise", version, "games", games, "plies", depths, "hash", hash] = words[..] else {
            return Err(PlanError);
        };
        let games = games.parse().ok().filter(|&games| games > 0).ok_or(PlanError)?;
        let hash_mib = hash.strip_prefix("Some(").and_then(|hash| hash.strip_suffix(')')?.parse().ok());
        let depths = depths.parse().map_err(|_| PlanError)?;
        Ok(Self { games, depths, version: version.to_owned(), hash_mib })
    }
}

/// The experiment with one variant.
pub(crate) struct Experiment {
    variant: Variant,
    plan: Plan,
    seed: u64,
    player: BuiltIn,
    truncation: Truncation,
    opening: Opening,
}

impl Experiment {
    /// The experiment with the variant of the settings.
    pub(crate) fn new(settings: Settings, plan: Plan, seed: u64) -> Self {
        let variant = settings.variant;
        let truncation = Truncation::of_board(variant.board_size(), variant.rules().flying_kings);
        // The experiments of the paper are about an evaluation by features.
        let settings = Settings { profile: Profile::Full, evaluation: Evaluation::Features, ..settings };
        let player = BuiltIn { settings, limits: Limits::NONE, variety: Variety::Noise };
        let opening = Opening::new(Start::Opening, Vec::new());
        Self { variant, plan, seed, player, truncation, opening }
    }

    /// Starts both players.
    pub(crate) fn players(&self) -> [BuiltInPlayer; 2] {
        self.player.pair()
    }

    /// Plays the game with this number. Returns `None` if the program was asked to end.
    ///
    /// # Errors
    /// Returns an error if the variant has no initial position, which does not happen.
    pub(crate) fn play(
        &self,
        [white, black]: &mut [BuiltInPlayer; 2],
        job: usize,
    ) -> Result<Option<GameRecord>, StartError> {
        let ply = self.plan.depth(job);
        let limits = Limits { depth: Depth(ply), ..Limits::NONE };
        let conditions = Conditions {
            truncation: Some(self.truncation),
            ..Conditions::new(self.variant, TimeControl::untimed(limits))
        };
        let seed = seed_of(seed_of(self.seed, u64::from(ply)), (job % self.plan.games) as u64);
        game::play(&conditions, &self.opening, [white, black], seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_a_range_or_one_depth() {
        assert_eq!("0-7".parse(), Ok(Depths { least: 0, most: 7 }));
        assert_eq!("3".parse(), Ok(Depths { least: 3, most: 3 }));
        for text in ["", "7-0", "a", "0-128", "1-2-3", "-1"] {
            assert!(text.parse::<Depths>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_plan_is_read_back_from_the_header_of_a_file() {
        let depths = Depths { least: 2, most: 5 };
        for hash_mib in [None, Some(16)] {
            let plan = Plan::new(30, depths, hash_mib);
            assert_eq!(plan.to_string().parse(), Ok(plan));
        }
        for text in ["", "remise 1 games 0 plies 0-1 hash None", "remise 1 games 3 plies 1-0 hash None"] {
            assert_eq!(text.parse::<Plan>(), Err(PlanError), "{text}");
        }
    }

    #[test]
    fn games_are_numbered_depth_by_depth() {
        let plan = Plan::new(10, Depths { least: 2, most: 5 }, None);
        assert_eq!([0, 9, 10, 39].map(|job| plan.depth(job)), [2, 2, 3, 5]);
        assert_eq!(plan.jobs(), 40);
    }
}

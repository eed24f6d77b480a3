//! Games by name. The only place that knows both a game's name and its type.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::Evaluation;
use super::operations::{Lookup, Operations};
use super::replay::{ReplayedGame, Verdict};
use crate::board::{Checkers, Draughts, Game, RuleSet, Rules, Russian, Varied};
use crate::endgame::{Build, BuildError, BuildEvent};
use crate::eval::{Network, StaticEvaluation, Weights};
use crate::files;
use crate::notation::Quote;
use crate::notation::pdn::{GameType, PdnGame, Remark, Style};

/// A task that is generic over the type of the game.
pub trait Task {
    /// The result.
    type Output;

    /// Runs the task for a game.
    fn run<G: Game>(self, game: G) -> Self::Output;
}

macro_rules! variants {
    ($($variant:ident: $game:expr, $name:literal $(, $alias:literal)*;)*) => {
        /// A game by its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Variant {
            $(#[doc = concat!("`", $name, "`.")] $variant,)*
        }

        impl Variant {
            /// All variants.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The main name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Other names of the same game.
            #[must_use]
            pub const fn aliases(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($alias),*],)*
                }
            }
        }

        /// Runs a task for the type of a variant.
        pub fn with<T: Task>(variant: Variant, task: T) -> T::Output {
            match variant {
                $(Variant::$variant => task.run($game),)*
            }
        }
    };
}

variants! {
    Draughts6: Draughts::<6>, "draughts-6";
    Draughts8: Draughts::<8>, "draughts-8", "brazilian", "damas", "64";
    Draughts10: Draughts::<10>, "draughts-10", "international", "normal", "standard", "draughts", "100";
    Draughts12: Draughts::<12>, "draughts-12", "canadian", "144";
    Draughts14: Draughts::<14>, "draughts-14";
    Checkers6: Checkers::<6>, "checkers-6";
    Checkers8: Checkers::<8>, "checkers-8", "english", "american", "checkers";
    Checkers10: Checkers::<10>, "checkers-10";
    Checkers12: Checkers::<12>, "checkers-12";
    Checkers14: Checkers::<14>, "checkers-14";
    Russian: Russian, "russian", "shashki";
    Killer10: Varied::<10>(RuleSet::Killer), "killer-10", "killer";
    Breakthrough10: Varied::<10>(RuleSet::Breakthrough), "breakthrough-10", "breakthrough", "bt";
    Losing10: Varied::<10>(RuleSet::Losing), "losing-10", "losing", "antidraughts";
    Killer6: Varied::<6>(RuleSet::Killer), "killer-6";
    Breakthrough6: Varied::<6>(RuleSet::Breakthrough), "breakthrough-6";
    Losing6: Varied::<6>(RuleSet::Losing), "losing-6";
    Frisian: Varied::<10>(RuleSet::Frisian), "frisian";
    Frysk: Varied::<10>(RuleSet::Frysk), "frysk", "frysk!";
}

impl Variant {
    /// The name in the Hub protocol.
    #[must_use]
    pub const fn hub_name(self) -> &'static str {
        match self {
            Self::Draughts10 => "normal",
            Self::Draughts8 => "brazilian",
            Self::Killer10 => "killer",
            Self::Breakthrough10 => "bt",
            Self::Losing10 => "losing",
            _ => self.name(),
        }
    }

    /// What can be done in this game.
    pub(super) fn operations(self) -> Box<dyn Operations> {
        with(self, Lookup)
    }

    /// The number of rows of the board.
    #[must_use]
    pub fn board_size(self) -> usize {
        self.operations().board_size()
    }

    /// The rules.
    #[must_use]
    pub fn rules(self) -> &'static Rules {
        self.operations().rules()
    }

    /// The weights of the evaluation.
    #[must_use]
    pub fn weights(self) -> Weights {
        self.operations().weights()
    }

    /// The static evaluation, with this network instead of the one in the binary.
    #[must_use]
    pub fn static_evaluation(
        self,
        evaluation: Evaluation,
        network: Option<Arc<Network>>,
    ) -> StaticEvaluation {
        self.operations().static_evaluation(evaluation, network)
    }

    /// The static score, in hundredths of a man, of the position with these pieces of the player to move,
    /// pieces of the opponent and kings, as the player to move sees the board.
    #[must_use]
    pub fn static_score(self, seen: [u128; 3], evaluation: &StaticEvaluation) -> i32 {
        self.operations().static_score(seen, evaluation)
    }

    /// The weights before anything was learnt.
    #[must_use]
    pub fn initial_weights(self) -> Weights {
        self.operations().initial_weights()
    }

    /// The network of the evaluation in the binary. Returns `None` if there is none.
    #[must_use]
    pub fn network(self) -> Option<Arc<Network>> {
        self.operations().network()
    }

    /// Reads the file of a network of this variant.
    ///
    /// # Errors
    /// Returns a line that names the file and what is wrong with it.
    pub fn load_network(self, path: &Path) -> Result<Arc<Network>, String> {
        let refused = |error: &dyn fmt::Display| format!("{}: {error}", Quote::of(&path.to_string_lossy()));
        let bytes = files::read(path, Network::MOST_BYTES).map_err(|error| refused(&error))?;
        Network::read(&bytes, self.name(), self.cells()).map(Arc::new).map_err(|error| refused(&error))
    }

    /// The number of cells of the board, with the ghosts between the rows.
    #[must_use]
    pub fn cells(self) -> usize {
        self.operations().cells()
    }

    /// The number of pieces in the initial position.
    #[must_use]
    pub fn most_pieces(self) -> usize {
        self.operations().most_pieces()
    }

    /// How PDN files write games of this variant.
    #[must_use]
    pub fn pdn_style(self) -> Style {
        self.operations().style()
    }

    /// The variant of a game in a file: that of its tag Variant or GameType, or else this one. Other programs may
    /// mean something else by an alias, so it counts less than GameType.
    #[must_use]
    pub fn of_game(self, game: &PdnGame) -> Self {
        let name = game.tag("Variant").map(str::trim);
        let is_named = |it: &Self| name.is_some_and(|name| it.name().eq_ignore_ascii_case(name));
        let by_name = Self::ALL.iter().copied().find(is_named);
        let by_alias = || name.and_then(|name| name.parse().ok());
        let tag = game.tag("GameType").and_then(GameType::read);
        let is_it = |it: &Self| tag.is_some() && GameType::read(&it.pdn_style().game_type) == tag;
        // Several games share a type: then this one is meant.
        let by_type = || Some(self).filter(is_it).or_else(|| Self::ALL.iter().copied().find(is_it));
        by_name.or_else(by_type).or_else(by_alias).unwrap_or(self)
    }

    /// Replays a game of a file, and says whether its moves are legal.
    #[must_use]
    pub fn judge_game(self, game: &PdnGame) -> Verdict {
        let mut verdict = self.operations().judge_game(game);
        verdict.remarks.extend(self.unknown_tag(game));
        verdict
    }

    /// Replays a game of a file.
    #[must_use]
    pub fn replay(self, game: &PdnGame) -> ReplayedGame {
        let mut replayed = self.operations().replay(game);
        replayed.verdict.remarks.extend(self.unknown_tag(game));
        replayed
    }

    /// What is said of a game whose tag Variant names no variant, when it is replayed as this one.
    fn unknown_tag(self, game: &PdnGame) -> Option<Remark> {
        let name = game.tag("Variant").map(str::trim).filter(|name| !matches!(*name, "" | "?"))?;
        let is_unknown = name.parse::<Self>().is_err();
        is_unknown.then(|| Remark::UnknownVariant { name: Quote::of(name), taken: self.name() })
    }

    /// The number of pieces up to which the engine makes itself endgame tables when it needs them.
    #[must_use]
    pub fn small_pieces(self) -> usize {
        self.operations().small_pieces()
    }

    /// The number of pieces of the endgame tables with which proofs from the start take least time, the time to build
    /// them included.
    #[must_use]
    pub fn proof_pieces(self) -> usize {
        if self.board_size() == 6 { 5 } else { self.small_pieces() }
    }

    /// Makes the endgame tables that are not in the folder. `hear` is called at each step.
    ///
    /// # Errors
    /// Returns an error if the machine is too small or a file cannot be written. Finished files stay.
    pub fn build_tables(
        self,
        build: &Build,
        folder: &Path,
        hear: &mut dyn FnMut(BuildEvent<'_>),
    ) -> Result<(), BuildError> {
        self.operations().build_tables(build, folder, hear)
    }
}

#[expect(clippy::derivable_impls, reason = "the macro cannot mark one of them")]
impl Default for Variant {
    fn default() -> Self {
        Self::Draughts10
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for an unknown name of a variant. It suggests the nearest names, if any are near.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown variant {name}{}", suggestion(.nearest))]
pub struct UnknownVariant {
    name: Quote,
    nearest: Vec<&'static str>,
}

fn suggestion(nearest: &[&str]) -> String {
    match nearest {
        [] => String::new(),
        [name] => format!("; did you mean {name}?"),
        [names @ .., last] => format!("; did you mean {} or {last}?", names.join(", ")),
    }
}

/// How alike a name and a mistyped one are at least, from 0 to 1.
const LEAST_LIKENESS: f64 = 0.87;

/// The most names that are suggested.
const MOST_SUGGESTED: usize = 3;

/// The names that are most like this one, the best first.
fn nearest(typed: &str) -> Vec<&'static str> {
    // A comparison takes time in proportion to the product of the lengths.
    let typed: String = typed.chars().take(100).collect::<String>().to_ascii_lowercase();
    let names = Variant::ALL.iter().flat_map(|variant| variant.all_names());
    let likeness = names.map(|name| (strsim::jaro_winkler(&typed, name), name));
    let mut near: Vec<_> = likeness.filter(|(likeness, _)| *likeness >= LEAST_LIKENESS).collect();
    near.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    near.into_iter().take(MOST_SUGGESTED).map(|(_, name)| name).collect()
}

impl Variant {
    /// The main name and the aliases.
    pub fn all_names(self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name()).chain(self.aliases().iter().copied())
    }

    /// All variants as a list for people, each with its aliases in parentheses.
    #[must_use]
    pub fn names() -> String {
        let names = |variant: &Self| match variant.aliases() {
            [] => variant.name().to_owned(),
            aliases => format!("{} ({})", variant.name(), aliases.join(", ")),
        };
        Self::ALL.iter().map(names).collect::<Vec<_>>().join(", ")
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        let is_named = |variant: &&Self| variant.all_names().any(|known| known.eq_ignore_ascii_case(name));
        let found = Self::ALL.iter().find(is_named).copied();
        found.ok_or_else(|| UnknownVariant { name: Quote::of(name), nearest: nearest(name) })
    }
}

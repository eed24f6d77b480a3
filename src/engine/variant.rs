//! Games by name. The only place that knows both a game's name and its type.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use thiserror::Error;

use super::operations::{Lookup, Operations};
use crate::board::{Checkers, Draughts, Game, Rules, Russian};
use crate::endgame::{Build, BuildError, BuildEvent};
use crate::eval::Weights;
use crate::notation::Quote;
use crate::notation::pdn::Style;

/// A task that is generic over the type of the game.
pub trait Task {
    /// The result.
    type Output;

    /// Runs the task for the game `G`.
    fn run<G: Game>(self) -> Self::Output;
}

macro_rules! variants {
    ($($variant:ident: $game:ty, $name:literal $(, $alias:literal)*;)*) => {
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
                $(Variant::$variant => task.run::<$game>(),)*
            }
        }
    };
}

variants! {
    Draughts6: Draughts<6>, "draughts-6";
    Draughts8: Draughts<8>, "draughts-8", "brazilian";
    Draughts10: Draughts<10>, "draughts-10", "international", "normal", "standard";
    Draughts12: Draughts<12>, "draughts-12", "canadian";
    Draughts14: Draughts<14>, "draughts-14";
    Checkers6: Checkers<6>, "checkers-6";
    Checkers8: Checkers<8>, "checkers-8", "english";
    Checkers10: Checkers<10>, "checkers-10";
    Checkers12: Checkers<12>, "checkers-12";
    Checkers14: Checkers<14>, "checkers-14";
    Russian: Russian, "russian";
}

impl Variant {
    /// The name in the Hub protocol.
    #[must_use]
    pub const fn hub_name(self) -> &'static str {
        match self {
            Self::Draughts10 => "normal",
            Self::Draughts8 => "brazilian",
            _ => self.name(),
        }
    }

    /// What can be done in this game.
    pub(super) fn operations(self) -> &'static dyn Operations {
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

    /// The weights before anything was learnt.
    #[must_use]
    pub fn initial_weights(self) -> Weights {
        self.operations().initial_weights()
    }

    /// How PDN files write games of this variant.
    #[must_use]
    pub fn pdn_style(self) -> Style {
        self.operations().style()
    }

    /// The number of pieces up to which the engine makes itself endgame tables when it needs them.
    #[must_use]
    pub fn small_pieces(self) -> usize {
        self.operations().small_pieces()
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

/// The error for an unknown name of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown variant {0}; the variants are {names}", names = names())]
pub struct UnknownVariant(Quote);

fn names() -> String {
    Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>().join(", ")
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        let found = Self::ALL
            .iter()
            .find(|variant| is(variant.name()) || variant.aliases().iter().any(|alias| is(alias)));
        found.copied().ok_or_else(|| UnknownVariant(Quote::of(name)))
    }
}

//! The flags that all commands share.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, ValueEnum};
use directories::ProjectDirs;
use serde::Serialize;

use super::error::{Error, warn};
use super::output::Output;
use crate::board::Color;
use crate::engine::{
    Adjudicator, EndgameTables, GameState, Settings, SmallTables, Start, TableFolder, Variant,
};
use crate::jobs::journal::{Detail, OtherResults, optional};
pub(crate) use crate::notation::whole;
use crate::notation::{Setup, one_line};

/// The flags that all commands share.
#[derive(Args, Clone)]
#[command(next_help_heading = "Common options")]
pub(crate) struct Options {
    // Its help is `VARIANTS`.
    #[arg(long, global = true, value_name = "NAME", default_value = "draughts-10")]
    #[arg(value_parser = VariantParser, hide_possible_values = true)]
    #[arg(help = VARIANTS.as_str())]
    pub(crate) variant: Variant,
    /// Start from this position, such as W:W31-50:B1-20 [default: the initial position]
    #[arg(long, global = true, value_name = "FEN")]
    pub(crate) fen: Option<Setup>,
    /// Print one JSON object per line and nothing else
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Number of threads
    #[arg(long, global = true, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1, 256))]
    pub(crate) threads: u16,
    /// Random seed, for reproducible results [default: random]
    #[arg(long, global = true, value_name = "N", value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) seed: Option<u64>,
    // Each command's help adds its default, and that of --tables.
    /// Size of the hash table in MiB
    #[arg(long, global = true, value_name = "MIB", value_parser = whole::<u32>(1, 1 << 20))]
    pub(crate) hash: Option<u32>,
    /// Folder of the endgame tables, with a subfolder per variant
    #[arg(long, global = true, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Replace files that exist: those of --out, --plot, --svg, --certificate and --state
    #[arg(long, global = true)]
    pub(crate) force: bool,
    /// Do not use endgame tables
    #[arg(long, global = true, conflicts_with = "tables")]
    pub(crate) no_tables: bool,
    /// Append the log to this file, at the level of RUST_LOG (error, warn, info, debug) [default: info]
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
}

/// A color, as the command line names it.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum ColorName {
    White,
    Black,
}

impl From<ColorName> for Color {
    fn from(name: ColorName) -> Self {
        match name {
            ColorName::White => Self::White,
            ColorName::Black => Self::Black,
        }
    }
}

impl Options {
    /// A game that begins at the position.
    pub(crate) fn game(&self) -> Result<GameState, Error> {
        Ok(match &self.fen {
            None => GameState::initial(self.variant),
            Some(setup) => GameState::set_up(self.variant, setup)
                .map_err(|error| Error::Input(format!("--fen: {error}")))?,
        })
    }

    /// The endgame tables of a variant, without making any.
    pub(crate) fn open_tables(&self, variant: Variant, cache_mib: usize) -> EndgameTables {
        match self.tables_folder_of(variant) {
            Some(folder) => EndgameTables::open_folder(variant, &folder, cache_mib),
            None => EndgameTables::none(variant),
        }
    }

    /// Checks that what `--tables` names is a folder, and that it is there unless the command makes it.
    pub(crate) fn check_tables_folder(&self, is_made: bool) -> Result<(), Error> {
        let Some(folder) = &self.tables else { return Ok(()) };
        let refused = |reason: &dyn Display| {
            Error::Input(format!("--tables '{}': {reason}", one_line(&folder.to_string_lossy())))
        };
        match fs::metadata(folder) {
            Ok(found) if found.is_dir() => Ok(()),
            Ok(_) => Err(refused(&"not a folder")),
            Err(error) if is_made && error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) => Err(refused(&error)),
        }
    }

    /// Whether small tables that are missing are built: only in the default folder.
    pub(crate) fn builds_tables(&self) -> bool {
        self.tables.is_none()
    }

    /// The settings of the engine.
    pub(crate) fn settings(&self) -> Result<Settings, Error> {
        let defaults = Settings::default();
        let hash_mib = self.hash.map_or(defaults.hash_mib, |mebibytes| mebibytes as usize);
        let small = if self.builds_tables() { SmallTables::Make } else { SmallTables::Leave };
        let tables = self.tables_root().map(|path| TableFolder { path, small });
        Ok(Settings {
            variant: self.variant,
            hash_mib,
            tables,
            threads: self.threads.into(),
            seed: self.seed,
            ..defaults
        })
    }

    /// The settings of an engine that plays games, with one thread for each game. It uses endgame tables only
    /// if `--tables` names a folder.
    pub(crate) fn player(&self, default_hash: usize) -> Settings {
        let hash_mib = self.hash.map_or(default_hash, |mebibytes| mebibytes as usize);
        let tables = self.tables.clone().map(|path| TableFolder { path, small: SmallTables::Leave });
        Settings { variant: self.variant, hash_mib, tables, ..Settings::default() }
    }

    /// The endgame tables of `--tables`, for games. Says which they are.
    pub(crate) fn player_tables(&self, cache_mib: usize) -> EndgameTables {
        let Some(root) = &self.tables else { return EndgameTables::none(self.variant) };
        let tables = self.open_tables(self.variant, cache_mib);
        warn(&tables.found(self.variant, &root.join(self.variant.name())));
        tables
    }

    /// The endgame tables of `--tables`, which end games whose result they contain.
    pub(crate) fn judge(&self) -> Option<Arc<Adjudicator>> {
        let path = self.tables.clone()?;
        let folder = TableFolder { path, small: SmallTables::Leave };
        Some(Arc::new(Adjudicator::open(self.variant, &folder)))
    }

    /// Says which endgame tables games use, if they use any.
    pub(crate) fn tell_judge(&self, judge: Option<&Adjudicator>) {
        if let Some(judge) = judge {
            warn(&judge.found(self.variant));
        }
    }

    /// The folder of all tables. Returns `None` with `--no-tables`, or if the system has no cache folder.
    fn tables_root(&self) -> Option<PathBuf> {
        if self.no_tables {
            return None;
        }
        let cache = || Some(ProjectDirs::from("", "", "remise")?.cache_dir().join("tables"));
        self.tables.clone().or_else(cache)
    }

    /// The folder of the tables of the variant.
    pub(crate) fn tables_folder(&self) -> Option<PathBuf> {
        self.tables_folder_of(self.variant)
    }

    /// The folder of the tables of a variant.
    pub(crate) fn tables_folder_of(&self, variant: Variant) -> Option<PathBuf> {
        Some(self.tables_root()?.join(variant.name()))
    }

    /// The start of each game.
    pub(crate) fn start(&self) -> Result<Start, Error> {
        Ok(if self.fen.is_some() { Start::Fen(self.game()?.fen()) } else { Start::Opening })
    }

    /// Prints a result: as JSON with `--json`, else as a sentence.
    pub(crate) fn tell(
        &self,
        output: &mut Output,
        line: &impl Serialize,
        sentence: impl Display,
    ) -> Result<(), Error> {
        Ok(if self.json { output.json(line) } else { output.line(sentence) }?)
    }

    /// What games between engines depend on, in words.
    pub(crate) fn player_details(&self) -> [Detail; 2] {
        let tables = self.tables.as_ref().map(|path| path.display());
        [optional("--hash", self.hash), optional("--tables", tables)]
    }

    /// What becomes of a file with the results of another run.
    pub(crate) fn other_results(&self) -> OtherResults {
        if self.force { OtherResults::Replace } else { OtherResults::Keep }
    }

    /// The random seed: that of `--seed`, else a random one.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(|| u64::from(rand::random::<u32>()))
    }
}

/// The help of `--variant`.
static VARIANTS: LazyLock<String> = LazyLock::new(|| format!("Game to play: {}", Variant::names()));

/// Reads the name of a variant. Lists the main names, and accepts the aliases too.
#[derive(Clone)]
struct VariantParser;

impl TypedValueParser for VariantParser {
    type Value = Variant;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Variant, clap::Error> {
        let parse = |name: &str| name.parse().map_err(|error| format!("{error}; --help lists the variants"));
        parse.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Variant::ALL.iter().map(|variant| PossibleValue::new(variant.name()))))
    }
}

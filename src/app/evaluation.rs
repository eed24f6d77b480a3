//! `--evaluation` and `--weights`: what an engine judges positions by.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::error::Error;
use crate::engine::{Evaluation, Settings};
use crate::jobs::journal::{Detail, optional};
use crate::notation::Quote;

/// What the engine judges positions by.
#[derive(Args, Clone, Default)]
pub(crate) struct EvaluationArgs {
    /// What the engine judges positions by [default: network]
    #[arg(long, value_name = "NAME", value_parser = names())]
    evaluation: Option<Evaluation>,
    /// Use the network in this file instead of the one in the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

fn names() -> impl TypedValueParser<Value = Evaluation> {
    let names = PossibleValuesParser::new(Evaluation::ALL.map(Evaluation::name));
    names.map(|name| Evaluation::named(&name).unwrap_or_default())
}

impl EvaluationArgs {
    /// Changes the settings of an engine.
    ///
    /// # Errors
    /// Returns an error if the file holds no network for the variant.
    pub(crate) fn apply(&self, settings: Settings) -> Result<Settings, Error> {
        let network = self.weights.as_deref().map(|path| settings.variant.load_network(path)).transpose();
        let network = network.map_err(|error| Error::Input(format!("--weights: {error}")))?;
        Ok(Settings { evaluation: self.evaluation.unwrap_or_default(), network, ..settings })
    }

    /// What games depend on, for programs. Empty without these options, as before there were any.
    pub(crate) fn identity(&self, settings: &Settings) -> String {
        let name = self.evaluation.map(|evaluation| format!(" evaluation {}", evaluation.name()));
        let network = settings.network.as_ref().map(|network| format!(" weights {:08x}", network.checksum()));
        name.unwrap_or_default() + &network.unwrap_or_default()
    }

    /// What games depend on, in words: the name of the evaluation and the checksum of the network.
    pub(crate) fn details(&self, settings: &Settings) -> [Detail; 2] {
        let network = settings.network.as_ref().map(|network| format!("{:08x}", network.checksum()));
        [optional("--evaluation", self.evaluation.map(Evaluation::name)), optional("--weights", network)]
    }
}

/// The names of all evaluations.
pub(crate) fn evaluation_names() -> Vec<String> {
    Evaluation::ALL.map(|evaluation| evaluation.name().to_owned()).to_vec()
}

/// Reads the name of an evaluation.
pub(crate) fn evaluation(name: &str) -> Result<Evaluation, String> {
    let expected = || format!("expected one of {}, not {}", evaluation_names().join(", "), Quote::of(name));
    Evaluation::named(name).ok_or_else(expected)
}

/// Changes the network of an engine to the one in a file, or to the one in the program if the name is empty.
pub(crate) fn change_network(settings: &mut Settings, file: &str) -> Result<(), String> {
    let load = |file: &str| settings.variant.load_network(Path::new(file));
    settings.network = (!file.is_empty()).then(|| load(file)).transpose()?;
    Ok(())
}

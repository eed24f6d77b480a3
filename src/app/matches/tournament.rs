//! Everybody against everybody.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::cross_table::CrossTable;
use super::{HASH, Hall, Pairing};
use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::jobs::series::Series;
use crate::matches::entrant::Entrant;
use crate::notation::Quote;

/// A file that says who takes part:
///
/// ```toml
/// [[engine]]
/// name = "Remise"
/// command = "self:hash=64"
///
/// [[engine]]
/// name = "Scan"
/// command = "scan hub"
/// params = { bb-size = 0 }
/// ```
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    engine: Vec<Engine>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Engine {
    name: String,
    command: String,
    #[serde(default)]
    params: BTreeMap<String, Setting>,
}

/// The value of a parameter.
#[derive(Deserialize)]
#[serde(untagged)]
enum Setting {
    Switch(bool),
    Whole(i64),
    Real(f64),
    Text(String),
}

pub(super) fn run(hall: &mut Hall<'_>, path: &Path) -> Result<ExitStatus, Error> {
    let entrants = read(hall, path)?;
    hall.begin_file("round robin")?;
    let mut played = Vec::new();
    let mut table = CrossTable::new(entrants.iter().map(|entrant| entrant.name.clone()).collect());
    let pairs =
        (0..entrants.len()).flat_map(|first| (first + 1..entrants.len()).map(move |second| (first, second)));
    for (number, (first, second)) in pairs.enumerate() {
        let pairing = Pairing { entrants: [&entrants[first], &entrants[second]], number };
        let (tally, series) = hall.play(&pairing)?;
        table.add(first, second, tally);
        played.push(series);
    }
    // Only now: whoever is interrupted goes on where it was.
    played.into_iter().for_each(Series::forget);
    let seed = hall.seed;
    if hall.options.json {
        for line in table.lines() {
            hall.output.json(&line)?;
        }
    } else {
        hall.output.line(format_args!("\n{table}seed {seed}"))?;
    }
    Ok(ExitStatus::Done)
}

fn read(hall: &Hall<'_>, path: &Path) -> Result<Vec<Entrant>, Error> {
    let refused = |reason: String| Error::Input(format!("{}: {reason}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| refused(error.to_string()))?;
    let file: File = toml::from_str(&text).map_err(|error| refused(one_line(&error)))?;
    if file.engine.len() < 2 {
        return Err(refused("a round robin takes two engines or more".to_owned()));
    }
    let usual = hall.options.player(HASH);
    let mut entrants: Vec<Entrant> = Vec::new();
    for Engine { name, command, params } in file.engine {
        if entrants.iter().any(|other| other.name == name) {
            return Err(refused(format!("two engines are called {}", Quote::of(&name))));
        }
        let entrant = Entrant::read(&command, &usual).map_err(|error| refused(error.to_string()))?;
        let params = params.into_iter().map(|(name, value)| (name, value.text())).collect();
        entrants.push(entrant.named(&name).with_params(params).with_patience(hall.args.patience()));
    }
    Ok(entrants)
}

impl Setting {
    /// As Hub writes it.
    fn text(self) -> String {
        match self {
            Self::Switch(on) => on.to_string(),
            Self::Whole(number) => number.to_string(),
            Self::Real(number) => number.to_string(),
            Self::Text(text) => text,
        }
    }
}

fn one_line(error: &toml::de::Error) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

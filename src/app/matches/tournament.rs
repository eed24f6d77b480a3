//! A round robin.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::cross_table::CrossTable;
use super::{EnginePair, HASH_MIB, MatchArgs, MatchRunner, start};
use crate::app::ExitStatus;
use crate::app::error::Error;
use crate::app::options::Options;
use crate::files;
use crate::jobs::pool::Completion;
use crate::matches::engine_spec::EngineSpec;
use crate::notation::Quote;

/// A file of engines:
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
struct EngineFile {
    engine: Vec<EngineEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineEntry {
    name: String,
    command: String,
    #[serde(default)]
    params: BTreeMap<String, ParamValue>,
}

/// The value of a parameter.
#[derive(Deserialize)]
#[serde(untagged)]
enum ParamValue {
    Bool(bool),
    Integer(i64),
    Real(f64),
    Text(String),
}

/// The most bytes of a file of engines.
const MOST_BYTES: u64 = 1 << 20;

/// Plays the round robin.
pub(super) fn run(runner: &mut MatchRunner<'_>, engines: &[EngineSpec]) -> Result<ExitStatus, Error> {
    let mut completion = Completion::Complete;
    let mut table = CrossTable::new(engines.iter().map(|engine| engine.name.clone()).collect());
    let pairs =
        (0..engines.len()).flat_map(|first| (first + 1..engines.len()).map(move |second| (first, second)));
    for (number, (first, second)) in pairs.enumerate() {
        let pairing = EnginePair { engines: [&engines[first], &engines[second]], number };
        let (tally, of_pairing) = runner.play(&pairing, None)?;
        table.add(first, second, tally.score);
        completion = of_pairing;
        if completion == Completion::Interrupted {
            break;
        }
    }
    let seed = runner.seed;
    if runner.options.json {
        for line in table.lines() {
            runner.output.json(&line)?;
        }
    } else {
        runner.output.line(format_args!("\n{table}seed {seed}"))?;
    }
    // An interrupted round robin resumes from the journals of all pairings.
    Ok(runner.end(completion))
}

/// Reads the engines of a file, and starts each of them once, so that one that cannot play is refused before
/// the first game.
pub(super) fn read(options: &Options, args: &MatchArgs, path: &Path) -> Result<Vec<EngineSpec>, Error> {
    let refused = |reason: String| Error::file(path, reason);
    let text = files::read_text(path, MOST_BYTES).map_err(|error| refused(error.to_string()))?;
    let file: EngineFile = toml::from_str(&text).map_err(|error| refused(located(&text, &error)))?;
    if file.engine.len() < 2 {
        return Err(refused("a round robin needs at least two engines".to_owned()));
    }
    let default = options.player(HASH_MIB);
    let mut engines: Vec<EngineSpec> = Vec::new();
    for EngineEntry { name, command, params } in file.engine {
        if engines.iter().any(|other| other.name == name) {
            return Err(refused(format!("two engines are named {}", Quote::of(&name))));
        }
        let engine = EngineSpec::read(&command, &default).map_err(|error| refused(error.to_string()))?;
        let params = params.into_iter().map(|(name, value)| (name, value.text())).collect();
        let engine = engine.named(&name).with_params(params).map_err(|error| refused(error.to_string()))?;
        engine.check_limits(&args.time_control()).map_err(|error| refused(error.to_string()))?;
        let engine = engine.with_clock(args.clock_kind()).map_err(|error| refused(error.to_string()))?;
        engines.push(engine.with_patience(args.patience()));
    }
    engines.iter().try_for_each(|engine| start(engine).map(drop))?;
    Ok(engines)
}

impl ParamValue {
    /// Returns the value as Hub writes it.
    fn text(self) -> String {
        match self {
            Self::Bool(value) => value.to_string(),
            Self::Integer(number) => number.to_string(),
            Self::Real(number) => number.to_string(),
            Self::Text(text) => text,
        }
    }
}

/// The message of an error on one line, with the number of the line in the file.
fn located(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
    match error.span().and_then(|span| text.get(..span.start)) {
        Some(before) => format!("line {}: {message}", before.matches('\n').count() + 1),
        None => message,
    }
}

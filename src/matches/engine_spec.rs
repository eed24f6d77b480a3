//! The engines of a match, as the command line names them.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use thiserror::Error;

use super::built_in::{BuiltIn, BuiltInPlayer, Variety};
use super::cpu_time;
use super::dxp_player::{DxpPlayer, DxpProgram};
use super::dxp_translation;
use super::hub_player::{HubPlayer, HubVersion, Program};
use super::player::{ClockKind, Player, PlayerError};
use super::time_control::TimeControl;
use crate::engine::{Evaluation, Level, Settings, Variant};
use crate::notation::{Quote, seconds, whole};
use crate::search::{Depth, GameClock, Limits, Profile};

/// An engine that takes part in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EngineSpec {
    /// The name in results.
    pub(crate) name: String,
    /// What it was read from.
    command: String,
    /// Its own limit of nodes per move, which replaces the limits of the game.
    nodes: Option<u64>,
    clock: ClockKind,
    kind: EngineKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum EngineKind {
    BuiltIn(Box<BuiltIn>),
    Hub(Program),
    Dxp(DxpProgram),
}

/// Why a text is not the specification of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{word}: {reason}")]
pub(crate) struct EngineSpecError {
    word: Quote,
    reason: String,
}

impl EngineSpec {
    /// Reads `self`, `self:KEY=VALUE,FLAG,…`, `hub1:COMMAND` of an engine that speaks version 1 of Hub,
    /// `dxp:HOST:PORT,minutes=N,moves=N` of one that listens for games over DXP, or the command of an engine that
    /// speaks version 2 of Hub.
    ///
    /// # Errors
    /// Returns an error if a key or a value is unknown.
    pub(crate) fn read(text: &str, default: &Settings) -> Result<Self, EngineSpecError> {
        let kind = match text.strip_prefix("self") {
            _ if text.starts_with("dxp:") => EngineKind::Dxp(dxp_program(text, default.variant)?),
            Some("") => EngineKind::BuiltIn(Box::new(built_in("", default)?)),
            Some(rest) if rest.starts_with(':') => {
                EngineKind::BuiltIn(Box::new(built_in(&rest[1..], default)?))
            }
            _ => EngineKind::Hub(program(text, default)?),
        };
        Ok(Self {
            name: text.to_owned(),
            command: text.to_owned(),
            nodes: None,
            clock: ClockKind::Wall,
            kind,
        })
    }

    /// Returns the same engine with another name.
    pub(crate) fn named(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// Sets the parameters of an engine that speaks Hub.
    ///
    /// # Errors
    /// The built-in engine has none: its command says how it plays.
    pub(crate) fn with_params(mut self, params: Vec<(String, String)>) -> Result<Self, EngineSpecError> {
        match &mut self.kind {
            EngineKind::Hub(program) => program.params = params,
            EngineKind::BuiltIn(_) | EngineKind::Dxp(_) if params.is_empty() => {}
            EngineKind::Dxp(_) => {
                let reason = "DXP has no parameters".to_owned();
                return Err(EngineSpecError { word: Quote::of(&self.name), reason });
            }
            EngineKind::BuiltIn(_) => {
                let reason = "the built-in engine has no parameters: use self:KEY=VALUE".to_owned();
                return Err(EngineSpecError { word: Quote::of(&self.name), reason });
            }
        }
        Ok(self)
    }

    /// Sets the engine's own limit of nodes per move, if there is one.
    pub(crate) fn with_nodes(self, nodes: Option<u64>) -> Self {
        Self { nodes, ..self }
    }

    /// Sets what the engine's clock runs by.
    ///
    /// # Errors
    /// The processor time of other programs is known only on Linux, and that of helper threads nowhere.
    pub(crate) fn with_clock(self, clock: ClockKind) -> Result<Self, EngineSpecError> {
        let unknown = match &self.kind {
            _ if clock == ClockKind::Wall => None,
            EngineKind::BuiltIn(built_in) if built_in.settings.threads > 1 => {
                Some("--cpu-clock measures one thread of the built-in engine: use threads=1")
            }
            EngineKind::Hub(_) if !cpu_time::IS_KNOWN => {
                Some("--cpu-clock: this system does not tell the processor time of other programs")
            }
            EngineKind::Dxp(_) => {
                Some("--cpu-clock does not see what runs on the other side of a connection")
            }
            EngineKind::BuiltIn(_) | EngineKind::Hub(_) => None,
        };
        match unknown {
            None => Ok(Self { clock, ..self }),
            Some(reason) => Err(EngineSpecError { word: Quote::of(&self.name), reason: reason.to_owned() }),
        }
    }

    /// Checks that the engine knows one of the limits that it would get.
    ///
    /// # Errors
    /// Version 1 of Hub has no limit of nodes, and DXP only a time for the game.
    pub(crate) fn check_limits(&self, time_control: &TimeControl) -> Result<(), EngineSpecError> {
        let program = match &self.kind {
            EngineKind::BuiltIn(_) => return Ok(()),
            EngineKind::Dxp(program) => return self.check_minutes(program, time_control),
            EngineKind::Hub(program) => program,
        };
        let Limits { depth, move_time, .. } = time_control.limits;
        let is_timed = depth < Depth::MAX || move_time.is_some() || time_control.clock.is_some();
        if program.version == HubVersion::Two || is_timed && self.nodes.is_none() {
            return Ok(());
        }
        let reason = "version 1 of Hub has no limit of nodes: use --time, --ply or --clock".to_owned();
        Err(EngineSpecError { word: Quote::of(&self.name), reason })
    }

    /// Returns the name of the player in records of games: `Remise (depth 4)` for `self:depth=4`, the name of the
    /// program for a command.
    pub(crate) fn player_name(&self) -> String {
        if self.name != self.command {
            return self.name.clone();
        }
        match &self.kind {
            EngineKind::BuiltIn(_) => {
                let keys = self.command.split_once(':').map_or("", |(_, keys)| keys).replace('=', " ");
                let nodes = self.nodes.map(|nodes| format!("nodes {nodes}"));
                let keys = keys.split(',').map(|key| key.trim().to_owned()).chain(nodes);
                let keys: Vec<_> = keys.filter(|key| !key.is_empty()).collect();
                if keys.is_empty() { "Remise".to_owned() } else { format!("Remise ({})", keys.join(", ")) }
            }
            EngineKind::Hub(program) => {
                let name = program.words.first().map(|word| Path::new(word).file_name());
                name.flatten().map_or_else(|| self.name.clone(), |name| name.to_string_lossy().into_owned())
            }
            EngineKind::Dxp(program) => format!("{}:{}", program.host, program.port),
        }
    }

    /// Checks that there is a time for the game in minutes, which is all that DXP can tell.
    fn check_minutes(&self, program: &DxpProgram, time_control: &TimeControl) -> Result<(), EngineSpecError> {
        let is_whole =
            |clock: GameClock| clock.time >= 60_000 && clock.time % 60_000 == 0 && clock.increment == 0;
        let has_minutes = time_control.clock.is_some_and(is_whole);
        if self.nodes.is_none() && (has_minutes || program.minutes.is_some()) {
            return Ok(());
        }
        let reason =
            "DXP has only whole minutes for a game: use --clock or dxp:HOST:PORT,minutes=N".to_owned();
        Err(EngineSpecError { word: Quote::of(&self.name), reason })
    }

    /// Returns whether the engine plays only one game at a time.
    pub(crate) const fn plays_alone(&self) -> bool {
        matches!(self.kind, EngineKind::Dxp(_))
    }

    /// Returns what the games depend on: the name and the command, the parameters, its own limit of nodes.
    pub(crate) fn identity(&self) -> String {
        let command = if self.name == self.command { String::new() } else { format!(" = {}", self.command) };
        let identity = self.name.clone() + &command;
        let params: &[_] = match &self.kind {
            EngineKind::Hub(program) => &program.params,
            EngineKind::BuiltIn(_) | EngineKind::Dxp(_) => &[],
        };
        let params = params.iter().map(|(name, value)| format!(" {name}={value}"));
        let nodes = self.nodes.map(|nodes| format!(" nodes={nodes}"));
        params.chain(nodes).fold(identity, |identity, setting| identity + &setting)
    }

    /// Sets the time that an engine may take to get ready.
    pub(crate) fn with_patience(mut self, patience: Duration) -> Self {
        match &mut self.kind {
            EngineKind::Hub(program) => program.patience = patience,
            EngineKind::Dxp(program) => program.patience = patience,
            EngineKind::BuiltIn(_) => {}
        }
        self
    }

    /// Starts the engine and waits until it is ready.
    ///
    /// # Errors
    /// Returns an error if its program cannot be started.
    pub(crate) fn start(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match &self.kind {
            EngineKind::BuiltIn(built_in) => {
                let own = self.nodes.map(|nodes| Limits { nodes, ..Limits::NONE });
                let limits = own.unwrap_or(built_in.limits);
                let built_in = BuiltIn { limits, ..(**built_in).clone() };
                Box::new(BuiltInPlayer::start(built_in).with_clock(self.clock))
            }
            EngineKind::Hub(program) => Box::new(HubPlayer::start(program.clone(), self.nodes, self.clock)?),
            EngineKind::Dxp(program) => Box::new(DxpPlayer::start(program.clone())?),
        })
    }
}

/// The default of the time that an engine may take to get ready.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reads the command of an engine that speaks Hub.
fn program(text: &str, default: &Settings) -> Result<Program, EngineSpecError> {
    let refused = |reason: &str| EngineSpecError { word: Quote::of(text), reason: reason.to_owned() };
    let (version, command) = match text.strip_prefix("hub1:") {
        Some(command) => (HubVersion::One, command),
        None => (HubVersion::Two, text),
    };
    if version == HubVersion::One && default.variant != Variant::default() {
        return Err(refused("version 1 of Hub knows only international draughts"));
    }
    let words = shlex::split(command).ok_or_else(|| refused("a quote is not closed"))?;
    if words.is_empty() {
        return Err(refused("expected self, self:KEY=VALUE,… or the command of an engine"));
    }
    let variant = default.variant;
    Ok(Program { version, words, variant, params: Vec::new(), patience: PATIENCE })
}

/// Reads where an engine listens for games over DXP, and what to request.
fn dxp_program(text: &str, variant: Variant) -> Result<DxpProgram, EngineSpecError> {
    let refused = |reason: String| EngineSpecError { word: Quote::of(text), reason };
    if !dxp_translation::is_playable(variant) {
        return Err(refused(format!("DXP has no positions of {variant}")));
    }
    let mut words = text.trim_start_matches("dxp:").split(',').map(str::trim);
    let address = words.next().and_then(|address| address.rsplit_once(':'));
    let address = address.and_then(|(host, port)| Some((host, port.parse().ok()?)));
    let Some((host, port)) = address.filter(|(host, _)| !host.is_empty()) else {
        return Err(refused("expected dxp:HOST:PORT".to_owned()));
    };
    let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let mut program = DxpProgram { host, port, variant, minutes: None, moves: 0, patience: PATIENCE };
    for word in words {
        match word.split_once('=') {
            Some(("minutes", value)) => program.minutes = Some(whole(0, 999)(value).map_err(refused)?),
            Some(("moves", value)) => program.moves = whole(0, 999)(value).map_err(refused)?,
            _ => return Err(refused("unknown key; the keys are minutes, moves".to_owned())),
        }
    }
    Ok(program)
}

/// Reads changes to the built-in engine.
fn built_in(words: &str, default: &Settings) -> Result<BuiltIn, EngineSpecError> {
    let mut built_in = BuiltIn { settings: default.clone(), limits: Limits::NONE, variety: Variety::None };
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        set(&mut built_in, word).map_err(|reason| EngineSpecError { word: Quote::of(word), reason })?;
    }
    Ok(built_in)
}

/// The names of the keys.
const KEYS: &str =
    "profile, depth, nodes, time, hash, threads, evaluation, weights, noise, never-lose, level";

fn set(built_in: &mut BuiltIn, word: &str) -> Result<(), String> {
    let BuiltIn { settings, limits, variety } = built_in;
    let (key, value) = word.split_once('=').map_or((word, None), |(key, value)| (key, Some(value)));
    let text = value.unwrap_or_default();
    match (key.trim(), text.trim()) {
        ("depth" | "ply", text) => limits.depth = Depth(whole::<u8>(0, u64::from(Depth::MAX.0))(text)?),
        ("nodes", text) => limits.nodes = whole(1, u64::MAX)(text)?,
        ("time", text) => limits.move_time = Some(Duration::from_secs_f64(seconds(text)?)),
        ("hash", text) => settings.hash_mib = within(&Settings::HASH_MIB, text)?,
        ("level", text) => settings.level = level(text)?,
        ("threads", text) => settings.threads = within(&Settings::THREADS, text)?,
        ("profile", "full") => settings.profile = Profile::Full,
        ("profile", "selective") => settings.profile = Profile::Selective,
        ("profile", _) => return Err("expected full or selective".to_owned()),
        ("evaluation", text) => {
            let evaluation = Evaluation::named(text);
            settings.evaluation = evaluation.ok_or("expected network, features or material")?;
        }
        ("weights", path) => settings.network = Some(settings.variant.load_network(Path::new(path))?),
        ("noise", "") if value.is_none() => *variety = Variety::Noise,
        ("never-lose", "") if value.is_none() => settings.never_lose = true,
        ("never-lose" | "noise", _) => return Err("this key has no value".to_owned()),
        _ => return Err(format!("unknown key; the keys are {KEYS}")),
    }
    Ok(())
}

fn level(text: &str) -> Result<Level, String> {
    within(&(0..=Level::MOST.number()), text).map(|number| Level::new(number).unwrap_or_default())
}

/// Reads a number in a range.
fn within(range: &RangeInclusive<usize>, text: &str) -> Result<usize, String> {
    whole(*range.start() as u64, *range.end() as u64)(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BuiltIn, String> {
        let spec = EngineSpec::read(text, &Settings::default()).map_err(|error| error.to_string())?;
        let EngineKind::BuiltIn(built_in) = spec.kind else { panic!("it is the built-in engine") };
        Ok(*built_in)
    }

    #[test]
    fn keys_change_the_engine_and_its_limits() {
        let built_in = read("self:depth=7,profile=full,evaluation=material,hash=8").expect("an engine");
        assert_eq!(built_in.limits, Limits { depth: Depth(7), ..Limits::NONE });
        assert_eq!((built_in.settings.profile, built_in.settings.hash_mib), (Profile::Full, 8));
        assert_eq!(built_in.settings.evaluation, Evaluation::Material);
        assert_eq!(read("self").expect("an engine").settings, Settings::default());
    }

    #[test]
    fn a_clock_that_cannot_be_measured_is_refused() {
        let spec = |text: &str| EngineSpec::read(text, &Settings::default()).expect("an engine");
        assert!(spec("self").with_clock(ClockKind::Cpu).is_ok());
        assert_eq!(spec("scan hub").with_clock(ClockKind::Cpu).is_ok(), cfg!(target_os = "linux"));
        let error = spec("self:threads=2").with_clock(ClockKind::Cpu).expect_err("two threads");
        assert!(error.to_string().ends_with("use threads=1"), "{error}");
        assert!(spec("self:threads=2").with_clock(ClockKind::Wall).is_ok());
        assert!(spec("dxp:localhost:27531").with_clock(ClockKind::Cpu).is_err());
    }

    #[test]
    fn players_have_names_that_people_read() {
        let spec = |text: &str| EngineSpec::read(text, &Settings::default()).expect("an engine");
        for (text, name) in [
            ("self", "Remise"),
            ("self:depth=4,noise", "Remise (depth 4, noise)"),
            ("/opt/scan/scan hub", "scan"),
            ("hub1:scan-2.0 hub", "scan-2.0"),
            ("dxp:localhost:27531,minutes=5", "localhost:27531"),
        ] {
            assert_eq!(spec(text).player_name(), name);
        }
        assert_eq!(spec("self").with_nodes(Some(90)).player_name(), "Remise (nodes 90)");
        assert_eq!(spec("self:depth=1").named("Old").player_name(), "Old");
    }

    #[track_caller]
    fn refuse(text: &str, reason: &str) {
        let error = read(text).expect_err("it is unknown");
        assert!(error.contains(reason), "{error}");
    }

    #[test]
    fn an_engine_on_the_network_has_an_address_and_minutes() {
        let spec = |text: &str| EngineSpec::read(text, &Settings::default()).expect("an engine");
        let EngineKind::Dxp(program) = spec("dxp:[::1]:27532,minutes=5,moves=75").kind else {
            panic!("it is DXP")
        };
        assert_eq!((program.host.as_str(), program.port), ("::1", 27532));
        assert_eq!((program.minutes, program.moves), (Some(5), 75));
        let clock = |time| Some(GameClock { time, increment: 0, moves_to_go: None });
        let time_control = |clock| TimeControl { clock, ..TimeControl::untimed(Limits::NONE) };
        let plain = spec("dxp:localhost:27531");
        assert!(plain.check_limits(&time_control(clock(60_000))).is_ok());
        for clock in [None, clock(59_999)] {
            assert!(plain.check_limits(&time_control(clock)).is_err());
            let minutes = spec("dxp:localhost:27531,minutes=0");
            assert!(minutes.check_limits(&time_control(clock)).is_ok());
        }
        let small = Settings { variant: Variant::Draughts8, ..Settings::default() };
        assert!(EngineSpec::read("dxp:localhost:27531", &small).is_err());
    }

    #[test]
    fn what_the_games_depend_on_is_part_of_the_identity() {
        let spec = |text: &str| EngineSpec::read(text, &Settings::default()).expect("an engine");
        for text in ["self", "scan hub", "hub1:scan hub"] {
            assert_eq!(spec(text).identity(), text);
            assert_eq!(spec(text).with_nodes(Some(100)).identity(), format!("{text} nodes=100"));
            assert_eq!(spec(text).named("Old").identity(), format!("Old = {text}"));
        }
        let params = vec![("book".to_owned(), "false".to_owned())];
        let engine = spec("scan hub").with_params(params).expect("a program has parameters");
        assert_eq!(engine.identity(), "scan hub book=false");
    }

    #[test]
    fn an_unknown_key_or_value_is_refused_with_the_word() {
        refuse("self:dept=7", "'dept=7': unknown key; the keys are profile, depth");
        refuse("self:depth=x", "'depth=x': expected an integer from 0 to 127");
        refuse("self:depth", "'depth': expected an integer");
        refuse("self:profile=fast", "'profile=fast': expected full or selective");
        refuse("self:noise=3", "'noise=3': this key has no value");
        for text in ["dxp:", "dxp:localhost", "dxp::27531", "dxp:localhost:99999"] {
            refuse(text, "expected dxp:HOST:PORT");
        }
        refuse("dxp:localhost:27531,hours=1", "the keys are minutes, moves");
        refuse("dxp:localhost:27531,minutes=1000", "expected an integer from 0 to 999");
        refuse("'open", "a quote is not closed");
        refuse(" ", "the command of an engine");
    }
}

//! Who takes part, as the command line names it.

use std::fmt;
use std::time::Duration;

use super::hub_player::{HubPlayer, Program};
use super::own::{Own, OwnPlayer, Variety};
use super::player::{Fault, Player};
use crate::app::game::seconds;
use crate::app::hub::hub_name;
use crate::app::options::whole;
use crate::app::session::{HASH, Range, THREADS, level};
use crate::engine::{Evaluation, Settings};
use crate::notation::Quote;
use crate::search::{Depth, Limits, Profile};

/// Who takes part in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entrant {
    /// As it is called in results.
    pub(crate) name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Own(Box<Own>),
    Hub(Program),
}

/// Why a text does not say who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadEntrant {
    word: Quote,
    reason: String,
}

impl fmt::Display for BadEntrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.word, self.reason)
    }
}

impl Entrant {
    /// Reads `self`, `self:key=value,flag,…`, or the command of an engine that speaks Hub.
    ///
    /// # Errors
    /// When a key or its value means nothing.
    pub(crate) fn read(text: &str, usual: &Settings) -> Result<Self, BadEntrant> {
        if text.starts_with("dxp:") {
            let reason = "DXP is not spoken yet; an engine that speaks Hub can play".to_owned();
            return Err(BadEntrant { word: Quote::of(text), reason });
        }
        let kind = match text.strip_prefix("self") {
            Some("") => Kind::Own(Box::new(own("", usual)?)),
            Some(rest) if rest.starts_with(':') => Kind::Own(Box::new(own(&rest[1..], usual)?)),
            _ => Kind::Hub(program(text, usual)?),
        };
        Ok(Self { name: text.to_owned(), kind })
    }

    /// The same under another name.
    pub(crate) fn named(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    /// Sets parameters of an engine that speaks Hub before it plays.
    pub(crate) fn with_params(mut self, params: Vec<(String, String)>) -> Self {
        if let Kind::Hub(program) = &mut self.kind {
            program.params = params;
        }
        self
    }

    /// How long an engine may take to get ready.
    pub(crate) fn with_patience(mut self, patience: Duration) -> Self {
        if let Kind::Hub(program) = &mut self.kind {
            program.patience = patience;
        }
        self
    }

    /// The player, ready to play.
    pub(crate) fn start(&self) -> Result<Player, Fault> {
        Ok(match &self.kind {
            Kind::Own(own) => Player::Own(Box::new(OwnPlayer::start((**own).clone()))),
            Kind::Hub(program) => Player::Hub(Box::new(HubPlayer::start(program.clone())?)),
        })
    }
}

/// How long an engine may take to get ready, unless something else was said.
const PATIENCE: Duration = Duration::from_secs(10);

/// An engine that speaks Hub.
fn program(text: &str, usual: &Settings) -> Result<Program, BadEntrant> {
    let refused = |reason: &str| BadEntrant { word: Quote::of(text), reason: reason.to_owned() };
    let words = shlex::split(text).ok_or_else(|| refused("a quote does not end"))?;
    if words.is_empty() {
        return Err(refused("it takes self, self:key=value,… or the command of an engine"));
    }
    let hub_variant = hub_name(usual.variant).to_owned();
    Ok(Program { words, variant: usual.variant, hub_variant, params: Vec::new(), patience: PATIENCE })
}

/// An engine of ours with these changes.
fn own(words: &str, usual: &Settings) -> Result<Own, BadEntrant> {
    let mut own = Own { settings: usual.clone(), limits: Limits::NONE, variety: Variety::None };
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        set(&mut own, word).map_err(|reason| BadEntrant { word: Quote::of(word), reason })?;
    }
    Ok(own)
}

/// The names of what can be set.
const KEYS: &str = "profile, depth, nodes, time, hash, threads, evaluation, noise, never-lose, level";

fn set(own: &mut Own, word: &str) -> Result<(), String> {
    let (key, value) = word.split_once('=').map_or((word, None), |(key, value)| (key, Some(value)));
    let text = value.unwrap_or_default();
    match (key.trim(), text.trim()) {
        ("depth" | "ply", text) => own.limits.depth = Depth(whole::<u8>(0, u64::from(Depth::MAX.0))(text)?),
        ("nodes", text) => own.limits.nodes = whole(1, u64::MAX)(text)?,
        ("time", text) => own.limits.move_time = Some(Duration::from_secs_f64(seconds(text)?)),
        ("hash", text) => own.settings.hash_mib = ranged(HASH, text)?,
        ("level", text) => own.settings.level = level(text)?,
        ("threads", text) => own.settings.threads = ranged(THREADS, text)?,
        ("profile", "full") => own.settings.profile = Profile::Full,
        ("profile", "selective") => own.settings.profile = Profile::Selective,
        ("profile", _) => return Err("it is full or selective".to_owned()),
        ("evaluation", "all") => own.settings.evaluation = Evaluation::All,
        ("evaluation", "material") => own.settings.evaluation = Evaluation::Material,
        ("evaluation", _) => return Err("it is all or material".to_owned()),
        ("noise", "") if value.is_none() => own.variety = Variety::Whims,
        ("never-lose", "") if value.is_none() => own.settings.never_lose = true,
        ("never-lose" | "noise", _) => return Err("it takes no value".to_owned()),
        _ => return Err(format!("there is no such key; there are {KEYS}")),
    }
    Ok(())
}

fn ranged((least, most): Range, text: &str) -> Result<usize, String> {
    whole(least as u64, most as u64)(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Own, String> {
        let entrant = Entrant::read(text, &Settings::default()).map_err(|error| error.to_string())?;
        let Kind::Own(own) = entrant.kind else { panic!("it is an engine of ours") };
        Ok(*own)
    }

    #[test]
    fn keys_change_the_engine_and_its_limits() {
        let own = read("self:depth=7,profile=full,evaluation=material,hash=8").expect("an engine");
        assert_eq!(own.limits, Limits { depth: Depth(7), ..Limits::NONE });
        assert_eq!((own.settings.profile, own.settings.hash_mib), (Profile::Full, 8));
        assert_eq!(own.settings.evaluation, Evaluation::Material);
        assert_eq!(read("self").expect("an engine").settings, Settings::default());
    }

    #[track_caller]
    fn refuse(text: &str, reason: &str) {
        let error = read(text).expect_err("it means nothing");
        assert!(error.contains(reason), "{error}");
    }

    #[test]
    fn what_means_nothing_is_refused_with_the_word() {
        refuse("self:dept=7", "'dept=7': there is no such key; there are profile, depth");
        refuse("self:depth=x", "'depth=x': it takes a number from 0 to 127");
        refuse("self:depth", "'depth': it takes a number");
        refuse("self:profile=fast", "'profile=fast': it is full or selective");
        refuse("self:noise=3", "'noise=3': it takes no value");
        refuse("dxp:localhost:27531", "DXP is not spoken yet");
        refuse("'open", "a quote does not end");
        refuse(" ", "the command of an engine");
    }
}

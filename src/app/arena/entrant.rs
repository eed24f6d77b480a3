//! Who takes part, as the command line names it.

use std::fmt;
use std::time::Duration;

use super::super::game::seconds;
use super::super::options::whole;
use super::super::session::{HASH, Range, THREADS};
use super::own::{Own, OwnPlayer, Variety};
use super::player::Player;
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
    /// Reads `self`, `self:key=value,flag,…`; other engines are not known yet.
    ///
    /// # Errors
    /// When a key or its value means nothing.
    pub(crate) fn read(text: &str, usual: &Settings) -> Result<Self, BadEntrant> {
        let refused = |reason: &str| BadEntrant { word: Quote::of(text), reason: reason.to_owned() };
        let words = match text.strip_prefix("self") {
            Some("") => "",
            Some(rest) => {
                rest.strip_prefix(':').ok_or_else(|| refused("it takes self or self:key=value,…"))?
            }
            None => return Err(refused("it takes self or self:key=value,…")),
        };
        let mut own = Own { settings: usual.clone(), limits: Limits::NONE, variety: Variety::None };
        for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            set(&mut own, word).map_err(|reason| BadEntrant { word: Quote::of(word), reason })?;
        }
        Ok(Self { name: text.to_owned(), kind: Kind::Own(Box::new(own)) })
    }

    /// The player, ready to play.
    pub(crate) fn start(&self) -> Player {
        match &self.kind {
            Kind::Own(own) => Player::Own(OwnPlayer::start((**own).clone())),
        }
    }
}

/// The names of what can be set.
const KEYS: &str = "profile, depth, nodes, time, hash, threads, evaluation, noise, never-lose";

fn set(own: &mut Own, word: &str) -> Result<(), String> {
    let (key, value) = word.split_once('=').map_or((word, None), |(key, value)| (key, Some(value)));
    let text = value.unwrap_or_default();
    match (key.trim(), text.trim()) {
        ("depth" | "ply", text) => own.limits.depth = Depth(whole::<u8>(0, u64::from(Depth::MAX.0))(text)?),
        ("nodes", text) => own.limits.nodes = whole(1, u64::MAX)(text)?,
        ("time", text) => own.limits.move_time = Some(Duration::from_secs_f64(seconds(text)?)),
        ("hash", text) => own.settings.hash_mib = ranged(HASH, text)?,
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
        let Kind::Own(own) = entrant.kind;
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
        refuse("selfish", "'selfish': it takes self");
    }
}

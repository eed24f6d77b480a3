//! What a session tells the log: its settings, each search with its limits, and the result.

use std::time::Duration;

use super::session::tables_name;
use crate::engine::{Go, Purpose, Report, SearchResult, Settings};
use crate::search::{Depth, GameClock, Limits};

/// The version and the settings.
pub(super) fn settings(settings: &Settings) -> String {
    let Settings { variant, hash_mib, threads, never_lose, level, .. } = settings;
    let level = level.number();
    let tables = match tables_name(settings) {
        folder if folder.is_empty() => "none".to_owned(),
        folder => folder,
    };
    format!(
        "Remise {}: variant {variant}, hash {hash_mib} MiB, threads {threads}, level {level}, never lose \
         {never_lose}, tables {tables}",
        env!("CARGO_PKG_VERSION")
    )
}

/// The purpose of a search and its limits.
pub(super) fn search(go: &Go) -> String {
    let purpose = match go.purpose {
        Purpose::Think => "think",
        Purpose::Ponder => "ponder",
        Purpose::Analyze => "analyse",
    };
    let mut parts = vec![format!("search to {purpose}")];
    parts.extend(limits(&go.limits));
    parts.extend(go.clocks.white.as_ref().map(|time| format!("White's {}", clock(time))));
    parts.extend(go.clocks.black.as_ref().map(|time| format!("Black's {}", clock(time))));
    if parts.len() == 1 {
        parts.push("no limit".to_owned());
    }
    if go.lines > 1 {
        parts.push(format!("{} lines", go.lines));
    }
    parts.join(", ")
}

fn limits(limits: &Limits) -> Vec<String> {
    let depth = (limits.depth != Depth::MAX).then(|| format!("depth {}", limits.depth.0));
    let nodes = (limits.nodes != u64::MAX).then(|| format!("{} nodes", limits.nodes));
    let time = limits.move_time.map(|time| format!("{} s", seconds(time)));
    [depth, nodes, time, limits.clock.as_ref().map(clock)].into_iter().flatten().collect()
}

fn clock(clock: &GameClock) -> String {
    let GameClock { time, increment, moves_to_go } = clock;
    let moves = moves_to_go.map_or(String::new(), |moves| format!(" for {moves} moves"));
    format!("clock {time} ms + {increment} ms{moves}")
}

/// The answer of a search, and the last iteration.
pub(super) fn result(done: &SearchResult, last: Option<&Report>) -> String {
    let best = done.best.as_ref().map_or("no move", |mv| &mv.notation);
    last.map_or(best.to_owned(), |Report { depth, score, nodes, time, .. }| {
        format!("{best}: score {:+.2}, depth {depth}, {nodes} nodes, {} s", score.men(), seconds(*time))
    })
}

fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

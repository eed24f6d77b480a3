//! The transposition table of an engine whose settings change: entries of other settings are not used.

use crossbeam_channel::Receiver;
use remise::board::Draughts;
use remise::endgame::Kind;
use remise::engine::{
    Engine, Evaluation, Event, Go, Request, Settings, SmallTables, Start, TableFolder, Variant,
};
use remise::search::{Depth, Limits, Profile};

use crate::endgame::{Folder, build};

/// The settings of an engine and the seed of its noise.
#[derive(Clone, Debug)]
struct Setup {
    settings: Settings,
    noise_seed: Option<u64>,
}

impl Setup {
    fn plain() -> Self {
        let settings = Settings { variant: Variant::Draughts6, hash_mib: 1, ..Settings::default() };
        Self { settings, noise_seed: None }
    }

    fn with(settings: impl FnOnce(&mut Settings)) -> Self {
        let mut setup = Self::plain();
        settings(&mut setup.settings);
        setup
    }
}

/// The result of an iteration: depth, score, nodes and first move.
type Found = (u8, i32, u64, Option<String>);

fn search(engine: &Engine, events: &Receiver<Event>, setup: &Setup) -> Vec<Found> {
    engine.request(Request::Settings(setup.settings.clone()));
    let start = Start::Fen("W:W13,15,16,K18:B2,4,6,K1".to_owned());
    engine.request(Request::Position { start, moves: Vec::new() });
    let limits = Limits { depth: Depth(9), ..Limits::NONE };
    engine.request(Request::Go(Go { noise_seed: setup.noise_seed, ..Go::think(limits) }));
    let mut found = Vec::new();
    for event in events {
        match event {
            Event::Iteration(it) => {
                let first = it.pv.first().map(|mv| mv.hub.clone());
                found.push((it.depth, it.score.hundredths(), it.nodes, first));
            }
            Event::Done(_) => return found,
            _ => {}
        }
    }
    panic!("the engine has ended");
}

/// Searches with both setups in either order. The second search must be the same as with an empty table.
#[track_caller]
fn check(one: &Setup, other: &Setup) {
    let fresh = |setup: &Setup| {
        let (engine, events) = Engine::start(setup.settings.clone()).expect("a thread");
        search(&engine, &events, setup)
    };
    assert!(fresh(one).len() >= 9, "{:?}", fresh(one));
    assert_ne!(fresh(one), fresh(other), "the setups search the same tree");
    for (first, second) in [(one, other), (other, one)] {
        let (engine, events) = Engine::start(first.settings.clone()).expect("a thread");
        search(&engine, &events, first);
        let again = search(&engine, &events, first);
        assert_ne!(again, fresh(first), "the table is in use");
        assert_eq!(search(&engine, &events, second), fresh(second));
    }
}

#[test]
fn entries_of_another_evaluation_are_not_used() {
    check(&Setup::plain(), &Setup::with(|settings| settings.evaluation = Evaluation::Material));
}

#[test]
fn entries_of_another_profile_are_not_used() {
    check(&Setup::plain(), &Setup::with(|settings| settings.profile = Profile::Full));
}

#[test]
fn entries_of_another_noise_are_not_used() {
    let noisy = |seed| Setup { noise_seed: Some(seed), ..Setup::plain() };
    check(&noisy(1), &noisy(2));
    check(&Setup::plain(), &noisy(1));
}

#[test]
fn entries_of_other_endgame_tables_are_not_used() {
    let folder = Folder::new("salt");
    build::<Draughts<6>>(&folder.path().join("draughts-6"), 3, Kind::Dtw, 1);
    let tables = TableFolder { path: folder.path().to_owned(), small: SmallTables::Leave };
    check(&Setup::plain(), &Setup::with(|settings| settings.tables = Some(tables)));
}

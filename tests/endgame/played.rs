//! Endgame tables in play: made when they are missing, and played by to the last move.

use std::collections::HashSet;
use std::fs;
use std::thread;

use crossbeam_channel::Receiver;
use remise::board::{Checkers, Draughts, MoveList, movegen};
use remise::endgame::Tables;
use remise::engine::{
    Engine, Event, Go, Report, Request, SearchResult, Settings, SmallTables, Start, TableFolder, Variant,
    small_pieces,
};
use remise::eval::{Score, Weights};
use remise::notation;
use remise::search::{Depth, GameTree, Limits, TableValue, Tree};

use super::{Folder, runs, small};
use crate::positions::{fen, position};

/// An engine that makes itself the tables that it lacks in this folder.
fn engine(variant: Variant, folder: &Folder) -> (Engine, Receiver<Event>) {
    let tables = TableFolder { path: folder.path().to_owned(), small: SmallTables::Make };
    Engine::start(Settings { variant, hash_mib: 1, tables: Some(tables), ..Settings::default() })
        .expect("a thread")
}

/// What the engine plays in a position, and what it last said of that.
fn answer(engine: &Engine, events: &Receiver<Event>, fen: &str) -> (SearchResult, Report) {
    engine.request(Request::Position { start: Start::Fen(fen.to_owned()), moves: Vec::new() });
    engine.request(Request::Go(Go::think(Limits { depth: Depth(3), ..Limits::NONE })));
    let mut last = None;
    for event in events {
        match event {
            Event::Iteration(report) => last = Some(report),
            Event::Done(done) => return (done, last.expect("it says something first")),
            _ => {}
        }
    }
    panic!("the engine has ended");
}

/// Two kings against one in English draughts: <http://www.worldchampionshipcheckers.com/db_perfect.html>.
#[test]
fn a_won_ending_is_won_in_as_many_plies_as_it_takes() {
    let folder = Folder::new("played-out");
    let (engine, events) = engine(Variant::Checkers8, &folder);
    let mut position = position::<Checkers<8>>("W:WK1,K2:BK14");
    let mut met = HashSet::new();
    for left in (1..=33).rev() {
        assert!(met.insert(position.key()), "{}", fen(position.placement()));
        let (done, report) = answer(&engine, &events, &fen(position.placement()));
        let sign = if left % 2 == 1 { 1 } else { -1 };
        // Who has no choice does not think.
        let is_forced = MoveList::legal(position.placement()).len() == 1;
        assert!(is_forced || report.score.plies_to_win() == Some(sign * left), "{report:?}");
        assert!(is_forced || report.table_hits > 0 && report.pv.len() == left as usize, "{report:?}");
        let best = done.best.expect("the game goes on").hub;
        let mv = notation::hub::read_move(position.placement(), &best).expect("a legal move");
        position = position.play(&mv);
    }
    assert!(!movegen::has_moves(position.placement()));
}

#[test]
fn small_tables_are_made_by_several_at_once_and_made_again_when_broken() {
    let folder = Folder::new("made-by-several");
    let ask = || {
        let (engine, events) = engine(Variant::Draughts6, &folder);
        let (_, report) = answer(&engine, &events, "W:W11,16:BK14,K3");
        assert!(report.table_hits > 0, "{report:?}");
        report.score
    };
    let alone = thread::scope(|scope| {
        let others: Vec<_> = (0..3).map(|_| scope.spawn(ask)).collect();
        let scores: Vec<_> = others.into_iter().map(|other| other.join().expect("it answers")).collect();
        assert!(scores.iter().all(|other| *other == scores[0]), "{scores:?}");
        scores[0]
    });
    let tables = folder.path().join("draughts-6");
    assert_eq!(Tables::open(Draughts::<6>, &tables, 1).pieces(), small_pieces(Draughts::<6>));
    let whole = runs::hashes(&tables);
    assert!(whole.keys().all(|name| name.ends_with(".dtw")), "{whole:?}");
    fs::write(tables.join("0201.dtw"), b"RemiseEG").expect("a table");
    assert_eq!(ask(), alone);
    assert_eq!(runs::hashes(&tables), whole);
}

#[test]
fn a_folder_that_cannot_be_written_is_no_error() {
    let folder = Folder::new("not-writable");
    fs::write(folder.path().join("checkers-8"), b"a file where a folder would be").expect("a file");
    let (engine, events) = engine(Variant::Checkers8, &folder);
    let (done, report) = answer(&engine, &events, "W:WK1,K2:BK14");
    assert!(done.best.is_some() && report.table_hits == 0, "{report:?}");
}

#[test]
fn a_win_that_a_rule_comes_before_is_not_promised() {
    let tables = small::<Checkers<8>>();
    let tree = GameTree::new(Weights::new(Checkers::<8>)).with_tables(&tables);
    let mut position = position::<Checkers<8>>("W:WK1,K2:BK14");
    let value = tree.probe_tables(&position).expect("there is a table");
    assert_eq!(value, TableValue::Exact(Score::win_in(33)));
    for text in ["1-5", "14-18", "5-1", "18-14"].into_iter().cycle().take(48) {
        let mv = notation::read_move(position.placement(), text).expect("a legal move");
        position = position.play(&mv);
    }
    // Of the 80 plies in which something has to happen 32 are left.
    let value = tree.probe_tables(&position).expect("there is a table");
    let TableValue::Open { estimate, conversion: None } = value else { panic!("{value:?}") };
    assert!(!estimate.score.is_decided() && estimate.is_path_dependent, "{value:?}");
    assert!(estimate.score.hundredths() > 5_000, "{value:?}");
}

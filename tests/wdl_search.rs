//! The search with endgame tables of wins, draws and losses without distances (WDL).

use rand::SeedableRng;
use rand::rngs::StdRng;
use remise::board::{Checkers, Color, Draughts, Game, MoveList, Set};
use remise::endgame::{Kind, Tables, Value};
use remise::eval::Weights;
use remise::search::{Depth, GameTree, Limits, Query, Search, SearchOptions, Signals, Table, Window};

use crate::endgame::{Folder, build};
use crate::positions::{fen, position, random_position};

/// A score beyond any evaluation of these positions, in hundredths of a man.
const MIN_WIN: i32 = 1_000;

#[test]
fn wins_and_losses_without_a_distance_have_the_right_sign() {
    check::<Draughts<6>>("wdl-search-draughts");
    check::<Checkers<6>>("wdl-search-checkers");
}

fn check<G: Game + Default>(name: &str) {
    let folder = Folder::new(name);
    build::<G>(folder.path(), 3, Kind::Wdl, 1);
    let tables = Tables::open(G::default(), folder.path(), 1);
    let tree = GameTree::new(Weights::new(G::default())).with_tables(&tables);
    let table = Table::new(1).expect("one MiB");
    let mut random = StdRng::seed_from_u64(8);
    let mut counts = [0; 3];
    for _ in 0..300 {
        let position = random_position(G::default(), &mut random, 3);
        if MoveList::legal(position.placement()).is_empty() {
            continue;
        }
        let value = tables.probe(position.placement()).expect("the table is there");
        let mut search = Search::new(&tree, &table, SearchOptions::default(), Signals::NONE);
        let probed = search.value(&position, Window::FULL, Depth(2)).expect("nothing stops it").hundredths();
        let limits = Limits { depth: Depth(2), ..Limits::NONE };
        let query = Query { root: &position, game: &[], legal: &[], only: &[], lines: 1, limits };
        let found = search.deepen(&query, |_| ()).expect("there are moves");
        let after = tables.probe(position.play(&found.pv[0]).placement()).expect("the table is there");
        let searched = found.score.hundredths();
        let (is_correct, kind) = match value {
            Value::Win(_) => (probed > MIN_WIN && searched > MIN_WIN && matches!(after, Value::Loss(_)), 0),
            Value::Loss(_) => (probed < -MIN_WIN && searched < -MIN_WIN, 1),
            Value::Draw => (probed == 0 && searched == 0 && after == Value::Draw, 2),
        };
        assert!(is_correct, "{}: {value:?}, but {probed}, {searched}", fen(position.placement()));
        counts[kind] += usize::from(value.plies().is_none());
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn distances_to_a_lone_flying_king_are_known() {
    let [wdl, dtw] = [Kind::Wdl, Kind::Dtw].map(|kind| {
        let folder = Folder::new(&format!("wdl-lone-king-{kind:?}"));
        build::<Draughts<6>>(folder.path(), 4, kind, 1);
        folder
    });
    let [known, distances] = [&wdl, &dtw].map(|folder| Tables::open(Draughts::<6>, folder.path(), 1));
    let mut random = StdRng::seed_from_u64(1);
    let mut wins = [0; 2];
    for _ in 0..2_000 {
        let position = random_position(Draughts::<6>, &mut random, 4);
        let placement = position.placement();
        let is_lone = Color::ALL.into_iter().any(|color| placement.pieces(color).count() == 1);
        let [known, value] = [&known, &distances].map(|tables| tables.probe(placement).expect("a value"));
        if is_lone && placement.kings == placement.occupied() {
            assert_eq!(known, value, "{}", fen(placement));
            wins[0] += usize::from(value.plies().is_some());
        } else if let Value::Win(plies) = known {
            assert!(matches!(value, Value::Win(_)), "{}", fen(placement));
            wins[1] += usize::from(plies.is_none());
        }
    }
    assert!(wins.iter().all(|&count| count > 100), "{wins:?}");
}

#[test]
fn tables_of_games_with_short_kings_have_no_distances() {
    let folder = Folder::new("wdl-short-kings");
    build::<Checkers<6>>(folder.path(), 3, Kind::Wdl, 1);
    let tables = Tables::open(Checkers::<6>, folder.path(), 1);
    let value = tables.probe(position::<Checkers<6>>("W:WK1,K2:BK18").placement());
    assert_eq!(value, Some(Value::Win(None)));
}

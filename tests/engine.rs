//! The engine as a session meets it: requests in, events out.

use std::time::Duration;

use crossbeam_channel::Receiver;
use remise::board::{Color, DrawReason, Outcome};
use remise::engine::{
    Engine, Event, GameState, Go, Level, PonderHit, Purpose, Report, Request, SearchResult, Settings, Start,
    Variant,
};
use remise::eval::Score;
use remise::search::{Depth, GameClock, Limits, Stop};

fn engine(variant: Variant) -> (Engine, Receiver<Event>) {
    Engine::start(Settings { variant, hash_mib: 1, ..Settings::default() }).expect("a thread")
}

fn to_depth(depth: u8) -> Limits {
    Limits { depth: Depth(depth), ..Limits::NONE }
}

fn fen(text: &str) -> Request {
    Request::Position { start: Start::Fen(text.to_owned()), moves: Vec::new() }
}

fn moves(texts: &[&str]) -> Request {
    let moves = texts.iter().map(|&text| text.to_owned()).collect();
    Request::Position { start: Start::Opening, moves }
}

/// The events up to the next answer, and the answer.
fn answer(events: &Receiver<Event>) -> (Vec<Event>, SearchResult) {
    let mut before = Vec::new();
    for event in events {
        match event {
            Event::Done(done) => return (before, done),
            event => before.push(event),
        }
    }
    panic!("the engine ended without an answer, after {before:?}");
}

fn reports(events: &[Event]) -> Vec<&Report> {
    let mut reports = Vec::new();
    for event in events {
        if let Event::Iteration(report) = event {
            reports.push(report);
        }
    }
    reports
}

/// What the engine says to these requests, one search to depth 2 after them.
fn dialogue(variant: Variant, requests: impl IntoIterator<Item = Request>) -> (Vec<Event>, SearchResult) {
    let (engine, events) = engine(variant);
    for request in requests {
        engine.request(request);
    }
    engine.request(Request::Go(Go::think(to_depth(2))));
    answer(&events)
}

#[test]
fn an_answer_has_a_move_and_what_is_expected_then() {
    let (before, done) = dialogue(Variant::Draughts10, [moves(&["32-28", "19-23"])]);
    let best = done.best.expect("a move");
    assert_eq!((best.notation.as_str(), best.hub.as_str()), ("28x19", "28x19x23"));
    assert_eq!((best.from, best.to, best.captured), (28, 19, vec![23]));
    assert!(done.ponder.is_some());
    assert_eq!(done.result, None);
    let reports = reports(&before);
    let last = reports.last().expect("a report");
    assert_eq!(last.pv[0].hub, "28x19x23");
    assert_eq!((last.line, last.depth), (1, 1), "the only move is played at once");
}

#[test]
fn analysis_goes_on_when_there_is_only_one_move() {
    let (engine, events) = engine(Variant::Draughts10);
    engine.request(moves(&["32-28", "19-23"]));
    engine.request(Request::Go(Go { purpose: Purpose::Analyze, ..Go::think(to_depth(4)) }));
    let (before, done) = answer(&events);
    assert_eq!(done.best.expect("a move").hub, "28x19x23");
    assert_eq!(reports(&before).last().map(|last| last.depth), Some(4));
}

#[test]
fn a_game_that_is_over_has_no_move() {
    let (before, done) = dialogue(Variant::Checkers8, [fen("W:W13:B9,6")]);
    assert_eq!(before, []);
    assert_eq!(done, SearchResult { result: Some(Outcome::Win(Color::Black)), ..SearchResult::default() });
}

#[test]
fn the_last_move_has_no_answer() {
    let (before, done) = dialogue(Variant::Checkers8, [fen("W:WK10,13,14:B5")]);
    assert_eq!(done.best.expect("a move").notation, "13-9");
    assert_eq!(done.ponder, None);
    assert_eq!(reports(&before).last().map(|last| last.score), Some(Score::win_in(1)));
}

#[test]
fn a_draw_by_the_rules_still_has_moves() {
    let round = ["50-44", "3-9", "44-50", "9-3"];
    let game = Request::Position {
        start: Start::Fen("W:WK50,47:BK1,K2,K3".to_owned()),
        moves: round.iter().chain(&round).map(|&text| text.to_owned()).collect(),
    };
    let (_, done) = dialogue(Variant::Draughts10, [game]);
    assert!(done.best.is_some());
    assert_eq!(done.result, Some(Outcome::Draw(DrawReason::Repetition)));
}

#[test]
fn a_bad_move_is_named_and_those_before_it_are_played() {
    let (before, done) = dialogue(Variant::Draughts10, [moves(&["32-28", "19-23", "33-29", "1-1"])]);
    let [Event::Refused(reason), ..] = before.as_slice() else { panic!("{before:?}") };
    assert!(reason.contains("33-29"), "{reason}");
    assert_eq!(done.best.expect("a move").hub, "28x19x23");
}

#[test]
fn a_bad_position_changes_nothing() {
    for bad in [fen("W:W32:B"), fen("nonsense"), fen("W:W99:B1")] {
        let hub = Request::Position { start: Start::Hub("Wwww".to_owned()), moves: Vec::new() };
        let requests = [moves(&["32-28", "19-23"]), bad, hub];
        let (before, done) = dialogue(Variant::Draughts10, requests);
        let refused = before.iter().filter(|event| matches!(event, Event::Refused(_))).count();
        assert!((1..=2).contains(&refused), "{before:?}");
        assert!(done.best.is_some());
    }
}

#[test]
fn positions_are_read_from_hub() {
    let letters = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww".to_owned();
    let start = Request::Position { start: Start::Hub(letters), moves: vec!["31-26".to_owned()] };
    let (before, _) = dialogue(Variant::Draughts10, [start]);
    assert_eq!(reports(&before).len(), 2);
}

#[test]
fn only_the_moves_that_were_named_are_played() {
    let (engine, events) = engine(Variant::Draughts10);
    let only = ["35-30", "99-98", "34-30"].map(str::to_owned).to_vec();
    engine.request(Request::Go(Go { only, lines: 5, ..Go::think(to_depth(3)) }));
    let (before, done) = answer(&events);
    assert!(matches!(&before[0], Event::Refused(_)), "{before:?}");
    assert!(["35-30", "34-30"].contains(&done.best.expect("a move").notation.as_str()));
    assert_eq!(reports(&before).iter().filter(|report| report.depth == 3).count(), 2);
}

#[test]
fn every_go_is_answered_in_order_even_if_it_is_stopped_before_it_begins() {
    let (engine, events) = engine(Variant::Draughts10);
    let stops: Vec<_> = (0..20).map(|_| Stop::default()).collect();
    for (index, stop) in stops.iter().enumerate() {
        let first = ["31-26", "31-27", "32-27", "32-28", "33-28"][index % 5];
        engine.request(moves(&[first]));
        engine.request(Request::Go(Go { stop: stop.clone(), ..Go::think(Limits::NONE) }));
        if index % 2 == 0 {
            stop.ask();
        }
    }
    for stop in &stops {
        stop.ask();
        let (before, done) = answer(&events);
        assert!(done.best.is_some());
        assert!(!reports(&before).is_empty(), "a report before each answer");
    }
    drop(engine);
    assert_eq!(events.try_iter().count(), 0, "no answer without a question");
}

#[test]
fn a_search_ends_with_its_handle() {
    let (engine, events) = engine(Variant::Draughts10);
    engine.request(Request::Go(Go::think(Limits::NONE)));
    engine.request(Request::Go(Go::think(Limits::NONE)));
    drop(engine);
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Done(_))).count(), 2);
}

#[test]
fn a_clock_may_be_overdrawn() {
    let (engine, events) = engine(Variant::Draughts10);
    for (time, increment) in [(-950, 1_000), (0, 0), (-5_000, 0), (1, 0), (50, 50)] {
        let clock = Some(GameClock { time, increment, moves_to_go: None });
        engine.request(Request::Go(Go::think(Limits { clock, ..Limits::NONE })));
        assert!(answer(&events).1.best.is_some());
    }
    let move_time = Some(Duration::ZERO);
    engine.request(Request::Go(Go::think(Limits { move_time, ..Limits::NONE })));
    assert!(answer(&events).1.best.is_some());
}

#[test]
fn the_clock_stands_still_until_the_ponder_hit() {
    let (engine, events) = engine(Variant::Draughts10);
    let ponder_hit = PonderHit::default();
    let clock = Some(GameClock { time: 10, increment: 0, moves_to_go: None });
    let limits = Limits { clock, ..Limits::NONE };
    let go = Go { purpose: Purpose::Ponder, ponder_hit: ponder_hit.clone(), ..Go::think(limits) };
    engine.request(Request::Go(go));
    // Ten milliseconds do not get so far.
    let mut deep = events.iter().filter(|event| matches!(event, Event::Iteration(it) if it.depth >= 11));
    assert!(deep.next().is_some());
    ponder_hit.tell();
    assert!(answer(&events).1.best.is_some());
}

#[test]
fn other_settings_make_another_engine() {
    let (engine, events) = engine(Variant::Draughts10);
    engine.request(moves(&["32-28", "19-23"]));
    engine.request(Request::Settings(Settings { hash_mib: 2, ..Settings::default() }));
    engine.request(Request::NewGame);
    engine.request(Request::Go(Go::think(to_depth(2))));
    assert_eq!(answer(&events).1.best.expect("a move").hub, "28x19x23", "the position is the same");
    engine.request(Request::Settings(Settings { variant: Variant::Russian, ..Settings::default() }));
    engine.request(Request::Go(Go::think(to_depth(2))));
    let best = answer(&events).1.best.expect("a move");
    assert!(best.notation.contains('-') && best.notation.starts_with(char::is_alphabetic), "{best:?}");
    engine.request(Request::Settings(Settings { hash_mib: usize::MAX, ..Settings::default() }));
    engine.request(Request::Go(Go::think(to_depth(2))));
    let (before, done) = answer(&events);
    assert!(matches!(&before[0], Event::Refused(reason) if reason.contains("too large")), "{before:?}");
    assert!(done.best.is_some());
}

#[test]
fn every_variant_answers() {
    for &variant in Variant::ALL {
        assert!(dialogue(variant, []).1.best.is_some(), "{variant}");
    }
}

/// Whoever plays a game by other rules does not evaluate it by what was learnt for this one, except on purpose.
#[test]
fn what_was_learnt_for_a_game_serves_no_game_with_other_rules() {
    let on_purpose = [(Variant::Draughts10, Variant::Killer10), (Variant::Draughts6, Variant::Killer6)];
    for (number, &one) in Variant::ALL.iter().enumerate() {
        if let Some(network) = one.network() {
            assert_eq!(network.game(), one.name());
        }
        for &other in &Variant::ALL[number + 1..] {
            let differ = one.board_size() == other.board_size() && !one.rules().play_as(other.rules());
            if differ && !on_purpose.contains(&(one, other)) {
                assert_ne!(one.weights(), other.weights(), "{one} and {other}");
            }
        }
    }
}

/// Games that share a type are different games.
#[test]
fn an_engine_refuses_a_game_with_other_rules() {
    let settings = Settings { variant: Variant::Killer6, hash_mib: 1, ..Settings::default() };
    let (engine, events) = Engine::start(settings).expect("a thread");
    engine.request(Request::Game(GameState::initial(Variant::Losing6)));
    engine.request(Request::Ready);
    let told: Vec<_> = events.iter().take_while(|event| *event != Event::Ready).collect();
    let reason = "this engine does not play losing-6".to_owned();
    assert!(told.contains(&Event::Refused(reason)), "{told:?}");
}

#[test]
fn hub_and_sites_have_names_for_the_same_games() {
    for (name, variant) in [
        ("normal", Variant::Draughts10),
        ("killer", Variant::Killer10),
        ("bt", Variant::Breakthrough10),
        ("breakthrough", Variant::Breakthrough10),
        ("losing", Variant::Losing10),
        ("antidraughts", Variant::Losing10),
        ("frisian", Variant::Frisian),
        ("frysk", Variant::Frysk),
        ("frysk!", Variant::Frysk),
    ] {
        assert_eq!(name.parse(), Ok(variant));
    }
    for &variant in Variant::ALL {
        assert_eq!(variant.hub_name().parse(), Ok(variant));
    }
}

#[test]
fn the_same_requests_get_the_same_answers() {
    let nodes = || {
        let (before, _) = dialogue(Variant::Draughts8, []);
        reports(&before).iter().map(|report| report.nodes).collect::<Vec<_>>()
    };
    assert_eq!(nodes(), nodes());
}

/// An engine of this level that makes the same choices every time.
fn player(variant: Variant, level: usize) -> (Engine, Receiver<Event>) {
    let level = Level::new(level).expect("there is such a level");
    Engine::start(Settings { variant, hash_mib: 1, level, seed: Some(1), ..Settings::default() })
        .expect("a thread")
}

/// A game between two levels, the first one White. Half points of the first one.
fn duel(variant: Variant, levels: [usize; 2]) -> usize {
    let players = levels.map(|level| player(variant, level));
    let mut moves: Vec<String> = Vec::new();
    loop {
        let (engine, events) = &players[moves.len() % 2];
        engine.request(Request::Position { start: Start::Opening, moves: moves.clone() });
        engine.request(Request::Go(Go::think(to_depth(5))));
        let (_, done) = answer(events);
        match (done.result, done.best) {
            (Some(Outcome::Win(Color::White)), _) => return 2,
            (Some(Outcome::Win(Color::Black)), _) => return 0,
            (None, Some(best)) if moves.len() < 200 => moves.push(best.hub),
            _ => return 1,
        }
    }
}

#[test]
fn higher_levels_win() {
    for variant in [Variant::Draughts8, Variant::Russian] {
        assert_eq!(duel(variant, [9, 1]), 2, "{variant}");
        assert_eq!(duel(variant, [1, 9]), 0, "{variant}");
    }
}

#[test]
fn a_level_reports_what_it_plays() {
    for level in [0, 5, 19, 20] {
        let (engine, events) = player(Variant::Draughts10, level);
        engine.request(Request::Go(Go::think(to_depth(5))));
        let (before, done) = answer(&events);
        let last = reports(&before).last().map(|last| last.pv[0].hub.clone());
        assert_eq!(last, done.best.map(|best| best.hub), "{level}");
        assert!(reports(&before).iter().all(|report| report.line == 1), "{level}");
    }
}

#[test]
fn analysis_is_never_weaker() {
    let (engine, events) = player(Variant::Draughts10, 0);
    engine.request(Request::Go(Go { purpose: Purpose::Analyze, ..Go::think(to_depth(6)) }));
    let (before, _) = answer(&events);
    assert_eq!(reports(&before).last().map(|last| last.depth), Some(6));
}

#[test]
fn who_ponders_is_not_stronger() {
    let (engine, events) = player(Variant::Draughts10, 0);
    let ponder_hit = PonderHit::default();
    let go = Go { purpose: Purpose::Ponder, ponder_hit: ponder_hit.clone(), ..Go::think(to_depth(6)) };
    engine.request(Request::Go(go));
    ponder_hit.tell();
    let (before, done) = answer(&events);
    assert_eq!(reports(&before).last().map(|last| last.depth), Some(1));
    assert!(done.best.is_some());
}

#[test]
fn several_threads_share_the_nodes_and_the_first_one_has_a_move() {
    for nodes in [1, 1000] {
        let settings = Settings { threads: 4, hash_mib: 1, ..Settings::default() };
        let (engine, events) = Engine::start(settings).expect("a thread");
        engine.request(Request::Go(Go::think(Limits { nodes, ..Limits::NONE })));
        let (before, done) = answer(&events);
        let reports = reports(&before);
        let last = reports.last().expect("it says something");
        assert!(nodes == 1 || last.depth >= 1, "{last:?}");
        // Each helper tells of a thousand nodes at a time.
        assert!(last.nodes <= nodes + 4 * 1024, "{last:?}");
        assert!(done.best.is_some());
    }
}

fn game(fen: &str) -> GameState {
    GameState::new(Variant::Draughts10, &Start::Fen(fen.to_owned())).expect("a position")
}

#[test]
fn moves_that_are_taken_back_do_not_count_for_the_draw_rules() {
    let mut game = game("W:WK47:BK4");
    for mv in ["47-42", "4-9", "42-47", "9-4", "47-42", "4-9", "42-47", "9-4"] {
        assert_eq!(game.outcome(), None);
        game.play(mv).expect("a legal move");
    }
    assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Repetition)));
    game.take_back(1);
    assert_eq!((game.outcome(), game.plies(), game.fen().as_str()), (None, 7, "B:WK47:BK9"));
    game.take_back(100);
    assert_eq!((game.plies(), game.fen().as_str()), (0, "W:WK47:BK4"));
}

#[test]
fn moves_are_numbered_from_the_side_that_begins() {
    let mut white = game("W:W31:B5");
    let mut black = game("B:W31:B5");
    assert_eq!((white.move_number(), black.move_number()), ("1.".to_owned(), "1...".to_owned()));
    white.play_nth(0).expect("a move");
    black.play_nth(0).expect("a move");
    assert_eq!((white.move_number(), black.move_number()), ("1...".to_owned(), "2.".to_owned()));
}

#[test]
fn legal_moves_are_played_by_their_numbers() {
    let game = GameState::initial(Variant::Russian);
    for mv in game.legal_moves() {
        let (mut by_number, mut by_text) = (game.clone(), game.clone());
        assert_eq!(by_number.play_nth(mv.number), Some(mv.clone()));
        by_text.play(&mv.notation).expect("a legal move");
        assert_eq!(by_number.fen(), by_text.fen());
    }
}

#[test]
fn a_game_of_another_variant_is_refused() {
    let (engine, events) = engine(Variant::Draughts10);
    engine.request(Request::Game(GameState::initial(Variant::Russian)));
    engine.request(Request::Ready);
    let heard: Vec<_> = events.iter().take(2).collect();
    assert!(matches!(heard.as_slice(), [Event::Refused(_), Event::Ready]), "{heard:?}");
}

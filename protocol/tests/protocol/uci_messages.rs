//! What the engine answers.

use std::time::Duration;

use remise_protocol::Score;
use remise_protocol::uci::{Bound, Info, Message, Setting, SettingKind};

#[track_caller]
fn check(message: &Message, expected: &str) {
    assert_eq!(message.to_string(), expected);
}

#[track_caller]
fn check_setting(name: &str, kind: SettingKind, expected: &str) {
    check(&Message::Option(Setting { name: name.to_owned(), kind }), expected);
}

#[track_caller]
fn check_score(score: Score, bound: Option<Bound>, expected: &str) {
    let info = Info { score: Some(score), bound, ..Info::default() };
    check(&Message::Info(info), expected);
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn best_move(mv: Option<&str>, ponder: Option<&str>) -> Message {
    Message::BestMove { mv: mv.map(str::to_owned), ponder: ponder.map(str::to_owned) }
}

#[test]
fn an_engine_introduces_itself() {
    check(&Message::Name("Remise 0.1".to_owned()), "id name Remise 0.1");
    check(&Message::Author("somebody\nelse".to_owned()), "id author somebody else");
    check(&Message::UciOk, "uciok");
    check(&Message::ReadyOk, "readyok");
}

#[test]
fn options_have_types() {
    check_setting(
        "Ponder",
        SettingKind::Check { default: false },
        "option name Ponder type check default false",
    );
    check_setting(
        "Hash",
        SettingKind::Spin { default: 64, min: 1, max: 4096 },
        "option name Hash type spin default 64 min 1 max 4096",
    );
    check_setting(
        "Variant",
        SettingKind::Combo { default: "russian".to_owned(), choices: owned(&["russian", "pool"]) },
        "option name Variant type combo default russian var russian var pool",
    );
    check_setting("Clear Hash", SettingKind::Button, "option name Clear Hash type button");
    check_setting(
        "BookFile",
        SettingKind::String { default: String::new() },
        "option name BookFile type string default <empty>",
    );
}

#[test]
fn an_info_says_what_is_known() {
    let info = Info {
        depth: Some(9),
        selective_depth: Some(21),
        multipv: Some(1),
        score: Some(Score::Men(0.344)),
        bound: None,
        nodes: Some(1000),
        nps: Some(2_000_000),
        hashfull: Some(17),
        table_hits: Some(3),
        time: Some(Duration::from_micros(1500)),
        pv: owned(&["32-28", "19x28"]),
    };
    check(
        &Message::Info(info),
        "info depth 9 seldepth 21 multipv 1 score cp 34 nodes 1000 nps 2000000 hashfull 17 tbhits 3 time 1 \
         pv 32-28 19x28",
    );
    check(&Message::Text("bad\tmove".to_owned()), "info string bad move");
}

#[test]
fn a_win_is_counted_in_moves() {
    check_score(Score::WinIn(1), None, "info score mate 1");
    check_score(Score::WinIn(5), None, "info score mate 3");
    check_score(Score::LossIn(4), None, "info score mate -2");
    check_score(Score::LossIn(0), None, "info score mate 0");
}

#[test]
fn a_score_may_be_a_bound() {
    check_score(Score::Men(-1.0), Some(Bound::Lower), "info score cp -100 lowerbound");
    check_score(Score::WinIn(3), Some(Bound::Upper), "info score mate 2 upperbound");
}

#[test]
fn a_score_is_always_a_number() {
    check_score(Score::Men(f64::NAN), None, "info score cp 0");
    check_score(Score::Men(f64::INFINITY), None, "info score cp 7999");
}

#[test]
fn a_move_ends_the_search() {
    check(&best_move(Some("32-28"), None), "bestmove 32-28");
    check(&best_move(Some("32-28"), Some("19-23")), "bestmove 32-28 ponder 19-23");
    check(&best_move(None, Some("19-23")), "bestmove (none)");
}

//! What engines send, and what each client needs to understand it.

use remise_protocol::Score;
use remise_protocol::hub::{Id, Info, Message, Param, ParamKind};

#[track_caller]
fn check(message: &Message, expected: &str) {
    assert_eq!(message.to_string(), expected);
}

#[track_caller]
fn check_parse(line: &str, expected: &Message) {
    assert_eq!(&Message::parse(line), expected, "{line}");
}

#[track_caller]
fn check_score(score: Score, expected: &str) {
    assert_eq!(score.to_string(), expected, "{score:?}");
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn id() -> Id {
    Id { name: "Remise".to_owned(), version: "0.1".to_owned(), ..Id::default() }
}

fn param(name: &str, value: &str, kind: ParamKind) -> Message {
    Message::Param(Param { name: name.to_owned(), value: value.to_owned(), kind })
}

fn done(mv: Option<&str>, ponder: Option<&str>) -> Message {
    Message::Done { mv: mv.map(str::to_owned), ponder: ponder.map(str::to_owned) }
}

fn error(text: &str) -> Message {
    Message::Error(text.to_owned())
}

fn full_info() -> Info {
    Info {
        depth: Some(12),
        mean_depth: Some(13.46),
        max_depth: Some(30),
        score: Some(Score::Men(0.123)),
        nodes: Some(1_234_567),
        time: Some(0.5),
        nps: Some(2.469),
        extra: vec![("multipv".to_owned(), "2".to_owned())],
        pv: owned(&["32-28", "19x28x23"]),
    }
}

#[test]
fn an_engine_introduces_itself() {
    check(&Message::Id(id()), "id name=Remise version=0.1");
    let author = Id { author: Some("A. Nony Mous".to_owned()), country: Some("NL".to_owned()), ..id() };
    check(&Message::Id(author), "id name=Remise version=0.1 author=\"A. Nony Mous\" country=NL");
    check(&Message::Wait, "wait");
    check(&Message::Ready, "ready");
    check(&Message::Pong, "pong");
}

#[test]
fn parameters_have_types() {
    check(&param("ponder", "false", ParamKind::Bool), "param name=ponder value=false type=bool");
    let int = ParamKind::Int { min: Some(1), max: Some(64) };
    check(&param("threads", "1", int), "param name=threads value=1 type=int min=1 max=64");
    let real = ParamKind::Real { min: Some(-0.5), max: None };
    check(&param("margin", "0.25", real), "param name=margin value=0.25 type=real min=-0.5");
    check(&param("book", "", ParamKind::String), "param name=book value=\"\" type=string");
}

#[test]
fn the_variants_are_declared_as_draughtsnet_expects() {
    let kind = ParamKind::Enum(owned(&["normal", "bt", "losing"]));
    check(
        &param("variant", "normal", kind),
        "param name=variant value=normal type=enum values=\"normal bt losing\"",
    );
}

#[test]
fn values_are_quoted_only_where_they_must_be() {
    check(&error("bad"), "error message=bad");
    check(&error(""), "error message=\"\"");
    check(&error("bad move"), "error message=\"bad move\"");
    check(&error("a=b"), "error message=\"a=b\"");
    check(&error("a\u{a0}b"), "error message=\"a\u{a0}b\"");
    let one = Info { pv: owned(&["32-28"]), ..full_info() };
    assert!(Message::Info(one).to_string().ends_with(" pv=32-28"));
    check(
        &param("variant", "a", ParamKind::Enum(owned(&["a"]))),
        "param name=variant value=a type=enum values=a",
    );
}

#[test]
fn what_hub_cannot_write_is_replaced() {
    check(&error("say \"hi\""), "error message=\"say 'hi'\"");
    check(&error("say\"hi\""), "error message=say'hi'");
    check(&error("one\r\ntwo\0"), "error message=\"one  two \"");
    check(&error("un\u{2028}deux\u{85}"), "error message=\"un deux \"");
    check(&Message::Other("one\ntwo".to_owned()), "one two");
    let odd = Info { extra: vec![("a b=\"c\n".to_owned(), "=".to_owned())], ..Info::default() };
    check(&Message::Info(odd), "info a-b--c-=\"=\"");
}

#[test]
fn the_line_comes_last() {
    check(
        &Message::Info(full_info()),
        "info depth=12 mean-depth=13.5 max-depth=30 score=0.12 nodes=1234567 time=0.500 nps=2.469 multipv=2 \
         pv=\"32-28 19x28x23\"",
    );
}

#[test]
fn an_info_is_never_empty() {
    check(&Message::Info(Info::default()), "info depth=0");
    let nodes = Info { nodes: Some(1), ..Info::default() };
    check(&Message::Info(nodes), "info nodes=1");
}

#[test]
fn every_argument_has_one_equals_sign_as_pydraughts_expects() {
    let messages = [
        Message::Id(id()),
        Message::Info(Info::default()),
        Message::Info(full_info()),
        param("book", "", ParamKind::String),
        param("variant", "normal", ParamKind::Enum(owned(&["normal", "bt"]))),
    ];
    for line in messages.map(|message| message.to_string()) {
        let outside_quotes: String = line.split('"').step_by(2).collect();
        for argument in outside_quotes.split_whitespace().skip(1) {
            assert_eq!(argument.matches('=').count(), 1, "{line}");
        }
    }
}

#[test]
fn numbers_are_always_finite() {
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let info = Info {
            mean_depth: Some(number),
            score: Some(Score::Men(number)),
            time: Some(number),
            nps: Some(number),
            ..Info::default()
        };
        let line = Message::Info(info).to_string();
        assert!(!line.contains("inf=") && !line.contains("NaN") && !line.contains("=inf"), "{line}");
        let real = param("x", "0", ParamKind::Real { min: Some(number), max: None }).to_string();
        assert!(!real.contains("inf") && !real.contains("NaN"), "{real}");
    }
}

#[test]
fn a_score_is_in_men() {
    check_score(Score::Men(1.0), "1.00");
    check_score(Score::Men(-0.256), "-0.26");
    check_score(Score::Men(-0.001), "0.00");
    check_score(Score::Men(f64::NAN), "0.00");
}

#[test]
fn an_estimate_stays_below_eighty() {
    check_score(Score::Men(80.0), "79.99");
    check_score(Score::Men(f64::NEG_INFINITY), "-79.99");
}

#[test]
fn a_win_counts_its_plies_from_a_hundred() {
    check_score(Score::WinIn(1), "99.99");
    check_score(Score::WinIn(29), "99.71");
    check_score(Score::LossIn(0), "-100.00");
    check_score(Score::LossIn(30), "-99.70");
    check_score(Score::WinIn(u32::MAX), "90.01");
}

#[test]
fn a_score_from_another_engine_may_be_a_win() {
    assert_eq!(Score::from_men(99.71), Score::WinIn(29));
    assert_eq!(Score::from_men(-99.7), Score::LossIn(30));
    assert_eq!(Score::from_men(1e9), Score::WinIn(0));
    assert_eq!(Score::from_men(89.5), Score::Men(89.5));
}

#[test]
fn a_move_ends_the_search() {
    check(&done(Some("28x19x23"), Some("1-7")), "done move=28x19x23 ponder=1-7");
    check(&done(Some("32-28"), None), "done move=32-28");
}

#[test]
fn a_finished_game_has_no_move() {
    check(&done(None, None), "done");
    check(&done(None, Some("1-7")), "done");
    check_parse("done", &done(None, None));
    check_parse("done move=\"\"", &done(None, None));
}

#[test]
fn another_engine_may_write_differently() {
    check_parse(" done  move = \"32-28\" ponder= 19-23 \r", &done(Some("32-28"), Some("19-23")));
    check_parse("error bad position", &error("bad position"));
    check_parse("error", &error(""));
    check_parse(
        "id version=2 name=\"Moby Dam\"",
        &Message::Id(Id { name: "Moby Dam".to_owned(), version: "2".to_owned(), ..Id::default() }),
    );
    check_parse("param name=x value=1 type=file", &param("x", "1", ParamKind::String));
    check_parse(
        "param name=x type=int min=low max=9 value=1",
        &param("x", "1", ParamKind::Int { min: None, max: Some(9) }),
    );
}

#[test]
fn an_info_from_another_engine_may_be_partly_wrong() {
    let expected = Info { score: Some(Score::Men(0.5)), pv: owned(&["1-7"]), ..Info::default() };
    check_parse("info depth=12/20 time=soon score=0,5 pv=1-7 nodes=\"1", &Message::Info(expected));
    check_parse("info score=inf", &Message::Info(Info::default()));
    check_parse("info", &Message::Info(Info::default()));
}

#[test]
fn every_other_line_is_skipped() {
    for line in ["", "init eval", "Segmentation fault", "param value=3", "naïve", "done=1"] {
        check_parse(line, &Message::Other(line.to_owned()));
    }
}

#[test]
fn long_lines_are_read() {
    let line = format!("info depth=1 pv=\"{}\"", "32-28 ".repeat(1_600_000));
    match Message::parse(&line) {
        Message::Info(info) => assert_eq!(info.pv.len(), 1_600_000),
        other => panic!("{other}"),
    }
}

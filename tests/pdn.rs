//! Reading and writing PDN.

use remise::notation::GameResult;
use remise::notation::pdn::{self, Flaw, Record, Style};

use remise::board::{Checkers, Draughts, Game, Russian};

/// The moves of the only game with their marks.
#[track_caller]
fn moves(text: &str) -> Vec<String> {
    let (games, flaws) = pdn::read(text);
    assert_eq!((games.len(), flaws.as_slice()), (1, &[][..]), "{text}");
    games[0].moves.iter().map(|entry| format!("{}{}", entry.text, entry.strength)).collect()
}

#[test]
fn moves_are_read_with_any_numbering() {
    for text in [
        "1. 32-28 19-23 2. 28x19 14x23",
        "1.32-28 19-23 2.28x19 14x23 *",
        "32-28 19-23 28x19 14x23 1-1",
        "1. 32-28 1... 19-23\n2. 28x19\n14x23 2-0",
        "1. 32 - 28 19 -23 2. 28 x 19 14x 23",
    ] {
        let joined: Vec<_> = moves(text).iter().map(|mv| mv.replace(' ', "")).collect();
        assert_eq!(joined, ["32-28", "19-23", "28x19", "14x23"], "{text}");
    }
}

#[test]
fn comments_variations_and_marks_belong_to_their_move() {
    let text = "{first} 1. 32-28! {good} $1 (1. 31-26 (1. 33-28?) 19-23 {there}) 19-23 (?) ; to the end\n*";
    let (games, flaws) = pdn::read(text);
    assert_eq!(flaws, []);
    let game = &games[0];
    assert_eq!(game.comments, ["first"]);
    let [first, second] = game.moves.as_slice() else { panic!("two moves: {game:?}") };
    assert_eq!(
        (first.text.as_str(), first.strength.as_str(), first.glyphs.as_slice()),
        ("32-28", "!", &[1][..])
    );
    assert_eq!(first.comments, ["good"]);
    assert_eq!(first.variations[0][0].variations[0][0].strength, "?");
    assert_eq!(first.variations[0][1].comments, ["there"]);
    assert_eq!((second.strength.as_str(), second.comments.as_slice()), ("?", &["to the end".to_owned()][..]));
    assert_eq!(game.result.as_deref(), Some("*"));
}

#[test]
fn tags_have_names_and_values() {
    let text = "% a line for programs\n[Event \"A \\\"great\\\" ] match\"]\n[ White \"x\" ]\n[Result \"2-0\"]\n\n1. 32-28 2-0";
    let (games, flaws) = pdn::read(text);
    assert_eq!(flaws, []);
    assert_eq!((games[0].tag("event"), games[0].tag("White")), (Some("A \"great\" ] match"), Some("x")));
    assert_eq!((games[0].line, games[0].moves[0].line), (2, 6));
}

#[test]
fn a_result_or_a_tag_ends_a_game() {
    let (games, _) =
        pdn::read("1. 32-28 1-1 1. 31-26 0-2 [White \"a\"] 1. 2-0 [White \"b\"] 33-28 [White \"c\"] *");
    let counts: Vec<_> = games.iter().map(|game| (game.moves.len(), game.result.as_deref())).collect();
    assert_eq!(counts, [(1, Some("1-1")), (1, Some("0-2")), (0, Some("2-0")), (1, None), (0, Some("*"))]);
}

#[test]
fn every_flaw_is_reported_with_its_line() {
    let flaw = |text: &str| pdn::read(text).1.first().map(|flawed| (flawed.line, flawed.flaw.clone()));
    assert_eq!(flaw("1. 32-28\n{ no end"), Some((2, Flaw::Unclosed)));
    assert_eq!(flaw("32-28 )"), Some((1, Flaw::StrayClose)));
    assert_eq!(flaw("(32-28) 31-26"), Some((1, Flaw::BadVariation)));
    assert_eq!(flaw("32-28 (31-26"), Some((1, Flaw::BadVariation)));
    assert!(matches!(flaw("[=]\n32-28"), Some((1, Flaw::BadTag(_)))));
    assert!(matches!(flaw("$7 32-28"), Some((1, Flaw::BadGlyph(_)))));
}

/// No text makes the reader panic or run forever.
#[test]
fn any_text_is_read() {
    let parts = [
        "[", "]", "\"", "\\", "{", "}", "(", ")", "$", ";", "%", "/FEN ", "/", "1.", "32-28", "x", "-", "*",
        "\n", "é", "!", "2-0", " ", "\0", "…",
    ];
    let mut state = 1_u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.push_str(parts[(state >> 33) as usize % parts.len()]);
        }
        let _ = pdn::read(&text);
    }
    let _ = pdn::read(&"(".repeat(200_000));
    let _ = pdn::read(&"1. 32-28 ".repeat(50_000));
    let _ = pdn::read(&"32-28 (".repeat(50_000));
}

#[test]
fn every_game_has_its_game_type_and_style_of_results() {
    #[track_caller]
    fn check<G: Game>(game_type: &str, white: &str, draw: &str, black: &str) {
        let style = Style::of::<G>();
        assert_eq!(style.game_type, game_type);
        assert_eq!((style.result(GameResult::White), style.result(GameResult::Draw)), (white, draw));
        assert_eq!(style.result(GameResult::Black), black);
        assert_eq!(
            [GameResult::Forfeit, GameResult::Unknown].map(|result| style.result(result)),
            ["0-0", "*"]
        );
    }
    check::<Draughts<6>>("20,W,6,6,N2,0", "2-0", "1-1", "0-2");
    check::<Draughts<8>>("26,W,8,8,A0,0", "1-0", "1/2-1/2", "0-1");
    check::<Draughts<10>>("20,W,10,10,N2,0", "2-0", "1-1", "0-2");
    check::<Draughts<12>>("27,W,12,12,N2,0", "2-0", "1-1", "0-2");
    check::<Draughts<14>>("20,W,14,14,N2,0", "2-0", "1-1", "0-2");
    check::<Russian>("25,W,8,8,A0,0", "1-0", "1/2-1/2", "0-1");
    check::<Checkers<6>>("21,B,6,6,N1,0", "0-1", "1/2-1/2", "1-0");
    check::<Checkers<8>>("21,B,8,8,N1,0", "0-1", "1/2-1/2", "1-0");
    check::<Checkers<10>>("21,B,10,10,N1,0", "0-1", "1/2-1/2", "1-0");
    check::<Checkers<12>>("21,B,12,12,N1,0", "0-1", "1/2-1/2", "1-0");
    check::<Checkers<14>>("21,B,14,14,N1,0", "0-1", "1/2-1/2", "1-0");
}

#[test]
fn what_is_written_is_read_back() {
    let record = Record {
        tags: vec![("Event".to_owned(), "a \"b\" \\ c".to_owned()), ("GameType".to_owned(), "20".to_owned())],
        second_begins: true,
        moves: (0..60)
            .map(|ply| ("32-28".to_owned(), (ply % 7 == 3).then(|| format!("a {{comment}} {ply}"))))
            .collect(),
        result: "1-1".to_owned(),
    };
    let text = pdn::write(&record);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("\n1... 32-28 2. 32-28 32-28 3. 32-28 {a |comment| 3} 3... 32-28"), "{text}");
    let (games, flaws) = pdn::read(&text);
    assert_eq!(flaws, []);
    assert_eq!(games[0].tags, record.tags);
    assert_eq!(games[0].moves.len(), 60);
    assert_eq!(games[0].result.as_deref(), Some("1-1"));
}

#[test]
fn a_tag_that_does_not_close_ends_with_its_line() {
    for text in ["[Event \"a\n32-28 *", "[Event \"a]\n32-28 *", "[Event \"a\"\n32-28 *", "[Event a\n32-28 *"]
    {
        let (games, _) = pdn::read(text);
        assert_eq!((games[0].tag("Event"), games[0].moves.len()), (Some("a"), 1), "{text}");
    }
}

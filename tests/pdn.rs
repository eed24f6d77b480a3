//! Reading and writing PDN.

use remise::board::{Checkers, Color, Draughts, Game, Russian};
use remise::engine::{ReplayedGame, Variant};
use remise::notation::GameResult;
use remise::notation::pdn::{self, Ending, Flaw, GameType, Games, PdnMove, Record, Remark, Style};

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
    assert_eq!(flaw("32-28 (31-26"), Some((1, Flaw::OpenVariation)));
    assert_eq!(flaw("32-28 }"), Some((1, Flaw::StrayBrace)));
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
    fn check<G: Game + Default>(game_type: &str, white: &str, draw: &str, black: &str) {
        let style = Style::of(G::default());
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
        opener: Color::White,
        turn: Color::Black,
        moves: (0..60)
            .map(|ply| PdnMove {
                text: "32-28".to_owned(),
                comments: (ply % 7 == 3).then(|| format!("a {{comment}} {ply}")).into_iter().collect(),
                ..PdnMove::default()
            })
            .collect(),
        result: "1-1".to_owned(),
        ending: Ending::Result,
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

/// The moves of each game as written, one game a line.
#[track_caller]
fn check_games(text: &str, games: &[&str]) {
    let moves = |game: &pdn::PdnGame| {
        let moves: Vec<_> = game.moves.iter().map(|entry| entry.text.as_str()).collect();
        format!("{} {}", moves.join(" "), game.result.as_deref().unwrap_or("-"))
    };
    assert_eq!(pdn::read(text).0.iter().map(moves).collect::<Vec<_>>(), games, "{text:?}");
}

#[test]
fn what_is_not_closed_costs_its_own_game_only() {
    let after = "\n\n[Event \"b\"]\n\n1. 32-28 {good} 19-23 *\n\n[Event \"c\"]\n\n1. 31-26 1-1\n";
    for (before, first, flaw) in [
        ("[Event \"a\"]\n\n1. 33-29 { no end 18-22 *", "33-29 -", Flaw::Unclosed),
        ("[Event \"a\"]\n\n1. 33-29 } 18-22 *", "33-29 18-22 *", Flaw::StrayBrace),
        ("[Event \"a\"]\n\n1. 33-29 ) 18-22 *", "33-29 18-22 *", Flaw::StrayClose),
        ("[Event \"a\"]\n\n1. 33-29 (31-26 18-22 *", "33-29 -", Flaw::OpenVariation),
        ("1. 33-29 { no end 18-22 *", "33-29 -", Flaw::Unclosed),
    ] {
        let text = format!("{before}{after}");
        check_games(&text, &[first, "32-28 19-23 *", "31-26 1-1"]);
        let (games, flaws) = pdn::read(&text);
        assert_eq!(flaws.iter().map(|it| it.flaw.clone()).collect::<Vec<_>>(), [flaw], "{text}");
        assert_eq!(games[0].flaws, flaws);
    }
    check_games("1. 32-28 { no end\n\n1. 33-29 18-22 1-1\n", &["32-28 33-29 18-22 1-1"]);
}

#[test]
fn nested_comments_are_one_comment() {
    let (games, flaws) = pdn::read("1. 33-29 19-23 2. 35-30 { nested { comment } }\r\n");
    assert_eq!(flaws, []);
    assert_eq!(games[0].moves[2].comments, ["nested { comment }"]);
}

#[test]
fn unusual_tokens_are_read() {
    check_games("1. ... 1-18 2. 35-30 18-7 *", &["... 1-18 35-30 18-7 *"]);
    check_games("1. - - 2. - - 1/2-1/2\n\n1. c3-d4 f6-g5 *", &["- - - - 1/2-1/2", "c3-d4 f6-g5 *"]);
    check_games("1. 27-20* 32-28*! 2. 31-26(!?) *", &["27-20 32-28 31-26 *"]);
    check_games("1. 8-11Redoverstepped 0-1", &["8-11 0-1"]);
    check_games("1 32-28 19-23 2 28x19 14x23 2-0 *", &["32-28 19-23 28x19 14x23 2-0"]);
    check_games("1. 32-28, 19-23+ = 2. 28 x 19 x 10 *", &["32-28 19-23 28x19x10 *"]);
    check_games("1. 3228 1923 2. c3d4 *", &["3228 1923 c3d4 *"]);
    check_games("1. 32- 2. 31-27 *", &["32- 31-27 *"]);
    check_games("[Result \"4-6\"]\n1. 32-28 4-6\n[Result \"1-1\"]\n1. 1-6 *", &["32-28 4-6", "1-6 *"]);
    check_games("1. 2-0\n\n0-2\n\n", &[" 2-0", " 0-2"]);
    check_games("[Event \"a\"]\n[Event \"b\"]\n1. 32-28 *", &[" -", "32-28 *"]);
    check_games("1. 32-28 [%clk 1:2] 19-23 *", &["32-28 19-23 *"]);
}

#[test]
fn a_list_of_positions_is_one_game_a_line() {
    let text = "\u{feff}# a list\r\n\r\nW:W31-50:B1-20\r\n  B:W31-50:B1-2O \r\nW:W46:B5";
    let games: Vec<_> = Games::new(text).collect();
    let lines: Vec<_> = games.iter().map(|game| (game.line, game.fen().unwrap_or_default())).collect();
    assert_eq!(lines, [(3, "W:W31-50:B1-20"), (4, "B:W31-50:B1-2O"), (5, "W:W46:B5")]);
    assert_eq!(Games::new("W:W31,x:B1\n").next().map(|game| game.line), Some(1));
    assert_eq!(Games::new("[FEN \"W:W46:B5\"]\n[Result \"*\"]\n").count(), 1);
}

/// Replays the only game of a text.
#[track_caller]
fn replay(variant: &str, text: &str) -> ReplayedGame {
    let (games, _) = pdn::read(text);
    assert_eq!(games.len(), 1, "{text}");
    variant.parse::<Variant>().expect("a variant").replay(&games[0])
}

/// The moves are legal, and these in full.
#[track_caller]
fn check_replay(variant: &str, text: &str, moves: &str) -> Vec<Remark> {
    let game = replay(variant, text);
    assert_eq!(game.verdict.problem, None, "{text}");
    let played = game.segments.iter().flat_map(|it| &it.moves).map(|(_, mv)| mv.notation.as_str());
    assert_eq!(played.collect::<Vec<_>>().join(" "), moves, "{text}");
    game.verdict.remarks
}

/// A move is not legal.
#[track_caller]
fn check_problem(variant: &str, text: &str, line: usize, ply: usize, reason: &str) {
    let (found_line, found_ply, problem) = replay(variant, text).verdict.problem.expect("a problem");
    assert_eq!((found_line, found_ply, problem.to_string()), (line, ply, reason.to_owned()), "{text}");
}

#[test]
fn short_ambiguous_captures_are_resolved_by_the_rest_of_the_game() {
    let text = "[FEN \"W:WK4,20,39,44:B12,18,28,29,37\"]\n\n1. 4x24 28-32 2. 20-15 32-37 3. 24-47 12-18 *";
    let remarks = check_replay("international", text, "4x31x42x24 28-32 20-15 32-37 24-47 12-18");
    let told: Vec<_> = remarks.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 3, ply 1: '4x24' is ambiguous; the moves after it decide for 4x31x42x24"]);
    let text = "[FEN \"W:WK4:B13,20,32,37\"]\n\n1. 4x15 *";
    let told: Vec<_> =
        check_replay("international", text, "4x27x38x15").iter().map(ToString::to_string).collect();
    assert_eq!(told, ["line 3, ply 1: '4x15' is ambiguous; 4x27x38x15 is taken"]);
}

#[test]
fn a_square_that_is_named_is_one_where_the_piece_lands() {
    for text in ["2x30x17", "2x30x39x17", "2x39x17"] {
        let game = format!("[FEN \"B:W22,24,27,31,34,40,45,48:BK2,7,15,25\"]\n\n1... {text} *");
        assert_eq!(check_replay("international", &game, "2x30x39x17"), [], "{text}");
    }
}

#[test]
fn games_of_collections_are_replayed() {
    check_replay("international", "[FEN \"B:W35:BK1\"]\n\n1. ... 1-18 2. 35-30 18-7 *", "1-18 35-30 18-7");
    check_replay("international", "1.32-28!? 19-23(!?!!!) 2.28x19 *", "32-28 19-23 28x19");
    check_replay(
        "international",
        "% Board game\r\n[Date \"2012.02.01\"]\r\n1. 32-28 19-23\r\n",
        "32-28 19-23",
    );
    check_replay("international", "1. 32-28 ... 19-23 1. ... 1-1", "32-28 19-23");
    check_replay(
        "english",
        "1. 11-15 23-18 2. 8-11 27-23 3. 4-8 23-19 4. 10x14 19x10 5. 14x23 26x19 *",
        "11-15 23-18 8-11 27-23 4-8 23-19 10-14 19x10 14x23 26x19",
    );
    check_problem(
        "international",
        "[Result \"*\"]\n\n01. 34-29 18-22 02. 32-28 06-11 *",
        3,
        4,
        "'06-11': 11 is occupied",
    );
    let text = "[Setup \"1\"]\n[FEN \"W:W32,27,24,22:B20,15,10,7\"]\n[Result \"0-1\"]\n\n1. 27-23 27-31 *";
    check_problem("english", text, 5, 2, "'27-31': no piece stands on 27");
}

#[test]
fn positions_can_be_set_up_between_the_moves() {
    let text = "1. 32-28 19-23 /FEN \"W:W31,32,33:B18,19,20\"/ 2. 33-29 *";
    check_replay("international", text, "32-28 19-23 33-29");
    let segments = replay("international", text).segments;
    assert_eq!(segments[1].fen.as_deref(), Some("W:W31,32,33:B18,19,20"));
    check_replay("international", "1. 32-28 /FEN \"W::\"/ 2. 28-23 *", "32-28 28-23");
    check_problem(
        "international",
        "1. 32-28 /FEN \"W:W99:B1\"/ *",
        1,
        2,
        "there is no square 99 on the 10×10 board",
    );
}

#[test]
fn what_is_not_known_is_said() {
    let told = |text: &str, moves: &str| {
        let remarks = check_replay("russian", text, moves);
        remarks.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(told("1. - - 2. - - 1/2-1/2", ""), "line 1, ply 1: the move is unknown");
    assert_eq!(told("1. c3-d4 ... 2. d4-c5 *", "c3-d4"), "line 1, ply 2: the move is unknown");
    let unknown_turn = "[FEN \"?:W22,23:B9,10\"]\n\n1. f6-g5 *";
    assert_eq!(told(&unknown_turn.replace("f6-g5", "d6-e5"), "d6-e5"), "the FEN does not say who is to move");
    let results = "[Result \"0-1\"]\n1. c3-d4 1-0";
    assert_eq!(told(results, "c3-d4"), "the tag says '0-1', the moves end with '1-0'");
    assert_eq!(told("[Result \"4-6\"]\n1. c3-d4 4-6", "c3-d4"), "'4-6' is not a result of this game");
    check_problem(
        "russian",
        "[FEN \"W::.\"]\n1. c3-d4 *",
        1,
        0,
        "a list of pieces must begin with W or B, unlike ''",
    );
    check_problem(
        "russian",
        "[GameType \"20\"]\n1. c3-d4 *",
        1,
        0,
        "GameType '20' is not a game on this board",
    );
}

#[test]
fn results_are_those_of_the_game() {
    let result = |variant: &str, text: &str| {
        let text = format!("[Result \"{text}\"]\n*");
        replay(variant, &text).verdict.result.to_string()
    };
    for (variant, text, expected) in [
        ("international", "1-0", "2-0"),
        ("international", "2-0", "2-0"),
        ("international", "1/2-1/2", "1-1"),
        ("russian", "0-1", "0-2"),
        ("russian", "1-1", "1-1"),
        ("english", "1-0", "0-2"),
        ("english", "0-1", "2-0"),
        ("english", "0-0", "0-0"),
        ("english", "?", "*"),
    ] {
        assert_eq!(result(variant, text), expected, "{variant} {text}");
    }
}

#[test]
fn the_tags_of_a_game_name_its_variant() {
    let variant = |tag: &str, value: &str| {
        let (games, _) = pdn::read(&format!("[{tag} \"{value}\"]\n*"));
        Variant::Draughts10.of_game(&games[0]).name()
    };
    for (value, name) in [
        ("21", "checkers-8"),
        ("21,B,8,8,N1,0", "checkers-8"),
        ("25,W,8,8,A0,0", "russian"),
        ("26", "draughts-8"),
        ("27", "draughts-12"),
        ("20,W,6,6,N2,0", "draughts-6"),
        ("22", "draughts-10"),
        ("nonsense", "draughts-10"),
    ] {
        assert_eq!(variant("GameType", value), name, "{value}");
    }
    let game_type = |it: Variant| it.pdn_style().game_type;
    for &it in Variant::ALL {
        // Games without a number of their own share that of the most similar game.
        let first = Variant::ALL.iter().find(|&&other| game_type(other) == game_type(it)).expect("itself");
        assert_eq!(variant("GameType", &game_type(it)), first.name());
        assert_eq!(variant("Variant", it.name()), it.name());
        let (games, _) = pdn::read(&format!("[GameType \"{}\"]\n*\n", game_type(it)));
        assert_eq!(it.of_game(&games[0]), it);
    }
    assert_eq!(GameType::read("20,W,14,14,N2,0"), Some(GameType { number: 20, size: 14 }));
}

/// Text that is written comes back as it was read.
#[test]
fn annotations_are_written_as_they_are_read() {
    let text = "1. 32-28! $3 {good} (1. 31-26 {no} (1. 33-28?) 1... 19-23) 1... 19-23 2. 28x19 /FEN \"B:W31:B20\"/ \
                2... 20-25 *";
    let (games, flaws) = pdn::read(text);
    assert_eq!(flaws, []);
    let record = Record {
        tags: Vec::new(),
        opener: Color::White,
        turn: Color::White,
        moves: games[0].moves.clone(),
        result: "1-1".to_owned(),
        ending: Ending::Asterisk,
    };
    let written = pdn::write(&record);
    assert_eq!(written.split_whitespace().collect::<Vec<_>>().join(" "), text);
    assert!(pdn::write(&Record { ending: Ending::Result, ..record }).ends_with(" 1-1\n\n"));
}

//! Squares, positions and moves as text.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use remise::board::{
    Board, Checkers, Color, Draughts, Game, Geometry, Goal, Move, MoveList, Piece, Placement, Position, Rank,
    Russian, Set, movegen,
};
use remise::engine::variant::with;
use remise::engine::{Task, Variant};
use remise::notation::{Setup, compact, fen, full_path, hub, read_move, readings, to_text, to_text_among};

#[track_caller]
fn position<G: Game + Default>(fen: &str) -> Position<G> {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup.position(Default::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn legal<G: Game>(position: &Position<G>) -> MoveList<G> {
    let mut moves = MoveList::new();
    movegen::moves(position.placement(), &mut moves);
    moves
}

fn texts<G: Game>(position: &Position<G>) -> Vec<String> {
    let legal = legal(position);
    let mut texts: Vec<_> = legal.iter().map(|mv| to_text_among(position.placement(), &legal, mv)).collect();
    texts.sort();
    texts
}

/// Reads a FEN and writes it again; the output is the error if it is refused.
struct Rewritten<'a>(&'a str);

impl Task for Rewritten<'_> {
    type Output = String;

    fn run<G: Game>(self, game: G) -> String {
        let position = self.0.parse::<Setup>().and_then(|setup| setup.position(game));
        position.map_or_else(|error| error.to_string(), |position| fen(position.placement()))
    }
}

#[track_caller]
fn check_fen(name: &str, text: &str, expected: &str) {
    assert_eq!(with(name.parse().expect("a variant"), Rewritten(text)), expected, "{text:?}");
}

#[test]
fn the_start_is_written_square_by_square() {
    assert_eq!(
        fen(&Placement::start(Draughts::<10>)),
        "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:\
         B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20"
    );
    for name in ["english", "russian"] {
        let turn = if name == "english" { "B" } else { "W" };
        let written = format!("{turn}:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
        check_fen(name, &format!("{turn}:W21-32:B1-12"), &written);
    }
}

#[test]
fn fens_are_read_in_all_variants_of_the_format() {
    for text in [
        "B:W18,K31:B5,K9",
        "B:B5,K9:W18,K31",
        "B:W18,K31:B5,K9.",
        "b:w18,k31:b5,k9",
        " B : W 18 , K 31 : B 05 , K009 \r\n",
        "\"B:W18,K31:B5,K9\"",
        "[FEN \"B:W18,K31:B5,K9\"]",
        "[FEN \"B:W18,K31:B5,K9.\"]\n",
        "/FEN \"B:W18,K31:B5,K9\"/",
        "FEN B:W18,K31:B5,K9",
        "CheckerBoard 1.73; B:W18,K31:B5,K9",
        "\u{feff}B:W18,K31:B\u{200b}5,K9\u{200b}",
        "B:W18,K31:B5,K9:H0:F1",
        "B:W18,K31:B5,K9.:H0:F1",
        "B:W18,K31:B5,K9:H12:F34:+1+0",
        "B:W18,K31,G22:B5,K9,P30,G14",
        "B:W18-18,K31-31:B5-5,K9",
        "B:W18,Ke1:Ba7,Kb6",
        "B:W18,ke1:Ba7,kb6",
    ] {
        check_fen("english", text, "B:W18,K31:B5,K9");
    }
}

/// Moves in a row with the same king follow in Frisian draughts, Black's first. Without the square they are those of
/// the only king. Other games have no such rule.
#[test]
fn king_moves_are_written_and_read_in_frisian_draughts() {
    let written = "W:WK24,31:BK5,20:+105+224";
    for game in ["frisian", "frysk"] {
        check_fen(game, written, written);
        check_fen(game, "W:WK24,31:BK5,20:H0:F1:+105+224", written);
        check_fen(game, "W:WK24,31:BK5,20:+1+2", written);
        check_fen(game, "W:WK24,31:BK5,20:+224+105", written);
        check_fen(game, "W:WK24,31:BK5,20:+0+0", "W:WK24,31:BK5,20");
        check_fen(game, "W:WK24,K25,31:BK5,20:+0+1", "W:WK24,K25,31:BK5,20");
        check_fen(game, "W:WK24,31:BK5,20:+12+3+4", "W:WK24,31:BK5,20");
    }
    check_fen("killer", written, "W:WK24,31:BK5,20");
    check_fen("international", written, "W:WK24,31:BK5,20");
}

#[test]
fn ranges_lists_and_columns_are_read() {
    check_fen("international", "W:WK1-3:B4 - 6", "W:WK1,K2,K3:B4,5,6");
    check_fen("international", "W:W50:B", "W:W50:B");
    check_fen("international", "B:W50:B", "B:W50:B");
    check_fen("international", "W:W:BK10", "W:W:BK10");
    check_fen("russian", "W:Wa1,c1,Kd4:Bb8,Ge5", "W:WK18,29,30:B1");
    check_fen("brazilian", "W:Wa1,c1,Kd4:Bb8", "W:WK18,29,30:B1");
    check_fen("international", "W:Wa1,Kj10:Bb10", "W:WK5,46:B1");
    check_fen("draughts-14", "W:Wa1,k5,Kk3,kn12:BK4", "W:WK21,69,K83,92:BK4");
    check_fen("draughts-14", "W:W92,k90:BK4", "W:WK90,92:BK4");
    check_fen(
        "international",
        "W:W7,26,28,33,44,46,50:B8,14,17,24,34,37,39.",
        "W:W7,26,28,33,44,46,50:B8,14,17,24,34,37,39",
    );
    check_fen(
        "english",
        "B:Wf6,h6,a5,f4,c3,f2,h2,c1:Bd8,f8,c7,e7,d6",
        "B:W11,12,13,19,22,27,28,30:B2,3,6,7,10",
    );
}

#[test]
fn a_man_does_not_stand_on_its_last_row() {
    let on =
        |color, square| format!("a {color} man cannot stand on square {square}, where it becomes a king");
    check_fen("international", "W:W4:B20", &on("white", 4));
    check_fen("international", "W:W30:B49", &on("black", 49));
    check_fen("international", "W:WK4:B20", "W:WK4:B20");
    check_fen("international", "W:W46:B5", "W:W46:B5");
}

#[test]
fn fens_are_refused_with_the_reason() {
    for (text, reason) in [
        ("", "'' does not begin with the player to move, 'W:' or 'B:'"),
        ("W31-50,B1-20", "'W31-50,B1-20' does not begin with the player to move, 'W:' or 'B:'"),
        ("X:W31:B1", "'X:W31:B1' does not begin with the player to move, 'W:' or 'B:'"),
        ("?:W31:B1", "the player to move must be W or B, not '?'"),
        ("W:31:B1", "a list of pieces must begin with W or B, unlike '31'"),
        ("W::", "a list of pieces must begin with W or B, unlike ''"),
        ("W:W:W31", "there are two lists of white pieces"),
        ("B:B1:B2", "there are two lists of black pieces"),
        ("W:W31", "the list of black pieces is missing"),
        ("W:", "a list of pieces must begin with W or B, unlike ''"),
        ("W:W31,x7:B1", "'x7' is not a square (entry 2 in the list of white pieces)"),
        ("W:W31:B1,,2", "'' is not a square (entry 2 in the list of black pieces)"),
        ("W:WKK31:B1", "'KK31' is not a square (entry 1 in the list of white pieces)"),
        ("W:WA1:B1", "'A1' is not a square (entry 1 in the list of white pieces)"),
        ("W:Wa1-c1:B1", "'a1-c1' is not a square (entry 1 in the list of white pieces)"),
        ("W:W31\u{7}:B1", "'31\\u{7}' is not a square (entry 1 in the list of white pieces)"),
        ("W:W50-31:B1-20", "the range 50-31 runs backwards"),
        ("W:W51:B1", "there is no square 51 on the 10×10 board"),
        ("W:W49-4000000000:B1", "there is no square 51 on the 10×10 board"),
        ("W:W4000000000-4000000001:B1", "there is no square 4000000000 on the 10×10 board"),
        ("W:W0:B1", "there is no square 0 on the 10×10 board"),
        ("W:Wa2:B1", "a2 is not a playing square"),
        ("W:W31,32,31:B1", "square 31 is occupied twice"),
        ("W:W31:B1,31", "square 31 is occupied twice"),
        ("W:W31,Kb4:B1", "square b4 is occupied twice"),
        ("W:W:B", "there are no pieces on the board"),
    ] {
        check_fen("international", text, reason);
    }
    let long = format!("W:W31{}:B1", ",31".repeat(2000));
    let reason = "a FEN has at most 4096 bytes, not 6008";
    check_fen("international", &long, reason);
}

/// The texts of all legal moves are as expected.
#[track_caller]
fn check_texts<G: Game + Default>(fen: &str, expected: &[&str]) {
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(texts(&position::<G>(fen)), expected, "{fen}");
}

/// All texts mean the same move, the first one.
#[track_caller]
fn check_same<G: Game + Default>(fen: &str, texts: &[&str]) {
    let position = position::<G>(fen);
    for text in texts {
        match read_move(position.placement(), text) {
            Ok(mv) => assert_eq!(to_text(position.placement(), &mv), texts[0], "{text:?}"),
            Err(error) => panic!("{error}"),
        }
    }
}

#[track_caller]
fn check_refused<G: Game + Default>(fen: &str, text: &str, reason: &str) {
    let position = position::<G>(fen);
    let error = read_move(position.placement(), text).expect_err("a reason").to_string();
    assert_eq!(error, format!("'{text}': {reason}"));
}

const START: &str = "W:W31-50:B1-20";
const AMBIGUOUS: &str = "W:WK4:B13,20,32,37";

#[test]
fn moves_are_written_as_short_as_they_can_be() {
    check_texts::<Draughts<10>>(AMBIGUOUS, &["4x27x38x15", "4x31x42x15"]);
    check_texts::<Draughts<10>>("B:W14,19,29,31,42:BK47", &["47x38x20x9x36", "47x38x24x13x36"]);
    check_texts::<Draughts<10>>("W:WK2:B7,8,17,18", &["2x2"]);
    check_texts::<Draughts<10>>("W:WK22:B6,13,14,31,42", &["22x47"]);
    check_texts::<Draughts<10>>("B:W41,42:B36", &["36x38"]);
    check_texts::<Draughts<10>>("B:W50:B", &[]);
    check_texts::<Russian>("W:Wh6:Bg7,c5,d2", &["h6:e1"]);
    check_texts::<Russian>("W:WKd2:Bc5,e5,c3,e3", &["d2:c1", "d2:d2", "d2:e1"]);
    check_texts::<Checkers<8>>("W:WK4:B18", &["4-8"]);
    check_texts::<Checkers<8>>("B:Wf6,h6,a5,f4,c3,f2,h2,c1:Bd8,f8,c7,e7,d6", &["7x32"]);
    check_texts::<Draughts<8>>(
        "W:B1,2,3,4,5,6,7,8,10,12,13,18:W17,21,22,23,24,25,26,27,28,30,31,32",
        &["c3xe5", "e3xc5"],
    );
}

#[test]
fn quiet_moves_are_read_in_all_styles() {
    let ways = ["32-28", "32x28", "32:28", "32 - 28", "32 28", "3228", " 032-28!? ", "32-28(?!)", "d4-e5"];
    check_same::<Draughts<10>>(START, &ways);
    check_same::<Draughts<10>>(START, &["32-28", "32–28", "32×28", "32X28", "D4E5", "d4e5"]);
    check_same::<Draughts<10>>("B:W31-50:B1-10,16-20", &["6-11", "06-11", "0611", "6x11"]);
    check_same::<Draughts<8>>(
        "W:W21-32:B1-12",
        &["c3-d4", "c3d4", "C3-D4", "22-18", "2218", "c3xd4", "c3:d4"],
    );
}

#[test]
fn captures_are_read_in_all_styles() {
    let ways =
        ["4x27x38x15", "04x27x38x15", "4:27:38:15", "4 x 27 x 38 x 15", "04273815", "4x22x27x38x33x15"];
    check_same::<Draughts<10>>(AMBIGUOUS, &ways);
    check_same::<Draughts<10>>(AMBIGUOUS, &["4x27x38x15", "4x15x13x20x32", "4x15x32x13x20", "4-15-20-13-32"]);
    check_same::<Draughts<10>>(AMBIGUOUS, &["4x31x42x15", "4x15x37x20x13", "4x31x15", "4x18x31x33x15"]);
    // The king lands on 38 on one route and flies over it on the other.
    check_same::<Draughts<10>>(AMBIGUOUS, &["4x27x38x15", "4x38x15"]);
    check_same::<Draughts<10>>("W:W28:B23,13", &["28x8", "28x19x8", "2808", "28-8", "28x8x23x13", "e5g7e9"]);
    check_same::<Russian>("W:Wb6:Bc7,f6,e3", &["b6:c1", "b6:d8:g5:c1", "b6d8g5c1", "B6xD8xC1"]);
}

#[test]
fn moves_are_refused_with_the_reason() {
    let check = check_refused::<Draughts<10>>;
    for text in ["", "!?", "x", "32-", "-28", "32--28", "e4+", "321", "...", "- -", "0-1a", "32-28 19-23 1"] {
        check(START, text, "expected a move, such as 32-28 or c3-d4");
    }
    check(START, "32", "a move needs at least two squares");
    check(START, "e1", "no piece can go to 48");
    check(START, "32-51", "there is no square 51 on the 10×10 board");
    check(START, "00-28", "there is no square 0 on the 10×10 board");
    check(START, "a2-b3", "a2 is not a playing square");
    check(START, "28-23", "no piece stands on 28");
    check(START, "20-25", "the piece on 20 is black, but white is to move");
    check(START, "38-33", "33 is occupied");
    check(START, "32-23", "the piece on 32 cannot go to 23");
    check(AMBIGUOUS, "4x15x13x20", "no capture from 4 to 15 takes these pieces");
    check("W:W28:B23,13", "28x8x23x23", "no capture from 28 to 8 takes these pieces");
    check(AMBIGUOUS, "4x15x13x20x32x32", "no capture from 4 to 15 takes these pieces");
    check(AMBIGUOUS, "4x22x15", "ambiguous: 4x27x38x15 or 4x31x42x15");
    check(AMBIGUOUS, "4x36x15", "no capture from 4 to 15 takes this route");
    check(AMBIGUOUS, "4x27", "a capture of 3 pieces is obligatory");
    check(AMBIGUOUS, "4-10", "white has to capture");
    check(AMBIGUOUS, "4-5", "the piece on 4 cannot go to 5");
    check(AMBIGUOUS, "4x15", "ambiguous: 4x27x38x15 or 4x31x42x15");
    check_refused::<Checkers<8>>("W:W22:B18,10", "22x15", "the capture must continue from 15");
    check_refused::<Russian>("W:WKa1,c3:Bd4,g7", "a1-b2", "white has to capture");
}

#[test]
fn long_texts_are_refused_and_quoted_in_part() {
    let position = position::<Draughts<10>>(START);
    let error = |text: &str| read_move(position.placement(), text).expect_err("a reason").to_string();
    let long = "32-28".repeat(200_000);
    let quoted = format!("'{}…'", &long[..40]);
    assert_eq!(error(&long), format!("{quoted}: too long for a move (1000000 bytes)"));
    assert_eq!(error("32\u{1b}[2J-28"), "'32\\u{1b}[2J-28': expected a move, such as 32-28 or c3-d4");
}

#[test]
fn a_move_with_many_readings_names_some() {
    let fen = "W:WK35:B17,18,23,24,38,39,42";
    let position = position::<Draughts<10>>(fen);
    let found = readings(position.placement(), "35x34").expect("readings");
    assert_eq!(found.len(), 6);
    for mv in &found {
        assert!(legal(&position).contains(mv));
    }
    let some = "35x8x21x43x34, 35x8x26x48x34, 35x13x27x43x34, 35x13x31x48x34";
    check_refused::<Draughts<10>>(fen, "35x34", &format!("ambiguous: {some} or 2 others"));
}

#[test]
fn a_full_path_is_not_taken_for_a_part_of_another() {
    let (fen, texts) = ("W:WK22:B9,10,18,26", ["c3:e1", "c3:e5:c7:a5:e1"]);
    check_texts::<Russian>(fen, &texts);
    let position = position::<Russian>(fen);
    for text in texts {
        let mv = read_move(position.placement(), text).expect("a move");
        assert_eq!(to_text(position.placement(), &mv), text);
        assert_eq!(full_path(position.placement(), &mv), text);
    }
}

/// Plays moves one after the other. Returns the last FEN, and the error if a move is refused.
fn played<G: Game + Default>(fen_text: &str, texts: &[&str]) -> (String, Option<String>) {
    let mut position = position::<G>(fen_text);
    for text in texts {
        match read_move(position.placement(), text) {
            Ok(mv) => position = position.play(&mv),
            Err(error) => return (fen(position.placement()), Some(error.to_string())),
        }
    }
    (fen(position.placement()), None)
}

#[test]
fn a_long_capture_passes_squares_twice() {
    let start = "W:W27,19,18,11,7,6,5:B28,26,25,20,17,10,9,4,3,2.";
    let capture = "5x14x7x16x23x14x21x30x23x32";
    let moves = [
        "19-15", "10x19", "5-1", "3x10", "11-8", "4x11", "27-24", "20x27", "18-14", "9x18", "1-5", "2x9",
        capture,
    ];
    assert_eq!(played::<Checkers<8>>(start, &moves), ("B:WK32:B28".to_owned(), None));
}

#[test]
fn a_move_cannot_be_played_twice() {
    assert_eq!(
        played::<Draughts<10>>("W:WK2,25:B14,15,16", &["25-20", "25-20"]),
        ("B:WK2,20:B14,15,16".to_owned(), Some("'25-20': no piece stands on 25".to_owned()))
    );
}

#[test]
fn hub_names_all_captured_squares() {
    let start = position::<Draughts<10>>(AMBIGUOUS);
    let start = start.placement();
    assert_eq!(hub::position(start), "WeeeWeeeeeeeebeeeeeebeeeeeeeeeeebeeeebeeeeeeeeeeeee");
    for text in ["4x15x37x20x13", "04x15x13x20x37", "4x15x20x13x37"] {
        assert_eq!(hub::write_move(&hub::read_move(start, text).expect("a move")), "4x15x13x20x37");
    }
    let error = |text| hub::read_move(start, text).expect_err("a reason").to_string();
    assert_eq!(error("4x15"), "'4x15': ambiguous: 4x15x13x20x32 or 4x15x13x20x37");
    assert_eq!(error("4x15x13"), "'4x15x13': no capture from 4 to 15 takes these pieces");
    assert_eq!(error("4x31x42x15"), "'4x31x42x15': a capture of 3 pieces is obligatory");
    assert_eq!(error("4"), "'4': a move needs at least two squares");
    let short = position::<Draughts<10>>("W:W28,50:B23");
    for text in ["28x19", "28x19x23"] {
        assert_eq!(hub::write_move(&hub::read_move(short.placement(), text).expect("a move")), "28x19x23");
    }
}

#[test]
fn hub_positions_are_read_or_refused_with_the_reason() {
    let read = |text: &str| match hub::read_position(Draughts::<10>, text) {
        Ok(position) => fen(position.placement()),
        Err(error) => error.to_string(),
    };
    let published = "BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee";
    assert_eq!(read(published), "B:WK4,K5,25,35,36:BK38,K48");
    assert_eq!(read("Wee"), "a position has 51 letters on this board, not 3");
    assert_eq!(read(&published.replacen('B', "w", 1)), "the player to move must be W or B, not 'w'");
    assert_eq!(read(&published.replacen("ee", "e\n", 1)), "'\\n' on square 2 is not w, b, W, B or e");
    assert_eq!(
        read(&published.replacen("ee", "ew", 1)),
        "a white man cannot stand on square 2, where it becomes a king"
    );
    assert_eq!(read(&format!("W{}", "e".repeat(50))), "there are no pieces on the board");
}

/// Everything written about a position reads back as the same.
#[track_caller]
fn check_round_trips<G: Game>(position: &Position<G>) {
    let placement = position.placement();
    let written = fen(placement);
    assert_eq!(
        written.parse::<Setup>().and_then(|setup| setup.position(placement.game)).as_ref(),
        Ok(position),
        "{written}"
    );
    // The text of Hub has no place for the moves of kings in a row; it sends the moves of the game instead.
    let without_runs = Position::new(Placement { runs: G::Runs::default(), ..*placement });
    assert_eq!(
        hub::read_position(placement.game, &hub::position(placement)).ok(),
        without_runs.ok(),
        "{written}"
    );
    let legal = legal(position);
    for mv in &legal {
        for text in ways_to_write(placement, &legal, mv) {
            let read = read_move(placement, &text);
            assert_eq!(read.as_ref(), Ok(mv), "{written} {text} {}", hub::write_move(mv));
        }
        assert_eq!(hub::read_move(placement, &hub::write_move(mv)).as_ref(), Ok(mv), "{written}");
    }
}

fn ways_to_write<G: Game>(placement: &Placement<G>, legal: &[Move<G>], mv: &Move<G>) -> Vec<String> {
    let path = full_path(placement, mv);
    let glued = path.split(['-', 'x', ':']).map(|name| format!("{name:0>2}")).collect();
    vec![to_text_among(placement, legal, mv), path, glued, compact(placement, legal, mv), hub::write_move(mv)]
}

/// Random games.
struct RandomGames(u64);

impl Task for RandomGames {
    type Output = ();

    fn run<G: Game>(self, game: G) {
        let mut random = StdRng::seed_from_u64(self.0);
        for _ in 0..10 {
            let mut position = Position::start(game);
            for _ in 0..120 {
                check_round_trips(&position);
                let Some(mv) = legal(&position).choose(&mut random).copied() else { break };
                position = position.play(&mv);
            }
        }
    }
}

#[test]
fn what_is_written_in_a_game_reads_back() {
    for (seed, &variant) in Variant::ALL.iter().enumerate() {
        with(variant, RandomGames(seed as u64));
    }
}

/// A few kings among many pieces: captures with many routes. Where a king ends the game, they are all men.
fn crowd<G: Game>(game: G, random: &mut StdRng) -> Position<G> {
    let mut placement = Placement::empty(game, Color::White);
    let squares = G::Board::SQUARES;
    let has_kings = game.rules().goal != Goal::FirstKing;
    let (first, attacker) =
        if has_kings { (1, Piece::WhiteKing) } else { (G::Board::HALF + 1, Piece::WhiteMan) };
    for _ in 0..random.random_range(1..=3) {
        put(&mut placement, random.random_range(first..=squares), attacker);
    }
    for _ in 0..random.random_range(1..=squares / 3) {
        let rank = if has_kings && random.random_bool(0.3) { Rank::King } else { Rank::Man };
        put(
            &mut placement,
            random.random_range(1..=squares - G::Board::HALF),
            Piece::new(Color::Black, rank),
        );
    }
    let mirrored = random.random_bool(0.5);
    Position::new(if mirrored { placement.mirrored() } else { placement }).expect("a legal position")
}

/// A path without one of its squares still has its move among its readings, unless it has become the full
/// path of another move.
#[track_caller]
fn check_parts_of_paths<G: Game>(position: &Position<G>, random: &mut StdRng) {
    for mv in &legal(position) {
        let path = full_path(position.placement(), mv);
        let mut squares: Vec<_> = path.split(['-', 'x', ':']).collect();
        if squares.len() > 2 {
            squares.remove(random.random_range(1..squares.len() - 1));
            let found = readings(position.placement(), &squares.join("x")).expect("a reading");
            let is_other =
                found.len() == 1 && full_path(position.placement(), &found[0]) == squares.join("x");
            assert!(found.contains(mv) || is_other, "{} {path}", fen(position.placement()));
        }
    }
}

/// All readings of a text are legal, whichever squares it names.
#[track_caller]
fn check_nonsense<G: Game>(position: &Position<G>, random: &mut StdRng) {
    let own = position.placement().pieces(position.turn());
    let mut squares = vec![G::Board::square(own.first())];
    squares.extend((0..random.random_range(1..5)).map(|_| random.random_range(1..=G::Board::SQUARES)));
    let names: Vec<_> = squares.iter().map(usize::to_string).collect();
    if let Ok(found) = readings(position.placement(), &names.join("x")) {
        assert!(found.iter().all(|mv| legal(position).contains(mv)));
    }
}

fn put<G: Game>(placement: &mut Placement<G>, square: usize, piece: Piece) {
    if let Some(cell) = G::Board::cell(square).filter(|&cell| placement.free().contains(cell)) {
        placement.put(cell, piece);
    }
}

/// Random positions of this kind.
struct Crowds(u64);

impl Task for Crowds {
    type Output = ();

    fn run<G: Game>(self, game: G) {
        let mut random = StdRng::seed_from_u64(self.0);
        for _ in 0..500 {
            let position = crowd(game, &mut random);
            check_round_trips(&position);
            check_parts_of_paths(&position, &mut random);
            check_nonsense(&position, &mut random);
        }
    }
}

#[test]
fn what_is_written_in_a_crowd_reads_back() {
    for (seed, &variant) in Variant::ALL.iter().enumerate() {
        with(variant, Crowds(seed as u64));
    }
}

/// All readers on an arbitrary text: they return, and every error fits on one line.
struct Swallow<'a>(&'a str);

impl Task for Swallow<'_> {
    type Output = ();

    fn run<G: Game>(self, game: G) {
        let start = Placement::start(game);
        let reasons = [
            self.0.parse::<Setup>().and_then(|setup| setup.position(game)).err().map(|it| it.to_string()),
            hub::read_position(game, self.0).err().map(|it| it.to_string()),
            read_move(&start, self.0).err().map(|it| it.to_string()),
            hub::read_move(&start, self.0).err().map(|it| it.to_string()),
        ];
        for reason in reasons.into_iter().flatten() {
            assert!(reason.chars().count() < 200 && !reason.contains(char::is_control), "{reason}");
        }
    }
}

/// An almost valid text, made of parts of valid ones.
fn almost(random: &mut StdRng) -> String {
    const PIECES: [&str; 28] = [
        "W:",
        "B:",
        "W",
        "B",
        "K",
        ":",
        ",",
        "-",
        "x",
        "1",
        "31",
        "a1",
        "c3",
        "d4",
        "e",
        "w",
        "b",
        "?",
        ".",
        "99999999999999999999",
        " ",
        "\u{feff}",
        "é",
        "\0",
        "!",
        "(",
        ")",
        "G",
    ];
    (0..random.random_range(0..30)).filter_map(|_| PIECES.choose(random)).copied().collect()
}

#[test]
fn no_reader_panics_on_any_text() {
    let mut random = StdRng::seed_from_u64(1);
    for _ in 0..5000 {
        let bytes: Vec<u8> = (0..random.random_range(0..80)).map(|_| random.random()).collect();
        let texts = [String::from_utf8_lossy(&bytes).into_owned(), almost(&mut random)];
        for text in texts {
            let variant = Variant::ALL.choose(&mut random).copied().unwrap_or_default();
            with(variant, Swallow(&text));
        }
    }
}

#[test]
fn no_reader_panics_on_a_megabyte() {
    for piece in ["W", "W:", "3", "32x", "a1", " ", "(!", ",", "K", "e", "\u{feff}", "é", "\u{1b}"] {
        let text = piece.repeat((1 << 20) / piece.len());
        for &variant in Variant::ALL {
            with(variant, Swallow(&text));
            with(variant, Swallow(&format!("W:W{text}")));
        }
    }
}

/// A king below a grid of men: one on every second square of every second row.
fn grid<G: Game + Default>() -> Placement<G> {
    let mut placement = Placement::empty(Default::default(), Color::White);
    placement.put(G::Board::cell(G::Board::SQUARES).expect("the last square"), Piece::WhiteKing);
    for row in (1..G::Board::SIZE - 1).step_by(2) {
        for column in (2..G::Board::SIZE - 1).step_by(2) {
            let cell = G::Board::at(row, column).expect("a playing square");
            placement.put(cell, Piece::BlackMan);
        }
    }
    placement
}

/// For some destinations a route over all pieces exists. For most there is none, but too many routes to try.
#[test]
fn routes_among_dozens_of_pieces_are_found_or_given_up_soon() {
    let placement = grid::<Draughts<14>>();
    let path = |to| {
        let (from, to) = (placement.white.first(), Board::<14>::cell(to).expect("a square"));
        let captured = placement.black;
        full_path(&placement, &Move { from, to, mover: Rank::King, arrives: Rank::King, captured })
    };
    let route = "98x75x60x45x30x15x2x17x4x19x6x21x34x19x32x17x30x43x58x45x32x47x34x49x62x47x60x73x58x71x86x73x88x75\
                 x62x77x90";
    assert_eq!(path(90), route);
    let captured: Vec<_> =
        placement.black.cells().map(|cell| Board::<14>::square(cell).to_string()).collect();
    assert_eq!(path(85), format!("98x85x{}", captured.join("x")));
}

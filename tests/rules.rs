//! The rules of each game, one by one, checked with both generators.

use std::collections::BTreeSet;

use remise::board::{
    Checkers, Color, Draughts, Game, History, MoveList, Outcome, Position, PositionError, Rank, RuleSet,
    Russian, Set, Varied, movegen, rulebook,
};
use remise::notation::{Setup, SetupError, read_move};

use crate::positions::{fen, position, position_in, text};

type International = Draughts<10>;
type Brazilian = Draughts<8>;
type English = Checkers<8>;

const KILLER: Varied<10> = Varied(RuleSet::Killer);
const BREAKTHROUGH: Varied<10> = Varied(RuleSet::Breakthrough);
const LOSING: Varied<10> = Varied(RuleSet::Losing);
const FRISIAN: Varied<10> = Varied(RuleSet::Frisian);
const FRYSK: Varied<10> = Varied(RuleSet::Frysk);

/// Both generators find exactly these moves.
#[track_caller]
fn check<G: Game + Default>(fen: &str, expected: &[&str]) {
    check_in(G::default(), fen, expected);
}

/// The same for a game whose type does not tell its rules.
#[track_caller]
fn check_in<G: Game>(game: G, fen: &str, expected: &[&str]) {
    let position = position_in(game, fen);
    let mut list = MoveList::new();
    movegen::moves(position.placement(), &mut list);
    check_texts(list.iter().map(text).collect(), expected);
    check_texts(rulebook::moves(&position).iter().map(text).collect(), expected);
}

#[track_caller]
fn check_texts(moves: Vec<String>, expected: &[&str]) {
    let set = |moves: &[&str]| moves.iter().map(|mv| (*mv).to_owned()).collect::<BTreeSet<_>>();
    let texts: Vec<_> = moves.iter().map(String::as_str).collect();
    assert_eq!(set(&texts), set(expected));
    assert_eq!(texts.len(), expected.len(), "each move once: {texts:?}");
}

/// The position after these legal moves.
#[track_caller]
fn after<G: Game + Default>(start: &str, moves: &[&str]) -> Position<G> {
    moves.iter().fold(position(start), |position, wanted| {
        let found = rulebook::moves(&position).into_iter().find(|mv| text(mv) == *wanted);
        position.play(&found.unwrap_or_else(|| panic!("{wanted} in {}", fen(position.placement()))))
    })
}

/// The position after a move is as expected.
#[track_caller]
fn check_after<G: Game + Default>(start: &str, mv: &str, expected: &str) {
    assert_eq!(fen(after::<G>(start, &[mv]).placement()), expected);
}

#[test]
fn the_men_fill_all_rows_but_two() {
    fn check<G: Game + Default>(men: u32, opener: Color) {
        let start = Position::start(G::default());
        assert_eq!(start.turn(), opener);
        for color in Color::ALL {
            assert_eq!(start.placement().pieces(color).count(), men);
        }
    }
    check::<Draughts<6>>(6, Color::White);
    check::<Brazilian>(12, Color::White);
    check::<International>(20, Color::White);
    check::<Draughts<12>>(30, Color::White);
    check::<Draughts<14>>(42, Color::White);
    check::<Checkers<6>>(6, Color::Black);
    check::<English>(12, Color::Black);
    check::<Checkers<10>>(20, Color::Black);
    check::<Checkers<12>>(30, Color::Black);
    check::<Checkers<14>>(42, Color::Black);
    check::<Russian>(12, Color::White);
}

#[test]
fn a_man_moves_one_cell_forward() {
    check::<International>("W:W28:B1", &["28-22", "28-23"]);
    check::<International>("B:W50:B23", &["23-28", "23-29"]);
    check::<English>("W:W18:B1", &["18-14", "18-15"]);
}

#[test]
fn a_flying_king_moves_over_empty_cells() {
    check::<International>(
        "W:WK28,14:B6,K1,7,K50",
        &[
            "28-22", "28-17", "28-11", "28-23", "28-19", "28-32", "28-37", "28-41", "28-46", "28-33",
            "28-39", "28-44", "14-9", "14-10",
        ],
    );
}

#[test]
fn an_english_king_moves_and_captures_on_the_next_cells_only() {
    check::<English>("W:WK4:B18", &["4-8"]);
    check::<English>("W:WK18:B2", &["18-14", "18-15", "18-22", "18-23"]);
    check::<English>("W:WK4:B11", &["4-8"]);
    check::<English>("W:WK18:B15", &["18x11(15)"]);
}

#[test]
fn captures_are_obligatory() {
    check::<International>("W:W28,48:B23", &["28x19(23)"]);
    check::<English>("W:W18,32:B15", &["18x11(15)"]);
    check::<Russian>("W:W18,32:B15", &["18x11(15)"]);
}

#[test]
fn men_capture_backward_but_english_ones_do_not() {
    check::<International>("W:W23,46:B29", &["23x34(29)"]);
    check::<Russian>("W:W14:B18", &["14x23(18)"]);
    check::<English>("W:W14:B18", &["14-9", "14-10"]);
}

#[test]
fn an_english_man_takes_a_king() {
    check::<English>("B:W17,K22:B18", &["18x25(22)"]);
}

#[test]
fn adjacent_pieces_own_pieces_and_pieces_at_the_edge_cannot_be_captured() {
    check::<International>("W:WK46:B37,32", &["46-41"]);
    check::<International>("W:W28,22:B18,11", &["22x13(18)"]);
    check::<International>("W:W6:B1", &[]);
    check::<International>("W:WK46,37:B32", &["37x28(32)"]);
}

#[test]
fn the_most_pieces_must_be_captured() {
    check::<International>("W:W32,36:B18,19,28,31", &["32x12(18,28)", "32x14(19,28)"]); // article 4.13
    check::<Brazilian>("W:W26,27:B23,22,15", &["26x10(15,23)", "27x11(15,23)", "27x25(22,23)"]);
}

#[test]
fn a_king_counts_as_much_as_a_man() {
    check::<International>("W:W32,45:BK28,40", &["32x23(28)", "45x34(40)"]);
}

#[test]
fn any_capture_may_be_chosen_but_must_be_completed() {
    check::<Russian>("W:W26,29:B23,16,25", &["26x12(16,23)", "29x22(25)"]);
    check::<English>("W:W26,29:B23,16,25", &["26x12(16,23)", "29x22(25)"]);
}

#[test]
fn a_capture_of_several_pieces_is_one_move() {
    check::<English>("B:W11,12,13,19,22,27,28,30:B2,3,6,7,10", &["7x32(11,19,27)"]);
}

/// 31 would be the fourth if 13 and 42 did not still block the way.
#[test]
fn captured_pieces_are_removed_at_the_end() {
    check::<International>("W:WK22:B6,13,14,31,42", &["22x47(13,14,42)"]);
    check_after::<International>("W:WK22:B6,13,14,31,42", "22x47(13,14,42)", "B:WK47:B6,31");
}

#[test]
fn an_empty_cell_may_be_crossed_twice() {
    let moves = [
        "19-15",
        "10x19(15)",
        "5-1",
        "3x10(7)",
        "11-8",
        "4x11(8)",
        "27-24",
        "20x27(24)",
        "18-14",
        "9x18(14)",
        "1-5",
        "2x9(6)",
        "5x32(9,10,11,17,18,19,25,26,27)",
    ];
    let end = after::<English>("W:W27,19,18,11,7,6,5:B28,26,25,20,17,10,9,4,3,2", &moves);
    assert_eq!(fen(end.placement()), "B:WK32:B28");
    assert_eq!(History::new(&end).outcome(&end), Some(Outcome::Win(Color::White)));
}

/// Two routes go round, but they are one move.
#[test]
fn the_origin_of_a_capture_is_empty_during_the_capture() {
    check::<International>("W:WK2:B7,8,17,18", &["2x2(7,8,17,18)"]);
    check_after::<International>("W:WK2:B7,8,17,18,45", "2x2(7,8,17,18)", "B:WK2:B45");
    // d2 takes c5, e5, c3, e3 and may pass where it stood.
    check::<Russian>(
        "W:WK26:B14,15,22,23",
        &["26x30(14,15,22,23)", "26x26(14,15,22,23)", "26x31(14,15,22,23)"],
    );
}

#[test]
fn captures_of_other_pieces_are_other_moves() {
    check::<International>("W:WK4:B13,20,32,37", &["4x15(13,20,32)", "4x15(13,20,37)"]);
    check::<International>("B:W14,19,29,31,42:BK47", &["47x36(14,29,31,42)", "47x36(19,29,31,42)"]);
}

#[test]
fn a_flying_king_captures_at_a_distance_and_lands_on_any_empty_cell_behind() {
    check::<International>("W:WK46:B28", &["46x23(28)", "46x19(28)", "46x14(28)", "46x10(28)", "46x5(28)"]);
    check::<International>("W:WK46:B28,10", &["46x5(10,28)"]);
}

/// g5 would do for f6 alone.
#[test]
fn a_russian_king_lands_where_it_can_continue() {
    check::<Russian>("W:WK2:B11,23", &["2x26(11,23)", "2x30(11,23)"]);
}

#[test]
fn a_man_that_captures_through_the_last_row_stays_a_man() {
    check::<International>("B:W41,42:B36", &["36x38(41,42)"]);
    check_after::<International>("B:W41,42,6:B36", "36x38(41,42)", "W:W6:B38");
    check::<International>("W:W12:B8,9,20", &["12x25(8,9,20)"]);
    check_after::<International>("W:W12:B8,9,20,45", "12x25(8,9,20)", "B:W25:B45");
    // b6xd8 does not go on to f6.
    check::<Brazilian>("W:W9:B6,11,23", &["9x2(6)"]);
}

#[test]
fn a_man_that_ends_on_the_last_row_becomes_a_king() {
    check_after::<International>("W:W6,7:B45", "7-1", "B:WK1,6:B45");
    check_after::<International>("B:W42:B37,45", "37x48(42)", "W:W:B45,K48");
    check_after::<Brazilian>("W:W9:B6,11,23", "9x2(6)", "B:WK2:B11,23");
    check_after::<English>("W:W6:B28", "6-1", "B:WK1:B28");
    check_after::<Russian>("W:W6:B28", "6-1", "B:WK1:B28");
}

#[test]
fn a_russian_man_continues_a_capture_as_a_king() {
    // h6 takes g7 and, a king on f8, c5 and d2: only a3 will do behind c5.
    check::<Russian>("W:W12:B8,14,26", &["12x31(8,14,26)"]);
    check_after::<Russian>("W:W12:B8,14,26,28", "12x31(8,14,26)", "B:WK31:B28");
    // b6 takes c7, f6 from afar, and e3.
    check::<Russian>("W:W9:B6,11,23", &["9x26(6,11,23)", "9x30(6,11,23)"]);
}

#[test]
fn an_english_man_that_becomes_a_king_stops() {
    check::<English>("B:W25,26:B21", &["21x30(25)"]);
    check_after::<English>("B:W25,26:B21", "21x30(25)", "W:W26:BK30");
}

#[test]
fn a_man_promoted_during_a_capture_is_marked_as_promoted() {
    let moves = rulebook::moves(&position::<Russian>("W:W12:B8,14,26"));
    assert!(moves.iter().all(|mv| mv.mover == Rank::Man && mv.arrives == Rank::King && mv.promotes()));
}

#[test]
fn a_piece_of_white_is_written_before_or_after_one_of_black() {
    let white_last = "W:B1,2,3,4,5,6,7,8,10,12,13,18:W17,21,22,23,24,25,26,27,28,30,31,32";
    check::<Brazilian>(white_last, &["22x15(18)", "23x14(18)"]);
}

#[test]
fn a_player_without_a_legal_move_has_lost() {
    check::<International>("B:W50:B", &[]);
    let end = position::<International>("B:W50:B");
    assert_eq!(History::new(&end).outcome(&end), Some(Outcome::Win(Color::White)));
    // Blocked.
    check::<English>("W:W21:B17,14", &[]);
    let end = position::<English>("W:W21:B17,14");
    assert_eq!(History::new(&end).outcome(&end), Some(Outcome::Win(Color::Black)));
}

/// The rule of killer draughts; the moves are those of Scan 3.1.
#[test]
fn a_killer_king_that_captures_a_king_last_stops_right_behind_it() {
    check_in(KILLER, "W:WK46:BK28", &["46x23(28)"]);
    check_in(KILLER, "W:WK46:BK28,K19,6", &["46x14(19,28)"]);
    check_in(KILLER, "B:WK28,39:BK5,12", &["5x32(28)"]);
    check_in(KILLER, "B:W33,K22,K11:BK44,K1", &["44x6(11,22,33)"]);
    check_in(KILLER, "W:WK46,K3,K50:BK14,K20,K1,24", &["46x10(14)"]);
}

/// The moves are those of Scan 3.1.
#[test]
fn a_killer_king_lands_anywhere_behind_a_man_or_to_go_on() {
    let behind = ["46x23(28)", "46x19(28)", "46x14(28)", "46x10(28)", "46x5(28)"];
    check_in(KILLER, "W:WK46:B28", &behind);
    // It lands on 14 behind the king on 28, since it goes on from there.
    check_in(KILLER, "W:WK46:BK28,20", &["46x25(20,28)"]);
    check_in(
        KILLER,
        "W:WK46:BK41,32",
        &["46x28(32,41)", "46x23(32,41)", "46x19(32,41)", "46x14(32,41)", "46x10(32,41)", "46x5(32,41)"],
    );
    check_in(KILLER, "W:W27:BK22,K13", &["27x9(13,22)"]);
    // Nor is anything else than in international draughts.
    check::<International>("W:WK46:BK28", &behind);
}

#[test]
fn a_landing_too_far_behind_a_king_is_refused_with_the_reason() {
    let position = position_in(KILLER, "W:WK46:BK28");
    let refusal = read_move(position.placement(), "46x14").expect_err("23 is right behind it");
    assert_eq!(
        refusal.reason.to_string(),
        "a king that captures a king last stops right behind it, not on 14"
    );
}

fn outcome<G: Game>(game: G, fen: &str) -> Option<Outcome> {
    let position = position_in(game, fen);
    History::new(&position).outcome(&position)
}

/// The outcomes are those of Scan 3.1 and of pydraughts 0.6.7.
#[test]
fn who_cannot_move_wins_in_losing_draughts_only() {
    for (fen, turn) in [("W:W:B20", Color::White), ("B:W20:B", Color::Black), ("W:W6:B1", Color::White)] {
        assert_eq!(outcome(LOSING, fen), Some(Outcome::Win(turn)), "{fen}");
        for game in [KILLER, BREAKTHROUGH] {
            assert_eq!(outcome(game, fen), Some(Outcome::Win(!turn)), "{fen}");
        }
    }
    assert_eq!(outcome(Varied::<6>(RuleSet::Losing), "B:W4:B"), Some(Outcome::Win(Color::Black)));
    assert_eq!(outcome(LOSING, "W:WK46:BK5"), None);
    assert_eq!(outcome(LOSING, "W:WK46:B20"), None);
}

/// All other rules are those of international draughts (FMJD, Annex 1: 4.1, 4.13, 4.15).
#[test]
fn pieces_of_losing_draughts_move_as_international_ones() {
    check_in(LOSING, "W:W28,48:B23", &["28x19(23)"]);
    check_in(LOSING, "W:W23,46:B29", &["23x34(29)"]);
    check_in(LOSING, "W:W32,36:B18,19,28,31", &["32x12(18,28)", "32x14(19,28)"]);
    check_in(LOSING, "W:W12:B8,9,20", &["12x25(8,9,20)"]);
    check_in(LOSING, "W:WK46:BK28", &["46x23(28)", "46x19(28)", "46x14(28)", "46x10(28)", "46x5(28)"]);
}

/// The outcomes are those of Scan 3.1 and of pydraughts 0.6.7.
#[test]
fn the_first_king_wins_in_breakthrough() {
    check_in(BREAKTHROUGH, "B:WK1:B35", &[]);
    assert_eq!(outcome(BREAKTHROUGH, "B:WK1:B35"), Some(Outcome::Win(Color::White)));
    assert_eq!(outcome(BREAKTHROUGH, "W:W6,7:BK50"), Some(Outcome::Win(Color::Black)));
    // Nor can the king be captured first.
    check_in(BREAKTHROUGH, "W:W44:BK50,39", &[]);
    check_in(BREAKTHROUGH, "B:W44,K1:B7,39", &[]);
    assert_eq!(outcome(BREAKTHROUGH, "W:W7:B35"), None);
    assert_eq!(outcome(LOSING, "B:WK1:B35"), None);
    assert_eq!(outcome(KILLER, "B:WK1:B35"), None);
}

#[test]
fn a_man_that_passes_the_last_row_does_not_win_in_breakthrough() {
    check_in(BREAKTHROUGH, "W:W12:B8,9,20,35", &["12x25(8,9,20)"]);
    let position = position_in(BREAKTHROUGH, "W:W12:B8,9,20,35");
    let next = position.play(&rulebook::moves(&position)[0]);
    assert_eq!((fen(next.placement()), History::new(&next).outcome(&next)), ("B:W25:B35".to_owned(), None));
    // A capture that ends there does.
    let position = position_in(BREAKTHROUGH, "W:W11:B7,35");
    let next = position.play(&rulebook::moves(&position)[0]);
    assert_eq!(History::new(&next).outcome(&next), Some(Outcome::Win(Color::White)));
}

#[test]
fn a_king_of_the_player_to_move_cannot_be_in_breakthrough() {
    let position = |fen: &str| fen.parse::<Setup>().expect("a FEN").position(BREAKTHROUGH);
    for (fen, color) in [("W:WK1,20:B30", Color::White), ("B:W11,K20:BK30", Color::Black)] {
        let error = position(fen).expect_err("the game is over");
        assert_eq!(error, SetupError::Illegal(PositionError::AlreadyWon { color }), "{fen}");
    }
    assert!(position("B:WK1,20:B30").is_ok());
}

/// Official rules of Frisian draughts (2011), article 4; Frysk! starts with the first rows.
#[test]
fn frisian_draughts_starts_with_all_rows_and_frysk_with_one() {
    assert_eq!(fen(Position::start(FRISIAN).placement()), fen(Position::start(Draughts::<10>).placement()));
    assert_eq!(fen(Position::start(FRYSK).placement()), "W:W46,47,48,49,50:B1,2,3,4,5");
}

/// Article 7: a man captures in eight directions, and moves in two.
#[test]
fn a_frisian_man_captures_along_files_and_rows_too() {
    for (black, mv) in [
        (22, "28x17(22)"),
        (23, "28x19(23)"),
        (32, "28x37(32)"),
        (33, "28x39(33)"),
        (18, "28x8(18)"),
        (27, "28x26(27)"),
        (29, "28x30(29)"),
        (38, "28x48(38)"),
    ] {
        check_in(FRISIAN, &format!("W:W28:B{black},1"), &[mv]);
    }
    check_in(FRISIAN, "W:W28:B1", &["28-22", "28-23"]);
    // The next row begins where this one ends, and nothing is behind the edge.
    check_in(FRISIAN, "W:W29:B30,31,1", &["29-23", "29-24"]);
    check_in(FRISIAN, "W:W35:B36,37,1", &["35-30"]);
    check_in(FRISIAN, "W:W16:B6,1", &["16-11"]);
    check::<International>("W:W28:B18,1", &["28-22", "28-23"]);
}

/// Article 9: a king captures in eight directions at any distance, and moves along diagonals.
#[test]
fn a_frisian_king_captures_along_files_and_rows_too() {
    check_in(FRISIAN, "W:WK48,35:B18", &["48x8(18)"]);
    check_in(FRISIAN, "W:WK30,35:B28", &["30x27(28)", "30x26(28)"]);
    check_in(
        FRISIAN,
        "W:WK50,35:B4",
        &["50-44", "50-39", "50-33", "50-28", "50-22", "50-17", "50-11", "50-6", "50-45", "35-30"],
    );
    check_in(FRISIAN, "W:WK30:B28,K26,20", &["30x6(20,26,28)", "30x16(20,26,28)"]);
}

/// Captures in both orders of the same two pieces are one move.
#[test]
fn a_frisian_capture_is_one_move_whatever_the_route() {
    check_in(FRISIAN, "W:WK1,50:B3,7,15", &["1x1(3,7,15)", "1x2(3,7,15)"]);
}

/// The capture of the greatest value is obligatory; a king is worth a little less than two men.
#[test]
fn the_greatest_value_must_be_captured_in_frisian_draughts() {
    // Three kings are more than five men, and two kings more than three men.
    check_in(FRISIAN, "W:W49,50:BK39,K28,K37,40,20,9,12,21", &["49x47(28,37,39)"]);
    check_in(FRISIAN, "W:W39,36:BK34,31,K40,32,43", &["39x50(34,40)"]);
    // Two men are more than a king, and four men more than two kings.
    check_in(FRISIAN, "W:W29:BK39,21,28", &["29x16(21,28)"]);
    check_in(FRISIAN, "W:W46,K35:B14,27,29,19,K49,K47", &["35x16(14,19,27,29)", "35x21(14,19,27,29)"]);
}

/// If a king and a man can capture the same value, the king has to.
#[test]
fn a_frisian_king_captures_before_a_man() {
    let by_king = ["7x18(12)", "7x23(12)", "7x29(12)", "7x34(12)", "7x40(12)", "7x45(12)"];
    check_in(FRISIAN, "W:W13,K7,32:BK12", &by_king);
    check_in(FRISIAN, "W:W13,32:BK12", &["13x11(12)"]);
    // A man captures more.
    check_in(FRISIAN, "W:W32,K46:B27,17,1,K5", &["32x12(17,27)"]);
}

/// The position after these legal moves from a FEN.
#[track_caller]
fn frisian_after(start: &str, moves: &[&str]) -> Position<Varied<10>> {
    moves.iter().fold(position_in(FRISIAN, start), |position, wanted| {
        let found = rulebook::moves(&position).into_iter().find(|mv| text(mv) == *wanted);
        position.play(&found.unwrap_or_else(|| panic!("{wanted} in {}", fen(position.placement()))))
    })
}

/// The moves of a position given by the moves that led to it, and by its FEN.
#[track_caller]
fn check_frisian_after(start: &str, moves: &[&str], expected_fen: &str, expected: &[&str]) {
    let position = frisian_after(start, moves);
    assert_eq!(fen(position.placement()), expected_fen);
    check_texts(rulebook::moves(&position).iter().map(text).collect(), expected);
    check_in(FRISIAN, expected_fen, expected);
    let read = position_in(FRISIAN, expected_fen);
    assert_eq!((read, read.key()), (position, position.key()));
}

const KINGS: &str = "W:WK47,35:BK4,16";

/// A player who has men may make three moves in a row with the same king, then has to move another piece.
#[test]
fn a_frisian_king_makes_three_moves_in_a_row() {
    check_frisian_after(
        KINGS,
        &["47-38", "4-31", "38-20", "31-26"],
        "W:WK20,35:B16,K26:+226+220",
        &[
            "20-14", "20-9", "20-3", "20-15", "20-24", "20-29", "20-33", "20-38", "20-42", "20-47", "20-25",
            "35-30",
        ],
    );
    let three = ["47-38", "4-31", "38-20", "31-26", "20-15", "26-8"];
    check_frisian_after(KINGS, &three, "W:WK15,35:BK8,16:+308+315", &["35-30"]);
}

/// The move of another piece ends the count, that of the opponent does not.
#[test]
fn the_moves_of_a_frisian_king_are_counted_until_another_piece_moves() {
    let three = ["47-38", "4-31", "38-20", "31-26", "20-15", "26-8"];
    let next = frisian_after(KINGS, &[&three[..], &["35-30"]].concat());
    assert_eq!(fen(next.placement()), "B:WK15,30:BK8,16:+308+0");
    let two_kings = "W:WK47,K48,35:BK4,16";
    let position = frisian_after(two_kings, &["47-38", "4-9", "48-25", "9-4"]);
    assert_eq!(fen(position.placement()), "W:WK25,35,K38:BK4,16:+204+125");
}

/// A capture is allowed at any time and ends the count.
#[test]
fn a_frisian_king_captures_after_three_moves() {
    check_in(FRISIAN, "W:WK34,35:BK14,16:+314+334", &["34x4(14)"]);
    let position = frisian_after("W:WK34,35:BK14,16:+314+334", &["34x4(14)"]);
    assert_eq!(fen(position.placement()), "B:WK4,35:B16");
    // The count of a king that was not captured goes on.
    let position = frisian_after("W:WK34,35:BK14,16,K46:+346+334", &["34x4(14)"]);
    assert_eq!(fen(position.placement()), "B:WK4,35:B16,K46:+346+0");
}

/// A player without men moves the same king as often as he likes.
#[test]
fn the_limit_of_king_moves_is_for_players_with_men() {
    let position =
        frisian_after("W:WK48,K47:BK4,16", &["48-42", "4-9", "42-15", "9-3", "15-38", "3-12", "38-33"]);
    assert_eq!(fen(position.placement()), "B:WK33,K47:BK12,16:+312+0");
    check_texts(rulebook::moves(&position).iter().map(text).collect(), &["16-21"]);
}

/// A player whose only moves would be those of a king that may not move has lost.
#[test]
fn a_player_whose_king_must_rest_and_whose_men_are_blocked_has_lost() {
    let fen = "W:WK48,6:B1,K5:+0+348";
    check_in(FRISIAN, fen, &[]);
    assert_eq!(outcome(FRISIAN, fen), Some(Outcome::Win(Color::Black)));
    assert_eq!(outcome(FRISIAN, "W:WK48,6:B1,K5:+0+248"), None);
}

#[test]
fn impossible_king_moves_are_refused() {
    for (fen, square, color, moves) in [
        ("W:WK48,6:B1,K5:+0+448", 48, Color::White, 4),
        ("W:WK48,6:B1,K5:+0+106", 6, Color::White, 1),
        ("W:WK48,6:B1,K5:+0+147", 47, Color::White, 1),
        ("W:WK48:B1,K5:+0+148", 48, Color::White, 1),
    ] {
        let error = fen.parse::<Setup>().expect("a FEN").position(FRISIAN).expect_err(fen);
        assert_eq!(
            error,
            SetupError::Illegal(PositionError::ImpossibleRun { square, color, moves }),
            "{fen}"
        );
        assert!(fen.parse::<Setup>().expect("a FEN").position(KILLER).is_ok(), "{fen}");
    }
}

#[test]
fn frisian_moves_are_refused_with_the_reason() {
    let refused = |fen: &str, mv: &str| {
        let position = position_in(FRISIAN, fen);
        read_move(position.placement(), mv).expect_err(mv).reason.to_string()
    };
    let resting = "the king on 15 has made 3 moves in a row; now it may only capture";
    assert_eq!(refused("W:WK15,35:BK8,16:+308+315", "15-10"), resting);
    let value = "a capture of a greater value is obligatory";
    assert_eq!(refused("W:W39,36:BK34,31,K40,32,43", "36x38"), value);
}

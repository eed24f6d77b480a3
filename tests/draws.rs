//! Draw rules: each limit takes effect in time and not before, and restarts as it should.

use remise::board::{
    Checkers, Color, Draughts, DrawReason, Game, History, Outcome, Position, RuleSet, Russian, Varied,
    rulebook,
};

use crate::positions::{fen, position, position_in, text};

type International = Draughts<10>;
type Brazilian = Draughts<8>;
type English = Checkers<8>;

/// A game from a position.
struct Played<G: Game + Default> {
    position: Position<G>,
    history: History,
}

impl<G: Game + Default> Played<G> {
    #[track_caller]
    fn from(fen: &str) -> Self {
        let position = position(fen);
        Self { position, history: History::new(&position) }
    }

    /// Plays these moves, which have to be legal.
    #[track_caller]
    fn play(&mut self, moves: &[&str]) {
        for wanted in moves {
            let found = rulebook::moves(&self.position).into_iter().find(|mv| text(mv) == *wanted);
            let context = || format!("{wanted} in {}", fen(self.position.placement()));
            self.position = self.position.play(&found.unwrap_or_else(|| panic!("{}", context())));
            self.history.push(&self.position);
        }
    }

    /// Plays this number of plies, repeating a cycle of moves.
    #[track_caller]
    fn play_round(&mut self, plies: usize, moves: &[&str]) {
        moves.iter().cycle().take(plies).for_each(|mv| self.play(&[mv]));
    }

    /// The draw by a count of moves. Repetition is ignored here, so that moves can be repeated.
    #[track_caller]
    fn counted(&self) -> Option<DrawReason> {
        let draw = self.position.clock().draw(&G::default().rules().draws);
        assert_eq!(self.position.clock().plies_left(&G::default().rules().draws) == 0, draw.is_some());
        draw
    }

    /// Repeats a cycle of moves: the game is drawn after this number of plies, not before.
    #[track_caller]
    fn check(&mut self, plies: usize, moves: &[&str], reason: DrawReason) {
        for ply in 0..plies {
            assert_eq!(self.counted(), None, "after {ply} plies");
            let left = usize::from(self.position.clock().plies_left(&G::default().rules().draws));
            assert!(left <= plies - ply, "{left} plies left after {ply} of {plies}");
            self.play(&[moves[ply % moves.len()]]);
        }
        assert_eq!(self.counted(), Some(reason), "after {plies} plies");
    }
}

/// Both players move to and fro.
const ROUND: [&str; 4] = ["47-42", "4-10", "42-47", "10-4"];

#[test]
fn twenty_five_moves_each_of_kings_are_a_draw() {
    Played::<International>::from("W:WK47,K48,36:BK3,K4").check(50, &ROUND, DrawReason::QuietMoves);
}

#[test]
fn a_move_of_a_man_makes_the_quiet_moves_start_again() {
    let mut game = Played::<International>::from("W:WK47,K48,36:BK3,K4");
    game.play_round(46, &ROUND);
    game.play(&["36-31"]);
    assert_eq!(game.position.clock().quiet_plies(), 0);
    game.check(50, &["10-5", "42-47", "5-10", "47-42"], DrawReason::QuietMoves);
}

#[test]
fn a_capture_makes_the_quiet_moves_start_again() {
    let mut game = Played::<International>::from("W:WK47,K48,36:BK3,K4");
    game.play_round(46, &ROUND);
    game.play(&["48-43", "10-4", "36-31", "4x36(31)"]);
    assert_eq!(game.position.clock().quiet_plies(), 0);
    game.play(&["42-47"]);
    assert_eq!(game.position.clock().quiet_plies(), 1);
}

#[test]
fn boards_without_a_federation_have_25_moves_and_no_endings() {
    let to_and_fro = ["18-15", "1-4", "15-18", "4-1"];
    Played::<Draughts<6>>::from("W:WK18:BK1").check(50, &to_and_fro, DrawReason::QuietMoves);
    let to_and_fro = ["72-66", "1-7", "66-72", "7-1"];
    Played::<Draughts<12>>::from("W:WK72:BK1").check(50, &to_and_fro, DrawReason::QuietMoves);
    let to_and_fro = ["98-91", "1-8", "91-98", "8-1"];
    Played::<Draughts<14>>::from("W:WK98:BK1").check(50, &to_and_fro, DrawReason::QuietMoves);
}

#[test]
fn forty_moves_each_are_a_draw_in_checkers() {
    let to_and_fro = ["1-5", "32-28", "5-1", "28-32"];
    Played::<English>::from("B:WK32:BK1").check(80, &to_and_fro, DrawReason::QuietMoves);
    let mut game = Played::<English>::from("B:WK32,21:BK1");
    game.play_round(79, &to_and_fro);
    game.play(&["21-17"]);
    assert_eq!(game.position.clock().quiet_plies(), 0);
    game.check(80, &["1-5", "28-32", "5-1", "32-28"], DrawReason::QuietMoves);
}

#[test]
fn forty_moves_each_are_a_draw_on_every_board_of_checkers() {
    let to_and_fro = ["1-4", "18-15", "4-1", "15-18"];
    Played::<Checkers<6>>::from("B:WK18:BK1").check(80, &to_and_fro, DrawReason::QuietMoves);
    let to_and_fro = ["1-8", "98-91", "8-1", "91-98"];
    Played::<Checkers<14>>::from("B:WK98:BK1").check(80, &to_and_fro, DrawReason::QuietMoves);
}

#[test]
fn the_third_repetition_is_a_draw() {
    let mut game = Played::<International>::from("W:WK47,K48,36:BK3,K4");
    for _ in 0..2 {
        assert_eq!(game.history.outcome(&game.position), None);
        game.play(&ROUND);
    }
    let repetition = Some(Outcome::Draw(DrawReason::Repetition));
    assert_eq!(game.history.outcome(&game.position), repetition);
    assert_eq!(game.history.count(game.position.key()), 3);
    game.play(&["36-31"]);
    assert_eq!(game.history.outcome(&game.position), None);
    assert_eq!(game.history.keys().len(), 1);
}

#[test]
fn the_same_pieces_with_the_other_player_to_move_are_no_repetition() {
    let mut game = Played::<Russian>::from("W:WK29,K30:BK3,K1");
    // White takes three moves to come back, Black two.
    game.play(&["29-25", "3-7", "25-22", "7-3", "22-29"]);
    assert_eq!(game.history.count(game.position.key()), 1);
    game.play(&["3-7", "29-25", "7-3", "25-22", "3-7", "22-29", "7-3"]);
    assert_eq!(game.history.count(game.position.key()), 2);
    assert_eq!(game.history.outcome(&game.position), None);
}

#[test]
fn having_no_move_comes_before_a_draw() {
    let mut game = Played::<International>::from("B:WK47,K48:BK4");
    game.play_round(8, &["4-10", "47-42", "10-4", "42-47"]);
    game.play(&["4-31", "48x26(31)"]);
    assert_eq!(game.counted(), Some(DrawReason::Ending));
    assert_eq!(game.history.outcome(&game.position), Some(Outcome::Win(Color::White)));
}

#[test]
fn three_against_a_king_have_16_moves() {
    let ending = DrawReason::Ending;
    Played::<International>::from("W:WK47,K48,K49:BK4").check(32, &ROUND, ending);
    Played::<International>::from("W:WK47,K48,26:BK4").check(32, &ROUND, ending);
    Played::<International>::from("W:WK47,26,35:BK4").check(32, &ROUND, ending);
    Played::<International>::from("B:WK4:BK47,K48,K49").check(32, &ROUND, ending);
}

#[test]
fn three_men_or_four_pieces_against_a_king_have_no_limit_of_their_own() {
    Played::<International>::from("W:WK47,K48,K49,26:BK4").check(50, &ROUND, DrawReason::QuietMoves);
    let mut game = Played::<International>::from("W:W26,35,45:BK4");
    game.play(&["45-40", "4-10", "40-34", "10-4"]);
    assert!(game.position.clock().plies_left(&International::default().rules().draws) > 32);
}

#[test]
fn the_16_moves_begin_when_the_ending_arises() {
    let mut game = Played::<International>::from("B:WK47,K48,K49,31:BK4");
    assert!(game.position.clock().plies_left(&International::default().rules().draws) > 32);
    game.play(&["4x36(31)"]);
    game.check(32, &["47-42", "36-4", "42-47", "4-36"], DrawReason::Ending);
}

#[test]
fn a_move_of_a_man_does_not_extend_the_16_moves() {
    let mut game = Played::<International>::from("W:WK47,K48,26:BK4");
    game.play_round(28, &ROUND);
    game.play(&["26-21", "4-10"]);
    game.check(2, &["47-42", "10-4"], DrawReason::Ending);
}

/// And the 5 moves that two against one have would be over later.
#[test]
fn a_capture_does_not_extend_the_16_moves() {
    let mut game = Played::<International>::from("W:WK47,K48,36:BK4");
    game.play_round(26, &ROUND);
    game.play(&["36-31", "10-4", "42-47", "4x36(31)"]);
    game.check(2, &["47-42", "36-31"], DrawReason::Ending);
}

#[test]
fn a_capture_starts_the_5_moves_that_may_be_over_before_the_16() {
    let mut game = Played::<International>::from("W:WK47,K48,31:BK4");
    game.play(&["48-43", "4x36(31)"]);
    game.check(10, &["47-42", "36-4", "42-47", "4-36"], DrawReason::Ending);
}

#[test]
fn two_or_one_against_a_king_have_5_moves() {
    let ending = DrawReason::Ending;
    Played::<International>::from("W:WK47,K48:BK4").check(10, &ROUND, ending);
    Played::<International>::from("W:WK47,26:BK4").check(10, &ROUND, ending);
    Played::<International>::from("W:WK47:BK4").check(10, &ROUND, ending);
    let to_and_fro = ["29-25", "3-7", "25-29", "7-3"];
    Played::<Brazilian>::from("W:WK29,K30:BK3").check(10, &to_and_fro, ending);
    Played::<Brazilian>::from("W:WK29,21:BK3").check(10, &to_and_fro, ending);
    Played::<Brazilian>::from("W:WK29:BK3").check(10, &to_and_fro, ending);
}

/// g1-h2 and b8-a7, and back.
const ROUND_64: [&str; 4] = ["32-28", "1-5", "28-32", "5-1"];

#[test]
fn fifteen_moves_each_of_kings_are_a_draw_on_64_squares() {
    let (fen, reason) = ("W:WK32,K31,21:BK1,K2,11", DrawReason::QuietMoves);
    Played::<Russian>::from(fen).check(30, &ROUND_64, reason);
    Played::<Brazilian>::from(fen).check(30, &ROUND_64, reason);
}

#[test]
fn three_against_a_king_have_15_moves_on_64_squares() {
    fn check<G: Game + Default>() {
        let mut game = Played::<G>::from("W:WK32,K31,21:BK1");
        game.play_round(20, &ROUND_64);
        game.play(&["21-17", "1-5"]);
        game.check(8, &["32-28", "5-1", "28-32", "1-5"], DrawReason::Ending);
    }
    check::<Russian>();
    check::<Brazilian>();
}

/// Nor does a capture give them more.
#[test]
fn more_kings_against_a_king_have_15_moves_on_64_squares() {
    let mut game = Played::<Russian>::from("W:WK32,K31,K30,K24:BK1");
    game.play_round(20, &ROUND_64);
    game.play(&["31-26", "1x28(24)"]);
    game.check(8, &["26-31", "28-1", "31-26", "1-28"], DrawReason::Ending);
}

#[test]
fn against_a_king_on_the_main_road_there_are_5() {
    let (on_the_road, ending) = (["32-28", "29-25", "28-32", "25-29"], DrawReason::Ending);
    Played::<Russian>::from("W:WK32,K31,K5:BK29").check(10, &on_the_road, ending);
    Played::<Brazilian>::from("W:WK32,K31,21:BK29").check(10, &["32-28", "29-4", "28-32", "4-29"], ending);
}

#[test]
fn leaving_the_main_road_makes_its_5_moves_start_again() {
    let mut game = Played::<Russian>::from("W:WK32,K31,K5:BK29");
    game.play(&["32-28", "29-25", "28-32", "25-30"]);
    assert_eq!(game.position.clock().plies_left(&Russian.rules().draws), 26);
    game.play(&["32-28", "30-25"]);
    game.check(10, &["28-32", "25-29", "32-28", "29-25"], DrawReason::Ending);
}

#[test]
fn kings_on_both_sides_have_5_moves_with_two_or_three_pieces() {
    let ending = DrawReason::Ending;
    Played::<Russian>::from("W:WK32:BK1").check(10, &ROUND_64, ending);
    Played::<Russian>::from("W:WK32,K31:BK1").check(10, &ROUND_64, ending);
    Played::<Russian>::from("W:WK32:BK1,12").check(10, &ROUND_64, ending);
}

#[test]
fn kings_on_both_sides_have_30_moves_with_four_or_five_pieces() {
    fn check<G: Game + Default>(fen: &str) {
        let mut game = Played::<G>::from(fen);
        game.play_round(28, &ROUND_64);
        game.play(&["21-17", "1-5"]);
        game.play_round(26, &["32-28", "5-1", "28-32", "1-5"]);
        game.play(&["17-13", "1-5"]);
        game.check(2, &["28-32", "5-1"], DrawReason::Ending);
    }
    check::<Russian>("W:WK32,21:BK1,12");
    check::<Russian>("W:WK32,21:BK1,K2,12");
    check::<Brazilian>("W:WK32,21:BK1,K2,12");
}

#[test]
fn kings_on_both_sides_have_60_moves_with_six_or_seven_pieces() {
    fn check<G: Game + Default>(fen: &str) {
        let mut game = Played::<G>::from(fen);
        game.play_round(28, &ROUND_64);
        game.play(&["21-17", "1-5"]);
        game.play_round(28, &["32-28", "5-1", "28-32", "1-5"]);
        game.play(&["17-13", "5-1"]);
        game.play_round(24, &ROUND_64);
        game.play(&["32-28", "12-16"]);
        game.play_round(28, &["28-32", "1-5", "32-28", "5-1"]);
        game.play(&["28-32", "16-20"]);
        game.check(4, &ROUND_64, DrawReason::Ending);
    }
    check::<Russian>("W:WK32,K31,21:BK1,K2,12");
    check::<Russian>("W:WK32,K31,K29,21:BK1,K2,12");
    check::<Brazilian>("W:WK32,K31,21:BK1,K2,12");
}

#[test]
fn a_move_of_a_man_does_not_make_the_moves_by_pieces_start_again() {
    let mut game = Played::<Russian>::from("W:WK32,21:BK1");
    game.play_round(8, &ROUND_64);
    game.play(&["21-17"]);
    game.check(1, &["1-5"], DrawReason::Ending);
}

#[test]
fn becoming_a_king_makes_the_counts_start_again() {
    let mut game = Played::<Russian>::from("W:WK32,5:BK4");
    game.play_round(8, &["32-28", "4-8", "28-32", "8-4"]);
    game.play(&["5-1"]);
    assert_eq!(game.position.clock().quiet_plies(), 0);
    game.check(10, &["4-8", "32-28", "8-4", "28-32"], DrawReason::Ending);
}

#[test]
fn becoming_a_king_in_a_capture_makes_the_counts_start_again() {
    let mut game = Played::<Russian>::from("B:WK32,12:BK1,4");
    game.play_round(4, &["1-5", "32-28", "5-1", "28-32"]);
    game.play(&["4-8", "12x3(8)"]);
    assert_eq!(game.position.clock().quiet_plies(), 0);
    game.check(10, &["1-5", "32-28", "5-1", "28-32"], DrawReason::Ending);
}

/// The draw by a count of moves after these plies of a game of Frisian draughts.
#[track_caller]
fn counted_in_frisian(start: &str, plies: usize, moves: &[&str]) -> Option<DrawReason> {
    let mut position = position_in(Varied::<10>(RuleSet::Frisian), start);
    for wanted in moves.iter().cycle().take(plies) {
        let found = rulebook::moves(&position).into_iter().find(|mv| text(mv) == *wanted);
        position =
            position.play(&found.unwrap_or_else(|| panic!("{wanted} in {}", fen(position.placement()))));
    }
    position.clock().draw(&position.game().rules().draws)
}

#[test]
fn two_kings_against_one_have_seven_moves_in_frisian_draughts() {
    let (start, round) = ("W:WK47,K48:BK4", ["47-42", "4-10", "42-47", "10-4"]);
    assert_eq!(counted_in_frisian(start, 13, &round), None);
    assert_eq!(counted_in_frisian(start, 14, &round), Some(DrawReason::Ending));
    // Three kings have no limit.
    assert_eq!(counted_in_frisian("W:WK47,K48,K49:BK4", 60, &round), None);
}

#[test]
fn one_king_against_one_has_two_moves_in_frisian_draughts() {
    let (start, round) = ("W:WK47:BK4", ["47-42", "4-10", "42-47", "10-4"]);
    assert_eq!(counted_in_frisian(start, 3, &round), None);
    assert_eq!(counted_in_frisian(start, 4, &round), Some(DrawReason::Ending));
    // They count from the capture of the third king.
    let moves = ["15x47(33)", "6-11", "47-36", "11-6", "36-47"];
    assert_eq!(counted_in_frisian("B:WK6,K33:BK15", 4, &moves), None);
    assert_eq!(counted_in_frisian("B:WK6,K33:BK15", 5, &moves), Some(DrawReason::Ending));
}

/// Positions are the same only if the same kings may move.
#[test]
fn positions_with_other_king_moves_are_not_repeated() {
    let mut position = position_in(Varied::<10>(RuleSet::Frisian), "W:WK47,K48,36:BK3,K4,15");
    let mut history = History::new(&position);
    let mut played = 0;
    let round = ["47-42", "4-9", "48-43", "3-8", "42-47", "9-4", "43-48", "8-3"];
    while history.outcome(&position).is_none() {
        let wanted = round[played % round.len()];
        let found = rulebook::moves(&position).into_iter().find(|mv| text(mv) == wanted);
        position =
            position.play(&found.unwrap_or_else(|| panic!("{wanted} in {}", fen(position.placement()))));
        history.push(&position);
        played += 1;
    }
    // The start had no king moves behind it: the first position that comes back is the one after a move.
    assert_eq!((played, history.outcome(&position)), (18, Some(Outcome::Draw(DrawReason::Repetition))));
}

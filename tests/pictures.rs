//! What the pictures show.

use remise::lab::hex::{Check, Hex, Pairing, Potential, Solved, Stones, check};
use remise::lab::{ExplicitGraph, Heap, Marks, Nim, Ordering, Player, TicTacToe, Values, WinTree};
use remise::picture::{self, HexBoard};

const GREEN: &str = "#A6DBA0";
const YELLOW: &str = "#FFF3B0";
const RED: &str = "#E07B73";

/// The numbers of green, yellow and red shapes without those of the legend.
#[track_caller]
fn check_lights(svg: &str, legend: usize, expected: [usize; 3]) {
    check_text(svg);
    let shapes = [GREEN, YELLOW, RED].map(|color| svg.matches(color).count() - legend);
    assert_eq!(shapes, expected);
}

/// The picture is one closed element, and all of its numbers are finite.
#[track_caller]
fn check_text(svg: &str) {
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    assert_eq!(svg.matches('"').count() % 2, 0);
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
}

fn shown(svg: &str, text: &str) -> bool {
    count_of(svg, text) > 0
}

/// How often a text is drawn.
fn count_of(svg: &str, text: &str) -> usize {
    svg.matches(&format!(">\n{text}\n</text>")).count()
}

#[test]
fn ten_to_zero_has_seven_green_and_four_red_heaps() {
    let values = Values::of(&Nim, [Heap::new(10)], 100).expect("few positions");
    let svg = picture::nim(10, &values);
    check_lights(&svg, 1, [7, 0, 4]);
    assert!(shown(&svg, "win 7") && shown(&svg, "loss 6"));
}

#[test]
fn tic_tac_toe_begins_with_ties_and_blunders() {
    let values = Values::of(&TicTacToe, [Marks::EMPTY], 10_000).expect("few positions");
    // One, three and twelve positions up to symmetry.
    check_lights(&picture::tictactoe(&values), 1, [7, 9, 0]);
}

#[test]
fn a_small_hex_board_is_drawn_as_a_graph() {
    let hex = Hex::new(2, 2).expect("a small board");
    let solved = Solved::new(hex, 100).expect("few positions");
    let svg = picture::hex_graph(hex, &solved);
    assert_eq!(solved.values().len(), 17);
    check_lights(&svg, 1, [10, 0, 7]);
}

#[test]
fn openings_are_green_where_they_win() {
    let hex = Hex::new(3, 3).expect("a small board");
    let openings = Solved::new(hex, 10_000).expect("few positions").openings();
    let board = HexBoard::of_openings(hex, "openings", &openings);
    check_lights(&picture::hex_boards(&[board]), 0, [5, 0, 4]);
}

#[test]
fn a_board_shows_weights_and_the_losing_line() {
    let hex = Hex::new(3, 3).expect("a small board");
    let potential = Potential::halves(hex);
    let found = check(&hex, &potential, 10_000, |_| ()).expect("few positions");
    let weights = HexBoard::of_weights(hex, "a < b & c", &potential.cell_weights(Stones::NONE));
    let line = HexBoard::of_check(hex, &found).expect("it loses");
    let svg = picture::hex_boards(&[weights, line]);
    check_text(&svg);
    assert!(shown(&svg, "a &lt; b &amp; c"));
    for text in ["0.656", "0.219", "1", "7"] {
        assert!(shown(&svg, text), "{text}");
    }
    assert!(!shown(&svg, "8"));
}

#[test]
fn a_board_shows_who_is_paired_with_whom() {
    let hex = Hex::new(4, 5).expect("a small board");
    let pairing = Pairing::new(hex).expect("four by five");
    let svg = picture::hex_boards(&[HexBoard::of_pairs(hex, "pairs", &pairing)]);
    check_text(&svg);
    for letter in 'A'..='J' {
        assert_eq!(count_of(&svg, &letter.to_string()), 2, "{letter}");
    }
    assert!(HexBoard::of_check(hex, &Check::Holds { positions: 1 }).is_none());
}

#[test]
fn a_searched_graph_shows_its_marks_and_the_wrong_ones() {
    let graph: ExplicitGraph =
        "0 first -> 1 3\n1 second -> 2 0\n2 first -> 3\n3 second = first".parse().expect("a graph");
    let mut tree = WinTree::with_ordering(&graph, Player::First, Ordering::Printed);
    tree.search(0, 100).expect("four vertices");
    let svg = picture::wintree(&tree, &[(0, 1)], &[0]);
    // 0 and 1 are NIL, 2 and 3 are TRUE.
    check_lights(&svg, 1, [2, 2, 0]);
    assert!(shown(&svg, "in 1") && shown(&svg, "first wins"));
}

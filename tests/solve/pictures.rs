//! What the pictures show.

use remise::lab::hex::{Check, Hex, Pairing, Potential, Solved, Stones, check};
use remise::lab::{Heap, Marks, Nim, TicTacToe, Values};
use remise::picture::{self, Diagram};

const GREEN: &str = "#a6dba0";
const YELLOW: &str = "#fee08b";
const RED: &str = "#f4a6a0";

/// One element a line, all closed, and so many green, yellow and red shapes besides the legend's.
#[track_caller]
fn check_lights(svg: &str, legend: usize, expected: [usize; 3]) {
    check_text(svg);
    let shapes = [GREEN, YELLOW, RED].map(|color| svg.matches(color).count() - legend);
    assert_eq!(shapes, expected);
}

#[track_caller]
fn check_text(svg: &str) {
    let lines: Vec<&str> = svg.lines().collect();
    assert!(lines[0].starts_with("<svg xmlns=") && lines[lines.len() - 1] == "</svg>");
    for line in &lines[1..lines.len() - 1] {
        assert!(line.starts_with('<') && (line.ends_with("/>") || line.ends_with("</text>")), "{line}");
        assert!(!line.contains("NaN") && !line.contains("inf"), "{line}");
        assert_eq!(line.matches('"').count() % 2, 0, "{line}");
    }
}

fn shown(svg: &str, text: &str) -> bool {
    svg.contains(&format!(">{text}</text>"))
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
    let diagram = Diagram::of_openings(hex, "openings", &openings);
    check_lights(&picture::hex_boards(&[diagram]), 0, [5, 0, 4]);
}

#[test]
fn a_board_shows_weights_and_the_losing_line() {
    let hex = Hex::new(3, 3).expect("a small board");
    let potential = Potential::halves(hex);
    let found = check(&hex, &potential, 10_000, |_| ()).expect("few positions");
    let weights = Diagram::of_weights(hex, "a < b & c", &potential.cell_weights(Stones::NONE));
    let line = Diagram::of_check(hex, &found).expect("it loses");
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
    let svg = picture::hex_boards(&[Diagram::of_pairs(hex, "pairs", &pairing)]);
    check_text(&svg);
    for letter in 'A'..='J' {
        assert_eq!(svg.matches(&format!(">{letter}</text>")).count(), 2, "{letter}");
    }
    assert!(Diagram::of_check(hex, &Check::Holds { positions: 1 }).is_none());
}

//! Hex against the numbers of an independent program.

use remise::solve::hex::{
    CellSet, Check, Hex, Pairing, Potential, Stones, Strategy, cells_of, chains, check,
};
use remise::solve::{TooMany, Value, Values};
use serde::Deserialize;

/// What the other program found for Down's potential strategy.
#[derive(Deserialize)]
struct Board {
    rows: u32,
    cols: u32,
    minimal_chains: usize,
    potential: f64,
    holds: bool,
    positions_across_to_move: Option<usize>,
    first_losing_line_cells_row_major: Option<Vec<u32>>,
}

fn hex(rows: u32, columns: u32) -> Hex {
    Hex::new(rows, columns).expect("a small board")
}

fn checked(hex: &Hex, strategy: &impl Strategy) -> Check {
    check(hex, strategy, 1_000_000, |_| ()).expect("few positions")
}

#[test]
fn the_potential_player_does_on_every_board_what_the_other_program_says() {
    let boards: Vec<Board> = serde_json::from_str(include_str!("hex.json")).expect("a list of boards");
    assert_eq!(boards.len(), 8);
    for board in boards {
        let hex = hex(board.rows, board.cols);
        let potential = Potential::halves(hex);
        assert_eq!(potential.chains().len(), board.minimal_chains, "{hex:?}");
        assert!(potential.potential(Stones::NONE) == board.potential, "{hex:?}");
        let expected = match board.first_losing_line_cells_row_major {
            Some(line) => Check::Loses { line },
            None => Check::Holds { positions: board.positions_across_to_move.expect("it holds") },
        };
        assert_eq!(board.holds, matches!(expected, Check::Holds { .. }));
        assert_eq!(checked(&hex, &potential), expected, "{hex:?}");
    }
}

#[test]
fn pairing_holds_on_four_by_five_in_59_049_positions() {
    let hex = hex(4, 5);
    let pairing = Pairing::new(hex).expect("four by five");
    assert_eq!(checked(&hex, &pairing), Check::Holds { positions: 59_049 });
}

#[test]
fn pairing_holds_where_there_is_a_pairing() {
    for rows in 1..=4 {
        let hex = hex(rows, rows + 1);
        let pairing = Pairing::new(hex).expect("n by n + 1");
        let positions = 3_usize.pow(rows * (rows + 1) / 2);
        assert_eq!(checked(&hex, &pairing), Check::Holds { positions }, "{rows}");
        for cell in 0..hex.cells() {
            assert_ne!(pairing.partner(cell), cell);
            assert_eq!(pairing.partner(pairing.partner(cell)), cell);
        }
    }
}

/// No chain without both cells of a pair: the same without playing.
#[test]
fn every_chain_needs_both_cells_of_some_pair() {
    for rows in 1..=5 {
        let hex = hex(rows, rows + 1);
        let pairing = Pairing::new(hex).expect("n by n + 1");
        for chain in chains(&hex) {
            assert!(cells_of(chain).any(|cell| chain >> pairing.partner(cell) & 1 == 1), "{chain:b}");
        }
    }
}

#[test]
fn other_boards_have_no_pairing() {
    let error = Pairing::new(hex(3, 3)).expect_err("a square");
    assert_eq!(error.to_string(), "the pairing strategy needs a board of n×(n+1) cells, not 3×3");
}

#[test]
fn boards_have_one_to_32_cells() {
    assert!(Hex::new(4, 8).is_ok() && Hex::new(1, 32).is_ok() && Hex::new(32, 1).is_ok());
    for (rows, columns) in [(0, 3), (3, 0), (3, 11), (u32::MAX, u32::MAX)] {
        let error = Hex::new(rows, columns).expect_err("too small or too large");
        assert_eq!(error.to_string(), format!("a Hex board has 1 to 32 cells, not {rows}×{columns}"));
    }
}

#[test]
fn square_boards_are_won_by_the_first_player() {
    for size in 1..=4 {
        let values = values(size, size);
        assert!(matches!(values.get(Stones::NONE), Some(Value::Win(_))), "{size}");
        println!("{size} {} {:?}", values.len(), values.get(Stones::NONE));
    }
}

/// On n×(n+1) the pairing player wins as second player, and so does whoever has the shorter way.
#[test]
fn the_shorter_way_wins() {
    assert!(matches!(values(3, 4).get(Stones::NONE), Some(Value::Lose(_))));
    assert!(matches!(values(4, 3).get(Stones::NONE), Some(Value::Win(_))));
}

#[test]
fn a_full_board_is_joined_in_exactly_one_way() {
    for (rows, columns) in [(1, 1), (1, 4), (4, 1), (3, 4), (4, 3)] {
        let hex = hex(rows, columns);
        for across in 0..=hex.all() {
            assert_ne!(hex.joins_across(across), hex.joins_down(hex.all() & !across), "{across:b}");
        }
    }
}

/// The other way to find them: all sets that join, without a cell that they could do without.
#[test]
fn chains_are_the_minimal_sets_that_join() {
    for (rows, columns) in [(1, 1), (1, 5), (5, 1), (2, 2), (3, 3), (3, 4), (4, 3)] {
        let hex = hex(rows, columns);
        let is_minimal = |&set: &CellSet| {
            hex.joins_across(set) && cells_of(set).all(|cell| !hex.joins_across(set & !(1 << cell)))
        };
        let minimal: Vec<CellSet> = (0..=hex.all()).filter(is_minimal).collect();
        let mut chains = chains(&hex);
        chains.sort_unstable();
        assert_eq!(chains, minimal, "{rows}×{columns}");
    }
}

#[test]
fn a_check_that_needs_too_many_positions_is_refused() {
    let hex = hex(4, 5);
    let pairing = Pairing::new(hex).expect("four by five");
    assert_eq!(check(&hex, &pairing, 1_000, |_| ()), Err(TooMany { limit: 1_000 }));
}

fn values(rows: u32, columns: u32) -> Values<Stones> {
    Values::of(&hex(rows, columns), [Stones::NONE], 20_000_000).expect("a small board")
}

//! Hex against the numbers of an independent program.

use remise::lab::hex::{
    CellSet, CellWeights, Check, Climb, ClimbState, Hex, NoClimb, Pairing, Potential, Solved, StateError,
    Stones, Strategy, TooFine, cells_of, chains, check,
};
use remise::lab::{TooMany, Value, Values};
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
    let expected = [(1, 2, 1), (2, 32, 3), (3, 5_514, 5), (4, 9_386_235, 9)];
    for (size, positions, plies) in expected {
        let solved = Solved::new(hex(size, size), 5_000_000).expect("a small board");
        assert_eq!(solved.positions(), positions, "{size}");
        assert_eq!(solved.value(Stones::NONE), Some(Value::Win(plies)), "{size}");
    }
}

#[test]
fn a_board_up_to_a_turn_has_the_values_of_the_board() {
    for (rows, columns) in [(1, 1), (2, 3), (3, 3), (3, 4), (4, 3)] {
        let hex = hex(rows, columns);
        let values = Values::of(&hex, [Stones::NONE], 1_000_000).expect("a small board");
        let solved = Solved::new(hex, 1_000_000).expect("a small board");
        assert_eq!(solved.positions(), values.len(), "{rows}×{columns}");
        for (stones, value) in values.iter() {
            assert_eq!(solved.value(stones), Some(value), "{rows}×{columns} {stones:?}");
        }
        let best = solved.openings().into_iter().max();
        assert_eq!(values.get(Stones::NONE), best, "{rows}×{columns}");
    }
}

/// On n×(n+1) the pairing player wins as second player, and so does the player with the shorter way.
#[test]
fn the_shorter_way_wins() {
    let value = |rows, columns| {
        Solved::new(hex(rows, columns), 1_000_000).expect("a small board").value(Stones::NONE)
    };
    assert!(matches!(value(3, 4), Some(Value::Lose(_))));
    assert!(matches!(value(4, 3), Some(Value::Win(_))));
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

/// The answer to whether other weights than one half a cell win on 4×5: these do, and others on 4×6.
#[test]
fn there_are_weights_that_hold_where_halves_fail() {
    check_weights(
        hex(4, 5),
        &[24, 32, 25, 24, 25, 40, 26, 26, 26, 30, 30, 26, 26, 26, 40, 25, 24, 25, 32, 24],
        32_465,
    );
    check_weights(
        hex(4, 6),
        &[27, 32, 32, 34, 32, 32, 32, 28, 32, 33, 42, 30, 30, 42, 33, 32, 28, 32, 32, 32, 34, 32, 32, 27],
        214_862,
    );
}

#[track_caller]
fn check_weights(hex: Hex, factors: &[u32], positions: usize) {
    let weights = CellWeights::new(&hex, factors).expect("a weight a cell");
    assert!(weights.is_symmetric(&hex));
    let potential = Potential::new(hex, &weights).expect("short chains");
    assert_eq!(checked(&hex, &potential), Check::Holds { positions });
    assert!(matches!(checked(&hex, &Potential::halves(hex)), Check::Loses { .. }));
}

#[test]
fn halves_are_halves_in_64ths_too() {
    for (rows, columns) in [(2, 2), (3, 3), (3, 4), (2, 6)] {
        let hex = hex(rows, columns);
        let in_64ths = Potential::new(hex, &CellWeights::halves(&hex)).expect("short chains");
        let halves = Potential::halves(hex);
        assert_eq!(checked(&hex, &in_64ths), checked(&hex, &halves), "{rows}×{columns}");
        assert!(in_64ths.potential(Stones::NONE) == halves.potential(Stones::NONE), "{rows}×{columns}");
    }
}

#[test]
fn weights_are_one_a_cell_and_between_0_and_1() {
    let hex = hex(2, 2);
    assert!(CellWeights::new(&hex, &[1, 2, 3, 63]).is_some());
    for wrong in [&[1, 2, 3][..], &[0, 1, 1, 1], &[64, 1, 1, 1], &[1, 1, 1, 1, 1]] {
        assert_eq!(CellWeights::new(&hex, wrong), None, "{wrong:?}");
    }
}

/// Chains of 32 cells with 64ths would need 192 bits.
#[test]
fn weights_that_cannot_be_exact_are_refused() {
    let hex = hex(1, 32);
    assert_eq!(Potential::new(hex, &CellWeights::halves(&hex)).err(), Some(TooFine));
    assert_eq!(Climb::new(hex, 1).err(), Some(NoClimb::TooFine(TooFine)));
    assert_eq!(Potential::halves(hex).chains().len(), 1);
}

/// Where it is interrupted makes no difference, and it never gets worse.
#[test]
fn a_climb_goes_on_where_it_was() {
    let hex = hex(4, 5);
    let mut whole = Climb::new(hex, 3).expect("a small board");
    assert_eq!(whole.state().best.leaks, 75);
    let mut saved = whole.state().clone();
    for _ in 0..12 {
        let before = whole.state().best.leaks;
        whole.step();
        assert!(whole.state().best.leaks <= before);
        let mut resumed = Climb::new(hex, 3).expect("a small board");
        resumed.resume(saved).expect("its own state");
        resumed.step();
        saved = resumed.state().clone();
        assert_eq!(&saved, whole.state());
    }
}

#[test]
fn a_climb_that_has_found_says_what_the_check_says() {
    let climb = Climb::new(hex(3, 4), 1).expect("a small board");
    assert!(climb.has_found());
    let mut climb = Climb::new(hex(2, 2), 1).expect("a small board");
    for _ in 0..100 {
        climb.step();
    }
    assert!(!climb.has_found(), "the first player wins on 2×2");
}

#[test]
fn a_state_that_no_such_climb_has_is_refused() {
    let mut climb = Climb::new(hex(3, 3), 1).expect("a small board");
    let thin = vec![63, 32, 1, 32, 1, 32, 1, 32, 63];
    (0..30).for_each(|_| climb.step());
    let (steps, leaks) = (climb.state().steps, climb.state().best.leaks);
    let other = |change: &dyn Fn(&mut ClimbState)| {
        let mut state = climb.state().clone();
        change(&mut state);
        let last_success = state.last_success;
        (Climb::new(hex(3, 3), 1).expect("a small board").resume(state), last_success)
    };
    let check = |change: &dyn Fn(&mut ClimbState), error| assert_eq!(other(change).0, Err(error));
    assert_eq!(other(&|_| ()).0, Ok(()));
    check(&|state| state.seed = 2, StateError::Foreign);
    check(&|state| state.rows = 4, StateError::Foreign);
    check(&|state| state.current.factors[0] = 64, StateError::Factors("current"));
    check(&|state| state.best.factors[0] ^= 1, StateError::Factors("best"));
    check(&|state| state.best.factors.push(32), StateError::Factors("best"));
    let wrong = |field, stored, actual| StateError::Leaks { field, stored, actual };
    check(&|state| state.best.leaks = 0, wrong("best", 0, leaks));
    check(
        &|state| state.current.leaks += 1,
        wrong("current", climb.state().current.leaks + 1, climb.state().current.leaks),
    );
    let late = |last_success| StateError::Steps { steps, last_success };
    check(&|state| state.last_success = steps + 1, late(steps + 1));
    check(&|state| state.last_success = u64::MAX, late(u64::MAX));
    let last_success = climb.state().last_success;
    let far = StateError::Steps { steps: u64::MAX, last_success };
    check(&|state| state.steps = u64::MAX, far);
    let wrong = other(&|state| (state.best.factors, state.best.leaks) = (thin.clone(), 0)).0;
    let Err(StateError::Leaks { actual, .. }) = wrong else { panic!("{wrong:?}") };
    assert!(actual > leaks, "they are worse than one half for each cell");
    check(&|state| (state.best.factors, state.best.leaks) = (thin.clone(), actual), StateError::NotBest);
}

/// The chains of every board fit in memory.
#[test]
fn every_board_can_be_weighed() {
    let most = (1..=32).flat_map(|rows| (1..=32 / rows).map(move |columns| hex(rows, columns)));
    let most = most.map(|hex| (Potential::halves(hex).chains().len(), hex.rows(), hex.columns())).max();
    assert_eq!(most, Some((7_739, 2, 16)));
}

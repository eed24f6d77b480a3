use std::collections::HashSet;

use super::*;
use crate::board::{Checkers, Draughts, MoveList, Russian};

/// The number of positions found by a search of the whole graph.
fn searched<G: Game + Default>(start: Placement<G>) -> u64 {
    let (mut seen, mut open) = (HashSet::from([start]), vec![start]);
    while let Some(placement) = open.pop() {
        for mv in &MoveList::legal(&placement) {
            let next = placement.play(mv);
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen.len() as u64
}

fn counted<G: Game + Default>(start: Placement<G>, threads: usize) -> u64 {
    let mut count = ReachableCount::new(start, None).expect("few pieces");
    while count.step(threads) {}
    count.found()
}

fn placement<G: Game + Default>(pieces: &[(usize, Piece)], turn: Color) -> Placement<G> {
    let mut placement = Placement::empty(G::default(), turn);
    for &(square, piece) in pieces {
        placement.put(G::Board::cell(square).expect("a square"), piece);
    }
    placement
}

#[test]
fn the_smallest_board_has_as_many_positions_as_a_search_finds() {
    let (draughts, checkers) =
        (searched(Placement::start(Draughts::<4>)), searched(Placement::start(Checkers::<4>)));
    assert!(draughts > 100 && checkers > 100 && draughts != checkers, "{draughts}, {checkers}");
    for threads in [1, 2] {
        assert_eq!(counted(Placement::start(Draughts::<4>), threads), draughts);
        assert_eq!(counted(Placement::start(Checkers::<4>), threads), checkers);
    }
}

fn check_few_pieces<G: Game + Default>() {
    use Piece::{BlackKing, BlackMan, WhiteKing, WhiteMan};
    let starts: [&[(usize, Piece)]; 4] = [
        &[(16, WhiteMan), (3, BlackMan)],
        &[(18, WhiteKing), (1, BlackMan), (2, BlackMan)],
        &[(16, WhiteMan), (17, WhiteMan), (1, BlackMan), (6, BlackMan)],
        &[(13, WhiteKing), (15, WhiteMan), (4, BlackKing), (2, BlackMan), (10, BlackKing)],
    ];
    for start in starts {
        for turn in Color::ALL {
            let start = placement::<G>(start, turn);
            assert_eq!(counted(start, 2), searched(start), "{start:?}");
        }
    }
}

#[test]
fn few_pieces_on_six_rows_have_as_many_positions_as_a_search_finds() {
    check_few_pieces::<Draughts<6>>();
    check_few_pieces::<Checkers<6>>();
}

#[test]
fn a_position_without_moves_is_counted_alone() {
    let start = placement::<Russian>(&[(29, Piece::WhiteKing)], Color::Black);
    assert_eq!((counted(start, 1), searched(start)), (1, 1));
}

/// All states of a count, one after each level, and their result.
#[test]
fn a_count_goes_on_from_any_level() {
    type G = Checkers<4>;
    let start = Placement::start(G::default());
    let mut count = ReachableCount::new(start, None).expect("few pieces");
    let mut states = Vec::new();
    while count.step(1) {
        let mut state = Vec::new();
        count.save(&mut state).expect("memory");
        states.push(state);
    }
    assert!(states.len() > 20, "{}", states.len());
    for state in &states {
        let mut resumed = ReachableCount::new(start, None).expect("few pieces");
        resumed.resume(&mut state.as_slice()).expect("a state");
        while resumed.step(2) {}
        assert_eq!(resumed.found(), count.found());
    }
}

#[test]
fn damaged_and_foreign_states_are_refused() {
    let start = Placement::start(Checkers::<4>);
    let mut count = ReachableCount::new(start, None).expect("few pieces");
    for _ in 0..10 {
        assert!(count.step(1));
    }
    let mut state = Vec::new();
    count.save(&mut state).expect("memory");
    for length in 0..state.len() {
        let error = count.resume(&mut &state[..length]).expect_err("it is cut");
        assert!(matches!(error, SavedError::Damaged), "{length}: {error}");
    }
    // A few bits of a zstd frame say nothing about its content.
    let found = count.found();
    let is_harmless = |place: usize| {
        let mut flipped = state.clone();
        flipped[place] ^= 1;
        let mut other = ReachableCount::new(start, None).expect("few pieces");
        other.resume(&mut flipped.as_slice()).is_ok_and(|()| other.found() == found)
    };
    let harmless = (0..state.len()).filter(|&place| is_harmless(place)).count();
    assert!(harmless <= 4, "{harmless}");
    let mut other = ReachableCount::new(Placement::start(Draughts::<4>), None).expect("few pieces");
    let error = other.resume(&mut state.as_slice()).expect_err("another game").to_string();
    assert_eq!(error, "it is the count of another game or position");
}

#[test]
fn a_count_that_does_not_fit_into_memory_is_refused() {
    let error = ReachableCount::new(Placement::start(Draughts::<6>), Some(1 << 30)).map(drop);
    let error = error.expect_err("a gibibyte").to_string();
    assert_eq!(error, "the count needs 15219 MiB of memory, 1024 MiB are free");
}

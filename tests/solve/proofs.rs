//! Proofs by proof numbers: against retrograde analysis, against larger tables, and played out.

use std::ops::ControlFlow;
use std::sync::Arc;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use remise::board::{
    Checkers, Color, Draughts, Game, Geometry, MoveList, Piece, Placement, Rank, Russian, Set,
};
use remise::endgame::{Slice, Tables, Value as TableValue};
use remise::lab::{GameGraph, Player, Value, player};
use remise::proof::{Answer, Endings, Field, Look, Progress, Prover, Undecided, Words};

use super::graphs::{Written, random_graphs};
use crate::endgame::small;
use crate::positions::{fen, position};

const MEMORY: usize = 1 << 30;

fn listen(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn a_position_is_the_same_after_it_was_packed() {
    check_packing::<Draughts<6>>();
    check_packing::<Draughts<8>>();
    check_packing::<Draughts<10>>();
    check_packing::<Draughts<12>>();
    check_packing::<Draughts<14>>();
}

fn check_packing<G: Game>() {
    let mut chance = StdRng::seed_from_u64(3);
    for _ in 0..1_000 {
        let mut placement = Placement::<G>::empty(if chance.random() { Color::White } else { Color::Black });
        let squares = (1..=G::Board::SQUARES).filter_map(G::Board::cell);
        for cell in squares.filter(|_| chance.random_bool(0.7)).collect::<Vec<_>>() {
            let color = if chance.random() { Color::White } else { Color::Black };
            let rank = if chance.random() { Rank::King } else { Rank::Man };
            placement.put(cell, Piece::new(color, rank));
        }
        let words = Endings::<G>::pack(placement);
        let (used, unused) = words.split_at(Endings::<G>::WORDS);
        assert_eq!(Endings::<G>::unpack(used), placement);
        assert!(unused.iter().all(|word| *word == 0), "{words:x?}");
    }
}

/// A graph in which players move in turn. A draw and a tie are the same here.
struct InTurn<'a>(&'a Written);

impl Field for InTurn<'_> {
    type Vertex = usize;
    const WORDS: usize = 1;

    fn pack(vertex: usize) -> Words {
        [vertex as u64, 0, 0, 0, 0]
    }

    fn unpack(words: &[u64]) -> usize {
        words[0] as usize
    }

    fn player(&self, vertex: usize) -> Player {
        self.0.player(vertex)
    }

    fn is_tabled(&self, _: usize) -> bool {
        false
    }

    fn look(&self, vertex: usize) -> Result<Look, Undecided> {
        let moves = self.0.moves[vertex].len() as u32;
        Ok(match self.0.winner(vertex) {
            _ if moves > 0 => Look::Open { moves, exit: None },
            None => Look::Known(TableValue::Draw),
            Some(winner) if winner == self.0.player(vertex) => Look::Known(TableValue::Win(Some(0))),
            Some(_) => Look::Known(TableValue::Loss(Some(0))),
        })
    }

    fn moves(&self, vertex: usize, list: &mut Vec<usize>) {
        self.0.moves(vertex, list);
    }
}

#[test]
fn answers_on_random_graphs_are_those_of_retrograde_analysis() {
    let mut wins = 0;
    for graph in random_graphs(8, 4000).step_by(2) {
        let values = graph.values();
        let mut prover = Prover::new(InTurn(&graph), MEMORY);
        for (vertex, attacker) in graph.vertices().flat_map(|vertex| Player::ALL.map(|it| (vertex, it))) {
            let value = values.get(vertex).expect("all vertices are roots");
            let win = match value {
                Value::Win(plies) if graph.players[vertex] == attacker => Some(plies),
                Value::Lose(plies) if graph.players[vertex] != attacker => Some(plies),
                _ => None,
            };
            match (prover.ask(vertex, attacker, u64::MAX, &mut listen), win) {
                (Ok(Answer::Safe), None) => {}
                (Ok(Answer::Wins { plies: Some(plies) }), Some(fewest)) => {
                    assert!(u32::from(plies) >= fewest, "{plies} plies for {fewest}");
                    wins += 1;
                }
                (answer, _) => panic!("{answer:?} for {value:?} at {vertex} of {graph:?}"),
            }
        }
    }
    assert!(wins > 1000, "{wins}");
}

/// Proves positions of `pieces` pieces over smaller tables: their values have to be those of the table.
fn check_agreement<G: Game>(tables: Tables<G>, over: usize, slices: &[Slice], count: usize) {
    let tables = Arc::new(tables);
    let mut dice = StdRng::seed_from_u64(5);
    let mut prover = Prover::new(Endings::new(tables.clone(), over), MEMORY);
    for _ in 0..count {
        let slice = slices.choose(&mut dice).expect("there are some");
        let number = dice.random_range(0..slice.positions::<G>() as usize);
        let placement = slice.placement::<G>(number).expect("it is below");
        let placement = if dice.random() { placement } else { placement.mirrored() };
        let value = tables.probe(&placement).expect("it is there");
        for attacker in [placement.turn, !placement.turn] {
            let wins = match value {
                TableValue::Win(_) => attacker == placement.turn,
                TableValue::Loss(_) => attacker != placement.turn,
                TableValue::Draw => false,
            };
            let answer = prover.ask(placement, player::<G>(attacker), u64::MAX, &mut listen);
            let answer = answer.expect("there is no limit");
            assert_eq!(answer != Answer::Safe, wins, "{} {value:?} {answer:?}", fen(&placement));
            if let Answer::Wins { plies } = answer {
                assert!(plies >= value.plies(), "{} {value:?} {answer:?}", fen(&placement));
            }
        }
    }
}

fn slices(pieces: usize) -> Vec<Slice> {
    Slice::all(pieces)
}

/// Slices of kings alone: where play repeats most.
fn kings(pieces: usize) -> Vec<Slice> {
    Slice::all(pieces).into_iter().filter(|slice| slice.men() == 0).collect()
}

#[test]
fn values_over_small_tables_are_those_of_larger_ones() {
    check_agreement::<Checkers<6>>(small(), 2, &slices(4), 1500);
    check_agreement::<Checkers<6>>(small(), 3, &slices(4), 1000);
    check_agreement::<Draughts<6>>(small(), 2, &slices(4), 1500);
    check_agreement::<Draughts<6>>(small(), 3, &slices(4), 1000);
    check_agreement::<Russian>(small(), 2, &slices(3), 300);
}

#[test]
fn values_without_tables_are_those_of_tables() {
    check_agreement::<Checkers<6>>(small(), 0, &slices(3), 500);
    check_agreement::<Draughts<6>>(small(), 0, &slices(3), 500);
}

#[test]
fn values_of_many_kings_are_those_of_tables() {
    check_agreement::<Checkers<6>>(small(), 2, &kings(4), 1000);
    check_agreement::<Draughts<6>>(small(), 2, &kings(4), 1000);
    check_agreement::<Draughts<8>>(small(), 0, &kings(3), 50);
}

#[test]
fn both_games_on_6x6_are_drawn() {
    check_drawn::<Draughts<6>>(3);
    check_drawn::<Draughts<6>>(4);
    check_drawn::<Checkers<6>>(4);
}

fn check_drawn<G: Game>(pieces: usize) {
    let mut prover = Prover::new(Endings::<G>::new(Arc::new(small()), pieces), MEMORY);
    for attacker in Player::ALL {
        assert_eq!(prover.ask(Placement::start(), attacker, u64::MAX, &mut listen), Ok(Answer::Safe));
    }
}

#[test]
fn who_plays_what_is_proven_does_not_lose_and_wins_what_is_won() {
    check_played::<Checkers<6>>(2);
    check_played::<Draughts<6>>(2);
}

/// Plays endings of five pieces to the end, the opponent by chance.
fn check_played<G: Game>(over: usize) {
    let tables = Arc::new(small::<G>());
    let mut dice = StdRng::seed_from_u64(3);
    let mut prover = Prover::new(Endings::new(tables, over), MEMORY);
    let mut wins = 0;
    for _ in 0..150 {
        let root = loop {
            let root = *crate::positions::random_position::<G>(&mut dice, 5).placement();
            if !Set::is_empty(root.white) && !Set::is_empty(root.black) {
                break root;
            }
        };
        for attacker in Player::ALL {
            let answer = prover.ask(root, attacker, u64::MAX, &mut listen).expect("there is no limit");
            let me = player::<G>(root.turn);
            match answer {
                Answer::Wins { plies: Some(plies) } if attacker == me => {
                    win(&prover, root, plies, &mut dice);
                    wins += 1;
                }
                Answer::Safe if attacker != me => hold(&prover, root, &mut dice),
                _ => {}
            }
        }
    }
    assert!(wins > 20, "{wins}");
}

/// Wins in so many plies at most.
fn win<G: Game>(prover: &Prover<Endings<G>>, root: Placement<G>, plies: u16, dice: &mut StdRng) {
    let (mut placement, mut left) = (root, plies);
    loop {
        let (mv, answer) = prover.winning_move(&placement).expect("it is won");
        let Answer::Wins { plies: Some(plies) } = answer else { panic!("{answer:?}") };
        assert!(plies <= left, "{} {plies} of {left}", fen(&placement));
        placement = placement.play(&mv);
        let Some(reply) = MoveList::legal(&placement).choose(dice).copied() else { return };
        placement = placement.play(&reply);
        left = plies.checked_sub(2).expect("the end is not there yet");
    }
}

/// Holds for a hundred moves.
fn hold<G: Game>(prover: &Prover<Endings<G>>, root: Placement<G>, dice: &mut StdRng) {
    let mut placement = root;
    for _ in 0..100 {
        let safe = prover.safe_moves(&placement);
        let mv = safe.choose(dice).unwrap_or_else(|| panic!("{} is safe", fen(&placement)));
        placement = placement.play(mv);
        let Some(reply) = MoveList::legal(&placement).choose(dice).copied() else { return };
        placement = placement.play(&reply);
    }
}

#[test]
fn a_budget_ends_a_search_and_another_one_goes_on() {
    let tables = Arc::new(small::<Draughts<6>>());
    let mut prover = Prover::new(Endings::new(tables, 4), MEMORY);
    let start = Placement::start();
    let mut parts = 0;
    let answer = loop {
        match prover.ask(start, Player::First, 20_000, &mut listen) {
            Err(Undecided::Nodes) => parts += 1,
            answer => break answer,
        }
    };
    assert_eq!(answer, Ok(Answer::Safe));
    assert!(parts > 3 && prover.expanded() > 20_000 * parts, "{parts} {}", prover.expanded());
    assert_eq!(prover.known(start, Player::First), Some(Answer::Safe));
    prover.forget();
    assert_eq!(prover.known(start, Player::First), None);
}

#[test]
fn a_listener_ends_a_search_and_so_does_the_memory() {
    let endings = || Endings::new(Arc::new(small::<Draughts<6>>()), 4);
    let mut prover = Prover::new(endings(), MEMORY);
    let mut stop = |progress: Progress| match progress.expanded {
        0..1000 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let start = Placement::start();
    assert_eq!(prover.ask(start, Player::First, u64::MAX, &mut stop), Err(Undecided::Stopped));
    assert!((1000..2000).contains(&prover.expanded()), "{}", prover.expanded());
    let mut prover = Prover::new(endings(), 1 << 20);
    assert_eq!(prover.ask(start, Player::First, u64::MAX, &mut listen), Err(Undecided::Memory));
}

#[test]
fn a_position_that_is_over_or_tabled_takes_no_search() {
    let mut prover = Prover::new(Endings::new(Arc::new(small::<Checkers<6>>()), 3), MEMORY);
    for (fen, attacker, answer) in [
        ("B:WK1,K2,K3:B", Player::Second, Answer::Wins { plies: Some(0) }),
        ("B:WK1,K2,K3:B", Player::First, Answer::Safe),
        ("W:WK1,K2,K3:BK18", Player::First, Answer::Safe),
    ] {
        let placement = *position::<Checkers<6>>(fen).placement();
        assert_eq!(prover.ask(placement, attacker, 100_000, &mut listen), Ok(answer), "{fen}");
    }
}

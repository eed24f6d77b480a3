//! Proofs by proof numbers: against retrograde analysis, against larger tables, and played out.

use std::ops::ControlFlow;
use std::sync::Arc;

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use remise::board::movegen::Poll;
use remise::board::{
    Checkers, Color, Draughts, Game, Geometry, Move, MoveList, Piece, Placement, Rank, RuleSet, Russian, Set,
    Varied,
};
use remise::endgame::{Slice, Tables, Value as TableValue};
use remise::lab::{DraughtsGraph, ExplicitGraph, GameGraph, Player, Value, Values};
use remise::proof::{
    Answer, Certificate, Domain, DraughtsDomain, Guarantee, Packed, Probe, Progress, Prover, Undecided,
    verify,
};

use crate::endgame::small;
use crate::lab::{random_graphs, values_of};
use crate::positions::{fen, position, random_position};

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

fn check_packing<G: Game + Default>() {
    let mut chance = StdRng::seed_from_u64(3);
    for _ in 0..1_000 {
        let mut placement =
            Placement::empty(G::default(), if chance.random() { Color::White } else { Color::Black });
        let squares = (1..=G::Board::SQUARES).filter_map(G::Board::cell);
        for cell in squares.filter(|_| chance.random_bool(0.7)).collect::<Vec<_>>() {
            let color = if chance.random() { Color::White } else { Color::Black };
            let rank = if chance.random() { Rank::King } else { Rank::Man };
            placement.put(cell, Piece::new(color, rank));
        }
        let words = DraughtsDomain::<G>::pack(placement);
        let (used, unused) = words.split_at(DraughtsDomain::<G>::WORDS);
        assert_eq!(DraughtsDomain::<G>::unpack(G::default(), used), placement);
        assert!(unused.iter().all(|word| *word == 0), "{words:x?}");
    }
}

/// The first player has White.
fn color(player: Player) -> Color {
    if player == Player::First { Color::White } else { Color::Black }
}

/// A graph in which players move in turn. A draw and a tie are the same here.
struct InTurn<'a>(&'a ExplicitGraph);

impl Domain for InTurn<'_> {
    type Vertex = usize;
    type Game = ();
    const WORDS: usize = 1;

    fn pack(vertex: usize) -> Packed {
        [vertex as u64, 0, 0, 0, 0]
    }

    fn game(&self) {}

    fn unpack((): (), words: &[u64]) -> usize {
        words[0] as usize
    }

    fn turn(&self, vertex: usize) -> Color {
        color(self.0.player(vertex))
    }

    fn is_tabled(&self, _: usize) -> bool {
        false
    }

    fn probe(&self, vertex: usize, _: &mut Poll<'_>) -> Result<Probe, Undecided> {
        let moves = self.0.moves[vertex].len() as u32;
        Ok(match self.0.winner(vertex) {
            _ if moves > 0 => Probe::Open { moves, best_known: None },
            None => Probe::Known(TableValue::Draw),
            Some(winner) if winner == self.0.player(vertex) => Probe::Known(TableValue::Win(Some(0))),
            Some(_) => Probe::Known(TableValue::Loss(Some(0))),
        })
    }

    fn moves(&self, vertex: usize, _: &mut Poll<'_>, list: &mut Vec<usize>) -> Result<(), Undecided> {
        self.0.moves(vertex, list);
        Ok(())
    }
}

#[test]
fn answers_on_random_graphs_are_those_of_retrograde_analysis() {
    let mut wins = 0;
    for graph in random_graphs(8, 4000).step_by(2) {
        let values = values_of(&graph);
        let mut prover = Prover::new(InTurn(&graph), MEMORY);
        for (vertex, attacker) in graph.vertices().flat_map(|vertex| Player::ALL.map(|it| (vertex, it))) {
            let value = values.get(vertex).expect("all vertices are roots");
            let win = match value {
                Value::Win(plies) if graph.players[vertex] == attacker => Some(plies),
                Value::Lose(plies) if graph.players[vertex] != attacker => Some(plies),
                _ => None,
            };
            match (prover.prove(vertex, color(attacker), u64::MAX, &mut listen), win) {
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
fn check_agreement<G: Game + Default>(tables: Tables<G>, over: usize, slices: &[Slice], count: usize) {
    let tables = Arc::new(tables);
    let mut dice = StdRng::seed_from_u64(5);
    let mut prover = Prover::new(DraughtsDomain::new(tables.clone(), over), MEMORY);
    for _ in 0..count {
        let slice = slices.choose(&mut dice).expect("there are some");
        let number = dice.random_range(0..slice.positions(G::default()) as usize);
        let placement = slice.placement(G::default(), number).expect("it is below");
        let placement = if dice.random() { placement } else { placement.mirrored() };
        let value = tables.probe(&placement).expect("it is there");
        for attacker in [placement.turn, !placement.turn] {
            let wins = match value {
                TableValue::Win(_) => attacker == placement.turn,
                TableValue::Loss(_) => attacker != placement.turn,
                TableValue::Draw => false,
            };
            let answer = prover.prove(placement, attacker, u64::MAX, &mut listen);
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

fn check_drawn<G: Game + Default>(pieces: usize) {
    let mut prover = Prover::new(DraughtsDomain::<G>::new(Arc::new(small()), pieces), MEMORY);
    for attacker in Color::ALL {
        assert_eq!(
            prover.prove(Placement::start(Default::default()), attacker, u64::MAX, &mut listen),
            Ok(Answer::Safe)
        );
    }
}

/// `RESULTS.md` has these values, with certificates.
#[test]
fn breakthrough_and_losing_draughts_on_6x6_are_won() {
    for (rules, winner) in [(RuleSet::Breakthrough, Color::Black), (RuleSet::Losing, Color::White)] {
        let game = Varied::<6>(rules);
        let mut prover = Prover::new(DraughtsDomain::new(Arc::new(Tables::none(game)), 0), MEMORY);
        let answer = prover.prove(Placement::start(game), winner, u64::MAX, &mut listen);
        assert!(matches!(answer, Ok(Answer::Wins { .. })), "{rules:?}: {answer:?}");
    }
}

#[test]
fn who_plays_what_is_proven_does_not_lose_and_wins_what_is_won() {
    check_played::<Checkers<6>>(2);
    check_played::<Draughts<6>>(2);
}

/// Plays endings of five pieces to the end, the opponent at random.
fn check_played<G: Game + Default>(over: usize) {
    let tables = Arc::new(small::<G>());
    let mut dice = StdRng::seed_from_u64(3);
    let mut prover = Prover::new(DraughtsDomain::new(tables, over), MEMORY);
    let mut wins = 0;
    for _ in 0..150 {
        let root = loop {
            let root = *crate::positions::random_position(G::default(), &mut dice, 5).placement();
            if !Set::is_empty(root.white) && !Set::is_empty(root.black) {
                break root;
            }
        };
        for attacker in Color::ALL {
            let answer = prover.prove(root, attacker, u64::MAX, &mut listen).expect("there is no limit");
            let me = root.turn;
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

/// Wins within this number of plies.
fn win<G: Game + Default>(
    prover: &Prover<DraughtsDomain<G>>,
    root: Placement<G>,
    plies: u16,
    dice: &mut StdRng,
) {
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

/// The moves after which it is proven that the opponent cannot win. A player who always plays one of them does not
/// lose, because each reply of the opponent allows another one.
fn safe_moves<G: Game + Default>(
    prover: &Prover<DraughtsDomain<G>>,
    placement: &Placement<G>,
) -> Vec<Move<G>> {
    let is_safe = |mv: &&Move<G>| prover.known(placement.play(mv), !placement.turn) == Some(Answer::Safe);
    MoveList::legal(placement).iter().filter(is_safe).copied().collect()
}

/// Holds for a hundred moves.
fn hold<G: Game + Default>(prover: &Prover<DraughtsDomain<G>>, root: Placement<G>, dice: &mut StdRng) {
    let mut placement = root;
    for _ in 0..100 {
        let safe = safe_moves(prover, &placement);
        let mv = safe.choose(dice).unwrap_or_else(|| panic!("{} is safe", fen(&placement)));
        placement = placement.play(mv);
        let Some(reply) = MoveList::legal(&placement).choose(dice).copied() else { return };
        placement = placement.play(&reply);
    }
}

#[test]
fn a_budget_ends_a_search_and_another_one_goes_on() {
    let tables = Arc::new(small::<Draughts<6>>());
    let mut prover = Prover::new(DraughtsDomain::new(tables, 4), MEMORY);
    let start = Placement::start(Default::default());
    let mut parts = 0;
    let answer = loop {
        match prover.prove(start, Color::White, 20_000, &mut listen) {
            Err(Undecided::Nodes) => parts += 1,
            answer => break answer,
        }
    };
    assert_eq!(answer, Ok(Answer::Safe));
    assert!(parts > 3 && prover.expanded() > 20_000 * parts, "{parts} {}", prover.expanded());
    assert_eq!(prover.known(start, Color::White), Some(Answer::Safe));
    prover.forget();
    assert_eq!(prover.known(start, Color::White), None);
}

#[test]
fn a_listener_ends_a_search_and_so_does_the_memory() {
    let endings = || DraughtsDomain::new(Arc::new(small::<Draughts<6>>()), 4);
    let mut prover = Prover::new(endings(), MEMORY);
    let mut stop = |progress: Progress| match progress.expanded {
        0..1000 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    let start = Placement::start(Default::default());
    assert_eq!(prover.prove(start, Color::White, u64::MAX, &mut stop), Err(Undecided::Stopped));
    assert!((1000..2000).contains(&prover.expanded()), "{}", prover.expanded());
    let mut prover = Prover::new(endings(), 1 << 20);
    assert_eq!(prover.prove(start, Color::White, u64::MAX, &mut listen), Err(Undecided::Memory));
}

/// A closure goes over all positions in memory.
#[test]
fn a_listener_ends_a_closure() {
    let mut prover = Prover::new(DraughtsDomain::new(Arc::new(small::<Draughts<6>>()), 4), MEMORY);
    // In a closure no position is left to go over afterwards.
    let is_closing = |progress: Progress| progress.expanded > 0 && progress.open == 0;
    let mut stop = |progress: Progress| match is_closing(progress) {
        false => ControlFlow::Continue(()),
        true => ControlFlow::Break(()),
    };
    let start = Placement::start(Default::default());
    assert_eq!(prover.prove(start, Color::White, 25_000, &mut stop), Err(Undecided::Stopped));
    assert_eq!(prover.expanded(), 20_000);
}

/// A position with many moves, each of which leads to a position that is not decided by itself.
struct Fan(usize);

impl Domain for Fan {
    type Vertex = usize;
    type Game = ();
    const WORDS: usize = 1;

    fn pack(vertex: usize) -> Packed {
        [vertex as u64, 0, 0, 0, 0]
    }

    fn game(&self) {}

    fn unpack((): (), words: &[u64]) -> usize {
        words[0] as usize
    }

    fn turn(&self, vertex: usize) -> Color {
        if vertex == 0 { Color::White } else { Color::Black }
    }

    fn is_tabled(&self, _: usize) -> bool {
        false
    }

    fn probe(&self, vertex: usize, _: &mut Poll<'_>) -> Result<Probe, Undecided> {
        let moves = if vertex == 0 { self.0 as u32 } else { 1 };
        Ok(Probe::Open { moves, best_known: None })
    }

    fn moves(&self, vertex: usize, _: &mut Poll<'_>, list: &mut Vec<usize>) -> Result<(), Undecided> {
        if vertex == 0 {
            list.extend(1..=self.0)
        } else {
            list.push(0)
        }
        Ok(())
    }
}

#[test]
fn a_listener_ends_the_listing_of_many_moves() {
    let mut heard = 0;
    let mut stop = |_: Progress| {
        heard += 1;
        if heard == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut prover = Prover::new(Fan(100_000), MEMORY);
    assert_eq!(prover.prove(0, Color::White, u64::MAX, &mut stop), Err(Undecided::Stopped));
    assert_eq!(prover.expanded(), 1);
    assert!(prover.positions() < 50_000, "{}", prover.positions());
}

#[test]
fn a_position_that_is_over_or_tabled_takes_no_search() {
    let mut prover = Prover::new(DraughtsDomain::new(Arc::new(small::<Checkers<6>>()), 3), MEMORY);
    for (fen, attacker, answer) in [
        ("B:WK1,K2,K3:B", Color::White, Answer::Wins { plies: Some(0) }),
        ("B:WK1,K2,K3:B", Color::Black, Answer::Safe),
        ("W:WK1,K2,K3:BK18", Color::Black, Answer::Safe),
    ] {
        let placement = *position::<Checkers<6>>(fen).placement();
        assert_eq!(prover.prove(placement, attacker, 100_000, &mut listen), Ok(answer), "{fen}");
    }
}

/// Games without tables, with three pieces on 6×6: the prover, and the certificates that it writes, agree with
/// retrograde analysis by the rules of each game.
#[test]
fn games_without_tables_are_proven_by_their_own_rules() {
    for rules in [RuleSet::Killer, RuleSet::Breakthrough, RuleSet::Losing, RuleSet::Frisian] {
        let (game, mut dice) = (Varied::<6>(rules), StdRng::seed_from_u64(11));
        let wins: u32 = (0..40).map(|_| check_without_tables(game, &mut dice)).sum();
        assert!(wins > 5, "{rules:?}: {wins}");
    }
}

/// Checks a random position. Returns the number of wins, 0 or 1.
fn check_without_tables<G: Game>(game: G, dice: &mut StdRng) -> u32 {
    let root = *random_position(game, dice, 3).placement();
    let graph = DraughtsGraph::new(game);
    let values = Values::of(&graph, [root], 1_000_000).expect("three pieces have few positions");
    let value = values.get(root).expect("it is a root");
    let tables = Arc::new(Tables::none(game));
    let mut prover = Prover::new(DraughtsDomain::new(tables.clone(), 0), MEMORY);
    let mut wins = 0;
    for attacker in Color::ALL {
        let is_won = match value {
            Value::Win(_) => attacker == root.turn,
            Value::Lose(_) => attacker != root.turn,
            Value::Tie(_) | Value::Draw => false,
        };
        let answer = prover.prove(root, attacker, u64::MAX, &mut listen).expect("there is no limit");
        assert_eq!(matches!(answer, Answer::Wins { .. }), is_won, "{attacker:?} in {} {game:?}", fen(&root));
        let (side, claim) = if is_won { (attacker, Guarantee::Win) } else { (!attacker, Guarantee::Safe) };
        let certificate = Certificate::of(&prover, &root, side, claim).expect("it is proven").text("a game");
        let parsed = verify::read(certificate.as_bytes()).expect("it was written by this program");
        verify::check(&parsed, &tables).unwrap_or_else(|error| panic!("{error}: {}", fen(&root)));
        wins += u32::from(is_won);
    }
    wins
}

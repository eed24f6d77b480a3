//! WinTree against retrograde analysis, and against its own ordering as it was printed.

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use remise::lab::{Defender, ExplicitGraph, Mark, Ordering, OutOfBudget, Player, Value, Values, WinTree};

use super::graphs::{random_graphs, values_of};

const BUDGET: u64 = 10_000_000;

/// Whether `player` wins, and in how many plies.
fn win_of(player: Player, graph: &ExplicitGraph, values: &Values<usize>, vertex: usize) -> Option<u32> {
    match values.get(vertex).expect("all vertices are roots") {
        Value::Win(plies) if graph.players[vertex] == player => Some(plies),
        Value::Lose(plies) if graph.players[vertex] != player => Some(plies),
        _ => None,
    }
}

/// The mark of a vertex is correct.
fn assert_sound(mark: Mark, truth: Option<u32>) {
    match (mark, truth) {
        (Mark::True { distance }, Some(plies)) => assert!(distance >= plies, "{distance} for {plies}"),
        (Mark::False, None) | (Mark::Nil, _) => {}
        (mark, truth) => panic!("{mark:?} for {truth:?}"),
    }
}

/// Every line of `attacker` against the draw strategy.
fn assert_never_loses(graph: &ExplicitGraph, tree: &WinTree<ExplicitGraph>, attacker: Player) {
    let mut found = BTreeSet::from([0]);
    let mut open = vec![0];
    while let Some(vertex) = open.pop() {
        let moves = &graph.moves[vertex];
        assert!(!moves.is_empty() || graph.winners[vertex] != Some(attacker), "lost at {vertex}");
        let next: Vec<usize> = if moves.is_empty() || graph.players[vertex] == attacker {
            moves.clone()
        } else {
            vec![Defender::choice(tree, vertex).expect("a safe move")]
        };
        open.extend(next.into_iter().filter(|&next| found.insert(next)));
    }
}

/// The line to a win ends at a sink that the player has won, and each of its positions is won.
fn assert_winning_line(tree: &WinTree<ExplicitGraph>, values: &Values<usize>) {
    let (graph, line) = (tree.graph(), tree.winning_line(0));
    assert_eq!(line.is_empty(), !matches!(tree.mark(0), Some(Mark::True { .. })));
    for vertex in &line {
        assert!(win_of(tree.player(), graph, values, *vertex).is_some(), "{line:?}");
    }
    assert!(line.windows(2).all(|ends| graph.moves[ends[0]].contains(&ends[1])), "{line:?}");
    if let Some(&last) = line.last() {
        assert!(graph.moves[last].is_empty() && graph.winners[last] == Some(tree.player()), "{line:?}");
    }
}

/// Compares one search from vertex 0 with the values.
fn check(graph: &ExplicitGraph, player: Player, values: &Values<usize>) {
    let mut tree = WinTree::new(graph, player);
    let root = tree.search(0, BUDGET).expect("few simple paths");
    let truth = win_of(player, graph, values, 0);
    assert_eq!(matches!(root, Mark::True { .. }), truth.is_some(), "the root is decided");
    for (vertex, mark) in tree.marks() {
        assert_sound(mark, win_of(player, graph, values, vertex));
    }
    if truth.is_none() {
        assert_never_loses(graph, &tree, player);
    }
    for vertex in tree.nil_paths(0) {
        assert_eq!(win_of(player, graph, values, vertex), None, "vertex {vertex}, NIL from the root on");
    }
    assert_eq!(tree.wrong_marks(0, values), Vec::<usize>::new());
    assert_winning_line(&tree, values);
}

#[test]
fn wintree_and_the_draw_strategy_agree_with_retrograde_analysis() {
    for graph in random_graphs(4, 100_000) {
        let values = values_of(&graph);
        for player in Player::ALL {
            let result = std::panic::catch_unwind(|| check(&graph, player, &values));
            assert!(result.is_ok(), "{player:?} on {graph:?}");
        }
    }
}

/// The defender meets positions that it did not expect, and still loses none that it can hold.
#[test]
fn a_defender_never_loses_what_it_can_hold() {
    let mut dice = StdRng::seed_from_u64(5);
    for graph in random_graphs(5, 5_000) {
        let values = values_of(&graph);
        let mut defender = Defender::new(&graph, Player::Second, BUDGET);
        for start in graph.vertices() {
            let lost = win_of(Player::First, &graph, &values, start).is_some();
            let mut vertex = start;
            for _ in 0..30 {
                let moves = &graph.moves[vertex];
                vertex = match graph.players[vertex] {
                    _ if moves.is_empty() => break,
                    Player::First => moves[dice.random_range(0..moves.len())],
                    Player::Second => match defender.reply(vertex).expect("few simple paths") {
                        Some(next) => next,
                        None => break,
                    },
                };
                let lost_now = win_of(Player::First, &graph, &values, vertex).is_some();
                assert!(lost || !lost_now, "went to {vertex} on {graph:?}");
            }
        }
    }
}

#[test]
fn nil_is_not_a_fact_and_is_forgotten() {
    // 1 is searched below 0 and ends as NIL, though the first player wins from there.
    let graph = graph_of("0 first -> 1 2\n1 second -> 0\n2 second = first");
    let mut tree = WinTree::new(&graph, Player::First);
    assert_eq!(tree.search(0, BUDGET), Ok(Mark::True { distance: 1 }));
    assert_eq!(tree.mark(1), Some(Mark::Nil));
    assert_eq!(tree.search(1, BUDGET), Ok(Mark::True { distance: 2 }));
}

#[test]
fn a_search_that_is_not_allowed_enough_does_not_guess() {
    let graph = graph_of("0 first -> 1\n1 second -> 2\n2 first = first");
    let mut tree = WinTree::new(&graph, Player::First);
    assert_eq!(tree.search(0, 2), Err(OutOfBudget));
    assert_eq!(tree.search(0, 3), Ok(Mark::True { distance: 2 }));
    assert_eq!(tree.calls(), 5);
}

#[test]
fn a_graph_that_is_deep_does_not_overflow_the_stack() {
    const DEEP: usize = 200_000;
    let mut graph = ExplicitGraph::default();
    for vertex in 0..=DEEP {
        graph.players.push(Player::ALL[vertex % 2]);
        graph.moves.push(if vertex < DEEP { vec![vertex + 1, vertex / 2] } else { vec![] });
        graph.winners.push(Some(Player::First));
    }
    let mut tree = WinTree::new(&graph, Player::First);
    let root = tree.search(0, BUDGET).expect("enough");
    assert_eq!(matches!(root, Mark::True { .. }), matches!(values_of(&graph).get(0), Some(Value::Win(_))));
}

/// Graphs on which the printed ordering gives a wrong mark at the root.
const FIRST: &str = "0 first -> 1 3\n1 second -> 2 0\n2 first -> 3\n3 second = first";
const SECOND: &str = "0 first -> 4 2\n1 first = second\n2 second = first\n3 first -> 2\n4 second -> 3 1";
const THIRD: &str = "0 second -> 4 2\n1 second = first\n2 first = second\n3 second -> 2\n4 first -> 3 1";

#[test]
fn the_repaired_ordering_is_right_where_the_printed_one_is_wrong() {
    let cases = [
        (FIRST, Mark::Nil, Mark::True { distance: 1 }),
        (SECOND, Mark::False, Mark::True { distance: 1 }),
        (THIRD, Mark::True { distance: 2 }, Mark::False),
    ];
    for (text, wrong, repaired) in cases {
        let graph = graph_of(text);
        let values = values_of(&graph);
        let won = win_of(Player::First, &graph, &values, 0).is_some();
        assert_eq!(matches!(repaired, Mark::True { .. }), won, "{text}");
        assert_eq!(printed(&graph), wrong, "{text}");
        assert_eq!(WinTree::new(&graph, Player::First).search(0, BUDGET), Ok(repaired), "{text}");
        check(&graph, Player::First, &values);
    }
}

/// An opponent who trusts the NIL of the printed ordering at the root loses at once.
#[test]
fn the_draw_strategy_of_the_printed_ordering_loses() {
    let graph = graph_of(FIRST);
    assert_eq!(printed(&graph), Mark::Nil);
    let mut tree = WinTree::with_ordering(&graph, Player::First, Ordering::Printed);
    tree.search(0, BUDGET).expect("few simple paths");
    let mut wrong = tree.wrong_marks(0, &values_of(&graph));
    wrong.sort_unstable();
    assert_eq!((wrong, tree.nil_paths(0)), (vec![0, 1], vec![0, 1]));
    assert!(graph.moves[0].iter().any(|&next| graph.winners[next] == Some(Player::First)));
}

#[test]
fn random_graphs_tell_the_printed_ordering_from_a_right_one() {
    let wrong = random_graphs(6, 2_000).filter(|graph| {
        let won = win_of(Player::First, graph, &values_of(graph), 0).is_some();
        matches!(printed(graph), Mark::True { .. }) != won
    });
    assert!(wrong.count() > 0);
}

/// The mark of vertex 0 by the printed ordering.
fn printed(graph: &ExplicitGraph) -> Mark {
    let mut tree = WinTree::with_ordering(graph, Player::First, Ordering::Printed);
    tree.search(0, BUDGET).expect("few simple paths")
}

fn graph_of(text: &str) -> ExplicitGraph {
    text.parse().expect("a graph")
}

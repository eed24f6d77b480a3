//! Random game graphs, and the values by their definition, as the judge of the judge.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use remise::lab::{ExplicitGraph, GraphError, GraphSize, Turns, Value, Values};

/// The values of all vertices.
pub(crate) fn values_of(graph: &ExplicitGraph) -> Values<usize> {
    Values::of(graph, graph.vertices(), graph.players.len()).expect("the limit is the number of vertices")
}

/// Graphs of 2 to 11 vertices with at most 4 moves each, cycles and sinks of all three kinds. In every
/// second one players alternate, in the others either player may be to move.
#[expect(clippy::print_stdout, reason = "a test that fails shows its seed")]
pub(crate) fn random_graphs(seed: u64, count: usize) -> impl Iterator<Item = ExplicitGraph> {
    println!("seed {seed}");
    let mut dice = StdRng::seed_from_u64(seed);
    (0..count).map(move |number| {
        let turns = if number % 2 == 0 { Turns::Alternate } else { Turns::Free };
        let size = GraphSize { vertices: dice.random_range(2..=11), most_moves: 4 };
        ExplicitGraph::random(&mut dice, size, turns)
    })
}

/// The values by their definition: first what is won or lost in no ply, then in one, and so on; then the
/// ties in the same way; what is left is drawn.
fn by_definition(graph: &ExplicitGraph) -> Vec<Value> {
    let mut values = vec![None; graph.players.len()];
    for plies in 0..=graph.players.len() as u32 {
        for vertex in graph.vertices().filter(|&vertex| values[vertex].is_none()).collect::<Vec<_>>() {
            values[vertex] = decided(graph, &values, vertex, plies);
        }
    }
    for plies in 0..=graph.players.len() as u32 {
        for vertex in graph.vertices().filter(|&vertex| values[vertex].is_none()).collect::<Vec<_>>() {
            let moves = &graph.moves[vertex];
            let sink = moves.is_empty() && plies == 0;
            let tied = plies > 0 && moves.iter().any(|&next| values[next] == Some(Value::Tie(plies - 1)));
            values[vertex] = (sink || tied).then_some(Value::Tie(plies));
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
}

/// Whether a vertex is won or lost in exactly this number of plies, given all that is in fewer.
fn decided(graph: &ExplicitGraph, values: &[Option<Value>], vertex: usize, plies: u32) -> Option<Value> {
    let player = graph.players[vertex];
    if graph.moves[vertex].is_empty() {
        let value = |winner| if winner == player { Value::Win(0) } else { Value::Lose(0) };
        return graph.winners[vertex].filter(|_| plies == 0).map(value);
    }
    let seen = |&next: &usize| match (values[next]?, graph.players[next] == player) {
        (Value::Win(n), true) | (Value::Lose(n), false) => Some((true, n)),
        (Value::Lose(n), true) | (Value::Win(n), false) => Some((false, n)),
        _ => None,
    };
    let moves: Vec<_> = graph.moves[vertex].iter().map(seen).collect();
    let earlier = plies.checked_sub(1)?;
    if moves.contains(&Some((true, earlier))) {
        return Some(Value::Win(plies));
    }
    let latest =
        moves.iter().map(|seen| seen.filter(|(won, _)| !won).map(|(_, n)| n)).collect::<Option<Vec<_>>>();
    (latest?.into_iter().max() == Some(earlier)).then_some(Value::Lose(plies))
}

#[test]
fn values_are_what_the_definition_says() {
    for graph in random_graphs(1, 20_000) {
        let values = values_of(&graph);
        for (vertex, value) in by_definition(&graph).into_iter().enumerate() {
            assert_eq!(values.get(vertex), Some(value), "vertex {vertex} of {graph:?}");
        }
    }
}

#[test]
fn a_position_is_worth_what_its_best_move_is_worth() {
    for graph in random_graphs(2, 20_000) {
        let values = values_of(&graph);
        for vertex in graph.vertices().filter(|&vertex| !graph.moves[vertex].is_empty()) {
            let through = |&next: &usize| {
                let value = values.get(next).expect("all vertices are roots");
                value.of_move(graph.players[vertex], graph.players[next])
            };
            let best = graph.moves[vertex].iter().map(through).max();
            assert_eq!(values.get(vertex), best, "vertex {vertex} of {graph:?}");
        }
    }
}

#[test]
fn wins_are_preferred_to_ties_to_draws_to_losses() {
    use Value::{Draw, Lose, Tie, Win};
    let from_best_to_worst = [Win(1), Win(3), Tie(2), Tie(4), Draw, Lose(4), Lose(2), Lose(0)];
    assert!(from_best_to_worst.is_sorted_by(|better, worse| better > worse));
}

#[test]
fn more_positions_than_may_be_held_are_refused() {
    let graph = random_graphs(3, 1).next().expect("one graph");
    let size = graph.players.len();
    assert!(Values::of(&graph, graph.vertices(), size).is_ok());
    let error = Values::of(&graph, graph.vertices(), size - 1).expect_err("one too many");
    assert_eq!(error.to_string(), format!("the game has more positions than the limit of {}", size - 1));
}

#[test]
fn a_graph_reads_back_as_it_was_written() {
    for graph in random_graphs(9, 500) {
        let read: ExplicitGraph = graph.to_string().parse().expect("a graph");
        assert_eq!((&read.players, &read.moves), (&graph.players, &graph.moves));
        assert_eq!(values_of(&read).iter().collect::<Vec<_>>(), values_of(&graph).iter().collect::<Vec<_>>());
    }
}

#[test]
fn a_text_that_is_not_a_graph_is_refused_with_its_line() {
    let check = |text: &str, expected: GraphError| assert_eq!(text.parse::<ExplicitGraph>(), Err(expected));
    check("# nothing\n\n", GraphError::Empty);
    check("0 first -> 1\n", GraphError::NoSuchVertex { from: 0, to: 1 });
    check("0 first = none\n2 first = none", GraphError::Number { line: 2, expected: 1 });
    for line in ["0", "0 third = none", "0 first ->", "0 first -> x", "0 first = draw", "x first = none"] {
        check(&format!("# a comment\n{line} # another"), GraphError::Syntax { line: 2 });
    }
}

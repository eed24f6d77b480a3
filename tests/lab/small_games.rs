//! The small games of the papers.

use remise::lab::{GameGraph, Heap, Mark, Marks, Nim, Player, TicTacToe, Value, Values, WinTree};

#[test]
fn ten_to_zero_is_lost_at_multiples_of_three() {
    let values = Values::of(&Nim, [Heap::new(10)], 100).expect("few positions");
    let expected = [
        Value::Lose(0),
        Value::Win(1),
        Value::Win(1),
        Value::Lose(2),
        Value::Win(3),
        Value::Win(3),
        Value::Lose(4),
        Value::Win(5),
        Value::Win(5),
        Value::Lose(6),
        Value::Win(7),
    ];
    for (heap, value) in values.iter() {
        assert_eq!(value, expected[heap.left as usize], "{heap:?}");
    }
    let left: std::collections::BTreeSet<u32> = values.iter().map(|(heap, _)| heap.left).collect();
    assert!(left.into_iter().eq(0..=10));
}

#[test]
fn tic_tac_toe_is_a_tie() {
    let values = Values::of(&TicTacToe, [Marks::EMPTY], 10_000).expect("few positions");
    assert_eq!(values.len(), 5_478);
    assert_eq!(values.get(Marks::EMPTY), Some(Value::Tie(9)));
    assert!(values.iter().all(|(_, value)| value != Value::Draw));
}

#[test]
fn tic_tac_toe_has_765_positions_up_to_symmetry_with_one_value_each() {
    let values = Values::of(&TicTacToe, [Marks::EMPTY], 10_000).expect("few positions");
    let classes: std::collections::HashSet<Marks> =
        values.iter().map(|(marks, _)| marks.canonical()).collect();
    assert_eq!(classes.len(), 765);
    for (marks, value) in values.iter() {
        assert_eq!(values.get(marks.canonical()), Some(value), "{marks:?}");
    }
}

/// Without cycles there is no NIL, and every vertex that is visited is decided.
#[test]
fn wintree_decides_all_that_it_visits_of_games_without_cycles() {
    check(&Nim, Heap::new(30));
    check(&TicTacToe, Marks::EMPTY);
}

fn check<T: GameGraph>(graph: &T, start: T::Vertex) {
    let values = Values::of(graph, [start], 10_000).expect("few positions");
    for player in Player::ALL {
        let mut tree = WinTree::new(graph, player);
        tree.search(start, 10_000).expect("each position is visited once");
        for (vertex, mark) in tree.marks() {
            let value = values.get(vertex).expect("it can be reached");
            let own = graph.player(vertex) == player;
            let wins = matches!((value, own), (Value::Win(_), true) | (Value::Lose(_), false));
            assert!(mark.is_black());
            assert_eq!(matches!(mark, Mark::True { .. }), wins, "{vertex:?}");
        }
    }
}

//! WinTree against retrograde analysis, and against its own ordering as it was printed.

use std::collections::{BTreeSet, HashMap};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use remise::lab::{Defender, Mark, OutOfBudget, Player, Value, Values, WinTree};

use super::graphs::{Written, random_graphs};

const BUDGET: u64 = 10_000_000;

/// Whether `player` wins, and in how many plies.
fn win_of(player: Player, graph: &Written, values: &Values<usize>, vertex: usize) -> Option<u32> {
    match values.get(vertex).expect("all vertices are roots") {
        Value::Win(plies) if graph.players[vertex] == player => Some(plies),
        Value::Lose(plies) if graph.players[vertex] != player => Some(plies),
        _ => None,
    }
}

/// What a vertex was marked with says the truth about it.
fn assert_sound(mark: Mark, truth: Option<u32>) {
    match (mark, truth) {
        (Mark::True { distance }, Some(plies)) => assert!(distance >= plies, "{distance} for {plies}"),
        (Mark::False, None) | (Mark::Nil, _) => {}
        (mark, truth) => panic!("{mark:?} for {truth:?}"),
    }
}

/// All vertices that NIL vertices join to the root, and what follows them: where the opponent of
/// `player` is safe.
fn nil_paths(graph: &Written, tree: &WinTree<Written>) -> BTreeSet<usize> {
    let mut found = BTreeSet::from([0]);
    let mut open = vec![0];
    while let Some(vertex) = open.pop() {
        for &next in &graph.moves[vertex] {
            if tree.mark(next) == Some(Mark::Nil) && found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

/// Every line of `attacker` against the draw strategy.
fn assert_never_loses(graph: &Written, tree: &WinTree<Written>, attacker: Player) {
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

/// Compares one search from vertex 0 with the values.
fn check(graph: &Written, player: Player, values: &Values<usize>) {
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
    if root == Mark::Nil {
        for vertex in nil_paths(graph, &tree) {
            assert_eq!(win_of(player, graph, values, vertex), None, "vertex {vertex}, NIL from the root on");
        }
    }
}

#[test]
fn wintree_and_the_draw_strategy_agree_with_retrograde_analysis() {
    for graph in random_graphs(4, 100_000) {
        let values = graph.values();
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
        let values = graph.values();
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
    let graph = written("0(g)->1,2 ; 1(-g)->0 ; 2(-g) sink, win g");
    let mut tree = WinTree::new(&graph, Player::First);
    assert_eq!(tree.search(0, BUDGET), Ok(Mark::True { distance: 1 }));
    assert_eq!(tree.mark(1), Some(Mark::Nil));
    assert_eq!(tree.search(1, BUDGET), Ok(Mark::True { distance: 2 }));
}

#[test]
fn a_search_that_is_not_allowed_enough_does_not_guess() {
    let graph = written("0(g)->1 ; 1(-g)->2 ; 2(g) sink, win g");
    let mut tree = WinTree::new(&graph, Player::First);
    assert_eq!(tree.search(0, 2), Err(OutOfBudget));
    assert_eq!(tree.search(0, 3), Ok(Mark::True { distance: 2 }));
    assert_eq!(tree.calls(), 5);
}

#[test]
fn a_graph_that_is_deep_does_not_overflow_the_stack() {
    const DEEP: usize = 200_000;
    let mut graph = Written::default();
    for vertex in 0..=DEEP {
        graph.players.push(Player::ALL[vertex % 2]);
        graph.moves.push(if vertex < DEEP { vec![vertex + 1, vertex / 2] } else { vec![] });
        graph.winners.push(Some(Player::First));
    }
    let mut tree = WinTree::new(&graph, Player::First);
    let root = tree.search(0, BUDGET).expect("enough");
    assert_eq!(matches!(root, Mark::True { .. }), matches!(graph.values().get(0), Some(Value::Win(_))));
}

/// The graphs on which the ordering as printed goes wrong: `g` is the first player.
const FIRST: &str = "0(g)->1,3 ; 1(-g)->2,0 ; 2(g)->3 ; 3(-g) sink, win g";
const SECOND: &str = "0(g)->4,2 ; 4(-g)->3,1 ; 3(g)->2 ; 2(-g) sink, win g ; 1(g) sink, win -g";
const THIRD: &str = "0(-g)->4,2 ; 4(g)->3,1 ; 3(-g)->2 ; 2(g) sink, win -g ; 1(-g) sink, win g";

#[test]
fn the_repaired_ordering_is_right_where_the_printed_one_is_wrong() {
    let cases = [
        (FIRST, Mark::Nil, Mark::True { distance: 1 }),
        (SECOND, Mark::False, Mark::True { distance: 1 }),
        (THIRD, Mark::True { distance: 2 }, Mark::False),
    ];
    for (text, printed, repaired) in cases {
        let graph = written(text);
        let values = graph.values();
        let won = win_of(Player::First, &graph, &values, 0).is_some();
        assert_eq!(matches!(repaired, Mark::True { .. }), won, "{text}");
        assert_eq!(Printed::new(&graph, Player::First).search(0), printed, "{text}");
        assert_eq!(WinTree::new(&graph, Player::First).search(0, BUDGET), Ok(repaired), "{text}");
        check(&graph, Player::First, &values);
    }
}

/// The opponent who trusts the printed version's NIL at the root is lost at once.
#[test]
fn the_draw_strategy_of_the_printed_ordering_loses() {
    let graph = written(FIRST);
    assert_eq!(Printed::new(&graph, Player::First).search(0), Mark::Nil);
    assert!(graph.moves[0].iter().any(|&next| graph.winners[next] == Some(Player::First)));
}

#[test]
fn random_graphs_tell_the_printed_ordering_from_a_right_one() {
    let wrong = random_graphs(6, 2_000).filter(|graph| {
        let won = win_of(Player::First, graph, &graph.values(), 0).is_some();
        matches!(Printed::new(graph, Player::First).search(0), Mark::True { .. }) != won
    });
    assert!(wrong.count() > 0);
}

/// The second loop asks which vertices are black at the time, and so never looks at one that turned black
/// while a sibling was searched.
struct Printed<'a> {
    graph: &'a Written,
    player: Player,
    marks: HashMap<usize, Mark>,
}

impl<'a> Printed<'a> {
    fn new(graph: &'a Written, player: Player) -> Self {
        Self { graph, player, marks: HashMap::new() }
    }

    fn is_black(&self, vertex: usize) -> bool {
        self.marks.get(&vertex).is_some_and(|mark| mark.is_black())
    }

    fn search(&mut self, vertex: usize) -> Mark {
        let moves = &self.graph.moves[vertex];
        self.marks.insert(vertex, Mark::Gray);
        let mark = if moves.is_empty() { self.sink(vertex) } else { self.search_moves(vertex, moves) };
        self.marks.insert(vertex, mark);
        mark
    }

    fn sink(&self, vertex: usize) -> Mark {
        let won = self.graph.winners[vertex] == Some(self.player);
        if won { Mark::True { distance: 0 } } else { Mark::False }
    }

    fn search_moves(&mut self, vertex: usize, moves: &[usize]) -> Mark {
        let own = self.graph.players[vertex] == self.player;
        let mut seen: Vec<Mark> =
            moves.iter().filter(|&&next| self.is_black(next)).map(|next| self.marks[next]).collect();
        for &next in moves {
            if settles(own, &seen) {
                break;
            }
            match self.marks.get(&next) {
                Some(mark) if mark.is_black() => {}
                Some(Mark::Gray) => seen.push(Mark::Nil),
                _ => {
                    let mark = self.search(next);
                    seen.push(mark);
                }
            }
        }
        sum(own, &seen)
    }
}

fn settles(own: bool, seen: &[Mark]) -> bool {
    if own { matches!(sum(own, seen), Mark::True { .. }) } else { sum(own, seen) == Mark::False }
}

fn sum(own: bool, seen: &[Mark]) -> Mark {
    let distances = seen.iter().filter_map(|mark| match mark {
        Mark::True { distance } => Some(distance + 1),
        _ => None,
    });
    let all = distances.clone().count() == seen.len();
    match own {
        true if distances.clone().count() > 0 => {
            Mark::True { distance: distances.min().expect("there is one") }
        }
        false if all => Mark::True { distance: distances.max().unwrap_or(0) },
        true if seen.iter().all(|&mark| mark == Mark::False) => Mark::False,
        false if seen.contains(&Mark::False) => Mark::False,
        _ => Mark::Nil,
    }
}

/// Reads `0(g)->1,3 ; 3(-g) sink, win g`.
fn written(text: &str) -> Written {
    let vertices: Vec<&str> = text.split(';').map(str::trim).collect();
    let mut graph = Written {
        players: vec![Player::First; vertices.len()],
        moves: vec![vec![]; vertices.len()],
        winners: vec![None; vertices.len()],
    };
    let player = |word| if word == "g" { Player::First } else { Player::Second };
    for vertex in vertices {
        let (number, rest) = vertex.split_once('(').expect("a vertex has a player");
        let (mover, rest) = rest.split_once(')').expect("a vertex has a player");
        let number: usize = number.parse().expect("a vertex is a number");
        graph.players[number] = player(mover);
        match (rest.strip_prefix("->"), rest.strip_prefix(" sink, win ")) {
            (Some(moves), _) => {
                let moves = moves.split(',').map(|next| next.trim().parse().expect("a number"));
                graph.moves[number] = moves.collect();
            }
            (_, Some(winner)) => graph.winners[number] = Some(player(winner)),
            _ => panic!("neither moves nor a sink: {rest}"),
        }
    }
    graph
}

//! Draughts as a game graph: all endgames of up to four pieces on 6×6.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use remise::board::{
    Board, Cell, Checkers, Color, Draughts, Game, Geometry, Piece, Placement, Position, Rank, Set, rulebook,
};
use remise::engine::{Task, Variant, variant};
use remise::lab::{DraughtsGraph, GameGraph, Mark, OutOfBudget, Player, Value, Values, WinTree};

/// All placements with 1 to `most` pieces of both colors together, White to move.
fn endgames<G: Game + Default>(most: u32) -> Vec<Placement<G>> {
    let mut found: Vec<Placement<G>> = Vec::new();
    let cells: Vec<Cell> = G::Board::PLAYING.cells().collect();
    put_more(Placement::empty(Default::default(), Color::White), &cells, most, &mut found);
    found.retain(|placement: &Placement<G>| !placement.white.is_empty() && !placement.black.is_empty());
    found
}

fn put_more<G: Game>(placement: Placement<G>, cells: &[Cell], most: u32, found: &mut Vec<Placement<G>>) {
    found.push(placement);
    if placement.occupied().count() == most {
        return;
    }
    for (index, &cell) in cells.iter().enumerate() {
        for piece in Piece::ALL {
            let promotes = G::Board::promotion_row(piece.color()).contains(cell);
            if piece.rank() == Rank::King || !promotes {
                let mut more = placement;
                more.put(cell, piece);
                put_more(more, &cells[index + 1..], most, found);
            }
        }
    }
}

/// Wins, draws and losses of the player to move with this number of pieces, and the longest win.
fn counts<G: Game>(values: &Values<Placement<G>>, roots: &[Placement<G>], pieces: u32) -> [u32; 4] {
    let mut counts = [0; 4];
    for root in roots.iter().filter(|root| root.occupied().count() == pieces) {
        match values.get(*root).expect("a root") {
            Value::Win(plies) => {
                counts[0] += 1;
                counts[3] = counts[3].max(plies);
            }
            Value::Draw => counts[1] += 1,
            Value::Lose(_) => counts[2] += 1,
            Value::Tie(_) => panic!("draughts knows no ties"),
        }
    }
    counts
}

/// Compares with the counts of an independent program, and every value with those of its moves.
fn check<G: Game + Default>(expected: &[(u32, [u32; 4])]) {
    let roots = endgames::<G>(4);
    let graph = DraughtsGraph::new(G::default());
    let values = Values::of(&graph, roots.iter().copied(), 1_100_000).expect("a million positions");
    for &(pieces, expected) in expected {
        assert_eq!(counts(&values, &roots, pieces), expected, "{pieces} pieces");
    }
    for (placement, value) in values.iter() {
        assert_eq!(value, by_the_rulebook(&values, placement), "{placement:?}");
    }
    check_wintree(&graph, &values, &roots);
}

/// The value that follows from those of the moves, by the slow generator.
fn by_the_rulebook<G: Game>(values: &Values<Placement<G>>, placement: Placement<G>) -> Value {
    let position = Position::new(placement).expect("it can be reached");
    let moves = rulebook::moves(&position);
    let value = |mv| values.get(placement.play(mv)).expect("it can be reached");
    let graph = DraughtsGraph::new(placement.game);
    let mover = graph.player(placement);
    moves.iter().map(|mv| value(mv).of_move(mover, !mover)).max().unwrap_or(Value::Lose(0))
}

/// WinTree from endgames of four pieces: many are too much for it, but what it says is true.
fn check_wintree<G: Game>(graph: &DraughtsGraph<G>, values: &Values<Placement<G>>, roots: &[Placement<G>]) {
    let four: Vec<_> = roots.iter().filter(|root| root.occupied().count() == 4).collect();
    let mut dice = StdRng::seed_from_u64(7);
    let mut decided = 0;
    for _ in 0..200 {
        let root = *four[dice.random_range(0..four.len())];
        for player in Player::ALL {
            let mut tree = WinTree::new(graph, player);
            if let Ok(mark) = tree.search(root, 2_000) {
                assert_eq!(matches!(mark, Mark::True { .. }), wins(graph, values, player, root));
                decided += 1;
            }
            for (vertex, mark) in tree.marks().filter(|(_, mark)| mark.is_black()) {
                assert_eq!(matches!(mark, Mark::True { .. }), wins(graph, values, player, vertex));
            }
        }
    }
    assert!(decided > 50, "seed 7: only {decided} of 400 decided");
}

fn wins<G: Game>(
    graph: &DraughtsGraph<G>,
    values: &Values<Placement<G>>,
    player: Player,
    vertex: Placement<G>,
) -> bool {
    let value = values.get(vertex).expect("it can be reached");
    match graph.player(vertex) == player {
        true => matches!(value, Value::Win(_)),
        false => matches!(value, Value::Lose(_)),
    }
}

#[test]
fn checkers_with_up_to_four_pieces_have_their_values() {
    check::<Checkers<6>>(&[
        (2, [256, 648, 125, 9]),
        (3, [15_579, 1_907, 12_640, 45]),
        (4, [216_518, 115_390, 149_847, 59]),
    ]);
}

#[test]
fn draughts_with_up_to_four_pieces_have_their_values() {
    check::<Draughts<6>>(&[
        (2, [407, 432, 190, 9]),
        (3, [11_126, 14_014, 4_986, 17]),
        (4, [192_404, 186_773, 102_578, 41]),
    ]);
}

#[test]
fn there_are_as_many_endgames_as_there_should_be() {
    assert_eq!(endgames::<Draughts<6>>(4).len(), 512_910);
    assert_eq!(Board::<6>::SQUARES, 18);
}

/// Counts the moves of the graph's start.
struct First;

impl Task for First {
    type Output = usize;

    fn run<G: Game>(self, game: G) -> usize {
        let graph = DraughtsGraph::new(game);
        let mut moves = Vec::new();
        graph.moves(Placement::start(game), &mut moves);
        assert_eq!(graph.player(Placement::start(game)), Player::First);
        assert!(moves.iter().all(|&next| graph.player(next) == Player::Second));
        let searched = WinTree::new(&graph, Player::First).search(Placement::start(game), 1_000);
        assert_eq!(searched, Err(OutOfBudget));
        moves.len()
    }
}

#[test]
fn every_variant_is_a_graph() {
    for &name in Variant::ALL {
        let moves = variant::with(name, First);
        assert!((4..20).contains(&moves), "{name}: {moves}");
    }
}

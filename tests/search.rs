//! The search: values, table entries, limits, lines and threads.

use std::cell::Cell as Shared;
use std::collections::HashMap;
use std::time::Duration;

use remise::board::{
    Checkers, Color, Draughts, Game, Geometry, History, Key, Move, MoveList, Position, RuleSet, Russian,
    Varied, movegen,
};
use remise::engine::{Task, Variant, variant};
use remise::eval::{Score, Weights};
use remise::search::{
    Bound, Call, Depth, Entry, GameTree, Iteration, Limits, MoveCode, Observer, Profile, Query, Search,
    SearchOptions, Signals, Table, Tree, Window,
};

use crate::positions::position_in;

fn position<G: Game + Default>(fen: &str) -> Position<G> {
    let setup: remise::notation::Setup = fen.parse().expect("a FEN");
    setup.position(Default::default()).expect("a legal position")
}

fn table() -> Table {
    Table::new(4).expect("four MiB")
}

fn to_depth(depth: u8) -> Limits {
    Limits { depth: Depth(depth), ..Limits::NONE }
}

fn legal_moves<G: Game>(position: &Position<G>) -> MoveList<G> {
    let mut moves = MoveList::new();
    movegen::moves(position.placement(), &mut moves);
    moves
}

/// Searches with an empty table.
fn search<G: Game>(
    root: &Position<G>,
    profile: Profile,
    limits: Limits,
    signals: Signals,
) -> Vec<Iteration<Move<G>>> {
    let tree = GameTree::new(Weights::new(root.game()));
    let table = table();
    let mut search = Search::new(&tree, &table, SearchOptions { profile, salt: 0 }, signals);
    let query = Query { root, game: &[], legal: &[], only: &[], lines: 1, limits };
    let mut reported = Vec::new();
    let last = search.deepen(&query, |iteration| reported.push(iteration.clone()));
    assert_eq!(
        last.as_ref().map(|iteration| iteration.pv[0]),
        reported.last().map(|iteration| iteration.pv[0])
    );
    reported
}

fn deepest<G: Game>(root: &Position<G>, depth: u8) -> Iteration<Move<G>> {
    let reported = search(root, Profile::Full, to_depth(depth), Signals::NONE);
    reported.into_iter().next_back().expect("there are moves")
}

fn squares<G: Game>(mv: &Move<G>) -> (usize, usize) {
    (G::Board::square(mv.from), G::Board::square(mv.to))
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    for profile in [Profile::Full, Profile::Selective] {
        let root = Position::start(Draughts::<10>);
        let first = search(&root, profile, to_depth(7), Signals::NONE);
        let second = search(&root, profile, to_depth(7), Signals::NONE);
        assert_eq!(first.len(), 7);
        assert_eq!(first, second);
    }
}

#[test]
fn a_shot_is_found() {
    // Composition C7 of the collection "Cat" (github.com/wiegerw/pdn): the only winning move.
    let root = position::<Draughts<10>>("W:W13,14,18,19,33,42:B21,22,27,31,38");
    for profile in [Profile::Full, Profile::Selective] {
        let reported = search(&root, profile, to_depth(9), Signals::NONE);
        let found = reported.last().expect("there are moves");
        assert_eq!(squares(&found.pv[0]), (33, 29));
        assert_eq!(squares(&found.pv[4]), (19, 37));
        assert!(found.score.men() > 2.0, "{found:?}");
    }
}

#[test]
fn a_leaf_is_evaluated_after_all_captures() {
    // The king captures the man and is captured: Black has no piece left.
    let found = deepest(&position::<Draughts<10>>("B:W39,K50:BK6"), 1);
    assert_eq!(squares(&found.pv[0]), (6, 44));
    assert_eq!(found.score, -Score::win_in(2));
}

#[test]
fn scores_of_wins_and_losses_give_the_distance() {
    let blocked = position::<Checkers<8>>("W:W13:B9,6");
    assert_eq!(search(&blocked, Profile::Full, to_depth(3), Signals::NONE), []);
    // White blocks Black's only man.
    let found = deepest(&position::<Checkers<8>>("W:WK10,13,14:B5"), 3);
    assert_eq!((found.score, squares(&found.pv[0])), (Score::win_in(1), (13, 9)), "{found:?}");
    // The man has to capture, and is captured.
    let found = deepest(&position::<Checkers<8>>("W:WK10,13:B5"), 3);
    assert_eq!((found.score, squares(&found.pv[0])), (Score::win_in(3), (13, 9)), "{found:?}");
}

#[test]
fn each_goal_is_sought() {
    // White gives its last man; elsewhere that would lose at once.
    let of = |rules, fen| deepest(&position_in(Varied::<10>(rules), fen), 4);
    let found = of(RuleSet::Losing, "W:W28:B17");
    assert_eq!((found.score, squares(&found.pv[0])), (Score::win_in(2), (28, 22)), "{found:?}");
    let found = of(RuleSet::Losing, "W:W28:B22");
    assert_eq!(found.score, -Score::win_in(1), "{found:?}");
    assert_eq!(of(RuleSet::Killer, "W:W28:B22").score, Score::win_in(1));
    // The first king wins, whatever the other pieces are.
    let found = of(RuleSet::Breakthrough, "W:W7,45:B18,23,24,28,29");
    assert_eq!((found.score, squares(&found.pv[0]).0), (Score::win_in(1), 7), "{found:?}");
}

/// White's king has to rest, so that its man has to give itself up; a king that may move saves it.
#[test]
fn the_search_knows_which_king_may_move() {
    let of = |fen| deepest(&position_in(Varied::<10>(RuleSet::Frisian), fen), 4);
    let resting = of("W:WK15,35:B16,K8:+308+315");
    assert_eq!((resting.score, squares(&resting.pv[0])), (-Score::win_in(2), (35, 30)), "{resting:?}");
    let free = of("W:WK15,35:B16,K8:+308+0");
    assert!(free.score > Score::DRAW && squares(&free.pv[0]).0 == 15, "{free:?}");
}

/// The value of a node by plain minimax, without pruning, tables or move ordering.
fn minimax<T: Tree>(tree: &T, node: &T::Node, depth: u8, extensions: u8) -> Score {
    let mut children = Vec::new();
    tree.moves(node, |mv| children.push(tree.play(node, &mv)));
    if children.is_empty() || depth == 0 && tree.is_quiet(node) {
        return tree.evaluate(node);
    }
    let extend = children.len() == 1 && depth > 0 && extensions > 0;
    let (depth, extensions) =
        if extend { (depth, extensions - 1) } else { (depth.saturating_sub(1), extensions) };
    let values = children.iter().map(|child| -minimax(tree, child, depth, extensions).from_table(1));
    values.max().expect("there are children")
}

/// A game without transpositions: the key of a node depends on the path to it.
struct Unrolled<G: Game>(GameTree<'static, G>);

impl<G: Game> Tree for Unrolled<G> {
    type Node = (Position<G>, Key);
    type Move = Move<G>;

    fn key(&self, node: &Self::Node) -> Key {
        node.1
    }

    fn moves(&self, node: &Self::Node, visit: impl FnMut(Move<G>)) {
        self.0.moves(&node.0, visit);
    }

    fn play(&self, node: &Self::Node, mv: &Move<G>) -> Self::Node {
        let path = node.1.low().rotate_left(7) ^ u64::from(self.0.code(mv).0);
        (node.0.play(mv), Key::of_turn(node.0.turn()).salted(path))
    }

    fn is_quiet(&self, node: &Self::Node) -> bool {
        self.0.is_quiet(&node.0)
    }

    fn evaluate(&self, node: &Self::Node) -> Score {
        self.0.evaluate(&node.0)
    }

    fn code(&self, mv: &Move<G>) -> MoveCode {
        self.0.code(mv)
    }

    fn captured_count(&self, mv: &Move<G>) -> u32 {
        self.0.captured_count(mv)
    }

    fn reversible_plies(&self, _: &Self::Node) -> usize {
        0
    }

    fn plies_to_draw(&self, _: &Self::Node) -> u16 {
        u16::MAX
    }
}

#[track_caller]
fn check_minimax<G: Game>(root: &Position<G>, depth: u8) {
    let tree = Unrolled(GameTree::new(Weights::new(root.game())));
    let node = (*root, root.key());
    let expected = minimax(&tree, &node, depth, depth);
    let table = table();
    let options = SearchOptions { profile: Profile::Full, salt: 0 };
    let mut search = Search::new(&tree, &table, options, Signals::NONE);
    let score = search.value(&node, Window::FULL, Depth(depth)).expect("nothing stops it");
    assert_eq!(score, expected);
    let query = Query { root: &node, game: &[], legal: &[], only: &[], lines: 1, limits: to_depth(depth) };
    assert_eq!(search.deepen(&query, |_| ()).map(|it| it.score), Some(expected));
}

#[test]
fn without_transpositions_the_value_is_that_of_minimax() {
    check_minimax(&Position::start(Draughts::<10>), 4);
    check_minimax(&Position::start(Draughts::<6>), 6);
    check_minimax(&Position::start(Checkers::<8>), 6);
    check_minimax(&Position::start(Russian), 5);
    check_minimax(&position::<Draughts<10>>("W:W13,14,18,19,33,42:B21,22,27,31,38"), 5);
    check_minimax(&position::<Checkers<8>>("W:WK10,K13:BK1,5"), 6);
    check_minimax(&position::<Draughts<8>>("W:WK29,K30:BK4,13"), 3);
    let frisian = Varied::<10>(RuleSet::Frisian);
    check_minimax(&Position::start(frisian), 4);
    check_minimax(&position_in(frisian, "W:WK33,35,K48:B16,K9:+309+333"), 4);
}

/// Checks each entry that is stored, and each one that cuts.
#[derive(Default)]
struct EntryChecker {
    cuts: usize,
    stored: HashMap<(Key, u8), Vec<Entry>>,
}

impl<G: Game> Observer<GameTree<'_, G>> for EntryChecker {
    fn cut(&mut self, call: &Call<Position<G>>, entry: &Entry) {
        let score = entry.score.from_table(call.ply);
        assert!(entry.depth >= call.depth, "the entry is too shallow");
        match entry.bound {
            Bound::Exact => (),
            Bound::Lower => assert!(score >= call.window.beta, "the entry does not cut by itself"),
            Bound::Upper => assert!(score <= call.window.alpha, "the entry does not cut by itself"),
        }
        let stored = &self.stored[&(call.node.key(), entry.depth.0)];
        assert!(stored.contains(entry), "an entry that was never stored");
        self.cuts += 1;
    }

    fn stored(&mut self, call: &Call<Position<G>>, entry: &Entry) {
        assert_eq!(entry.depth, call.depth, "the stored depth is that of the call");
        assert_eq!(entry.bound, call.window.bound(entry.score.from_table(call.ply)));
        self.stored.entry((call.node.key(), entry.depth.0)).or_default().push(*entry);
    }
}

#[track_caller]
fn check_entries<G: Game>(root: &Position<G>, profile: Profile, depth: u8) {
    let tree = GameTree::new(Weights::new(root.game()));
    let table = table();
    let mut observer = EntryChecker::default();
    let options = SearchOptions { profile, salt: 0 };
    let mut search = Search::observed(&tree, &table, options, Signals::NONE, &mut observer);
    search
        .deepen(&Query { root, game: &[], legal: &[], only: &[], lines: 1, limits: to_depth(depth) }, |_| ());
    drop(search);
    assert!(observer.cuts > 100, "{} cuts", observer.cuts);
}

#[test]
fn an_entry_cuts_only_by_itself() {
    for profile in [Profile::Full, Profile::Selective] {
        check_entries(&Position::start(Draughts::<10>), profile, 8);
        check_entries(&Position::start(Checkers::<8>), profile, 10);
        check_entries(&position::<Draughts<8>>("W:WK29,K30,21:BK4,13,6"), profile, 8);
    }
}

/// A graph: the children and the static value of each node, for the player to move.
struct Graph(&'static [(&'static [usize], i32)]);

impl Tree for Graph {
    /// The number of the node, and the number of plies played before.
    type Node = (usize, usize);
    type Move = usize;

    fn key(&self, node: &Self::Node) -> Key {
        Key::of_turn(Color::White).salted(node.0 as u64)
    }

    fn moves(&self, node: &Self::Node, visit: impl FnMut(usize)) {
        self.0[node.0].0.iter().copied().for_each(visit);
    }

    fn play(&self, node: &Self::Node, mv: &usize) -> Self::Node {
        (*mv, node.1 + 1)
    }

    fn is_quiet(&self, _: &Self::Node) -> bool {
        true
    }

    fn evaluate(&self, node: &Self::Node) -> Score {
        Score::estimate(self.0[node.0].1)
    }

    fn code(&self, mv: &usize) -> MoveCode {
        MoveCode(*mv as u16 + 1)
    }

    fn captured_count(&self, _: &usize) -> u32 {
        0
    }

    fn reversible_plies(&self, node: &Self::Node) -> usize {
        node.1
    }

    fn plies_to_draw(&self, _: &Self::Node) -> u16 {
        u16::MAX
    }
}

/// A cycle 0, 1, 2, 3, with exits from 0 to 4, which loses, and from 2 to 5.
const CYCLE: Graph = Graph(&[(&[1, 4], 0), (&[2, 2], 0), (&[3, 5], 0), (&[0, 0], 0), (&[], 50), (&[], 70)]);

#[derive(Default)]
struct Stored(Vec<(usize, Entry)>);

impl Observer<Graph> for Stored {
    fn stored(&mut self, call: &Call<(usize, usize)>, entry: &Entry) {
        self.0.push((call.node.0, *entry));
    }
}

#[test]
fn the_first_repetition_is_a_draw_and_stays_out_of_the_table() {
    let table = table();
    let mut stored = Stored::default();
    let options = SearchOptions { profile: Profile::Full, salt: 0 };
    let mut search = Search::observed(&CYCLE, &table, options, Signals::NONE, &mut stored);
    assert_eq!(search.value(&(0, 0), Window::FULL, Depth(6)), Ok(Score::DRAW));
    drop(search);
    assert_eq!(stored.0, [], "all values depend on the path");
}

#[test]
fn a_repeated_position_of_the_game_is_a_draw() {
    let table = table();
    let mut search = Search::new(&CYCLE, &table, SearchOptions::default(), Signals::NONE);
    // The game went through 3 and 0 to 1: going on to 2 and 3 repeats a position.
    let keys = [3, 0, 1].map(|node| CYCLE.key(&(node, 0)));
    let query = Query { root: &(1, 2), game: &keys, legal: &[], only: &[], lines: 1, limits: to_depth(3) };
    assert_eq!(search.deepen(&query, |_| ()).map(|it| it.score), Some(Score::DRAW));
}

/// White's captures after nearly every move take thousands of states to find.
#[test]
fn the_signals_are_polled_while_captures_are_generated() {
    let root = position::<Draughts<12>>(
        "B:WK68:B1,6,8,12,14,15,16,17,21,23,26,27,29,30,32,34,37,41,43,46,53,58,61,62,63,65",
    );
    let asked = Shared::new(0);
    let stopped = || asked.replace(asked.get() + 1) >= 10;
    let reported = search(&root, Profile::Full, to_depth(2), Signals { stopped: &stopped, ..Signals::NONE });
    let nodes = reported.last().expect("at least one iteration").nodes;
    assert!(nodes < 1_024, "{nodes} nodes");
    assert_eq!(asked.get(), 11);
}

#[test]
fn the_node_limit_is_kept() {
    let root = Position::start(Draughts::<10>);
    for nodes in [0, 1, 2, 10, 1_000, 1_023, 1_024, 5_000] {
        let reported = search(&root, Profile::Selective, Limits { nodes, ..Limits::NONE }, Signals::NONE);
        let last = reported.last().expect("at least one iteration");
        assert!(last.nodes <= nodes, "{} of {nodes}", last.nodes);
        assert!(legal_moves(&root).contains(&last.pv[0]));
    }
}

#[test]
fn a_stop_ends_the_search() {
    let root = Position::start(Draughts::<10>);
    for polls in [0, 1, 20] {
        let asked = Shared::new(0);
        let stopped = || asked.replace(asked.get() + 1) >= polls;
        let signals = Signals { stopped: &stopped, ..Signals::NONE };
        let reported = search(&root, Profile::Selective, Limits::NONE, signals);
        assert!(legal_moves(&root).contains(&reported.last().expect("at least one iteration").pv[0]));
    }
}

#[test]
fn time_ends_the_search() {
    let root = Position::start(Draughts::<10>);
    let time = Shared::new(Duration::ZERO);
    let elapsed = || {
        time.set(time.get() + Duration::from_millis(1));
        time.get()
    };
    let limits = Limits { move_time: Some(Duration::from_millis(40)), ..Limits::NONE };
    let reported = search(&root, Profile::Selective, limits, Signals { elapsed: &elapsed, ..Signals::NONE });
    assert!(!reported.is_empty());
    assert!((32..=34).contains(&time.get().as_millis()), "{time:?}");
}

#[test]
fn lines_begin_with_different_moves_and_are_sorted_by_score() {
    let root = Position::start(Draughts::<10>);
    let tree = GameTree::new(Weights::new(Draughts::<10>));
    let table = table();
    let options = SearchOptions { profile: Profile::Full, salt: 0 };
    let mut search = Search::new(&tree, &table, options, Signals::NONE);
    let mut reported = Vec::new();
    let query = Query { root: &root, game: &[], legal: &[], only: &[], lines: 20, limits: to_depth(4) };
    search.deepen(&query, |iteration| reported.push(iteration.clone()));
    let lines: Vec<_> = reported.iter().filter(|it| it.depth == Depth(4)).collect();
    assert_eq!(lines.len(), 9, "the start has nine moves");
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(line.line, index + 1);
        assert!(lines[..index].iter().all(|other| other.pv[0] != line.pv[0] && other.score >= line.score));
    }
}

#[test]
fn only_the_given_moves_are_searched() {
    let root = Position::start(Draughts::<10>);
    let tree = GameTree::new(Weights::new(Draughts::<10>));
    let table = table();
    let mut search = Search::new(&tree, &table, SearchOptions::default(), Signals::NONE);
    for mv in &legal_moves(&root) {
        let query = Query { root: &root, game: &[], legal: &[], only: &[*mv], lines: 1, limits: to_depth(4) };
        assert_eq!(search.deepen(&query, |_| ()).expect("a move").pv[0], *mv);
    }
}

/// Plays games against itself, each with a fixed depth.
struct SelfPlay;

impl Task for SelfPlay {
    type Output = ();

    fn run<G: Game>(self, game: G) {
        let tree = GameTree::new(Weights::new(game));
        let table = table();
        for (number, profile) in
            [Profile::Full, Profile::Selective, Profile::Selective].into_iter().enumerate()
        {
            let mut search = Search::new(&tree, &table, SearchOptions { profile, salt: 1 }, Signals::NONE);
            play(game, &mut search, Depth(1 + number as u8));
        }
    }
}

fn play<G: Game>(game: G, search: &mut Search<GameTree<G>>, depth: Depth) {
    let mut position = Position::start(game);
    let mut history = History::new(&position);
    let mut plies = 0;
    while history.outcome(&position).is_none() && plies < 300 {
        let limits = Limits { depth, ..Limits::NONE };
        let query = Query { root: &position, game: history.keys(), legal: &[], only: &[], lines: 1, limits };
        let found = search.deepen(&query, check_line(&position)).expect("the game is not over");
        position = position.play(&found.pv[0]);
        history.push(&position);
        plies += 1;
    }
}

/// Returns an iteration callback that checks that each principal variation is legal.
fn check_line<G: Game>(root: &Position<G>) -> impl FnMut(&Iteration<Move<G>>) {
    |iteration| {
        let mut position = *root;
        for mv in &iteration.pv {
            assert!(legal_moves(&position).contains(mv), "{mv:?} in {position:?}");
            position = position.play(mv);
        }
    }
}

#[test]
fn games_against_itself_are_legal_in_every_variant() {
    for &name in Variant::ALL {
        variant::with(name, SelfPlay);
    }
}

#[test]
fn several_threads_find_the_same_win() {
    let root = position::<Draughts<10>>("W:W13,14,18,19,33,42:B21,22,27,31,38");
    let (tree, table) = (GameTree::new(Weights::new(Draughts::<10>)), table());
    for threads in [1, 2, 4] {
        table.clear();
        let mut search = Search::new(&tree, &table, SearchOptions::default(), Signals::NONE);
        let query = Query { root: &root, game: &[], legal: &[], only: &[], lines: 1, limits: to_depth(9) };
        let found = search.deepen_with(threads, &query, |_| ()).expect("there are moves");
        assert_eq!((squares(&found.pv[0]), found.score), ((33, 29), Score::win_in(7)), "{threads}");
    }
}

#[test]
fn several_threads_nearly_keep_the_node_limit() {
    let root = Position::start(Draughts::<10>);
    let (tree, table) = (GameTree::new(Weights::new(Draughts::<10>)), table());
    let mut search = Search::new(&tree, &table, SearchOptions::default(), Signals::NONE);
    let limits = Limits { nodes: 200_000, ..Limits::NONE };
    let query = Query { root: &root, game: &[], legal: &[], only: &[], lines: 1, limits };
    let found = search.deepen_with(3, &query, |_| ()).expect("there are moves");
    assert!(found.nodes < 300_000, "{}", found.nodes);
    let alone = search.deepen(&query, |_| ()).expect("there are moves");
    assert!(alone.nodes <= 200_000, "{}", alone.nodes);
}

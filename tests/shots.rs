//! Combinations (shots): a sacrifice that wins the game.
//!
//! An exhaustive search proved that the move wins in this number of plies and that no other move wins as
//! fast. The prover finds the same winner.

use remise::board::{Game, Geometry};
use remise::engine::{Task, Variant, variant};
use remise::eval::{Score, Weights};
use remise::search::{
    Depth, GameTree, Iteration, Limits, Profile, Query, Search, SearchOptions, Signals, Table,
};

use crate::positions::position_in;

/// Variant, position, origin and destination of the winning move, and plies to the win.
const SHOTS: [(Variant, &str, usize, usize, u16); 20] = [
    (Variant::Draughts10, "W:W8,30,40,44,45,46:B6,14,17,25,31,32", 8, 3, 9),
    (Variant::Draughts10, "B:W9,21,26,38,44:B5,7,28,31,41", 41, 47, 9),
    (Variant::Draughts10, "B:W8,25,39,44:B9,33,37,45", 45, 50, 7),
    (Variant::Draughts10, "W:W6,26,30,38,39,49:B7,17,18,20,27,41", 30, 24, 17),
    (Variant::Draughts10, "B:W11,17,19,41,44:B1,5,22,31,43", 43, 49, 11),
    (Variant::Russian, "W:W9,10,17,23,31:B1,8,11,13,16", 9, 6, 13),
    (Variant::Russian, "W:W5,24,27,32:B11,12,16,22", 24, 19, 11),
    (Variant::Russian, "W:W5,16,21,29,30,31:B3,10,13,14,17,20", 5, 1, 15),
    (Variant::Draughts8, "B:W6,16,19,28:B21,23,25,26", 26, 31, 5),
    (Variant::Draughts8, "B:W9,15,19,23,25:B1,12,17,24,28", 28, 32, 13),
    (Variant::Draughts8, "B:W8,11,12,20,27:B10,15,19,25,28", 25, 29, 15),
    (Variant::Checkers8, "B:WK9,10,11,28,29:B3,18,24,K26", 26, 23, 9),
    (Variant::Checkers8, "B:W14,16,22,24:B1,2,6,8", 6, 10, 9),
    (Variant::Checkers8, "B:WK4,9,K11:B1,15,25,K27", 1, 5, 13),
    (Variant::Checkers8, "B:WK16,21,28,32:B9,13,23,K26", 23, 27, 11),
    (Variant::Draughts12, "B:WK19,37,47:B8,14,35,54", 35, 41, 7),
    (Variant::Draughts6, "B:W7,15,17:B1,4,11", 11, 13, 11),
    (Variant::Draughts6, "B:WK1,10,16,18:B2,5,6,12,15", 6, 9, 15),
    (Variant::Russian, "W:W25,27,30,32:B4,13,18,28", 25, 22, 11),
    (Variant::Russian, "W:W17,18,21,22,28,29:B2,4,9,20,K31", 17, 13, 15),
];

/// A search of one of these positions.
struct Find<'a> {
    fen: &'a str,
    profile: Profile,
    limits: Limits,
}

impl Task for Find<'_> {
    /// Origin, destination and score.
    type Output = (usize, usize, Score);

    fn run<G: Game>(self, game: G) -> Self::Output {
        let root = position_in(game, self.fen);
        let (tree, table) = (GameTree::new(Weights::new(game)), Table::new(8).expect("eight MiB"));
        let options = SearchOptions { profile: self.profile, salt: 0 };
        let mut search = Search::new(&tree, &table, options, Signals::NONE);
        let query = Query { root: &root, game: &[], legal: &[], only: &[], lines: 1, limits: self.limits };
        let Iteration { pv, score, .. } = search.deepen(&query, |_| ()).expect("there are moves");
        (G::Board::square(pv[0].from), G::Board::square(pv[0].to), score)
    }
}

#[test]
fn the_winning_move_is_found_within_a_budget_of_nodes() {
    for &(name, fen, from, to, _) in &SHOTS {
        let limits = Limits { nodes: 300_000, ..Limits::NONE };
        let found = variant::with(name, Find { fen, profile: Profile::Selective, limits });
        assert_eq!((found.0, found.1), (from, to), "{name} {fen}: {found:?}");
        assert!(found.2.is_decided(), "{name} {fen}: {found:?}");
    }
}

#[test]
fn the_full_profile_finds_the_proven_distance() {
    for &(name, fen, from, to, plies) in SHOTS.iter().filter(|shot| shot.4 <= 9) {
        let limits = Limits { depth: Depth(9), ..Limits::NONE };
        let found = variant::with(name, Find { fen, profile: Profile::Full, limits });
        assert_eq!(found, (from, to, Score::win_in(plies)), "{name} {fen}");
    }
}
